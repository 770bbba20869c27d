//! One data race as text, in the order of Go's and ThreadSanitizer's reports: what, the later
//! access, the earlier access, where the threads came from, one SUMMARY line.

use std::fmt::{self, Display, Formatter};

use findings::{Access, Finding, Frame};

use crate::Palette;
use crate::names::{self, printable};

/// Frames beyond these say little about a race; they are counted, not shown.
const MAX_STACK: usize = 16;
const MAX_CREATION_STACK: usize = 6;

const RULE: &str = "==================";

/// The report of one race, ending in a newline.
pub fn race(finding: &Finding, palette: Palette) -> String {
    Report { finding, palette }.to_string()
}

struct Report<'a> {
    finding: &'a Finding,
    palette: Palette,
}

impl Display for Report<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Palette { faint, .. } = self.palette;
        let [later, earlier] = &self.finding.accesses;
        writeln!(f, "{faint}{RULE}{faint:#}")?;
        self.what(f)?;
        self.access(f, later, "")?;
        self.access(f, earlier, "earlier ")?;
        self.creations(f, later, earlier)?;
        self.one_line(f, later, earlier)?;
        writeln!(f, "{faint}{RULE}{faint:#}")
    }
}

impl Report<'_> {
    fn what(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Palette { alarm, heading, .. } = self.palette;
        let location = names::location(&self.finding.location);
        let kind = &self.finding.kind;
        writeln!(
            f,
            "{alarm}DATA RACE{alarm:#} ({kind}) on {heading}{location}{heading:#}"
        )?;
        match &self.finding.note {
            Some(note) => writeln!(f, "  note: {}", printable(note)),
            None => Ok(()),
        }
    }

    fn access(&self, f: &mut Formatter<'_>, access: &Access, when: &str) -> fmt::Result {
        let Palette { heading, .. } = self.palette;
        let what = capitalised(&format!("{when}{}", access.op.as_str()));
        writeln!(f, "\n{heading}{what} by {}:{heading:#}", thread(access))?;
        match access.stack.as_deref() {
            Some(stack @ [_, ..]) => self.frames(f, stack, MAX_STACK)?,
            _ => self.frames(f, &[frame_of(access)], MAX_STACK)?,
        }
        writeln!(f, "  locks held: {}", locks(access))
    }

    fn creations(&self, f: &mut Formatter<'_>, later: &Access, earlier: &Access) -> fmt::Result {
        match (&later.thread, &earlier.thread) {
            (Some(one), Some(two)) if later.thread_created == earlier.thread_created => {
                let who = format!("threads {} and {}", quoted(one), quoted(two));
                self.creation(f, &who, "were", later)
            }
            _ => {
                self.creation(f, &thread(later), "was", later)?;
                self.creation(f, &thread(earlier), "was", earlier)
            }
        }
    }

    fn creation(
        &self,
        f: &mut Formatter<'_>,
        who: &str,
        was: &str,
        access: &Access,
    ) -> fmt::Result {
        let Palette { heading, .. } = self.palette;
        match access.thread_created.as_deref() {
            None if access.thread.is_none() => Ok(()),
            None => writeln!(
                f,
                "\n{heading}Where {who} {was} created is unknown{heading:#}"
            ),
            Some([]) => {
                let who = capitalised(who);
                writeln!(f, "\n{heading}{who} {was} started by the JVM{heading:#}")
            }
            Some(stack) => {
                let who = capitalised(who);
                writeln!(f, "\n{heading}{who} {was} created at:{heading:#}")?;
                self.frames(f, stack, MAX_CREATION_STACK)
            }
        }
    }

    fn frames(&self, f: &mut Formatter<'_>, stack: &[Frame], limit: usize) -> fmt::Result {
        let Palette { place, faint, .. } = self.palette;
        let shown = &stack[..stack.len().min(limit)];
        let width = shown.iter().map(|frame| source(frame).chars().count());
        let width = width.max().unwrap_or_default();
        for frame in shown {
            let source = source(frame);
            let pad = " ".repeat(width - source.chars().count());
            writeln!(f, "  {place}{source}{place:#}{pad}  {}", method(frame))?;
        }
        match stack.len() - shown.len() {
            0 => Ok(()),
            1 => writeln!(f, "  {faint}... 1 more frame{faint:#}"),
            more => writeln!(f, "  {faint}... {more} more frames{faint:#}"),
        }
    }

    fn one_line(&self, f: &mut Formatter<'_>, later: &Access, earlier: &Access) -> fmt::Result {
        let Palette { heading, .. } = self.palette;
        writeln!(
            f,
            "\n{heading}SUMMARY:{heading:#} data race on {}: {} at {}, {} at {}",
            names::location(&self.finding.location),
            later.op.as_str(),
            site(later),
            earlier.op.as_str(),
            site(earlier),
        )
    }
}

