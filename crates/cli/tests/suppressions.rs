//! Races that the user does not want to be told of, by file and by annotation, with real JVMs.

mod java;

use std::fs;

use java::{Outcome, Workspace};
use serde_json::{Value, json};

const FILE: &str = ".redflag-suppressions";

/// Four races: on `Racy.value`, and on three elements of an `int[]` in lambdas of `elements`.
fn racy(workspace: &Workspace, options: &[&str]) -> Outcome {
    workspace.run(&mut workspace.watched_java(options, &["Racy", "return", "3"]))
}

fn told(outcome: &Outcome) -> (usize, usize) {
    let findings = outcome.report["findings"].as_array().unwrap();
    let suppressed = findings.iter().filter(|f| !f["suppressed"].is_null());
    (
        outcome.stderr.matches("\nSUMMARY:").count(),
        suppressed.count(),
    )
}

#[test]
fn patterns_take_races_out_of_the_report_and_the_status() {
    let workspace = Workspace::with(&["Racy.java"]);
    for (patterns, printed, status) in [
        ("", 4, 66),
        ("Racy.value", 3, 66),
        ("int[] method:Racy.lambda$elements$*", 1, 66),
        ("rule:guarded-by-violation", 4, 66),
        ("*", 0, 0),
        ("Racy.value  # known\nint[]\n", 0, 0),
    ] {
        fs::write(workspace.path(FILE), patterns).unwrap();
        let outcome = racy(&workspace, &[]);
        assert_eq!(told(&outcome), (printed, 4 - printed), "{patterns}");
        assert_eq!(outcome.status, Some(status), "{patterns}");
        let counted = format!("{} suppressed", 4 - printed);
        let says = outcome.stderr.contains(&counted);
        assert_eq!(says, printed < 4, "{}", outcome.stderr);
    }
}

#[test]
fn a_fingerprint_of_the_report_is_a_pattern_and_its_reason_is_kept() {
    let workspace = Workspace::with(&["Racy.java"]);
    let all = racy(&workspace, &[]).report;
    let fingerprint = all["findings"][0]["fingerprint"].as_str().unwrap();
    let line = format!("fingerprint:{fingerprint} # a counter for the log\nGone.*\n");
    fs::write(workspace.path("known.txt"), line).unwrap();
    let options = [
        "--suppressions",
        "known.txt",
        "--sarif",
        "races.sarif",
        "--stats",
    ];
    let outcome = racy(&workspace, &options);
    assert_eq!(told(&outcome), (3, 1));
    let pattern = format!("fingerprint:{fingerprint}");
    let reason = "a counter for the log";
    assert_eq!(
        outcome.report["findings"][0]["suppressed"],
        json!({"pattern": pattern, "reason": reason})
    );

    let unused = &outcome.report["stats"]["unused_suppressions"];
    assert_eq!(unused, &json!(["known.txt:2: Gone.*"]));
    let stats = "suppressions that matched nothing: 1\n    known.txt:2: Gone.*";
    assert!(outcome.stderr.contains(stats), "{}", outcome.stderr);

    let sarif = fs::read(workspace.path("races.sarif")).unwrap();
    let sarif: Value = serde_json::from_slice(&sarif).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let suppressed: Vec<_> = results
        .iter()
        .filter_map(|result| result.get("suppressions"))
        .collect();
    assert_eq!(suppressed.len(), 1);
    assert_eq!(suppressed[0][0]["kind"], "external");
    assert_eq!(suppressed[0][0]["justification"], reason);
}

#[test]
fn a_suppressed_race_does_not_halt_the_program() {
    let workspace = Workspace::with(&["Racy.java"]);
    fs::write(workspace.path(FILE), "Racy.value").unwrap();
    let mut command = workspace.watched_java(&["--halt-on-race"], &["Racy", "return"]);
    let outcome = workspace.run(&mut command);
    assert_eq!(outcome.stdout, "raced\n");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
}

#[test]
fn a_bad_file_is_told_before_the_program_starts() {
    let workspace = Workspace::with(&["Racy.java"]);
    fs::write(workspace.path("bad.txt"), "Racy.value\nfield:Racy.value\n").unwrap();
    fs::write(workspace.path("binary.txt"), [0xff, 0xfe]).unwrap();
    for (file, expected) in [
        ("bad.txt", "bad.txt, line 2: unknown condition `field:`"),
        ("none.txt", "cannot read suppressions from none.txt"),
        (FILE, "cannot read suppressions from .redflag-suppressions"),
        ("binary.txt", "cannot read suppressions from binary.txt"),
    ] {
        let mut command = workspace.watched_java(&["--suppressions", file], &["Racy"]);
        let output = command.output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.contains(expected), "{stderr}");
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(output.stdout, b"", "the program was started");
    }
}

#[test]
fn annotations_exempt_fields_classes_and_methods() {
    let workspace = Workspace::with(&["Exempt.java", "Racing.java"]);
    let outcome = workspace.run(&mut workspace.watched_java(&["--stats"], &["Exempt"]));
    let mut fields: Vec<_> = outcome
        .races()
        .into_iter()
        .map(|(field, _)| field)
        .collect();
    fields.dedup();
    assert_eq!(fields, ["checked"], "{}", outcome.stderr);
    assert_eq!(outcome.stdout, "4\n");
    assert_eq!(outcome.report["stats"]["exempt_fields"], 4);
    assert_eq!(outcome.report["stats"]["exempt_methods"], 2);
}
