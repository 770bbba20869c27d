//! `redflag instrument` and `redflag report`, with real JVMs that have no agent.

mod java;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use java::{Outcome, Workspace, ended, succeeds};

/// With the classes of these sources of `tests/offline` too.
fn compile(workspace: &Workspace, sources: &[&str]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/offline");
    let sources: Vec<_> = sources.iter().map(|name| folder.join(name)).collect();
    workspace.javac(&["-d", "classes"], &sources);
}

/// A workspace with `classes/`.
fn with(sources: &[&str]) -> Workspace {
    let workspace = Workspace::empty();
    compile(&workspace, sources);
    workspace
}

/// A workspace with the classes of `Racy` in `classes/`.
fn racy() -> Workspace {
    let workspace = Workspace::empty();
    workspace.javac(&["-d", "classes"], &[java::source("Racy.java")]);
    workspace
}

fn jar(workspace: &Workspace, arguments: &[&str]) {
    succeeds(workspace.bare("jar").args(arguments));
}

/// `redflag instrument INPUTS -o out`; answers what it says.
fn instrument(workspace: &Workspace, inputs: &[&str]) -> String {
    let mut command = workspace.redflag_command(&["instrument", "-o", "out"]);
    let output = ended(command.args(inputs));
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    said
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// `java @out/redflag.args`
fn java(workspace: &Workspace, arguments: &[&str]) -> Command {
    let mut command = workspace.bare("java");
    command.args(["@out/redflag.args", "-Xverify:all"]);
    command.args(arguments);
    command
}

/// `redflag report out`
fn report(workspace: &Workspace) -> Outcome {
    let arguments = ["report", "out", "--stats", "--json", "races.json"];
    workspace.run(&mut workspace.redflag_command(&arguments))
}

/// Runs a program of `out` that ends well, and reports what it found, and nothing that was found before.
fn run_and_report(workspace: &Workspace, arguments: &[&str]) -> Outcome {
    let _ = fs::remove_dir_all(workspace.path("out/redflag/runs"));
    succeeds(&mut java(workspace, arguments));
    report(workspace)
}

fn names(outcome: &Outcome) -> Vec<String> {
    let mut names: Vec<_> = outcome.races().into_iter().map(|(name, _)| name).collect();
    names.dedup();
    names
}

#[test]
fn however_a_program_ends_its_races_are_told() {
    let workspace = racy();
    jar(
        &workspace,
        &["cfe", "app.jar", "Racy", "-C", "classes", "."],
    );
    let said = instrument(&workspace, &["app.jar"]);
    assert!(
        said.contains("java @out/redflag.args -jar out/app.jar"),
        "{said}"
    );
    for (how, status) in [
        ("return", 0),
        ("exit-3", 3),
        ("halt-4", 4),
        ("throw", 1),
        ("last-thread", 0),
    ] {
        let _ = fs::remove_dir_all(workspace.path("out/redflag/runs"));
        let run = ended(&mut java(&workspace, &["-jar", "out/app.jar", how]));
        assert_eq!(run.status.code(), Some(status), "{how}: {}", stderr(&run));
        assert_eq!(run.stdout, b"raced\n", "{how}");
        assert!(stderr(&run).contains("redflag: races were found"), "{how}");
        let outcome = report(&workspace);
        assert_eq!(outcome.races(), [("value".to_owned(), 1)], "{how}");
        assert_eq!(outcome.status, Some(66), "{how}: {}", outcome.stderr);
        assert_eq!(outcome.report["stats"]["killed_jvms"], 0, "{how}");
        let summary = "redflag: 1 data race (1 occurrence) in 1 JVM;";
        assert!(
            outcome.stderr.contains(summary),
            "{how}: {}",
            outcome.stderr
        );
    }
}

/// What was found before is on disk.
#[test]
fn the_races_of_a_killed_jvm_are_told() {
    let workspace = racy();
    instrument(&workspace, &["classes"]);
    let mut command = java(&workspace, &["-cp", "out/classes", "Racy", "forever"]);
    let mut jvm = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut output = BufReader::new(jvm.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert_eq!(line, "raced\n");
    jvm.kill().unwrap();
    jvm.wait().unwrap();
    let outcome = report(&workspace);
    assert_eq!(outcome.races(), [("value".to_owned(), 1)]);
    assert_eq!(outcome.status, Some(66));
    assert_eq!(outcome.report["stats"]["killed_jvms"], 1);
}

/// A program that cannot tell what it finds runs all the same, and says so.
#[test]
fn a_jvm_that_cannot_write_is_not_checked() {
    let workspace = racy();
    instrument(&workspace, &["classes"]);
    let arguments = [
        "-Dredflag.runs=out/redflag.args",
        "-cp",
        "out/classes",
        "Racy",
    ];
    let run = ended(&mut java(&workspace, &arguments));
    assert_eq!(run.status.code(), Some(0), "{}", stderr(&run));
    assert_eq!(run.stdout, b"raced\n");
    let said = "redflag: this JVM is not checked: out/redflag.args/";
    assert!(stderr(&run).contains(said), "{}", stderr(&run));
}

#[test]
fn a_report_is_the_same_as_with_the_agent() {
    let workspace = racy();
    instrument(&workspace, &["classes"]);
    let offline = run_and_report(&workspace, &["-cp", "out/classes", "Racy", "return", "2"]);
    let mut watched = workspace.redflag(&["--checks", "all"]);
    watched.args([
        &java::jdk_tool("java"),
        "-cp",
        "classes",
        "Racy",
        "return",
        "2",
    ]);
    let watched = workspace.run(&mut watched);
    assert_eq!(offline.report["findings"], watched.report["findings"]);
    for number in ["classes", "methods", "accesses_checked_sites"] {
        assert_eq!(
            offline.report["stats"][number], watched.report["stats"][number],
            "{number}"
        );
    }
}

#[test]
fn what_orders_threads_is_known() {
    let workspace = with(&["Orders.java"]);
    instrument(&workspace, &["classes"]);
    let outcome = run_and_report(&workspace, &["-cp", "out/classes", "Orders", "ordered"]);
    assert_eq!(outcome.races(), [], "{}", outcome.stderr);
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let outcome = run_and_report(&workspace, &["-cp", "out/classes", "Orders", "beside"]);
    let expected = [
        "[I",
        "byLock",
        "byMap",
        "byMonitor",
        "byStart",
        "byTask",
        "byVolatile",
    ];
    assert_eq!(names(&outcome), expected, "{}", outcome.stderr);
    assert_eq!(outcome.status, Some(66));
}

const RULES: &str = r#"
[[hook]]
class = "Orders"
method = "reach([I)V"
entry = ["release arg1"]

[[hook]]
class = "Orders"
method = "await([I)V"
return = ["acquire arg1"]

[[hook]]
class = "Misspelt"
method = "await([I)V"
return = ["acquire arg1"]
"#;

/// Rules of the user's own, for what redflag cannot see.
#[test]
fn models_are_followed() {
    let workspace = with(&["Orders.java"]);
    fs::write(workspace.path("rules.toml"), RULES).unwrap();
    let said = instrument(&workspace, &["classes", "--models", "rules.toml"]);
    let unused = "the rules of rules.toml for Misspelt were not used: no such class was found";
    assert!(said.contains(unused), "{said}");
    let outcome = run_and_report(&workspace, &["-cp", "out/classes", "Orders", "beside"]);
    assert_eq!(outcome.races(), [], "{}", outcome.stderr);
}

#[test]
fn all_runs_are_told_together_and_none_is_no_clean_bill() {
    let workspace = racy();
    instrument(&workspace, &["classes"]);
    let outcome = report(&workspace);
    assert_eq!(outcome.status, Some(2));
    assert!(
        outcome.stderr.contains("no program has run with out yet"),
        "{}",
        outcome.stderr
    );
    for _ in 0..2 {
        succeeds(&mut java(&workspace, &["-cp", "out/classes", "Racy"]));
    }
    let outcome = report(&workspace);
    assert_eq!(outcome.races(), [("value".to_owned(), 2)]);
    assert_eq!(outcome.report["stats"]["jvms"], 2);
}

/// What is given otherwise is not checked, which must not pass for a clean bill.
#[test]
fn classes_from_elsewhere_are_counted() {
    let workspace = racy();
    compile(&workspace, &["Orders.java"]);
    jar(
        &workspace,
        &["cf", "orders.jar", "-C", "classes", "Orders.class"],
    );
    instrument(&workspace, &["orders.jar"]);
    let outcome = run_and_report(&workspace, &["-cp", "classes", "Racy"]);
    assert_eq!(outcome.races(), []);
    assert!(
        outcome.stderr.contains("nothing was checked"),
        "{}",
        outcome.stderr
    );
    let note = "classes that `redflag instrument` was not given were not checked: 1, such as Racy";
    assert!(outcome.stderr.contains(note), "{}", outcome.stderr);
}

/// A class that two loaders define has two static fields.
#[test]
fn a_jar_in_a_jar_is_rewritten_and_may_be_loaded_twice() {
    let workspace = with(&["Counter.java"]);
    jar(&workspace, &["cf", "counter.jar", "-C", "classes", "."]);
    fs::remove_dir_all(workspace.path("classes")).unwrap();
    compile(&workspace, &["Loads.java"]);
    fs::create_dir_all(workspace.path("classes/BOOT-INF/lib")).unwrap();
    let nested = workspace.path("classes/BOOT-INF/lib/counter.jar");
    fs::rename(workspace.path("counter.jar"), nested).unwrap();
    // Stored, as Spring Boot wants it.
    jar(
        &workspace,
        &["cf0e", "app.jar", "Loads", "-C", "classes", "."],
    );
    instrument(&workspace, &["app.jar"]);
    let outcome = run_and_report(&workspace, &["-jar", "out/app.jar", "apart"]);
    assert_eq!(outcome.races(), [], "{}", outcome.stderr);
    assert_eq!(outcome.report["stats"]["classes"], 3);
    let outcome = run_and_report(&workspace, &["-jar", "out/app.jar", "together"]);
    assert_eq!(names(&outcome), ["count"], "{}", outcome.stderr);
}

#[test]
fn a_signed_jar_runs_unsigned() {
    let workspace = racy();
    jar(
        &workspace,
        &["cfe", "app.jar", "Racy", "-C", "classes", "."],
    );
    let mut keytool = workspace.bare("keytool");
    keytool.args([
        "-genkeypair",
        "-keystore",
        "keys",
        "-storepass",
        "secret",
        "-alias",
        "me",
    ]);
    succeeds(keytool.args(["-keyalg", "EC", "-dname", "CN=me"]));
    let mut jarsigner = workspace.bare("jarsigner");
    succeeds(jarsigner.args(["-keystore", "keys", "-storepass", "secret", "app.jar", "me"]));
    let said = instrument(&workspace, &["app.jar"]);
    assert!(said.contains("app.jar: is no longer signed"), "{said}");
    let outcome = run_and_report(&workspace, &["-jar", "out/app.jar"]);
    assert_eq!(outcome.races(), [("value".to_owned(), 1)]);
}

/// The class of the release that runs is the one that counts, also in a named module.
#[test]
fn a_modular_jar_for_several_releases() {
    let workspace = Workspace::empty();
    fs::create_dir_all(workspace.path("newer")).unwrap();
    fs::create_dir_all(workspace.path("older")).unwrap();
    let racy = fs::read_to_string(java::source("Racy.java")).unwrap();
    let racy = format!("package inside;\n{racy}");
    fs::write(workspace.path("newer/Racy.java"), &racy).unwrap();
    let older = "package inside;\npublic final class Racy {\n    public static void main(String[] args) throws Exception {}\n}\n";
    fs::write(workspace.path("older/Racy.java"), older).unwrap();
    fs::write(
        workspace.path("older/module-info.java"),
        "module app { exports inside; }\n",
    )
    .unwrap();
    let old = ["Racy.java", "module-info.java"].map(|name| workspace.path("older").join(name));
    workspace.javac(&["-d", "base"], &old);
    workspace.javac(&["-d", "versioned"], &[workspace.path("newer/Racy.java")]);
    jar(
        &workspace,
        &[
            "cf",
            "app.jar",
            "-C",
            "base",
            ".",
            "--release",
            "11",
            "-C",
            "versioned",
            ".",
        ],
    );
    instrument(&workspace, &["app.jar"]);
    let named = ["-p", "out/app.jar", "-m", "app/inside.Racy"];
    let run = ended(&mut java(&workspace, &named));
    assert!(!stderr(&run).contains("WARNING"), "{}", stderr(&run));
    let outcome = run_and_report(&workspace, &named);
    assert_eq!(
        outcome.races(),
        [("value".to_owned(), 1)],
        "{}",
        outcome.stderr
    );
}

#[test]
fn another_jdk_is_refused() {
    let workspace = racy();
    instrument(&workspace, &["classes"]);
    let mut jlink = workspace.bare("jlink");
    succeeds(jlink.args(["--add-modules", "java.base", "--output", "image"]));
    let mut other = workspace.bare("java");
    let arguments = fs::read_to_string(workspace.path("out/redflag.args")).unwrap();
    let base = |line: &&str| !line.contains("--patch-module") || line.contains("java.base=");
    let arguments: Vec<&str> = arguments.lines().filter(base).collect();
    fs::write(workspace.path("base.args"), arguments.join("\n")).unwrap();
    let mut command = Command::new(workspace.path("image/bin/java"));
    command.current_dir(workspace.path("."));
    let run = ended(command.args(["@base.args", "-cp", "out/classes", "Racy"]));
    assert_eq!(run.status.code(), Some(2), "{}", stderr(&run));
    assert!(run.stdout.is_empty());
    assert!(
        stderr(&run).contains("was made for another JDK"),
        "{}",
        stderr(&run)
    );
    // The one that it was made for takes the same arguments.
    succeeds(other.args(["@base.args", "-cp", "out/classes", "Racy"]));
}

/// Each input, what is said of it; nothing is left behind.
#[test]
fn bad_input_is_told_and_nothing_is_written() {
    let workspace = racy();
    jar(&workspace, &["cf", "whole.jar", "-C", "classes", "."]);
    let whole = fs::read(workspace.path("whole.jar")).unwrap();
    fs::write(workspace.path("cut.jar"), &whole[..whole.len() - 40]).unwrap();
    let mut damaged = whole.clone();
    damaged[60] ^= 0xFF;
    damaged[61] ^= 0xFF;
    fs::write(workspace.path("damaged.jar"), damaged).unwrap();
    fs::write(workspace.path("text"), "no jar").unwrap();
    fs::create_dir_all(workspace.path("empty")).unwrap();
    fs::create_dir_all(workspace.path("redflag")).unwrap();
    fs::create_dir_all(workspace.path("there")).unwrap();
    let listing = || {
        let entries = fs::read_dir(workspace.path(".")).unwrap();
        let mut names: Vec<_> = entries.map(|it| it.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let before = listing();
    for (arguments, expected) in [
        (
            ["missing.jar", "-o", "out"],
            "cannot read missing.jar: No such file",
        ),
        (
            ["cut.jar", "-o", "out"],
            "cut.jar: the zip archive is damaged",
        ),
        (["damaged.jar", "-o", "out"], "damaged.jar: "),
        (["text", "-o", "out"], "text: the zip archive is damaged"),
        (
            ["classes/Racy.class", "-o", "out"],
            "is neither a jar nor a directory",
        ),
        (["empty", "-o", "out"], "no class was found"),
        (["redflag", "-o", "out"], "would be written to redflag"),
        (
            ["classes", "-o", "there"],
            "there exists; name a directory that does not",
        ),
        (["classes", "-o", "no/such/out"], "cannot write"),
        (
            ["classes", "-oout", "--jdk=empty"],
            "empty is no JDK of Java 11 or later",
        ),
    ] {
        let mut command = workspace.redflag_command(&["instrument"]);
        let output = ended(command.args(arguments));
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(
            said.starts_with("redflag: error: "),
            "{arguments:?}: {said}"
        );
        assert!(said.contains(expected), "{arguments:?}: {said}");
        assert_eq!(listing(), before, "{arguments:?}");
    }
    let output = ended(&mut workspace.redflag_command(&["report", "empty"]));
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("should have been written by `redflag instrument`"));
}
