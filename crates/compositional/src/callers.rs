//! What the callers of a method hold whenever they call it.
//!
//! A summary says what a method does for any caller. Where the program has the callers of a method, and all of them hold a
//! lock of its object, or of an argument, then the method runs under that lock, as if it took it itself. That is the greatest fixed point
//! over the call graph: a caller holds what it takes, and what its own callers hold.

use std::collections::{BTreeSet, VecDeque};

use cache::{Digester, digest};
use classfile::access;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::codec;
use crate::domains::{Lock, Locks};
use crate::memory::Memory;
use crate::path::{Path, Root};
use crate::program::{ClassId, MethodId, Program};
use crate::summaries::AllSigns;
use crate::summary::Call;
use crate::turns::{Turn, Turns};

/// What is held whenever a method begins, named as the method does.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AtStart {
    pub locks: Locks,
    pub turns: Turns,
}

/// What is known of the calls of methods whose callers are known.
pub struct Callers {
    /// By method; none of those that may be called without.
    held: FxHashMap<MethodId, AtStart>,
    /// Methods that are called only while nobody else has the object: a part of its construction.
    constructing: FxHashSet<MethodId>,
    /// By method that not everybody may call, those that call it, if all do so on themselves.
    own: FxHashMap<MethodId, Vec<MethodId>>,
}

impl Callers {
    pub fn of(program: &Program<'_>, signs: &AllSigns<'_>) -> Callers {
        let sites = sites(program, signs);
        Callers {
            held: held(&sites),
            constructing: constructing(&sites),
            own: own(program, &sites),
        }
    }

    pub fn held(&self, id: MethodId) -> Option<&AtStart> {
        self.held.get(&id)
    }

    pub fn is_constructing(&self, id: MethodId) -> bool {
        self.constructing.contains(&id)
    }

    /// Whether a method is one of these, or is called by them alone.
    pub fn serves_only(&self, id: MethodId, callers: &BTreeSet<MethodId>) -> bool {
        let mut open = vec![id];
        let mut seen = BTreeSet::new();
        while let Some(id) = open.pop() {
            if !callers.contains(&id) && seen.insert(id) {
                match self.own.get(&id) {
                    Some(own) => open.extend(own),
                    None => return false,
                }
            }
        }
        true
    }

    pub fn digest(&self, to: &mut Digester, memory: &Memory<'_>) {
        let mut held: Vec<_> = self.held.iter().collect();
        held.sort_unstable_by_key(|(id, _)| **id);
        to.number(held.len() as u64);
        for (id, AtStart { locks, turns }) in held {
            to.number(memory.identities.of_method(*id));
            to.digest(digest(&codec::encode(locks, &memory.identities)));
            to.digest(digest(&codec::encode(turns, &memory.identities)));
        }
        let mut constructing: Vec<_> = self.constructing.iter().collect();
        constructing.sort_unstable();
        to.number(constructing.len() as u64);
        for id in constructing {
            to.number(memory.identities.of_method(*id));
        }
        let mut own: Vec<_> = self.own.iter().collect();
        own.sort_unstable();
        for (id, callers) in own {
            to.number(callers.len() as u64);
            for id in [id].into_iter().chain(callers) {
                to.number(memory.identities.of_method(*id));
            }
        }
    }
}

type Sites<'s> = FxHashMap<MethodId, Vec<Site<'s>>>;

/// Asks for each method, and again for those that it calls whenever the answer is another one than before.
fn settle(sites: &Sites<'_>, mut is_news: impl FnMut(MethodId, &[Site<'_>]) -> bool) {
    let mut called: FxHashMap<MethodId, Vec<MethodId>> = FxHashMap::default();
    for (callee, sites) in sites {
        for site in sites {
            called.entry(site.caller).or_default().push(*callee);
        }
    }
    let mut open: VecDeque<MethodId> = sites.keys().copied().collect();
    let mut waiting: FxHashSet<MethodId> = sites.keys().copied().collect();
    while let Some(callee) = open.pop_front() {
        waiting.remove(&callee);
        if is_news(callee, &sites[&callee]) {
            let after = called.get(&callee).into_iter().flatten();
            open.extend(after.filter(|it| waiting.insert(**it)));
        }
    }
}

fn held(sites: &Sites<'_>) -> FxHashMap<MethodId, AtStart> {
    // `None` until a call is seen that says something.
    let mut held: FxHashMap<MethodId, Option<AtStart>> =
        sites.keys().map(|&callee| (callee, None)).collect();
    settle(sites, |callee, sites| {
        let all = sites.iter().filter_map(|it| it.at_start(&held));
        let all = all.reduce(|one, other| one.join(&other));
        let is_news = held[&callee] != all;
        held.insert(callee, all);
        is_news
    });
    let held = held
        .into_iter()
        .filter_map(|(id, of_id)| Some((id, of_id.filter(|it| *it != AtStart::default())?)));
    held.collect()
}

