//! Which instructions may end a block early.

use classfile::{Code, Insn, op};
use ir::{Block, Body, Definition, ValueId};
use rustc_hash::FxHashSet;

use crate::paths::{Accesses, Path};
use crate::{Field, Surroundings};

pub struct Throwing<'m> {
    pub body: &'m Body,
    pub code: &'m Code,
    pub around: &'m dyn Surroundings,
    pub accesses: &'m Accesses,
    pub has_this: bool,
}

impl Throwing<'_> {
    /// The instructions of a block that may throw, order threads or leave the block. One that could throw in general
    /// does not if it accesses an object or element that was accessed before it in the block.
    pub fn in_block(&self, block: &Block) -> FxHashSet<usize> {
        let mut objects: FxHashSet<ValueId> = FxHashSet::default();
        let mut elements: FxHashSet<usize> = FxHashSet::default();
        let mut throwing = FxHashSet::default();
        for insn in block.insns.clone() {
            let may_throw = match self.accesses.at(insn) {
                Some(access) => match self.accesses.paths[access.path] {
                    Path::Static(_) => false,
                    Path::Field(object, _) => !self.is_this(object) && objects.insert(object),
                    Path::Element(..) => {
                        let is_new = elements.insert(access.path);
                        is_new || self.code.insns[insn] == Insn::Plain(op::AASTORE)
                    }
                },
                None => !self.is_harmless(insn),
            };
            if may_throw {
                throwing.insert(insn);
            }
        }
        throwing
    }

    fn is_this(&self, value: ValueId) -> bool {
        self.has_this && self.body.value(value).definition == Definition::Parameter(0)
    }

    fn is_harmless(&self, insn: usize) -> bool {
        match &self.code.insns[insn] {
            Insn::Plain(op::IDIV | op::LDIV | op::IREM | op::LREM) => false,
            Insn::Plain(op::NOP..=op::DCONST_1 | op::POP..=op::DCMPG) => true,
            Insn::Byte(_) | Insn::Short(_) | Insn::Local(..) | Insn::Iinc(..) => true,
            insn @ (Insn::Ldc(_) | Insn::Ldc2(_)) => !self.around.may_release(insn),
            Insn::Field(op::GETSTATIC, index) => self.around.field(*index) == Field::Silent,
            _ => false,
        }
    }
}
