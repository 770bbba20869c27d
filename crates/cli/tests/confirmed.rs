//! What `redflag check --true-positives` says of the programs in `litmus/static` that have a driver, `redflag run` sees happen.

mod java;
mod static_suite;

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde_json::Value;
use static_suite::{Report, labels, suite};

/// `drivers/NAMEDriver.java` calls what is reported of `NAME.java`, from two threads.
fn driven(files: &[PathBuf]) -> Vec<String> {
    let stems = files.iter().filter_map(|it| it.file_stem()?.to_str());
    let mut driven: Vec<String> = stems
        .filter_map(|it| it.strip_suffix("Driver").map(str::to_owned))
        .collect();
    driven.sort();
    driven
}

/// Whether a finding of a run is a race on a field of that name, in that file; or on a container, at that line. A run tells of
/// two accesses once, by whatever calls they are made.
fn confirms(race: &Value, file: &str, (line, (_, field)): &(u32, Report)) -> bool {
    let location = &race["location"];
    let is_container = location.get("container").is_some();
    let is_field = location["field"].as_str().is_some_and(|it| it == field);
    let is_here = |frame: &Value| {
        frame["file"] == file && (is_field || is_container && frame["line"] == *line)
    };
    let accesses = race["accesses"].as_array().unwrap().iter();
    let mut frames = accesses.flat_map(|it| it["stack"].as_array().into_iter().flatten());
    frames.any(is_here)
}

#[test]
fn every_true_report_that_has_a_driver_is_seen_to_happen() {
    let (workspace, files) = suite();
    let labels = labels(&files);
    let driven = driven(&files);
    assert!(driven.len() >= 25, "{} drivers", driven.len());
    let drivers: Vec<String> = driven.iter().map(|it| format!("{it}Driver")).collect();
    let mut command = workspace.redflag(&[]);
    command.arg(java::jdk_tool("java"));
    command.args(["-cp", "classes", "Drivers"]).args(&drivers);
    let outcome = workspace.run(&mut command);
    let races = outcome.report["findings"].as_array().unwrap();
    let mut unseen = BTreeSet::new();
    for name in &driven {
        let file = format!("{name}.java");
        let reports = &labels[&file].true_positives;
        assert!(
            !reports.is_empty(),
            "{file} has a driver, but no such report"
        );
        let seen = |report: &&(u32, Report)| races.iter().any(|it| confirms(it, &file, report));
        let missing = reports.iter().filter(|it| !seen(it));
        unseen.extend(missing.map(|it| format!("{file}:{} {:?}", it.0, it.1)));
    }
    assert!(unseen.is_empty(), "{unseen:#?}\n{}", outcome.stderr);
}
