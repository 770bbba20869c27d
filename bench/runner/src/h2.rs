//! Several clients of the H2 database, plain and under `redflag run`, every class verified by the JVM.

use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use findings::run::DEFAULT_EXIT_CODE;
use findings::{Document, Location, RunStats};

use crate::Error;
use crate::java;
use crate::process;
use crate::redflag;
use crate::results::grouped;

const JAR: &str = "h2-2.2.224.jar";
const COORDINATES: &str = "com.h2database:h2:2.2.224";
const DRIVER: &str = "H2Clients";
/// The driver's field with a race on purpose.
const SEEDED_FIELD: &str = "seededRace";

const MAX_SKIPPED_SHARE: f64 = 0.001;
const MIN_ACCESSES: u64 = 10_000_000;

/// One thing that must hold, and what was seen.
struct Check {
    holds: bool,
    text: String,
}

/// Runs the driver and prints the verdict; whether all checks hold.
pub fn judge() -> Result<bool, Error> {
    let jar = fetch()?;
    let classes = java::compile("bench/h2", "h2")?;
    let mut plain = command(&classes, &jar);
    eprintln!("h2: without redflag");
    let expected = process::run_successfully(&mut plain)?.stdout;

    eprintln!("h2: with redflag");
    let (output, document) = run_checked("h2", &[], &plain)?;
    eprintln!("h2: with redflag, counting accesses");
    let (counted_output, counted) = run_checked("h2-stats", &["--stats"], &plain)?;

    print!("{expected}");
    print_skips(&document.stats);
    let checks = [
        same_output(&expected, &output, &counted_output),
        few_methods_skipped(&document.stats),
        many_accesses(&counted.stats),
        seeded_race_found(&document),
        checked_to_the_end(&document.stats),
    ];
    for check in &checks {
        println!(
            "{:6} {}",
            if check.holds { "ok" } else { "FAILED" },
            check.text
        );
    }
    let holds = checks.iter().all(|check| check.holds);
    println!("verdict: {}", if holds { "passed" } else { "failed" });
    Ok(holds)
}

fn command(classes: &Path, jar: &Path) -> Command {
    let mut class_path = classes.as_os_str().to_owned();
    class_path.push(":");
    class_path.push(jar);
    let mut java = Command::new(java::jdk_tool("java"));
    java.args(["-Xverify:all", "-cp"])
        .arg(class_path)
        .arg(DRIVER);
    java
}

fn run_checked(name: &str, options: &[&str], java: &Command) -> Result<(String, Document), Error> {
    let json = redflag::json_file(name)?;
    let mut tool = redflag::run(&json, options, java);
    let outcome = process::run(&mut tool)?;
    outcome.expect_status(&tool, DEFAULT_EXIT_CODE)?;
    Ok((outcome.stdout, redflag::read_document(&json)?))
}

/// H2 from the Maven repository that the machine's Maven is set up for, if not fetched before. The
/// recorded hash decides whether it is the right file.
fn fetch() -> Result<PathBuf, Error> {
    let directory = java::in_repository("target/h2");
    let jar = directory.join(JAR);
    if !jar.exists() {
        java::create_dir(&directory)?;
        let maven = env::var_os("MVN").unwrap_or_else(|| "mvn".into());
        let mut copy = Command::new(maven);
        copy.args(["--batch-mode", "--quiet", "dependency:copy"])
            .arg(format!("-Dartifact={COORDINATES}"))
            .arg(format!("-DoutputDirectory={}", directory.display()));
        process::run_successfully(&mut copy)?;
    }
    let hash = java::in_repository("bench/h2").join(format!("{JAR}.sha256"));
    let mut verify = Command::new("sha256sum");
    verify
        .args(["--check", "--quiet"])
        .arg(hash)
        .current_dir(&directory);
    process::run_successfully(&mut verify)?;
    Ok(jar)
}

fn print_skips(stats: &RunStats) {
    let mut reasons: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for skipped in &stats.skipped {
        let name = match &skipped.method {
            Some(method) => format!("{}.{method}", skipped.class),
            None => skipped.class.clone(),
        };
        reasons.entry(&skipped.reason).or_default().push(name);
    }
    for (reason, names) in reasons {
        println!("skipped: {reason}: {} ({})", names.len(), names.join(", "));
    }
}

fn same_output(expected: &str, output: &str, counted_output: &str) -> Check {
    Check {
        holds: output == expected && counted_output == expected,
        text: "prints the same as without redflag".to_owned(),
    }
}

fn few_methods_skipped(stats: &RunStats) -> Check {
    let (skipped, methods) = (stats.totals.skipped_methods, stats.totals.methods);
    let share = skipped as f64 / methods.max(1) as f64;
    Check {
        holds: methods > 0 && share < MAX_SKIPPED_SHARE,
        text: format!(
            "{skipped} of {methods} methods skipped ({:.3} %)",
            share * 100.0
        ),
    }
}

fn many_accesses(stats: &RunStats) -> Check {
    let accesses = redflag::accesses_checked(&stats.totals);
    Check {
        holds: accesses.is_some_and(|accesses| accesses > MIN_ACCESSES),
        text: match accesses {
            Some(accesses) => format!("{} accesses checked", grouped(accesses)),
            None => "accesses were not counted".to_owned(),
        },
    }
}

fn seeded_race_found(document: &Document) -> Check {
    let is_seeded = |location: &Location| match location {
        Location::Field { class, field } => class == DRIVER && field == SEEDED_FIELD,
        Location::Element { .. } | Location::Container { .. } => false,
    };
    let (seeded, others): (Vec<_>, Vec<_>) = document
        .findings
        .iter()
        .partition(|finding| is_seeded(&finding.location));
    Check {
        holds: !seeded.is_empty(),
        text: format!(
            "race on {DRIVER}.{SEEDED_FIELD} found {} times, and {} other findings",
            seeded.iter().map(|finding| finding.count).sum::<u64>(),
            others.len()
        ),
    }
}

fn checked_to_the_end(stats: &RunStats) -> Check {
    Check {
        holds: stats.stopped.is_empty(),
        text: match stats.stopped.first() {
            Some(stopped) => format!(
                "checking stopped after {} ms: {}",
                stopped.millis, stopped.reason
            ),
            None => "checked to the end".to_owned(),
        },
    }
}
