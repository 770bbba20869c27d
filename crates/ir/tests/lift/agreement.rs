//! Comparison with the lift of the crate `mokapot`, which has no phis: an operand there is the set of
//! all definitions that may arrive.

use std::collections::{BTreeMap, BTreeSet};

use ir::{Body, Definition, ValueId};
use mokapot::ir::expression::Expression;
use mokapot::ir::{Identifier, MokaIRMethod, MokaIRMethodExt, MokaInstruction};
use mokapot::jvm::code::Instruction;
use mokapot::jvm::{Class, ConstantValue, Method};

use crate::{Lifted, lift_all};

/// Where a value may come from, in words that both lifts know.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Origin {
    /// By the local in which it arrives.
    Parameter(u16),
    Int(i32),
    Null,
    /// By the first instruction of the handler.
    Caught(usize),
    /// By index.
    Instruction(usize),
}

/// Compares the operands of all instructions that take any; answers how many those were.
pub fn compare(bytes: &[u8]) -> usize {
    let class = Class::from_reader(&mut &*bytes).unwrap();
    let ours = lift_all(bytes);
    let mut compared = 0;
    for lifted in &ours {
        compared += compare_method(lifted, &class.methods[lifted.method]);
    }
    compared
}

fn compare_method(ours: &Lifted, theirs: &Method) -> usize {
    let body = ours.body.as_ref().unwrap();
    let theirs = &with_exact_ranges(theirs);
    let all = &theirs.body.as_ref().unwrap().instructions;
    let place: BTreeMap<_, _> = all
        .into_iter()
        .enumerate()
        .map(|(i, (pc, _))| (*pc, i))
        .collect();
    let brewed = theirs.brew().unwrap();
    let translation = Translation {
        place: place.iter().map(|(pc, i)| (u16::from(*pc), *i)).collect(),
        parameters: parameter_slots(body, brewed.is_static()),
        constants: constants(&brewed, theirs),
    };
    let mut compared = 0;
    for (pc, insn) in &brewed.instructions {
        let theirs: BTreeSet<Origin> = insn.uses().iter().map(|u| translation.origin(u)).collect();
        if theirs.is_empty() {
            continue;
        }
        let at = place[pc];
        let operands = body.operands(at).iter();
        let mine: BTreeSet<Origin> = operands.flat_map(|&v| origins(body, v)).collect();
        // Any instruction in an exception range may throw, say we; only some, says the other.
        let agree = if ours.code.handlers.is_empty() {
            mine == theirs
        } else {
            mine.is_superset(&theirs)
        };
        assert!(agree, "{} at {at}: {mine:?}, not {theirs:?}", ours.name);
        compared += 1;
    }
    compared
}

/// Exception ranges end before their end (JVMS 4.7.3); version 0.20 takes the instruction there for a
/// part of them.
fn with_exact_ranges(method: &Method) -> Method {
    let mut method = method.clone();
    let body = method.body.as_mut().unwrap();
    let all: Vec<_> = (&body.instructions)
        .into_iter()
        .map(|(pc, _)| *pc)
        .collect();
    for entry in &mut body.exception_table {
        let (start, end) = (*entry.covered_pc.start(), *entry.covered_pc.end());
        let last = all.iter().rev().find(|&&pc| pc < end).unwrap();
        entry.covered_pc = start..=*last;
    }
    method
}

/// All definitions that a value may stand for.
fn origins(body: &Body, value: ValueId) -> BTreeSet<Origin> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        if !seen.insert(value) {
            continue;
        }
        found.insert(match body.value(value).definition {
            Definition::Phi(_) => {
                open.extend(&body.phi(value).unwrap().arguments);
                continue;
            }
            Definition::Parameter(slot) => Origin::Parameter(slot),
            Definition::Int(n) => Origin::Int(n),
            Definition::Null => Origin::Null,
            Definition::Caught(landing) => {
                let handler = body.blocks[landing].successors[0];
                Origin::Caught(body.blocks[handler].insns.start)
            }
            Definition::Result(insn) => Origin::Instruction(insn as usize),
        });
    }
    found
}

struct Translation {
    /// Instructions by their offset in the code.
    place: BTreeMap<u16, usize>,
    parameters: Vec<u16>,
    constants: BTreeMap<u16, Origin>,
}

impl Translation {
    fn origin(&self, identifier: &Identifier) -> Origin {
        match *identifier {
            Identifier::This => Origin::Parameter(0),
            Identifier::Arg(n) => Origin::Parameter(self.parameters[usize::from(n)]),
            Identifier::CaughtException(pc) => Origin::Caught(self.place[&u16::from(pc)]),
            Identifier::Local(value) => {
                let pc = u16::from(value);
                let constant = self.constants.get(&pc).cloned();
                constant.unwrap_or_else(|| Origin::Instruction(self.place[&pc]))
            }
        }
    }
}

/// The locals in which arguments other than `this` arrive.
fn parameter_slots(body: &Body, is_static: bool) -> Vec<u16> {
    let parameters = body
        .values()
        .filter_map(|(_, value)| match value.definition {
            Definition::Parameter(slot) => Some(slot),
            _ => None,
        });
    parameters.skip(usize::from(!is_static)).collect()
}

/// The loads of numbers and of null, each of which makes a value there.
fn constants(brewed: &MokaIRMethod, method: &Method) -> BTreeMap<u16, Origin> {
    let mut constants = BTreeMap::new();
    let body = method.body.as_ref().unwrap();
    for (pc, insn) in &brewed.instructions {
        if let MokaInstruction::Definition { value, expr } = insn
            && let Expression::Const(constant) = expr
        {
            let origin = match constant {
                // Operands of `bipush` and `sipush` have a sign, which version 0.20 overlooks.
                ConstantValue::Integer(n) => match body.instruction_at(*pc) {
                    Some(Instruction::BiPush(_)) => Origin::Int((*n as i8).into()),
                    Some(Instruction::SiPush(_)) => Origin::Int((*n as i16).into()),
                    _ => Origin::Int(*n),
                },
                ConstantValue::Null => Origin::Null,
                _ => continue,
            };
            constants.insert(u16::from(*value), origin);
        }
    }
    constants
}