pub(crate) fn frame_of(access: &Access) -> Frame {
    Frame {
        class: access.class.clone(),
        method: access.method.clone(),
        file: access.file.clone(),
        line: access.line,
    }
}

pub(crate) fn source(frame: &Frame) -> String {
    match (&frame.file, frame.line) {
        (Some(file), Some(line)) => format!("{}:{line}", printable(file)),
        (Some(file), None) => printable(file),
        (None, _) => "unknown source".to_owned(),
    }
}

pub(crate) fn method(frame: &Frame) -> String {
    format!(
        "{}.{}",
        names::class(&frame.class),
        printable(&frame.method)
    )
}

/// The shortest thing that leads to the access.
pub(crate) fn site(access: &Access) -> String {
    let frame = frame_of(access);
    match frame.file {
        Some(_) => source(&frame),
        None => method(&frame),
    }
}

pub(crate) fn thread(access: &Access) -> String {
    match &access.thread {
        Some(name) => format!("thread {}", quoted(name)),
        None => "an unknown thread".to_owned(),
    }
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", printable(name))
}

pub(crate) fn locks(access: &Access) -> String {
    match access.locks.as_deref() {
        None => "unknown".to_owned(),
        Some([]) => "none".to_owned(),
        Some(locks) => locks
            .iter()
            .map(|lock| names::class(lock))
            .collect::<Vec<_>>()
            .join(", "),
    }
}

pub(crate) fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use findings::{Location, Op};
    use insta::assert_snapshot;

    fn frame(class: &str, method: &str, file: &str, line: u32) -> Frame {
        Frame {
            class: class.into(),
            method: method.into(),
            file: Some(file.into()),
            line: Some(line),
        }
    }

    fn reader() -> Access {
        Access {
            op: Op::Read,
            class: "com/acme/Cache".into(),
            method: "size".into(),
            descriptor: "()J".into(),
            file: Some("Cache.java".into()),
            line: Some(42),
            thread: Some("reader".into()),
            locks: Some(vec![]),
            stack: Some(vec![
                frame("com/acme/Cache", "size", "Cache.java", 42),
                frame("com/acme/Main", "lambda$main$0", "Main.java", 9),
                frame("java/lang/Thread", "run", "Thread.java", 840),
            ]),
            thread_created: Some(vec![frame("com/acme/Main", "main", "Main.java", 11)]),
        }
    }

    fn writer() -> Access {
        Access {
            op: Op::Write,
            class: "com/acme/Cache".into(),
            method: "put".into(),
            descriptor: "(Ljava/lang/String;)V".into(),
            file: Some("Cache.java".into()),
            line: Some(57),
            thread: Some("main".into()),
            locks: Some(vec![
                "com/acme/Cache@1f".into(),
                "java/util/concurrent/locks/ReentrantLock@2a".into(),
            ]),
            stack: None,
            thread_created: Some(vec![]),
        }
    }

    fn size() -> Location {
        Location::Field {
            class: "com/acme/Cache".into(),
            field: "size".into(),
        }
    }

    #[test]
    fn field_with_all_known() {
        let note = "size is a long: a reader may see half of each of two writes".to_owned();
        let finding = Finding::data_race(size(), [reader(), writer()], Some(note));
        assert_snapshot!(race(&finding, Palette::plain()));
    }

    #[test]
    fn element_with_all_unknown() {
        let unknown = Access {
            file: None,
            line: None,
            thread: None,
            locks: None,
            stack: None,
            thread_created: None,
            ..writer()
        };
        let location = Location::Element {
            array: "[[I".into(),
            index: 3,
        };
        let finding = Finding::data_race(location, [unknown.clone(), unknown], None);
        assert_snapshot!(race(&finding, Palette::plain()));
    }

    #[test]
    fn threads_created_in_one_place_share_it_and_deep_stacks_are_cut() {
        let deep: Vec<_> = (0..20)
            .map(|depth| frame("com/acme/Tree", "walk", "Tree.java", 100 + depth))
            .collect();
        let first = Access {
            thread: Some("pool-1-thread-1".into()),
            stack: Some(deep),
            ..reader()
        };
        let second = Access {
            op: Op::Write,
            thread: Some("pool-1-thread-2".into()),
            ..reader()
        };
        let finding = Finding::data_race(size(), [first, second], None);
        assert_snapshot!(race(&finding, Palette::plain()));
    }

    #[test]
    fn colours() {
        let finding = Finding::data_race(size(), [reader(), writer()], None);
        let coloured = race(&finding, Palette::coloured());
        assert_snapshot!(coloured.replace('\x1b', "<esc>"));
    }
}
