//! One method in SSA form, laid over its own bytecode.
//!
//! Invariant: the instructions stay the class file's. A [`Body`] says of each instruction which
//! values it takes and which it makes; loads, stores and stack shuffles make none, they only say
//! where a value lies. So every result of an analysis has a place in the code to be written to.
//!
//! Whatever the JVM's verifier accepts is lifted, but for the subroutines (`jsr`, `ret`) of class
//! files older than version 50. Input that it would refuse gives a typed reason or a body, never a
//! panic.
//!
//! Absent: other classes. Nothing here knows what a method that is called does, or whether one
//! class extends another.

mod blocks;
mod dominators;
mod effect;
mod few;
mod induction;
mod liveness;
mod loops;
mod ssa;
mod text;

pub use blocks::{Block, BlockId, Blocks, Role};
pub use dominators::{Dominators, Postdominators};
pub use effect::{Effect, Mismatch, effect, shuffle};
pub use few::Few;
pub use induction::{Affine, Condition, Induction, Inductions, Relation, Step, Term, TripTest};
pub use loops::{Loop, LoopForest, LoopId};
pub use ssa::{Body, Definition, Phi, Value, ValueId};

use thiserror::Error;

/// Why a method has no body in SSA form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Unliftable {
    #[error("it has subroutines (jsr, ret)")]
    Subroutines,
    #[error("its operands or locals do not fit its instructions")]
    Types,
    #[error("control runs over the end of its code")]
    RunsOver,
    #[error("it keeps too many locals over too many blocks")]
    TooLarge,
}

impl From<Mismatch> for Unliftable {
    fn from(_: Mismatch) -> Self {
        Unliftable::Types
    }
}
