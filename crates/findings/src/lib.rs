//! The one model of a finding, shared by everything that finds and everything that reports.
//!
//! Names of classes are the JVM's own (`com/acme/Cache`, descriptors such as `[I`); only the report
//! turns them into what people write. What is unknown is `None` and becomes `null` in JSON: an empty
//! list of locks means "no lock was held", never "we do not know".

mod document;
mod fingerprint;
mod merge;
pub mod run;
mod suppression;

pub use document::{Document, RunStats, Skipped, Stopped};
pub use merge::Merged;
pub use suppression::{BadSuppression, Suppressed, Suppression, array_type};

use serde::{Deserialize, Serialize};

/// Two accesses to one variable.
pub const DATA_RACE: &str = "data-race";
/// Two calls of methods of one container that is not made for several threads.
pub const CONTAINER_RACE: &str = "container-race";

/// Two conflicting accesses that nothing orders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// [`DATA_RACE`] or [`CONTAINER_RACE`]
    pub rule: String,
    /// `write-write`, `write-read` or `read-write`: the earlier access first. See [`kind_of`].
    pub kind: String,
    pub location: Location,
    /// How often this pair of sites raced on this field.
    pub count: u64,
    pub fingerprint: String,
    /// The later access, which noticed the race, then the earlier one.
    pub accesses: [Access; 2],
    /// A consequence worth a line of its own, such as the tearing of a `long`.
    pub note: Option<String>,
    /// Set if the user does not want to be told.
    #[serde(default)]
    pub suppressed: Option<Suppressed>,
}

/// What both accesses touched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Innermost frame first; the first is the access itself.
    pub stack: Option<Vec<Frame>>,
    /// The stack that started the thread, innermost frame first.
    pub thread_created: Option<Vec<Frame>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

    /// A race seen once, with its kind and fingerprint derived from the accesses.
    pub fn data_race(location: Location, accesses: [Access; 2], note: Option<String>) -> Finding {
        Finding {
            rule: location.rule().to_owned(),
            kind: kind_of(accesses[1].op, accesses[0].op),
            count: 1,
            fingerprint: Finding::fingerprint_of(&location, &accesses),
            location,
            accesses,
            note,
            suppressed: None,
        }
    }
}

/// The kind of a race, in order of time: a write that a later read missed is `write-read`.
pub fn kind_of(earlier: Op, later: Op) -> String {
    format!("{}-{}", earlier.as_str(), later.as_str())
}
