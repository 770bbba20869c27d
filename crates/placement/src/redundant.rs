//! Redundant checks, as RedCard finds them within a method (Flanagan and Freund, ECOOP 2013): the thread has
//! checked the location before, and released nothing since.
//!
//! A forward analysis of what is checked on every way: for each path whether its last check was one of a write,
//! which covers reads as well, or of a read. A release forgets everything; a value that is made anew
//! forgets the paths that it is part of. An exception may come from anywhere in a block, so a handler
//! knows what was checked before the block, if nothing in it forgets that.

use classfile::{Code, Insn, op};
use ir::{BlockId, Body, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bits::{self, Sets};
use crate::paths::{Access, Accesses, Kind};
use crate::{Field, Surroundings};

/// The accesses whose check would tell nothing new, by instruction.
pub fn redundant(
    body: &Body,
    code: &Code,
    around: &dyn Surroundings,
    accesses: &Accesses,
) -> FxHashSet<usize> {
    let mut found = FxHashSet::default();
    if accesses.count() < 2 || accesses.paths.len() == accesses.count() && !has_cycle(body) {
        return found;
    }
    let analysis = Analysis::new(body, code, around, accesses);
    let effects = analysis.effects();
    let checked = analysis.fixpoint(&effects);
    for block in body.blocks.ids() {
        let mut state = checked.at(block);
        for insn in body.blocks[block].insns.clone() {
            if let Some(access) = accesses.at(insn)
                && state.covers(access)
            {
                found.insert(insn);
            }
            analysis.step(&mut state, insn);
        }
    }
    found
}

/// Whether control can come to an instruction again.
fn has_cycle(body: &Body) -> bool {
    let mut blocks = body.blocks.iter();
    blocks.any(|(id, block)| block.sources().any(|source| source >= id))
}

/// What has been checked, by number of the path: for reads, and for writes.
struct State {
    reads: Vec<u64>,
    writes: Vec<u64>,
}

impl State {
    fn covers(&self, access: Access) -> bool {
        let set = match access.kind {
            Kind::Read => &self.reads,
            Kind::Write => &self.writes,
        };
        bits::contains(set, access.path)
    }

    fn check(&mut self, access: Access) {
        bits::insert(&mut self.reads, access.path);
        if access.kind == Kind::Write {
            bits::insert(&mut self.writes, access.path);
        }
    }

    fn forget(&mut self, path: usize) {
        bits::remove(&mut self.reads, path);
        bits::remove(&mut self.writes, path);
    }

    fn forget_all(&mut self) {
        self.reads.fill(0);
        self.writes.fill(0);
    }
}

/// What has been checked at one place of each block.
struct Checked {
    reads: Sets,
    writes: Sets,
}

impl Checked {
    fn at(&self, block: BlockId) -> State {
        State {
            reads: self.reads.set(block.index()).to_vec(),
            writes: self.writes.set(block.index()).to_vec(),
        }
    }
}

/// What the blocks do to what has been checked.
struct Effects {
    /// What is still known once their phis are made.
    entered: Sets,
    /// What of that is still known at their end.
    kept: Sets,
    /// What they check themselves, and do not forget again.
    own: Checked,
}

struct Analysis<'m> {
    body: &'m Body,
    accesses: &'m Accesses,
    /// By instruction.
    releases: Vec<bool>,
    /// The paths that each value is part of.
    mentions: FxHashMap<ValueId, Vec<usize>>,
}

impl<'m> Analysis<'m> {
    fn new(
        body: &'m Body,
        code: &'m Code,
        around: &'m dyn Surroundings,
        accesses: &'m Accesses,
    ) -> Self {
        let mut mentions: FxHashMap<ValueId, Vec<usize>> = FxHashMap::default();
        for (number, path) in accesses.paths.iter().enumerate() {
            for value in path.values() {
                mentions.entry(value).or_default().push(number);
            }
        }
        let insns = code.insns.iter();
        Analysis {
            body,
            accesses,
            releases: insns.map(|insn| may_release(insn, around)).collect(),
            mentions,
        }
    }

