//! Reads whose location the thread is about to write: the check of the write covers them.
//!
//! BigFoot's anticipated accesses (section 3.2), as far as they go within a block: nothing between the read and the
//! write may acquire, release, leave the block or throw, or there might be no such check. An instruction that
//! could throw in general does not if it accesses an object or element that was accessed before it in the block.

use classfile::{Code, Insn, op};
use ir::{Block, Body, Definition, ValueId};
use rustc_hash::FxHashSet;

use crate::paths::{Access, Accesses, Kind, Path};
use crate::{Field, Surroundings};

/// The reads, by instruction, that a write's check covers.
pub fn anticipated(
    body: &Body,
    code: &Code,
    around: &dyn Surroundings,
    accesses: &Accesses,
    has_this: bool,
) -> FxHashSet<usize> {
    let mut found = FxHashSet::default();
    let quiet = Quiet {
        body,
        code,
        around,
        accesses,
        has_this,
    };
    for (_, block) in body.blocks.iter() {
        if quiet.writes_after_read(block) {
            quiet.search(block, &mut found);
        }
    }
    found
}

struct Quiet<'m> {
    body: &'m Body,
    code: &'m Code,
    around: &'m dyn Surroundings,
    accesses: &'m Accesses,
    has_this: bool,
}

impl Quiet<'_> {
    fn writes_after_read(&self, block: &Block) -> bool {
        let accesses = block.insns.clone().filter_map(|it| self.accesses.at(it));
        let mut kinds = accesses.map(|access| access.kind);
        kinds.any(|kind| kind == Kind::Read) && kinds.any(|kind| kind == Kind::Write)
    }

    fn search(&self, block: &Block, found: &mut FxHashSet<usize>) {
        let throws = self.throwing(block);
        let mut written: FxHashSet<usize> = FxHashSet::default();
        for insn in block.insns.clone().rev() {
            let access = self.accesses.at(insn);
            // If the read itself throws, nothing was read.
            if access.is_some_and(|it| it.kind == Kind::Read && written.contains(&it.path)) {
                found.insert(insn);
            }
            if throws.contains(&insn) {
                written.clear();
            }
            if let Some(Access {
                path,
                kind: Kind::Write,
            }) = access
            {
                written.insert(path);
            }
        }
    }

    /// The instructions of a block that may throw, order threads or leave the block.
    fn throwing(&self, block: &Block) -> FxHashSet<usize> {
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
