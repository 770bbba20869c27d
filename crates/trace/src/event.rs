//! What a trace is made of.

use serde::{Deserialize, Serialize};

/// One action of one thread. Threads, objects and clocks are numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    pub thread: u32,
    pub kind: Kind,
}

impl Event {
    /// Whether it tells of checks alone, and nothing of what threads did.
    pub fn is_of_checks(&self) -> bool {
        matches!(
            self.kind,
            Kind::Check { .. }
                | Kind::Range(_)
                | Kind::Cloned { .. }
                | Kind::Unshared
                | Kind::Ended
        )
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// A read or write, as the site says, of a field of an object or an element of an array.
    Access {
        site: u32,
        object: u32,
        key: u32,
    },
    /// A read in an optimistic section, which happened only if it is `Kept` later.
    Tentative {
        site: u32,
        object: u32,
        key: u32,
        number: u32,
    },
    Kept {
        number: u32,
    },
    /// The thread's reads of the location since it last synchronized do not race with what was written before: they go
    /// through a final field.
    Excused {
        object: u32,
        key: u32,
    },
    /// `initializer`: the clock is one of a class initializer's end.
    Acquire {
        clock: u32,
        initializer: bool,
    },
    Release {
        clock: u32,
        initializer: bool,
    },
    /// What one clock holds is joined into another: fences.
    Copy {
        from: u32,
        to: u32,
    },
    Fork {
        child: u32,
        name: String,
    },
    Join {
        ended: u32,
    },
    /// A thread that nobody was seen to start.
    Adopted {
        name: String,
    },
    /// The detector inside the JVM reported a race on this location.
    Race {
        object: u32,
        key: u32,
    },
    /// The name of the class of the object that a clock belongs to.
    Clock {
        clock: u32,
        class: String,
    },
    /// The detector inside the JVM checks a location for the thread: a read or a write, as the site says.
    Check {
        manner: Manner,
        site: u32,
        object: u32,
        key: u32,
    },
    /// It checks elements of an array together.
    Range(Range),
    /// All fields of an object that was just cloned are marked as the thread's.
    Cloned {
        object: u32,
    },
    /// The thread's last access, of which there is no check, is to what no other thread can know.
    Unshared,
    /// The thread's last event.
    Ended,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    Plain,
    /// Nothing is looked at, as nobody else knows the object; the location is marked as the thread's.
    Fresh,
    /// The last write is looked at, but a read is not remembered: only constructors write the field.
    Settled,
}

/// Elements `first`, `first + step` and so on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    pub op: Op,
    /// Whether another thread checks what this one had put off when the JVM ended.
    pub at_end: bool,
    pub object: u32,
    pub first: u32,
    pub count: u32,
    pub step: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Op {
    Read,
    Write,
}

/// A place in the program's code that accesses something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Site {
    pub number: u32,
    pub op: Op,
    pub class: String,
    pub method: String,
    pub file: Option<String>,
    pub line: Option<u32>,
    /// Class and name of the field; `None` for an array element.
    pub field: Option<(String, String)>,
}
