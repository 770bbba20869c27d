//! Instructions find their bytes: jumps widen, switches are aligned, locals take the form that fits.

use classfile::{Code, Insn, Label, Switch, SwitchCases, TooLarge, op};

use crate::random::Random;
use crate::sample::{bytecode, code, decode, encoded, goto, nops};

/// `first`, so many `nop`s, and a `return` that label `count + 1` stands before.
fn jumping_over(first: Insn, count: usize) -> Code {
    let body = nops(count).chain([Insn::Plain(op::RETURN)]);
    code([first].into_iter().chain(body).collect())
}

#[test]
fn a_jump_that_goes_too_far_becomes_wide() {
    for (narrow, wide) in [(op::GOTO, op::GOTO_W), (op::JSR, op::JSR_W)] {
        let jump = |count| {
            let first = Insn::Jump(narrow, Label(count as u32 + 1));
            encoded(&jumping_over(first, count)).unwrap()
        };
        let reaching = jump(32764);
        assert_eq!(bytecode(&reaching)[..3], [narrow, 0x7F, 0xFF]);
        let widened = jump(32765);
        assert_eq!(bytecode(&widened)[..5], [wide, 0, 0, 0x80, 2]);
    }
}

#[test]
fn a_jump_back_that_goes_too_far_becomes_wide() {
    let back = |count| encoded(&code(nops(count).chain([goto(0)]).collect())).unwrap();
    assert_eq!(bytecode(&back(32768))[32768..], [op::GOTO, 0x80, 0]);
    let widened = back(32769);
    assert_eq!(
        bytecode(&widened)[32769..],
        [op::GOTO_W, 0xFF, 0xFF, 0x7F, 0xFF]
    );
}

#[test]
fn a_jump_that_grows_may_push_another_out_of_reach() {
    let (outer, inner) = (32764, 32764 + 6);
    let mut insns = vec![goto(outer), goto(inner)];
    insns.extend(nops(inner - 2));
    insns.push(Insn::Plain(op::RETURN));
    // The outer jump reaches its target exactly, but only while the inner one is narrow.
    let info = encoded(&code(insns)).unwrap();
    assert_eq!(bytecode(&info)[0], op::GOTO_W);
    assert_eq!(bytecode(&info)[5], op::GOTO_W);
}

#[test]
fn a_conditional_jump_that_goes_too_far_is_refused() {
    for opcode in (op::IFEQ..=op::IF_ACMPNE).chain([op::IFNULL, op::IFNONNULL]) {
        let jump = |count| {
            let first = Insn::Jump(opcode, Label(count as u32 + 1));
            encoded(&jumping_over(first, count))
        };
        assert!(jump(32764).is_ok());
        assert_eq!(jump(32765), Err(TooLarge::Jump));
    }
}

#[test]
fn code_of_64_kib_is_refused() {
    let of = |count| encoded(&code(nops(count).collect()));
    assert!(of(65535).is_ok());
    assert_eq!(of(65536), Err(TooLarge::Method));
    assert!(decode(&[0; 65536]).is_err());
}

#[test]
fn a_table_of_more_entries_than_16_bits_count_is_refused() {
    let mut lines = code(nops(1).collect());
    lines.lines = vec![(Label(0), 1); 65535];
    assert!(encoded(&lines).is_ok());
    lines.lines.push((Label(0), 1));
    assert_eq!(encoded(&lines), Err(TooLarge::Table));
}

#[test]
fn switches_are_padded_to_four_bytes() {
    let table = SwitchCases::Table {
        low: -1,
        targets: vec![Label(0), Label(1)],
    };
    let lookup = SwitchCases::Lookup(vec![(i32::MIN, Label(0)), (i32::MAX, Label(1))]);
    for cases in [table, lookup] {
        for before in 0..8 {
            let switch = Insn::Switch(Box::new(Switch {
                default: Label(0),
                cases: cases.clone(),
            }));
            let opcode = switch.opcode();
            let insns = nops(before).chain([switch, Insn::Plain(op::RETURN)]);
            let info = encoded(&code(insns.collect())).unwrap();

            let aligned = (before + 4) & !3;
            let bytes = bytecode(&info);
            assert_eq!(bytes[before], opcode);
            assert!(bytes[before + 1..aligned].iter().all(|&b| b == 0));
            let default = i32::from_be_bytes(bytes[aligned..aligned + 4].try_into().unwrap());
            assert_eq!(default, -(before as i32));
            let operands = if opcode == op::TABLESWITCH { 20 } else { 24 };
            assert_eq!(bytes.len(), aligned + operands + 1);
        }
    }
}

#[test]
fn locals_take_the_shortest_form() {
    let access = [
        op::ILOAD..=op::ALOAD,
        op::ISTORE..=op::ASTORE,
        op::RET..=op::RET,
    ];
    for opcode in access.into_iter().flatten() {
        for (slot, size) in [(0, 1), (3, 1), (4, 2), (255, 2), (256, 4), (65535, 4)] {
            let size = if opcode == op::RET { size.max(2) } else { size };
            let info = encoded(&code(vec![Insn::Local(opcode, slot)])).unwrap();
            assert_eq!(bytecode(&info).len(), size, "{opcode} {slot}");
        }
    }
}

