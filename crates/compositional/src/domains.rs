//! The domains of the analysis. Each is a lattice: `join` is its least upper bound, what is known on either of two ways.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::path::{Path, Root};
use crate::program::{FieldId, MethodId};

/// Whether only the running method, or its callers, know an object.
///
/// Owned ⊑ owned if these formals are ⊑ not owned. A join asks for the formals of both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ownership {
    /// If all these formals are owned by the caller, a bit for each. Without any: owned.
    If(u64),
    Unowned,
}

impl Ownership {
    pub const OWNED: Ownership = Ownership::If(0);

    pub fn of_formal(formal: u8) -> Ownership {
        match 1u64.checked_shl(formal.into()) {
            Some(bit) => Ownership::If(bit),
            None => Ownership::Unowned,
        }
    }

    #[must_use]
    pub fn join(self, other: Ownership) -> Ownership {
        match (self, other) {
            (Ownership::If(one), Ownership::If(two)) => Ownership::If(one | two),
            _ => Ownership::Unowned,
        }
    }

    /// What it means to a caller that has these actuals.
    #[must_use]
    pub fn with(self, actuals: impl Fn(u8) -> Ownership) -> Ownership {
        match self {
            Ownership::If(formals) => (0..64u8)
                .filter(|formal| formals >> formal & 1 != 0)
                .fold(Ownership::OWNED, |all, formal| all.join(actuals(formal))),
            Ownership::Unowned => Ownership::Unowned,
        }
    }
}

/// On which threads code may run.
///
/// No evidence of several ⊑ any but the confined one itself ⊑ any ⊑ another, and who hands it work waits ⊑ others, as many as there
/// is work, and who hands it out waits ⊑ others, and nobody waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Threads {
    NoEvidence,
    AnyButSelf,
    Any,
    /// A task of an executor, with the method that hands it over waiting: it runs beside other tasks, but not beside what comes before
    /// that method or after it.
    AwaitedOne,
    /// Several such tasks, handed over at one place: they run beside each other.
    Awaited,
    /// Other tasks of executors, and what is said to run in the background.
    Background,
}

impl Threads {
    pub fn are_awaited(self) -> bool {
        matches!(self, Threads::AwaitedOne | Threads::Awaited)
    }
}

/// What is locked.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lock {
    /// The monitor of an object.
    Monitor(Path),
    /// A lock of the library. Its monitor is another.
    Object(Path),
    /// The monitor of a class.
    Class(Arc<str>),
    /// One that has no path. It may be any.
    Unknown,
    /// None that anybody waits for: what keeps others away is what was done with the object at the path.
    Turn(Path, Turn),
}

/// What says whose turn it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Turn {
    /// An atomic variable was changed from this, which only one thread can do until somebody changes it back.
    From(Constant),
    /// It was changed to this, from whatever else it was.
    To(Constant),
    /// An executor with one thread runs it.
    Worker,
    /// It is a task of an object, handed over by this method with its instruction of this number: exclusive if that happens once.
    Task(MethodId, u16),
    /// The tasks of an object that were handed over before are done, or those that it will have are still to be started.
    NoTask,
}

/// A value that is always the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Constant {
    Int(u64),
    Null,
    /// What a static field holds, such as a constant of an enum.
    Static(FieldId),
    /// Any object: all that is always the same is that it is one.
    NotNull,
}

impl Constant {
    fn may_be(self, other: Constant) -> bool {
        let is_open = |it| matches!(it, Constant::NotNull | Constant::Static(_));
        self == other || is_open(self) && is_open(other) && (self.is_any() || other.is_any())
    }

    fn is_any(self) -> bool {
        self == Constant::NotNull
    }
}

impl Turn {
    /// Whether only one thread at a time can change a variable so, where `now` is what it is set to, if that is known.
    pub fn is_turn(self, now: Option<Constant>) -> bool {
        let is_any = matches!(self, Turn::From(it) | Turn::To(it) if it.is_any());
        !is_any && !self.is_undone_by(now)
    }

    /// Whether a variable that is now set to a value, if it is known, can be changed so again.
    fn is_undone_by(self, value: Option<Constant>) -> bool {
        value.is_none_or(|value| match self {
            Turn::From(it) => it.may_be(value),
            Turn::To(it) => it != value || it.is_any(),
            Turn::Worker | Turn::Task(..) | Turn::NoTask => false,
        })
    }
}