    fn effects(&self) -> Effects {
        let (blocks, paths) = (self.body.blocks.len(), self.accesses.paths.len());
        let mut effects = Effects {
            entered: Sets::full(blocks, paths),
            kept: Sets::full(blocks, paths),
            own: Checked {
                reads: Sets::empty(blocks, paths),
                writes: Sets::empty(blocks, paths),
            },
        };
        for (id, block) in self.body.blocks.iter() {
            let entered = effects.entered.set_mut(id.index());
            for phi in self.body.phis(id) {
                for path in self.mentioning(phi.value) {
                    bits::remove(entered, path);
                }
            }
            let kept = effects.kept.set_mut(id.index());
            let mut own = effects.own.at(id);
            for insn in block.insns.clone() {
                self.step(&mut own, insn);
                if self.releases[insn] {
                    kept.fill(0);
                }
                for path in self.made_by(insn) {
                    bits::remove(kept, path);
                }
            }
            effects.own.reads.replace(id.index(), &own.reads);
            effects.own.writes.replace(id.index(), &own.writes);
        }
        effects
    }

    fn fixpoint(&self, effects: &Effects) -> Checked {
        Checked {
            reads: self.fixpoint_of(effects, &effects.own.reads),
            writes: self.fixpoint_of(effects, &effects.own.writes),
        }
    }

    /// What has been checked at the start of each block, of reads or of writes.
    fn fixpoint_of(&self, effects: &Effects, own: &Sets) -> Sets {
        let (blocks, paths) = (self.body.blocks.len(), self.accesses.paths.len());
        let mut before = Sets::full(blocks, paths);
        let mut after = Sets::full(blocks, paths);
        // Where exceptions leave the blocks.
        let mut thrown = Sets::full(blocks, paths);
        let mut state = Vec::new();
        let mut changed = true;
        while changed {
            changed = false;
            for (id, block) in self.body.blocks.iter() {
                let index = id.index();
                state.clear();
                state.extend_from_slice(effects.entered.set(index));
                if block.sources().next().is_none() {
                    state.fill(0);
                }
                for source in &block.predecessors {
                    bits::intersect(&mut state, after.set(source.index()));
                }
                for source in &block.throwers {
                    bits::intersect(&mut state, thrown.set(source.index()));
                }
                before.replace(index, &state);
                bits::intersect(&mut state, effects.kept.set(index));
                changed |= thrown.replace(index, &state);
                bits::unite(&mut state, own.set(index));
                changed |= after.replace(index, &state);
            }
        }
        before
    }

    fn step(&self, state: &mut State, insn: usize) {
        if let Some(access) = self.accesses.at(insn) {
            state.check(access);
        }
        if self.releases[insn] {
            state.forget_all();
        }
        for path in self.made_by(insn) {
            state.forget(path);
        }
    }

    /// The paths with a value that the instruction makes anew.
    fn made_by(&self, insn: usize) -> impl Iterator<Item = usize> {
        let value = self.body.result(insn).into_iter();
        value.flat_map(|value| self.mentioning(value))
    }

    fn mentioning(&self, value: ValueId) -> impl Iterator<Item = usize> {
        self.mentions.get(&value).into_iter().flatten().copied()
    }
}

fn may_release(insn: &Insn, around: &dyn Surroundings) -> bool {
    match insn {
        Insn::Plain(op::MONITOREXIT) => true,
        Insn::Field(_, index) if around.field(*index) != Field::Ordering => false,
        insn @ (Insn::Field(..)
        | Insn::Invoke(..)
        | Insn::InvokeInterface(..)
        | Insn::InvokeDynamic(_)
        | Insn::Type(..)
        | Insn::MultiNewArray(..)
        | Insn::Ldc(_)
        | Insn::Ldc2(_)) => around.may_release(insn),
        _ => false,
    }
}
