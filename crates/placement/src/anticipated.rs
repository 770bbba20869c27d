//! Reads whose location the thread is about to write: the check of the write covers them.
//!
//! BigFoot's anticipated accesses (section 3.2), as far as they go within a block: nothing between the read and the
//! write may acquire, release, leave the block or throw, or there might be no such check.

use classfile::Code;
use ir::{Block, Body};
use rustc_hash::FxHashSet;

use crate::Surroundings;
use crate::paths::{Access, Accesses, Kind};
use crate::throwing::Throwing;

/// The reads, by instruction, that a write's check covers.
pub fn anticipated(
    body: &Body,
    code: &Code,
    around: &dyn Surroundings,
    accesses: &Accesses,
    has_this: bool,
) -> FxHashSet<usize> {
    let mut found = FxHashSet::default();
    let throwing = Throwing {
        body,
        code,
        around,
        accesses,
        has_this,
    };
    for (_, block) in body.blocks.iter() {
        if writes_after_read(block, accesses) {
            search(block, &throwing, &mut found);
        }
    }
    found
}

fn writes_after_read(block: &Block, accesses: &Accesses) -> bool {
    let accesses = block.insns.clone().filter_map(|it| accesses.at(it));
    let mut kinds = accesses.map(|access| access.kind);
    kinds.any(|kind| kind == Kind::Read) && kinds.any(|kind| kind == Kind::Write)
}

fn search(block: &Block, throwing: &Throwing<'_>, found: &mut FxHashSet<usize>) {
    let throws = throwing.in_block(block);
    let mut written: FxHashSet<usize> = FxHashSet::default();
    for insn in block.insns.clone().rev() {
        let access = throwing.accesses.at(insn);
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
