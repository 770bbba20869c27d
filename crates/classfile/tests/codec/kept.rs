//! What the codec does not understand, it keeps.

use classfile::{
    Attribute, ClassFile, Code, Constant, Frame, Label, NEWEST_KNOWN_MAJOR, TypeTable,
};

use crate::sample::{class, class_with, code, encoded, nops};

const T: [&[u8]; 2] = [b"\x01\0\x01T", b"\x07\0\x01"];
/// No interfaces, fields, methods and attributes.
const NOTHING: [u16; 4] = [0; 4];

fn kept(bytes: &[u8]) -> ClassFile<'_> {
    let class = ClassFile::read(bytes).unwrap();
    assert_eq!(class.write(), bytes);
    class
}

#[test]
fn strings_that_are_no_utf8() {
    for string in [
        &b"\x01\0\x03\xED\xA0\x80"[..],        // a lone surrogate
        b"\x01\0\x06\xED\xA0\xBD\xED\xB8\x80", // a supplementary character
        b"\x01\0\x02\xC0\x80",                 // U+0000
        b"\x01\0\x02\xFF\xFE",                 // nothing at all
    ] {
        let constants = [T[0], T[1], string];
        let bytes = class_with(0, 61, &constants, 0, &NOTHING);
        let mut class = kept(&bytes);
        assert_eq!(class.pool.utf8(3), None);
        assert_eq!(class.pool.utf8_bytes(3), Some(&string[3..]));
        let same = Constant::Utf8(string[3..].to_vec().into());
        assert_eq!(class.pool.intern(same), Ok(3));
    }
}

#[test]
fn constants_of_every_kind() {
    let constants: [&[u8]; 17] = [
        T[0],
        T[1],
        b"\x03\0\0\0\x01",
        b"\x04\x7F\xC0\0\x01", // a NaN with a payload
        b"\x05\0\0\0\0\0\0\0\x01",
        b"\x06\x7F\xF8\0\0\0\0\0\x01",
        b"\x08\0\x01",
        b"\x09\0\x02\0\x0E",
        b"\x0A\0\x02\0\x0E",
        b"\x0B\0\x02\0\x0E",
        b"\x0C\0\x01\0\x01",
        b"\x0F\x01\0\x0A",
        b"\x10\0\x01",
        b"\x11\0\0\0\x0E",
        b"\x12\0\0\0\x0E",
        b"\x13\0\x01",
        b"\x14\0\x01",
    ];
    let mut bytes = class_with(0, 61, &constants, 0, &NOTHING);
    bytes[9] += 2; // the long and the double take two places each
    assert_eq!(kept(&bytes).pool.len(), 20);
    bytes[10] = 2; // a tag that no version has
    assert!(ClassFile::read(&bytes).is_err());
}

#[test]
fn flags_without_a_meaning_and_attributes_without_a_known_name() {
    // Interfaces: none. One field and one method, each with an attribute; the class has one too.
    // Names point at constants that are no strings, or at none.
    let attribute = [1, 1, 0, 2, 0xABCD];
    let members: Vec<u16> = [&[0, 1, 0xFFFF, 9, 8][..], &attribute]
        .into_iter()
        .chain([&[1, 0xFFFF, 7, 6][..], &attribute, &attribute])
        .flatten()
        .copied()
        .collect();
    let bytes = class_with(0, 61, &T, 0xFFFF, &members);
    let class = kept(&bytes);
    assert_eq!(class.access, 0xFFFF);
    assert_eq!(class.fields[0].access, 0xFFFF);
    assert_eq!(class.methods[0].access, 0xFFFF);
    assert_eq!(&*class.methods[0].attributes[0].info, [0xAB, 0xCD]);
    assert_eq!(class.find(&class.attributes, "T"), Some(&[0xAB, 0xCD][..]));
}

#[test]
fn attributes_of_code_without_a_known_name() {
    let mut code = code(nops(1).collect());
    code.attributes = vec![
        Attribute {
            name: 1,
            info: vec![1, 2, 3].into(),
        },
        Attribute {
            name: 999,
            info: vec![].into(),
        },
    ];
    encoded(&code).unwrap();
}

#[test]
fn versions() {
    let version = |major, minor| class_with(minor, major, &T, 0, &NOTHING);
    for (major, minor, newer) in [
        (45, 3, false),
        (45, 65535, false),
        (46, 0, false),
        (NEWEST_KNOWN_MAJOR, 0, false),
        (NEWEST_KNOWN_MAJOR, 65535, false), // with preview features
        (NEWEST_KNOWN_MAJOR + 1, 0, true),
        (u16::MAX, 0, true),
    ] {
        assert_eq!(kept(&version(major, minor)).is_newer_than_known(), newer);
    }
    // Code of these has another header, which nothing alive reads or writes.
    for (major, minor) in [(45, 2), (45, 0), (44, 9), (0, 0)] {
        let error = ClassFile::read(&version(major, minor)).unwrap_err();
        assert!(error.what.contains("older"), "{error}");
    }
}

#[test]
fn debug_tables_that_point_into_an_instruction() {
    let bytes = class();
    let mut class = ClassFile::read(&bytes).unwrap();
    let name = class
        .pool
        .intern_utf8("LineNumberTable")
        .unwrap()
        .to_be_bytes();
    // sipush 0; pop; return, with a line in the middle of the first instruction
    let mut info = vec![0, 1, 0, 0, 0, 0, 0, 5, 17, 0, 0, 87, 177, 0, 0, 0, 1];
    info.extend(name);
    info.extend([0, 0, 0, 6, 0, 1, 0, 2, 0, 42]);
    let (mut types, entry) = (TypeTable::default(), Frame::default());
    let code = Code::decode(&info, &class.pool, &mut types, &entry).unwrap();
    assert_eq!(code.lines, [(Label(0), 42)]);
    let past_the_end = info.len() - 3;
    info[past_the_end] = 6;
    assert!(Code::decode(&info, &class.pool, &mut types, &entry).is_err());
}
