//! `redflag check`: the suite in `litmus/static`, where labels in the source say what must be reported on a line, and nothing else may be.

mod java;
mod static_suite;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use java::{Workspace, ended};
use serde_json::Value;
use static_suite::{Labels, Report, folder, labels, reports, sources, suite};

#[test]
fn exactly_what_the_labels_say_is_reported() {
    let (workspace, files) = suite();
    let labels = labels(&files);
    let told = |options: &[&str]| reports(&workspace, options);
    let wrong = differences(&labels, |it| &it.reports, told);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let reports: usize = labels.values().map(|it| it.reports.len()).sum();
    assert!(reports >= 250, "the suite has {reports} labels");
}

#[test]
fn exactly_what_is_labelled_as_true_is_reported_where_all_has_to_be() {
    let (workspace, files) = suite();
    let labels = labels(&files);
    let told = |options: &[&str]| reports(&workspace, &[options, &["--true-positives"]].concat());
    let wrong = differences(&labels, |it| &it.true_positives, told);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let reports: usize = labels.values().map(|it| it.true_positives.len()).sum();
    assert!(reports >= 200, "the suite has {reports} such labels");
}

#[test]
fn what_is_surely_a_race_is_told_without_being_asked_for_too() {
    let (workspace, _) = suite();
    let told = |options: &[&str]| -> BTreeSet<String> {
        let mut command = workspace.redflag_command(&["check", "--json", "-", "classes"]);
        let output = ended(command.args(options));
        let document: Value = serde_json::from_slice(&output.stdout).unwrap();
        let findings = document["findings"].as_array().unwrap().iter();
        findings.map(|it| it["fingerprint"].to_string()).collect()
    };
    for options in [&[][..], &["--all"], &["--no-dedup"]] {
        let all = told(options);
        let sure = told(&[options, &["--true-positives"]].concat());
        let only: Vec<_> = sure.difference(&all).collect();
        assert!(only.is_empty() && !sure.is_empty(), "{options:?} {only:?}");
    }
}

/// What the README of the suite says; the labels list them.
#[test]
fn known_gaps_are_counted() {
    let labels = labels(&sources());
    let gaps: usize = labels.values().map(|it| it.gaps.len()).sum();
    let readme = fs::read_to_string(folder().join("README.md")).unwrap();
    let said = format!("There are {gaps} known gaps");
    assert!(readme.contains(&said), "the README should say: {said}");
}

type Told = BTreeMap<String, BTreeSet<(u32, Report)>>;

/// What is told too much or too little, with each set of options that files ask for.
fn differences(
    labels: &BTreeMap<String, Labels>,
    expected: impl Fn(&Labels) -> &BTreeSet<(u32, Report)>,
    told: impl Fn(&[&str]) -> Told,
) -> Vec<String> {
    let all_options: BTreeSet<&Vec<String>> = labels.values().map(|it| &it.options).collect();
    let mut wrong = Vec::new();
    for options in all_options {
        let found = told(&options.iter().map(String::as_str).collect::<Vec<_>>());
        for (file, labels) in labels.iter().filter(|(_, it)| it.options == *options) {
            let nothing = BTreeSet::new();
            let found = found.get(file).unwrap_or(&nothing);
            let missing = expected(labels).difference(found);
            wrong.extend(missing.map(|it| format!("{file}:{} is missing: {:?}", it.0, it.1)));
            let extra = found.difference(expected(labels));
            wrong.extend(extra.map(|it| match labels.gaps.contains(it) {
                true => format!("{file}:{} is no gap any more: {:?}", it.0, it.1),
                false => format!("{file}:{} is too much: {:?}", it.0, it.1),
            }));
        }
    }
    wrong
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
        said.contains("1 class file could not be read: ./Damaged.class: "),
        "{said}"
    );
}

/// A counter with a class below it, as its method `add` has it.
fn counter(workspace: &Workspace, add: &str) {
    let counter = format!("class Counter {{ int n; {add} }}");
    fs::write(workspace.path("Counter.java"), counter).unwrap();
    let user = "class User extends Counter { void use() { add(); } synchronized int seen() { return n; } }";
    fs::write(workspace.path("User.java"), user).unwrap();
    let sources = ["Counter.java", "User.java"].map(|it| workspace.path(it));
    workspace.javac(&["-d", "classes"], &sources);
}

