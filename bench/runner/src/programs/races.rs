//! The verdicts of people on the races found, and `bench/RACES.md`, which shows both.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use findings::{Access, Document, Finding, Location};
use serde::Deserialize;

use super::declaration::Program;
use crate::Error;
use crate::java;
use crate::redflag;
use crate::results::grouped;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Nothing orders the two accesses.
    Real,
    /// Something orders them that redflag does not know: a bug of redflag.
    False,
    /// A race that the driver has on purpose and that every run must find.
    Seeded,
}

impl Verdict {
    fn as_str(self) -> &'static str {
        match self {
            Verdict::Real => "REAL",
            Verdict::False => "FALSE",
            Verdict::Seeded => "SEEDED",
        }
    }
}

/// A group of findings with one cause. In patterns `*` stands for any text.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judged {
    /// `Account.balance`, or `int[]` for elements; class names as people write them.
    pub location: String,
    /// The methods of the two accesses, as `Account.deposit`, in any order.
    #[serde(default)]
    pub between: Option<[String; 2]>,
    pub verdict: Verdict,
    pub why: String,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verdicts {
    #[serde(default, rename = "race")]
    pub races: Vec<Judged>,
}

impl Verdicts {
    /// Those in the program's `races.toml`; none where it has no such file.
    pub fn read(program: &Program) -> Result<Verdicts, Error> {
        let path = program.directory.join("races.toml");
        if !path.exists() {
            return Ok(Verdicts::default());
        }
        let text = fs::read_to_string(&path).map_err(|source| Error::File {
            path: path.clone(),
            source,
        })?;
        toml::from_str(&text).map_err(|source| Error::Toml { path, source })
    }

    /// The first verdict that is about this finding.
    pub fn on(&self, finding: &Finding) -> Option<&Judged> {
        self.races.iter().find(|judged| judged.is_about(finding))
    }
}

impl Judged {
    fn is_about(&self, finding: &Finding) -> bool {
        if !matches(&self.location, &location(finding)) {
            return false;
        }
        let Some([one, other]) = &self.between else {
            return true;
        };
        let [later, earlier] = finding.accesses.each_ref().map(method);
        (matches(one, &later) && matches(other, &earlier))
            || (matches(one, &earlier) && matches(other, &later))
    }
}

/// Whether `text` is `pattern`, in which `*` stands for any text.
fn matches(pattern: &str, text: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else {
        return pattern == text;
    };
    let Some(tail) = text.strip_prefix(head) else {
        return false;
    };
    let ends = (0..=tail.len()).filter(|&end| tail.is_char_boundary(end));
    ends.into_iter().any(|end| matches(rest, &tail[end..]))
}

pub fn location(finding: &Finding) -> String {
    match &finding.location {
        Location::Field { class, field } => format!("{}.{field}", class.replace('/', ".")),
        Location::Element { array, .. } => array_type(array),
        Location::Container { container } => container.replace('/', "."),
    }
}

/// `[[I` as `int[][]`.
fn array_type(descriptor: &str) -> String {
    findings::array_type(descriptor).replace('/', ".")
}

fn method(access: &Access) -> String {
    format!("{}.{}", access.class.replace('/', "."), access.method)
}

/// `read in a.B.c (B.java:12)`
pub fn place(access: &Access) -> String {
    let file = access.file.as_deref().unwrap_or("unknown source");
    let line = access.line.map_or(String::new(), |line| format!(":{line}"));
    format!(
        "{} in {} ({file}{line})",
        access.op.as_str(),
        method(access)
    )
}

/// Writes `bench/RACES.md` from the programs' verdicts and from what their last runs found.
pub fn record(programs: &[Program]) -> Result<(), Error> {
    let mut text = HEAD.to_owned();
    for program in programs {
        let document = redflag::read_document(&document_file(&program.name)?)?;
        let verdicts = Verdicts::read(program)?;
        write_program(&mut text, program, &document, &verdicts);
    }
    let path = java::in_repository("bench/RACES.md");
    fs::write(&path, text).map_err(|source| Error::File { path, source })
}

const HEAD: &str = "# Races found in real programs

Written by `bench programs && bench races` (`make programs`), from what the last run of each program found and from the verdicts in
`bench/programs/<name>/races.toml`. Interleavings differ, and so do the races that a run meets: a verdict without places below it was
on a race that the last run did not have. The numbers are how often a pair of places was seen to race.

- **REAL**: nothing orders the two accesses. That need not do harm; the text says what may come of it.
- **SEEDED**: the driver has this race on purpose, and every run must find it.
- **FALSE**: something orders them that redflag does not know. A bug.
";

/// Where the findings of a program go.
pub fn document_file(name: &str) -> Result<PathBuf, Error> {
    redflag::json_file(&format!("program-{name}"))
}

fn write_program(text: &mut String, program: &Program, document: &Document, verdicts: &Verdicts) {
    let totals = &document.stats.totals;
    let accesses = redflag::accesses_checked(totals).map_or("not counted".to_owned(), grouped);
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "\n## {}\n\n{} {} findings; {accesses} accesses checked, {} of {} methods skipped.\n",
        program.name,
        program.declaration.about,
        document.findings.len(),
        totals.skipped_methods,
        totals.methods,
    );
    for judged in &verdicts.races {
        let _ = write!(
            text,
            "\n- **{}** `{}`: {}\n",
            judged.verdict.as_str(),
            judged.location,
            judged.why.trim()
        );
        let about_it = |finding: &&Finding| {
            verdicts
                .on(finding)
                .is_some_and(|on| std::ptr::eq(on, judged))
        };
        write_places(text, document.findings.iter().filter(about_it));
    }
    let mut open = document
        .findings
        .iter()
        .filter(|finding| verdicts.on(finding).is_none());
    if let Some(first) = open.next() {
        text.push_str("\n- **NOT JUDGED YET**\n");
        write_places(text, std::iter::once(first).chain(open));
    }
}

fn write_places<'a>(text: &mut String, findings: impl Iterator<Item = &'a Finding>) {
    let mut lines: Vec<String> = findings
        .map(|finding| {
            let [later, earlier] = finding.accesses.each_ref().map(place);
            format!(
                "  - `{}`: {later}, {earlier}: {}\n",
                location(finding),
                finding.count
            )
        })
        .collect();
    lines.sort();
    text.extend(lines);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_text() {
        assert!(matches("a.*.c", "a.b.c"));
        assert!(matches("a.*", "a."));
        assert!(matches("*", ""));
        assert!(matches("*c*", "abcd"));
        assert!(!matches("a.*.c", "a.b.d"));
        assert!(!matches("a.b", "a.bc"));
    }

    #[test]
    fn arrays_are_told_as_people_write_them() {
        assert_eq!(array_type("[[I"), "int[][]");
        assert_eq!(array_type("[Ljava/lang/Object;"), "java.lang.Object[]");
    }

    #[test]
    fn every_verdict_can_be_read() {
        for name in super::super::declaration::all().unwrap() {
            let program = Program::read(&name).unwrap();
            let verdicts = Verdicts::read(&program).unwrap();
            assert!(
                verdicts
                    .races
                    .iter()
                    .all(|race| !race.why.trim().is_empty()),
                "{name}"
            );
        }
    }
}
