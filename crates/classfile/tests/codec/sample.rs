//! Small classes and methods made by hand.

use classfile::{ClassFile, Code, Frame, Insn, Label, Malformed, TooLarge, TypeTable, op};

/// `public class T extends Object`, without members, in version 61.
pub fn class() -> Vec<u8> {
    class_with(0, 61, &[b"\x01\0\x01T", b"\x07\0\x01"], 0x21, &[0; 4])
}

/// A class that extends nothing and whose name is constant 2; `rest` is all from the number of
/// interfaces on.
pub fn class_with(
    minor: u16,
    major: u16,
    constants: &[&[u8]],
    access: u16,
    rest: &[u16],
) -> Vec<u8> {
    let mut bytes = vec![0xCA, 0xFE, 0xBA, 0xBE];
    for v in [minor, major, constants.len() as u16 + 1] {
        bytes.extend(v.to_be_bytes());
    }
    bytes.extend(constants.concat());
    for v in [access, 2, 0].iter().chain(rest) {
        bytes.extend(v.to_be_bytes());
    }
    bytes
}

/// A static method without parameters; label `i` stands before instruction `i`.
pub fn code(insns: Vec<Insn>) -> Code {
    Code {
        max_stack: 4,
        max_locals: 4,
        labels: (0..=insns.len() as u32).collect(),
        insns,
        handlers: Vec::new(),
        lines: Vec::new(),
        vars: Vec::new(),
        frames: None,
        annotations: Vec::new(),
        attributes: Vec::new(),
    }
}

pub fn nops(count: usize) -> impl Iterator<Item = Insn> {
    std::iter::repeat_n(Insn::Plain(op::NOP), count)
}

pub fn goto(target: usize) -> Insn {
    Insn::Jump(op::GOTO, Label(target as u32))
}

/// The content of the Code attribute, which must decode to `code` again.
pub fn encoded(code: &Code) -> Result<Vec<u8>, TooLarge> {
    encoded_from(code, &TypeTable::default(), &Frame::default())
}

/// As [`encoded`], for code with frames of these types.
pub fn encoded_from(code: &Code, types: &TypeTable, entry: &Frame) -> Result<Vec<u8>, TooLarge> {
    let bytes = class();
    let mut class = ClassFile::read(&bytes).unwrap();
    let info = code.encode(&mut class.pool, types, entry)?;
    let mut types = types.clone();
    assert_eq!(
        &Code::decode(&info, &class.pool, &mut types, entry).unwrap(),
        code
    );
    Ok(info)
}

/// The instructions' bytes within the content of a Code attribute.
pub fn bytecode(info: &[u8]) -> &[u8] {
    let len = u32::from_be_bytes(info[4..8].try_into().unwrap());
    &info[8..8 + len as usize]
}

/// Decodes instructions without tables.
pub fn decode(bytecode: &[u8]) -> Result<Code, Malformed> {
    let mut info = vec![0, 4, 0, 4];
    info.extend((bytecode.len() as u32).to_be_bytes());
    info.extend(bytecode);
    info.extend([0; 4]);
    let bytes = class();
    let pool = ClassFile::read(&bytes).unwrap().pool;
    Code::decode(&info, &pool, &mut TypeTable::default(), &Frame::default())
}
