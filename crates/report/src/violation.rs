//! What was found without running the program, as text: where to act, the access that it conflicts with, why it is told and what
//! would help.

use std::fmt::Write;

use findings::{
    Access, Finding, Frame, GUARDED_BY_VIOLATION, INCONSISTENT_GUARD, INTERFACE_NOT_THREAD_SAFE,
    Location, Of, Op,
};

use crate::fix;
use crate::names::{self, printable};
use crate::race::{method, source};
use crate::{Palette, Sources};

/// Frames in the middle of a long way say little.
const MAX_FRAMES: usize = 8;

/// A line of source that is longer is cut.
const MAX_LINE: usize = 100;

/// One finding, ending in a newline. Calls begin where the class's boundary is.
pub fn violation(finding: &Finding, palette: Palette, sources: &dyn Sources) -> String {
    let Palette { alarm, heading, .. } = palette;
    let [here, other] = &finding.accesses;
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{alarm}{}{alarm:#} {}: {} on {heading}{}{heading:#}",
        finding.rule,
        place(here, sources),
        what(finding),
        subject(finding)
    );
    let teller = Teller {
        finding,
        palette,
        sources,
    };
    teller.access(&mut text, here, "");
    if here != other {
        teller.access(&mut text, other, "conflicting ");
    } else if !is_of_other_rule(finding) {
        let what = match is_in_lambda(here) {
            true => "run this".to_owned(),
            false => format!("call {}", fix::spelled(&entry_name(here))),
        };
        let _ = writeln!(
            text,
            "  conflicts with itself: two threads may {what} at once"
        );
    }
    if let Some(why) = &finding.note {
        let _ = writeln!(text, "  {heading}why:{heading:#} {}", printable(why));
    }
    let _ = writeln!(text, "  {heading}fix:{heading:#} {}", fix::fix(finding));
    text
}

/// The location in words. What a method is given has no name but there.
pub(crate) fn subject(finding: &Finding) -> String {
    let here = &finding.accesses[0];
    let of = finding.hints.as_ref().map(|it| it.of);
    match (&finding.location, outermost(here)) {
        (Location::Field { field, .. }, Some(frame)) if of == Some(Of::Parameter) => {
            format!("{}, a parameter of {}", printable(field), method(frame))
        }
        (location, _) => names::location(location),
    }
}

/// Whether the finding is one of a single access, and not of a pair.
fn is_of_other_rule(finding: &Finding) -> bool {
    [GUARDED_BY_VIOLATION, INTERFACE_NOT_THREAD_SAFE].contains(&finding.rule.as_str())
}

pub(crate) fn what(finding: &Finding) -> &'static str {
    match (finding.rule.as_str(), finding.accesses[0].op) {
        (INCONSISTENT_GUARD, _) => "different locks",
        (INTERFACE_NOT_THREAD_SAFE, _) => "unprotected call",
        (GUARDED_BY_VIOLATION, _) => "write without its guard",
        (_, Op::Read) => "read/write race",
        (_, Op::Write) => "unprotected write",
    }
}

/// The calls of a task that is handed over to another thread, if one makes the access.
pub(crate) fn of_task(access: &Access) -> Option<&[Frame]> {
    let created = access.thread_created.as_ref()?;
    let frames = access.stack.as_deref()?;
    frames.get(..frames.len().checked_sub(created.len())?)
}

/// The frame of a task that its own class has to answer for.
pub(crate) fn own_of_task<'a>(access: &Access, task: &'a [Frame]) -> Option<&'a Frame> {
    let class = &outermost(access)?.class;
    let own = task.iter().rev();
    own.take_while(|it| it.class == *class).last()
}

/// Where the programmer should act: in the method that others call, or in the task that it hands over, which runs without what that
/// one holds.
pub(crate) fn acting(access: &Access) -> Option<&Frame> {
    let task = of_task(access).and_then(|it| own_of_task(access, it));
    task.or_else(|| outermost(access))
}

fn place(access: &Access, sources: &dyn Sources) -> String {
    let Some(frame) = acting(access) else {
        return "unknown source".to_owned();
    };
    let found = frame
        .file
        .as_deref()
        .and_then(|file| sources.find(&frame.class, file));
    match (found.filter(|it| it.archive.is_none()), frame.line) {
        // A path that a terminal or an editor can open.
        (Some(found), Some(line)) => format!("{}:{line}", printable(&found.path)),
        _ if frame.file.is_none() => method(frame),
        _ => source(frame),
    }
}

pub(crate) fn outermost(access: &Access) -> Option<&Frame> {
    access.stack.as_deref().and_then(<[Frame]>::last)
}

/// The simple name of the method at the class's boundary.
pub(crate) fn entry_name(access: &Access) -> String {
    printable(outermost(access).map_or(&access.method, |it| &it.method))
}

struct Teller<'a> {
    finding: &'a Finding,
    palette: Palette,
    sources: &'a dyn Sources,
}

