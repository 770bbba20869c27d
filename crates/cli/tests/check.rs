//! `redflag check`: the suite in `litmus/static`, where labels in the source say what must be reported on a line, and nothing else may be.

mod java;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use java::{Workspace, ended};

/// A rule, in the words of the labels, and the field.
type Report = (String, String);

/// What a source file says of itself.
#[derive(Default)]
struct Labels {
    options: Vec<String>,
    reports: BTreeSet<(u32, Report)>,
    /// Reports that are missing, as is known.
    gaps: BTreeSet<(u32, Report)>,
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
                let words: Vec<&str> = label
                    .split_whitespace()
                    .filter(|it| *it != "true-positive")
                    .collect();
                let report = |words: &[&str]| {
                    (
                        words[0].to_owned(),
                        words[1].trim_end_matches(':').to_owned(),
                    )
                };
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
fn suite() -> (Workspace, Vec<PathBuf>) {
    let workspace = Workspace::empty();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../litmus/static");
    let mut files = Vec::new();
    sources(&folder, &mut files);
    workspace.javac(&["-d", "classes", "-nowarn"], &files);
    (workspace, files)
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|it| it == "java") {
            found.push(path);
        }
    }
}

/// What a run told, by file.
fn reports(workspace: &Workspace, options: &[String]) -> BTreeMap<String, BTreeSet<(u32, Report)>> {
    let mut arguments = vec!["check"];
    arguments.extend(options.iter().map(String::as_str));
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

/// `RULE FILE:LINE: WHAT on CLASS.FIELD`
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
    let (_, field) = location.rsplit_once('.')?;
    Some((
        file.to_owned(),
        number.parse().ok()?,
        (name.to_owned(), field.to_owned()),
    ))
}

#[test]
fn exactly_what_the_labels_say_is_reported() {
    let (workspace, files) = suite();
    let labels: BTreeMap<String, Labels> = files
        .iter()
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, Labels::of(&fs::read_to_string(path).unwrap()))
        })
        .collect();
    let all_options: BTreeSet<&Vec<String>> = labels.values().map(|it| &it.options).collect();
    let mut wrong = Vec::new();
    for options in all_options {
        let found = reports(&workspace, options);
        for (file, labels) in labels
            .iter()
            .filter(|(_, labels)| labels.options == *options)
        {
            let nothing = BTreeSet::new();
            let found = found.get(file).unwrap_or(&nothing);
            let missing = labels.reports.difference(found);
            wrong.extend(missing.map(|it| format!("{file}:{} is missing: {:?}", it.0, it.1)));
            let extra = found.difference(&labels.reports);
            wrong.extend(extra.map(|it| match labels.gaps.contains(it) {
                true => format!("{file}:{} is no gap any more: {:?}", it.0, it.1),
                false => format!("{file}:{} is too much: {:?}", it.0, it.1),
            }));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let methods: usize = labels.values().map(|it| it.reports.len()).sum();
    assert!(methods >= 250, "the suite has {methods} labels");
}

#[test]
fn the_order_of_classes_does_not_matter() {
    let (workspace, _) = suite();
    let told = |paths: &[String]| {
        let mut command = workspace.redflag_command(&["check"]);
        String::from_utf8(ended(command.args(paths)).stdout).unwrap()
    };
    let listed = fs::read_dir(workspace.path("classes")).unwrap();
    let mut paths: Vec<String> = listed
        .map(|it| it.unwrap().path().to_string_lossy().into_owned())
        .collect();
    paths.sort();
    let forwards = told(&paths);
    paths.reverse();
    assert_eq!(told(&paths), forwards);
}

#[test]
fn nothing_to_look_at_is_an_error() {
    let workspace = Workspace::empty();
    let output = ended(&mut workspace.redflag_command(&["check", "."]));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("nothing was analysed: there is no class file in . that can be read"),
        "{said}"
    );
}

#[test]
fn a_class_without_findings_is_counted_all_the_same() {
    let workspace = Workspace::with_text(
        "Quiet.java",
        "class Quiet { private int x; void set() { x = 1; } }",
    );
    let output = ended(&mut workspace.redflag_command(&["check", "."]));
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(said, "redflag: no findings in 1 class, 2 methods\n");
}

#[test]
fn what_cannot_be_read_is_named_and_the_rest_is_looked_at() {
    let workspace = Workspace::with_text(
        "Racy.java",
        "class Racy { int x; synchronized void set() { x = 1; } int get() { return x; } }",
    );
    fs::write(workspace.path("Damaged.class"), [0xCA, 0xFE, 0xBA, 0xBE, 0]).unwrap();
    let output = ended(&mut workspace.redflag_command(&["check", "."]));
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        told.contains("Racy.java:1: read/write race on Racy.x"),
        "{told}"
    );
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("1 finding in 1 class, 3 methods"), "{said}");
    assert!(
        said.contains("1 class file could not be read: Damaged"),
        "{said}"
    );
}
