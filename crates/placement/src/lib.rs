//! Where must a check stand?
//!
//! The theory is that of BigFoot (Rhodes, Flanagan and Freund, PLDI 2017, section 2). A check *covers* an access
//! of the same thread to the same location if it comes before it with no release between them, or after it with
//! no acquire between them; no race is missed if every access is covered. It is *legitimate* if it
//! comes before an access with no acquire between them, or after it with no release; no false alarm is
//! raised if every check is legitimate for some access.
//!
//! Invariant: what is said here of a method holds in every run of it, whatever other threads do. Values are
//! compared as SSA values, not by what memory is assumed to hold, unless [`Precision::Trace`] is asked for.
//!
//! Absent: bytecode. Which instructions a check consists of is for `instrument` to say.

mod aliases;
mod anticipated;
mod bits;
mod ends;
mod groups;
mod paths;
mod redundant;
mod runs;
mod throwing;
mod unshared;

pub use anticipated::anticipated;
pub use ends::every_loop_ends;
pub use groups::{Group, groups};
pub use paths::{Accesses, Kind, locations};
pub use redundant::redundant;
pub use runs::{Array, Counter, Ends, Likely, LoopRuns, Run, Sum, Way, runs};
pub use unshared::{Callee, Callees, Method, unshared};

use classfile::Insn;

/// What a field instruction is to the checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// It is checked.
    Checked,
    /// It needs no check, and orders nothing: final, or exempt.
    Silent,
    /// It may order threads: volatile, or a field of which nothing is known. An access may also
    /// initialize the class that declares it.
    Ordering,
}

/// What may be assumed of memory.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Precision {
    /// Nothing: every racy location is found.
    #[default]
    Address,
    /// That there was no race so far: whether there is one is found.
    Trace,
}

/// What is known of the world around a method.
pub trait Surroundings {
    fn precision(&self) -> Precision;

    /// The field that the constant at this index of the pool refers to.
    fn field(&self, index: u16) -> Field;

    /// Whether an instruction that refers to another class, field or method may release: run code that
    /// leaves a monitor, writes a volatile field or tells another thread anything in any other way. Such code
    /// may be what is called, an initializer, or a class loader of the program's.
    fn may_release(&self, insn: &Insn) -> bool;

    /// Whether it surely comes to its end, and neither acquires nor releases.
    fn ends_quietly(&self, insn: &Insn) -> bool;
}
