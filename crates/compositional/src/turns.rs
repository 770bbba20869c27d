//! Turns: what keeps some others away though nobody waits for a lock. An atomic variable that only one thread at a time can have changed in
//! a certain way keeps those away that ask for the same change, until somebody changes it back; an executor with one thread runs its tasks
//! one after the other; and who has waited for an object's tasks comes after them. Against all others it protects nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::path::Path;
use crate::program::{FieldId, MethodId};

/// Why others are kept away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Turn {
    /// What it is a matter of: the variable, the executor, or the object with the tasks.
    pub of: Path,
    pub cause: Cause,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cause {
    /// The atomic variable was changed so.
    Changed(Change),
    /// The executor has one thread, which runs it.
    Worker,
    /// It is a task of the object, handed over by this method with its instruction of this number; and whether that happens once.
    Task(MethodId, u16, bool),
    /// This method has handed a task over, and not yet waited for it.
    Beside(MethodId),
    /// The tasks of the object that were handed over before are done, or those that it will have are still to be started.
    NoTask,
}

impl Cause {
    pub fn is_task(self) -> bool {
        matches!(self, Cause::Task(..))
    }

    /// Whether it keeps those away of which the same is so.
    pub fn is_exclusive(self) -> bool {
        match self {
            Cause::Changed(_) | Cause::Worker => true,
            Cause::Task(.., is_once) => is_once,
            Cause::Beside(_) | Cause::NoTask => false,
        }
    }

    /// Whether it is so no longer when a variable is set to a value, if that is known. Who hands a task over does not say which.
    fn is_undone_by(self, value: Option<Constant>) -> bool {
        match self {
            Cause::Changed(change) => change.is_undone_by(value),
            Cause::NoTask => value.is_none(),
            Cause::Worker | Cause::Task(..) | Cause::Beside(_) => false,
        }
    }
}

/// How an atomic variable was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Change {
    From(Constant),
    /// From whatever else it was.
    To(Constant),
}

/// A value that is always the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Constant {
    Int(u64),
    /// Any number but 0.
    NotZero,
    Null,
    /// What a static field holds, such as a constant of an enum.
    Static(FieldId),
    /// Any object: all that is always the same is that it is one.
    NotNull,
}

impl Constant {
    fn may_be(self, other: Constant) -> bool {
        if let (Constant::NotZero, Constant::Int(it)) | (Constant::Int(it), Constant::NotZero) =
            (self, other)
        {
            return it != 0;
        }
        let is_open = |it| matches!(it, Constant::NotNull | Constant::Static(_));
        self == other || is_open(self) && is_open(other) && (self.is_any() || other.is_any())
    }

    fn is_any(self) -> bool {
        matches!(self, Constant::NotNull | Constant::NotZero)
    }
}

impl Change {
    /// Whether only one thread at a time can change a variable so, where `now` is what it is set to, if that is known.
    pub fn is_turn(self, now: Option<Constant>) -> bool {
        let (Change::From(it) | Change::To(it)) = self;
        !it.is_any() && !self.is_undone_by(now)
    }

    /// Whether a variable that is now set to a value, if it is known, can be changed so again.
    fn is_undone_by(self, value: Option<Constant>) -> bool {
        value.is_none_or(|value| match self {
            Change::From(it) => it.may_be(value),
            Change::To(it) => it != value || it.is_any(),
        })
    }
}

/// What the answer of a call tells of the atomic variable that it set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Told {
    /// It was changed so, if the answer is not zero.
    Nonzero(Change),
    Zero(Change),
    /// The answer is what it was before it was set to this.
    Before(Constant),
}

impl Told {
    /// How the variable was changed, if the answer is equal to a constant, or is not.
    pub fn change(self, constant: Constant, is_equal: bool) -> Option<Change> {
        let zero = Constant::Int(0);
        let change = match self {
            Told::Nonzero(change) if constant == zero && !is_equal => return Some(change),
            Told::Zero(change) if constant == zero && is_equal => return Some(change),
            Told::Before(now) if is_equal => (Change::From(constant), now),
            Told::Before(now) if constant == now => (Change::To(constant), now),
            _ => return None,
        };
        let (change, now) = change;
        change.is_turn(Some(now)).then_some(change)
    }
}

impl Turn {
    pub fn by(variable: Path, change: Change) -> Turn {
        Turn {
            of: variable,
            cause: Cause::Changed(change),
        }
    }

    /// No task of an object runs.
    pub fn without_tasks(object: Path) -> Turn {
        Turn {
            of: object,
            cause: Cause::NoTask,
        }
    }

    /// The turn as a caller names it; `None` if it cannot.
    fn renamed(self, renamed: impl Fn(&Path) -> Option<Path>) -> Option<Turn> {
        let of = renamed(&self.of)?;
        Some(Turn { of, ..self })
    }
}

/// The turns that a thread surely has. A join keeps what it has on both ways.
///
/// Accesses share them: most are made in the turns of the one before.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Turns {
    /// In order, each once; `None` for no turn.
    all: Option<Arc<[Turn]>>,
}

impl FromIterator<Turn> for Turns {
    fn from_iter<I: IntoIterator<Item = Turn>>(turns: I) -> Turns {
        let mut all: Vec<Turn> = turns.into_iter().collect();
        all.sort_unstable();
        all.dedup();
        Turns {
            all: (!all.is_empty()).then(|| all.into()),
        }
    }
}