impl Lock {
    /// The lock as a caller names it; `None` for a turn that it cannot name.
    #[must_use]
    pub fn renamed(&self, renamed: impl Fn(&Path) -> Option<Path>) -> Option<Lock> {
        Some(match self {
            Lock::Monitor(path) => renamed(path).map_or(Lock::Unknown, Lock::Monitor),
            Lock::Object(path) => renamed(path).map_or(Lock::Unknown, Lock::Object),
            Lock::Class(_) | Lock::Unknown => self.clone(),
            Lock::Turn(path, change) => Lock::Turn(renamed(path)?, *change),
        })
    }

    pub fn is_turn(&self) -> bool {
        matches!(self, Lock::Turn(..))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mode {
    Exclusive,
    /// Readers of a read-write lock.
    Shared,
}

/// The locks that are surely held, and how often each was taken. A join keeps what both ways hold.
///
/// Accesses share them: most are made under the locks of the one before.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Locks {
    /// In order of name; `None` for no lock.
    held: Option<Arc<[Held]>>,
}

/// A lock, its mode, and how often it was taken.
pub type Held = (Lock, Mode, u8);

impl FromIterator<Held> for Locks {
    fn from_iter<I: IntoIterator<Item = Held>>(held: I) -> Locks {
        let mut held: Vec<Held> = held.into_iter().collect();
        held.sort();
        Locks {
            held: (!held.is_empty()).then(|| held.into()),
        }
    }
}

impl Locks {
    pub fn is_empty(&self) -> bool {
        self.held.is_none()
    }

    pub fn held(&self) -> &[Held] {
        self.held.as_deref().unwrap_or_default()
    }

    pub fn iter(&self) -> impl Iterator<Item = (&Lock, Mode)> {
        self.held().iter().map(|(lock, mode, _)| (lock, *mode))
    }

    /// Whether these are surely the same, for being shared.
    pub fn are_shared_with(&self, other: &Locks) -> bool {
        match (&self.held, &other.held) {
            (Some(one), Some(two)) => Arc::ptr_eq(one, two),
            (one, two) => one.is_none() && two.is_none(),
        }
    }

    fn position(&self, lock: &Lock, mode: Mode) -> Option<usize> {
        self.held()
            .iter()
            .position(|(l, m, _)| l == lock && *m == mode)
    }

    /// How often locks were taken.
    pub fn count(&self) -> usize {
        let locks = self.held().iter().filter(|(lock, ..)| !lock.is_turn());
        locks.map(|(_, _, depth)| usize::from(*depth)).sum()
    }

    /// The variable at a path is set to a value, if that is known: whoever had a turn by it may no longer be alone.
    pub fn undo_turns(&mut self, at: &Path, value: Option<Constant>) {
        let is_undone = |lock: &Lock| match lock {
            Lock::Turn(path, change) => path == at && change.is_undone_by(value),
            _ => false,
        };
        if self.iter().any(|(lock, _)| is_undone(lock)) {
            let held = self.held().iter();
            *self = held.filter(|it| !is_undone(&it.0)).cloned().collect();
        }
    }

    /// Whether these are those of a task that a method has handed over: of the method's callers it has none.
    pub fn are_of_task(&self) -> bool {
        self.iter()
            .any(|(lock, _)| matches!(lock, Lock::Turn(_, Turn::Task(..))))
    }

    /// The same where the tasks of an object are handed over once.
    #[must_use]
    pub fn of_tasks_once(&self, object: &Path) -> Locks {
        let held = self.held().iter().cloned();
        let once = held.map(|(lock, mode, depth)| match lock {
            Lock::Turn(at, Turn::Task(..)) if at == *object => (lock, Mode::Exclusive, depth),
            _ => (lock, mode, depth),
        });
        once.collect()
    }

    /// Those that are only turns.
    #[must_use]
    pub fn turns(&self) -> Locks {
        let held = self.held().iter();
        held.filter(|it| it.0.is_turn()).cloned().collect()
    }

    pub fn take(&mut self, lock: Lock, mode: Mode) {
        let mut held = self.held().to_vec();
        match self.position(&lock, mode) {
            Some(at) => held[at].2 = held[at].2.saturating_add(1),
            None => held.push((lock, mode, 1)),
        }
        *self = held.into_iter().collect();
    }

    /// No task of an object runs, which others may know, too. Once is enough.
    pub fn see_no_task(&mut self, object: Path) {
        let turn = Lock::Turn(object, Turn::NoTask);
        if self.position(&turn, Mode::Shared).is_none() {
            self.take(turn, Mode::Shared);
        }
    }

