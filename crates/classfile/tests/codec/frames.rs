//! Every form of a StackMapTable frame (JVMS 4.7.4).

use classfile::{ClassFile, Code, Frame, Insn, Label, TypeTable, VType, op};

use crate::random::Random;
use crate::sample::{class, code, encoded_from, nops};

use VType::{Double, Float, Int, Long, Null, Top, Uninitialized, UninitializedThis};

fn frame(locals: &[VType], stack: &[VType]) -> Frame {
    Frame {
        locals: locals.to_vec(),
        stack: stack.to_vec(),
    }
}

fn with_frames(insns: Vec<Insn>, frames: Vec<(Label, Frame)>) -> Code {
    Code {
        frames: Some(frames),
        ..code(insns)
    }
}

/// The StackMapTable, which is the only attribute of this code, from its first frame on.
fn table(info: &[u8]) -> &[u8] {
    let code_len = u32::from_be_bytes(info[4..8].try_into().unwrap()) as usize;
    // After the code: no handlers, one attribute with name and length, the number of frames.
    &info[8 + code_len + 2 + 2 + 6 + 2..]
}

#[test]
fn each_frame_takes_the_shortest_form() {
    let entry = frame(&[Int, Long], &[]);
    for (at, locals, stack, expected) in [
        (0, &[Int, Long][..], &[][..], &[0][..]),
        (63, &[Int, Long], &[], &[63]),
        (64, &[Int, Long], &[], &[251, 0, 64]),
        (63, &[Int, Long], &[Float], &[127, 2]),
        (64, &[Int, Long], &[Float], &[247, 0, 64, 2]),
        (9, &[Int], &[], &[250, 0, 9]),
        (9, &[], &[], &[249, 0, 9]),
        (9, &[Int, Long, Top], &[], &[252, 0, 9, 0]),
        (9, &[Int, Long, Top, Null], &[], &[253, 0, 9, 0, 5]),
        (
            9,
            &[Int, Long, Top, Null, Double],
            &[],
            &[254, 0, 9, 0, 5, 3],
        ),
        (
            9,
            &[Int, Long, Int, Int, Int, Int],
            &[],
            &[255, 0, 9, 0, 6, 1, 4, 1, 1, 1, 1, 0, 0],
        ),
        (9, &[Float, Long], &[], &[255, 0, 9, 0, 2, 2, 4, 0, 0]),
        (9, &[Int], &[Int], &[255, 0, 9, 0, 1, 1, 0, 1, 1]),
        (
            9,
            &[Int, Long],
            &[Int, Int],
            &[255, 0, 9, 0, 2, 1, 4, 0, 2, 1, 1],
        ),
        (9, &[Int, Long, UninitializedThis], &[], &[252, 0, 9, 6]),
        (
            9,
            &[Int, Long, Uninitialized(Label(3))],
            &[],
            &[252, 0, 9, 8, 0, 3],
        ),
    ] {
        let frames = vec![(Label(at), frame(locals, stack))];
        let code = with_frames(nops(100).collect(), frames);
        let info = encoded_from(&code, &TypeTable::default(), &entry).unwrap();
        assert_eq!(table(&info), expected, "{locals:?} {stack:?}");
    }
}

#[test]
fn three_locals_are_chopped_and_four_are_not() {
    for (count, expected) in [(3, &[248, 0, 0][..]), (4, &[255, 0, 0, 0, 0, 0, 0])] {
        let code = with_frames(nops(1).collect(), vec![(Label(0), Frame::default())]);
        let entry = frame(&[Int; 4][..count], &[]);
        let info = encoded_from(&code, &TypeTable::default(), &entry).unwrap();
        assert_eq!(table(&info), expected);
    }
}

#[test]
fn a_table_without_frames_stays_one() {
    let code = with_frames(nops(1).collect(), Vec::new());
    encoded_from(&code, &TypeTable::default(), &Frame::default()).unwrap();
}

