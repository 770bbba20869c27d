//! Traces: every access, synchronization action and check of a run, in one order of all threads, the
//! plain detector that judges them, and the one that judges where checks stood.
//!
//! Invariant: [`Detector`] knows nothing of the tricks of the one inside the JVM. It keeps whole
//! vector clocks for everything and is slow and obvious, so that the two can be compared.
//!
//! A file is [`MAGIC`], then chunks: a tag, the length of the content in four bytes (little
//! endian), the content. [`SITES`] has one JSON object a line, of [`Site`] with its number; sites come
//! before the events that name them. [`EVENTS`] has events, of which none is split: a byte for the kind, then
//! numbers of seven bits a byte, the lowest first, a set sign bit meaning that more follow. The first
//! number is the thread. `runtime/…/Trace.java` writes the events.

mod detector;
mod event;
mod order;
mod placement;
mod reader;
mod writer;

pub use detector::{Detector, Location, Pair, RacyLocation, Verdict, judge};
pub use event::{Event, Kind, Manner, Op, Range, Site};
pub use placement::{Count, Fault, Placement, Violation, examine};
pub use reader::{Error, Item, Reader};
pub use writer::Writer;

pub const MAGIC: &[u8] = b"redflag trace 3\n";
pub const SITES: u8 = b'S';
pub const EVENTS: u8 = b'E';
