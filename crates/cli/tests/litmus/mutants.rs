//! Leaves out one rule of the models, or one kind of hook, at a time: some litmus program must then
//! give another result than it expects. What survives is not tested, or not needed.
//!
//! `killers.txt` remembers which program that was: it is tried first, and every mutant must be in it. For the others each program
//! runs without all that is still open: if it gives another result, it is tried with a half of them, and so on.
//!
//! Rules that the JDK at hand does not have are counted and left alone. A word of the command line
//! chooses the mutants whose names contain it.

use std::collections::BTreeMap;
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use instrument::HookKind;
use world::models::{Models, Role};

use crate::program::{self, Error, Program};
use crate::toolchain::Toolchain;

const WORKERS: usize = 2;

/// Part of what the agent says of a name that it does not know.
const UNKNOWN: &str = "to leave out";

/// Rules for a moment that no program can bring about: the thread that is waited for ends after the wait was given up, or the
/// task between a look at its status and the request to be signalled. All are of other JDKs than 17.
const NOT_TO_BE_FORCED: &[&str] = &[
    "java/lang/Thread.join(Ljava/time/Duration;)Z: join this if true at return",
    "java/util/concurrent/ForkJoinTask.externalAwaitDone()I: acquire this if negative at return",
    "java/util/concurrent/ForkJoinTask.externalInterruptibleAwaitDone()I: acquire this if negative at return",
];

/// Mutants of a sort may be left out together. Without an order of threads there are more races, without a check there are fewer,
/// so that one would hide the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Sort {
    Hook,
    Rule(Role),
}

/// What is left out, as `redflag run --without` takes it.
type Mutants = BTreeMap<String, Sort>;

/// For each mutant the name of a program that tells it from redflag.
struct Killers {
    path: PathBuf,
    of: BTreeMap<String, String>,
}

/// The search for killers.
struct Hunt {
    open: Mutex<Mutants>,
    killed: Mutex<Vec<(String, String)>>,
}