    /// Whether it was held.
    pub fn leave(&mut self, lock: &Lock, mode: Mode) -> bool {
        let at = self.position(lock, mode);
        if let Some(at) = at {
            let mut held = self.held().to_vec();
            held[at].2 -= 1;
            if held[at].2 == 0 {
                held.remove(at);
            }
            *self = held.into_iter().collect();
        }
        at.is_some()
    }

    /// The one that was taken last is given back.
    pub fn leave_last(&mut self, mode: Mode) {
        // They are kept in order of name, and seldom are there several.
        let is_such = |(lock, m, _): &Held| *m == mode && !lock.is_turn();
        if let Some(at) = self.held().iter().rposition(is_such) {
            let lock = self.held()[at].0.clone();
            self.leave(&lock, mode);
        }
    }

    /// Those that protect an access: what holders of a read lock write is not. Nor does a turn protect it from those who do not ask for one.
    #[must_use]
    pub fn protecting(&self, is_write: bool) -> Locks {
        let protects =
            |(lock, mode, _): &&Held| (*mode == Mode::Exclusive || !is_write) && !lock.is_turn();
        let held = self.held().iter();
        match held.clone().all(|it| protects(&it)) {
            true => self.clone(),
            false => held.filter(protects).cloned().collect(),
        }
    }

    #[must_use]
    pub fn join(&self, other: &Locks) -> Locks {
        if self == other {
            return self.clone();
        }
        let both = self.held().iter().filter_map(|(lock, mode, depth)| {
            let at = other.position(lock, *mode)?;
            Some((lock.clone(), *mode, *depth.min(&other.held()[at].2)))
        });
        both.collect()
    }

    /// These and those that a callee holds, named as the caller does.
    #[must_use]
    pub fn and(&self, callee: &Locks, renamed: impl Fn(&Path) -> Option<Path>) -> Locks {
        let mut all = self.clone();
        for (lock, mode) in callee.iter() {
            if let Some(lock) = lock.renamed(&renamed) {
                all.take(lock, mode);
            }
        }
        all
    }

    /// These under other names.
    #[must_use]
    pub fn renamed(&self, renamed: impl Fn(&Path) -> Option<Path>) -> Locks {
        let held = self.held().iter();
        held.filter_map(|(lock, mode, depth)| Some((lock.renamed(&renamed)?, *mode, *depth)))
            .collect()
    }

    /// These without those.
    #[must_use]
    pub fn without(&self, others: &Locks) -> Locks {
        let mut rest = self.clone();
        for (lock, mode, depth) in others.held() {
            for _ in 0..*depth {
                rest.leave(lock, *mode);
            }
        }
        rest
    }
}

/// What is known before an instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    pub locks: Locks,
    /// Those that were given back without having been taken here: the caller's.
    pub left: BTreeSet<(Lock, Mode)>,
    pub threads: Threads,
    /// Of paths that were assigned to, in their order. Others are owned as their roots are.
    owned: Vec<(Path, Ownership)>,
}

impl State {
    pub fn new(threads: Threads) -> State {
        State {
            locks: Locks::default(),
            left: BTreeSet::new(),
            threads,
            owned: Vec::new(),
        }
    }

    fn position(&self, path: &Path) -> Result<usize, usize> {
        self.owned.binary_search_by(|(known, _)| known.cmp(path))
    }

    /// The ownership of what a path leads to, where formals have those given. What lies below something owned is owned.
    pub fn ownership(&self, path: &Path, of_formal: impl Fn(u8) -> Ownership) -> Ownership {
        let mut prefix = Some(*path).filter(|_| !self.owned.is_empty());
        while let Some(at) = prefix {
            if let Ok(known) = self.position(&at) {
                return self.owned[known].1;
            }
            prefix = at.parent();
        }
        match path.root {
            Root::Formal(formal) => of_formal(formal),
            Root::Static(_) => Ownership::Unowned,
        }
    }

    /// A lock is given back.
    pub fn leave(&mut self, lock: Lock, mode: Mode) {
        if !self.locks.leave(&lock, mode) {
            self.left.insert((lock, mode));
        }
    }

    /// A path is assigned to: what was known of paths below it is no longer so.
    pub fn assign(&mut self, path: Path, ownership: Ownership) {
        self.owned.retain(|(known, _)| !known.starts_with(&path));
        let at = self.position(&path).unwrap_or_else(|at| at);
        self.owned.insert(at, (path, ownership));
    }