fn constructing(sites: &Sites<'_>) -> FxHashSet<MethodId> {
    let mut constructing: FxHashSet<MethodId> = sites.keys().copied().collect();
    settle(sites, |callee, sites| {
        let constructs = |site: &Site<'_>| {
            site.call.is_of_new || site.call.is_of_caller() && constructing.contains(&site.caller)
        };
        !sites.iter().all(constructs) && constructing.remove(&callee)
    });
    constructing
}

fn own(program: &Program<'_>, sites: &Sites<'_>) -> FxHashMap<MethodId, Vec<MethodId>> {
    let own = sites.iter().filter(|(id, sites)| {
        let method = &program[**id];
        let is_of_object = !method.is(access::STATIC) && !method.is_constructor();
        is_of_object && !program.is_visible(**id) && sites.iter().all(|it| it.call.is_of_caller())
    });
    let callers = |sites: &[Site<'_>]| {
        let callers: BTreeSet<MethodId> = sites.iter().map(|it| it.caller).collect();
        callers.into_iter().collect()
    };
    own.map(|(id, sites)| (*id, callers(sites))).collect()
}

struct Site<'s> {
    caller: MethodId,
    call: &'s Call,
}

impl Site<'_> {
    /// What is held there, in the callee's names; `None` if nothing is known of the caller yet.
    fn at_start(&self, held: &FxHashMap<MethodId, Option<AtStart>>) -> Option<AtStart> {
        let Call {
            is_of_new,
            operands,
            locks,
            turns,
            ..
        } = self.call;
        if *is_of_new {
            return None;
        }
        let (mut locks, mut turns) = (locks.clone(), turns.clone());
        if let Some(of_caller) = held.get(&self.caller) {
            let of_caller = of_caller.as_ref()?;
            for (lock, mode) in below(&of_caller.locks, operands).iter() {
                locks.take(lock.clone(), mode);
            }
            turns = turns.and(&turns_below(&of_caller.turns, operands));
        }
        Some(AtStart { locks, turns })
    }
}

impl AtStart {
    fn join(&self, other: &AtStart) -> AtStart {
        AtStart {
            locks: self.locks.join(&other.locks),
            turns: self.turns.join(&other.turns),
        }
    }
}

/// The names that a callee has for what lies at a path, which gets what lies at those of the operands, as far as they are known.
fn names(path: &Path, operands: &[Option<Path>]) -> Vec<Path> {
    let formals = operands.iter().zip(0..);
    match path.root {
        Root::Static(_) => vec![*path],
        Root::Formal(_) => formals
            .filter_map(|(object, formal)| path.below(object.as_ref()?, formal))
            .collect(),
    }
}

/// The turns that a callee can name, under each name that it has for them.
pub fn turns_below(turns: &Turns, operands: &[Option<Path>]) -> Turns {
    let named = turns.iter().flat_map(|turn| {
        let names = names(&turn.of, operands).into_iter();
        names.map(|of| Turn { of, ..*turn })
    });
    named.collect()
}

/// Likewise the locks.
pub fn below(locks: &Locks, operands: &[Option<Path>]) -> Locks {
    let names = |path: &Path| names(path, operands);
    let mut named = Vec::new();
    for (lock, mode, depth) in locks.held() {
        let all = match lock {
            Lock::Monitor(path) => names(path).into_iter().map(Lock::Monitor).collect(),
            Lock::Object(path) => names(path).into_iter().map(Lock::Object).collect(),
            Lock::Class(_) => vec![lock.clone()],
            Lock::Unknown => Vec::new(),
        };
        named.extend(all.into_iter().map(|lock| (lock, *mode, *depth)));
    }
    named.into_iter().collect()
}

/// By callee the calls that may run it, of those whose callers are known.
fn sites<'s>(program: &Program<'_>, signs: &'s AllSigns<'_>) -> FxHashMap<MethodId, Vec<Site<'s>>> {
    let mut named: FxHashMap<MethodId, Vec<(MethodId, &Call)>> = FxHashMap::default();
    for (caller, signs) in signs {
        for call in &signs.calls {
            named.entry(call.callee).or_default().push((*caller, call));
        }
    }
    let mut sites = FxHashMap::default();
    for id in program.method_ids() {
        let overridden = program.overridden(id);
        let calls = overridden.flat_map(|it| named.get(&it).into_iter().flatten());
        let calls = calls.filter(|(_, call)| call.callee == id || call.is_virtual);
        let of_callee: Vec<Site<'_>> = calls.map(|&(caller, call)| Site { caller, call }).collect();
        let mut callers = of_callee.iter().map(|it| program[it.caller].class);
        let class = program[id].class;
        // A method that everybody may call is called by others as by those that are known, if some are not of its own class.
        let is_known =
            !program.is_visible(id) || callers.any(|it| !are_related(program, it, class));
        if is_known && !of_callee.is_empty() && !program.is_called_back(id) {
            sites.insert(id, of_callee);
        }
    }
    sites
}

/// Whether one is above the other, or both stand in one class.
fn are_related(program: &Program<'_>, one: ClassId, other: ClassId) -> bool {
    let outermost = |it| program.nest(it).last();
    outermost(one) == outermost(other)
        || program[one].above.contains(&other)
        || program[other].above.contains(&one)
}
