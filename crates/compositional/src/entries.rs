//! What the methods at a class's boundary access, and which locks exclude each other there.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::domains::{Lock, Locks, Mode, Threads};
use crate::path::{Path, Root, Steps};
use crate::program::{FieldId, MethodId};
use crate::summary::Access;
use crate::true_positives::{Identity, exclude_nothing};
use crate::turns::{Cause, Turn, Turns};
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
    /// It belongs to an object, the location to all: each object has another.
    OfEach,
    Unknown,
}

/// What a turn is a matter of, as an access sees it that has the turn.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Variable {
    /// It is reached from the same object as the location.
    Beside(Steps),
    Elsewhere(Path),
}

/// What keeps others away from an access.
#[derive(PartialEq, Eq, Hash)]
struct Around {
    guards: Vec<(Guard, Mode)>,
    turns: Vec<(Variable, Cause)>,
}

/// An access that a method at the class's boundary makes, itself or through others. What of it decides whether it conflicts with another
/// one is also in `report/peers.rs`, which asks one for many.
pub struct Entry<'p> {
    pub method: MethodId,
    /// Whether code of which nothing is known has a reference to the method.
    pub is_given_away: bool,
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
    /// What does not protect a write whose method holds a read lock, but keeps those away that hold the write lock.
    pub apart: Locks,
    /// What keeps others away that ask for the same turn.
    pub turns: Turns,
    /// The number of its guards among those of the location.
    pub guards: usize,
    /// By number of guards, whether these exclude them.
    pub excluded: Rc<[bool]>,
    /// Whether it takes a lock for a location of all objects that each object has another of.
    pub has_each_its_own: bool,
    pub is_any: bool,
    /// Whether the method has a run that makes this access; then the locks that it holds there.
    pub certain: Option<Vec<(Option<Identity>, Mode)>>,
    /// Whether it is known to have company: the author says so, or it runs on a thread that is not its callers'.
    pub has_company: bool,
    /// If a task makes it that is handed over once, and waited for: the method that is run.
    pub only_task: Option<MethodId>,
    /// If a task makes it that is waited for: the methods that may have handed it over.
    pub handed_by: Vec<MethodId>,
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
        !self.locks.is_empty() && !self.access.locks.is_empty()
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
        let are_handed_together = || self.handed_by.iter().any(|it| other.handed_by.contains(it));
        self.has_company
            || other.has_company
            || are_tasks && !is_one && are_handed_together()
            || self.is_beside(other)
            || other.is_beside(self)
            || is_slip && is_shared && !other.is_made_through(self)
            || is_shared && self.has_each_its_own && other.has_each_its_own
            || is_shared && (self.shares_to_write(other) || other.shares_to_write(self))
    }

    /// Whether a method makes it when it has handed over the task that makes the other one, and not yet waited for it.
    fn is_beside(&self, task: &Entry<'_>) -> bool {
        let is_beside =
            |it: &Turn| matches!(it.cause, Cause::Beside(by) if task.handed_by.contains(&by));
        task.threads.are_awaited() && self.turns.iter().any(is_beside)
    }

    /// Whether it writes under a read lock of the object's own that the other one may hold at the same time.
    fn shares_to_write(&self, other: &Entry<'_>) -> bool {
        if !self.writes_to_read() {
            return false;
        }
        let mut others = other.guards();
        others.extend(other.seen(&other.apart));
        let own = self.seen(&self.apart);
        let is_of_location = |guard: &Guard| match guard {
            Guard::Beside(..) => true,
            Guard::Elsewhere(Lock::Object(path)) => matches!(path.root, Root::Static(_)),
            _ => false,
        };
        own.iter().any(|it| {
            let (guard, mode) = it;
            *mode == Mode::Shared && is_of_location(guard) && others.contains(it)
        })
    }

    /// Whether it is a write, and its method holds nothing but read locks for it.
    pub fn writes_to_read(&self) -> bool {
        let mut own = self.access.locks.iter();
        self.is_write() && self.locks.is_empty() && own.any(|(_, mode)| mode == Mode::Shared)
    }

    /// Whether another method makes the access by calling this one. That it then holds a lock does not say that this one should.
    /// It does if anybody may have a reference to that method.
    pub fn is_made_through(&self, other: &Entry<'_>) -> bool {
        let is_on_way = || self.way.places().any(|it| it.method == other.method);
        !other.is_given_away && self.method != other.method && is_on_way()
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

    /// The locks that protect it, as they are seen from the object that the location is named from.
    pub fn guards(&self) -> Vec<(Guard, Mode)> {
        self.seen(&self.locks)
    }

    fn seen(&self, locks: &Locks) -> Vec<(Guard, Mode)> {
        let seen = |lock: &Lock| match lock {
            Lock::Monitor(path) | Lock::Object(path) if self.is_of_each(path) => {
                Some(Guard::OfEach)
            }
            Lock::Monitor(path) => self.beside(path).map(|it| Guard::Beside(true, it)),
            Lock::Object(path) => self.beside(path).map(|it| Guard::Beside(false, it)),
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

    fn around(&self) -> Around {
        // Each object has another variable: its turn keeps nobody away from what is static.
        let turns = self.turns.iter().filter(|it| !self.is_of_each(&it.of));
        let seen = |turn: &Turn| match (self.beside(&turn.of), turn.cause) {
            (Some(steps), cause) => Some((Variable::Beside(steps), cause)),
            // Whose tasks these are is not known.
            (None, Cause::Task(..) | Cause::Beside(_) | Cause::NoTask) => None,
            (None, cause) => Some((Variable::Elsewhere(turn.of), cause)),
        };
        let mut guards = self.guards();
        guards.extend(self.seen(&self.apart));
        Around {
            guards,
            turns: turns.filter_map(seen).collect(),
        }
    }

    /// How something is reached from the object that the location is named from.
    fn beside(&self, path: &Path) -> Option<Steps> {
        let is_beside = path.starts_with(&self.object);
        let steps = || path.steps[self.object.steps.len()..].iter().copied();
        is_beside.then(|| steps().collect())
    }

    /// Whether a path leads to something that belongs to an object, and the location to all.
    fn is_of_each(&self, path: &Path) -> bool {
        matches!(self.access.path.root, Root::Static(_)) && matches!(path.root, Root::Formal(_))
    }

    /// Whether the two can never be at the same time, as far as locks are known.
    pub fn excludes(&self, other: &Entry<'_>) -> bool {
        self.excluded[other.guards]
    }
}

/// Numbers the guards of a location's accesses, and says which exclude each other.
pub fn see_guards(entries: &mut [Entry<'_>]) {
    let mut numbers: FxHashMap<Around, usize> = FxHashMap::default();
    for entry in &mut *entries {
        let next = numbers.len();
        let around = entry.around();
        let is_of_each = |(guard, _): &(Guard, Mode)| *guard == Guard::OfEach;
        entry.has_each_its_own = entry.holds_own_lock() && entry.guards().iter().any(is_of_each);
        entry.guards = *numbers.entry(around).or_insert(next);
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

fn exclude(own: &Around, others: &Around) -> bool {
    let by_locks = own.guards.iter().any(|(guard, mode)| {
        others.guards.iter().any(|(g, m)| {
            let is_unknown = [guard, g].contains(&&Guard::Unknown);
            let may_be_same = guard == g && *guard != Guard::OfEach || is_unknown;
            may_be_same && (*mode == Mode::Exclusive || *m == Mode::Exclusive)
        })
    });
    let mut alike = own.turns.iter().filter(|it| others.turns.contains(it));
    by_locks
        || alike.any(|(_, cause)| cause.is_exclusive())
        || comes_after(&own.turns, &others.turns)
        || comes_after(&others.turns, &own.turns)
}

/// Whether one comes when no task of an object runs, and the other is such a task. A task that waits may wait for leave to start.
fn comes_after(one: &[(Variable, Cause)], other: &[(Variable, Cause)]) -> bool {
    let is_task_of = |turns: &[(Variable, Cause)], object: &Variable| {
        let mut turns = turns.iter();
        turns.any(|(of, cause)| cause.is_task() && of == object)
    };
    let mut idle = one.iter().filter(|(_, cause)| *cause == Cause::NoTask);
    idle.any(|(object, _)| is_task_of(other, object) && !is_task_of(one, object))
}
