//! Array accesses of a loop that are checked behind it: one check of a range in place of one check in each
//! round.
//!
//! A *walk* is an access that every round of a loop makes once, to one array, at an index that grows
//! by a fixed stride. A *steady* access is one to the same element in every round that makes it. Between these accesses
//! and the check behind the loop nothing may be acquired or released, so that check covers them
//! all and is legitimate (BigFoot, section 3.3).
//!
//! What was accessed follows from the loop's own counters: how many rounds began, and how far the last one came. The accesses that
//! every round makes come in a fixed order, in which they have *ordinals*.
//!
//! That an array which each round loads anew is still the same is not assumed but looked at, unless [`Precision::Trace`] is asked for. Before
//! another array is accessed, the run of the one before is checked.
//!
//! [`Precision::Trace`]: crate::Precision::Trace
//!
//! A loop with a walk ends, as the index would leave the array. What it has inside, loops and calls, must
//! surely end too, or the check might never be reached.

mod search;

use classfile::Code;
use ir::{Body, LoopForest};
use rustc_hash::FxHashSet;

use crate::Surroundings;
use crate::paths::Kind;
use search::Search;

/// An access of which more is known because it is in a loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// The access, by instruction.
    pub access: usize,
    pub kind: Kind,
    pub way: Way,
    pub array: Array,
    /// Whether it reads a reference, to what may be accessed through it at once.
    pub of_references: bool,
    /// Whether every whole round writes what it reads.
    pub is_overwritten: bool,
}

/// How a loop accesses an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// At `factor * counter + offset` in each round. The check stands behind the loop.
    Along {
        counter: Counter,
        factor: i32,
        offset: i32,
        ordinal: u8,
    },
    /// At the same index in each round that makes it. The check stands behind the loop.
    At(Sum),
    /// Nothing is known of the index. The accesses of the loop are of one epoch, so that a set of elements
    /// that were accessed can be kept at hand as long as the loop runs.
    Anywhere,
}

/// Which array a run is along.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Array {
    /// The one that this local has when the loop is entered.
    Local(u16),
    /// One that each round loads anew, so that it may be another one. It is likely to be the one given, as it can be had when the
    /// loop is entered.
    Reloaded(Option<Likely>),
    /// The same, where it is the one given as long as no other thread races.
    Kept(Likely),
    /// For accesses anywhere: any.
    Any,
}

/// Where a loop loads an array from in each round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Likely {
    /// A field of `this`, by its constant.
    OwnField(u16),
    /// A static field, by its constant.
    Static(u16),
    /// An element of the array in this local.
    Element(u16, Sum),
}

/// An int that can be computed when the loop is entered: `factor * local + offset`; without a local, `offset`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sum {
    pub local: Option<u16>,
    pub factor: i32,
    pub offset: i32,
}

/// A number that grows by `step` from round to round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counter {
    /// Where it is when a round begins.
    pub local: u16,
    pub step: i32,
}

/// The runs of one loop, where they begin and where they end.
#[derive(Debug, Clone, Default)]
pub struct LoopRuns {
    pub runs: Vec<Run>,
    /// The instruction with which each round begins.
    pub header: usize,
    /// Ways into the loop: the last instruction outside, and the header.
    pub entries: Vec<(usize, usize)>,
    /// The ways out.
    pub ends: Ends,
    /// The exits that are taken before a round makes any of the accesses of walks, so that all rounds were whole.
    pub at_start: Vec<(usize, usize)>,
    /// The ways out of a loop around this one, up to which the checks of walks can wait: the next time that this loop runs, it may go on where it
    /// stopped.
    pub around: Option<Ends>,
}

/// The ways out of a loop.
#[derive(Debug, Clone, Default)]
pub struct Ends {
    /// The last instruction inside, and the first outside.
    pub exits: Vec<(usize, usize)>,
    /// The first instructions of the handlers outside for exceptions inside.
    pub handlers: Vec<usize>,
    /// The first instruction of the loop, and the one behind its last.
    pub range: (usize, usize),
}

/// No method gets more runs: each takes locals.
const MAX_RUNS: usize = 16;
/// A larger stride is no walk along an array.
const MAX_STRIDE: u32 = 1 << 12;

/// The runs of a method. `redundant` are accesses that need no check anyway; `has_this` says that it is no static one.
pub fn runs(
    body: &Body,
    code: &Code,
    around: &dyn Surroundings,
    redundant: &FxHashSet<usize>,
    has_this: bool,
) -> Vec<LoopRuns> {
    let forest = LoopForest::of(&body.blocks, &body.dominators);
    if forest.is_irreducible {
        return Vec::new();
    }
    let search = Search {
        body,
        code,
        around,
        has_this,
        forest: &forest,
    };
    let mut found: Vec<LoopRuns> = Vec::new();
    let mut taken = redundant.clone();
    for (id, of) in forest.iter() {
        if let Some(runs) = search.runs_of(id, of, &taken)
            && taken.len() - redundant.len() + runs.runs.len() <= MAX_RUNS
        {
            taken.extend(runs.runs.iter().map(|run| run.access));
            found.push(runs);
        }
    }
    for (id, _) in forest.iter() {
        if let Some(runs) = search.scattered_in(id, &taken)
            && taken.len() - redundant.len() + runs.runs.len() <= MAX_RUNS
        {
            taken.extend(runs.runs.iter().map(|run| run.access));
            found.push(runs);
        }
    }
    found
}
