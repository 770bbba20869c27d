//! The types of all exceptions thrown in a run, caught ones too, from the JVM's log of them.
//!
//! With `-Xlog:exceptions=info` the JVM writes `Exception <a 'java/lang/Error'{0x1}: why> (0x1)` and `thrown [where]` when
//! an exception is thrown, and a line with `in 'its/Class'` for each frame that it then passes or that catches it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::Error;

/// Names of classes in the file that the JVM wrote.
pub fn thrown(log: &Path) -> Result<BTreeSet<String>, Error> {
    let bytes = fs::read(log).map_err(|source| Error::File {
        path: log.to_owned(),
        source,
    })?;
    Ok(types_in(&String::from_utf8_lossy(&bytes)))
}

/// What is known so far of an exception.
#[derive(Default)]
struct Thrown<'a> {
    /// The JVM's own implementation of `Unsafe` threw it, which tells redflag thus that a class has no such field. Frames
    /// that the log has next to it may be of other threads, whose lines come in between.
    from_unsafe: bool,
    /// The classes whose frames it went through, as far as they were logged: compiled code is logged only the first time that
    /// it catches a type.
    frames: Vec<&'a str>,
}

impl Thrown<'_> {
    /// Whether redflag, or `Unsafe` for it, threw it and no code of the program met it. An exception that the collector moves
    /// between two lines looks like another one there, of which the first lines are not known.
    fn is_own(&self) -> bool {
        let of_redflag = |class: &&str| {
            class.starts_with("java/lang/redflag$") || *class == "jdk/internal/misc/Unsafe"
        };
        self.from_unsafe || (!self.frames.is_empty() && self.frames.iter().all(of_redflag))
    }
}

fn types_in(log: &str) -> BTreeSet<String> {
    let mut types = BTreeSet::new();
    // By type and address, which is the next exception's when the collector has taken the last one.
    let mut alive: BTreeMap<&str, Thrown> = BTreeMap::new();
    let mut current = "";
    for line in log.lines() {
        if let Some((_, rest)) = line.split_once("a '")
            && line.contains("xception ")
            && let Some((identity, _)) = rest.split_once('}')
        {
            current = identity;
            let is_new = line.starts_with("Exception <a") && line.trim_end().ends_with(')');
            if is_new && let Some(last) = alive.remove(identity) {
                record(&mut types, identity, &last);
            }
            alive.entry(identity).or_default();
        }
        if line.starts_with("thrown [") && line.contains("/unsafe.cpp") {
            alive.entry(current).or_default().from_unsafe = true;
        }
        if let Some(frame) = frame(line) {
            alive.entry(current).or_default().frames.push(frame);
        }
    }
    for (identity, thrown) in &alive {
        record(&mut types, identity, thrown);
    }
    types
}

/// The class in a line such as `thrown in interpreter method <{method} 'f' '()V' in 'its/Class'>`.
fn frame(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("{method}")?;
    let (_, class) = rest.rsplit_once(" in '")?;
    class.split('\'').next()
}

fn record(types: &mut BTreeSet<String>, identity: &str, thrown: &Thrown) {
    if let Some((class, _)) = identity.split_once('\'')
        && !thrown.is_own()
    {
        types.insert(class.replace('/', "."));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const THROWN: &str =
        "Exception <a 'java/lang/Error'{0x1}: why> (0x1)\nthrown [x.cpp, line 1]\nfor thread 0x7\n";

    fn passing(class: &str) -> String {
        format!(
            "Exception <a 'java/lang/Error'{{0x1}}: why>\n thrown in interpreter method \
             <{{method}} {{0x7}} 'f' '()V' in '{class}'>\n at bci 0\n"
        )
    }

    fn types(log: &str) -> Vec<String> {
        types_in(log).into_iter().collect()
    }

    #[test]
    fn types_are_told_whoever_throws() {
        let log = format!("{THROWN}Exception <a 'a/B'{{0x3}}> (0x3)\nthrown [x.cpp, line 2]\n");
        assert_eq!(types(&log), ["a.B", "java.lang.Error"]);
        assert_eq!(
            types(&format!("{THROWN}{}", passing("a/B"))),
            ["java.lang.Error"]
        );
    }

    #[test]
    fn what_redflag_throws_and_catches_is_its_own() {
        let own = format!("{THROWN}{}", passing("java/lang/redflag$Header"));
        assert!(types(&own).is_empty());
        let compiled = format!(
            "{THROWN}72 [Exception (): a 'java/lang/Error'{{0x1}} in {{method}} {{0x7}} 'f' '()V' in \
             'java/lang/redflag$Checks' at 0x9]\n"
        );
        assert!(types(&compiled).is_empty());
        let cached = THROWN.replace("x.cpp", "./src/hotspot/share/prims/unsafe.cpp");
        assert!(types(&cached).is_empty());
        let moved = passing("jdk/internal/misc/Unsafe") + &passing("java/lang/redflag$Header");
        assert!(types(&moved).is_empty());
        let leaked = format!("{own}{}", passing("a/B"));
        assert_eq!(types(&leaked), ["java.lang.Error"]);
    }

    #[test]
    fn an_address_may_be_used_again() {
        let log = format!("{THROWN}{}{THROWN}", passing("java/lang/redflag$Header"));
        assert_eq!(types(&log), ["java.lang.Error"]);
    }
}