fn told(workspace: &Workspace, options: &[&str]) -> String {
    told_of(workspace, "classes", options)
}

fn told_of(workspace: &Workspace, path: &str, options: &[&str]) -> String {
    let mut command = workspace.redflag_command(&["check", path]);
    let output = ended(command.args(options));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    String::from_utf8(output.stdout).unwrap() + &said
}

#[test]
fn a_change_in_one_class_shows_in_the_reports_of_another() {
    let workspace = Workspace::empty();
    counter(&workspace, "void add() { n++; }");
    let racy = told(&workspace, &[]);
    assert!(racy.contains("User.java"), "{racy}");
    assert_eq!(told(&workspace, &[]), racy);
    counter(&workspace, "void add() { }");
    let harmless = told(&workspace, &[]);
    assert!(harmless.contains("no findings"), "{harmless}");
    assert_eq!(told(&workspace, &["--no-cache"]), harmless);
    counter(&workspace, "void add() { n++; }");
    assert_eq!(told(&workspace, &[]), racy);
}

#[test]
fn a_damaged_cache_is_as_good_as_none() {
    let workspace = Workspace::empty();
    counter(&workspace, "void add() { n++; }");
    let expected = told(&workspace, &["--no-cache"]);
    assert!(!workspace.path("kept").exists());
    let kept = ["--cache", "kept"];
    assert_eq!(told(&workspace, &kept), expected);
    let files = fs::read_dir(workspace.path("kept")).unwrap();
    let files: Vec<PathBuf> = files.map(|it| it.unwrap().path()).collect();
    let [file] = &files[..] else {
        panic!("{files:?}");
    };
    let whole = fs::read(file).unwrap();
    let mut changed = whole.clone();
    changed[whole.len() / 2] ^= 0xFF;
    for damaged in [&changed, &whole[..whole.len() / 3], b"", b"something else"] {
        fs::write(file, damaged).unwrap();
        assert_eq!(told(&workspace, &kept), expected);
        assert_eq!(fs::read(file).unwrap(), whole, "it is written again");
    }
}

#[test]
fn redflags_that_share_a_cache_do_not_disturb_each_other() {
    let workspace = Workspace::empty();
    counter(&workspace, "void add() { n++; }");
    let expected = told(&workspace, &["--no-cache"]);
    std::thread::scope(|scope| {
        for threads in ["1", "2", "3", "4", "1", "2", "3", "4"] {
            let (workspace, expected) = (&workspace, &expected);
            scope.spawn(move || assert_eq!(told(workspace, &["--threads", threads]), *expected));
        }
    });
    let files = fs::read_dir(workspace.path("cache/redflag")).unwrap();
    assert_eq!(files.count(), 1, "no temporary file is left");
}

#[test]
fn locks_of_one_name_that_exclude_nothing_are_told_apart() {
    let workspace = Workspace::with_text(
        "Guards.java",
        "import java.util.concurrent.locks.*;
        @interface ThreadSafe {}
        @ThreadSafe class Guards {
            static int ofAll; int mixed; int shared;
            final Lock lock = new ReentrantLock();
            final ReadWriteLock both = new ReentrantReadWriteLock();
            synchronized void ofAll() { ofAll++; }
            void mixed() { lock.lock(); try { mixed++; } finally { lock.unlock(); } }
            int mixedMonitor() { synchronized (lock) { return mixed; } }
            void write() { both.readLock().lock(); try { shared++; } finally { both.readLock().unlock(); } }
        }",
    );
    let told = told_of(&workspace, ".", &[]);
    for expected in [
        "holding this (each object has its own)",
        "holding this.lock (its monitor)",
        "holding this.lock:",
        "holding this.both (to read)",
        "fix: ofAll is one for all objects, and each has a lock of its own",
    ] {
        assert!(told.contains(expected), "{expected}\n{told}");
    }
}
