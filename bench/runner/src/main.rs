//! Measures what `redflag run` costs, and judges runs of large programs under it.
//!
//! Nothing here asserts a time: timings are printed and recorded, for people to read.

mod heap;
mod java;
mod kernels;
mod process;
mod programs;
mod redflag;
mod results;

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
    #[error("{0} does not tell the group, artifact and version of a jar")]
    Coordinates(String),
    #[error("{command} does not end; until now it printed:\n{output}")]
    Hangs { command: String, output: String },
    #[error("no JDK of version {release} or newer found: install one or set JAVA_HOME")]
    NoJdk { release: u32 },
    #[error("{} lacks the line `{marker}`", path.display())]
    NoMarker { path: PathBuf, marker: &'static str },
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
    /// Run the kernels with and without redflag and record the table in bench/RESULTS.md
    Kernels(kernels::Options),
    /// Run the programs of bench/PROGRAMS with and without redflag and judge the outcome
    Programs(programs::Options),
    /// Write bench/RACES.md from what the programs' last runs found and from the verdicts on it
    Races,
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Kernels(options) => kernels::measure(&options).map(|()| true),
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