impl Turns {
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Turn> {
        self.all.as_deref().unwrap_or_default().iter()
    }

    pub fn take(&mut self, turn: Turn) {
        if !self.has(turn) {
            *self = self.iter().copied().chain([turn]).collect();
        }
    }

    pub fn has(&self, turn: Turn) -> bool {
        self.iter().any(|it| *it == turn)
    }

    /// Keeps those of which something is so; whether there were others.
    fn keep(&mut self, is_so: impl Fn(&Turn) -> bool) -> bool {
        let is_news = !self.iter().all(&is_so);
        if is_news {
            *self = self.iter().copied().filter(is_so).collect();
        }
        is_news
    }

    /// The variable at a path is set to a value, if that is known: whoever had a turn by it may no longer be alone.
    /// Whether there was such a turn.
    pub fn end(&mut self, variable: &Path, value: Option<Constant>) -> bool {
        self.keep(|it| it.of != *variable || !it.cause.is_undone_by(value))
    }

    /// The method waits for its tasks.
    pub fn end_tasks(&mut self, by: MethodId) {
        self.keep(|it| it.cause != Cause::Beside(by));
    }

    /// Anything may be set. That does not change what runs it.
    pub fn end_all(&mut self) {
        self.keep(|it| !it.cause.is_undone_by(None));
    }

    /// Whether these are those of a task that a method has handed over: of the method's callers it has none.
    pub fn are_of_task(&self) -> bool {
        self.iter().any(|it| it.cause.is_task())
    }

    /// The same where the tasks of an object are handed over once.
    #[must_use]
    pub fn of_tasks_once(&self, object: &Path) -> Turns {
        let once = self.iter().map(|turn| match turn.cause {
            Cause::Task(by, insn, _) if turn.of == *object => Turn {
                cause: Cause::Task(by, insn, true),
                ..*turn
            },
            _ => *turn,
        });
        once.collect()
    }

    /// What of them several threads have at once that run a part each.
    #[must_use]
    pub fn in_parallel(&self) -> Turns {
        let of_each = self.iter().filter_map(|turn| match turn.cause {
            Cause::Task(by, insn, _) => Some(Turn {
                cause: Cause::Task(by, insn, false),
                ..*turn
            }),
            Cause::Beside(_) | Cause::NoTask => Some(*turn),
            Cause::Changed(_) | Cause::Worker => None,
        });
        of_each.collect()
    }

    /// What lies at a path is another object now.
    pub fn replace(&mut self, path: &Path) {
        self.keep(|it| !it.of.starts_with(path));
    }

    #[must_use]
    pub fn join(&self, other: &Turns) -> Turns {
        match self == other {
            true => self.clone(),
            false => self.iter().copied().filter(|it| other.has(*it)).collect(),
        }
    }

    /// These and those.
    #[must_use]
    pub fn and(&self, others: &Turns) -> Turns {
        match (self.all.is_none(), others.all.is_none()) {
            (true, _) => others.clone(),
            (_, true) => self.clone(),
            _ => self.iter().chain(others.iter()).copied().collect(),
        }
    }

    /// These as a caller names them, as far as it can.
    #[must_use]
    pub fn renamed(&self, renamed: impl Fn(&Path) -> Option<Path>) -> Turns {
        self.iter().filter_map(|it| it.renamed(&renamed)).collect()
    }
}

/// For each atomic variable what the answer of the call tells that set it last, until it is set again. A join keeps what is so on both ways.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answers(BTreeMap<Path, Told>);

impl Answers {
    pub fn add(&mut self, variable: Path, told: Told) {
        self.0.insert(variable, told);
    }

    pub fn tell(&self, variable: &Path, told: Told) -> bool {
        self.0.get(variable) == Some(&told)
    }

    /// The variable is set: what was answered before says nothing any more.
    pub fn end(&mut self, variable: &Path) {
        self.0.remove(variable);
    }

    pub fn end_all(&mut self) {
        self.0.clear();
    }

    #[must_use]
    pub fn join(&self, other: &Answers) -> Answers {
        let both = self.0.iter().filter(|(it, told)| other.tell(it, **told));
        Answers(both.map(|(it, told)| (*it, *told)).collect())
    }
}

/// The atomic variables that a method sets, and to what, if that is always the same: they may end somebody's turn. A join has those of both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sets {
    Known(BTreeSet<(Path, Option<Constant>)>),
    Anything,
}

/// A method that sets more of them sets anything.
const MAX_SETS: usize = 64;

impl Default for Sets {
    fn default() -> Sets {
        Sets::Known(BTreeSet::new())
    }
}

impl Sets {
    pub fn add(&mut self, variable: Path, value: Option<Constant>) {
        if let Sets::Known(known) = self {
            known.insert((variable, value));
            if known.len() > MAX_SETS {
                *self = Sets::Anything;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::Root;

    #[test]
    fn who_sets_more_than_is_kept_sets_anything() {
        let mut sets = Sets::default();
        for value in 0..MAX_SETS as u64 {
            sets.add(Path::of(Root::Formal(0)), Some(Constant::Int(value)));
        }
        assert!(matches!(sets, Sets::Known(_)));
        sets.add(Path::of(Root::Formal(0)), None);
        assert_eq!(sets, Sets::Anything);
    }
}
