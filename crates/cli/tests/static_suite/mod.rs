//! The programs in `litmus/static`, and what their labels say.
//!
//! Each test file takes what it needs from here.
#![allow(dead_code)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::java::{Workspace, ended};

/// A rule, in the words of the labels, and the field.
pub type Report = (String, String);

/// What a source file says of itself.
#[derive(Default)]
pub struct Labels {
    pub options: Vec<String>,
    pub reports: BTreeSet<(u32, Report)>,
    /// Those that are surely true.
    pub true_positives: BTreeSet<(u32, Report)>,
    /// Reports that are missing, as is known.
    pub gaps: BTreeSet<(u32, Report)>,
}

impl Labels {
    fn of(text: &str) -> Labels {
        let mut labels = Labels::default();
        for (number, line) in (1..).zip(text.lines()) {
            if let Some(options) = line.strip_prefix("//! options: ") {
                labels.options = options.split_whitespace().map(str::to_owned).collect();
            }
            let Some((_, said)) = line.split_once("//~ ") else {
                continue;
            };
            for label in said.split(';') {
                let mut words: Vec<&str> = label.split_whitespace().collect();
                let is_true = words[0] == "true-positive";
                words.retain(|it| *it != "true-positive");
                let report = |words: &[&str]| {
                    (
                        words[0].to_owned(),
                        words[1].trim_end_matches(':').to_owned(),
                    )
                };
                if is_true {
                    labels.true_positives.insert((number, report(&words)));
                }
                match words[0] {
                    "gap" => labels.gaps.insert((number, report(&words[1..]))),
                    _ => labels.reports.insert((number, report(&words))),
                };
            }
        }
        labels
    }
}

/// The suite's sources, and a workspace with their classes.
pub fn suite() -> (Workspace, Vec<PathBuf>) {
    let workspace = Workspace::empty();
    let files = sources();
    let records = folder().join("records");
    let (newer, older): (Vec<PathBuf>, Vec<PathBuf>) = files
        .iter()
        .cloned()
        .partition(|it| it.starts_with(&records));
    let options = ["-d", "classes", "-cp", "classes", "-nowarn", "--release"];
    for (release, files) in [("11", older), ("17", newer)] {
        workspace.javac(&[&options[..], &[release]].concat(), &files);
    }
    (workspace, files)
}

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../litmus/static")
}

pub fn sources() -> Vec<PathBuf> {
    let mut files = Vec::new();
    list(&folder(), &mut files);
    files
}

fn list(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            list(&path, found);
        } else if path.extension().is_some_and(|it| it == "java") {
            found.push(path);
        }
    }
}

/// By file.
pub fn labels(files: &[PathBuf]) -> BTreeMap<String, Labels> {
    let labelled = files.iter().map(|path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, Labels::of(&fs::read_to_string(path).unwrap()))
    });
    labelled.collect()
}

/// What a run told, by file.
pub fn reports(
    workspace: &Workspace,
    options: &[&str],
) -> BTreeMap<String, BTreeSet<(u32, Report)>> {
    let mut arguments = vec!["check"];
    arguments.extend(options);
    arguments.push("classes");
    let output = ended(&mut workspace.redflag_command(&arguments));
    assert_eq!(
        output.status.code(),
        Some(1),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let mut found: BTreeMap<String, BTreeSet<(u32, Report)>> = BTreeMap::new();
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        if let Some((file, line, report)) = report(line) {
            found.entry(file).or_default().insert((line, report));
        }
    }
    found
}

/// `RULE FILE:LINE: WHAT on CLASS.FIELD`, or `… on PARAMETER, a parameter of CLASS.METHOD`
fn report(line: &str) -> Option<(String, u32, Report)> {
    let (rule, rest) = line.split_once(' ').filter(|(rule, _)| !rule.is_empty())?;
    let (place, rest) = rest.split_once(": ")?;
    let (file, number) = place.rsplit_once(':')?;
    let (what, location) = rest.rsplit_once(" on ")?;
    let name = match what {
        "unprotected write" if rule == "thread-safety-violation" => "unprotected-write",
        "read/write race" if rule == "thread-safety-violation" => "read-write-race",
        _ => rule,
    };
    let field = match location.split_once(", a parameter of ") {
        Some((parameter, _)) => parameter,
        None => location.rsplit_once('.')?.1,
    };
    Some((
        file.to_owned(),
        number.parse().ok()?,
        (name.to_owned(), field.to_owned()),
    ))
}
