//! Findings turned into what people read. Knows the model of a finding and nothing of the engines
//! that made it; prints nothing itself.

mod fix;
mod html;
mod junit;
mod names;
mod palette;
mod race;
mod rules;
#[cfg(test)]
mod sample;
mod sarif;
mod sources;
mod summary;
mod violation;

pub use html::html;
pub use junit::junit;
pub use names::counted;
pub use palette::Palette;
pub use race::race;
pub use rules::{RULES, Rule};
pub use sarif::sarif;
pub use sources::{NoSources, Source, Sources};
pub use summary::{Run, stats, summary};
pub use violation::violation;
