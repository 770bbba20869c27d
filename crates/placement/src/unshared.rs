//! Accesses to arrays that never leave the method which made them: no other thread can know them.

use classfile::{Code, Insn, op};
use ir::{Body, ValueId};
use rustc_hash::FxHashSet;

/// The accesses, by instruction, to arrays that only their maker knows.
pub fn unshared(body: &Body, code: &Code) -> FxHashSet<usize> {
    let mut made: FxHashSet<ValueId> = FxHashSet::default();
    for (_, block) in body.blocks.iter() {
        made.extend(
            block
                .insns
                .clone()
                .filter(|&insn| makes_array(&code.insns[insn]))
                .filter_map(|insn| body.result(insn)),
        );
    }
    if made.is_empty() {
        return FxHashSet::default();
    }
    let mut accesses = Vec::new();
    for (id, block) in body.blocks.iter() {
        for phi in body.phis(id) {
            for argument in &phi.arguments {
                made.remove(argument);
            }
        }
        for insn in block.insns.clone() {
            let operands = body.operands(insn);
            let keeps = match code.insns[insn] {
                Insn::Plain(op::IALOAD..=op::SALOAD | op::IASTORE..=op::SASTORE) => {
                    accesses.push((insn, operands[0]));
                    &operands[1..]
                }
                Insn::Plain(op::ARRAYLENGTH) | Insn::Local(..) => &[],
                Insn::Jump(op::IF_ACMPEQ | op::IF_ACMPNE | op::IFNULL | op::IFNONNULL, _) => &[],
                _ => operands,
            };
            for value in keeps {
                made.remove(value);
            }
        }
    }
    accesses
        .into_iter()
        .filter(|(_, array)| made.contains(array))
        .map(|(insn, _)| insn)
        .collect()
}

/// Rows of an array of arrays are not among them: loaded from it, they are other values.
fn makes_array(insn: &Insn) -> bool {
    matches!(insn, Insn::NewArray(_) | Insn::Type(op::ANEWARRAY, _))
}
