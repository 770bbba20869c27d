//! Programs that others wrote, under load by small drivers of ours: plain and under `redflag run`, every class
//! verified by the JVM. What redflag finds is compared with what people said of it.

pub mod artifacts;
mod build;
mod declaration;
mod exceptions;
mod races;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use findings::run::DEFAULT_EXIT_CODE;
use findings::{Document, RunStats};

use crate::Error;
use crate::process::{self, Outcome};
use crate::redflag;
use crate::results::grouped;
use declaration::Program;
use races::{Verdict, Verdicts};

/// No program takes so long, under redflag either: one that does hangs.
const LIMIT: Duration = Duration::from_secs(900);

/// More than this share of methods unchecked would make "no finding" mean little.
const MAX_SKIPPED_SHARE: f64 = 0.001;

/// The status of `redflag run` when there is nothing to read.
const CANNOT_START: i32 = 2;

#[derive(clap::Args)]
pub struct Options {
    /// The programs to run: all of bench/PROGRAMS if none is named
    names: Vec<String>,
    /// Run them on this JVM
    #[arg(long, value_name = "PATH")]
    java: Option<PathBuf>,
    /// Resolve the libraries anew and record their hashes, instead of running
    #[arg(long)]
    pin: bool,
}

/// Runs the programs and prints what was seen; whether all went as it should.
pub fn judge(options: &Options) -> Result<bool, Error> {
    let mut failed = Vec::new();
    let programs = chosen(&options.names)?;
    for program in &programs {
        if options.pin {
            pin(program)?;
        } else if !judge_program(program, options.java.as_deref())? {
            failed.push(program.name.as_str());
        }
    }
    match failed.as_slice() {
        [] if options.pin => {}
        [] => println!("verdict: passed ({} programs)", programs.len()),
        failed => println!("verdict: failed ({})", failed.join(", ")),
    }
    Ok(failed.is_empty())
}

/// Writes `bench/RACES.md` from the findings of the programs' last runs.
pub fn record_races() -> Result<(), Error> {
    races::record(&chosen(&[])?)
}

/// The programs' names, and the documents of their last runs.
pub fn documents(names: &[String]) -> Result<Vec<(String, PathBuf)>, Error> {
    let document = |program: Program| {
        let file = races::document_file(&program.name)?;
        Ok((program.name, file))
    };
    chosen(names)?.into_iter().map(document).collect()
}

fn chosen(names: &[String]) -> Result<Vec<Program>, Error> {
    let names = match names {
        [] => declaration::all()?,
        names => names.to_vec(),
    };
    names.iter().map(|name| Program::read(name)).collect()
}

fn pin(program: &Program) -> Result<(), Error> {
    let declaration = &program.declaration;
    if !declaration.libraries.is_empty() {
        artifacts::pin(&declaration.libraries, &program.jars())?;
    }
    if let Some(compiler) = &declaration.compiler {
        artifacts::pin(&compiler.libraries, &program.compiler_jars())?;
    }
    Ok(())
}

/// One thing that must hold, and what was seen.
struct Check {
    holds: bool,
    text: String,
}

fn judge_program(program: &Program, java: Option<&Path>) -> Result<bool, Error> {
    let name = &program.name;
    let command = build::command(program, java)?;
    eprintln!("{name}: without redflag");
    let plain = run_plain(name, &command)?;
    eprintln!("{name}: with redflag");
    let checked = run_checked(name, &[], &command)?;
    eprintln!("{name}: with redflag, counting accesses");
    let counted = run_checked(name, &["--stats"], &command)?;

    let document = merged(checked.document, counted.document);
    write_document(name, &document)?;
    let verdicts = Verdicts::read(program)?;
    println!("== {name}");
    print_skips(&document.stats);
    print_findings(&document, &verdicts);
    let expected = expected_output(program)?;
    let checks = [
        ended_well("without redflag", &plain.outcome, &[0]),
        prints("without redflag", &expected, &plain.outcome),
        ended_well("with redflag", &checked.outcome, &[0, DEFAULT_EXIT_CODE]),
        prints("with redflag", &expected, &checked.outcome),
        ended_well("counting", &counted.outcome, &[0, DEFAULT_EXIT_CODE]),
        prints("counting", &expected, &counted.outcome),
        no_new_exception(
            program,
            &plain.exceptions,
            &checked.exceptions,
            &counted.exceptions,
        ),
        few_methods_skipped(&document.stats),
        accesses_counted(&document.stats),
        all_judged(&document, &verdicts),
        seeded_races_found(&document, &verdicts),
        checked_to_the_end(&document.stats),
    ];
    for check in &checks {
        let word = if check.holds { "ok" } else { "FAILED" };
        println!("{word:6} {}", check.text);
    }
    Ok(checks.iter().all(|check| check.holds))
}

/// A run and the types of all exceptions thrown in it, caught ones too.
struct Run {
    outcome: Outcome,
    exceptions: BTreeSet<String>,
}

struct CheckedRun {
    outcome: Outcome,
    exceptions: BTreeSet<String>,
    document: Document,
}

fn run_plain(name: &str, java: &Command) -> Result<Run, Error> {
    let (mut command, log) = with_exception_log(name, java)?;
    let outcome = process::run_within(&mut command, LIMIT)?;
    let exceptions = exceptions::thrown(&log)?;
    Ok(Run {
        outcome,
        exceptions,
    })
}

