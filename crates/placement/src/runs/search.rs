//! Finding the runs of a loop.

use std::cmp::Ordering;

use classfile::{Code, Insn, op};
use ir::{
    Affine, BlockId, Body, Definition, Induction, Inductions, Loop, LoopForest, LoopId, Role, Step,
    ValueId,
};
use rustc_hash::FxHashSet;

use crate::ends::ends;
use crate::paths::Kind;
use crate::{Field, Precision, Surroundings};

use super::{Array, Counter, Ends, Likely, LoopRuns, MAX_STRIDE, Run, Sum, Way};

pub struct Search<'m> {
    pub body: &'m Body,
    pub code: &'m Code,
    pub around: &'m dyn Surroundings,
    pub has_this: bool,
    pub forest: &'m LoopForest,
}

impl Search<'_> {
    fn blocks_in(&self, id: LoopId) -> Vec<BlockId> {
        let blocks = self.body.blocks.ids();
        blocks.filter(|&b| self.forest.contains(id, b)).collect()
    }

    /// The accesses in a loop, and in loops inside it, of which no more is known than the array.
    pub fn scattered_in(&self, id: LoopId, taken: &FxHashSet<usize>) -> Option<LoopRuns> {
        let inside = self.blocks_in(id);
        if !inside.iter().all(|&b| self.is_quiet(b)) {
            return None;
        }
        let mut runs = LoopRuns::default();
        for insn in inside
            .iter()
            .flat_map(|&b| self.body.blocks[b].insns.clone())
        {
            if let Some((kind, _)) = self.access_at(insn, id).filter(|_| !taken.contains(&insn)) {
                runs.runs.push(Run {
                    access: insn,
                    kind,
                    way: Way::Anywhere,
                    array: Array::Any,
                    of_references: false,
                    is_overwritten: false,
                });
            }
        }
        if runs.runs.is_empty() {
            return None;
        }
        runs.ends = self.ends(id)?;
        Some(runs)
    }

    pub fn runs_of(&self, id: LoopId, of: &Loop, taken: &FxHashSet<usize>) -> Option<LoopRuns> {
        let inside = self.blocks_in(id);
        if !self.inner_loops_end(id) || !inside.iter().all(|&b| self.is_quiet(b)) {
            return None;
        }
        let inductions = self.body.inductions(id, self.forest, self.code);
        let counters = self.counters(of, &inductions);
        let (mut always, mut sometimes) = (Vec::new(), Vec::new());
        let mut inner_loops = FxHashSet::default();
        for &block in &inside {
            let inner = self.inner_loop(block, id);
            let every_round = self.runs_every_round(block, id, of);
            for insn in self.body.blocks[block].insns.clone() {
                let Some(run) = self
                    .run_at(insn, id, of, &counters)
                    .filter(|_| !taken.contains(&insn))
                else {
                    continue;
                };
                match run.way {
                    Way::At(_) => sometimes.push(run),
                    // Of a round of an inner loop it is not known which was the last access of those that came before.
                    Way::Along { .. }
                        if every_round && inner.is_none_or(|inner| inner_loops.insert(inner)) =>
                    {
                        always.push(run);
                    }
                    _ => {}
                }
            }
        }
        self.give_ordinals(&mut always)?;
        find_overwritten(&mut always);
        let has_walk = !always.is_empty();
        always.append(&mut sometimes);
        if always.is_empty() || !has_walk && !ends(&inductions) {
            return None;
        }
        let mut runs = LoopRuns {
            runs: always,
            ..LoopRuns::default()
        };
        self.find_entries(id, of, &mut runs)?;
        runs.ends = self.ends(id)?;
        runs.at_start = self.exits_at_start(of, &runs);
        if has_walk
            && !runs.at_start.is_empty()
            && let Some(around) = self.carrier(id)
        {
            runs.around = Some(self.ends(around)?);
        }
        Some(runs)
    }

    /// The outermost loop around one that, too, surely ends and orders no threads.
    fn carrier(&self, id: LoopId) -> Option<LoopId> {
        let parents = std::iter::successors(self.forest[id].parent, |&id| self.forest[id].parent);
        let is_carrier = |&id: &LoopId| {
            let quiet = self.blocks_in(id).iter().all(|&b| self.is_quiet(b));
            quiet && self.inner_loops_end(id) && self.surely_ends(id, &self.forest[id])
        };
        parents.take_while(is_carrier).last()
    }

    /// The exits from the header, if it makes no access of a walk.
    fn exits_at_start(&self, of: &Loop, runs: &LoopRuns) -> Vec<(usize, usize)> {
        let header = &self.body.blocks[of.header].insns;
        let mut walks = runs
            .runs
            .iter()
            .filter(|run| matches!(run.way, Way::Along { .. }));
        if walks.any(|run| header.contains(&run.access)) {
            return Vec::new();
        }
        let from_header = runs
            .ends
            .exits
            .iter()
            .filter(|(last, _)| header.contains(last));
        from_header.copied().collect()
    }

    /// The counters that are in a local when a round begins, and by how much they grow.
    fn counters(&self, of: &Loop, inductions: &Inductions) -> Vec<(ValueId, Counter)> {
        let counter = |variable: &Induction| {
            let Step::Constant(step) = variable.step else {
                return None;
            };
            let local = self.local_in(variable.value, of)?;
            Some((variable.value, Counter { local, step }))
        };
        inductions.variables.iter().filter_map(counter).collect()
    }

    /// A local that has the value whenever a round begins.
    fn local_in(&self, value: ValueId, of: &Loop) -> Option<u16> {
        let header = self.body.blocks[of.header].insns.start;
        self.body.local_with(value, header, self.code)
    }

    /// Orders accesses that every round makes: of their blocks, each dominates those that come after it.
    fn give_ordinals(&self, runs: &mut [Run]) -> Option<()> {
        let block = |run: &Run| self.body.blocks.at(run.access);
        runs.sort_by(|a, b| match (block(a), block(b)) {
            (Some(of_a), Some(of_b)) if of_a != of_b => {
                if self.body.dominators.dominates(of_a, of_b) {
                    Ordering::Less
                } else {
                    Ordering::Greater
                }
            }
            _ => a.access.cmp(&b.access),
        });
        for (i, run) in runs.iter_mut().enumerate() {
            let number = u8::try_from(i + 1).ok()?;
            if let Way::Along { ordinal, .. } = &mut run.way {
                *ordinal = number;
            }
        }
        Some(())
    }

    /// The loop directly in a loop that has this block in it, if there is one.
    fn inner_loop(&self, block: BlockId, id: LoopId) -> Option<LoopId> {
        let mut around = self.forest.around(block);
        around.find(|&inner| self.forest[inner].parent == Some(id))
    }

    fn inner_loops_end(&self, id: LoopId) -> bool {
        let mut loops = self.forest.iter();
        loops.all(|(inner, of)| {
            inner == id || !self.forest.contains(id, of.header) || self.surely_ends(inner, of)
        })
    }

    /// Whether some test ends a loop, or an index that would leave its array.
    fn surely_ends(&self, id: LoopId, of: &Loop) -> bool {
        let inductions = self.body.inductions(id, self.forest, self.code);
        let counters = self.counters(of, &inductions);
        let is_walk = |insn: usize| {
            let is_access = matches!(
                self.code.insns[insn],
                Insn::Plain(op::IALOAD..=op::SALOAD | op::IASTORE..=op::SASTORE)
            );
            is_access
                && matches!(
                    self.way(self.body.operands(insn)[1], id, of, &counters),
                    Some(Way::Along { .. })
                )
        };
        ends(&inductions)
            || self.blocks_in(id).iter().any(|&block| {
                self.runs_every_round(block, id, of)
                    && self.body.blocks[block].insns.clone().any(is_walk)
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

    fn run_at(
        &self,
        insn: usize,
        id: LoopId,
        of: &Loop,
        counters: &[(ValueId, Counter)],
    ) -> Option<Run> {
        let (kind, reloads) = self.access_at(insn, id)?;
        let &[array, index, ..] = self.body.operands(insn) else {
            return None;
        };
        let array = if reloads {
            let likely = self.likely(self.body.uncast(array, self.code), of);
            match likely.filter(|_| self.around.precision() == Precision::Trace) {
                Some(first) if self.keeps_references(id) => Array::Kept(first),
                _ => Array::Reloaded(likely),
            }
        } else {
            let before_cast = self.body.uncast(array, self.code);
            Array::Local(
                self.local_in(before_cast, of)
                    .or_else(|| self.local_in(array, of))?,
            )
        };
        Some(Run {
            access: insn,
            kind,
            way: self.way(index, id, of, counters)?,
            array,
            of_references: self.code.insns[insn] == Insn::Plain(op::AALOAD),
            is_overwritten: false,
        })
    }

    /// Without its ordinal.
    fn way(
        &self,
        index: ValueId,
        id: LoopId,
        of: &Loop,
        counters: &[(ValueId, Counter)],
    ) -> Option<Way> {
        let Affine {
            base,
            factor,
            offset,
        } = self.body.affine(index, self.code);
        if base.is_none_or(|base| self.is_from_outside(base, id)) {
            return self.sum(index, of).map(Way::At);
        }
        let mut counters = counters.iter();
        let &(_, counter) = counters.find(|(value, _)| Some(*value) == base)?;
        let stride = factor.checked_mul(counter.step)?;
        (1..=MAX_STRIDE)
            .contains(&stride.unsigned_abs())
            .then_some(Way::Along {
                counter,
                factor,
                offset,
                ordinal: 0,
            })
    }

    /// An int from outside a loop, as it can be computed when a round begins.
    fn sum(&self, value: ValueId, of: &Loop) -> Option<Sum> {
        let Affine {
            base,
            factor,
            offset,
        } = self.body.affine(value, self.code);
        let local = match base {
            Some(base) => Some(self.local_in(base, of)?),
            None => None,
        };
        Some(Sum {
            local,
            factor,
            offset,
        })
    }

    /// What a value that each round loads anew is likely to be.
    fn likely(&self, value: ValueId, of: &Loop) -> Option<Likely> {
        let Definition::Result(at) = self.body.value(value).definition else {
            return None;
        };
        let operands = self.body.operands(at as usize);
        match self.code.insns[at as usize] {
            Insn::Field(op::GETSTATIC, index) => Some(Likely::Static(index)),
            Insn::Field(op::GETFIELD, index) => {
                let is_this = self.has_this && self.local_in(operands[0], of) == Some(0);
                let never_null = matches!(
                    self.body.value(operands[0]).definition,
                    Definition::Parameter(0)
                );
                (is_this && never_null).then_some(Likely::OwnField(index))
            }
            Insn::Plain(op::AALOAD) => {
                let array = self.local_in(operands[0], of)?;
                Some(Likely::Element(array, self.sum(operands[1], of)?))
            }
            _ => None,
        }
    }

    fn is_from_outside(&self, value: ValueId, id: LoopId) -> bool {
        !self.forest.contains(id, self.body.defined_in(value))
    }

    /// Whether nothing in the loop stores a reference, or may do so.
    fn keeps_references(&self, id: LoopId) -> bool {
        let blocks = self.blocks_in(id);
        let mut insns = blocks
            .iter()
            .flat_map(|&b| self.body.blocks[b].insns.clone());
        insns.all(|insn| {
            !matches!(
                self.code.insns[insn],
                Insn::Plain(op::AASTORE)
                    | Insn::Field(op::PUTFIELD | op::PUTSTATIC, _)
                    | Insn::Invoke(..)
                    | Insn::InvokeInterface(..)
                    | Insn::InvokeDynamic(_)
                    | Insn::Type(op::NEW, _)
            )
        })
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

    /// Fails if the loop is entered in another way than by a jump, or from the instruction before.
    fn find_entries(&self, id: LoopId, of: &Loop, runs: &mut LoopRuns) -> Option<()> {
        let blocks = &self.body.blocks;
        let header = &blocks[of.header];
        if header.role != Role::Code || !header.throwers.is_empty() {
            return None;
        }
        runs.header = header.insns.start;
        let sources = header.predecessors.iter().copied();
        let mut sources: Vec<BlockId> = sources.filter(|&b| !self.forest.contains(id, b)).collect();
        while let Some(source) = sources.pop() {
            let block = &blocks[source];
            match block.role {
                Role::Code => {
                    let last = block.insns.clone().next_back()?;
                    runs.entries.push((last, runs.header));
                }
                Role::Edge | Role::Preheader => sources.extend(&block.predecessors),
                Role::Entry | Role::Landing => return None,
            }
        }
        Some(())
    }

    fn ends(&self, id: LoopId) -> Option<Ends> {
        let blocks = &self.body.blocks;
        let inside = self.blocks_in(id);
        let mut ends = Ends::default();
        for (from, to) in self.forest.exits(id, blocks) {
            let last = blocks[from].insns.clone().next_back()?;
            ends.exits.push((last, self.first_insn(to)?));
        }
        for &block in &inside {
            for &landing in &blocks[block].catches {
                if !self.forest.contains(id, landing) {
                    ends.handlers.push(self.first_insn(landing)?);
                }
            }
        }
        ends.handlers.sort_unstable();
        ends.handlers.dedup();
        let code = || inside.iter().filter(|&&b| blocks[b].role == Role::Code);
        let start = code().map(|&b| blocks[b].insns.start).min()?;
        let end = code().map(|&b| blocks[b].insns.end).max()?;
        ends.range = (start, end);
        Some(ends)
    }

    /// The instruction at or behind a block.
    fn first_insn(&self, mut block: BlockId) -> Option<usize> {
        while self.body.blocks[block].role != Role::Code {
            block = *self.body.blocks[block].successors.first()?;
        }
        Some(self.body.blocks[block].insns.start)
    }
}

/// Of walks along the same array in the same way, the writes cover the reads.
fn find_overwritten(walks: &mut [Run]) {
    let same = |way: Way| match way {
        Way::Along {
            counter,
            factor,
            offset,
            ..
        } => Some((counter, factor, offset)),
        _ => None,
    };
    let writes: Vec<_> = walks
        .iter()
        .filter(|run| run.kind == Kind::Write && matches!(run.array, Array::Local(_)))
        .map(|run| (run.array, same(run.way)))
        .collect();
    for run in walks.iter_mut().filter(|run| run.kind == Kind::Read) {
        run.is_overwritten = writes.contains(&(run.array, same(run.way)));
    }
}
