//! The kernels: with and without redflag by turns, medians, and a table.

use std::path::Path;
use std::process::Command;

use crate::Error;
use crate::heap;
use crate::java;
use crate::process::{self, Outcome};
use crate::redflag;
use crate::results::{self, Row};

const KERNELS: &[&str] = &["Objects", "Arrays", "Locks"];

#[derive(clap::Args)]
pub struct Options {
    /// How many times to run each kernel with and without redflag
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Also find the smallest -Xmx with which each kernel completes (slow)
    #[arg(long)]
    heap: bool,
    /// Run this kernel alone, and print the table without recording it
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
}

pub fn measure(options: &Options) -> Result<(), Error> {
    let kernels = chosen(options.only.as_deref())?;
    let classes = java::compile("bench/kernels", "kernels")?;
    let mut rows = Vec::new();
    for name in kernels {
        rows.push(measure_kernel(name, &classes, options)?);
    }
    let table = results::table(&rows);
    println!("{table}");
    if options.only.is_some() {
        return Ok(());
    }
    let heap = if options.heap { " --heap" } else { "" };
    results::record(
        &format!("bench kernels --runs {}{heap}", options.runs),
        &table,
    )
}

fn chosen(only: Option<&str>) -> Result<Vec<&'static str>, Error> {
    let Some(name) = only else {
        return Ok(KERNELS.to_vec());
    };
    match KERNELS.iter().find(|kernel| **kernel == name) {
        Some(kernel) => Ok(vec![kernel]),
        None => Err(Error::NoKernel {
            name: name.to_owned(),
            known: KERNELS.join(", "),
        }),
    }
}

/// `java <options> -cp <classes> <kernel>`
pub fn command(kernel: &str, classes: &Path, options: &[String]) -> Command {
    let mut java = Command::new(java::jdk_tool("java"));
    java.args(options).arg("-cp").arg(classes).arg(kernel);
    java
}

/// What a kernel printed, and what it took.
struct Run {
    millis: u64,
    result: i64,
    peak_rss_kib: u64,
}

fn measure_kernel(name: &'static str, classes: &Path, options: &Options) -> Result<Row, Error> {
    let json = redflag::json_file(name)?;
    let mut base = command(name, classes, &[]);
    let mut tool = redflag::run(&json, &["--checks", "all"], &base);
    let mut counting = redflag::run(&json, &["--stats"], &base);

    let mut base_runs = Vec::new();
    let mut tool_runs = Vec::new();
    for turn in 1..=options.runs {
        eprintln!("{name}: run {turn} of {}", options.runs);
        base_runs.push(run(name, &mut base)?);
        tool_runs.push(run(name, &mut tool)?);
    }
    eprintln!("{name}: counting accesses");
    let counted = run(name, &mut counting)?;
    let document = redflag::read_document(&json)?;

    let result = base_runs[0].result;
    for other in base_runs.iter().chain(&tool_runs).chain([&counted]) {
        if other.result != result {
            return Err(Error::Result {
                program: name.to_owned(),
                expected: result,
                found: other.result,
            });
        }
    }
    let smallest_heap = if options.heap {
        Some(heap::smallest(name, classes, result)?)
    } else {
        None
    };
    Ok(Row {
        program: name,
        base_millis: median(&base_runs, |run| run.millis),
        tool_millis: median(&tool_runs, |run| run.millis),
        accesses: redflag::accesses_checked(&document.stats.totals),
        base_rss_kib: median(&base_runs, |run| run.peak_rss_kib),
        tool_rss_kib: median(&tool_runs, |run| run.peak_rss_kib),
        smallest_heap,
    })
}

/// The kernels have no races, so any status but 0 is an error, a report of one included.
fn run(name: &str, command: &mut Command) -> Result<Run, Error> {
    let outcome = process::run_successfully(command)?;
    Ok(Run {
        millis: printed(name, &outcome, "time-ms")?,
        result: printed(name, &outcome, "result")?,
        peak_rss_kib: outcome.peak_rss_kib,
    })
}

/// The number in the line `<key> <number>` of a kernel's output.
pub fn printed<T: std::str::FromStr>(
    name: &str,
    outcome: &Outcome,
    key: &'static str,
) -> Result<T, Error> {
    let number = |line: &str| line.strip_prefix(key)?.trim().parse().ok();
    outcome
        .stdout
        .lines()
        .find_map(number)
        .ok_or_else(|| Error::NoLine {
            program: name.to_owned(),
            key,
            output: outcome.stdout.clone(),
        })
}

/// The middle value; of an even number of runs, the upper of the two in the middle.
fn median(runs: &[Run], value: impl Fn(&Run) -> u64) -> u64 {
    let mut values: Vec<u64> = runs.iter().map(value).collect();
    values.sort_unstable();
    values[values.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_not_moved_by_an_outlier() {
        let runs = [7, 5, 6000].map(|millis| Run {
            millis,
            result: 0,
            peak_rss_kib: 0,
        });
        assert_eq!(median(&runs, |run| run.millis), 7);
    }

    #[test]
    fn an_unknown_kernel_is_named_with_the_known_ones() {
        assert_eq!(chosen(Some("Locks")).unwrap(), ["Locks"]);
        let error = chosen(Some("Lock")).unwrap_err().to_string();
        assert!(
            error.contains("Lock:") && error.contains("Objects"),
            "{error}"
        );
    }
}
