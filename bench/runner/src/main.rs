//! Measures what `redflag run` and `redflag check` cost, and judges runs of large programs.
//!
//! Nothing here asserts a time: timings are printed and recorded, for people to read.

mod analysis;
mod certainty;
mod growth;
mod heap;
mod java;
mod kernels;
mod list;
mod many_classes;
mod modes;
mod process;
mod programs;
mod rates;
mod redflag;
mod results;
mod stacks;
mod start_up;
mod static_analysis;
mod triage;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// What can go wrong in measuring, as opposed to what is measured.
#[derive(Debug, thiserror::Error)]
enum Error {
    #[error("cannot start {program}: {source}")]
    Start {
        program: String,
        source: std::io::Error,
    },
    #[error("cannot wait for {program}: {source}")]
    Wait {
        program: String,
        source: std::io::Error,
    },
    #[error("{command} ended with {status}, not {expected}:\n{output}")]
    Status {
        command: String,
        status: String,
        expected: String,
        output: String,
    },
    #[error("{program} printed no line `{key} <number>`, but:\n{output}")]
    NoLine {
        program: String,
        key: &'static str,
        output: String,
    },
    #[error("{program} computed {found} under redflag, and {expected} without")]
    Result {
        program: String,
        expected: i64,
        found: i64,
    },
    #[error("{}: {source}", path.display())]
    File {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("{} is not what `redflag run --json` writes: {source}", path.display())]
    Json {
        path: PathBuf,
        source: serde_json::Error,
    },
    #[error("{}: {source}", path.display())]
    Toml {
        path: PathBuf,
        source: toml::de::Error,
    },
    #[error(transparent)]
    Container(classfile::container::ContainerError),
    #[error("{0} does not tell the group, artifact and version of a jar")]
    Coordinates(String),
    #[error("{command} does not end; until now it printed:\n{output}")]
    Hangs { command: String, output: String },
    #[error("no JDK of version {release} or newer found: install one or set JAVA_HOME")]
    NoJdk { release: u32 },
    #[error("{} lacks the line `{marker}`", path.display())]
    NoMarker { path: PathBuf, marker: String },
    #[error("{}:{line}: not `KIND NAME ARGUMENT...`: {text}", path.display())]
    ProgramLine {
        path: PathBuf,
        line: usize,
        text: String,
    },
    #[error("{} has no class whose locking could be changed", jar.display())]
    NothingToChange { jar: PathBuf },
    #[error("there is no kernel {name}: take one of {known}")]
    NoKernel { name: String, known: String },
}

#[derive(Parser)]
#[command(about = "Measures redflag")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Time the kernels of bench/PROGRAMS without redflag, with a check on every access and as by default, and record the table in bench/RESULTS.md
    Kernels(kernels::Options),
    /// Time the kernels in all modes of --checks, and count their checks
    Modes(kernels::Options),
    /// Find the smallest -Xmx with which each kernel completes
    Memory(heap::Options),
    /// Time the kernels with 1, 2, 4, 16 and 64 threads
    Threads(kernels::Options),
    /// Time the kernels with small and large heaps
    Heaps(kernels::Options),
    /// Time the rewriting of all classes of the JDK, by mode
    Analysis(analysis::Options),
    /// Time hello world and a program of 9,000 classes from start to end
    StartUp(kernels::Options),
    /// Run each kernel once: same result, no race, and how many accesses the detector's rules looked at
    Rates(rates::Options),
    /// Count the races that the programs' last runs found with both stacks, and time the keeping of stacks
    Stacks(stacks::Options),
    /// Time `redflag check` on the jars of bench/static, with and without a cache, and javac on the sources of some
    Static(static_analysis::Options),
    /// Count what `redflag check` tells of these jars, and what of it with --true-positives
    Certainty,
    /// List the findings in the jars of bench/static that bench/STATIC-TRIAGE.md judges
    Triage,
    /// Run the programs of bench/PROGRAMS with and without redflag and judge the outcome
    Programs(programs::Options),
    /// Write bench/RACES.md from what the programs' last runs found and from the verdicts on it
    Races,
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Kernels(options) => kernels::measure(&options).map(|()| true),
        Command::Modes(options) => modes::measure(&options).map(|()| true),
        Command::Memory(options) => heap::measure(&options).map(|()| true),
        Command::Threads(options) => growth::threads(&options).map(|()| true),
        Command::Heaps(options) => growth::heaps(&options).map(|()| true),
        Command::Analysis(options) => analysis::measure(&options).map(|()| true),
        Command::StartUp(options) => start_up::measure(&options).map(|()| true),
        Command::Rates(options) => rates::measure(&options).map(|()| true),
        Command::Stacks(options) => stacks::measure(&options).map(|()| true),
        Command::Static(options) => static_analysis::measure(&options).map(|()| true),
        Command::Certainty => certainty::measure().map(|()| true),
        Command::Triage => triage::list().map(|()| true),
        Command::Programs(options) => programs::judge(&options),
        Command::Races => programs::record_races().map(|()| true),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("bench: {error}");
            ExitCode::from(2)
        }
    }
}
