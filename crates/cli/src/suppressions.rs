//! The suppression files of a run.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use findings::{BadSuppression, Finding, RunStats, Suppression};
use thiserror::Error;

/// Read when it is there, from the current directory.
const DEFAULT_FILE: &str = ".redflag-suppressions";

#[derive(Debug, Error)]
pub enum SuppressionsError {
    #[error("cannot read suppressions from {}: {cause}", .path.display())]
    Read { path: PathBuf, cause: io::Error },
    #[error("{}, {cause}", .path.display())]
    Bad {
        path: PathBuf,
        cause: BadSuppression,
    },
}

/// All patterns, with the files that they come from.
pub struct Suppressions(Vec<(PathBuf, Suppression)>);

impl Suppressions {
    pub fn read(files: &[PathBuf]) -> Result<Suppressions, SuppressionsError> {
        let mut all = Suppressions(Vec::new());
        match all.add(Path::new(DEFAULT_FILE)) {
            Err(SuppressionsError::Read { path, cause })
                if cause.kind() == io::ErrorKind::NotFound && !files.contains(&path) => {}
            other => other?,
        }
        for file in files.iter().filter(|f| *f != Path::new(DEFAULT_FILE)) {
            all.add(file)?;
        }
        Ok(all)
    }

    fn add(&mut self, file: &Path) -> Result<(), SuppressionsError> {
        let path = || file.to_owned();
        let text = fs::read_to_string(file).map_err(|cause| SuppressionsError::Read {
            path: path(),
            cause,
        })?;
        let patterns = Suppression::parse(&text).map_err(|cause| SuppressionsError::Bad {
            path: path(),
            cause,
        })?;
        self.0.extend(patterns.into_iter().map(|p| (path(), p)));
        Ok(())
    }

    pub fn patterns(&self) -> Vec<Suppression> {
        self.0.iter().map(|(_, pattern)| pattern.clone()).collect()
    }

    pub fn cover(&self, finding: &Finding) -> bool {
        self.0.iter().any(|(_, pattern)| pattern.covers(finding))
    }

    /// Marks the findings that a pattern covers, and notes the patterns that cover none.
    pub fn apply(&self, findings: &mut [Finding], stats: &mut RunStats) {
        for finding in findings.iter_mut() {
            let covering = self.0.iter().find(|(_, pattern)| pattern.covers(finding));
            finding.suppressed = covering.map(|(_, pattern)| pattern.told());
        }
        let unused = |pattern: &Suppression| !findings.iter().any(|f| pattern.covers(f));
        for (path, pattern) in self.0.iter().filter(|(_, pattern)| unused(pattern)) {
            let (path, line) = (path.display(), pattern.line);
            let text = format!("{path}:{line}: {}", pattern.pattern);
            stats.unused_suppressions.push(text);
        }
    }
}
