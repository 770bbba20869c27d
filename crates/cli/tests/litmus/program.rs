//! A litmus program: a Java file with a `main`, and how a run of it is judged.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

use findings::{Access, Finding, Location};
use thiserror::Error;

use crate::expectation::{self, Expectation, Malformed};

/// The exit status of `redflag run` when races were reported and the program itself succeeded.
const RACES_REPORTED: i32 = 66;

pub struct Program {
    /// `topic::Class`
    pub name: String,
    pub class: String,
    pub path: PathBuf,
    pub expectation: Expectation,
}

/// What a run gave.
pub struct Outcome {
    /// `None`: it was ended by a signal.
    pub status: Option<i32>,
    pub findings: Vec<Finding>,
    pub stderr: String,
}

#[derive(Debug, Error)]
pub enum Error {
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("{}: {source}", path.display())]
    Expectation { path: PathBuf, source: Malformed },
    #[error("{} and {} have the same class name", first.display(), second.display())]
    SameName { first: PathBuf, second: PathBuf },
    #[error("cannot start {program}: {source} (set JAVA_HOME to a JDK or put it on the path)")]
    Start { program: String, source: io::Error },
    #[error("javac refuses the litmus programs:\n{0}")]
    Compile(String),
    #[error("redflag instrument refuses the litmus programs:\n{0}")]
    Instrument(String),
    #[error("`{java} -version` does not tell a version:\n{output}")]
    Version { java: String, output: String },
    #[error("{variable}={value} is not a number of runs")]
    Repeat {
        variable: &'static str,
        value: String,
    },
    #[error("still running after {seconds} s\n{stderr}")]
    Timeout { seconds: u64, stderr: String },
    #[error("{}: {source}\n{stderr}", path.display())]
    Report {
        path: PathBuf,
        source: serde_json::Error,
        stderr: String,
    },
    #[error("{} was not written\n{stderr}", path.display())]
    NoReport { path: PathBuf, stderr: String },
}

impl Error {
    /// Adds the path to an error of the file system.
    pub fn io(path: &Path) -> impl FnOnce(io::Error) -> Error + '_ {
        move |source| Error::Io {
            path: path.to_owned(),
            source,
        }
    }
}

/// The programs for `redflag check`, which has a test of its own.
const STATIC: &str = "static";

/// All Java files below a directory, sorted.
pub fn sources(root: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root).map_err(Error::io(root))? {
        let path = entry.map_err(Error::io(root))?.path();
        if path.file_name().is_some_and(|it| it == STATIC) {
            continue;
        }
        if path.is_dir() {
            found.extend(sources(&path)?);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "java")
        {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Those of the sources that have a `main`; the others only support them.
pub fn programs(root: &Path, sources: &[PathBuf]) -> Result<Vec<Program>, Error> {
    let mut programs: Vec<Program> = Vec::new();
    for path in sources {
        let text = fs::read_to_string(path).map_err(Error::io(path))?;
        if !text.contains("static void main(") {
            continue;
        }
        let expectation = expectation::parse(&text).map_err(|source| Error::Expectation {
            path: path.clone(),
            source,
        })?;
        let relative = path.strip_prefix(root).unwrap_or(path).with_extension("");
        let name = relative
            .to_string_lossy()
            .replace(std::path::MAIN_SEPARATOR, "::");
        let class = name.rsplit("::").next().unwrap_or(&name).to_owned();
        if let Some(other) = programs.iter().find(|other| other.class == class) {
            return Err(Error::SameName {
                first: other.path.clone(),
                second: path.clone(),
            });
        }
        programs.push(Program {
            name,
            class,
            path: path.clone(),
            expectation,
        });
    }
    Ok(programs)
}

impl Program {
    /// What a run did otherwise than expected, if anything.
    pub fn difference(&self, outcome: &Outcome) -> Option<String> {
        let file = format!("{}.java", self.class);
        let mut unexpected: Vec<&Finding> = outcome.findings.iter().collect();
        let mut missing = Vec::new();
        for race in &self.expectation.races {
            match unexpected
                .iter()
                .position(|finding| race.is(finding, &file))
            {
                Some(index) => {
                    unexpected.remove(index);
                }
                None => missing.push(race),
            }
        }
        let status = if self.expectation.races.is_empty() {
            0
        } else {
            RACES_REPORTED
        };
        if missing.is_empty() && unexpected.is_empty() && outcome.status == Some(status) {
            return None;
        }
        let mut text = String::new();
        for race in missing {
            let _ = writeln!(text, "  not reported: {race}");
        }
        for finding in unexpected {
            let _ = writeln!(text, "  not expected: {}", describe(finding));
        }
        if outcome.status != Some(status) {
            let got = outcome
                .status
                .map_or("a signal".to_owned(), |code| code.to_string());
            let _ = writeln!(text, "  exit status: {status} expected, got {got}");
        }
        let _ = write!(text, "  stderr:\n{}", outcome.stderr);
        Some(text)
    }
}

fn describe(finding: &Finding) -> String {
    let location = match &finding.location {
        Location::Field { class, field } => format!("{class}.{field}"),
        Location::Element { array, index } => format!("{array} at {index}"),
        Location::Container { container } => format!("container {container}"),
    };
    let [later, earlier] = finding.accesses.each_ref().map(place);
    let note = finding.note.as_ref().map(|note| format!(" ({note})"));
    let note = note.unwrap_or_default();
    format!("{location}: {earlier}, then {later}{note}")
}

fn place(access: &Access) -> String {
    let file = access.file.as_deref().unwrap_or("?");
    let line = access.line.map_or("?".to_owned(), |line| line.to_string());
    format!("{} at {file}:{line}", access.op.as_str())
}
