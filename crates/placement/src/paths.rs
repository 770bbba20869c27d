//! The locations that a method accesses, named by values: `x.f`, `C.f`, `a[2i + 1]`.
//!
//! Two accesses with the same path are to the same location as long as none of its values is made
//! anew, which happens when a loop comes round.

use classfile::{Code, Insn, op};
use ir::{Affine, Body, ValueId};
use rustc_hash::FxHashMap;

use crate::aliases::Aliases;
use crate::{Field, Surroundings};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    Read,
    Write,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Path {
    /// The object, and the field by the index of its reference in the constant pool.
    Field(ValueId, u16),
    Static(u16),
    /// The array, and the index as a multiple of a value plus a number.
    Element(ValueId, Option<ValueId>, i32, i32),
}

impl Path {
    /// The values that the path is made of.
    pub fn values(self) -> impl Iterator<Item = ValueId> {
        let (base, index) = match self {
            Path::Field(object, _) => (Some(object), None),
            Path::Static(_) => (None, None),
            Path::Element(array, index, ..) => (Some(array), index),
        };
        base.into_iter().chain(index)
    }
}

/// A checked access of the method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Access {
    /// Its path, by number.
    pub path: usize,
    pub kind: Kind,
}

/// The checked accesses of a method.
pub struct Accesses {
    pub(crate) paths: Vec<Path>,
    /// By instruction.
    at: Vec<Option<Access>>,
    count: usize,
}

/// A number for each checked access, by instruction: those with the same are to one location, as long as no loop comes
/// round.
pub fn locations(body: &Body, code: &Code, around: &dyn Surroundings) -> FxHashMap<usize, usize> {
    let accesses = Accesses::of(body, code, around).at.into_iter().enumerate();
    accesses
        .filter_map(|(insn, access)| Some((insn, access?.path)))
        .collect()
}

impl Accesses {
    pub fn of(body: &Body, code: &Code, around: &dyn Surroundings) -> Accesses {
        let aliases = Aliases::of(body, code, around);
        let mut numbers: FxHashMap<Path, usize> = FxHashMap::default();
        let mut accesses = Accesses {
            paths: Vec::new(),
            at: vec![None; code.insns.len()],
            count: 0,
        };
        for (_, block) in body.blocks.iter() {
            for insn in block.insns.clone() {
                let Some((path, kind)) = access(insn, body, code, around, &aliases) else {
                    continue;
                };
                let path = *numbers.entry(path).or_insert_with(|| {
                    accesses.paths.push(path);
                    accesses.paths.len() - 1
                });
                accesses.at[insn] = Some(Access { path, kind });
                accesses.count += 1;
            }
        }
        accesses
    }

    pub(crate) fn at(&self, insn: usize) -> Option<Access> {
        self.at[insn]
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Whether some are to elements of arrays.
    pub fn has_elements(&self) -> bool {
        let mut paths = self.paths.iter();
        paths.any(|path| matches!(path, Path::Element(..)))
    }
}

fn access(
    insn: usize,
    body: &Body,
    code: &Code,
    around: &dyn Surroundings,
    aliases: &Aliases,
) -> Option<(Path, Kind)> {
    let operands = body.operands(insn);
    match code.insns[insn] {
        Insn::Field(opcode, index) if around.field(index) == Field::Checked => {
            let kind = match opcode {
                op::GETFIELD | op::GETSTATIC => Kind::Read,
                _ => Kind::Write,
            };
            let path = match opcode {
                op::GETSTATIC | op::PUTSTATIC => Path::Static(index),
                _ => Path::Field(aliases.first(body.uncast(operands[0], code)), index),
            };
            Some((path, kind))
        }
        Insn::Plain(opcode) => {
            let kind = match opcode {
                op::IALOAD..=op::SALOAD => Kind::Read,
                op::IASTORE..=op::SASTORE => Kind::Write,
                _ => return None,
            };
            let Affine {
                base,
                factor,
                offset,
            } = body.affine(operands[1], code);
            let array = aliases.first(body.uncast(operands[0], code));
            let base = base.map(|base| aliases.first(base));
            Some((Path::Element(array, base, factor, offset), kind))
        }
        _ => None,
    }
}
