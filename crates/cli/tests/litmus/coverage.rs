//! `litmus/COVERAGE.md` names the programs of every rule, racy and clean ones: does it name those that exist?

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::program::{Error, Program};

/// A program's name, and whether nothing is to be reported in it.
type Entry = (String, bool);

/// What the table and the programs disagree about, if anything.
pub fn difference(root: &Path, programs: &[Program]) -> Result<Option<String>, Error> {
    let path = root.join("COVERAGE.md");
    let table = fs::read_to_string(&path).map_err(Error::io(&path))?;
    let programs = programs
        .iter()
        .map(|it| (it.name.clone(), it.expectation.races.is_empty()))
        .collect();
    Ok(compare(&named(&table), &programs))
}

/// The programs that the table's columns `racy` and `clean` name.
fn named(table: &str) -> BTreeSet<Entry> {
    let mut named = BTreeSet::new();
    for line in table.lines().filter(|line| line.starts_with('|')) {
        let mut cells = line.split('|').skip(3);
        for is_clean in [false, true] {
            let names = cells
                .next()
                .unwrap_or_default()
                .split('`')
                .skip(1)
                .step_by(2);
            named.extend(names.map(|name| (name.to_owned(), is_clean)));
        }
    }
    named
}

fn compare(named: &BTreeSet<Entry>, programs: &BTreeSet<Entry>) -> Option<String> {
    let kind = |is_clean: &bool| if *is_clean { "clean" } else { "racy" };
    let mut text = String::new();
    for (name, is_clean) in named.difference(programs) {
        let _ = writeln!(
            text,
            "named as {}, but no such program: {name}",
            kind(is_clean)
        );
    }
    for (name, is_clean) in programs.difference(named) {
        let _ = writeln!(
            text,
            "{} program, not named as such: {name}",
            kind(is_clean)
        );
    }
    (!text.is_empty()).then_some(text)
}

pub mod tests {
    use super::*;

    /// The tests of this file; the harness of the litmus programs runs them too.
    pub const ALL: &[(&str, fn())] = &[
        ("names_are_read_by_column", names_are_read_by_column),
        (
            "differences_are_told_both_ways",
            differences_are_told_both_ways,
        ),
    ];

    fn entry(name: &str, is_clean: bool) -> Entry {
        (name.to_owned(), is_clean)
    }

    fn names_are_read_by_column() {
        let table = "text `a::No`\n| what | rule | racy | clean |\n|---|---|---|---|\n\
                     | x | `r.toml` | `a::One` `a::Two` | `a::Three` |\n| y | none | | `b::Four` |\n";
        let expected = [
            entry("a::One", false),
            entry("a::Three", true),
            entry("a::Two", false),
            entry("b::Four", true),
        ];
        assert_eq!(named(table).into_iter().collect::<Vec<_>>(), expected);
    }

    fn differences_are_told_both_ways() {
        let one = BTreeSet::from([entry("a::One", false), entry("a::Two", true)]);
        let other = BTreeSet::from([entry("a::One", true), entry("a::Two", true)]);
        assert_eq!(compare(&one, &one), None);
        assert_eq!(
            compare(&one, &other).unwrap(),
            "named as racy, but no such program: a::One\nclean program, not named as such: a::One\n"
        );
    }
}