pub fn main(root: &Path, filter: Option<&str>, only_open: bool) -> ExitCode {
    match survivors(root, filter.unwrap_or_default(), only_open) {
        Ok(survivors) if survivors.is_empty() => ExitCode::SUCCESS,
        Ok(survivors) => {
            println!("\nsurvivors:");
            for name in survivors.keys() {
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

fn survivors(root: &Path, filter: &str, only_open: bool) -> Result<Mutants, Error> {
    let sources = program::sources(root)?;
    let toolchain = Toolchain::prepare(&sources)?;
    let runs = |it: &Program| {
        let min = it.expectation.min_jdk;
        min.is_none_or(|min| min <= toolchain.jdk())
    };
    let mut programs = program::programs(root, &sources)?;
    programs.retain(runs);
    let all = mutants(|_| true);
    let mut here = mutants(|jdk| jdk.contains(&(toolchain.jdk() as u16)));
    println!(
        "{} mutants with {}; {} more are of other JDKs",
        here.len(),
        toolchain.describe(),
        all.len() - here.len()
    );
    let mut killers = Killers::read()?;
    here.retain(|name, _| name.contains(filter) && !(only_open && killers.of.contains_key(name)));
    let hunt = Hunt {
        open: Mutex::new(here.clone()),
        killed: Mutex::new(Vec::new()),
    };
    let known: Vec<(&Program, &str)> = here
        .keys()
        .filter_map(|name| {
            let killer = killers.of.get(name)?;
            let program = programs.iter().find(|it| it.name == *killer)?;
            Some((program, name.as_str()))
        })
        .collect();
    in_parallel(&known, &toolchain, |(program, name), toolchain| {
        hunt.try_all(program, vec![(*name).to_owned()], toolchain);
    })?;
    in_parallel(&programs, &toolchain, |program, toolchain| {
        hunt.of(program, toolchain);
    })?;
    let open = hunt
        .open
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    let killed = hunt.killed.into_inner();
    println!(
        "\n{} killed, {} survived",
        here.len() - open.len(),
        open.len()
    );
    let killed = killed.unwrap_or_else(PoisonError::into_inner);
    if toolchain.is_elsewhere() {
        killers.add(killed);
    } else {
        killers.replace(&open, killed);
    }
    killers.write(&all)?;
    Ok(open)
}

/// Calls `work` with each item, and with a toolchain that no other call uses at the time.
fn in_parallel<T: Sync>(
    items: &[T],
    toolchain: &Toolchain,
    work: impl Fn(&T, &Toolchain) + Sync,
) -> Result<(), Error> {
    let next = AtomicUsize::new(0);
    let worker = |number: usize| {
        let toolchain = toolchain.for_mutants(&number.to_string())?;
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            work(item, &toolchain);
        }
        Ok(())
    };
    thread::scope(|scope| {
        let worker = &worker;
        let workers = (0..WORKERS).map(|number| scope.spawn(move || worker(number)));
        let workers: Vec<_> = workers.collect();
        workers
            .into_iter()
            .try_for_each(|it| it.join().unwrap_or(Ok(())))
    })
}

/// The mutants of the JDKs in question.
fn mutants(is_here: impl Fn(&RangeInclusive<u16>) -> bool) -> Mutants {
    let rules = Models::builtin().named().into_iter();
    let rules = rules
        .filter(|rule| is_here(rule.jdk))
        .map(|rule| (rule.name, Sort::Rule(rule.role)));
    let hooks = HookKind::ALL.iter();
    let hooks = hooks.map(|kind| (kind.word().to_owned(), Sort::Hook));
    let all = rules.chain(hooks);
    all.filter(|(name, _)| !NOT_TO_BE_FORCED.contains(&name.as_str()))
        .collect()
}

/// The mutants, of all JDKs, of which `killers.txt` names no program.
pub fn unaccounted() -> Result<Option<String>, Error> {
    let killers = Killers::read()?;
    let missing: String = mutants(|_| true)
        .keys()
        .filter(|name| !killers.of.contains_key(*name))
        .map(|name| format!("  {name}\n"))
        .collect();
    Ok((!missing.is_empty()).then(|| {
        format!("no test is known to fail without these (`make mutants` looks for one):\n{missing}")
    }))
}

impl Hunt {
    /// Finds the open mutants that the program kills.
    fn of(&self, program: &Program, toolchain: &Toolchain) {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let mut by_sort: BTreeMap<Sort, Vec<String>> = BTreeMap::new();
        for (name, sort) in &*open {
            by_sort.entry(*sort).or_default().push(name.clone());
        }
        drop(open);
        for names in by_sort.into_values() {
            self.try_all(program, names, toolchain);
        }
    }

    fn try_all(&self, program: &Program, mut names: Vec<String>, toolchain: &Toolchain) {
        let is_open = |name: &String| {
            let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
            open.contains_key(name)
        };
        names.retain(is_open);
        if names.is_empty() || !differs(program, &names, toolchain) {
            return;
        }
        if names.len() > 1 {
            let rest = names.split_off(names.len() / 2);
            self.try_all(program, names, toolchain);
            self.try_all(program, rest, toolchain);
        } else if differs(program, &[], toolchain) {
            println!("{} tells nothing: it fails as it is", program.name);
        } else {
            self.note_killed(program, names.remove(0));
        }
    }

    fn note_killed(&self, program: &Program, name: String) {
        println!("killed by {}: {name}", program.name);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.remove(&name);
        let mut killed = self.killed.lock().unwrap_or_else(PoisonError::into_inner);
        killed.push((name, program.name.clone()));
    }
}

/// Whether the program gives another result than it expects, without these.
fn differs(program: &Program, without: &[String], toolchain: &Toolchain) -> bool {
    match toolchain.run_without(program, without) {
        Ok(outcome) => {
            assert!(!outcome.stderr.contains(UNKNOWN), "{}", outcome.stderr);
            program.difference(&outcome).is_some()
        }
        Err(_) => true,
    }
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

    /// Takes over who killed which mutant, and that nobody killed those that are open.
    fn replace(&mut self, open: &Mutants, killed: Vec<(String, String)>) {
        self.of.extend(killed);
        self.of.retain(|name, _| !open.contains_key(name));
    }

    /// Takes over who killed mutants that had no killer: where a rule has one already, on the JDK at hand, another JDK may
    /// have no use for the rule.
    fn add(&mut self, killed: Vec<(String, String)>) {
        for (name, program) in killed {
            self.of.entry(name).or_insert(program);
        }
    }

    /// Writes down what is known of these mutants.
    fn write(&mut self, all: &Mutants) -> Result<(), Error> {
        self.of.retain(|name, _| all.contains_key(name));
        let lines = self.of.iter();
        let lines = lines.map(|(mutant, program)| format!("{program}: {mutant}\n"));
        fs::write(&self.path, lines.collect::<String>()).map_err(Error::io(&self.path))
    }
}
