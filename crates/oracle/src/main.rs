//! Runs random programs from the command line: `make soak`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use oracle::{Batch, Error, Mode, Precision, Program};

/// Compare redflag with a plain detector on random programs.
#[derive(Debug, Parser)]
struct Arguments {
    /// The first seed
    #[arg(long, default_value_t = 0)]
    seed: u64,

    /// How many programs; without it, until stopped
    #[arg(long)]
    count: Option<u64>,

    /// Programs in one JVM
    #[arg(long, default_value_t = 200)]
    batch: u64,

    /// The redflag to test
    #[arg(long, default_value = "target/release/redflag")]
    redflag: PathBuf,

    /// Where checks stand, as `redflag run` knows it
    #[arg(long, default_value = "bigfoot")]
    checks: String,

    /// What redflag has to find
    #[arg(long, default_value = "address")]
    precision: Precision,

    #[arg(long, default_value = "java")]
    java: PathBuf,

    #[arg(long, default_value = "javac")]
    javac: PathBuf,

    /// Flags for the JVM, such as -Xint
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    flags: Vec<String>,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("oracle: {error}");
            ExitCode::from(2)
        }
    }
}

/// Whether all programs agreed.
fn run(arguments: &Arguments) -> Result<bool, Error> {
    let batch = Batch::new(
        &arguments.redflag,
        &arguments.java,
        &arguments.javac,
        Mode {
            checks: arguments.checks.clone(),
            precision: arguments.precision,
        },
        &arguments.flags,
    )?;
    let end = arguments
        .count
        .map_or(u64::MAX, |n| arguments.seed.saturating_add(n));
    let mut seed = arguments.seed;
    while seed < end {
        let next = end.min(seed.saturating_add(arguments.batch));
        let programs: Vec<Program> = (seed..next).map(Program::random).collect();
        if let Some((number, what)) = batch.run(&programs)?.into_iter().next() {
            let failed = seed + number as u64;
            println!("seed {failed}: {what}\nlooking for a smaller program ...");
            let (program, what) = oracle::shrink(&batch, programs[number].clone(), what)?;
            println!("{what}\n{program:#?}");
            return Ok(false);
        }
        println!("seeds {seed} to {}: agreed", next - 1);
        seed = next;
    }
    Ok(true)
}
