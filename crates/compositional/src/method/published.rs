//! From where on others may know an object that nobody but the method had.

use classfile::{Insn, op};
use ir::{BlockId, ValueId};

use super::Analysis;

/// What becomes of a new object, seen from a call of one of its methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Publication {
    /// Nobody else ever gets it.
    Never,
    /// The call sets it up for those who get it later.
    Later,
    /// Others may have it by now.
    Before,
}

/// A place in the code: a block, and how many of the method's instructions come before.
type At = (BlockId, usize);

impl Analysis<'_> {
    pub(super) fn publication(&self, object: ValueId, insn: usize) -> Publication {
        let places = self.publishing(object);
        if places.is_empty() {
            Publication::Never
        } else if self.is_behind(insn, &places, self.body.defined_in(object)) {
            Publication::Before
        } else {
            Publication::Later
        }
    }

    /// Where an object is given to others, or to a variable that may have another one.
    fn publishing(&self, object: ValueId) -> Vec<At> {
        let mut places = Vec::new();
        for (id, block) in self.body.blocks.iter() {
            let mut phis = self.body.phis(id).iter();
            if phis.any(|it| it.arguments.contains(&object)) {
                places.push((id, block.insns.start));
            }
            let insns = block.insns.clone();
            places.extend(
                insns
                    .filter(|&it| self.publishes(it, object))
                    .map(|it| (id, it)),
            );
        }
        places
    }

    fn publishes(&self, insn: usize, object: ValueId) -> bool {
        let operands = self.body.operands(insn);
        let is_among = |from: usize| operands.iter().skip(from).any(|it| *it == object);
        match &self.code.insns[insn] {
            // The first operand is what has the field or the method.
            Insn::Field(op::PUTFIELD, _) | Insn::InvokeInterface(..) => is_among(1),
            Insn::Invoke(opcode, _) => is_among(usize::from(*opcode != op::INVOKESTATIC)),
            Insn::Field(op::PUTSTATIC, _)
            | Insn::InvokeDynamic(_)
            | Insn::Type(op::CHECKCAST, _)
            | Insn::Plain(op::AASTORE | op::ARETURN | op::ATHROW) => is_among(0),
            _ => false,
        }
    }

    /// Whether code may come from one of these places to an instruction, with no new object made on the way.
    fn is_behind(&self, insn: usize, places: &[At], made_in: BlockId) -> bool {
        let Some(to) = self.body.blocks.at(insn) else {
            return true;
        };
        if places.iter().any(|&(block, at)| block == to && at < insn) {
            return true;
        }
        let mut seen = vec![false; self.body.blocks.len()];
        let mut open: Vec<BlockId> = places.iter().map(|(block, _)| *block).collect();
        while let Some(from) = open.pop() {
            for next in self.body.blocks[from].targets().filter(|it| *it != made_in) {
                if next == to {
                    return true;
                }
                if !std::mem::replace(&mut seen[next.index()], true) {
                    open.push(next);
                }
            }
        }
        false
    }
}
