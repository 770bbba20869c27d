//! What a litmus program says of itself, in comments that begin with `//!`:
//!
//! ```java
//! //! clean                      nothing may be reported
//! //! jdk 21                     needs at least this JDK
//! box.value = 1; //! race v write        one access of the expected finding `v`
//! shared++;      //! race s read write   both accesses of `s`
//! map.put(1, 2); //! container m write   one call of the expected container race `m`
//! ```

use std::collections::BTreeMap;
use std::fmt;

use findings::{CONTAINER_RACE, DATA_RACE, Finding, Op};
use thiserror::Error;

const MARK: &str = "//! ";

#[derive(Debug, PartialEq, Eq)]
pub struct Expectation {
    pub races: Vec<Race>,
    pub min_jdk: Option<u32>,
}

/// An expected finding: its name in the comments and its two accesses in source order.
#[derive(Debug, PartialEq, Eq)]
pub struct Race {
    pub name: String,
    /// The rule that it is to be reported under.
    pub rule: &'static str,
    pub accesses: [Site; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Site {
    pub line: u32,
    pub op: Op,
}

#[derive(Debug, Error, PartialEq, Eq)]
pub enum Malformed {
    #[error(
        "line {line}: `//! {text}` is none of `clean`, `jdk N`, `race NAME OP`, `race NAME OP OP`, or `container` for `race`"
    )]
    Comment { line: u32, text: String },
    #[error("race `{name}` has {count} accesses, a race has two")]
    Accesses { name: String, count: usize },
    #[error("says neither `//! clean` nor `//! race`")]
    Nothing,
    #[error("says both `//! clean` and `//! race`")]
    Contradiction,
}

/// Reads the comments of one program.
pub fn parse(source: &str) -> Result<Expectation, Malformed> {
    let mut clean = false;
    let mut min_jdk = None;
    let mut sites: BTreeMap<(&str, &'static str), Vec<Site>> = BTreeMap::new();
    for (line, text) in (1..).zip(source.lines()) {
        let Some((_, comment)) = text.split_once(MARK) else {
            continue;
        };
        let words: Vec<&str> = comment.split_whitespace().collect();
        let malformed = || Malformed::Comment {
            line,
            text: comment.trim().to_owned(),
        };
        match words.as_slice() {
            ["clean"] => clean = true,
            ["jdk", version] => min_jdk = Some(version.parse().map_err(|_| malformed())?),
            [rule, name, ops @ ..] if matches!(ops.len(), 1 | 2) => {
                let rule = match *rule {
                    "race" => DATA_RACE,
                    "container" => CONTAINER_RACE,
                    _ => return Err(malformed()),
                };
                for word in ops {
                    let op = op(word).ok_or_else(malformed)?;
                    sites
                        .entry((name, rule))
                        .or_default()
                        .push(Site { line, op });
                }
            }
            _ => return Err(malformed()),
        }
    }
    match (clean, sites.is_empty()) {
        (true, false) => return Err(Malformed::Contradiction),
        (false, true) => return Err(Malformed::Nothing),
        _ => {}
    }
    let races = sites
        .into_iter()
        .map(|((name, rule), sites)| race(name, rule, sites))
        .collect::<Result<_, _>>()?;
    Ok(Expectation { races, min_jdk })
}

fn op(word: &str) -> Option<Op> {
    match word {
        "read" => Some(Op::Read),
        "write" => Some(Op::Write),
        _ => None,
    }
}

fn race(name: &str, rule: &'static str, sites: Vec<Site>) -> Result<Race, Malformed> {
    let accesses = <[Site; 2]>::try_from(sites).map_err(|sites| Malformed::Accesses {
        name: name.to_owned(),
        count: sites.len(),
    })?;
    Ok(Race {
        name: name.to_owned(),
        rule,
        accesses,
    })
}

impl Race {
    /// Whether a finding is this race: the same rule and two lines of the program's file with the same
    /// operations, whichever came first.
    pub fn is(&self, finding: &Finding, file: &str) -> bool {
        let mut expected = self.accesses;
        expected.sort();
        let mut found = Vec::new();
        for access in &finding.accesses {
            match access.line {
                Some(line) if access.file.as_deref() == Some(file) => found.push(Site {
                    line,
                    op: access.op,
                }),
                _ => return false,
            }
        }
        found.sort();
        found == expected && finding.rule == self.rule
    }
}

impl fmt::Display for Race {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.accesses;
        write!(f, "{}: {first} and {second}", self.name)
    }
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in line {}", self.op.as_str(), self.line)
    }
}

pub mod tests {
    use super::*;
    use findings::{Access, Location};

