//! Leaves out one rule of the models, or one kind of hook, at a time: some litmus program must then
//! give another result than it expects. What survives is not tested, or not needed.
//!
//! Rules that the JDK at hand does not have are counted and left alone. A word of the command line
//! chooses the mutants whose names contain it.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;

use instrument::HookKind;
use world::models::Models;

use crate::program::{self, Error, Program};
use crate::toolchain::Toolchain;

const WORKERS: usize = 2;

/// Part of what the agent says of a name that it does not know.
const UNKNOWN: &str = "to leave out";

struct Mutant {
    /// As `redflag run --without` takes it.
    name: String,
    /// For a rule: the library class that it changes.
    class: Option<String>,
}

/// A litmus program, with what decides whether it can tell a mutant from redflag.
struct Candidate {
    program: Program,
    source: String,
    /// The classes that it loads.
    loads: OnceLock<Result<HashSet<String>, Unfit>>,
    /// How many mutants it has killed.
    kills: AtomicUsize,
}

/// The program does not do as it should even with all rules in place.
struct Unfit;

pub fn main(root: &Path, filter: Option<&str>, tries: usize) -> ExitCode {
    match survivors(root, filter.unwrap_or_default(), tries) {
        Ok(survivors) if survivors.is_empty() => ExitCode::SUCCESS,
        Ok(survivors) => {
            println!("\nsurvivors:");
            for name in survivors {
                println!("  {name}");
            }
            ExitCode::FAILURE
        }
        Err(reason) => {
            eprintln!("mutants: {reason}");
            ExitCode::FAILURE
        }
    }
}

fn survivors(root: &Path, filter: &str, tries: usize) -> Result<Vec<String>, Error> {
    let sources = program::sources(root)?;
    let toolchain = Toolchain::prepare(&sources)?;
    let candidates = candidates(root, &sources, toolchain.jdk())?;
    let (mutants, elsewhere) = mutants(toolchain.jdk(), filter);
    println!(
        "{} mutants with {}; {elsewhere} are of other JDKs",
        mutants.len(),
        toolchain.describe()
    );
    let next = AtomicUsize::new(0);
    let survivors = Mutex::new(Vec::new());
    thread::scope(|scope| {
        let work = |worker: usize| {
            let toolchain = toolchain.for_mutants(&worker.to_string())?;
            while let Some(mutant) = mutants.get(next.fetch_add(1, Ordering::Relaxed)) {
                match killer(mutant, &candidates, tries, &toolchain) {
                    Some(program) => println!("killed by {}: {}", program.name, mutant.name),
                    None => {
                        println!("SURVIVES: {}", mutant.name);
                        let mut survivors =
                            survivors.lock().unwrap_or_else(PoisonError::into_inner);
                        survivors.push(mutant.name.clone());
                    }
                }
            }
            Ok::<(), Error>(())
        };
        let workers: Vec<_> = (0..WORKERS)
            .map(|worker| scope.spawn(move || work(worker)))
            .collect();
        for worker in workers {
            worker.join().unwrap_or(Ok(()))?;
        }
        Ok::<(), Error>(())
    })?;
    let survivors = survivors
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    let killed = mutants.len() - survivors.len();
    println!("\n{killed} killed, {} survived", survivors.len());
    Ok(survivors)
}

fn candidates(
    root: &Path,
    sources: &[std::path::PathBuf],
    jdk: u32,
) -> Result<Vec<Candidate>, Error> {
    let runs = |it: &Program| it.expectation.min_jdk.is_none_or(|min| min <= jdk);
    program::programs(root, sources)?
        .into_iter()
        .filter(runs)
        .map(|program| {
            let source = fs::read_to_string(&program.path).map_err(Error::io(&program.path))?;
            Ok(Candidate {
                program,
                source,
                loads: OnceLock::new(),
                kills: AtomicUsize::new(0),
            })
        })
        .collect()
}

/// The mutants whose names contain the filter, and how many rules are for other JDKs.
fn mutants(jdk: u32, filter: &str) -> (Vec<Mutant>, usize) {
    let rules = Models::builtin().named();
    let (here, elsewhere): (Vec<_>, Vec<_>) = rules
        .into_iter()
        .partition(|rule| rule.jdk.contains(&(jdk as u16)));
    let hooks = HookKind::ALL.iter().map(|kind| Mutant {
        name: kind.word().to_owned(),
        class: None,
    });
    let rules = here.into_iter().map(|rule| Mutant {
        name: rule.name,
        class: Some(rule.class.to_owned()),
    });
    let wanted = hooks.chain(rules).filter(|it| it.name.contains(filter));
    (wanted.collect(), elsewhere.len())
}

/// The first program that gives another result without the rule or hook.
fn killer<'c>(
    mutant: &Mutant,
    candidates: &'c [Candidate],
    tries: usize,
    toolchain: &Toolchain,
) -> Option<&'c Program> {
    let mut order: Vec<&Candidate> = candidates.iter().collect();
    order.sort_by_cached_key(|it| {
        let kills = it.kills.load(Ordering::Relaxed);
        std::cmp::Reverse((it.mentions(mutant), kills))
    });
    let killer = order
        .into_iter()
        .take(tries)
        .find(|it| it.kills(mutant, toolchain))?;
    killer.kills.fetch_add(1, Ordering::Relaxed);
    Some(&killer.program)
}

impl Candidate {
    /// How many of the names of the rule's class and method, or of the words of the kind of hook, the program has.
    fn mentions(&self, mutant: &Mutant) -> usize {
        let member = mutant.name.split(['(', ':']).next().unwrap_or_default();
        let simple = member.rsplit('/').next().unwrap_or_default();
        let words = simple.split(['.', '$', '-']);
        words
            .filter(|word| *word != "*" && self.source.contains(word))
            .count()
    }

    fn kills(&self, mutant: &Mutant, toolchain: &Toolchain) -> bool {
        let Ok(loads) = self.loads.get_or_init(|| self.loaded(toolchain)) else {
            return false;
        };
        if mutant.class.as_ref().is_some_and(|it| !loads.contains(it)) {
            return false;
        }
        match toolchain.run_without(&self.program, &mutant.name) {
            Ok(outcome) => {
                assert!(!outcome.stderr.contains(UNKNOWN), "{}", outcome.stderr);
                self.program.difference(&outcome).is_some()
            }
            Err(_) => true,
        }
    }

    /// The classes that the program loads, if it does as it should with all rules in place.
    fn loaded(&self, toolchain: &Toolchain) -> Result<HashSet<String>, Unfit> {
        let run = toolchain.run_noting_classes(&self.program);
        let (outcome, classes) = run.map_err(|_| Unfit)?;
        match self.program.difference(&outcome) {
            Some(difference) => {
                println!("{} tells nothing:\n{difference}", self.program.name);
                Err(Unfit)
            }
            None => Ok(classes),
        }
    }
}
