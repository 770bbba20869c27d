//! Runs every program of `litmus/` under `redflag run` and compares what is reported with what the
//! program's comments expect; then once more with a trace, of which `redflag replay` must say the
//! same. One named test per program.
//!
//! - `REDFLAG_LITMUS_JAVA`: the `java` to run them with (default: `JAVA_HOME`, else the path)
//! - `REDFLAG_LITMUS_FLAGS`: JVM flags, separated by blanks, such as `-Xcomp`
//! - `REDFLAG_LITMUS_REPEAT`: how often each program runs (default: once)
//! - `REDFLAG_LITMUS_CHECKS`: where checks stand, as `--checks` knows it (default: bigfoot)
//! - `REDFLAG_LITMUS_OFFLINE`: if set, they run without an agent, as `redflag instrument` makes them
//! - `REDFLAG_LITMUS_MUTANTS`: look for rules and hooks that could be left out instead, see `mutants.rs`: `all`, or the `open`
//!   ones, which no program is known to tell

mod coverage;
mod expectation;
mod mutants;
mod program;
mod toolchain;

use std::env;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};

use program::Program;
use toolchain::Toolchain;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../litmus");
    if let Ok(which) = env::var("REDFLAG_LITMUS_MUTANTS") {
        return mutants::main(&root, arguments.filter.as_deref(), which == "open");
    }
    match trials(&root, arguments.list) {
        Ok(trials) => libtest_mimic::run(&arguments, trials).exit_code(),
        Err(reason) => {
            eprintln!("litmus: {reason}");
            ExitCode::FAILURE
        }
    }
}

fn trials(root: &Path, list_only: bool) -> Result<Vec<Trial>, program::Error> {
    let mut trials = unit_tests("expectation", expectation::tests::ALL);
    trials.extend(unit_tests("coverage", coverage::tests::ALL));
    let sources = program::sources(root)?;
    let programs = program::programs(root, &sources)?;
    let difference = coverage::difference(root, &programs)?;
    trials.push(Trial::test("coverage::names_every_program", move || {
        difference.map_or(Ok(()), |text| Err(Failed::from(text)))
    }));
    trials.push(Trial::test("mutants::have_killers", || {
        let missing = mutants::unaccounted().map_err(|error| Failed::from(error.to_string()))?;
        missing.map_or(Ok(()), |text| Err(Failed::from(text)))
    }));
    if list_only {
        trials.extend(
            programs
                .into_iter()
                .map(|program| Trial::test(program.name, || Ok(()))),
        );
        return Ok(trials);
    }
    let toolchain = Arc::new(Toolchain::prepare(&sources)?);
    for program in programs {
        trials.push(trial(program, Arc::clone(&toolchain)));
    }
    Ok(trials)
}

fn unit_tests(file: &str, tests: &'static [(&'static str, fn())]) -> Vec<Trial> {
    let trial = |&(name, test): &(&str, fn())| {
        Trial::test(format!("{file}::{name}"), move || {
            test();
            Ok(())
        })
    };
    tests.iter().map(trial).collect()
}

fn trial(program: Program, toolchain: Arc<Toolchain>) -> Trial {
    let too_new = program
        .expectation
        .min_jdk
        .is_some_and(|jdk| jdk > toolchain.jdk());
    Trial::test(program.name.clone(), move || {
        let failed = |run: &str, difference: &str| {
            let path = program.path.display();
            let java = toolchain.describe();
            Failed::from(format!("{path} with {java}, {run}\n{difference}"))
        };
        for run in 1..=toolchain.repeat() {
            let outcome = toolchain.run(&program)?;
            if let Some(difference) = program.difference(&outcome) {
                let run = format!("run {run} of {}", toolchain.repeat());
                return Err(failed(&run, &difference));
            }
        }
        if toolchain.is_offline() {
            return Ok(());
        }
        let (outcome, agreement) = toolchain.run_traced(&program)?;
        match (program.difference(&outcome), agreement) {
            (Some(difference), _) => Err(failed("traced", &difference)),
            (None, Err(disagreement)) => Err(failed("replayed", &disagreement)),
            (None, Ok(())) => Ok(()),
        }
    })
    .with_ignored_flag(too_new)
}
