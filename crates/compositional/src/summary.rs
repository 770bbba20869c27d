//! What a method is to its callers.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::domains::{Lock, Locks, Mode, Ownership, Threads};
use crate::method::Evidence;
use crate::path::Path;
use crate::program::{ClassId, FieldId, MethodId};

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
    pub threads: Threads,
    /// Of what the path begins with. An access to something owned is none.
    pub ownership: Ownership,
}

/// A line of a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    pub method: MethodId,
    pub line: Option<u16>,
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
    /// What locks the object at the path, in this mode.
    View(Mode),
    /// The object of a class.
    Class(String),
    /// Not zero on the thread of the user interface.
    OnOneThread,
    /// Whoever computes it again gets the same.
    Functional,
    /// A lambda or a method reference: the method by its constant, and the operands that it will have first.
    Closure(u16, Vec<Value>),
    /// Not zero if the program does not look whether its assertions hold.
    AssertionsDisabled,
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

    #[must_use]
    pub fn join(self, other: &Value) -> Value {
        Value {
            path: match (self.path, &other.path) {
                (Some(one), Some(two)) => Some(one.or(two)),
                (one, two) => one.or_else(|| two.clone()),
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

/// No access is told with more ways to it.
const MAX_WAYS: usize = 8;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Summary {
    /// With the ways that lead there: calls, the method's own first.
    pub accesses: FxHashMap<Access, Vec<Vec<Place>>>,
    pub result: Option<Value>,
    /// The locks that are held when it returns, beyond those that were.
    pub takes: Option<Locks>,
    /// The locks of the caller that it may give back.
    pub leaves: Vec<(Lock, Mode)>,
    /// Whether it takes locks: then it expects company.
    pub takes_lock: bool,
    /// Whether it takes locks that say something of its own object, starts threads or asks on which one it runs: a sign that its class is used by several.
    pub shows_concurrency: bool,
    /// The classes of other objects that have the locks that it takes: a sign that several threads use those.
    pub locks_of: BTreeSet<ClassId>,
    /// Fields of its own object that lead to them. If it has made what they hold, it is a sign for itself.
    pub locks_through: BTreeSet<FieldId>,
    /// Whether it returns on one thread alone.
    pub confines: bool,
    /// The bodies of lambdas that it hands to code of which nothing is known.
    pub escaping: BTreeSet<MethodId>,
    /// What it stores in fields.
    pub stores: FxHashMap<FieldId, Value>,
    pub evidence: Evidence,
}

impl Summary {
    pub fn add(&mut self, access: Access, way: Vec<Place>) {
        if self.accesses.len() < MAX_ACCESSES {
            let ways = self.accesses.entry(access).or_default();
            // The shortest comes first, and of those the first in the code.
            let order = |it: &Vec<Place>| (it.len(), it.clone());
            if let Err(at) = ways.binary_search_by_key(&order(&way), order) {
                ways.insert(at, way);
                ways.truncate(MAX_WAYS);
            }
        }
    }

    pub fn store(&mut self, field: FieldId, value: &Value) {
        let joined = match self.stores.remove(&field) {
            Some(known) => known.join(value),
            None => value.clone(),
        };
        self.stores.insert(field, joined);
    }
}
