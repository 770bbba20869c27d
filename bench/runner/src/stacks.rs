//! How often a race's earlier access is known by its stack, and what it costs to keep stacks for that.

use findings::{Document, Finding};

use crate::Error;
use crate::kernels;
use crate::list::{Kernel, Kind};
use crate::process;
use crate::programs;
use crate::redflag;
use crate::results::{self, Table, grouped};

/// The runtime's counts of stacks that it kept, and of the microseconds that this took.
const KEPT: &str = "kept_stacks";
const MICROS: &str = "kept_stacks_micros";

/// A racy program of ours.
const RACY: &str = "Racy";

#[derive(clap::Args)]
pub struct Options {
    /// How many times to run the racy program
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Only the documents of these programs; the tables are then printed, not recorded
    #[arg(value_name = "NAME")]
    names: Vec<String>,
}

pub fn measure(options: &Options) -> Result<(), Error> {
    let mut shares = Table::new(&["program", "findings", "with the earlier stack", "share"]);
    let mut all = Share::default();
    for (name, file) in programs::documents(&options.names)? {
        let share = Share::of(&redflag::read_document(&file)?);
        shares.row(share.cells(name));
        all.add(&share);
    }
    shares.row(all.cells("all".to_owned()));
    let body = format!("{shares}\n{}", cost(options.runs)?);
    println!("{body}");
    if options.names.is_empty() {
        let command = format!("bench stacks --runs {}", options.runs);
        results::record("stacks", &command, &body)?;
    }
    Ok(())
}

/// Findings, and those of them that have both stacks.
#[derive(Default)]
struct Share {
    findings: u64,
    with_stack: u64,
}

impl Share {
    fn of(document: &Document) -> Share {
        let has_stack = |it: &&Finding| it.accesses[1].stack.is_some();
        Share {
            findings: document.findings.len() as u64,
            with_stack: document.findings.iter().filter(has_stack).count() as u64,
        }
    }

    fn add(&mut self, other: &Share) {
        self.findings += other.findings;
        self.with_stack += other.with_stack;
    }

    fn cells(&self, name: String) -> Vec<String> {
        let share = 100.0 * self.with_stack as f64 / self.findings as f64;
        vec![
            name,
            self.findings.to_string(),
            self.with_stack.to_string(),
            match self.findings {
                0 => "-".to_owned(),
                _ => format!("{share:.0} %"),
            },
        ]
    }
}

/// The racy program's runs, and what keeping stacks took of them by the runtime's own clock.
fn cost(runs: u32) -> Result<Table, Error> {
    let classes = kernels::compile()?;
    let racy = Kernel {
        kind: Kind::Other,
        name: RACY.to_owned(),
        arguments: Vec::new(),
    };
    let json = redflag::json_file(RACY)?;
    let base = kernels::command(&racy, &classes, &[]);
    let mut table = Table::new(&[
        "racy program, by run",
        "ms",
        "findings",
        "with the earlier stack",
        "stacks kept",
        "ms for these",
    ]);
    for run in 1..=runs {
        eprintln!("{RACY}: run {run} of {runs}");
        let mut tool = redflag::run(&json, &["--max-reports", "0"], &base);
        let outcome = process::run(&mut tool)?;
        outcome.expect_status(&tool, findings::run::DEFAULT_EXIT_CODE)?;
        let document = redflag::read_document(&json)?;
        let share = Share::of(&document);
        let count = |name| document.stats.totals.counters.get(name).copied();
        table.row(vec![
            run.to_string(),
            outcome.elapsed.as_millis().to_string(),
            share.findings.to_string(),
            share.with_stack.to_string(),
            count(KEPT).map_or("-".to_owned(), grouped),
            count(MICROS).map_or("-".to_owned(), |it| format!("{:.1}", it as f64 / 1000.0)),
        ]);
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_all_findings() {
        let cells = |findings, with_stack| {
            let share = Share {
                findings,
                with_stack,
            };
            share.cells("h2".to_owned())
        };
        assert_eq!(cells(8, 6), ["h2", "8", "6", "75 %"]);
        assert_eq!(cells(0, 0), ["h2", "0", "0", "-"]);
    }
}