    /// What holds on both ways; whether that is less than on this one.
    pub fn join_with(&mut self, other: &State, of_formal: impl Fn(u8) -> Ownership) -> bool {
        if self == other {
            return false;
        }
        let joined = State {
            locks: self.locks.join(&other.locks),
            left: &self.left | &other.left,
            threads: self.threads.max(other.threads),
            owned: self.join_owned(other, of_formal),
        };
        let news = *self != joined;
        *self = joined;
        news
    }

    fn join_owned(
        &self,
        other: &State,
        of_formal: impl Fn(u8) -> Ownership,
    ) -> Vec<(Path, Ownership)> {
        let known = self.owned.iter().chain(&other.owned);
        let mut paths: Vec<Path> = known.map(|(path, _)| *path).collect();
        paths.sort_unstable();
        paths.dedup();
        let joined = paths.into_iter().map(|path| {
            let one = self.ownership(&path, &of_formal);
            (path, one.join(other.ownership(&path, &of_formal)))
        });
        joined.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::Path;

    fn ownerships() -> Vec<Ownership> {
        let some = (0..8).map(Ownership::If);
        some.chain([Ownership::Unowned]).collect()
    }

    /// All sets of up to two of three locks, in both modes, taken up to twice.
    fn locks() -> Vec<Locks> {
        let this = Path::of(Root::Formal(0));
        let kinds = [
            Lock::Monitor(this),
            Lock::Object(this),
            Lock::Class("A".into()),
        ];
        let single: Vec<(Lock, Mode, u8)> = kinds
            .into_iter()
            .flat_map(|lock| [Mode::Exclusive, Mode::Shared].map(|mode| (lock.clone(), mode)))
            .flat_map(|(lock, mode)| [1, 2].map(|depth| (lock.clone(), mode, depth)))
            .collect();
        let of = |chosen: &[&(Lock, Mode, u8)]| {
            let mut locks = Locks::default();
            for (lock, mode, depth) in chosen {
                for _ in 0..*depth {
                    locks.take(lock.clone(), *mode);
                }
            }
            locks
        };
        let mut all = vec![of(&[])];
        for one in &single {
            all.push(of(&[one]));
            all.extend(single.iter().map(|two| of(&[one, two])));
        }
        all
    }

    #[test]
    fn a_join_of_ownerships_is_a_least_upper_bound() {
        let all = ownerships();
        for &a in &all {
            assert_eq!(a.join(a), a);
            assert_eq!(a.join(Ownership::OWNED), a);
            assert_eq!(a.join(Ownership::Unowned), Ownership::Unowned);
            for &b in &all {
                assert_eq!(a.join(b), b.join(a));
                for &c in &all {
                    assert_eq!(a.join(b).join(c), a.join(b.join(c)));
                    // Whatever is above both is above their join.
                    if a.join(c) == c && b.join(c) == c {
                        assert_eq!(a.join(b).join(c), c);
                    }
                }
            }
        }
    }

    #[test]
    fn a_join_of_locks_keeps_what_both_hold() {
        let all = locks();
        for a in &all {
            assert_eq!(a.join(a), *a);
            for b in &all {
                assert_eq!(a.join(b), b.join(a));
                assert_eq!(a.join(b).join(b), a.join(b), "it is below both");
            }
        }
        for a in all.iter().step_by(7) {
            for b in all.iter().step_by(5) {
                for c in all.iter().step_by(3) {
                    assert_eq!(a.join(b).join(c), a.join(&b.join(c)));
                }
            }
        }
    }

    #[test]
    fn what_is_taken_and_left_as_often_is_not_held() {
        for locks in locks() {
            assert_eq!(locks.without(&locks), Locks::default());
        }
    }

    #[test]
    fn what_lies_below_something_owned_is_owned() {
        let this = Path::of(Root::Formal(0));
        let child = this.then(crate::path::Step::Element);
        let grandchild = child.then(crate::path::Step::Element);
        let mut state = State::new(Threads::Any);
        let of_formal = Ownership::of_formal;
        assert_eq!(state.ownership(&grandchild, of_formal), Ownership::If(1));
        state.assign(child, Ownership::OWNED);
        assert_eq!(state.ownership(&grandchild, of_formal), Ownership::OWNED);
        assert_eq!(state.ownership(&this, of_formal), Ownership::If(1));
        let mut joined = State::new(Threads::NoEvidence);
        assert!(joined.join_with(&state, of_formal));
        assert_eq!(joined.ownership(&grandchild, of_formal), Ownership::If(1));
        state.assign(this, Ownership::Unowned);
        assert_eq!(state.ownership(&grandchild, of_formal), Ownership::Unowned);
    }
}
