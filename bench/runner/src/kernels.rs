//! The kernels' time: with and without redflag by turns, medians, and the mean.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::Error;
use crate::java;
use crate::list::{self, Kernel};
use crate::process::{self, Outcome};
use crate::redflag;
use crate::results::{self, Table};

/// A run under redflag that takes so many times as long as the kernel alone is ended, and shown as such.
const PATIENCE: u32 = 150;

/// Milliseconds that a kernel alone must take after its warm-up, or its time says little.
const LONG_ENOUGH: u64 = 2000;

/// In milliseconds.
const WARM_UP: u32 = 3000;

#[derive(clap::Args)]
pub struct Options {
    /// How many times to run each kernel with and without redflag
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub runs: u32,
    /// Only these kernels; the table is then printed, not recorded
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
}

impl Options {
    /// Prints the section, and records it if it is of all kernels.
    pub fn publish(&self, section: &str, body: &str) -> Result<(), Error> {
        println!("{body}");
        if !self.names.is_empty() {
            return Ok(());
        }
        results::record(
            section,
            &format!("bench {section} --runs {}", self.runs),
            body,
        )
    }
}

/// What a kernel printed, and what it took.
struct Run {
    millis: u64,
    result: i64,
    peak_rss_kib: u64,
}

/// The medians of a kernel's runs.
pub struct Times {
    pub base_millis: u64,
    base_rss_kib: u64,
    /// `None` if redflag was too slow to wait for.
    tool: Option<ToolTimes>,
}

struct ToolTimes {
    millis: u64,
    rss_kib: u64,
}

pub fn measure(options: &Options) -> Result<(), Error> {
    let kernels = list::kernels(&options.names)?;
    let classes = compile()?;
    let mut table = Table::new(&[
        "program",
        "kind",
        "base s",
        "redflag s",
        "time / base",
        "at most",
        "base MiB",
        "redflag MiB",
    ]);
    let mut ratios = Vec::new();
    for kernel in &kernels {
        let kernel = &long_enough(kernel, &classes, LONG_ENOUGH)?;
        let times = time(kernel, &classes, &[], options.runs)?;
        if kernel.kind.is_compute_bound() {
            ratios.push(times.ratio());
        }
        table.row(cells(kernel, &times));
    }
    let body = format!("{table}\n{}\n", mean_overhead(&ratios));
    options.publish("kernels", &body)
}

fn cells(kernel: &Kernel, times: &Times) -> Vec<String> {
    let limit = kernel.kind.limit();
    vec![
        kernel.name.clone(),
        kernel.kind.name().to_owned(),
        format!("{:.2}", seconds(times.base_millis)),
        times.tool.as_ref().map_or_else(
            || "not awaited".to_owned(),
            |tool| format!("{:.2}", seconds(tool.millis)),
        ),
        times.ratio_text(),
        limit.map_or("-".to_owned(), |limit| format!("{limit}x")),
        (times.base_rss_kib / 1024).to_string(),
        times
            .tool
            .as_ref()
            .map_or("?".to_owned(), |tool| (tool.rss_kib / 1024).to_string()),
    ]
}

fn seconds(millis: u64) -> f64 {
    millis as f64 / 1000.0
}

fn mean_overhead(ratios: &[Option<f64>]) -> String {
    let known: Vec<f64> = ratios.iter().flatten().copied().collect();
    let mut text = match results::geometric_mean(&known) {
        None => "No compute-bound program was measured.".to_owned(),
        Some(mean) => format!(
            "Geometric mean of time / base over the {} compute-bound programs: {mean:.2}, so the mean overhead is {:.2}.",
            known.len(),
            mean - 1.0
        ),
    };
    if known.len() < ratios.len() {
        text += &format!(
            " It lacks {} that took more than {PATIENCE} times as long.",
            ratios.len() - known.len()
        );
    }
    text
}

/// The kernel, warmed up, with so many rounds that it takes at least `millis` on this machine.
pub fn long_enough(kernel: &Kernel, classes: &Path, millis: u64) -> Result<Kernel, Error> {
    let kernel = kernel.with("warm-up", WARM_UP);
    let mut rounds = 1;
    loop {
        let tried = kernel.with("rounds", rounds);
        let outcome = process::run_successfully(&mut command(&tried, classes, &[]))?;
        let took = Run::of(&kernel.name, &outcome)?.millis;
        if took >= millis {
            return Ok(tried);
        }
        rounds = more_rounds(rounds, took, millis);
    }
}

/// A quarter more than seems necessary, as times vary.
fn more_rounds(rounds: u32, took: u64, wanted: u64) -> u32 {
    let more = u64::from(rounds) * wanted * 5 / 4 / took.max(1);
    u32::try_from(more).unwrap_or(u32::MAX).max(rounds + 1)
}

impl Times {
    pub fn ratio(&self) -> Option<f64> {
        let tool = self.tool.as_ref()?;
        Some(tool.millis as f64 / self.base_millis.max(1) as f64)
    }

