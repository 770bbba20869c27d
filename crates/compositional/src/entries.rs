//! What the methods at a class's boundary access, and which locks exclude each other there.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::domains::{Lock, Locks, Mode, Threads, Turn};
use crate::path::{Path, Root, Steps};
use crate::program::{FieldId, MethodId};
use crate::summary::Access;
use crate::true_positives::{Identity, exclude_nothing};
use crate::way::Way;

/// What a location begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Base<'p> {
    /// Any object of a type.
    Object(&'p str),
    Static(FieldId),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot<'p> {
    pub base: Base<'p>,
    pub steps: Steps,
    /// Not a location, but a method of an interface.
    pub called: Option<MethodId>,
    /// What the object there holds, and not the reference to it.
    pub is_content: bool,
}

/// What the methods at a class's boundary access, by location.
pub type Locations<'p> = BTreeMap<Spot<'p>, Vec<Entry<'p>>>;

/// A lock as an access sees it that has it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Guard {
    /// It is reached from the same object as the location.
    Beside(bool, Steps),
    Elsewhere(Lock),
    /// No lock, but what was done with this object.
    Turn(Steps, Turn),
    /// It belongs to an object, the location to all: each object has another.
    OfEach,
    Unknown,
}

impl Guard {
    fn is_turn(&self) -> bool {
        matches!(self, Guard::Turn(..) | Guard::Elsewhere(Lock::Turn(..)))
    }
}

/// An access that a method at the class's boundary makes, itself or through others.
pub struct Entry<'p> {
    pub method: MethodId,
    pub access: &'p Access,
    pub way: &'p Way,
    /// On which threads it is made, as far as it is known of all of the program.
    pub threads: Threads,
    /// The path of the object that the location is named from.
    pub object: Path,
    /// The locks that callers of the method are known to hold.
    pub held: Locks,
    /// Those that protect it, of these and its own.
    pub locks: Locks,
    /// What keeps others away that ask for the same turn.
    pub turns: Locks,
    /// The number of its guards among those of the location.
    pub guards: usize,
    /// By number of guards, whether these exclude them.
    pub excluded: Rc<[bool]>,
    pub is_any: bool,
    /// Whether the method has a run that makes this access; then the locks that it holds there.
    pub certain: Option<Vec<(Option<Identity>, Mode)>>,
    /// Whether it is known to have company: the author says so, or it runs on a thread that is not its callers'.
    pub has_company: bool,
    /// If a task makes it that is handed over once, and waited for: the method that is run.
    pub only_task: Option<MethodId>,
    /// Whether it is made where the object's life begins or ends, so that no other thread has the object.
    pub is_of_life_cycle: bool,
    /// Of the locks that the location is believed to be guarded by, those that it keeps to, a bit for each.
    pub believed: u64,
    /// Likewise of the locks that some hold for the location, but too few for a belief.
    pub doubted: u64,
}

/// Whose word counts for what a lock is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Belief {
    OfMost,
    OfSome,
}

