//! Turns: an atomic variable that only one thread at a time can have changed in a certain way keeps others away that ask for the same
//! change, until somebody changes it back. Nobody waits for a turn, and it protects nothing from those who do not ask.

use std::collections::BTreeSet;

use crate::path::Path;
use crate::program::FieldId;

/// The variable at the path was changed so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Turn {
    pub variable: Path,
    pub change: Change,
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

impl Turn {
    /// The turn as a caller names it; `None` if it cannot.
    fn renamed(self, renamed: impl Fn(&Path) -> Option<Path>) -> Option<Turn> {
        let variable = renamed(&self.variable)?;
        Some(Turn { variable, ..self })
    }
}

/// The turns that a thread surely has. A join keeps what it has on both ways.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Turns(BTreeSet<Turn>);

impl FromIterator<Turn> for Turns {
    fn from_iter<I: IntoIterator<Item = Turn>>(turns: I) -> Turns {
        Turns(turns.into_iter().collect())
    }
}

impl Turns {
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Turn> {
        self.0.iter()
    }

    pub fn take(&mut self, turn: Turn) {
        self.0.insert(turn);
    }

    /// The variable at a path is set to a value, if that is known: whoever had a turn by it may no longer be alone.
    pub fn end(&mut self, variable: &Path, value: Option<Constant>) {
        self.0
            .retain(|it| it.variable != *variable || !it.change.is_undone_by(value));
    }

    #[must_use]
    pub fn join(&self, other: &Turns) -> Turns {
        Turns(&self.0 & &other.0)
    }

    /// These and those.
    #[must_use]
    pub fn and(&self, others: &Turns) -> Turns {
        Turns(&self.0 | &others.0)
    }

    /// These as a caller names them, as far as it can.
    #[must_use]
    pub fn renamed(&self, renamed: impl Fn(&Path) -> Option<Path>) -> Turns {
        self.iter().filter_map(|it| it.renamed(&renamed)).collect()
    }
}
