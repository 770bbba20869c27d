//! The one model of a finding, shared by everything that finds and everything that reports.
//!
//! Names of classes are the JVM's own (`com/acme/Cache`, descriptors such as `[I`); only the report
//! turns them into what people write. What is unknown is `None` and becomes `null` in JSON: an empty
//! list of locks means "no lock was held", never "we do not know".

mod baseline;
mod document;
mod fingerprint;
mod merge;
pub mod run;
mod suppression;

pub use baseline::{BadBaseline, Baseline, Compared, baseline_of};
pub use document::{Document, RunStats, Skipped, Stopped};
pub use merge::Merged;
pub use suppression::{BadSuppression, Suppressed, Suppression, array_type};

use serde::{Deserialize, Serialize};

/// Two accesses to one variable.
pub const DATA_RACE: &str = "data-race";
/// Two calls of methods of one container that is not made for several threads.
pub const CONTAINER_RACE: &str = "container-race";
/// An access without the lock or the thread that protects another one.
pub const THREAD_SAFETY_VIOLATION: &str = "thread-safety-violation";
/// Two accesses under different locks.
pub const INCONSISTENT_GUARD: &str = "inconsistent-guard";
/// A write without the lock that an annotation asks for.
pub const GUARDED_BY_VIOLATION: &str = "guarded-by-violation";
/// An unprotected call of a method that nobody says is made for several threads.
pub const INTERFACE_NOT_THREAD_SAFE: &str = "interface-not-thread-safe";

/// All of them.
pub const RULES: [&str; 6] = [
    DATA_RACE,
    CONTAINER_RACE,
    THREAD_SAFETY_VIOLATION,
    INCONSISTENT_GUARD,
    GUARDED_BY_VIOLATION,
    INTERFACE_NOT_THREAD_SAFE,
];

/// Behind the name of a lock that belongs to an object, where what it guards is one for all objects.
pub const EACH_ITS_OWN: &str = " (each object has its own)";
/// Behind the name of a lock that excludes writers alone.
pub const TO_READ: &str = " (to read)";
/// Behind the name of a lock that is held as an object, and not by its own methods.
pub const ITS_MONITOR: &str = " (its monitor)";

/// How a finding came about, and so what its words may claim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    /// It happened in a program that ran.
    #[default]
    Dynamic,
    /// It may happen, as the summaries of methods tell.
    Compositional,
}

/// Two conflicting accesses that nothing orders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    #[serde(default)]
    pub engine: Engine,
    /// Such as [`DATA_RACE`].
    pub rule: String,
    /// `write-write`, `write-read` or `read-write`: the earlier access first. See [`kind_of`].
    pub kind: String,
    pub location: Location,
    /// How often this pair of sites raced on this field.
    pub count: u64,
    pub fingerprint: String,
    /// The later access, which noticed the race, then the earlier one; if nothing ran, the one where the programmer
    /// should act, then the one that it conflicts with.
    pub accesses: [Access; 2],
    /// What is worth a line of its own: a consequence, such as the tearing of a `long`, or why something is reported though nothing ran.
    pub note: Option<String>,
    /// If nothing ran: whether `--true-positives` tells of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sure: Option<bool>,
    /// If nothing ran: what the first access is. Of findings that have this in common each shows another way to one access.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leads_to: Option<String>,
    /// If nothing ran: what the writes lead to that need something done about them so that this one needs nothing. Where
    /// all of them are told, this is not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub told_by: Vec<String>,
    /// If nothing ran: what else is known of the location.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hints: Option<Hints>,
    /// Set if the user does not want to be told.
    #[serde(default)]
    pub suppressed: Option<Suppressed>,
}

/// What helps to say what would help.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hints {
    pub of: Of,
    /// Whether what one of the two writes depends on the value before.
    pub updates: bool,
    /// The lock that more methods hold for the location than any other.
    pub guard: Option<Guard>,
}

/// What sort of location it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Of {
    #[default]
    Field,
    /// What the object in a field holds, such as a collection.
    Content,
    /// The elements of an array.
    Elements,
    /// An object that a method is given.
    Parameter,
}

/// The lock that all who access a location should hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guard {
    /// What each of the two accesses would call it.
    pub names: [String; 2],
    /// Which of the two have it.
    pub held: [bool; 2],
    /// A method that holds it.
    pub holder: String,
    /// Whether at least half of the methods do.
    pub by_most: bool,
}

/// What both accesses touched.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Location {
    Field {
        class: String,
        field: String,
    },
    Element {
        /// The array's descriptor, such as `[I`.
        array: String,
        index: i64,
    },
    Container {
        /// The class of an object that its users' calls read and write as a whole.
        container: String,
    },
}

impl Location {
    /// The rule that a race on this falls under.
    fn rule(&self) -> &'static str {
        match self {
            Location::Field { .. } | Location::Element { .. } => DATA_RACE,
            Location::Container { .. } => CONTAINER_RACE,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Op {
    Read,
    Write,
}

impl Op {
    pub fn as_str(self) -> &'static str {
        match self {
            Op::Read => "read",
            Op::Write => "write",
        }
    }
}

/// One of the two accesses: where in the code, by which thread, under which locks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Access {
    pub op: Op,
    pub class: String,
    pub method: String,
    pub descriptor: String,
    pub file: Option<String>,
    pub line: Option<u32>,
    pub thread: Option<String>,
    pub locks: Option<Vec<String>>,
    /// Innermost frame first; the first is the access itself. If nothing ran, the calls that lead to it from a method
    /// that others may call.
    pub stack: Option<Vec<Frame>>,
    /// The stack that started the thread, innermost frame first. If nothing ran, and the access is made by a task that is handed over to
    /// another thread: those calls of `stack` that come before.
    pub thread_created: Option<Vec<Frame>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Frame {
    pub class: String,
    pub method: String,
    pub file: Option<String>,
    pub line: Option<u32>,
}

impl Finding {
    /// A stable name for "this field, this pair of sites", 16 hexadecimal digits. Line numbers,
    /// array indices and the order of the two accesses do not count, so that it survives edits
    /// elsewhere in the file and groups what one mistake causes.
    pub fn fingerprint_of(location: &Location, accesses: &[Access; 2]) -> String {
        fingerprint::of(location.rule(), location, accesses)
    }

    /// The same for what was found without running the program, of the access where to act. Its rule and the method that
    /// others call to get there count too, and numbers that compilers give to lambdas and anonymous classes do not.
    /// Several findings of a method may share it.
    pub fn static_fingerprint_of(rule: &str, location: &Location, access: &Access) -> String {
        fingerprint::of_violation(rule, location, access)
    }

    /// A race seen once, with its kind and fingerprint derived from the accesses.
    pub fn data_race(location: Location, accesses: [Access; 2], note: Option<String>) -> Finding {
        Finding {
            engine: Engine::Dynamic,
            rule: location.rule().to_owned(),
            kind: kind_of(accesses[1].op, accesses[0].op),
            count: 1,
            fingerprint: Finding::fingerprint_of(&location, &accesses),
            location,
            accesses,
            note,
            sure: None,
            leads_to: None,
            told_by: Vec::new(),
            hints: None,
            suppressed: None,
        }
    }
}

/// The kind of a race, in order of time: a write that a later read missed is `write-read`.
pub fn kind_of(earlier: Op, later: Op) -> String {
    format!("{}-{}", earlier.as_str(), later.as_str())
}
