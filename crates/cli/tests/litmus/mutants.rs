//! Leaves out one rule of the models, or one kind of hook, at a time: some litmus program must then
//! give another result than it expects. What survives is not tested, or not needed.
//!
//! `killers.txt` remembers which program that was: it is tried first, and every mutant must be in it.
//! Rules that the JDK at hand does not have are counted and left alone. A word of the command line
//! chooses the mutants whose names contain it.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
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
    /// For a rule: the library classes that it changes.
    classes: Option<BTreeSet<String>>,
}

/// For each mutant the name of a program that tells it from redflag.
struct Killers {
    path: PathBuf,
    of: BTreeMap<String, String>,
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
    let (mut mutants, elsewhere) = mutants(|rule| rule.contains(&(toolchain.jdk() as u16)));
    mutants.retain(|it| it.name.contains(filter));
    let mut killers = Killers::read()?;
    println!(
        "{} mutants with {}; {elsewhere} more are of other JDKs",
        mutants.len(),
        toolchain.describe()
    );
    let next = AtomicUsize::new(0);
    let outcomes = Mutex::new(Vec::new());
    thread::scope(|scope| {
        let (killers, outcomes) = (&killers, &outcomes);
        let work = |worker: usize| {
            let toolchain = toolchain.for_mutants(&worker.to_string())?;
            while let Some(mutant) = mutants.get(next.fetch_add(1, Ordering::Relaxed)) {
                let last = killers.of.get(&mutant.name);
                let killer = killer(mutant, last, &candidates, tries, &toolchain);
                match killer {
                    Some(program) => println!("killed by {}: {}", program.name, mutant.name),
                    None => println!("SURVIVES: {}", mutant.name),
                }
                let mut outcomes = outcomes.lock().unwrap_or_else(PoisonError::into_inner);
                outcomes.push((mutant.name.clone(), killer.map(|it| it.name.clone())));
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
    let outcomes = outcomes.into_inner();
    let outcomes = outcomes.unwrap_or_else(PoisonError::into_inner);
    let survivors = killers.learn(outcomes)?;
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

/// The mutants of the JDKs in question, and how many there are of others alone.
fn mutants(is_here: impl Fn(&RangeInclusive<u16>) -> bool) -> (Vec<Mutant>, usize) {
    let mut rules: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut elsewhere = BTreeSet::new();
    for rule in Models::builtin().named() {
        if is_here(rule.jdk) {
            let classes = rules.entry(rule.name).or_default();
            classes.insert(rule.class.to_owned());
        } else {
            elsewhere.insert(rule.name);
        }
    }
    elsewhere.retain(|name| !rules.contains_key(name));
    let hooks = HookKind::ALL.iter().map(|kind| Mutant {
        name: kind.word().to_owned(),
        classes: None,
    });
    let rules = rules.into_iter().map(|(name, classes)| Mutant {
        name,
        classes: Some(classes),
    });
    (hooks.chain(rules).collect(), elsewhere.len())
}

/// The mutants, of all JDKs, of which `killers.txt` names no program; or names of others that are in it.
pub fn unaccounted() -> Result<Option<String>, Error> {
    let killers = Killers::read()?;
    let (mutants, _) = mutants(|_| true);
    let missing = mutants
        .iter()
        .filter(|it| !killers.of.contains_key(&it.name))
        .map(|it| format!("  {}\n", it.name));
    let missing: String = missing.collect();
    Ok((!missing.is_empty()).then(|| {
        format!("no test is known to fail without these rules (`make mutants` looks for one):\n{missing}")
    }))
}

impl Killers {
    fn read() -> Result<Killers, Error> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/litmus/killers.txt");
        let text = fs::read_to_string(&path).map_err(Error::io(&path))?;
        let of = text
            .lines()
            .filter_map(|line| line.split_once(": "))
            .map(|(program, mutant)| (mutant.to_owned(), program.to_owned()))
            .collect();
        Ok(Killers { path, of })
    }

    /// Takes over who killed which mutant, writes it down, and answers those that nobody did.
    fn learn(&mut self, outcomes: Vec<(String, Option<String>)>) -> Result<Vec<String>, Error> {
        let mut survivors = Vec::new();
        for (mutant, killer) in outcomes {
            match killer {
                Some(killer) => drop(self.of.insert(mutant, killer)),
                None => {
                    self.of.remove(&mutant);
                    survivors.push(mutant);
                }
            }
        }
        let (known, _) = mutants(|_| true);
        let known: HashSet<_> = known.into_iter().map(|it| it.name).collect();
        self.of.retain(|mutant, _| known.contains(mutant));
        let lines = self
            .of
            .iter()
            .map(|(mutant, program)| format!("{program}: {mutant}\n"));
        fs::write(&self.path, lines.collect::<String>()).map_err(Error::io(&self.path))?;
        Ok(survivors)
    }
}

/// The first program that gives another result without the rule or hook.
fn killer<'c>(
    mutant: &Mutant,
    last: Option<&String>,
    candidates: &'c [Candidate],
    tries: usize,
    toolchain: &Toolchain,
) -> Option<&'c Program> {
    let mut order: Vec<&Candidate> = candidates.iter().collect();
    order.sort_by_cached_key(|it| {
        let kills = it.kills.load(Ordering::Relaxed);
        let is_last = last == Some(&it.program.name);
        std::cmp::Reverse((is_last, it.mentions(mutant), kills))
    });
    let killer = order
        .into_iter()
        .filter(|it| it.loads_some(mutant, toolchain))
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

    /// Whether the program is sound and loads a class that the mutant changes.
    fn loads_some(&self, mutant: &Mutant, toolchain: &Toolchain) -> bool {
        let Ok(loads) = self.loads.get_or_init(|| self.loaded(toolchain)) else {
            return false;
        };
        let changed = mutant.classes.as_ref();
        changed.is_none_or(|classes| classes.iter().any(|it| loads.contains(it)))
    }

    fn kills(&self, mutant: &Mutant, toolchain: &Toolchain) -> bool {
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
