//! The `redflag` command. Parses arguments, hands over to a subcommand, and is the one place that
//! prints errors.

mod arguments;
mod check;
mod collected;
mod event_files;
mod explain;
mod explain_checks;
mod java_options;
mod jvm;
mod launch;
mod models;
mod offline;
mod outputs;
mod replay;
mod run;
mod signals;
mod sources;
mod suppressions;

use std::process::ExitCode;

use thiserror::Error;

use arguments::{Arguments, Command};
use check::CheckError;
use explain::UnknownRule;
use explain_checks::ExplainError;
use offline::{InstrumentError, ReportError};
use replay::ReplayError;
use run::RunError;

/// redflag itself could not do its job.
const FAILURE: u8 = 2;

#[derive(Debug, Error)]
enum Error {
    #[error(transparent)]
    Run(RunError),
    #[error(transparent)]
    Replay(ReplayError),
    #[error(transparent)]
    Instrument(InstrumentError),
    #[error(transparent)]
    Report(ReportError),
    #[error(transparent)]
    Explain(ExplainError),
    #[error(transparent)]
    Check(CheckError),
    #[error(transparent)]
    UnknownRule(UnknownRule),
}

fn main() -> ExitCode {
    let result = match Arguments::read().command {
        Command::Run(options) => run::run(&options).map_err(Error::Run),
        Command::Replay(options) => replay::replay(&options).map_err(Error::Replay),
        Command::Instrument(options) => offline::instrument(&options).map_err(Error::Instrument),
        Command::ExplainChecks(options) => {
            explain_checks::explain_checks(&options).map_err(Error::Explain)
        }
        Command::Check(options) => check::check(&options).map_err(Error::Check),
        Command::Explain(command) => explain::explain(&command).map_err(Error::UnknownRule),
        Command::Report(command) => offline::report(&command).map_err(Error::Report),
    };
    match result {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            run::say(&format!("redflag: error: {error}\n"));
            ExitCode::from(FAILURE)
        }
    }
}
