//! What a method is to its callers.

use std::collections::BTreeSet;
use std::sync::Arc;

use indexmap::IndexMap;
use indexmap::map::Entry;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::callers;
use crate::domains::{Lock, Locks, Mode, Ownership, State, Threads};
use crate::path::{Path, Root};
use crate::program::{FieldId, MethodId};
use crate::stability::Unstable;
use crate::turns::{Sets, Told, Turns};
use crate::way::{Place, Way, Ways};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    Read,
    Write,
    /// Calls of methods of a container that read or change it.
    ContainerRead,
    ContainerWrite,
    /// A call of this method of an interface.
    Calls(MethodId),
}

impl Kind {
    pub fn is_write(self) -> bool {
        matches!(self, Kind::Write | Kind::ContainerWrite)
    }

    pub fn is_of_container(self) -> bool {
        matches!(self, Kind::ContainerRead | Kind::ContainerWrite)
    }
}

/// What is accessed, and under what circumstances.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Access {
    pub path: Path,
    pub kind: Kind,
    pub locks: Locks,
    pub turns: Turns,
    pub threads: Threads,
    /// Of what the path begins with. An access to something owned is none.
    pub ownership: Ownership,
}

impl Access {
    /// Whether it is made by a task that nobody waits for: locks of those who call the method that hands it over are none of its own.
    pub fn is_left_alone(&self) -> bool {
        self.turns.are_of_task() && !self.threads.are_awaited()
    }
}

/// What is known of a value. A join knows what is known of both; a path that only one has stands for it, as the other may
/// be that of an object that nobody else has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value {
    /// How the method names it; `None` if it cannot.
    pub path: Option<Path>,
    pub ownership: Ownership,
    pub attribute: Attribute,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Attribute {
    None,
    /// It was made here.
    Fresh,
    /// A container that several threads may use.
    SafeContainer,
    /// Not zero if the lock is held.
    Locked(Lock, Mode),
    /// What an atomic variable answered that was set, and what that tells of it.
    Answer(Path, Told),
    /// What locks the object at the path, in this mode.
    View(Mode),
    /// The object of a class.
    Class(Arc<str>),
    /// Not zero on the thread of the user interface.
    OnOneThread,
    /// Whoever computes it again gets the same.
    Functional,
    /// A lambda or a method reference: what it runs, and the operands that this will have first.
    Closure(Function, Arc<[Value]>),
    /// Not zero if the program does not look whether its assertions hold.
    AssertionsDisabled,
    /// An executor with one thread.
    Worker,
}

/// What a lambda or a method reference runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Function {
    Body(MethodId),
    /// A method of a container.
    Container(Kind),
}

impl Value {
    /// What is known of code that is not there: its result is taken to be owned, so that nothing is reported for it.
    pub fn owned() -> Value {
        Value {
            path: None,
            ownership: Ownership::OWNED,
            attribute: Attribute::None,
        }
    }

    pub fn with(attribute: Attribute) -> Value {
        Value {
            attribute,
            ..Value::owned()
        }
    }

    /// What it is where others have it, too.
    #[must_use]
    pub fn shared(self) -> Value {
        Value {
            ownership: Ownership::Unowned,
            ..self
        }
    }

    /// Of a function that has captured functions nothing is known where it is captured itself: else they could grow with each call.
    #[must_use]
    pub fn without_nested_functions(mut self) -> Value {
        if let Attribute::Closure(_, captured) = &self.attribute {
            let is_function = |it: &Value| matches!(it.attribute, Attribute::Closure(..));
            if captured.iter().any(is_function) {
                self.attribute = Attribute::None;
            }
        }
        self
    }

    /// What it is to a caller, who names paths and owns formals in this way.
    #[must_use]
    pub fn renamed(
        &self,
        renamed: &impl Fn(&Path) -> Option<Path>,
        owned: &impl Fn(u8) -> Ownership,
    ) -> Value {
        Value {
            path: self.path.as_ref().and_then(renamed),
            ownership: self.ownership.with(owned),
            attribute: match &self.attribute {
                Attribute::Locked(lock, mode) => Attribute::Locked(lock.renamed(renamed), *mode),
                Attribute::Answer(path, told) => match renamed(path) {
                    Some(path) => Attribute::Answer(path, *told),
                    None => Attribute::None,
                },
                Attribute::Closure(function, captured) => {
                    let captured = captured.iter().map(|it| it.renamed(renamed, owned));
                    Attribute::Closure(*function, captured.collect())
                }
                other => other.clone(),
            },
        }
    }

    #[must_use]
    pub fn join(self, other: &Value) -> Value {
        Value {
            path: match (self.path, other.path) {
                (Some(one), Some(two)) => Some(one.or(two)),
                (one, two) => one.or(two),
            },
            ownership: self.ownership.join(other.ownership),
            attribute: match self.attribute == other.attribute {
                true => self.attribute,
                false => Attribute::None,
            },
        }
    }
}

