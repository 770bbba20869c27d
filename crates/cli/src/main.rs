//! The `redflag` command. Parses arguments, hands over to a subcommand, and is the one place that
//! prints errors.

mod arguments;
mod event_files;
mod jvm;
mod launch;
mod models;
mod run;
mod signals;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};

/// redflag itself could not do its job.
const FAILURE: u8 = 2;

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Run(options) => run::run(&options),
    };
    match result {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            run::say(&format!("redflag: error: {error}\n"));
            ExitCode::from(FAILURE)
        }
    }
}
