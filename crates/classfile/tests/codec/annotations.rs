//! Type annotations on code move with what they annotate (JVMS 4.7.20).

use std::collections::BTreeSet;
use std::fs;
use std::sync::LazyLock;

use classfile::{
    Annotation, AnnotationTarget, ClassFile, Code, CodeAnnotation, Frame, Handler, Insn, Label,
    TypeTable, op,
};

use crate::jdk::{compile, scratch};
use crate::reencode::{entry, reencode};
use crate::sample::nops;

static COMPILED: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let directory = scratch("annotations");
    let source = include_str!("Annotated.java");
    compile(&directory, &[("Annotated.java", source)]);
    fs::read(directory.join("Annotated.class")).unwrap()
});

fn everywhere(class: &ClassFile<'_>, types: &mut TypeTable) -> (Code, Frame) {
    let named = |m: &&classfile::Member<'_>| class.pool.utf8(m.name) == Some("everywhere");
    let method = class.methods.iter().find(named).unwrap();
    let entry = entry(class, method, types).unwrap();
    let info = class.find(&method.attributes, "Code").unwrap();
    (
        Code::decode(info, &class.pool, types, &entry).unwrap(),
        entry,
    )
}

#[test]
fn annotations_of_every_kind_are_decoded_and_encoded() {
    let class = ClassFile::read(&COMPILED).unwrap();
    let (code, _) = everywhere(&class, &mut TypeTable::default());

    let kinds: BTreeSet<u8> = code.annotations.iter().map(|a| a.target_type).collect();
    assert_eq!(kinds, (0x40..=0x4B).collect());
    assert!(code.annotations.iter().any(|a| !a.visible));
    assert_eq!(code.attributes, [], "none is left raw");
    reencode(&COMPILED);
}

#[test]
fn annotations_move_with_the_code() {
    let mut class = ClassFile::read(&COMPILED).unwrap();
    let mut types = TypeTable::default();
    let (original, entry) = everywhere(&class, &mut types);

    let mut longer = original.clone();
    longer.insns.splice(0..0, nops(3));
    longer.labels.iter_mut().for_each(|at| *at += 3);
    // A handler before the others moves their numbers too.
    let first = Handler {
        start: Label(0),
        end: Label(1),
        target: Label(2),
        catch_type: 0,
    };
    longer.handlers.insert(0, first);
    let info = longer.encode(&mut class.pool, &types, &entry).unwrap();
    let decoded = Code::decode(&info, &class.pool, &mut types, &entry).unwrap();

    let expected: Vec<_> = original.annotations.iter().map(moved_by_3).collect();
    assert_eq!(decoded.annotations, expected);
    for annotation in &decoded.annotations {
        if let (0x44, AnnotationTarget::Insn(at)) = (annotation.target_type, &annotation.target) {
            assert_eq!(decoded.insns[at.0 as usize].opcode(), op::NEW);
        }
    }
}

fn moved_by_3(annotation: &CodeAnnotation) -> CodeAnnotation {
    let mut moved = annotation.clone();
    match &mut moved.target {
        AnnotationTarget::Local(ranges) => {
            for range in ranges {
                range.start.0 += 3;
                range.end.0 += 3;
            }
        }
        AnnotationTarget::Catch { target: at, .. }
        | AnnotationTarget::Insn(at)
        | AnnotationTarget::Argument(at, _) => at.0 += 3,
    }
    moved
}

#[test]
fn an_annotation_goes_when_its_catch_clause_goes() {
    let mut class = ClassFile::read(&COMPILED).unwrap();
    let mut types = TypeTable::default();
    let (mut code, entry) = everywhere(&class, &mut types);
    code.handlers.clear();
    let info = code.encode(&mut class.pool, &types, &entry).unwrap();
    let decoded = Code::decode(&info, &class.pool, &mut types, &entry).unwrap();
    code.annotations
        .retain(|a| !matches!(a.target, AnnotationTarget::Catch { .. }));
    assert_eq!(decoded, code);
}

#[test]
fn annotations_that_make_no_sense_stay_raw() {
    let nested = [&[b'['][..], &[0, 1]].concat().repeat(100_000);
    for raw in [
        &[0, 1, 0x13, 0, 0, 1, 0, 0][..],      // of a field
        &[0, 1, 0x44, 0, 9, 0, 0, 1, 0, 0],    // of an instruction that is not there
        &[0, 1, 0x42, 0, 0, 0, 0, 1, 0, 0],    // of a catch clause that is not there
        &[0, 1, 0x44, 0, 0, 0, 0, 1, 0, 0, 0], // with something behind
        &[0, 9],                               // cut
        &[&[0, 1, 0x44, 0, 0, 0, 0, 1, 0, 1, 0, 1][..], &nested].concat(),
    ] {
        let bytes = crate::sample::class();
        let mut class = ClassFile::read(&bytes).unwrap();
        let name = class
            .pool
            .intern_utf8("RuntimeVisibleTypeAnnotations")
            .unwrap();
        let mut code = crate::sample::code(vec![Insn::Plain(op::RETURN)]);
        code.attributes.push(classfile::Attribute {
            name,
            info: raw.to_vec().into(),
        });
        let (mut types, entry) = (TypeTable::default(), Frame::default());
        let info = code.encode(&mut class.pool, &types, &entry).unwrap();
        let decoded = Code::decode(&info, &class.pool, &mut types, &entry).unwrap();
        assert_eq!(decoded, code);
    }
}

/// Two annotations: `@#5(#6 = {@#7(#8 = 'I' #9), 'e' #10 #11, 's' #13, 's' #14})` and `@#12`.
#[test]
fn annotations_on_declarations() {
    let info = [
        0, 2, //
        0, 5, 0, 1, 0, 6, b'[', 0, 4, //
        b'@', 0, 7, 0, 1, 0, 8, b'I', 0, 9, //
        b'e', 0, 10, 0, 11, //
        b's', 0, 13, b's', 0, 14, //
        0, 12, 0, 0,
    ];
    let annotation = |descriptor, constants| Annotation {
        descriptor,
        constants,
    };
    let expected = vec![
        annotation(5, vec![(6, 13), (6, 14)]),
        annotation(12, vec![]),
    ];
    assert_eq!(classfile::annotations(&info), Ok(expected));
    for end in 0..info.len() {
        assert!(classfile::annotations(&info[..end]).is_err(), "{end}");
    }
}