/// No method has more accesses than these that are told apart.
const MAX_ACCESSES: usize = 1000;

/// Accesses with the ways that lead there, in the order in which the code comes to them: which of too many are kept must
/// not depend on anything else.
#[derive(Debug, Default)]
pub struct Accesses {
    found: IndexMap<Access, Ways, FxBuildHasher>,
}

impl Accesses {
    pub fn add(&mut self, access: Access, way: Way) {
        if self.found.len() < MAX_ACCESSES {
            match self.found.entry(access) {
                Entry::Occupied(mut known) => known.get_mut().add(way),
                Entry::Vacant(new) => {
                    new.insert(Ways::of(way));
                }
            }
        }
    }

    pub fn into_list(self) -> Box<[(Access, Ways)]> {
        self.found.into_iter().collect()
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Summary {
    /// With the ways that lead there: calls, the method's own first.
    pub accesses: Box<[(Access, Ways)]>,
    pub result: Option<Value>,
    /// The locks that are held when it returns, beyond those that were.
    pub takes: Option<Locks>,
    /// The turns that it has when it returns, beyond those of its caller.
    pub turns: Turns,
    /// The locks of the caller that it may give back.
    pub leaves: BTreeSet<(Lock, Mode)>,
    /// The atomic variables that it sets, but for those of its own turns.
    pub sets: Sets,
    /// Whether it takes locks: then it expects company.
    pub takes_lock: bool,
    /// Whether it returns on one thread alone.
    pub confines: bool,
    /// The bodies of lambdas, and the methods, that it hands to code of which nothing is known.
    pub escaping: BTreeSet<MethodId>,
    /// How it runs functions that it is given.
    pub applies: BTreeSet<Applied>,
    /// Which of what it is given others may get from it, and as a part of what else that it is given; `None` for anything.
    pub gives_away: BTreeSet<(u8, Option<u8>)>,
    pub unstable: Unstable,
    /// Which locks are held may depend on the way, or on a lock's answer; here or in a callee.
    pub has_unpaired_locks: bool,
    pub signs: Signs,
}

/// What a method has to say of the whole program, and not to its callers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Signs {
    pub stores: Stores,
    /// Whether it takes locks that belong to no object, starts threads or asks on which one it runs: a sign that its class is used by several.
    pub shows_concurrency: bool,
    /// The locks of objects that it takes: a sign for the classes that they belong to.
    pub locks: BTreeSet<Path>,
    /// What fields are given.
    pub given: Vec<(FieldId, Given)>,
    pub is_recursive: bool,
    /// Where functions that access anything are run or handed on. When they do it, and on which thread, is not known for sure.
    pub runs_functions: BTreeSet<Place>,
    pub calls: BTreeSet<Call>,
    /// The classes of objects that it hands to other threads, to be run there.
    pub hands_over: BTreeSet<(Arc<str>, Threads)>,
}

/// A call of a function that is a parameter.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Applied {
    pub formal: u8,
    /// Those that are held, beside the callers' unless it runs later.
    pub locks: Locks,
    pub turns: Turns,
    pub threads: Threads,
    /// Whether it is handed on to run at some time, without the callers' locks.
    pub is_later: bool,
}

/// A call of a method.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Call {
    pub callee: MethodId,
    /// Whether it may run a method that overrides it.
    pub is_virtual: bool,
    /// Whether nobody else has the object yet. Of a constructor that says nothing, as it may have others as arguments.
    pub is_of_new: bool,
    /// The caller's names of what it gets, as far as there are any; the object comes first.
    pub operands: Vec<Option<Path>>,
    /// Those that are held, as the callee names them.
    pub locks: Locks,
    pub turns: Turns,
}

impl Call {
    pub fn of(
        callee: MethodId,
        is_virtual: bool,
        is_of_new: bool,
        mut operands: Vec<Option<Path>>,
        state: &State,
    ) -> Call {
        let named = operands.iter().rposition(Option::is_some);
        operands.truncate(named.map_or(0, |last| last + 1));
        Call {
            callee,
            is_virtual,
            is_of_new,
            locks: callers::below(&state.locks, &operands),
            turns: callers::turns_below(&state.turns, &operands),
            operands,
        }
    }

    /// Whether the object is what the caller was given first, which is its own.
    pub fn is_of_caller(&self) -> bool {
        self.operands.first() == Some(&Some(Path::of(Root::Formal(0))))
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Given {
    /// An object of this class, made by the instruction of this number.
    New(Arc<str>, u64),
    Other,
}

/// What is stored in fields.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stores(pub FxHashMap<FieldId, Value>);

impl Stores {
    pub fn add(&mut self, field: FieldId, value: &Value) {
        let joined = match self.0.remove(&field) {
            Some(known) => known.join(value),
            None => value.clone(),
        };
        self.0.insert(field, joined);
    }
}