#[test]
fn increments_take_the_shortest_form() {
    for (slot, by, size) in [
        (0, 0, 3),
        (255, 127, 3),
        (255, -128, 3),
        (255, 128, 6),
        (0, -129, 6),
        (256, 1, 6),
        (65535, i16::MIN, 6),
    ] {
        let info = encoded(&code(vec![Insn::Iinc(slot, by)])).unwrap();
        assert_eq!(bytecode(&info).len(), size, "{slot} {by}");
    }
}

#[test]
fn longer_forms_than_needed_are_understood() {
    let long = [
        &[op::WIDE, op::ILOAD, 0, 1][..],
        &[op::ILOAD, 1],
        &[op::LDC_W, 0, 1],
        &[op::WIDE, op::IINC, 0, 1, 0, 1],
        &[op::GOTO_W, 0, 0, 0, 5],
        &[op::RETURN],
    ];
    let short = [
        &[27][..],
        &[27],
        &[op::LDC, 1],
        &[op::IINC, 1, 1],
        &[op::GOTO, 0, 3],
        &[op::RETURN],
    ];
    let code = decode(&long.concat()).unwrap();
    assert_eq!(bytecode(&encoded(&code).unwrap()), short.concat());
}

#[test]
fn instructions_that_make_no_sense_are_refused() {
    let switch = |low: i32, high: i32| {
        let operands = [low.to_be_bytes(), high.to_be_bytes(), [0; 4], [0; 4]];
        [
            &[op::TABLESWITCH, 0, 0, 0, 0, 0, 0, 0][..],
            operands.as_flattened(),
        ]
        .concat()
    };
    assert!(decode(&switch(i32::MIN, i32::MIN + 1)).is_ok());
    for (what, bytes) in [
        ("no code", &[][..]),
        ("jump into an instruction", &[op::GOTO, 0, 1]),
        ("jump before the start", &[op::GOTO, 0xFF, 0xFF]),
        ("jump past the end", &[op::GOTO, 0, 4]),
        ("cut operands", &[op::SIPUSH, 0]),
        ("no such opcode", &[202]),
        ("no wide form", &[op::WIDE, op::NOP, 0, 0]),
        ("invokeinterface's zero", &[op::INVOKEINTERFACE, 0, 1, 1, 1]),
        ("invokedynamic's zeros", &[op::INVOKEDYNAMIC, 0, 1, 0, 1]),
        ("table without cases", &switch(1, 0)),
        ("table cut", &switch(0, 2)),
        ("table of 2^32 cases", &switch(i32::MIN, i32::MAX)),
    ] {
        assert!(decode(bytes).is_err(), "{what}");
    }
}

#[test]
fn random_instructions_survive() {
    let mut random = Random(7);
    for _ in 0..2_000 {
        let count = 1 + random.below(200);
        let insns = (0..count).map(|_| insn(&mut random, count)).collect();
        encoded(&code(insns)).unwrap();
    }
}

fn insn(random: &mut Random, count: usize) -> Insn {
    let label = |random: &mut Random| Label(random.below(count) as u32);
    let index = random.next() as u16;
    match random.below(16) {
        0 => Insn::Byte(index as i8),
        1 => Insn::Short(index as i16),
        2 => Insn::Ldc(random.pick(&[1, 255, 256, index])),
        3 => Insn::Ldc2(index),
        4 => Insn::Local(
            random.pick(&[
                op::ILOAD,
                op::DLOAD,
                op::ALOAD,
                op::ISTORE,
                op::ASTORE,
                op::RET,
            ]),
            random.pick(&[0, 3, 4, 255, 256, index]),
        ),
        5 => Insn::Iinc(random.pick(&[0, 255, 256, index]), random.next() as i16),
        6 => Insn::Jump(
            random.pick(&[op::IFEQ, op::IF_ACMPNE, op::IFNULL]),
            label(random),
        ),
        7 => Insn::Jump(random.pick(&[op::GOTO, op::JSR]), label(random)),
        8 | 9 => Insn::Switch(Box::new(Switch {
            default: label(random),
            cases: cases(random, count),
        })),
        10 => Insn::Field(random.pick(&[op::GETSTATIC, op::PUTFIELD]), index),
        11 => Insn::Invoke(random.pick(&[op::INVOKEVIRTUAL, op::INVOKESTATIC]), index),
        12 => Insn::InvokeInterface(index, random.next() as u8),
        13 => Insn::InvokeDynamic(index),
        14 => Insn::Type(random.pick(&[op::NEW, op::INSTANCEOF]), index),
        _ => Insn::Plain(random.pick(&[op::NOP, op::DUP2_X2, op::LCMP, op::MONITOREXIT])),
    }
}

fn cases(random: &mut Random, count: usize) -> SwitchCases {
    let targets: Vec<Label> = (0..1 + random.below(9))
        .map(|_| Label(random.below(count) as u32))
        .collect();
    let low = random.pick(&[i32::MIN, -1, 0, 1 << 20]);
    if random.below(2) == 0 {
        SwitchCases::Table { low, targets }
    } else {
        SwitchCases::Lookup((low..).zip(targets).collect())
    }
}
