//! `redflag report`: what programs found that `redflag instrument` made.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use findings::run::EVENTS_EXTENSION;
use host::offline::{self, Damaged, Translator};
use thiserror::Error;

use crate::FAILURE;
use crate::arguments::{ReportCommand, ReportOptions};
use crate::collected::{Collected, Outcome};
use crate::outputs::{OutputError, Outputs};
use crate::run::say;
use crate::sources::SourceFolders;
use crate::suppressions::{Suppressions, SuppressionsError};

use super::{ARGUMENTS_FILE, OWN_DIRECTORY, RUNS_DIRECTORY, SKIPPED_FILE, TABLE_FILE};

#[derive(Debug, Error)]
pub enum ReportError {
    #[error("cannot read {}: {cause}; it should have been written by `redflag instrument`", .path.display())]
    NotInstrumented { path: PathBuf, cause: io::Error },
    #[error("cannot read {}: {cause}", .path.display())]
    Table { path: PathBuf, cause: Damaged },
    #[error("cannot read {}: {cause}", .path.display())]
    Skipped {
        path: PathBuf,
        cause: serde_json::Error,
    },
    #[error("cannot read {}: {cause}", .path.display())]
    Runs { path: PathBuf, cause: io::Error },
    #[error(transparent)]
    Suppressions(#[from] SuppressionsError),
    #[error(transparent)]
    Output(#[from] OutputError),
}

/// Tells all that the program's runs found and returns the exit status.
pub fn report(command: &ReportCommand) -> Result<u8, ReportError> {
    let options = &command.report;
    let documents = &options.documents;
    let own = command.directory.join(OWN_DIRECTORY);
    let suppressions = Suppressions::read(&documents.suppressions)?;
    let (table, path) = read(&own, TABLE_FILE)?;
    let sites = offline::sites(&table).map_err(|cause| ReportError::Table { path, cause })?;
    let (skipped, path) = read(&own, SKIPPED_FILE)?;
    let skipped: Vec<findings::Skipped> =
        serde_json::from_slice(&skipped).map_err(|cause| ReportError::Skipped { path, cause })?;
    let outputs = Outputs::create(documents, SourceFolders::new(&documents.sources))?;

    let runs = command
        .runs
        .clone()
        .unwrap_or_else(|| own.join(RUNS_DIRECTORY));
    let files = event_files(&runs).map_err(|cause| ReportError::Runs {
        path: runs.clone(),
        cause,
    })?;
    let mut collected = Collected::new(options, suppressions);
    let mut problems = Vec::new();
    for (number, path) in files.iter().enumerate() {
        let mut translator = Translator::new(&sites, &skipped);
        let name = path.display();
        match fs::read(path) {
            Ok(text) => take(&text, &mut translator, |event| {
                collected.take(number, event)
            })
            .into_iter()
            .for_each(|problem| problems.push(format!("{name}: {problem}"))),
            Err(error) => problems.push(format!("{name}: {error}")),
        }
    }
    for problem in &problems {
        say(&format!("redflag: warning: {problem}\n"));
    }
    let outcome = collected.finish(problems, Vec::new());
    tell(options, outcome, outputs, &command.directory)
}

fn read(own: &Path, name: &str) -> Result<(Vec<u8>, PathBuf), ReportError> {
    let path = own.join(name);
    match fs::read(&path) {
        Ok(bytes) => Ok((bytes, path)),
        Err(cause) => Err(ReportError::NotInstrumented { path, cause }),
    }
}

/// The event files, oldest name first. Before the first run there is no directory.
fn event_files(runs: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(runs) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        other => other?,
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|it| it == EVENTS_EXTENSION) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Hands over the events of a file; answers what could not be read.
fn take(
    text: &[u8],
    translator: &mut Translator<'_>,
    mut event: impl FnMut(findings::run::Event),
) -> Vec<String> {
    let mut problems = Vec::new();
    for line in text.split_inclusive(|b| *b == b'\n') {
        let Some(line) = line.strip_suffix(b"\n") else {
            problems.push("the last line is cut off".to_owned());
            continue;
        };
        match translator.events(line) {
            Ok(events) => events.into_iter().for_each(&mut event),
            Err(error) => problems.push(error.to_string()),
        }
    }
    problems
}

fn tell(
    options: &ReportOptions,
    outcome: Outcome,
    outputs: Outputs,
    directory: &Path,
) -> Result<u8, ReportError> {
    if outcome.total.stats.jvms == 0 {
        let out = directory.display();
        say(&format!(
            "redflag: no program has run with {out} yet, so nothing was checked: java @{out}/{ARGUMENTS_FILE} ...\n"
        ));
    } else {
        say(&outcome.summary(options));
    }
    let errors = outputs.write(&outcome.run());
    for error in &errors {
        say(&format!("redflag: error: {error}\n"));
    }
    Ok(match outcome.has_races() {
        _ if !errors.is_empty() => FAILURE,
        true => options.exit_code,
        false if outcome.is_worthless() => FAILURE,
        false => 0,
    })
}
