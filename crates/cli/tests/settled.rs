//! Fields that only constructors write: how they are known, and what is said when they are written all the same.

mod java;

use std::fs;
use std::path::{Path, PathBuf};

use java::{Outcome, Workspace, succeeds};

fn settled_source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/settled")
        .join(name)
}

/// With the classes of some sources; others are found in the folder `beside`.
fn with(names: &[&str], beside: &Path) -> Workspace {
    let workspace = Workspace::empty();
    let sources: Vec<_> = names.iter().map(|name| settled_source(name)).collect();
    workspace.javac(&["-cp", beside.to_str().unwrap()], &sources);
    workspace
}

fn counter(outcome: &Outcome, name: &str) -> u64 {
    let counter = &outcome.report["stats"]["counters"][name];
    counter.as_u64().unwrap_or(0)
}

fn possible_misses(outcome: &Outcome) -> bool {
    outcome.stderr.contains("possible misses: ")
}

#[test]
fn a_write_by_reflection_after_reads_is_counted() {
    let workspace = with(&["Rewriting.java"], Path::new("."));
    for checks in ["redcard", "bigfoot"] {
        let mut java = workspace.watched_java(&["--checks", checks], &["Rewriting", "shared"]);
        let outcome = workspace.run(&mut java);
        assert_eq!(outcome.stdout, "2\n3\n", "{}", outcome.stderr);
        assert_eq!(outcome.races(), []);
        assert_eq!(counter(&outcome, "settled_fields"), 2);
        assert_eq!(counter(&outcome, "unforeseen_writes"), 1);
        assert!(possible_misses(&outcome), "{}", outcome.stderr);
    }
}

#[test]
fn a_write_by_reflection_to_a_fresh_object_misses_nothing() {
    let workspace = with(&["Rewriting.java"], Path::new("."));
    let mut java = workspace.watched_java(&["--checks", "bigfoot"], &["Rewriting", "alone"]);
    let outcome = workspace.run(&mut java);
    assert_eq!(outcome.stdout, "3\n", "{}", outcome.stderr);
    assert_eq!(counter(&outcome, "settled_fields"), 2);
    assert!(!possible_misses(&outcome), "{}", outcome.stderr);
}

#[test]
fn with_all_checks_every_read_is_remembered() {
    let workspace = with(&["Rewriting.java"], Path::new("."));
    let mut java = workspace.watched_java(&["--checks", "all"], &["Rewriting", "shared"]);
    let outcome = workspace.run(&mut java);
    assert_eq!(counter(&outcome, "settled_fields"), 0);
    assert!(!possible_misses(&outcome), "{}", outcome.stderr);
}

/// A class that nobody could know of writes the field of one that is loaded before it, or after it.
fn stranger(order: &str) -> Outcome {
    let names = ["Box.java", "Scene.java", "Elsewhere.java"];
    let workspace = with(&names, Path::new("."));
    let elsewhere = with(&["Stranger.java"], &workspace.path("."));
    let elsewhere = elsewhere.path(".").display().to_string();
    let arguments = ["Elsewhere", &elsewhere, order];
    let mut java = workspace.watched_java(&["--checks", "bigfoot"], &arguments);
    let outcome = workspace.run(&mut java);
    assert_eq!(outcome.stdout, "2\n", "{}", outcome.stderr);
    outcome
}

#[test]
fn a_class_from_elsewhere_that_comes_first_is_reckoned_with() {
    let outcome = stranger("before");
    assert_eq!(outcome.races(), [("value".to_owned(), 1)]);
    assert_eq!(counter(&outcome, "settled_fields"), 1);
    assert!(!possible_misses(&outcome), "{}", outcome.stderr);
}

#[test]
fn a_class_from_elsewhere_that_comes_too_late_is_counted() {
    let outcome = stranger("after");
    assert_eq!(outcome.races(), []);
    assert_eq!(counter(&outcome, "settled_fields"), 2);
    assert_eq!(counter(&outcome, "unforeseen_writes"), 1);
    assert!(possible_misses(&outcome), "{}", outcome.stderr);
}

#[test]
fn of_a_class_from_elsewhere_only_private_fields_are_settled() {
    let elsewhere = with(&["Box.java"], Path::new("."));
    let workspace = with(&["Loaded.java"], Path::new("."));
    let elsewhere = elsewhere.path(".").display().to_string();
    let arguments = ["Loaded", &elsewhere];
    let mut java = workspace.watched_java(&["--checks", "bigfoot"], &arguments);
    let outcome = workspace.run(&mut java);
    assert_eq!(outcome.stdout, "3\n", "{}", outcome.stderr);
    assert_eq!(counter(&outcome, "settled_fields"), 1);
}

/// Runs `Rewriting` as the JVM is told to by these arguments.
fn settled_when_started_by(workspace: &Workspace, arguments: &[&str]) {
    let mut java = workspace.redflag(&["--checks", "bigfoot"]);
    java.arg(java::jdk_tool("java")).args(arguments);
    let outcome = workspace.run(&mut java);
    assert_eq!(outcome.stdout, "3\n", "{}", outcome.stderr);
    assert_eq!(counter(&outcome, "settled_fields"), 2, "{arguments:?}");
}

#[test]
fn jars_are_looked_at() {
    let workspace = with(&["Rewriting.java"], Path::new("."));
    let pack = [
        "--create",
        "--file",
        "app.jar",
        "--main-class",
        "Rewriting",
        "Rewriting.class",
        "Rewriting$Box.class",
    ];
    succeeds(workspace.bare("jar").args(pack));
    fs::remove_file(workspace.path("Rewriting.class")).unwrap();
    fs::remove_file(workspace.path("Rewriting$Box.class")).unwrap();
    settled_when_started_by(&workspace, &["-jar", "app.jar", "alone"]);
    settled_when_started_by(&workspace, &["-cp", "app.jar", "Rewriting", "alone"]);
}

#[test]
fn modules_are_looked_at() {
    let workspace = Workspace::empty();
    let source = fs::read_to_string(settled_source("Rewriting.java")).unwrap();
    let inside = workspace.path("Rewriting.java");
    fs::write(&inside, format!("package app; {source}")).unwrap();
    let module = workspace.path("module-info.java");
    fs::write(&module, "module app {}").unwrap();
    workspace.javac(&["-d", "modules/app"], &[inside, module]);
    let arguments = ["-p", "modules", "-m", "app/app.Rewriting", "alone"];
    settled_when_started_by(&workspace, &arguments);
}
