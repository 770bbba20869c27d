//! Findings turned into what people read. Knows the model of a finding and nothing of the engines
//! that made it; prints nothing itself.

mod names;
mod palette;
mod race;
mod summary;

pub use palette::Palette;
pub use race::race;
pub use summary::{Run, stats, summary};
