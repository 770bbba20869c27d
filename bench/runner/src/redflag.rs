//! `redflag` as a command, and what its `--json` document tells.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::Command;

use findings::Document;
use findings::run::Stats;

use crate::Error;
use crate::java;

/// The runtime's count of field and array accesses that were checked.
const ACCESSES: &str = "accesses";

/// `redflag run --json <file> <options> -- <java>`. The binary is the one built beside this one; what it keeps for its next run is kept here.
pub fn run(json: &Path, options: &[&str], java: &Command) -> Command {
    let mut command = Command::new(binary());
    command.env("XDG_CACHE_HOME", java::in_repository("target/bench/cache"));
    command.args(["run", "--json"]).arg(json).args(options);
    command
        .arg("--")
        .arg(java.get_program())
        .args(java.get_args());
    command
}

/// `redflag check <options> <jar>`
pub fn check(options: &[&str], jar: &Path) -> Command {
    let mut command = Command::new(binary());
    command.arg("check").args(options).arg(jar);
    command
}

fn binary() -> PathBuf {
    match std::env::current_exe() {
        Ok(bench) => bench.with_file_name("redflag"),
        Err(_) => PathBuf::from("redflag"),
    }
}

/// Where the document of a run called `name` goes.
pub fn json_file(name: &str) -> Result<PathBuf, Error> {
    let directory = java::in_repository("target/bench");
    java::create_dir(&directory)?;
    Ok(directory.join(format!("{name}.json")))
}

pub fn read_document(path: &Path) -> Result<Document, Error> {
    let file = File::open(path).map_err(|source| Error::File {
        path: path.to_owned(),
        source,
    })?;
    serde_json::from_reader(BufReader::new(file)).map_err(|source| Error::Json {
        path: path.to_owned(),
        source,
    })
}

/// How many accesses a run with `--stats` checked; `None` if it did not count.
pub fn accesses_checked(stats: &Stats) -> Option<u64> {
    stats.counters.get(ACCESSES).copied()
}
