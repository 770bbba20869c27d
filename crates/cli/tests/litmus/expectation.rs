//! What a litmus program says of itself, in comments that begin with `//!`:
//!
//! ```java
//! //! clean                      nothing may be reported
//! //! jdk 21                     needs at least this JDK
//! box.value = 1; //! race v write        one access of the expected finding `v`
//! shared++;      //! race s read write   both accesses of `s`
//! map.put(1, 2); //! container m write   one call of the expected container race `m`
//! box.wide = 1;  //! race w write tears  the report of `w` says that its value may be seen half written
//! ```
//!
//! A program that says `tears` of one of its races says it of all that do.

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
    /// Whether the report says that the value may be seen half written; `None` if the program is not about that.
    pub tears: Option<bool>,
}

/// What has been read of a race so far.
#[derive(Default)]
struct Comments {
    sites: Vec<Site>,
    tears: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Site {
    pub line: u32,
    pub op: Op,
}

#[derive(Debug, Error, PartialEq, Eq)]
pub enum Malformed {
    #[error(
        "line {line}: `//! {text}` is none of `clean`, `jdk N`, `race NAME OP`, `race NAME OP OP`, the same with `tears` at its end, or `container` for `race`"
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
    let mut races: BTreeMap<(&str, &'static str), Comments> = BTreeMap::new();
    for (line, text) in (1..).zip(source.lines()) {
        let Some((_, comment)) = text.split_once(MARK) else {
            continue;
        };
        let mut words: Vec<&str> = comment.split_whitespace().collect();
        let tears = words.pop_if(|word| *word == "tears").is_some();
        let malformed = || Malformed::Comment {
            line,
            text: comment.trim().to_owned(),
        };
        match words.as_slice() {
            ["clean"] if !tears => clean = true,
            ["jdk", version] if !tears => {
                min_jdk = Some(version.parse().map_err(|_| malformed())?);
            }
            [rule, name, ops @ ..] if matches!(ops.len(), 1 | 2) => {
                let rule = match *rule {
                    "race" => DATA_RACE,
                    "container" => CONTAINER_RACE,
                    _ => return Err(malformed()),
                };
                let race = races.entry((name, rule)).or_default();
                race.tears |= tears;
                for word in ops {
                    let op = op(word).ok_or_else(malformed)?;
                    race.sites.push(Site { line, op });
                }
            }
            _ => return Err(malformed()),
        }
    }
    match (clean, races.is_empty()) {
        (true, false) => return Err(Malformed::Contradiction),
        (false, true) => return Err(Malformed::Nothing),
        _ => {}
    }
    let about_tearing = races.values().any(|comments| comments.tears);
    let races = races
        .into_iter()
        .map(|((name, rule), comments)| {
            let tears = about_tearing.then_some(comments.tears);
            race(name, rule, comments.sites, tears)
        })
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

fn race(
    name: &str,
    rule: &'static str,
    sites: Vec<Site>,
    tears: Option<bool>,
) -> Result<Race, Malformed> {
    let accesses = <[Site; 2]>::try_from(sites).map_err(|sites| Malformed::Accesses {
        name: name.to_owned(),
        count: sites.len(),
    })?;
    Ok(Race {
        name: name.to_owned(),
        rule,
        accesses,
        tears,
    })
}

impl Race {
    /// Whether a finding is this race: the same rule and two lines of the program's file with the same
    /// operations, whichever came first, and said to tear or not, if that is asked.
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
        let note = finding.note.as_deref().unwrap_or_default();
        let said_to_tear = note.contains("half written");
        found == expected
            && finding.rule == self.rule
            && self.tears.is_none_or(|tears| tears == said_to_tear)
    }
}

impl fmt::Display for Race {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.accesses;
        let tears = match self.tears {
            Some(true) => ", which tears",
            Some(false) => ", which does not tear",
            None => "",
        };
        write!(f, "{}: {first} and {second}{tears}", self.name)
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
        ("note_of_tearing_has_to_match", note_of_tearing_has_to_match),
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
                    accesses: [site(1, Op::Write), site(4, Op::Read)],
                    tears: None,
                },
                Race {
                    name: "y".to_owned(),
                    rule: DATA_RACE,
                    accesses: [site(2, Op::Write), site(5, Op::Write)],
                    tears: None,
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
            "clean tears",
            "race x tears",
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

    fn note_of_tearing_has_to_match() {
        let quiet = finding([(1, Op::Write), (1, Op::Read)]);
        let mut noted = quiet.clone();
        noted.note = Some("it may be seen half written".to_owned());
        let first = |text: &str| parse(text).unwrap().races.remove(0);
        let told = |race: Race| [&quiet, &noted].map(|finding| race.is(finding, "A.java"));
        let other = "\ny++; //! race y read write";
        let line = "x++; //! race x read write";
        assert_eq!(told(first(&format!("{line}{other}"))), [true, true]);
        assert_eq!(told(first(&format!("{line} tears{other}"))), [false, true]);
        assert_eq!(told(first(&format!("{line}{other} tears"))), [true, false]);
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
