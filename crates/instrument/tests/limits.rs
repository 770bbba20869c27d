//! Classes at the border of what a class file can hold, and what is counted of methods that are left alone.

use std::borrow::Cow;

use classfile::{
    Attribute, ClassFile, Code, Frame, Insn, Member, MemberRef, TypeTable, access, op,
};
use instrument::{
    BulkIndex, CallIndex, ContainerIndex, HookKinds, NoWriters, Request, Rewritten, Site, Sites,
    Skip, rewrite,
};
use world::models::Models;

/// Numbers from 1 on.
#[derive(Default)]
struct Numbers(u32);

impl Sites for Numbers {
    fn number(&mut self, _: Site) -> Option<u32> {
        self.0 += 1;
        Some(self.0)
    }
}

fn rewritten(class: &ClassFile<'_>) -> Result<Rewritten, Skip> {
    let request = Request {
        placement: instrument::Placement::All,
        precision: instrument::Precision::default(),
        writers: &NoWriters,
        has_hooks: false,
        check_accesses: true,
        count_accesses: false,
        trace_accesses: false,
        redefined: None,
        is_jdk_class: &|name| name.starts_with("java/"),
        without: HookKinds::default(),
        calls: &CallIndex::new(Models::builtin(), 17),
        containers: &ContainerIndex::new(Models::builtin(), 17),
        bulks: &BulkIndex::new(Models::builtin(), 17),
    };
    rewrite(&class.write(), &request, &mut Numbers::default())
}

/// `class T`, of version 61, with a constructor that has no code.
fn class() -> ClassFile<'static> {
    const BYTES: &[u8] = &[
        0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 61, 0, 3, 1, 0, 1, b'T', 7, 0, 1, 0, 0x21, 0, 2, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0,
    ];
    let mut class = ClassFile::read(BYTES).unwrap();
    let constructor = member(&mut class, 0, "<init>", "()V");
    class.methods.push(constructor);
    class
}

fn member(
    class: &mut ClassFile<'static>,
    access: u16,
    name: &str,
    descriptor: &str,
) -> Member<'static> {
    Member {
        access,
        name: class.pool.intern_utf8(name).unwrap(),
        descriptor: class.pool.intern_utf8(descriptor).unwrap(),
        attributes: Vec::new(),
    }
}

fn with_finals(count: usize) -> ClassFile<'static> {
    let mut class = class();
    for i in 0..count {
        let (name, descriptor) = (format!("f{}", i / 256), format!("LType{};", i % 256));
        let field = member(&mut class, access::FINAL, &name, &descriptor);
        class.fields.push(field);
    }
    class
}

/// A class takes a header and a stamp.
#[test]
fn a_class_full_of_fields_is_left_alone() {
    let most = usize::from(u16::MAX);
    let full = rewritten(&with_finals(most - 2)).unwrap();
    assert_eq!(ClassFile::read(&full.bytes).unwrap().fields.len(), most);
    for count in [most - 1, most] {
        assert_eq!(rewritten(&with_finals(count)).err(), Some(Skip::Fields));
    }
}

/// Reads the static field `x`, then does what `rest` says.
fn add_reader(class: &mut ClassFile<'static>, name: &str, rest: Vec<Insn>) {
    let field = class
        .pool
        .intern_field(MemberRef {
            class: "T",
            name: "x",
            descriptor: "I",
        })
        .unwrap();
    let mut insns = vec![Insn::Field(op::GETSTATIC, field), Insn::Plain(op::POP)];
    insns.extend(rest);
    let code = Code {
        max_stack: 1,
        max_locals: 0,
        labels: (0..=insns.len() as u32).collect(),
        insns,
        handlers: Vec::new(),
        lines: Vec::new(),
        vars: Vec::new(),
        frames: None,
        annotations: Vec::new(),
        attributes: Vec::new(),
    };
    let mut types = TypeTable::default();
    let entry = Frame::at_entry(&mut types, "T", name, "()V", true).unwrap();
    let info = code.encode(&mut class.pool, &types, &entry).unwrap();
    let mut method = member(class, access::STATIC, name, "()V");
    method.attributes.push(Attribute {
        name: class.pool.intern_utf8("Code").unwrap(),
        info: Cow::Owned(info),
    });
    class.methods.push(method);
}

#[test]
fn sites_of_skipped_methods_are_not_counted() {
    let mut class = class();
    let field = member(&mut class, access::STATIC, "x", "I");
    class.fields.push(field);
    add_reader(&mut class, "good", vec![Insn::Plain(op::RETURN)]);
    // Just short of 64 KiB, with no room for checks.
    let mut long: Vec<Insn> = vec![Insn::Plain(op::NOP); 65_525];
    long.push(Insn::Plain(op::RETURN));
    add_reader(&mut class, "full", long);
    let result = rewritten(&class).unwrap();
    assert!(matches!(
        result.skipped.as_slice(),
        [(name, Skip::TooLarge(_))] if name == "full()V"
    ));
    assert_eq!((result.methods, result.checked_sites), (2, 1));
}
