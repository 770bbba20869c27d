//! The kernels' time: with and without redflag by turns, medians, and the mean.

use std::fmt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::Error;
use crate::java;
use crate::list::{self, Kernel};
use crate::process::{self, Outcome};
use crate::redflag;
use crate::results::{self, Table};

/// A run under redflag that takes longer is ended, and shown as such.
const PATIENCE: Duration = Duration::from_secs(600);

/// Rounds that the table of times is made of, with redflag and without.
pub const PACE: Pace = Pace {
    warm_up_millis: 5000,
    millis: 2500,
};

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

/// How long a kernel repeats its rounds: to get warm, and then to be measured. Both are at least one round.
pub struct Pace {
    pub warm_up_millis: u32,
    pub millis: u32,
}

/// The modes of `redflag run --checks`, slowest first. The last is the default.
pub const MODES: [&str; 5] = ["all", "redcard", "slimstate", "slimcard", "bigfoot"];

/// A check on every access, and the default: between them lie the other modes, which `bench modes` compares.
pub const EXTREMES: [&str; 2] = [MODES[0], MODES[MODES.len() - 1]];

/// What a kernel printed, and what it took.
struct Run {
    /// Microseconds a round.
    micros: u64,
    result: i64,
    peak_rss_kib: u64,
}

/// The medians of a kernel's runs.
pub struct Times {
    pub base_micros: u64,
    base_rss_kib: u64,
    /// By mode; `None` if redflag was too slow to wait for.
    tools: Vec<Option<ToolTimes>>,
}

struct ToolTimes {
    micros: u64,
    rss_kib: u64,
}

pub fn measure(options: &Options) -> Result<(), Error> {
    let kernels = list::kernels(&options.names)?;
    let classes = compile()?;
    let mut heads = vec!["program", "kind", "base ms"];
    heads.extend(EXTREMES);
    heads.extend(["all at most", "base MiB"]);
    let memory = EXTREMES.map(|mode| format!("{mode} MiB"));
    heads.extend(memory.iter().map(String::as_str));
    let mut table = Table::new(&heads);
    let mut means = Means::of(&EXTREMES);
    for kernel in &kernels {
        let times = time(&kernel.at(&PACE), &classes, &[], options.runs, &EXTREMES)?;
        means.add(kernel, &times);
        table.row(cells(kernel, &times));
    }
    options.publish("kernels", &format!("{table}\n{means}"))
}

/// The mean overhead of each mode over the compute-bound kernels.
pub struct Means<'a> {
    modes: &'a [&'a str],
    /// By mode; `None` of a kernel that was too slow to wait for.
    ratios: Vec<Vec<Option<f64>>>,
}

impl<'a> Means<'a> {
    pub fn of(modes: &'a [&'a str]) -> Means<'a> {
        let ratios = modes.iter().map(|_| Vec::new()).collect();
        Means { modes, ratios }
    }

    /// The geometric mean of time / base with a mode, less 1; `None` of nothing.
    pub fn overhead(&self, mode: usize) -> Option<f64> {
        let known: Vec<f64> = self.ratios[mode].iter().flatten().copied().collect();
        Some(results::geometric_mean(&known)? - 1.0)
    }

    /// Other kernels than compute-bound ones do not count.
    pub fn add(&mut self, kernel: &Kernel, times: &Times) {
        if kernel.kind.is_compute_bound() {
            for (mode, ratios) in self.ratios.iter_mut().enumerate() {
                ratios.push(times.ratio(mode));
            }
        }
    }
}

impl fmt::Display for Means<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (mode, ratios) in self.modes.iter().zip(&self.ratios) {
            writeln!(f, "`--checks {mode}`: {}\n", mean_overhead(ratios))?;
        }
        Ok(())
    }
}

fn cells(kernel: &Kernel, times: &Times) -> Vec<String> {
    let mut cells = vec![
        kernel.name.clone(),
        kernel.kind.name().to_owned(),
        millis(times.base_micros),
    ];
    cells.extend((0..times.tools.len()).map(|mode| times.ratio_text(mode)));
    let limit = kernel.kind.limit();
    cells.push(limit.map_or("-".to_owned(), |limit| format!("{limit}x")));
    cells.push((times.base_rss_kib / 1024).to_string());
    cells.extend(times.tools.iter().map(|tool| match tool {
        Some(tool) => (tool.rss_kib / 1024).to_string(),
        None => "?".to_owned(),
    }));
    cells
}