    pub fn ratio_text(&self) -> String {
        match self.ratio() {
            Some(ratio) => results::times(ratio),
            None => format!("over {PATIENCE}x"),
        }
    }
}

pub fn compile() -> Result<std::path::PathBuf, Error> {
    java::compile("bench/kernels", "kernels")
}

/// `java <options> -cp <classes> <kernel> <arguments>`
pub fn command(kernel: &Kernel, classes: &Path, options: &[String]) -> Command {
    let mut java = Command::new(java::jdk_tool("java"));
    java.args(options).arg("-cp").arg(classes);
    java.arg(&kernel.name).args(&kernel.arguments);
    java
}

/// Runs the kernel by turns without redflag and with it. All runs must have the same result, and no race.
pub fn time(
    kernel: &Kernel,
    classes: &Path,
    jvm_options: &[String],
    runs: u32,
) -> Result<Times, Error> {
    let name = &kernel.name;
    let json = redflag::json_file(name)?;
    let mut base = command(kernel, classes, jvm_options);
    let mut tool = redflag::run(&json, &["--checks", "all"], &base);

    let mut base_runs = Vec::new();
    let mut tool_runs = Vec::new();
    let mut awaited = true;
    for turn in 1..=runs {
        eprintln!(
            "{name} {}: run {turn} of {runs}",
            kernel.arguments.join(" ")
        );
        let outcome = process::run_successfully(&mut base)?;
        let limit = outcome.elapsed * PATIENCE + Duration::from_secs(10);
        base_runs.push(Run::of(name, &outcome)?);
        if awaited {
            match run_within(name, &mut tool, limit)? {
                Some(run) => tool_runs.push(run),
                None => awaited = false,
            }
        }
    }
    let expected = base_runs[0].result;
    for run in base_runs.iter().chain(&tool_runs) {
        expect_result(name, expected, run.result)?;
    }
    Ok(Times {
        base_millis: median(&base_runs, |run| run.millis),
        base_rss_kib: median(&base_runs, |run| run.peak_rss_kib),
        tool: awaited.then(|| ToolTimes {
            millis: median(&tool_runs, |run| run.millis),
            rss_kib: median(&tool_runs, |run| run.peak_rss_kib),
        }),
    })
}

/// The kernels have no races, so any status but 0 is an error, a report of one included.
fn run_within(name: &str, command: &mut Command, limit: Duration) -> Result<Option<Run>, Error> {
    let outcome = process::run_within(command, limit)?;
    if outcome.timed_out {
        return Ok(None);
    }
    outcome.expect_status(command, 0)?;
    Run::of(name, &outcome).map(Some)
}

impl Run {
    fn of(name: &str, outcome: &Outcome) -> Result<Run, Error> {
        Ok(Run {
            millis: printed(name, outcome, "time-ms")?,
            result: result(name, outcome)?,
            peak_rss_kib: outcome.peak_rss_kib,
        })
    }
}

/// The checksum that a kernel printed.
pub fn result(name: &str, outcome: &Outcome) -> Result<i64, Error> {
    printed(name, outcome, "result")
}

pub fn expect_result(name: &str, expected: i64, found: i64) -> Result<(), Error> {
    if found == expected {
        return Ok(());
    }
    Err(Error::Result {
        program: name.to_owned(),
        expected,
        found,
    })
}

/// The number in the line `<key> <number>` of a kernel's output.
fn printed<T: std::str::FromStr>(
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

    fn times(base_millis: u64, tool_millis: Option<u64>) -> Times {
        Times {
            base_millis,
            base_rss_kib: 50 << 10,
            tool: tool_millis.map(|millis| ToolTimes {
                millis,
                rss_kib: 100 << 10,
            }),
        }
    }

    fn kernel() -> Kernel {
        Kernel {
            kind: list::Kind::Lock,
            name: "Locks".to_owned(),
            arguments: Vec::new(),
        }
    }

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
    fn rounds_grow_until_they_take_long_enough() {
        assert_eq!(more_rounds(10, 250, 2000), 100);
        assert_eq!(more_rounds(10, 1999, 2000), 12);
        assert_eq!(more_rounds(1, 1999, 2000), 2);
        assert_eq!(more_rounds(7, 0, 2000), 17_500);
    }

    #[test]
    fn a_row_tells_times_goal_and_memory() {
        let row = cells(&kernel(), &times(2000, Some(5000)));
        let expected = ["Locks", "lock", "2.00", "5.00", "2.5x", "2x", "50", "100"];
        assert_eq!(row, expected);
    }

    #[test]
    fn what_is_too_slow_is_marked() {
        let row = cells(&kernel(), &times(2000, None));
        assert_eq!(row[2..5], ["2.00", "not awaited", "over 150x"]);
        let text = mean_overhead(&[Some(2.0), Some(8.0), None]);
        assert!(text.contains("overhead is 3.00"), "{text}");
        assert!(text.contains("lacks 1"), "{text}");
    }
}
