//! Probes of coverage tools. They mark what ran by plain stores to an array that all threads share: races by
//! design, of which the program knows nothing. A class that JaCoCo has rewritten, as it was loaded or
//! before, has a method that answers the array of probes; each method keeps the array in a local of its own, and a
//! probe is the store of `true` to it.

use classfile::{Code, Insn, Pool, op};
use rustc_hash::FxHashSet;

const METHOD: &str = "$jacocoInit";
/// The field that keeps the array, and the dynamic constant that stands for it since class version 55.
const DATA: &str = "$jacocoData";
/// What JaCoCo's agent brings along reads the probes.
const RUNTIME: &str = "org/jacoco/agent/rt/";

pub fn is_probe_method(name: &str) -> bool {
    name == METHOD
}

pub fn is_probe_field(name: &str) -> bool {
    name == DATA
}

/// Whether the class belongs to a coverage tool.
pub fn is_tool_class(name: &str) -> bool {
    name.starts_with(RUNTIME)
}

/// The indices of the stores that are probes.
pub fn stores(code: &Code, pool: &Pool<'_>) -> FxHashSet<usize> {
    let locals: FxHashSet<u16> = (0..code.insns.len())
        .filter(|&at| answers_probes(&code.insns[at], pool))
        .filter_map(|at| match code.insns[at + 1..] {
            [Insn::Local(op::ASTORE, local), ..]
            // A dynamic constant is an object at first.
            | [Insn::Type(op::CHECKCAST, _), Insn::Local(op::ASTORE, local), ..] => Some(local),
            _ => None,
        })
        .collect();
    if locals.is_empty() {
        return FxHashSet::default();
    }
    let is_probe = |window: &[Insn]| {
        matches!(
            window,
            [Insn::Local(op::ALOAD, local), _, Insn::Plain(op::ICONST_1), Insn::Plain(op::BASTORE)]
                if locals.contains(local)
        )
    };
    code.insns
        .windows(4)
        .enumerate()
        .filter(|(_, window)| is_probe(window))
        .map(|(at, _)| at + 3)
        .collect()
}

fn answers_probes(insn: &Insn, pool: &Pool<'_>) -> bool {
    match *insn {
        Insn::Invoke(op::INVOKESTATIC, index) => {
            pool.member_ref(index).is_some_and(|m| m.name == METHOD)
        }
        Insn::Ldc(index) => pool.dynamic(index).is_some_and(|(name, _)| name == DATA),
        _ => false,
    }
}
