//! What was found without running the program, as text: where to act, the access that it conflicts with, why it is told and what
//! would help.

use std::fmt::Write;

use findings::{
    Access, EACH_ITS_OWN, Finding, Frame, GUARDED_BY_VIOLATION, INCONSISTENT_GUARD,
    INTERFACE_NOT_THREAD_SAFE, Location, Op, TO_READ,
};

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
        names::location(&finding.location)
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
            false => format!("call {}", entry_name(here)),
        };
        let _ = writeln!(
            text,
            "  conflicts with itself: two threads may {what} at once"
        );
    }
    if let Some(why) = &finding.note {
        let _ = writeln!(text, "  {heading}why:{heading:#} {}", printable(why));
    }
    let _ = writeln!(text, "  {heading}fix:{heading:#} {}", fix(finding));
    text
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

/// Where the programmer should act: in the method that others call.
fn place(access: &Access, sources: &dyn Sources) -> String {
    let Some(frame) = outermost(access) else {
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

fn outermost(access: &Access) -> Option<&Frame> {
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

/// What would help, in a line.
pub(crate) fn fix(finding: &Finding) -> String {
    let [here, other] = &finding.accesses;
    let field = match &finding.location {
        Location::Field { field, .. } => printable(field),
        location => names::location(location),
    };
    let (entry, other_entry) = (entry_name(here), entry_name(other));
    let of_here = named(here);
    let of_other = named(other);
    match (finding.rule.as_str(), of_here, of_other) {
        (GUARDED_BY_VIOLATION, ..) => {
            "hold that lock here, or correct the annotation if another one guards the field now".to_owned()
        }
        (INTERFACE_NOT_THREAD_SAFE, ..) => {
            "annotate the interface as thread-safe if all implementations are, else call it under a lock".to_owned()
        }
        (INCONSISTENT_GUARD, ..) if [here, other].into_iter().any(has_of_each) => {
            format!("{field} is one for all objects, and each has a lock of its own: hold one that they share, such as a static one")
        }
        (INCONSISTENT_GUARD, Some(own), Some(locks)) if own == locks => match [here, other].into_iter().any(is_to_read) {
            true => format!("{locks} is held only to read: decide on one lock for {field}"),
            false => format!("{locks} may be that of another object than the one with {field}: decide on one lock for it"),
        },
        (INCONSISTENT_GUARD, _, Some(locks)) => hold(&locks, here, other),
        (INCONSISTENT_GUARD, ..) => {
            format!("decide which lock guards {field}, and hold it in both places")
        }
        (_, None, Some(locks)) if is_bare(here) => hold(&locks, here, other),
        (_, Some(locks), _) if is_bare(other) => hold(&locks, other, here),
        _ if here.op == Op::Write && here == other => {
            let advice = format!("guard all accesses to {field} with one lock, or use an atomic or a concurrent collection");
            match is_in_lambda(here) {
                true => advice,
                false => format!("{advice}; if one thread alone calls {entry}, say so with @ThreadConfined"),
            }
        }
        _ => {
            let both = match entry == other_entry {
                true => entry,
                false => format!("{entry} and {other_entry}"),
            };
            format!("hold one lock in {both}; if each access stands for itself, a volatile {field} will do, or a concurrent collection in it")
        }
    }
}

/// Locks are named as the method at the boundary sees them; in one of another class they have other names.
fn hold(locks: &str, access: &Access, holder: &Access) -> String {
    let is_of_same = outermost(access).is_none_or(|it| it.class == access.class);
    let method = match is_of_same {
        true => printable(&access.method),
        false => entry_name(access),
    };
    let op = access.op.as_str();
    let holder = entry_name(holder);
    format!("hold {locks} for the {op} in {method} too, as {holder} does")
}

/// Whether it holds a lock of an object, though the location is one for all objects.
fn has_of_each(access: &Access) -> bool {
    let locks = access.locks.iter().flatten();
    locks.into_iter().any(|it| it.ends_with(EACH_ITS_OWN))
}

fn is_to_read(access: &Access) -> bool {
    let locks = access.locks.iter().flatten();
    locks.into_iter().any(|it| it.ends_with(TO_READ))
}

/// Whether it is made by a function, which other threads may run than those that call the method around it.
fn is_in_lambda(access: &Access) -> bool {
    let frames = access.stack.iter().flatten();
    frames
        .into_iter()
        .any(|it| it.method.starts_with("lambda$"))
}

fn is_bare(access: &Access) -> bool {
    access.locks.as_deref() == Some(&[])
}

/// The locks of an access, if others can hold them too: what is an argument here is something else elsewhere.
fn named(access: &Access) -> Option<String> {
    let locks = access.locks.as_deref()?;
    let is_common = |lock: &&String| !lock.starts_with("argument ") && *lock != "a lock";
    let plain = |lock: &String| {
        let apart = [EACH_ITS_OWN, TO_READ];
        let plain = apart.iter().find_map(|it| lock.strip_suffix(it));
        plain.unwrap_or(lock).to_owned()
    };
    let common: Vec<String> = locks.iter().filter(is_common).map(plain).collect();
    (!common.is_empty()).then(|| listed(&common, " or "))
}

fn listed(locks: &[String], between: &str) -> String {
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

    #[test]
    fn the_fix_follows_rule_and_locks() {
        let fix = |rule: &str, here: &[&str], other: &[&str]| {
            let mut finding = sample::violation();
            finding.rule = rule.into();
            let owned = |locks: &[&str]| Some(locks.iter().map(|it| it.to_string()).collect());
            finding.accesses[0].locks = owned(here);
            finding.accesses[1].locks = owned(other);
            super::fix(&finding)
        };
        let violation = findings::THREAD_SAFETY_VIOLATION;
        for (rule, here, other, expected) in [
            (
                violation,
                &[][..],
                &["this"][..],
                "hold this for the write in grow too, as size does",
            ),
            (
                violation,
                &["this"],
                &[],
                "hold this for the read in size too, as add does",
            ),
            (
                violation,
                &[],
                &[],
                "hold one lock in add and size; if each access stands for itself, a volatile size will do",
            ),
            (
                violation,
                &[],
                &["argument 1"],
                "hold one lock in add and size",
            ),
            (
                INCONSISTENT_GUARD,
                &["this"],
                &["this.lock"],
                "hold this.lock for the write in grow too, as size does",
            ),
            (
                INCONSISTENT_GUARD,
                &["this.lock"],
                &["this.lock"],
                "this.lock may be that of another object than the one with size",
            ),
            (
                INCONSISTENT_GUARD,
                &["this.lock (to read)"],
                &["this.lock"],
                "this.lock is held only to read: decide on one lock for size",
            ),
            (
                INCONSISTENT_GUARD,
                &["this (each object has its own)"],
                &["this (each object has its own)"],
                "size is one for all objects, and each has a lock of its own: hold one that they share",
            ),
            (
                INCONSISTENT_GUARD,
                &["this.lock (its monitor)"],
                &["this.lock"],
                "hold this.lock for the write in grow too, as size does",
            ),
            (
                INCONSISTENT_GUARD,
                &["this"],
                &["a lock"],
                "decide which lock guards size",
            ),
            (GUARDED_BY_VIOLATION, &[], &[], "hold that lock here"),
            (
                INTERFACE_NOT_THREAD_SAFE,
                &[],
                &[],
                "annotate the interface",
            ),
        ] {
            let fix = fix(rule, here, other);
            assert!(fix.starts_with(expected), "{fix}");
        }
    }
}
