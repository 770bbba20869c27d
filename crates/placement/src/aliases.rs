//! Values that are the same because they were loaded from the same place.
//!
//! BigFoot's alias facts (section 3.1). They hold under the assumption that there was no race so far: a thread that has acquired
//! nothing since its last load, and has not written, finds what it found. Another thread's write would race with the load.
//! What is built on them is as precise as a trace: whether there is a race, but after the first one not
//! on which locations.

use classfile::{Code, Insn, op};
use ir::{BlockId, Body, ValueId};
use rustc_hash::FxHashMap;

use crate::{Field, Precision, Surroundings};

/// For each value the first one that it is known to equal.
#[derive(Debug, Default)]
pub struct Aliases {
    first: FxHashMap<ValueId, ValueId>,
}

impl Aliases {
    pub fn of(body: &Body, code: &Code, around: &dyn Surroundings) -> Aliases {
        let mut search = Search {
            body,
            code,
            around,
            found: Aliases::default(),
            at_end: FxHashMap::default(),
        };
        if around.precision() == Precision::Trace {
            // A block that is entered from one other alone comes after it.
            for block in body.blocks.ids() {
                search.block(block);
            }
        }
        search.found
    }

    pub fn first(&self, value: ValueId) -> ValueId {
        self.first.get(&value).copied().unwrap_or(value)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Place {
    Field(ValueId, u16),
    Static(u16),
    Element(ValueId, ValueId),
}

/// What was last loaded from places or stored there.
type Memory = FxHashMap<Place, ValueId>;

struct Search<'m> {
    body: &'m Body,
    code: &'m Code,
    around: &'m dyn Surroundings,
    found: Aliases,
    /// What is known where blocks end.
    at_end: FxHashMap<BlockId, Memory>,
}

impl Search<'_> {
    fn block(&mut self, id: BlockId) {
        let block = &self.body.blocks[id];
        let mut memory = match (&block.predecessors[..], &block.throwers[..]) {
            (&[one], []) => self.at_end.get(&one).cloned().unwrap_or_default(),
            _ => Memory::default(),
        };
        for insn in block.insns.clone() {
            self.step(insn, &mut memory);
        }
        self.at_end.insert(id, memory);
    }

    fn step(&mut self, insn: usize, memory: &mut Memory) {
        let operands = self.body.operands(insn);
        let value = |n: usize| self.found.first(self.body.uncast(operands[n], self.code));
        match self.code.insns[insn] {
            Insn::Field(opcode, index) if self.around.field(index) != Field::Ordering => {
                match opcode {
                    op::GETFIELD => self.load(insn, Place::Field(value(0), index), memory),
                    op::GETSTATIC => self.load(insn, Place::Static(index), memory),
                    op::PUTFIELD => {
                        let (place, stored) = (Place::Field(value(0), index), value(1));
                        // Any of them may be the same object's.
                        memory.retain(|place, _| !matches!(place, Place::Field(..)));
                        memory.insert(place, stored);
                    }
                    _ => {
                        let stored = value(0);
                        memory.retain(|place, _| !matches!(place, Place::Static(_)));
                        memory.insert(Place::Static(index), stored);
                    }
                }
            }
            Insn::Plain(op::AALOAD) => {
                self.load(insn, Place::Element(value(0), value(1)), memory);
            }
            Insn::Plain(op::AASTORE) => {
                let (place, stored) = (Place::Element(value(0), value(1)), value(2));
                memory.retain(|place, _| !matches!(place, Place::Element(..)));
                memory.insert(place, stored);
            }
            Insn::Plain(op::MONITORENTER | op::MONITOREXIT)
            | Insn::Field(..)
            | Insn::Invoke(..)
            | Insn::InvokeInterface(..)
            | Insn::InvokeDynamic(_)
            | Insn::Type(op::NEW, _) => memory.clear(),
            _ => {}
        }
    }

    fn load(&mut self, insn: usize, place: Place, memory: &mut Memory) {
        let Some(loaded) = self.body.result(insn) else {
            return;
        };
        let known = *memory.entry(place).or_insert(loaded);
        if known != loaded {
            self.found.first.insert(loaded, known);
        }
    }
}