#[test]
fn frames_move_with_their_instructions_and_take_new_locals() {
    let entry = Frame::default();
    let jump = Insn::Jump(op::GOTO, Label(1));
    let mut code = with_frames(
        vec![jump, Insn::Type(op::NEW, 2), Insn::Plain(op::RETURN)],
        vec![
            (Label(1), frame(&[Int], &[])),
            (Label(2), frame(&[Int], &[Uninitialized(Label(1))])),
        ],
    );
    code.insns.splice(0..0, nops(70));
    code.labels.iter_mut().for_each(|at| *at += 70);
    for (_, frame) in code.frames.iter_mut().flatten() {
        frame.locals.push(Long);
    }

    let bytes = class();
    let mut class = ClassFile::read(&bytes).unwrap();
    let mut types = TypeTable::default();
    let info = code.encode(&mut class.pool, &types, &entry).unwrap();
    let decoded = Code::decode(&info, &class.pool, &mut types, &entry).unwrap();
    assert_eq!(
        decoded.frames.unwrap(),
        [
            (Label(71), frame(&[Int, Long], &[])),
            (Label(72), frame(&[Int, Long], &[Uninitialized(Label(71))])),
        ]
    );
}

#[test]
fn frames_are_sorted_and_of_two_at_one_place_the_first_counts() {
    let (first, later) = (frame(&[Int], &[]), frame(&[Float], &[]));
    let frames = vec![
        (Label(2), later.clone()),
        (Label(0), first.clone()),
        (Label(0), Frame::default()),
    ];
    let bytes = class();
    let mut class = ClassFile::read(&bytes).unwrap();
    let (mut types, entry) = (TypeTable::default(), Frame::default());
    let code = with_frames(nops(3).collect(), frames);
    let info = code.encode(&mut class.pool, &types, &entry).unwrap();
    let decoded = Code::decode(&info, &class.pool, &mut types, &entry).unwrap();
    let expected = [(Label(0), first), (Label(2), later)];
    assert_eq!(decoded.frames.unwrap(), expected);
}

#[test]
fn random_frames_survive() {
    let mut random = Random(11);
    for _ in 0..2_000 {
        let mut types = TypeTable::default();
        let entry = frame(&vtypes(&mut random, &mut types, 3), &[]);
        let mut locals = entry.locals.clone();
        let mut frames = Vec::new();
        for at in (0..300).filter(|at| at % 7 == 0 || at % 80 == 1) {
            locals.truncate(locals.len() - random.below(locals.len() + 1).min(4));
            locals.extend(vtypes(&mut random, &mut types, 4));
            let stack = vtypes(&mut random, &mut types, 2);
            frames.push((Label(at), frame(&locals, &stack)));
        }
        let code = with_frames(nops(300).collect(), frames);
        encoded_from(&code, &types, &entry).unwrap();
    }
}

/// Up to `most` types.
fn vtypes(random: &mut Random, types: &mut TypeTable, most: usize) -> Vec<VType> {
    let named = [
        VType::Object(types.id(b"a/B")),
        VType::Object(types.id(b"[[I")),
        VType::Object(types.id(b"\xED\xA0\x80")),
    ];
    let plain = [Top, Int, Float, Long, Double, Null, UninitializedThis];
    (0..random.below(most + 1))
        .map(|_| match random.below(8) {
            0 => Uninitialized(Label(random.below(300) as u32)),
            1..4 => random.pick(&named),
            _ => random.pick(&plain),
        })
        .collect()
}

#[test]
fn frames_that_would_fill_the_memory_are_refused() {
    // 65,535 locals, repeated by each of 1,000 frames: 130 KB that stand for 500 MB. Sixty times as
    // many frames fit.
    let mut table = vec![255, 0, 0, 0xFF, 0xFF];
    table.extend([1; 65535]);
    table.extend([0; 2]);
    table.extend([0; 1_000 - 1]);
    let bytes = class();
    let mut class = ClassFile::read(&bytes).unwrap();
    let name = class.pool.intern_utf8("StackMapTable").unwrap();
    let mut info = vec![0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF];
    info.extend([op::NOP; 65535]);
    info.extend([0, 0, 0, 1]);
    info.extend(name.to_be_bytes());
    info.extend((table.len() as u32 + 2).to_be_bytes());
    info.extend(1_000u16.to_be_bytes());
    info.extend(table);
    let error = Code::decode(
        &info,
        &class.pool,
        &mut TypeTable::default(),
        &Frame::default(),
    );
    assert!(error.unwrap_err().what.contains("absurd"));
}
