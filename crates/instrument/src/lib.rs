//! Class bytes in, class bytes out: where the runtime's checks and hooks enter a program.
//!
//! Invariant: the new class behaves as the old one did, apart from calls into the runtime, or a
//! typed reason says why it was left alone. Nothing here loads a class or asks the JVM.
//!
//! Application classes get a check beside every field and array access, hooks around their own
//! synchronization, and shadow fields. JDK classes get only the hooks that the models name.
//!
//! A check stands right *after* its access: an exception that the access itself throws (null
//! reference, index out of bounds) is then thrown by the original instruction, with the original
//! message, before any code of ours has touched the operands.

mod access;
mod arrays;
mod bulk;
mod callees;
mod calls;
mod class;
mod constructor;
mod containers;
mod emit;
mod explain;
mod hooks;
mod kind;
mod looked_at;
mod method;
mod named;
pub mod names;
mod offline;
pub mod probes;
mod quiet;
mod reflection;
mod refusal;
mod runs;
mod settled;
mod sim;
mod site;
mod suppressed;
mod synchronization;
mod variables;
mod verb;

pub use bulk::BulkIndex;
pub use calls::CallIndex;
pub use class::{Placement, Request, Rewritten, rewrite};
pub use containers::ContainerIndex;
pub use explain::{Check, ExplainedAccess, ExplainedMethod, explain};
pub use hooks::{JdkRequest, SilentCarriers, WithHooks, add_hooks, rewrite_jdk};
pub use kind::{HookKind, HookKinds};
pub use offline::{Unfit, prepare_jdk};
pub use placement::Precision;
pub use settled::{FieldKey, NoWriters, Writers, Writes};
pub use site::{Op, Site, Sites, Target};

use classfile::{Malformed, PoolFull, TooLarge};
use thiserror::Error;

/// Why a class or a method was left as it was.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Skip {
    #[error("{0}")]
    Malformed(#[from] Malformed),
    #[error("{0}")]
    TooLarge(#[from] TooLarge),
    #[error("a name or descriptor is missing or malformed")]
    BadName,
    #[error("its operand types could not be followed")]
    Types,
    #[error("all site numbers are taken")]
    Sites,
    #[error("it lacks the frames that its class version needs")]
    Frames,
    #[error("with shadows it would pass 65,535 fields")]
    Fields,
    #[error("its locals leave no room for others")]
    Locals,
    #[error("the JVM will refuse the class")]
    Refused,
}

impl From<PoolFull> for Skip {
    fn from(full: PoolFull) -> Self {
        Skip::TooLarge(full.into())
    }
}

impl From<sim::Mismatch> for Skip {
    fn from(_: sim::Mismatch) -> Self {
        Skip::Types
    }
}
