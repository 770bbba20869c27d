//! HotSpot's optimizing compiler takes the kernels' hot methods under redflag too. It refuses what is too large for it, or
//! leaves monitors in ways that it cannot follow; such a method would stay with the interpreter for ever.

mod java;

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

use java::{Workspace, jdk_tool};
use rustix::process::{Pid, Signal, kill_process_group};

/// The level of optimized code.
const OPTIMIZED: &str = "4";

/// No kernel runs longer, on a slow machine either.
const LIMIT: &str = "time=300000";

/// Each kernel, a size at which a round is short, and methods in which it spends its time.
const KERNELS: [(&str, &str, &[&str]); 19] = [
    ("Crypt", "20000", &["Crypt::encipher", "Crypt::decipher"]),
    ("Series", "200", &["Series::coefficient"]),
    ("LuFact", "150", &["LuFact::eliminate"]),
    ("MolDyn", "4", &["MolDyn::forces"]),
    ("MonteCarlo", "1000", &["MonteCarlo$Walk::<init>"]),
    ("Sparse", "5000", &["Sparse::multiply"]),
    ("Sor", "200", &["Sor::relax"]),
    ("RayTracer", "50", &["RayTracer::trace"]),
    ("Tsp", "10", &["Tsp$Search::extend"]),
    (
        "Objects",
        "2000",
        &["Objects$Treap::add", "Objects$Treap::ceiling"],
    ),
    ("Arrays", "160", &["Arrays::eliminate", "Arrays::relax"]),
    ("ReadShared", "5000", &["ReadShared::find"]),
    (
        "Locks",
        "50000",
        &["Locks$MonitorCounter::add", "Locks$LockCounter::add"],
    ),
    ("PlainLocks", "50000", &["PlainLocks::transfer"]),
    ("Philosophers", "20000", &["Philosophers::eat"]),
    ("Elevator", "5000", &["Elevator$Lift::unload"]),
    ("Queue", "10000", &["Queue$Own::take", "Queue$Own::put"]),
    ("Flags", "1000", &["Flags::change"]),
    (
        "ShortArrays",
        "100000",
        &["ShortArrays::make", "ShortArrays::digest"],
    ),
];

#[test]
fn all_kernels_are_listed() {
    let list = fs::read_to_string(repository().join("bench/PROGRAMS")).unwrap();
    let lines = list.lines().map(|line| line.split('#').next().unwrap());
    let words = lines.map(|line| line.split_whitespace().collect::<Vec<_>>());
    let kernels = words.filter(|words| words.len() >= 2 && words[0] != "program");
    let expected: BTreeSet<String> = kernels.map(|words| words[1].to_owned()).collect();
    let listed: BTreeSet<String> = KERNELS.iter().map(|it| it.0.to_owned()).collect();
    assert_eq!(listed, expected);
}

#[test]
fn hot_methods_are_compiled_with_all_checks() {
    hot_methods_are_compiled("all");
}

#[test]
fn hot_methods_are_compiled_with_bigfoot() {
    hot_methods_are_compiled("bigfoot");
}

fn hot_methods_are_compiled(mode: &str) {
    let workspace = Workspace::empty();
    let sources = fs::read_dir(repository().join("bench/kernels")).unwrap();
    let sources: Vec<PathBuf> = sources.map(|it| it.unwrap().path()).collect();
    workspace.javac(&[], &sources);
    let own: BTreeSet<String> = sources.iter().map(|path| class_of(path)).collect();
    for (kernel, size, hot) in KERNELS {
        let size = format!("size={size}");
        let mut command = workspace.redflag(&["--checks", mode]);
        command.args([&jdk_tool("java"), "-XX:+PrintCompilation", "-cp", "."]);
        command.args([kernel, &size, LIMIT]).process_group(0);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let told = BufReader::new(child.stdout.take().unwrap()).lines();
        let told = told
            .map(Result::unwrap)
            .filter_map(|line| Told::of(&line, &own));
        let outcome = wait_for_all(told, hot);
        end(child);
        if let Err(why) = outcome {
            panic!("{kernel} with --checks {mode}: {why}");
        }
    }
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn class_of(source: &Path) -> String {
    source.file_stem().unwrap().to_str().unwrap().to_owned()
}

/// What the JVM tells of a method.
enum Told {
    Optimized(String),
    Refused(String),
}

impl Told {
    /// Of `-XX:+PrintCompilation`, what is of interest in the classes of these sources. Lines end with
    /// `%     4       Sor::relax @ 42 (120 bytes)`, or with what became of it.
    fn of(line: &str, own: &BTreeSet<String>) -> Option<Told> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let at = words.iter().position(|word| word.contains("::"))?;
        let class = words[at].split("::").next()?;
        if !own.contains(class.split('$').next()?) {
            return None;
        }
        let is_refused = ["not retryable", "retry at different tier", "compilable"];
        if is_refused.iter().any(|text| line.contains(text)) {
            Some(Told::Refused(line.trim().to_owned()))
        } else if at > 0 && words[at - 1] == OPTIMIZED && !line.contains(" made ") {
            Some(Told::Optimized(words[at].to_owned()))
        } else {
            None
        }
    }
}

fn wait_for_all(told: impl Iterator<Item = Told>, hot: &[&str]) -> Result<(), String> {
    let mut waited_for: BTreeSet<&str> = hot.iter().copied().collect();
    for told in told {
        match told {
            Told::Refused(line) => return Err(line),
            Told::Optimized(method) => waited_for.remove(&*method),
        };
        if waited_for.is_empty() {
            return Ok(());
        }
    }
    Err(format!("not compiled until its end: {waited_for:?}"))
}

/// The kernel has shown what it had to.
fn end(mut child: Child) {
    // Its output is closed, so that it may have ended by itself.
    let _ = kill_process_group(Pid::from_child(&child), Signal::TERM);
    child.wait().unwrap();
}

#[test]
fn what_the_jvm_tells_is_understood() {
    let own = BTreeSet::from(["Sor".to_owned()]);
    let optimized =
        |line| matches!(Told::of(line, &own), Some(Told::Optimized(m)) if m == "Sor::relax");
    assert!(optimized(
        "    265  138 %     4       Sor::relax @ 42 (120 bytes)"
    ));
    assert!(optimized(
        "    265  138  s!   4       Sor::relax (120 bytes)"
    ));
    assert!(!optimized(
        "    265  138       3       Sor::relax (120 bytes)"
    ));
    assert!(!optimized(
        "    265  138       4       Sor::relax (120 bytes)   made not entrant"
    ));
    assert!(!optimized(
        "    265  138       4       java.lang.String::hashCode (49 bytes)"
    ));
    for refused in [
        "    265  138       4       Sor::relax (120 bytes)   COMPILE SKIPPED: unbalanced monitors (not retryable)",
        "made not compilable on level 4  Sor::relax (120 bytes)   out of nodes",
    ] {
        assert!(matches!(Told::of(refused, &own), Some(Told::Refused(_))));
    }
}