impl Entry<'_> {
    pub fn is_write(&self) -> bool {
        self.access.kind.is_write()
    }

    pub fn is_confined(&self) -> bool {
        self.threads == Threads::AnyButSelf
    }

    /// Whether the method holds a lock there that not only its callers have taken.
    pub fn holds_own_lock(&self) -> bool {
        !self.locks.is_empty() && self.access.locks.iter().any(|(it, _)| !it.is_turn())
    }

    pub fn is_protected(&self) -> bool {
        !self.locks.is_empty() || self.is_confined()
    }

    /// Whether anything says that another thread makes the other one meanwhile: that either has company, or that this one
    /// goes without the lock that the author seems to believe in.
    pub fn deviates_from(&self, other: &Entry<'_>, belief: Belief) -> bool {
        let is_slip = match belief {
            Belief::OfMost => other.believed & !self.believed != 0,
            Belief::OfSome => other.doubted & !self.doubted != 0,
        };
        let is_shared = !self.is_of_life_cycle && !other.is_of_life_cycle;
        let are_tasks = self.threads.are_awaited() && other.threads.are_awaited();
        let is_one = self.only_task.is_some() && self.only_task == other.only_task;
        self.has_company
            || other.has_company
            || are_tasks && !is_one && self.method == other.method
            || is_slip && is_shared && !other.is_made_through(self.method)
            || is_shared && self.has_each_its_own() && other.has_each_its_own()
    }

    /// Whether it takes a lock for a location of all objects that each object has another of.
    fn has_each_its_own(&self) -> bool {
        self.holds_own_lock() && self.guards().iter().any(|(it, _)| *it == Guard::OfEach)
    }

    /// Whether another method makes the access by calling this one. That it then holds a lock does not say that this one should.
    pub fn is_made_through(&self, method: MethodId) -> bool {
        self.method != method && self.way.places().any(|it| it.method == method)
    }

    /// Whether there is a run in which the two are made at the same time, to one location.
    pub fn surely_races(&self, other: &Entry<'_>) -> bool {
        match (&self.certain, &other.certain) {
            (Some(one), Some(two)) => exclude_nothing(one, two),
            _ => false,
        }
    }

    pub fn line(&self) -> Option<u16> {
        self.way.first().line
    }

    pub fn guards(&self) -> Vec<(Guard, Mode)> {
        self.seen(&self.locks)
    }

    /// Locks as they are seen from the object that the location is named from.
    fn seen(&self, locks: &Locks) -> Vec<(Guard, Mode)> {
        let beside = |path: &Path| {
            let is_beside = path.starts_with(&self.object);
            is_beside.then(|| {
                path.steps[self.object.steps.len()..]
                    .iter()
                    .copied()
                    .collect()
            })
        };
        let is_of_all = matches!(self.access.path.root, Root::Static(_));
        let seen = |lock: &Lock| match lock {
            Lock::Monitor(path) | Lock::Object(path) | Lock::Turn(path, _)
                if is_of_all && matches!(path.root, Root::Formal(_)) =>
            {
                Some(Guard::OfEach)
            }
            Lock::Monitor(path) => beside(path).map(|steps| Guard::Beside(true, steps)),
            Lock::Object(path) => beside(path).map(|steps| Guard::Beside(false, steps)),
            Lock::Turn(path, turn @ (Turn::Task(..) | Turn::NoTask)) => {
                Some(beside(path).map_or(Guard::OfEach, |steps| Guard::Turn(steps, *turn)))
            }
            Lock::Turn(path, turn) => beside(path).map(|steps| Guard::Turn(steps, *turn)),
            Lock::Unknown => Some(Guard::Unknown),
            Lock::Class(_) => None,
        };
        let guards = locks.iter().map(|(lock, mode)| {
            (
                seen(lock).unwrap_or_else(|| Guard::Elsewhere(lock.clone())),
                mode,
            )
        });
        guards.collect()
    }

    /// Whether the two can never be at the same time, as far as locks are known.
    pub fn excludes(&self, other: &Entry<'_>) -> bool {
        self.excluded[other.guards]
    }
}

/// Numbers the guards of a location's accesses, and says which exclude each other.
pub fn see_guards(entries: &mut [Entry<'_>]) {
    let mut numbers: FxHashMap<Vec<(Guard, Mode)>, usize> = FxHashMap::default();
    for entry in &mut *entries {
        let next = numbers.len();
        let mut all = entry.guards();
        all.extend(entry.seen(&entry.turns));
        entry.guards = *numbers.entry(all).or_insert(next);
    }
    let mut all: Vec<_> = numbers.into_iter().collect();
    all.sort_unstable_by_key(|(_, number)| *number);
    let excluded: Vec<Rc<[bool]>> = all
        .iter()
        .map(|(own, _)| all.iter().map(|(others, _)| exclude(own, others)).collect())
        .collect();
    for entry in entries {
        entry.excluded = Rc::clone(&excluded[entry.guards]);
    }
}

fn exclude(own: &[(Guard, Mode)], others: &[(Guard, Mode)]) -> bool {
    let shared = own.iter().any(|(guard, mode)| {
        others.iter().any(|(g, m)| {
            let same = guard == g && *guard != Guard::OfEach;
            let may_be_same =
                |one: &Guard, other: &Guard| *one == Guard::Unknown && !other.is_turn();
            let same = same || may_be_same(guard, g) || may_be_same(g, guard);
            same && (*mode == Mode::Exclusive || *m == Mode::Exclusive)
        })
    });
    shared || comes_after(own, others) || comes_after(others, own)
}

/// Whether one comes when no task of an object runs, and the other is such a task. A task that waits may wait for leave to start.
fn comes_after(one: &[(Guard, Mode)], other: &[(Guard, Mode)]) -> bool {
    let is_task_of = |guards: &[(Guard, Mode)], object: &Steps| {
        let mut guards = guards.iter();
        guards.any(|(it, _)| matches!(it, Guard::Turn(of, Turn::Task(..)) if of == object))
    };
    let mut guards = one.iter();
    guards.any(|(guard, _)| match guard {
        Guard::Turn(object, Turn::NoTask) => is_task_of(other, object) && !is_task_of(one, object),
        _ => false,
    })
}
