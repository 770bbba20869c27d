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
mod beliefs;
mod callers;
mod calls;
mod codec;
mod domains;
mod entries;
mod guards;
mod identity;
#[cfg(test)]
mod lattices;
mod library;
mod memory;
mod method;
mod pairs;
pub mod parallel;
mod path;
mod program;
mod report;
mod sharing;
mod stability;
mod summaries;
mod summary;
mod tasks;
mod true_positives;
mod turns;
mod unused;
mod way;

use std::collections::BTreeSet;
use std::env;
use std::io;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use cache::{Cache, Digest, Place, Usage, digest};
use classfile::{ClassFile, Malformed};
use findings::Finding;
use world::models::Models;

pub use crate::annotations::annotations;
use crate::library::Library;
use crate::program::{ClassId, MethodId, Program};
pub use crate::report::{Withheld, each_access_once};
use crate::summaries::summarize;
pub use crate::unused::Unused;

/// Only what a run asks for is kept for the next.
const USAGE: Usage = Usage {
    reads_whole: true,
    added: 64 << 20,
    unused: 0,
};

/// How classes are looked at.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Also those that show no sign of being used by several threads.
    pub all_classes: bool,
    /// Any lock excludes any other.
    pub one_lock: bool,
    /// Each access is told of, however many a line or a method has.
    pub repeats: bool,
    /// Only what is surely a race, under the assumptions that [`true_positives`] lists.
    pub true_positives: bool,
    /// Annotations by their full names, with the simple names of those that they stand for.
    pub aliases: Vec<(String, String)>,
    /// What the user says of classes and methods, beside the bundled models.
    pub models: Option<Arc<Models>>,
    /// The classes in which nothing is reported: what they do counts where others use them.
    pub referenced: BTreeSet<String>,
    /// How many methods have been followed, for whoever shows progress.
    pub followed: Arc<AtomicUsize>,
    /// How many work; what they find is the same. As many as there are processors, if nothing is said.
    pub threads: Option<NonZeroUsize>,
    /// Where to keep what the next run need not find out again.
    pub cache: Option<Place>,
}

/// What was found, and in how much.
#[derive(Debug, Default)]
pub struct Checked {
    /// With all ways to an access, of which [`each_access_once`] keeps one.
    pub findings: Vec<Finding>,
    /// What is none because less than half of the methods hold the lock.
    pub withheld: Vec<Withheld>,
    pub classes: usize,
    pub methods: usize,
    /// Methods whose code could not be followed.
    pub skipped: Vec<String>,
    /// What annotations exempt, or what they ask nothing to be told of.
    pub exempt_classes: usize,
    pub exempt_fields: usize,
    pub exempt_methods: usize,
    /// Rules of the user's models that are for nothing.
    pub unused: Vec<Unused>,
    /// Annotations with aliases that nothing here has.
    pub unused_aliases: Vec<String>,
    /// Why nothing was kept for the next run.
    pub unkept: Option<io::Error>,
}

/// A class file.
pub struct Input<'a> {
    file: ClassFile<'a>,
    digest: Digest,
}

impl<'a> Input<'a> {
    pub fn read(bytes: &'a [u8]) -> Result<Input<'a>, Malformed> {
        Ok(Input {
            file: ClassFile::read(bytes)?,
            digest: digest(bytes),
        })
    }

    pub fn file(&self) -> &ClassFile<'a> {
        &self.file
    }
}

/// Looks at all these classes together. In which order they come matters only if several have one name: then the first counts.
pub fn check(mut inputs: Vec<Input<'_>>, options: &Options) -> Checked {
    inputs.sort_by(|a, b| a.file.name().cmp(&b.file.name()));
    let threads = options.threads.unwrap_or_else(parallel::processors);
    let library = Library::of(options.models.as_deref());
    let program = Program::of(inputs, library, &options.aliases, threads);
    let cache = options.cache.as_ref().and_then(open);
    let checked = look_at(&program, options, threads, cache.as_ref());
    let Some(cache) = cache else {
        return checked;
    };
    let is_void = cache.is_broken();
    let unkept = cache.save().err();
    let checked = match is_void {
        true => look_at(&program, options, threads, None),
        false => checked,
    };
    Checked { unkept, ..checked }
}

/// `None` if nobody knows which build of redflag this is.
fn open(place: &Place) -> Option<Cache> {
    let build = cache::of_file(&env::current_exe().ok()?)?;
    Some(Cache::open(place, build, USAGE))
}

fn look_at(
    program: &Program<'_>,
    options: &Options,
    threads: NonZeroUsize,
    cache: Option<&Cache>,
) -> Checked {
    options.followed.store(0, Ordering::Relaxed);
    let (summaries, skipped) = summarize(program, threads, cache, &options.followed);
    let name = |&id: &MethodId| format!("{}.{}", program[program[id].class].name, program[id].name);
    let is_reported = |it: &ClassId| !options.referenced.contains(&*program[*it].name);
    let models = options.models.as_deref();
    let reported: Vec<ClassId> = program.class_ids().filter(is_reported).collect();
    let methods = reported.iter().map(|&it| program.methods_of(it).count());
    let (findings, withheld) = report::findings(program, &summaries, options, &reported, threads);
    Checked {
        findings,
        withheld,
        classes: reported.len(),
        methods: methods.sum(),
        skipped: skipped.iter().map(name).collect(),
        exempt_classes: program.exempt_classes(&reported).count(),
        exempt_fields: program.exempt_fields(&reported).count(),
        exempt_methods: program.exempt_methods(&reported).count(),
        unused_aliases: unused::unused_aliases(program, &options.aliases),
        unused: models.map_or(Vec::new(), |it| unused::unused(program, it)),
        unkept: None,
    }
}
