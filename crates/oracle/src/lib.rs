//! Random programs, and whether redflag sees in them what a plain detector sees.
//!
//! Invariant: a program is a function of its seed. Each is written as class files, runs under
//! `redflag run --trace`, and then
//! - every thread must have done exactly what the program says, in order, according to the trace;
//! - the locations that `run` found racy must be those that the replay of the trace finds racy;
//! - an element of an array that a constructor filled and stored in a final field must not be racy for either, as they excuse the
//!   same reads.
//!
//! Many programs run in one JVM, one after the other, every other one in a class loader of its own.

mod assembler;
mod batch;
mod classes;
mod comparison;
mod expectation;
mod program;
mod script;

pub use batch::{Batch, Error, Mode, Precision};
pub use program::Program;

/// The smallest program found that still fails like this one, and what is wrong with it. Failures may
/// depend on the schedule, so each candidate gets a few tries.
pub fn shrink(batch: &Batch, program: Program, what: String) -> Result<(Program, String), Error> {
    const TRIES: usize = 3;
    let mut smallest = (program, what);
    loop {
        let candidates = smallest.0.smaller();
        let mut found = None;
        for _ in 0..TRIES {
            if let Some((number, what)) = batch.run(&candidates)?.into_iter().next() {
                found = Some((candidates[number].clone(), what));
                break;
            }
        }
        match found {
            Some(smaller) => smallest = smaller,
            None => return Ok(smallest),
        }
    }
}