    /// The tests of this file; the harness of the litmus programs runs them too.
    pub const ALL: &[(&str, fn())] = &[
        (
            "clean_program_expects_no_race",
            clean_program_expects_no_race,
        ),
        (
            "lines_of_one_name_make_one_race",
            lines_of_one_name_make_one_race,
        ),
        ("both_accesses_on_one_line", both_accesses_on_one_line),
        ("jdk_requirement", jdk_requirement),
        ("unknown_comment_is_refused", unknown_comment_is_refused),
        (
            "lone_or_third_access_is_refused",
            lone_or_third_access_is_refused,
        ),
        (
            "silence_and_contradiction_are_refused",
            silence_and_contradiction_are_refused,
        ),
        (
            "finding_matches_in_either_order",
            finding_matches_in_either_order,
        ),
        (
            "finding_elsewhere_does_not_match",
            finding_elsewhere_does_not_match,
        ),
        ("rule_has_to_match", rule_has_to_match),
    ];

    fn clean_program_expects_no_race() {
        let expected = parse("// Rule: any.\n//! clean\nclass A {}\n").unwrap();
        assert!(expected.races.is_empty());
        assert_eq!(expected.min_jdk, None);
    }

    fn lines_of_one_name_make_one_race() {
        let expected = parse("x = 1; //! race x write\ny = 1; //! race y write\n\nint s = x; //! race x read\ny = 2; //! race y write").unwrap();
        let site = |line, op| Site { line, op };
        assert_eq!(
            expected.races,
            [
                Race {
                    name: "x".to_owned(),
                    rule: DATA_RACE,
                    accesses: [site(1, Op::Write), site(4, Op::Read)]
                },
                Race {
                    name: "y".to_owned(),
                    rule: DATA_RACE,
                    accesses: [site(2, Op::Write), site(5, Op::Write)]
                },
            ]
        );
    }

    fn both_accesses_on_one_line() {
        let expected = parse("\nx++; //! race x read write").unwrap();
        assert_eq!(
            expected.races[0].accesses,
            [(2, Op::Read), (2, Op::Write)].map(|(line, op)| Site { line, op })
        );
    }

    fn jdk_requirement() {
        assert_eq!(parse("//! clean\n//! jdk 21").unwrap().min_jdk, Some(21));
        assert!(parse("//! clean\n//! jdk new").is_err());
    }

    fn unknown_comment_is_refused() {
        for text in [
            "clear",
            "race x",
            "race x wrote",
            "race x read read read",
            "clean yes",
            "containers x read",
        ] {
            let refused = parse(&format!("\n//! {text}")).unwrap_err();
            let text = text.to_owned();
            assert_eq!(refused, Malformed::Comment { line: 2, text });
        }
    }

    fn lone_or_third_access_is_refused() {
        let line = "x = 1; //! race x write\n";
        for count in [1, 3] {
            let name = "x".to_owned();
            let refused = parse(&line.repeat(count)).unwrap_err();
            assert_eq!(refused, Malformed::Accesses { name, count });
        }
    }

    fn silence_and_contradiction_are_refused() {
        assert_eq!(parse("class A {}"), Err(Malformed::Nothing));
        assert_eq!(
            parse("//! clean\nx++; //! race x read write"),
            Err(Malformed::Contradiction)
        );
    }

    fn finding_matches_in_either_order() {
        let race = &parse("x = 1; //! race x write\nint s = x; //! race x read")
            .unwrap()
            .races[0];
        assert!(race.is(&finding([(1, Op::Write), (2, Op::Read)]), "A.java"));
        assert!(race.is(&finding([(2, Op::Read), (1, Op::Write)]), "A.java"));
    }

    fn finding_elsewhere_does_not_match() {
        let race = &parse("x = 1; //! race x write\nint s = x; //! race x read")
            .unwrap()
            .races[0];
        assert!(!race.is(&finding([(1, Op::Write), (2, Op::Read)]), "B.java"));
        assert!(!race.is(&finding([(1, Op::Write), (2, Op::Write)]), "A.java"));
        assert!(!race.is(&finding([(1, Op::Write), (3, Op::Read)]), "A.java"));
    }

    fn rule_has_to_match() {
        let race = &parse("m.put(1, 1); //! container m write\nm.get(1); //! container m read")
            .unwrap()
            .races[0];
        let of_field = finding([(1, Op::Write), (2, Op::Read)]);
        assert!(!race.is(&of_field, "A.java"));
        let location = Location::Container {
            container: "java/util/HashMap".to_owned(),
        };
        let of_container = Finding::data_race(location, of_field.accesses, None);
        assert!(race.is(&of_container, "A.java"));
    }

    fn finding(sites: [(u32, Op); 2]) -> Finding {
        let location = Location::Field {
            class: "A".to_owned(),
            field: "x".to_owned(),
        };
        let accesses = sites.map(|(line, op)| Access {
            op,
            class: "A".to_owned(),
            method: "main".to_owned(),
            descriptor: "()V".to_owned(),
            file: Some("A.java".to_owned()),
            line: Some(line),
            thread: None,
            locks: None,
            stack: None,
            thread_created: None,
        });
        Finding::data_race(location, accesses, None)
    }
}
