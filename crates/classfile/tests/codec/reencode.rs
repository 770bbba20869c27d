//! All code of a class, decoded and laid out anew.

use classfile::{ClassFile, Code, Frame, Member, TypeTable, access};

/// The frame that a method of `class` starts with.
pub fn entry(class: &ClassFile<'_>, method: &Member<'_>, types: &mut TypeTable) -> Option<Frame> {
    Frame::at_entry(
        types,
        class.name()?,
        class.pool.utf8(method.name)?,
        class.pool.utf8(method.descriptor)?,
        method.is(access::STATIC),
    )
}

/// The class with every method's code decoded and encoded again, and the number of such methods.
/// What was encoded must decode to what it was encoded from.
pub fn reencode(bytes: &[u8]) -> (Vec<u8>, usize) {
    let mut class = ClassFile::read(bytes).unwrap();
    let mut types = TypeTable::default();
    let mut methods = 0;
    for i in 0..class.methods.len() {
        let method = &class.methods[i];
        let name = format!("{:?}.{:?}", class.name(), class.pool.utf8(method.name));
        let Some(info) = class.find(&method.attributes, "Code") else {
            continue;
        };
        let entry = entry(&class, method, &mut types).unwrap();
        let decode = |info: &[u8], class: &ClassFile<'_>, types: &mut TypeTable| {
            Code::decode(info, &class.pool, types, &entry).unwrap_or_else(|e| panic!("{name}: {e}"))
        };
        let code = decode(info, &class, &mut types);
        let encoded = code.encode(&mut class.pool, &types, &entry).unwrap();
        assert!(decode(&encoded, &class, &mut types) == code, "{name}");

        let mut attributes = class.methods[i].attributes.iter_mut();
        let code = attributes.find(|a| class.pool.utf8_bytes(a.name) == Some(b"Code"));
        code.unwrap().info = encoded.into();
        methods += 1;
    }
    (class.write(), methods)
}
