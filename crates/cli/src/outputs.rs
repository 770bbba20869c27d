//! The files that a run writes at its end.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use findings::Document;
use report::Run;
use thiserror::Error;

use crate::arguments::DocumentOptions;
use crate::sources::SourceFolders;

#[derive(Debug, Error)]
#[error("cannot write {}: {cause}", .path.display())]
pub struct OutputError {
    path: PathBuf,
    cause: io::Error,
}

#[derive(Clone, Copy, Debug)]
enum Format {
    Json,
    Sarif,
    Junit,
    Html,
}

/// What `-` stands for.
const STANDARD_OUTPUT: &str = "-";

/// Opened before the program starts: an hour's run must not end in "no such directory". Emptied
/// then too, so that nobody takes an older run's findings for this one's.
pub struct Outputs {
    files: Vec<(Format, PathBuf, Box<dyn Write>)>,
    pub sources: SourceFolders,
}

impl Outputs {
    pub fn create(
        options: &DocumentOptions,
        sources: SourceFolders,
    ) -> Result<Outputs, OutputError> {
        let wanted = [
            (Format::Json, &options.json),
            (Format::Sarif, &options.sarif),
            (Format::Junit, &options.junit),
            (Format::Html, &options.html),
        ];
        let mut files = Vec::new();
        for (format, path) in wanted {
            if let Some(path) = path.clone() {
                match open(&path) {
                    Ok(file) => files.push((format, path, file)),
                    Err(cause) => return Err(OutputError { path, cause }),
                }
            }
        }
        Ok(Outputs { files, sources })
    }

    /// Whether standard output is for a document.
    pub fn take_standard_output(&self) -> bool {
        let mut paths = self.files.iter().map(|(_, path, _)| path);
        paths.any(|it| it == Path::new(STANDARD_OUTPUT))
    }

    /// Writes all of them; answers what could not be written.
    pub fn write(self, run: &Run<'_>) -> Vec<OutputError> {
        let mut errors = Vec::new();
        for (format, path, mut file) in self.files {
            let written =
                text(format, run, &self.sources).and_then(|text| file.write_all(text.as_bytes()));
            if let Err(cause) = written {
                errors.push(OutputError { path, cause });
            }
        }
        errors
    }
}

fn open(path: &Path) -> io::Result<Box<dyn Write>> {
    Ok(match path == Path::new(STANDARD_OUTPUT) {
        true => Box::new(io::stdout()),
        false => Box::new(File::create(path)?),
    })
}

/// The first JVM makes the file of `--trace`; that it can is found out before.
pub fn prepare_trace(path: Option<&Path>) -> Result<(), OutputError> {
    let Some(path) = path else {
        return Ok(());
    };
    let made = File::create(path).and_then(|_| std::fs::remove_file(path));
    made.map_err(|cause| OutputError {
        path: path.to_owned(),
        cause,
    })
}

fn text(format: Format, run: &Run<'_>, sources: &SourceFolders) -> io::Result<String> {
    let version = env!("CARGO_PKG_VERSION");
    match format {
        Format::Json => {
            let document = Document::new(version, run.findings.to_vec(), run.stats.clone());
            Ok(serde_json::to_string_pretty(&document)? + "\n")
        }
        Format::Sarif => Ok(report::sarif(run, version, sources)?),
        Format::Junit => report::junit(run).map_err(io::Error::other),
        Format::Html => report::html(run, version, sources).map_err(io::Error::other),
    }
}
