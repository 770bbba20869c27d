//! Array accesses of a loop that are checked behind it: one check of a range in place of one check in each
//! round.
//!
//! A *walk* is an access that every round of a loop makes once, to one array, at an index that grows
//! by a fixed stride. A *steady* access is one to the same element in every round that makes it. Between these accesses
//! and the check behind the loop nothing may be acquired or released, so that check covers them
//! all and is legitimate (BigFoot, section 3.3). What was accessed when the loop is left early or by an
//! exception is known at run time: runs count.
//!
//! That an array which each round loads anew is still the same is not assumed but looked at. Before
//! another array is accessed, the run of the one before is checked.
//!
//! A loop with a walk ends, as the index would leave the array. What it has inside, loops and calls, must
//! surely end too, or the check might never be reached.

use classfile::{Code, Insn, op};
use ir::{
    Affine, BlockId, Body, Definition, Induction, Inductions, Loop, LoopForest, LoopId, Role, Step,
    ValueId,
};
use rustc_hash::FxHashSet;

use crate::ends::ends;
use crate::paths::Kind;
use crate::{Field, Surroundings};

/// An access of which more is known because it is in a loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// The access, by instruction.
    pub access: usize,
    pub kind: Kind,
    pub way: Way,
    /// Whether each round loads the array anew, so that it may be another one.
    pub reloads: bool,
    /// Whether it reads a reference, to what may be accessed through it at once.
    pub of_references: bool,
}

/// How a loop accesses an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// The index grows by so much from round to round; by 0 if it is steady. The check stands behind the loop.
    Along(i32),
    /// Nothing is known of the index. The accesses of the loop are of one epoch, so that a set of elements
    /// that were accessed can be kept at hand as long as the loop runs.
    Anywhere,
}