pub fn millis(micros: u64) -> String {
    format!("{:.1}", micros as f64 / 1000.0)
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
            " It lacks {} that took more than {} s.",
            ratios.len() - known.len(),
            PATIENCE.as_secs()
        );
    }
    text
}

impl Kernel {
    pub fn at(&self, pace: &Pace) -> Kernel {
        self.with("warm-up", pace.warm_up_millis)
            .with("time", pace.millis)
    }
}

impl Times {
    pub fn ratio(&self, mode: usize) -> Option<f64> {
        let tool = self.tools[mode].as_ref()?;
        Some(tool.micros as f64 / self.base_micros.max(1) as f64)
    }

    pub fn ratio_text(&self, mode: usize) -> String {
        self.ratio(mode).map_or("?".to_owned(), results::times)
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

/// Runs the kernel by turns without redflag and with it, in each of the modes. All runs must have the same result, and no
/// race.
pub fn time(
    kernel: &Kernel,
    classes: &Path,
    jvm_options: &[String],
    runs: u32,
    modes: &[&str],
) -> Result<Times, Error> {
    let name = &kernel.name;
    let json = redflag::json_file(name)?;
    let mut base = command(kernel, classes, jvm_options);
    let mut base_runs = Vec::new();
    // No runs of a mode that was too slow to wait for.
    let mut tool_runs: Vec<Option<Vec<Run>>> = modes.iter().map(|_| Some(Vec::new())).collect();
    for turn in 1..=runs {
        eprintln!(
            "{name} {}: run {turn} of {runs}",
            kernel.arguments.join(" ")
        );
        let outcome = process::run_successfully(&mut base)?;
        base_runs.push(Run::of(name, &outcome)?);
        for (mode, of_mode) in modes.iter().zip(&mut tool_runs) {
            if let Some(runs) = of_mode {
                let mut tool = redflag::run(&json, &["--checks", mode], &base);
                match run_within(name, &mut tool)? {
                    Some(run) => runs.push(run),
                    None => *of_mode = None,
                }
            }
        }
    }
    let expected = base_runs[0].result;
    for run in base_runs.iter().chain(tool_runs.iter().flatten().flatten()) {
        expect_result(name, expected, run.result)?;
    }
    let medians = |runs: &Vec<Run>| ToolTimes {
        micros: median(runs, |run| run.micros),
        rss_kib: median(runs, |run| run.peak_rss_kib),
    };
    Ok(Times {
        base_micros: median(&base_runs, |run| run.micros),
        base_rss_kib: median(&base_runs, |run| run.peak_rss_kib),
        tools: tool_runs
            .iter()
            .map(|runs| runs.as_ref().map(medians))
            .collect(),
    })
}

/// The kernels have no races, so any status but 0 is an error, a report of one included.
fn run_within(name: &str, command: &mut Command) -> Result<Option<Run>, Error> {
    let outcome = process::run_within(command, PATIENCE)?;
    if outcome.timed_out {
        return Ok(None);
    }
    outcome.expect_status(command, 0)?;
    Run::of(name, &outcome).map(Some)
}

impl Run {
    fn of(name: &str, outcome: &Outcome) -> Result<Run, Error> {
        let micros: u64 = printed(name, outcome, "micros")?;
        let rounds: u64 = printed(name, outcome, "rounds")?;
        Ok(Run {
            micros: micros / rounds.max(1),
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

    fn times(base_micros: u64, tool_micros: Option<u64>) -> Times {
        Times {
            base_micros,
            base_rss_kib: 50 << 10,
            tools: vec![tool_micros.map(|micros| ToolTimes {
                micros,
                rss_kib: 100 << 10,
            })],
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
        let runs = [7, 5, 6000].map(|micros| Run {
            micros,
            result: 0,
            peak_rss_kib: 0,
        });
        assert_eq!(median(&runs, |run| run.micros), 7);
    }

    #[test]
    fn a_row_tells_times_and_memory() {
        let row = cells(&kernel(), &times(2000, Some(5000)));
        let expected = ["Locks", "lock", "2.0", "2.5x", "2x", "50", "100"];
        assert_eq!(row, expected);
    }

    #[test]
    fn what_is_too_slow_is_marked() {
        let row = cells(&kernel(), &times(2000, None));
        assert_eq!(row[2..], ["2.0", "?", "2x", "50", "?"]);
        let text = mean_overhead(&[Some(2.0), Some(8.0), None]);
        assert!(text.contains("overhead is 3.00"), "{text}");
        assert!(text.contains("lacks 1"), "{text}");
    }
}
