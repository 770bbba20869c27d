//! Bodies of real methods: all of the JDK's, and small ones whose loops are known.

mod agreement;
mod image;
#[path = "../../../classfile/tests/jdk/mod.rs"]
mod jdk;
mod loops;
mod shape;

use classfile::{ClassFile, Code, Frame, TypeTable, access};
use ir::{Body, Unliftable};

/// A method with code, by its place in the class.
pub struct Lifted {
    pub name: String,
    pub method: usize,
    pub code: Code,
    pub body: Result<Body, Unliftable>,
}

/// Lifts every method of a class.
pub fn lift_all(bytes: &[u8]) -> Vec<Lifted> {
    let class = ClassFile::read(bytes).unwrap();
    let mut types = TypeTable::default();
    let mut lifted = Vec::new();
    for (method, member) in class.methods.iter().enumerate() {
        let Some(info) = class.find(&member.attributes, "Code") else {
            continue;
        };
        let (owner, name) = (class.name().unwrap(), class.pool.utf8(member.name).unwrap());
        let descriptor = class.pool.utf8(member.descriptor).unwrap();
        let is_static = member.is(access::STATIC);
        let entry = Frame::at_entry(&mut types, owner, name, descriptor, is_static).unwrap();
        let code = Code::decode(info, &class.pool, &mut types, &entry).unwrap();
        let body = Body::lift(&code, &entry, &class, &mut types);
        lifted.push(Lifted {
            name: format!("{owner}.{name}{descriptor}"),
            method,
            code,
            body,
        });
    }
    lifted
}
