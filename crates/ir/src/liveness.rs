//! Which locals are still read: only for those does a place where ways meet need a value.

use classfile::{Code, Insn, op};

use crate::Unliftable;
use crate::blocks::{BlockId, Blocks};

/// Locals times blocks. Compilers stay below; a hostile method could ask for gigabytes.
const MAX_CELLS: usize = 1 << 23;

/// For each block the locals that are read in or after it before they are written.
pub struct Liveness {
    words: usize,
    live: Vec<u64>,
}

impl Liveness {
    pub fn of(code: &Code, blocks: &Blocks) -> Result<Liveness, Unliftable> {
        let words = usize::from(code.max_locals).div_ceil(64);
        if usize::from(code.max_locals) * blocks.len() > MAX_CELLS {
            return Err(Unliftable::TooLarge);
        }
        let mut reads = vec![0; words * blocks.len()];
        let mut writes = vec![0; words * blocks.len()];
        for (id, block) in blocks.iter() {
            let at = id.index() * words;
            for insn in &code.insns[block.insns.clone()] {
                let (read, written) = touched(insn);
                if let Some(slot) = read {
                    let (word, bit) = place(slot, code.max_locals)?;
                    if writes[at + word] & bit == 0 {
                        reads[at + word] |= bit;
                    }
                }
                if let Some(slot) = written {
                    let (word, bit) = place(slot, code.max_locals)?;
                    writes[at + word] |= bit;
                }
            }
        }
        let mut liveness = Liveness { words, live: reads };
        while liveness.round(blocks, &writes) {}
        Ok(liveness)
    }

    /// Carries what is live back over all edges; answers whether anything changed.
    fn round(&mut self, blocks: &Blocks, writes: &[u64]) -> bool {
        let mut changed = false;
        for (id, block) in blocks.iter().rev() {
            let at = id.index() * self.words;
            for word in 0..self.words {
                let of = |b: BlockId| self.live[b.index() * self.words + word];
                let after = block.successors.iter().fold(0, |live, &b| live | of(b));
                // A handler sees the locals as they are at the block's start.
                let caught = block.catches.iter().fold(0, |live, &b| live | of(b));
                let live = self.live[at + word] | caught | (after & !writes[at + word]);
                changed |= live != self.live[at + word];
                self.live[at + word] = live;
            }
        }
        changed
    }

    /// The locals that are live at the start of a block, in no particular order.
    pub fn at(&self, block: BlockId) -> impl Iterator<Item = u16> + '_ {
        let words = &self.live[block.index() * self.words..][..self.words];
        words.iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = rest.checked_ilog2()?;
                rest ^= 1 << bit;
                Some((i * 64) as u16 + bit as u16)
            })
        })
    }
}

/// The locals that an instruction reads and those that it writes.
fn touched(insn: &Insn) -> (Option<u16>, Option<u16>) {
    match *insn {
        Insn::Local(op::ILOAD..=op::ALOAD, slot) => (Some(slot), None),
        Insn::Local(op::ISTORE..=op::ASTORE, slot) => (None, Some(slot)),
        Insn::Iinc(slot, _) => (Some(slot), Some(slot)),
        _ => (None, None),
    }
}

fn place(slot: u16, max_locals: u16) -> Result<(usize, u64), Unliftable> {
    if slot >= max_locals {
        return Err(Unliftable::Types);
    }
    Ok((usize::from(slot) / 64, 1 << (slot % 64)))
}
