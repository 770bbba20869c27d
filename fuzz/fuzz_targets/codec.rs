//! Reading and writing class files: what can be read is written back byte for byte, and code that
//! can be encoded decodes to what it was encoded from.
#![no_main]

use classfile::{ClassFile, Code, Frame, Member, TypeTable, access};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    redflag_fuzz::mutate_class(data, size, max_size, seed)
});

fuzz_target!(|bytes: &[u8]| {
    let Ok(mut class) = ClassFile::read(bytes) else {
        return;
    };
    assert!(class.write() == bytes);
    let mut types = TypeTable::default();
    for method in class.methods.clone() {
        let Some(entry) = entry(&class, &method, &mut types) else {
            continue;
        };
        let Some(info) = class.find(&method.attributes, "Code") else {
            continue;
        };
        let Ok(code) = Code::decode(info, &class.pool, &mut types, &entry) else {
            continue;
        };
        if let Ok(encoded) = code.encode(&mut class.pool, &types, &entry) {
            let again = Code::decode(&encoded, &class.pool, &mut types, &entry);
            assert_eq!(again.as_ref(), Ok(&code));
        }
    }
});

fn entry(class: &ClassFile<'_>, method: &Member<'_>, types: &mut TypeTable) -> Option<Frame> {
    Frame::at_entry(
        types,
        class.name()?,
        class.pool.utf8(method.name)?,
        class.pool.utf8(method.descriptor)?,
        method.is(access::STATIC),
    )
}
