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
mod path;
mod program;
mod report;
mod summary;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use classfile::{ClassFile, access};
use findings::Finding;
use rustc_hash::FxHashMap;

use crate::calls::{Component, components};
use crate::method::Around;
use crate::path::Root;
use crate::program::{FieldId, Program};
use crate::summary::{Summary, Value};

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
    /// The classes in which nothing is reported: what they do counts where others use them.
    pub referenced: BTreeSet<String>,
    /// How many methods have been followed, for whoever shows progress.
    pub followed: Arc<AtomicUsize>,
}

/// What was found, and in how much.
#[derive(Debug, Default)]
pub struct Checked {
    pub findings: Vec<Finding>,
    pub classes: usize,
    pub methods: usize,
    /// Methods whose code could not be followed.
    pub skipped: Vec<String>,
    /// Fields and methods that annotations exempt.
    pub exempt_fields: usize,
    pub exempt_methods: usize,
}

/// Looks at all these classes together. In which order they come matters only if several have one name: then the first counts.
pub fn check(mut files: Vec<ClassFile<'_>>, options: &Options) -> Checked {
    files.sort_by(|a, b| a.name().cmp(&b.name()));
    let program = Program::of(files, &options.aliases);
    let (summaries, skipped) = summarize(&program, &options.followed);
    let classes = program.class_ids();
    let reported: Vec<_> = classes
        .filter(|&it| !options.referenced.contains(&program[it].name))
        .collect();
    let methods = reported.iter().map(|&it| program.methods_of(it).count());
    Checked {
        findings: report::findings(&program, &summaries, options, &reported),
        classes: reported.len(),
        methods: methods.sum(),
        skipped,
        exempt_fields: program.exempt_fields(&reported).count(),
        exempt_methods: program.exempt_methods(&reported).count(),
    }
}

/// The rounds after which methods that call each other are left as they are.
const MAX_ROUNDS: usize = 5;

/// From callees to callers.
fn summarize(
    program: &Program<'_>,
    followed: &AtomicUsize,
) -> (Vec<Option<Arc<Summary>>>, Vec<String>) {
    let aliases = aliases(program);
    let mut summaries: Vec<Option<Arc<Summary>>> = vec![None; program.method_ids().count()];
    let mut skipped = Vec::new();
    for Component {
        methods,
        is_recursive,
    } in components(program)
    {
        let mut lifted = Vec::new();
        for &id in &methods {
            match method::lift(program, id) {
                Some(code) => lifted.push((id, code)),
                None if program[id].is(access::ABSTRACT | access::NATIVE) => {}
                None => skipped.push(format!(
                    "{}.{}",
                    program[program[id].class].name, program[id].name
                )),
            }
        }
        for _ in 0..if is_recursive { MAX_ROUNDS } else { 1 } {
            let mut news = false;
            for (id, lifted) in &lifted {
                let around = Around {
                    program,
                    summaries: &summaries,
                    together: if is_recursive { &methods } else { &[] },
                    aliases: &aliases,
                };
                let summary = Some(Arc::new(method::summarize(&around, *id, lifted)));
                news |= summaries[id.index()] != summary;
                summaries[id.index()] = summary;
            }
            if !news {
                break;
            }
        }
        followed.fetch_add(methods.len(), Ordering::Relaxed);
    }
    (summaries, skipped)
}

/// The final fields that every constructor gives `this`, or what belongs to it.
fn aliases(program: &Program<'_>) -> FxHashMap<FieldId, Value> {
    let nothing = FxHashMap::default();
    let around = Around {
        program,
        summaries: &[],
        together: &[],
        aliases: &nothing,
    };
    let mut stores = Summary::default();
    for id in program
        .method_ids()
        .filter(|&id| program[id].is_constructor())
    {
        if let Some(lifted) = method::lift(program, id) {
            for (&field, value) in &method::summarize(&around, id, &lifted).stores {
                stores.store(field, value);
            }
        }
    }
    stores.stores.retain(|field, value| {
        let of_this = value
            .path
            .as_ref()
            .is_some_and(|it| it.root == Root::Formal(0));
        program[*field].is(access::FINAL) && of_this
    });
    stores.stores
}
