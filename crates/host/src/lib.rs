//! What rewritten code needs of whoever rewrote it: the runtime's classes, numbers for its sites, and
//! somebody who understands the races that it tells of. The agent is one such host, a directory made by
//! `redflag instrument` the other.

mod jdk;
mod models;
pub mod offline;
mod packed_sites;
mod plan;
mod processor;
mod race;
mod runtime;
mod sites;
mod stacks;

/// Tells builds that may rewrite a class differently.
pub const BUILD: &str = env!("REDFLAG_BUILD");

pub use jdk::JdkPackages;
pub use models::{UserModels, WrongModels};
pub use packed_sites::PackedSites;
pub use plan::{ClassPaths, Plan, PlannedClass};
pub use processor::thread_time;
pub use race::{Told, race_id};
pub use runtime::{COUNTERS, Runtime, possible_misses};
pub use sites::{ClassSites, SiteTable};
