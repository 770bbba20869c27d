//! The domains of the analysis. Each is a lattice: `join` is its least upper bound, what is known on either of two ways.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::path::{Path, Root};
use crate::turns::{Answers, Turns};

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
}

impl Lock {
    /// The lock as a caller names it.
    #[must_use]
    pub fn renamed(&self, renamed: impl Fn(&Path) -> Option<Path>) -> Lock {
        match self {
            Lock::Monitor(path) => renamed(path).map_or(Lock::Unknown, Lock::Monitor),
            Lock::Object(path) => renamed(path).map_or(Lock::Unknown, Lock::Object),
            Lock::Class(_) | Lock::Unknown => self.clone(),
        }
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
        let held = self.held().iter();
        held.map(|(_, _, depth)| usize::from(*depth)).sum()
    }

    pub fn take(&mut self, lock: Lock, mode: Mode) {
        let mut held = self.held().to_vec();
        match self.position(&lock, mode) {
            Some(at) => held[at].2 = held[at].2.saturating_add(1),
            None => held.push((lock, mode, 1)),
        }
        *self = held.into_iter().collect();
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
        if let Some(at) = self.held().iter().rposition(|(_, m, _)| *m == mode) {
            let lock = self.held()[at].0.clone();
            self.leave(&lock, mode);
        }
    }

    /// Those that protect an access, and the others, which only keep some away: a read lock does not protect what its holders write
    /// from each other.
    #[must_use]
    pub fn protecting(&self, is_write: bool) -> (Locks, Locks) {
        let protects = |(_, mode, _): &Held| *mode == Mode::Exclusive || !is_write;
        if self.held().iter().all(protects) {
            return (self.clone(), Locks::default());
        }
        let (protecting, others): (Vec<Held>, Vec<Held>) =
            self.held().iter().cloned().partition(protects);
        (
            protecting.into_iter().collect(),
            others.into_iter().collect(),
        )
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
            all.take(lock.renamed(&renamed), mode);
        }
        all
    }

    /// These under other names.
    #[must_use]
    pub fn renamed(&self, renamed: impl Fn(&Path) -> Option<Path>) -> Locks {
        let held = self.held().iter();
        held.map(|(lock, mode, depth)| (lock.renamed(&renamed), *mode, *depth))
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
    pub turns: Turns,
    pub answers: Answers,
    /// Locks that were given back without having been taken here: the caller's.
    pub left: BTreeSet<(Lock, Mode)>,
    pub threads: Threads,
    /// Of paths that were assigned to, in their order. Others are owned as their roots are.
    owned: Vec<(Path, Ownership)>,
}

impl State {
    pub fn new(threads: Threads) -> State {
        State {
            locks: Locks::default(),
            turns: Turns::default(),
            answers: Answers::default(),
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

    /// A function was run, perhaps, after which this holds.
    pub fn ran(&mut self, after: &State) {
        self.locks = self.locks.join(&after.locks);
        self.left.extend(after.left.iter().cloned());
        self.turns = self.turns.join(&after.turns);
        self.answers = self.answers.join(&after.answers);
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
            turns: self.turns.join(&other.turns),
            answers: self.answers.join(&other.answers),
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
