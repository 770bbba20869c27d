//! Random programs in a real JVM; `make soak` goes on from there.

use std::path::{Path, PathBuf};

use oracle::{Batch, Mode, Precision, Program};

const SEEDS: u64 = 300;

fn tool(name: &str) -> PathBuf {
    match std::env::var_os("JAVA_HOME") {
        Some(home) => Path::new(&home).join("bin").join(name),
        None => PathBuf::from(name),
    }
}

/// The command lies beside the folder of the tests, if the workspace was built.
fn redflag() -> PathBuf {
    let test = std::env::current_exe().expect("a running test has a path");
    let built = test.ancestors().nth(2).expect("target/debug/deps/test");
    built.join("redflag")
}

fn batch(flags: &[&str], checks: &str, precision: Precision) -> Batch {
    let flags: Vec<String> = flags.iter().map(|&f| f.to_owned()).collect();
    let mode = Mode {
        checks: checks.to_owned(),
        precision,
    };
    Batch::new(&redflag(), &tool("java"), &tool("javac"), mode, &flags)
        .unwrap_or_else(|e| panic!("{e}"))
}

fn agree(flags: &[&str], checks: &str, seeds: std::ops::Range<u64>) {
    agree_in(&batch(flags, checks, Precision::Address), seeds);
}

fn agree_in(batch: &Batch, seeds: std::ops::Range<u64>) {
    let first = seeds.start;
    let programs: Vec<Program> = seeds.map(Program::random).collect();
    let wrong = batch.run(&programs).unwrap_or_else(|e| panic!("{e}"));
    if let Some((number, what)) = wrong.into_iter().next() {
        let (smallest, small) = oracle::shrink(batch, programs[number].clone(), what.clone())
            .unwrap_or_else(|e| panic!("{e}"));
        panic!(
            "seed {}: {what}\nthe smallest program found that fails: {small}\n{smallest:#?}",
            first + number as u64
        );
    }
}

#[test]
fn programs_agree_with_the_plain_detector() {
    agree(&[], "all", 0..SEEDS);
}

#[test]
fn programs_agree_when_interpreted() {
    agree(&["-Xint"], "all", SEEDS..SEEDS + 50);
}

#[test]
fn programs_agree_when_compiled_at_once() {
    agree(
        &["-Xcomp", "-XX:TieredStopAtLevel=1"],
        "all",
        SEEDS + 50..SEEDS + 100,
    );
}

#[test]
fn programs_agree_without_redundant_checks() {
    agree(&[], "redcard", 0..100);
}

#[test]
fn programs_agree_when_arrays_are_checked_later() {
    agree(&[], "slimstate", 0..100);
    agree(&[], "slimcard", 100..200);
}

#[test]
fn programs_agree_when_loops_are_checked_behind_them() {
    agree(&[], "bigfoot", 0..SEEDS);
}

#[test]
fn programs_agree_whether_they_race_when_memory_is_trusted() {
    agree_in(&batch(&[], "redcard", Precision::Trace), 0..100);
    agree_in(&batch(&[], "bigfoot", Precision::Trace), 100..200);
}

#[test]
fn a_hot_caller_is_compiled_before_the_late_class_is_loaded() {
    const OPTIMIZED: &str = "4";
    let log = ["-Xlog:jit+compilation=debug,class+load"];
    let batch = batch(&log, "all", Precision::Address);
    let programs = (0..).map(Program::random);
    let hot = programs.filter(|it| it.hot && it.has_one_caller());
    let programs: Vec<Program> = hot.take(8).collect();
    let printed = batch.printed(&programs).unwrap_or_else(|e| panic!("{e}"));
    for number in 0..programs.len() {
        let caller = format!("p{number}.Shared::caller");
        let late = format!("p{number}.LateDerived");
        let says = |line: &str, words: &[&str]| {
            let mut words = words.iter();
            words.all(|word| line.split_whitespace().any(|it| it == *word))
        };
        let compiled = printed
            .lines()
            .position(|line| says(line, &[OPTIMIZED, &caller]));
        let loaded = printed
            .lines()
            .position(|line| says(line, &[&late, "source:"]));
        assert!(
            compiled.is_some() && compiled < loaded,
            "{caller} in line {compiled:?}, {late} in line {loaded:?} of\n{printed}"
        );
    }
}
