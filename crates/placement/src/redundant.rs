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
pub fn redundant(body: &Body, code: &Code, around: &dyn Surroundings) -> FxHashSet<usize> {
    let accesses = Accesses::of(body, code, around);
    let mut found = FxHashSet::default();
    if accesses.at.len() < 2 {
        return found;
    }
    let analysis = Analysis::new(body, code, around, accesses);
    let checked = analysis.fixpoint();
    for block in body.blocks.ids() {
        let mut state = State::at(&checked, block);
        for insn in body.blocks[block].insns.clone() {
            if let Some(access) = analysis.accesses.at.get(&insn)
                && state.covers(*access)
            {
                found.insert(insn);
            }
            analysis.step(&mut state, insn);
        }
    }
    found
}

/// What has been checked, by number of the path: for reads, and for writes.
#[derive(Clone)]
struct State {
    reads: Vec<u64>,
    writes: Vec<u64>,
}

impl State {
    fn at(checked: &Checked, block: BlockId) -> State {
        State {
            reads: checked.reads.set(block.index()).to_vec(),
            writes: checked.writes.set(block.index()).to_vec(),
        }
    }

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

    fn meet(&mut self, other: &State) {
        bits::intersect(&mut self.reads, &other.reads);
        bits::intersect(&mut self.writes, &other.writes);
    }
}

/// What has been checked at the start of each block.
struct Checked {
    reads: Sets,
    writes: Sets,
}

struct Analysis<'m> {
    body: &'m Body,
    code: &'m Code,
    around: &'m dyn Surroundings,
    accesses: Accesses,
    /// The paths that each value is part of.
    mentions: FxHashMap<ValueId, Vec<usize>>,
}

impl<'m> Analysis<'m> {
    fn new(
        body: &'m Body,
        code: &'m Code,
        around: &'m dyn Surroundings,
        accesses: Accesses,
    ) -> Self {
        let mut mentions: FxHashMap<ValueId, Vec<usize>> = FxHashMap::default();
        for (number, path) in accesses.paths.iter().enumerate() {
            for value in path.values() {
                mentions.entry(value).or_default().push(number);
            }
        }
        Analysis {
            body,
            code,
            around,
            accesses,
            mentions,
        }
    }

    fn fixpoint(&self) -> Checked {
        let (blocks, paths) = (self.body.blocks.len(), self.accesses.paths.len());
        let mut before = Checked {
            reads: Sets::full(blocks, paths),
            writes: Sets::full(blocks, paths),
        };
        let mut after = Checked {
            reads: Sets::full(blocks, paths),
            writes: Sets::full(blocks, paths),
        };
        let mut thrown = Checked {
            reads: Sets::full(blocks, paths),
            writes: Sets::full(blocks, paths),
        };
        let mut changed = true;
        while changed {
            changed = false;
            for id in self.body.blocks.ids() {
                let mut state = self.entered(id, &after, &thrown);
                before.replace(id, &state);
                let mut at_throw = state.clone();
                for insn in self.body.blocks[id].insns.clone() {
                    self.step(&mut state, insn);
                    self.forgets(&mut at_throw, insn);
                }
                changed |= after.replace(id, &state);
                changed |= thrown.replace(id, &at_throw);
            }
        }
        before
    }

    /// What every way into a block has checked.
    fn entered(&self, id: BlockId, after: &Checked, thrown: &Checked) -> State {
        let block = &self.body.blocks[id];
        let left = block.predecessors.iter().map(|&p| State::at(after, p));
        let caught = block.throwers.iter().map(|&p| State::at(thrown, p));
        let met = left.chain(caught).reduce(|mut a, b| {
            a.meet(&b);
            a
        });
        let mut state = met.unwrap_or_else(|| {
            let mut nothing = State::at(after, id);
            nothing.forget_all();
            nothing
        });
        for phi in self.body.phis(id) {
            self.made(&mut state, phi.value);
        }
        state
    }

    fn step(&self, state: &mut State, insn: usize) {
        if let Some(access) = self.accesses.at.get(&insn) {
            state.check(*access);
        }
        self.forgets(state, insn);
    }

    /// What is no longer known after an instruction.
    fn forgets(&self, state: &mut State, insn: usize) {
        if self.may_release(insn) {
            state.forget_all();
        }
        if let Some(value) = self.body.result(insn) {
            self.made(state, value);
        }
    }

    fn made(&self, state: &mut State, value: ValueId) {
        for &path in self.mentions.get(&value).into_iter().flatten() {
            state.forget(path);
        }
    }

    fn may_release(&self, insn: usize) -> bool {
        match &self.code.insns[insn] {
            Insn::Plain(op::MONITOREXIT) => true,
            Insn::Field(_, index) if self.around.field(*index) != Field::Ordering => false,
            insn @ (Insn::Field(..)
            | Insn::Invoke(..)
            | Insn::InvokeInterface(..)
            | Insn::InvokeDynamic(_)
            | Insn::Type(..)
            | Insn::MultiNewArray(..)
            | Insn::Ldc(_)
            | Insn::Ldc2(_)) => self.around.may_release(insn),
            _ => false,
        }
    }
}

impl Checked {
    fn replace(&mut self, id: BlockId, state: &State) -> bool {
        let reads = self.reads.replace(id.index(), &state.reads);
        self.writes.replace(id.index(), &state.writes) || reads
    }
}
