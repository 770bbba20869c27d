//! The smallest heap with which a kernel completes, by bisection.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::Error;
use crate::kernels::{self, EXTREMES};
use crate::list::{self, Kernel};
use crate::process;
use crate::redflag;
use crate::results::{self, Table};

/// No kernel needs more than this, in MiB.
const LARGEST: u64 = 4096;

/// A JVM with a little too small a heap collects garbage all the time instead of ending. A run that
/// takes so many times longer than one with enough heap counts as not completed.
const PATIENCE: u32 = 5;

/// Even with the largest heap nobody waits longer.
const LONGEST: Duration = Duration::from_secs(600);

/// Two rounds show what is garbage after the first.
const ROUNDS: u32 = 2;

#[derive(clap::Args)]
pub struct Options {
    /// Only these kernels; the table is then printed, not recorded
    #[arg(value_name = "NAME")]
    names: Vec<String>,
}

pub fn measure(options: &Options) -> Result<(), Error> {
    let kernels = list::kernels(&options.names)?;
    let classes = kernels::compile()?;
    let mut heads = vec!["program".to_owned(), "base".to_owned()];
    heads.extend(EXTREMES.map(str::to_owned));
    heads.extend(EXTREMES.map(|mode| format!("{mode} / base")));
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let mut table = Table::new(&heads);
    let mut ratios = EXTREMES.map(|_| Vec::new());
    for kernel in &kernels {
        let kernel = kernel.with("warm-up", 0).with("rounds", ROUNDS);
        let (base, tools) = smallest(&kernel, &classes)?;
        let mib = |heap: Option<u64>| heap.map_or("none".to_owned(), |mib| format!("{mib} MiB"));
        let mut row = vec![kernel.name.clone(), mib(base)];
        row.extend(tools.iter().map(|&tool| mib(tool)));
        for (tool, of_mode) in tools.into_iter().zip(&mut ratios) {
            let ratio = base.zip(tool).map(|(base, tool)| tool as f64 / base as f64);
            of_mode.extend(ratio);
            row.push(ratio.map_or("?".to_owned(), results::times));
        }
        table.row(row);
    }
    let means = EXTREMES.iter().zip(&ratios).map(|(mode, ratios)| {
        let mean = results::geometric_mean(ratios).map_or("?".to_owned(), results::times);
        format!("`{mode}` {mean}")
    });
    let means: Vec<String> = means.collect();
    let body = format!("{table}\nGeometric means: {}.\n", means.join(", "));
    println!("{body}");
    if options.names.is_empty() {
        results::record("memory", "bench memory", &body)?;
    }
    Ok(())
}

/// In MiB of `-Xmx`, without redflag and with it in each mode; `None` where even [`LARGEST`] was too small.
fn smallest(kernel: &Kernel, classes: &Path) -> Result<(Option<u64>, Vec<Option<u64>>), Error> {
    let name = &kernel.name;
    let json = redflag::json_file(&format!("{name}-heap"))?;
    let outcome = process::run_successfully(&mut kernels::command(kernel, classes, &[]))?;
    let result = kernels::result(name, &outcome)?;
    let base = search(name, result, |mib| {
        let command = kernels::command(kernel, classes, &[format!("-Xmx{mib}m")]);
        (command, None)
    })?;
    let in_mode = |mode: &&str| {
        search(name, result, |mib| {
            let java = kernels::command(kernel, classes, &[format!("-Xmx{mib}m")]);
            // The limit under test is the JVM's own.
            let options = ["--checks", mode, "--heap-factor", "1"];
            let command = redflag::run(&json, &options, &java);
            (command, Some(json.as_path()))
        })
    };
    let tools = EXTREMES.iter().map(in_mode).collect::<Result<_, _>>()?;
    Ok((base, tools))
}

/// `command` makes the command for so many MiB, and says where its document goes, if it writes one.
fn search<'a>(
    kernel: &str,
    result: i64,
    command: impl Fn(u64) -> (Command, Option<&'a Path>),
) -> Result<Option<u64>, Error> {
    let try_heap = |mib: u64, limit: Duration| {
        let (mut command, document) = command(mib);
        let completed = completes(kernel, &mut command, document, result, limit)?;
        let verdict = if completed.is_some() {
            "enough"
        } else {
            "too small"
        };
        eprintln!("{kernel}: -Xmx{mib}m is {verdict}");
        Ok(completed)
    };
    let Some(elapsed) = try_heap(LARGEST, LONGEST)? else {
        return Ok(None);
    };
    let limit = elapsed * PATIENCE;
    bisect(LARGEST, |mib| Ok(try_heap(mib, limit)?.is_some())).map(Some)
}

/// The smallest number, to within a twentieth, that `is_enough`, where `enough` is and 1 is not.
fn bisect(
    mut enough: u64,
    mut is_enough: impl FnMut(u64) -> Result<bool, Error>,
) -> Result<u64, Error> {
    let mut too_small = 1;
    while enough - too_small > (enough / 20).max(1) {
        // The geometric mean: heaps differ by factors.
        let middle = (enough * too_small)
            .isqrt()
            .clamp(too_small + 1, enough - 1);
        if is_enough(middle)? {
            enough = middle;
        } else {
            too_small = middle;
        }
    }
    Ok(enough)
}

/// How long the run took, if it ended within `limit`, with the right result, and checked to its end.
fn completes(
    kernel: &str,
    command: &mut Command,
    document: Option<&Path>,
    result: i64,
    limit: Duration,
) -> Result<Option<Duration>, Error> {
    let outcome = process::run_within(command, limit)?;
    if outcome.timed_out || !outcome.status.success() {
        return Ok(None);
    }
    if kernels::result(kernel, &outcome)? != result {
        return Ok(None);
    }
    // When memory runs short redflag stops checking so that the program can go on.
    let checked_to_the_end = match document {
        Some(path) => redflag::read_document(path)?.stats.stopped.is_empty(),
        None => true,
    };
    Ok(checked_to_the_end.then_some(outcome.elapsed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bisection_ends_at_the_smallest_that_is_enough() {
        for needed in [2, 3, 10, 19] {
            let found = bisect(LARGEST, |mib| Ok(mib >= needed)).unwrap();
            assert_eq!(found, needed);
        }
        let found = bisect(LARGEST, |mib| Ok(mib >= 700)).unwrap();
        assert!((700..=735).contains(&found), "{found}");
    }
}