impl Teller<'_> {
    fn access(&self, text: &mut String, access: &Access, which: &str) {
        let op = match self.finding.rule.as_str() {
            INTERFACE_NOT_THREAD_SAFE => "call",
            _ => access.op.as_str(),
        };
        let held = match access.locks.as_deref() {
            None => "unknown locks".to_owned(),
            Some([]) => "no lock".to_owned(),
            Some(locks) => listed(locks, " and "),
        };
        let _ = writeln!(text, "  {which}{op}, holding {held}:");
        self.calls(text, access);
        if let Some(line) = self.line(access) {
            let Palette { faint, .. } = self.palette;
            let _ = writeln!(text, "      {faint}{line}{faint:#}");
        }
    }

    /// From the boundary to the access.
    fn calls(&self, text: &mut String, access: &Access) {
        let Palette { place, faint, .. } = self.palette;
        let frames: Vec<&Frame> = access.stack.iter().flatten().rev().collect();
        let width = frames.iter().map(|it| source(it).chars().count());
        let width = width.max().unwrap_or_default();
        let left_out = frames.len().saturating_sub(MAX_FRAMES);
        let first = frames.len().min(MAX_FRAMES) / 2;
        for (number, frame) in frames.iter().enumerate() {
            if left_out > 0 && number == first {
                let _ = writeln!(text, "    {faint}... {left_out} calls{faint:#}");
            }
            if (first..first + left_out).contains(&number) {
                continue;
            }
            let source = source(frame);
            let pad = " ".repeat(width - source.chars().count());
            let method = self.method(frame);
            let _ = writeln!(text, "    {place}{source}{place:#}{pad}  {method}");
        }
    }

    /// Without the package, if it is that of the location.
    fn method(&self, frame: &Frame) -> String {
        let package = |class: &str| {
            class
                .rsplit_once('/')
                .map(|(package, _)| package.to_owned())
        };
        let own = match &self.finding.location {
            Location::Field { class, .. } => package(class),
            _ => None,
        };
        match frame.class.rsplit_once('/') {
            Some((package, simple)) if Some(package) == own.as_deref() => method(&Frame {
                class: simple.to_owned(),
                ..frame.clone()
            }),
            _ => method(frame),
        }
    }

    /// The source line of an access.
    fn line(&self, access: &Access) -> Option<String> {
        let found = self.sources.find(&access.class, access.file.as_deref()?)?;
        let number = access.line?.checked_sub(1)? as usize;
        let line = found.text.lines().nth(number)?.trim();
        let cut = line.char_indices().nth(MAX_LINE).map(|(end, _)| end);
        let line = match cut {
            Some(end) => printable(&line[..end]) + "…",
            None => printable(line),
        };
        (!line.is_empty()).then_some(line)
    }
}

/// Whether it is made by a function, which other threads may run than those that call the method around it.
pub(crate) fn is_in_lambda(access: &Access) -> bool {
    let frames = access.stack.iter().flatten();
    frames
        .into_iter()
        .any(|it| it.method.starts_with("lambda$"))
}

pub(crate) fn listed(locks: &[String], between: &str) -> String {
    let names: Vec<String> = locks.iter().map(|lock| names::class(lock)).collect();
    names.join(between)
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use insta::assert_snapshot;

    use super::*;
    use crate::{NoSources, Source, sample};

    struct OneSource;

    impl Sources for OneSource {
        fn find(&self, _class: &str, _file: &str) -> Option<Source> {
            Some(Source {
                path: "src/com/acme/Cache.java".into(),
                archive: None,
                text: Rc::from("class Cache {\n    size++;  // \u{1b}\n    grow();\n}\n"),
            })
        }
    }

    #[test]
    fn a_write_below_a_call() {
        assert_snapshot!(violation(
            &sample::violation(),
            Palette::plain(),
            &OneSource
        ));
    }

    #[test]
    fn a_long_line_of_source_is_visibly_cut() {
        struct LongLine(usize);
        impl Sources for LongLine {
            fn find(&self, _class: &str, _file: &str) -> Option<Source> {
                let path = "src/com/acme/Cache.java".into();
                let text = ("é".repeat(self.0) + "\n").repeat(20).into();
                let archive = None;
                Some(Source {
                    path,
                    archive,
                    text,
                })
            }
        }
        let told = |length| violation(&sample::violation(), Palette::plain(), &LongLine(length));
        let whole = format!("{}\n", "é".repeat(MAX_LINE));
        assert!(told(MAX_LINE).contains(&whole), "{}", told(MAX_LINE));
        let cut = format!("{}…\n", "é".repeat(MAX_LINE));
        assert!(told(MAX_LINE + 1).contains(&cut), "{}", told(MAX_LINE + 1));
    }

    #[test]
    fn a_write_that_conflicts_with_itself() {
        let mut finding = sample::violation();
        finding.accesses[1] = finding.accesses[0].clone();
        assert_snapshot!(violation(&finding, Palette::plain(), &NoSources));
    }

    #[test]
    fn long_ways_are_cut_in_the_middle() {
        let mut finding = sample::violation();
        let frames = (0..20).map(|i| sample::frame("A", &format!("m{i}"), "A.java", i + 1));
        finding.accesses[0].stack = Some(frames.collect());
        assert_snapshot!(violation(&finding, Palette::plain(), &NoSources));
    }
}