fn run_checked(name: &str, options: &[&str], java: &Command) -> Result<CheckedRun, Error> {
    let json = races::document_file(name)?;
    let (java, log) = with_exception_log(name, java)?;
    let mut options = options.to_vec();
    // Standard error is then the program's, but for one report and a few lines at the end.
    options.extend(["--max-reports", "1"]);
    let mut command = redflag::run(&json, &options, &java);
    let outcome = process::run_within(&mut command, LIMIT)?;
    if outcome.timed_out {
        return Err(Error::Hangs {
            command: process::display(&command),
            output: format!("{}{}", outcome.stdout, outcome.stderr),
        });
    }
    if outcome.status.code() == Some(CANNOT_START) {
        outcome.expect_status(&command, 0)?;
    }
    let exceptions = exceptions::thrown(&log)?;
    let document = redflag::read_document(&json)?;
    Ok(CheckedRun {
        outcome,
        exceptions,
        document,
    })
}

/// The same command with a log of exceptions, and where that goes.
fn with_exception_log(name: &str, java: &Command) -> Result<(Command, PathBuf), Error> {
    let log = races::document_file(name)?.with_extension("exceptions");
    let mut command = Command::new(java.get_program());
    command
        .arg(format!(
            "-Xlog:exceptions=info:file={}:none:filecount=0",
            log.display()
        ))
        .args(java.get_args());
    Ok((command, log))
}

/// Both runs' findings, once each; statistics of the second, which counted.
fn merged(first: Document, second: Document) -> Document {
    let mut document = second;
    for finding in first.findings {
        let same = |other: &&mut findings::Finding| {
            other.fingerprint == finding.fingerprint
                && races::place(&other.accesses[0]) == races::place(&finding.accesses[0])
                && races::place(&other.accesses[1]) == races::place(&finding.accesses[1])
        };
        match document.findings.iter_mut().find(same) {
            Some(other) => other.count += finding.count,
            None => document.findings.push(finding),
        }
    }
    document.stats.stopped.extend(first.stats.stopped);
    document
}

fn write_document(name: &str, document: &Document) -> Result<(), Error> {
    let path = races::document_file(name)?;
    let json = serde_json::to_string_pretty(document).map_err(|source| Error::Json {
        path: path.clone(),
        source,
    })?;
    fs::write(&path, json).map_err(|source| Error::File { path, source })
}

fn expected_output(program: &Program) -> Result<String, Error> {
    let path = program.directory.join("expected.txt");
    fs::read_to_string(&path).map_err(|source| Error::File { path, source })
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

fn print_findings(document: &Document, verdicts: &Verdicts) {
    for finding in &document.findings {
        let verdict = match verdicts.on(finding) {
            Some(judged) => format!("{:?}", judged.verdict).to_lowercase(),
            None => "NOT JUDGED".to_owned(),
        };
        let [later, earlier] = finding.accesses.each_ref().map(races::place);
        println!(
            "race: {verdict}: {}: {later}, {earlier}: {}",
            races::location(finding),
            finding.count
        );
    }
}

fn ended_well(when: &str, outcome: &Outcome, allowed: &[i32]) -> Check {
    let holds = outcome
        .status
        .code()
        .is_some_and(|code| allowed.contains(&code));
    Check {
        holds,
        text: match holds {
            true => format!(
                "{when}: ended well in {:.1} s",
                outcome.elapsed.as_secs_f64()
            ),
            false => format!("{when}: ended with {}:\n{}", outcome.status, outcome.stderr),
        },
    }
}

fn prints(when: &str, expected: &str, outcome: &Outcome) -> Check {
    let holds = outcome.stdout == expected;
    Check {
        holds,
        text: match holds {
            true => format!("{when}: prints what is expected"),
            false => format!("{when}: prints\n{}", outcome.stdout),
        },
    }
}

fn no_new_exception(
    program: &Program,
    plain: &BTreeSet<String>,
    checked: &BTreeSet<String>,
    counted: &BTreeSet<String>,
) -> Check {
    let new: Vec<&str> = checked
        .union(counted)
        .filter(|class| !plain.contains(*class))
        .filter(|class| !program.declaration.may_throw.contains(class))
        .map(String::as_str)
        .collect();
    Check {
        holds: new.is_empty(),
        text: match new.as_slice() {
            [] => format!("no new type of exception ({} in all)", plain.len()),
            new => format!("new types of exceptions: {}", new.join(", ")),
        },
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

fn accesses_counted(stats: &RunStats) -> Check {
    let accesses = redflag::accesses_checked(&stats.totals);
    Check {
        holds: accesses.is_some_and(|accesses| accesses > 0),
        text: match accesses {
            Some(accesses) => format!("{} accesses checked", grouped(accesses)),
            None => "accesses were not counted".to_owned(),
        },
    }
}

fn all_judged(document: &Document, verdicts: &Verdicts) -> Check {
    let open = |finding: &&findings::Finding| {
        verdicts
            .on(finding)
            .is_none_or(|judged| judged.verdict == Verdict::False)
    };
    let count = document.findings.iter().filter(open).count();
    Check {
        holds: count == 0,
        text: format!(
            "{} findings, {count} of them false or not judged",
            document.findings.len()
        ),
    }
}

fn seeded_races_found(document: &Document, verdicts: &Verdicts) -> Check {
    let seeded = verdicts
        .races
        .iter()
        .filter(|judged| judged.verdict == Verdict::Seeded);
    let found = |judged: &&races::Judged| {
        let about_it = |finding: &findings::Finding| {
            verdicts
                .on(finding)
                .is_some_and(|on| std::ptr::eq(on, *judged))
        };
        document.findings.iter().any(about_it)
    };
    let (found, missed): (Vec<_>, Vec<_>) = seeded.partition(found);
    Check {
        holds: missed.is_empty(),
        text: match missed.as_slice() {
            [] => format!("{} seeded races found", found.len()),
            [first, ..] => format!("seeded race on {} not found", first.location),
        },
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
