//! Whether a method takes and gives back its locks in pairs, as `synchronized` blocks do.
//!
//! Only then are the locks that an access is known to hold all that it holds, whichever way led there.

use classfile::{Code, Insn, op};
use ir::{BlockId, Body};
use world::models::known::LockVerb;

use crate::library::Effect;
use crate::program::{ClassId, Program};

/// How many locks are held before each instruction, not counting those at the method's start. `None` if that depends on
/// the way to one of them, on the answer of `tryLock`, or if some are held in the end.
pub fn held(program: &Program<'_>, class: ClassId, code: &Code, body: &Body) -> Option<Vec<u8>> {
    let mut pairs = Pairs {
        at_start: vec![None; body.blocks.len()],
        open: Vec::new(),
    };
    let mut held = vec![0; code.insns.len()];
    pairs.flow(BlockId::ENTRY, 0)?;
    while let Some(block) = pairs.open.pop() {
        let mut depth = pairs.at_start[block.index()]?;
        let block = &body.blocks[block];
        let mut thrown_at = None;
        for at in block.insns.clone() {
            let insn = &code.insns[at];
            held[at] = depth;
            // In code whose locks come in pairs, no monitor is given back that is not held, which is all that could be thrown.
            if !matches!(insn, Insn::Plain(op::MONITOREXIT)) && thrown_at != Some(depth) {
                for &landing in &block.catches {
                    pairs.flow(landing, depth)?;
                }
                thrown_at = Some(depth);
            }
            depth = after(program, class, insn, depth)?;
        }
        for &next in &block.successors {
            pairs.flow(next, depth)?;
        }
    }
    Some(held)
}

struct Pairs {
    at_start: Vec<Option<u8>>,
    open: Vec<BlockId>,
}

impl Pairs {
    fn flow(&mut self, to: BlockId, depth: u8) -> Option<()> {
        match self.at_start[to.index()] {
            None => {
                self.at_start[to.index()] = Some(depth);
                self.open.push(to);
                Some(())
            }
            Some(known) => (known == depth).then_some(()),
        }
    }
}

fn after(program: &Program<'_>, class: ClassId, insn: &Insn, depth: u8) -> Option<u8> {
    match insn {
        Insn::Plain(op::MONITORENTER) => depth.checked_add(1),
        Insn::Plain(op::MONITOREXIT) => depth.checked_sub(1),
        Insn::Plain(op::IRETURN..=op::RETURN) => (depth == 0).then_some(0),
        Insn::Invoke(_, constant) | Insn::InvokeInterface(constant, _) => {
            let known = program.known(class, *constant);
            match known.effect {
                _ if !known.is_of_program && program.callee(class, *constant).is_some() => {
                    Some(depth)
                }
                Some(Effect::Lock(verb, _)) => match verb {
                    LockVerb::Lock | LockVerb::ReadLock => depth.checked_add(1),
                    LockVerb::Unlock | LockVerb::ReadUnlock | LockVerb::UnlockEither => {
                        depth.checked_sub(1)
                    }
                    LockVerb::TryLock | LockVerb::TryReadLock | LockVerb::OptimisticRead => None,
                },
                _ => Some(depth),
            }
        }
        _ => Some(depth),
    }
}