/// The runs of one loop, and where they end.
#[derive(Debug, Clone, Default)]
pub struct LoopRuns {
    pub runs: Vec<Run>,
    /// Ways out of the loop: the last instruction inside, and the first outside.
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

/// The runs of a method. `redundant` are accesses that need no check anyway.
pub fn runs(
    body: &Body,
    code: &Code,
    around: &dyn Surroundings,
    redundant: &FxHashSet<usize>,
) -> Vec<LoopRuns> {
    let forest = LoopForest::of(&body.blocks, &body.dominators);
    if forest.is_irreducible {
        return Vec::new();
    }
    let search = Search {
        body,
        code,
        around,
        redundant,
        forest: &forest,
    };
    let mut found: Vec<LoopRuns> = Vec::new();
    let mut taken = redundant.clone();
    for (id, of) in forest.iter() {
        if let Some(runs) = search.runs_of(id, of)
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

struct Search<'m> {
    body: &'m Body,
    code: &'m Code,
    around: &'m dyn Surroundings,
    redundant: &'m FxHashSet<usize>,
    forest: &'m LoopForest,
}

impl Search<'_> {
    fn blocks_in(&self, id: LoopId) -> Vec<BlockId> {
        let blocks = self.body.blocks.ids();
        blocks.filter(|&b| self.forest.contains(id, b)).collect()
    }

    /// The accesses in a loop, and in loops inside it, of which no more is known than the array.
    fn scattered_in(&self, id: LoopId, taken: &FxHashSet<usize>) -> Option<LoopRuns> {
        let inside = self.blocks_in(id);
        if !inside.iter().all(|&b| self.is_quiet(b)) {
            return None;
        }
        let mut runs = LoopRuns::default();
        for insn in inside
            .iter()
            .flat_map(|&b| self.body.blocks[b].insns.clone())
        {
            if let Some((kind, reloads)) =
                self.access_at(insn, id).filter(|_| !taken.contains(&insn))
            {
                runs.runs.push(Run {
                    access: insn,
                    kind,
                    way: Way::Anywhere,
                    reloads,
                    of_references: false,
                });
            }
        }
        if runs.runs.is_empty() {
            return None;
        }
        self.find_exits(id, &inside, &mut runs)?;
        Some(runs)
    }

    fn runs_of(&self, id: LoopId, of: &Loop) -> Option<LoopRuns> {
        let inside = self.blocks_in(id);
        if !self.inner_loops_end(id) || !inside.iter().all(|&b| self.is_quiet(b)) {
            return None;
        }
        let inductions = self.body.inductions(id, self.forest, self.code);
        let own = inside
            .iter()
            .filter(|&&b| self.forest.innermost(b) == Some(id));
        let mut runs = LoopRuns::default();
        for &block in own {
            let every_round = self.runs_every_round(block, id, of);
            for insn in self.body.blocks[block].insns.clone() {
                let found = self.run_at(insn, id, &inductions);
                runs.runs
                    .extend(found.filter(|run| every_round || run.way == Way::Along(0)));
            }
        }
        let has_walk = runs.runs.iter().any(|run| run.way != Way::Along(0));
        if runs.runs.is_empty() || !has_walk && !ends(&inductions) {
            return None;
        }
        self.find_exits(id, &inside, &mut runs)?;
        Some(runs)
    }

    fn inner_loops_end(&self, id: LoopId) -> bool {
        let mut loops = self.forest.iter();
        loops.all(|(inner, of)| {
            inner == id
                || !self.forest.contains(id, of.header)
                || ends(&self.body.inductions(inner, self.forest, self.code))
        })
    }

    /// Whether a block surely comes to its end and neither acquires nor releases.
    fn is_quiet(&self, block: BlockId) -> bool {
        self.body.blocks[block]
            .insns
            .clone()
            .all(|insn| match &self.code.insns[insn] {
                Insn::Plain(op::MONITORENTER | op::MONITOREXIT) => false,
                Insn::Field(_, index) if self.around.field(*index) != Field::Ordering => true,
                insn => self.around.ends_quietly(insn),
            })
    }

    /// Whether every round that is not the last runs all of a block.
    fn runs_every_round(&self, block: BlockId, id: LoopId, of: &Loop) -> bool {
        let dominators = &self.body.dominators;
        let caught_inside = |&landing: &BlockId| self.forest.contains(id, landing);
        of.latches.iter().all(|&l| dominators.dominates(block, l))
            && !self.body.blocks[block].catches.iter().any(caught_inside)
    }

    /// The access at an instruction to an array that is, or should be, the same in all rounds of a loop; and whether each loads
    /// it anew.
    fn access_at(&self, insn: usize, id: LoopId) -> Option<(Kind, bool)> {
        let kind = match self.code.insns[insn] {
            Insn::Plain(op::IALOAD..=op::SALOAD) => Kind::Read,
            Insn::Plain(op::IASTORE..=op::SASTORE) => Kind::Write,
            _ => return None,
        };
        let array = self.body.uncast(self.body.operands(insn)[0], self.code);
        let reloads = !self.is_from_outside(array, id);
        (!reloads || self.is_reloaded(array, id)).then_some((kind, reloads))
    }

    fn run_at(&self, insn: usize, id: LoopId, inductions: &Inductions) -> Option<Run> {
        if self.redundant.contains(&insn) {
            return None;
        }
        let (kind, reloads) = self.access_at(insn, id)?;
        let stride = self.stride(self.body.operands(insn)[1], id, inductions)?;
        Some(Run {
            access: insn,
            kind,
            way: Way::Along(stride),
            reloads,
            of_references: self.code.insns[insn] == Insn::Plain(op::AALOAD),
        })
    }

    fn is_from_outside(&self, value: ValueId, id: LoopId) -> bool {
        !self.forest.contains(id, self.body.defined_in(value))
    }

    /// Whether each round loads a value from the same place.
    fn is_reloaded(&self, value: ValueId, id: LoopId) -> bool {
        let Definition::Result(at) = self.body.value(value).definition else {
            return false;
        };
        let load = &self.code.insns[at as usize];
        let is_load = matches!(
            load,
            Insn::Plain(op::AALOAD) | Insn::Field(op::GETFIELD | op::GETSTATIC, _)
        );
        let mut operands = self.body.operands(at as usize).iter();
        is_load
            && operands.all(|&v| {
                let affine = self.body.affine(v, self.code);
                affine
                    .base
                    .is_none_or(|base| self.is_from_outside(base, id))
            })
    }

    fn stride(&self, index: ValueId, id: LoopId, inductions: &Inductions) -> Option<i32> {
        let Affine { base, factor, .. } = self.body.affine(index, self.code);
        let Some(base) = base.filter(|&base| !self.is_from_outside(base, id)) else {
            return Some(0);
        };
        let mut variables = inductions.variables.iter();
        let Induction { step, .. } = variables.find(|v| v.value == base)?;
        let Step::Constant(step) = step else {
            return None;
        };
        let stride = factor.checked_mul(*step)?;
        (1..=MAX_STRIDE)
            .contains(&stride.unsigned_abs())
            .then_some(stride)
    }

    fn find_exits(&self, id: LoopId, inside: &[BlockId], runs: &mut LoopRuns) -> Option<()> {
        let blocks = &self.body.blocks;
        for (from, to) in self.forest.exits(id, blocks) {
            let last = blocks[from].insns.clone().next_back()?;
            runs.exits.push((last, self.first_insn(to)?));
        }
        for &block in inside {
            for &landing in &blocks[block].catches {
                if !self.forest.contains(id, landing) {
                    runs.handlers.push(self.first_insn(landing)?);
                }
            }
        }
        runs.handlers.sort_unstable();
        runs.handlers.dedup();
        let code = || inside.iter().filter(|&&b| blocks[b].role == Role::Code);
        let start = code().map(|&b| blocks[b].insns.start).min()?;
        let end = code().map(|&b| blocks[b].insns.end).max()?;
        runs.range = (start, end);
        Some(())
    }

    /// The instruction at or behind a block.
    fn first_insn(&self, mut block: BlockId) -> Option<usize> {
        while self.body.blocks[block].role != Role::Code {
            block = *self.body.blocks[block].successors.first()?;
        }
        Some(self.body.blocks[block].insns.start)
    }
}
