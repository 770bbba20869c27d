//! Programs on every Java that redflag is for: the JDK at hand, and JREs of other versions. One named test for each
//! program and Java; where a JRE is missing, its tests are shown as ignored. `make jres` fetches them.
//!
//! - `REDFLAG_JRES`: the directory of the JREs, named by their number (default: `target/jres`)

mod java;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use java::{Workspace, jdk_tool, source};
use libtest_mimic::{Arguments, Trial};
use serde_json::{Value, json};

/// What `make jres` fetches.
const VERSIONS: [u32; 3] = [11, 21, 25];

fn main() -> ExitCode {
    let mut trials = Vec::new();
    trials.extend(everywhere("options::shared_class_data", shared_class_data));
    trials.extend(since(
        25,
        "options::caches_ahead_of_time",
        caches_ahead_of_time,
    ));
    trials.extend(everywhere(
        "memory::collectors_and_layouts",
        collectors_and_layouts,
    ));
    trials.extend(since(21, "virtual_threads::slots", slots));
    trials.extend(since(21, "virtual_threads::stacks", stacks));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// On the JDK at hand and on every JRE.
fn everywhere(name: &str, test: fn(&Path)) -> Vec<Trial> {
    let mut trials = since(VERSIONS[0], name, test);
    trials.push(trial(
        format!("{name}_on_the_jdk"),
        jdk_tool("java").into(),
        test,
    ));
    trials
}

/// On the JREs of this version and later.
fn since(first: u32, name: &str, test: fn(&Path)) -> Vec<Trial> {
    let versions = VERSIONS.into_iter().filter(|version| *version >= first);
    versions
        .map(|version| {
            let java = jre(version);
            let missing = !java.exists();
            trial(format!("{name}_on_{version}"), java, test).with_ignored_flag(missing)
        })
        .collect()
}

fn trial(name: String, java: PathBuf, test: fn(&Path)) -> Trial {
    Trial::test(name, move || {
        test(&java);
        Ok(())
    })
}

fn jre(version: u32) -> PathBuf {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/jres");
    let folder = std::env::var_os("REDFLAG_JRES").map_or(default, PathBuf::from);
    folder.join(version.to_string()).join("bin/java")
}

/// `Racy` runs with these flags, and its race is found.
fn races_with(java: &Path, flags: &[&str]) {
    let workspace = Workspace::empty();
    workspace.javac(&["--release", "11"], &[source("Racy.java")]);
    let mut command = workspace.redflag(&[]);
    command.arg(java).args(flags).args(["-cp", ".", "Racy"]);
    let outcome = workspace.run(&mut command);
    assert_eq!(outcome.stdout, "raced\n", "{}", outcome.stderr);
    assert_eq!(outcome.status, Some(66), "{}", outcome.stderr);
    assert_eq!(outcome.races(), [("value".to_owned(), 1)]);
    assert_eq!(outcome.report["stats"]["skipped"], json!([]));
    assert_eq!(outcome.report["stats"]["stopped"], json!([]));
}

/// It is not insisted on.
fn shared_class_data(java: &Path) {
    races_with(java, &["-Xshare:on"]);
}

/// They are not used.
fn caches_ahead_of_time(java: &Path) {
    for flags in [
        ["-XX:AOTMode=on", "-XX:AOTCache=none.aot"],
        ["-XX:AOTMode=record", "-XX:AOTConfiguration=none.conf"],
        ["-XX:+IgnoreUnrecognizedVMOptions", "-XX:AOTCache=none.aot"],
    ] {
        races_with(java, &flags);
    }
}

/// What decides where objects lie and how they move.
const LAYOUTS: &[&[&str]] = &[
    &["-XX:+UseSerialGC"],
    &["-XX:+UseParallelGC"],
    &["-XX:+UseG1GC"],
    &["-XX:+UseZGC"],
    &["-XX:+UseZGC", "-XX:+ZGenerational"],
    &["-XX:+UseShenandoahGC"],
    &["-XX:+UnlockExperimentalVMOptions", "-XX:+UseEpsilonGC"],
    &["-XX:-UseCompressedOops"],
    &["-XX:-UseCompressedOops", "-XX:-UseCompressedClassPointers"],
    &["-XX:ObjectAlignmentInBytes=16"],
    &["-XX:+UseCompactObjectHeaders"],
];

/// All that the JVM has.
fn collectors_and_layouts(java: &Path) {
    let mut tried = 0;
    for flags in LAYOUTS.iter().filter(|flags| accepts(java, flags)) {
        // Epsilon has things to say on standard output.
        let flags = [*flags, &["-Xlog:disable", "-Xmx256m"]].concat();
        races_with(java, &flags);
        tried += 1;
    }
    assert!(tried >= 6, "{java:?} took only {tried} kinds");
}

fn accepts(java: &Path, flags: &[&str]) -> bool {
    let output = Command::new(java).args(flags).arg("-version").output();
    output.unwrap().status.success()
}

/// Virtual threads take slots only while they run.
fn slots(java: &Path) {
    let workspace = Workspace::with(&["Virtual.java"]);
    let mut command = workspace.redflag(&[]);
    let outcome = workspace.run(command.arg(java).args(["-cp", ".", "Virtual"]));
    assert_eq!(outcome.status, Some(66), "{}", outcome.stderr);
    assert_eq!(outcome.stdout, "100000\n");
    assert_eq!(outcome.races(), [("racy".to_owned(), 1)]);
}

/// Virtual threads move on while stacks are taken.
fn stacks(java: &Path) {
    let workspace = Workspace::with(&["Starters.java"]);
    let mut command = workspace.redflag(&[]);
    // A hang must fail here, not last.
    command.args(["timeout", "-s", "KILL", "300"]);
    let outcome = workspace.run(command.arg(java).args(["-cp", ".", "Starters"]));
    assert_eq!(outcome.status, Some(66), "{}", outcome.stderr);
    assert_eq!(outcome.stdout, "20000\n");
    for finding in outcome.report["findings"].as_array().unwrap() {
        let [later, earlier] = [0, 1].map(|i| &finding["accesses"][i]);
        assert_eq!(finding["location"]["field"], "racy");
        assert_eq!(methods(&later["stack"])[0], "work");
        for access in [later, earlier] {
            assert!(methods(&access["thread_created"]).contains(&"startAll"));
        }
    }
}

fn methods(stack: &Value) -> Vec<&str> {
    let frames = stack.as_array().expect("a stack").iter();
    frames
        .filter_map(|frame| frame["method"].as_str())
        .collect()
}
