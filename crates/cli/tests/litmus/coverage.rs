//! `litmus/COVERAGE.md` names the programs of every rule, racy and clean ones: does it name those that exist, and does it say why where
//! there are none?

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::program::{Error, Program};

const HEAD: [&str; 4] = ["what", "rule", "racy", "clean"];

/// A program's name, and whether nothing is to be reported in it.
type Entry = (String, bool);

/// What is wrong with the table, and what it and the programs disagree about.
pub fn difference(root: &Path, programs: &[Program]) -> Result<Option<String>, Error> {
    let path = root.join("COVERAGE.md");
    let table = fs::read_to_string(&path).map_err(Error::io(&path))?;
    let programs = programs
        .iter()
        .map(|it| (it.name.clone(), it.expectation.races.is_empty()))
        .collect();
    let text = malformed(&table) + &compare(&named(&table), &programs);
    Ok((!text.is_empty()).then_some(text))
}

/// The cells of a line, if it is one of a table.
fn row(line: &str) -> Option<Vec<&str>> {
    let cells = line.strip_prefix('|')?.strip_suffix('|')?;
    Some(cells.split('|').map(str::trim).collect())
}

/// The programs that a cell names; none if it says why there are none.
fn programs(cell: &str) -> impl Iterator<Item = &str> {
    let cell = if reason(cell).is_some() { "" } else { cell };
    cell.split('`').skip(1).step_by(2)
}

/// Why a cell names no program.
fn reason(cell: &str) -> Option<&str> {
    cell.strip_prefix("none: ")
}

/// Rows without four cells, and cells that say nothing.
fn malformed(table: &str) -> String {
    let told = |cell| reason(cell).is_some() || programs(cell).next().is_some();
    let mut text = String::new();
    let mut number = 0;
    for line in table.lines() {
        let Some(row) = row(line) else {
            number = 0;
            continue;
        };
        let is_well = match (number, row.as_slice()) {
            (0, head) => head == HEAD,
            (1, ruler) => ruler == ["---"; 4],
            (_, [what, rule, racy, clean]) => {
                !what.is_empty() && !rule.is_empty() && told(racy) && told(clean)
            }
            _ => false,
        };
        if !is_well {
            let _ = writeln!(
                text,
                "a cell has neither a program nor `none: REASON`: {line}"
            );
        }
        number += 1;
    }
    text
}

/// The programs that the table's columns `racy` and `clean` name.
fn named(table: &str) -> BTreeSet<Entry> {
    let mut named = BTreeSet::new();
    for row in table.lines().filter_map(row) {
        for (cell, is_clean) in row.iter().skip(2).zip([false, true]) {
            named.extend(programs(cell).map(|name| (name.to_owned(), is_clean)));
        }
    }
    named
}

fn compare(named: &BTreeSet<Entry>, programs: &BTreeSet<Entry>) -> String {
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
    text
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
        ("empty_cells_are_told", empty_cells_are_told),
    ];

    fn entry(name: &str, is_clean: bool) -> Entry {
        (name.to_owned(), is_clean)
    }

    fn names_are_read_by_column() {
        let table = "text `a::No`\n| what | rule | racy | clean |\n|---|---|---|---|\n\
                     | x | `r.toml` | `a::One` `a::Two` | `a::Three` |\n| y | none | none: `why` | `b::Four` |\n";
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
        assert_eq!(compare(&one, &one), "");
        assert_eq!(
            compare(&one, &other),
            "named as racy, but no such program: a::One\nclean program, not named as such: a::One\n"
        );
    }

    fn empty_cells_are_told() {
        let ruled = "| what | rule | racy | clean |\n|---|---|---|---|\n";
        let full = format!("{ruled}| x | r | `a::One` | none: no edge |\n\n{ruled}");
        assert_eq!(malformed(&full), "");
        for row in [
            "| x | r | `a::One` |  |",
            "| x | r | `a::One` | none: |",
            "| x | r | some | `a::One` |",
            "| x |  | `a::One` | `a::Two` |",
            "| x | r | `a::One` |",
        ] {
            let told = malformed(&format!("{full}{row}\n"));
            assert_eq!(told.lines().count(), 1, "{told}");
            assert!(told.ends_with(&format!("{row}\n")), "{told}");
        }
        assert_eq!(malformed("| what | rule |  |  |\n").lines().count(), 1);
    }
}
