//! Races found in class files, without running them.
//!
//! The analysis is RacerD's (Blackshear, Gorogiannis, O'Hearn and Sergey, "RacerD: compositional static race
//! detection", OOPSLA 2018): each method has a summary of what it accesses, under which locks, on which
//! threads and to what that nobody else knows; a method that calls others takes over what they access, named as it names
//! their arguments. There is no whole program and no alias analysis: two accesses are to one location if the class
//! names it in the same way. It differs in that locks have names, too, so that two different ones exclude nothing.
//!
//! Absent: what is told of a finding and how. See `report`.

mod annotations;
mod calls;
mod domains;
mod guards;
mod library;
mod method;
mod parallel;
mod path;
mod program;
mod report;
mod summaries;
mod summary;
mod way;

use std::num::NonZeroUsize;

use classfile::ClassFile;
use findings::Finding;

use crate::program::{MethodId, Program};
use crate::summaries::summarize;

/// How classes are looked at.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Also those that show no sign of being used by several threads.
    pub all_classes: bool,
    /// Any lock excludes any other.
    pub one_lock: bool,
    /// Each access is told of, however many a line has.
    pub repeats: bool,
    /// Annotations by their full names, with the simple names of those that they stand for.
    pub aliases: Vec<(String, String)>,
    /// How many work; what they find is the same. As many as there are processors, if nothing is said.
    pub threads: Option<NonZeroUsize>,
}

/// What was found, and in how much.
#[derive(Debug, Default)]
pub struct Checked {
    pub findings: Vec<Finding>,
    pub classes: usize,
    pub methods: usize,
    /// Methods whose code could not be followed.
    pub skipped: Vec<String>,
}

/// Looks at all these classes together. In which order they come matters only if several have one name: then the first counts.
pub fn check(mut files: Vec<ClassFile<'_>>, options: &Options) -> Checked {
    files.sort_by(|a, b| a.name().cmp(&b.name()));
    let threads = options.threads.unwrap_or_else(parallel::processors);
    let program = Program::of(files, &options.aliases, threads);
    let (summaries, skipped) = summarize(&program, threads);
    let name = |&id: &MethodId| format!("{}.{}", program[program[id].class].name, program[id].name);
    Checked {
        findings: report::findings(&program, &summaries, options, threads),
        classes: program.class_ids().count(),
        methods: program.method_ids().count(),
        skipped: skipped.iter().map(name).collect(),
    }
}
