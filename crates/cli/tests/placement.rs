//! Where checks stand: in traces of the kernels, and of programs that break what redflag relies on.

mod java;

use std::fs;
use std::path::{Path, PathBuf};

use java::{Workspace, ended, succeeds};

/// Sizes with which kernels make thousands of accesses rather than millions.
const SIZES: [(&str, u32); 19] = [
    ("Crypt", 100),
    ("Series", 20),
    ("LuFact", 20),
    ("MolDyn", 2),
    ("MonteCarlo", 4),
    ("Sparse", 20),
    ("Sor", 12),
    ("RayTracer", 6),
    ("Tsp", 6),
    ("Objects", 60),
    ("Arrays", 40),
    ("ReadShared", 150),
    ("Locks", 200),
    ("PlainLocks", 200),
    ("Philosophers", 100),
    ("Elevator", 60),
    ("Queue", 200),
    ("Flags", 60),
    ("ShortArrays", 200),
];

/// What is large in a kernel whatever its size, and what is put in its place.
const CONSTANTS: [(&str, &str); 3] = [
    ("GRID = 1024", "GRID = 24"),
    ("SWEEPS = 30", "SWEEPS = 3"),
    ("NUMBERS = 1 << 20", "NUMBERS = 1 << 10"),
];

fn bench() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench")
}

/// The kernels that are measured.
fn kernels() -> Vec<String> {
    let list = fs::read_to_string(bench().join("PROGRAMS")).unwrap();
    let lines = list.lines().map(|line| line.split('#').next().unwrap());
    let mut kernels = Vec::new();
    for line in lines {
        let mut words = line.split_whitespace();
        if let (Some(kind), Some(name)) = (words.next(), words.next())
            && kind != "program"
        {
            kernels.push(name.to_owned());
        }
    }
    kernels
}

/// With the classes of all kernels.
fn compiled() -> Workspace {
    let workspace = Workspace::empty();
    let mut sources = Vec::new();
    for entry in fs::read_dir(bench().join("kernels")).unwrap() {
        let path = entry.unwrap().path();
        let mut text = fs::read_to_string(&path).unwrap();
        if path.ends_with("Arrays.java") {
            for (large, small) in CONSTANTS {
                assert!(text.contains(large), "{large} is not in {}", path.display());
                text = text.replace(large, small);
            }
        }
        let copy = workspace.path(path.file_name().unwrap().to_str().unwrap());
        fs::write(&copy, text).unwrap();
        sources.push(copy);
    }
    workspace.javac(&[], &sources);
    workspace
}

/// Traces a program and looks at its checks; answers what is printed and what is complained of.
fn examine(workspace: &Workspace, checks: &str, arguments: &[&str]) -> (String, String) {
    let options = ["--checks", checks, "--trace", "trace"];
    succeeds(&mut workspace.watched_java(&options, arguments));
    let output = ended(&mut workspace.redflag_command(&["replay", "--placement", "trace"]));
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let complaints = text(output.stderr);
    assert_eq!(
        output.status.success(),
        complaints.is_empty(),
        "{complaints}"
    );
    (text(output.stdout), complaints)
}

fn kernels_have_their_checks(checks: &str) {
    let workspace = compiled();
    for kernel in kernels() {
        let size = SIZES.iter().find(|(name, _)| *name == kernel);
        let (_, size) = size.unwrap_or_else(|| panic!("{kernel} has no size here"));
        let (counts, complaints) = examine(&workspace, checks, &[&kernel, &format!("size={size}")]);
        assert_eq!(complaints, "", "{kernel} with --checks {checks}");
        assert!(counts.contains(" accesses, "), "{kernel}: {counts}");
        assert!(!counts.contains("when the JVM ended"), "{kernel}: {counts}");
    }
}

#[test]
fn every_access_of_the_kernels_has_its_check() {
    kernels_have_their_checks("all");
}

#[test]
fn accesses_of_the_kernels_without_a_check_have_had_one() {
    kernels_have_their_checks("redcard");
}

#[test]
fn elements_that_the_kernels_access_are_checked_in_time() {
    kernels_have_their_checks("slimstate");
}

#[test]
fn so_they_are_without_redundant_checks() {
    kernels_have_their_checks("slimcard");
}

#[test]
fn loops_of_the_kernels_are_checked_behind_them() {
    kernels_have_their_checks("bigfoot");
}

#[test]
fn a_field_that_is_written_although_only_constructors_should_is_told() {
    let workspace = Workspace::empty();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/settled/Rewriting.java");
    workspace.javac(&[], &[source]);
    let (_, complaints) = examine(&workspace, "all", &["Rewriting", "shared"]);
    assert_eq!(complaints, "");
    let (counts, complaints) = examine(&workspace, "bigfoot", &["Rewriting", "shared"]);
    assert!(
        counts.contains("reads of fields that only constructors write"),
        "{counts}"
    );
    let told = "said to be written by constructors alone, but others have read it";
    assert!(complaints.contains(told), "{complaints}");
}

#[test]
fn shadow_locations_are_counted_as_they_are_stored() {
    let workspace = Workspace::with(&["Counted.java"]);
    // Fields, and the elements of a short array, are the same in all modes; a long array is its elements, or its histories.
    for (mode, of_long_array) in [("all", 1000), ("slimstate", 2), ("bigfoot", 2)] {
        let options = ["--stats", "--checks", mode];
        let outcome = workspace.run(&mut workspace.watched_java(&options, &["Counted"]));
        let counters = &outcome.report["stats"]["counters"];
        let expected = 5 + 10 + of_long_array;
        assert_eq!(counters["shadow_locations"], expected, "{mode}: {counters}");
    }
    let outcome = workspace.run(&mut workspace.watched_java(&[], &["Counted"]));
    let counters = outcome.report["stats"]["counters"].as_object().unwrap();
    assert!(!counters.contains_key("shadow_locations"), "{counters:?}");
}

#[test]
fn what_is_loaded_twice_is_the_same_where_memory_is_trusted() {
    let workspace = Workspace::empty();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/traps/Reloads.java");
    workspace.javac(&[], &[source]);
    let checks = |precision| {
        let options = ["--stats", "--checks", "redcard", "--precision", precision];
        let outcome = workspace.run(&mut workspace.watched_java(&options, &["Reloads"]));
        assert_eq!(outcome.stdout, "999000\n", "{}", outcome.stderr);
        outcome.report["stats"]["counters"]["checks"]
            .as_u64()
            .unwrap()
    };
    assert!(checks("trace") <= checks("address") - 1000);
}
