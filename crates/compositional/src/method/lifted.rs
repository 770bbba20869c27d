//! A method's code, ready to be followed.

use classfile::{Code, Frame, Insn, TypeTable, access, op};
use ir::Body;

use crate::program::{MethodId, Program};

/// A method's code in SSA form.
pub struct Lifted {
    pub code: Code,
    pub body: Body,
    /// By instruction.
    pub(super) lines: Vec<Option<u16>>,
    pub(super) types: TypeTable,
    /// By parameter the local that it arrives in.
    pub(super) locals: Vec<u16>,
}

/// A method's code, and what is needed to lift it.
struct Decoded {
    code: Code,
    entry: Frame,
    types: TypeTable,
}

/// `None` if a method has no code, or none that can be read.
fn decode(program: &Program<'_>, id: MethodId) -> Option<Decoded> {
    let method = &program[id];
    let file = &program[method.class].file;
    let info = program.code(id)?;
    let mut types = TypeTable::default();
    let is_static = method.is(access::STATIC);
    let entry = Frame::at_entry(
        &mut types,
        file.name()?,
        &method.name,
        &method.descriptor,
        is_static,
    )?;
    let code = Code::decode(info, &file.pool, &mut types, &entry).ok()?;
    Some(Decoded { code, entry, types })
}

/// `None` if a method has no code, or none that can be followed.
pub fn lift(program: &Program<'_>, id: MethodId) -> Option<Lifted> {
    let Decoded {
        code,
        entry,
        mut types,
    } = decode(program, id)?;
    let file = &program[program[id].class].file;
    let body = Body::lift(&code, &entry, file, &mut types).ok()?;
    let mut lines = vec![None; code.insns.len()];
    let mut starts: Vec<(usize, u16)> = code
        .lines
        .iter()
        .map(|&(label, line)| (code.at(label), line))
        .collect();
    starts.sort_unstable();
    for (number, &(start, line)) in starts.iter().enumerate() {
        let end = starts.get(number + 1).map_or(lines.len(), |next| next.0);
        lines[start..end].fill(Some(line));
    }
    Some(Lifted {
        code,
        body,
        lines,
        types,
        locals: program[id].locals(),
    })
}

/// The constants of the fields that a method reads.
pub fn fields_read(program: &Program<'_>, id: MethodId) -> Vec<u16> {
    let insns = decode(program, id).map_or_else(Vec::new, |it| it.code.insns);
    let read = insns.iter().filter_map(|insn| match insn {
        Insn::Field(op::GETFIELD | op::GETSTATIC, constant) => Some(*constant),
        _ => None,
    });
    read.collect()
}

/// What the source calls the parameter that arrives in a local.
pub fn parameter(program: &Program<'_>, id: MethodId, local: u16) -> Option<String> {
    let Decoded { code, .. } = decode(program, id)?;
    let is_it =
        |it: &&classfile::LocalVar| it.slot == local && !it.generic && code.at(it.start) == 0;
    let named = code.vars.iter().find(is_it)?;
    let pool = &program[program[id].class].file.pool;
    pool.utf8(named.name).map(str::to_owned)
}
