//! Programs that are rewritten ahead of time, for those who cannot use an agent: `redflag instrument` makes
//! a directory, JVMs write there what they find, `redflag report` tells it.

mod instrument;
mod jdk;
mod program;
mod report;

pub use instrument::{InstrumentError, instrument};
pub use report::{ReportError, report};

/// The directory of redflag's own files, beside the program's.
const OWN_DIRECTORY: &str = "redflag";
/// For the command line of `java`.
const ARGUMENTS_FILE: &str = "redflag.args";

// In redflag's own directory:
/// Sites, classes and containers.
const TABLE_FILE: &str = "table";
/// What could not be rewritten.
const SKIPPED_FILE: &str = "skipped.json";
/// The JDK's classes, by module.
const JDK_DIRECTORY: &str = "jdk";
/// Where JVMs write what they find.
const RUNS_DIRECTORY: &str = "runs";
