//! From labels back to byte offsets: the content of a Code attribute.

use thiserror::Error;

use crate::bytes::Append;
use crate::class::{Attribute, write_attributes};
use crate::code::{Code, Insn, Label, SwitchCases, padding};
use crate::frames::{Frame, TypeTable, write_stack_map};
use crate::op;
use crate::pool::{Pool, PoolFull};

/// Why code cannot be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum TooLarge {
    #[error("the method would pass 64 KiB")]
    Method,
    /// A conditional jump has no wide form; it must be written as its inverse around a `goto`.
    #[error("a conditional jump would pass 32 KiB")]
    Jump,
    #[error(transparent)]
    Pool(#[from] PoolFull),
}

impl Code {
    /// The content of the Code attribute. `entry` is the frame at the method's start.
    pub fn encode(
        &self,
        pool: &mut Pool<'_>,
        types: &TypeTable,
        entry: &Frame,
    ) -> Result<Vec<u8>, TooLarge> {
        let pcs = self.offsets()?;
        let pc = |label: Label| pcs[self.at(label)] as u16;
        let mut out = Vec::with_capacity(pcs[self.insns.len()] as usize + 64);
        out.u16(self.max_stack);
        out.u16(self.max_locals);
        out.u32(pcs[self.insns.len()]);
        for (i, insn) in self.insns.iter().enumerate() {
            let here = pcs[i];
            let far = |label: Label| pcs[self.at(label)] as i32 - here as i32;
            write_insn(&mut out, insn, here as usize, far, pcs[i + 1] - here);
        }
        let handlers: Vec<_> = self
            .handlers
            .iter()
            .filter(|h| self.at(h.start) < self.at(h.end))
            .collect();
        out.u16(handlers.len() as u16);
        for h in handlers {
            out.u16(pc(h.start));
            out.u16(pc(h.end));
            out.u16(pc(h.target));
            out.u16(h.catch_type);
        }
        write_attributes(&self.tables(pool, types, entry, &pcs)?, &mut out);
        Ok(out)
    }

    /// Byte offset of each instruction and of the end. Jumps start narrow and grow until all fit.
    fn offsets(&self) -> Result<Vec<u32>, TooLarge> {
        let mut wide = vec![false; self.insns.len()];
        loop {
            let mut pcs = Vec::with_capacity(self.insns.len() + 1);
            let mut pc = 0usize;
            for (insn, &wide) in self.insns.iter().zip(&wide) {
                pcs.push(pc as u32);
                pc += size(insn, pc, wide);
            }
            pcs.push(pc as u32);
            let mut grown = false;
            for (i, insn) in self.insns.iter().enumerate() {
                if let Insn::Jump(o, label) = *insn
                    && !wide[i]
                {
                    let distance = i64::from(pcs[self.at(label)]) - i64::from(pcs[i]);
                    if i16::try_from(distance).is_err() {
                        if op::is_conditional(o) {
                            return Err(TooLarge::Jump);
                        }
                        wide[i] = true;
                        grown = true;
                    }
                }
            }
            if !grown {
                // The length must be below 65536 (JVMS 4.9.1).
                return if pc < 1 << 16 {
                    Ok(pcs)
                } else {
                    Err(TooLarge::Method)
                };
            }
        }
    }

    fn tables(
        &self,
        pool: &mut Pool<'_>,
        types: &TypeTable,
        entry: &Frame,
        pcs: &[u32],
    ) -> Result<Vec<Attribute<'static>>, TooLarge> {
        let pc = |label: Label| pcs[self.at(label)] as u16;
        let mut attributes = Vec::new();
        let mut add = |pool: &mut Pool<'_>, name: &str, info: Vec<u8>| {
            attributes.push(Attribute {
                name: pool.intern_utf8(name)?,
                info: info.into(),
            });
            Ok::<_, PoolFull>(())
        };
        if !self.lines.is_empty() {
            let mut info = Vec::with_capacity(self.lines.len() * 4 + 2);
            info.u16(self.lines.len() as u16);
            for &(label, line) in &self.lines {
                info.u16(pc(label));
                info.u16(line);
            }
            add(pool, "LineNumberTable", info)?;
        }
        for (name, generic) in [
            ("LocalVariableTable", false),
            ("LocalVariableTypeTable", true),
        ] {
            let vars: Vec<_> = self.vars.iter().filter(|v| v.generic == generic).collect();
            if !vars.is_empty() {
                let mut info = Vec::with_capacity(vars.len() * 10 + 2);
                info.u16(vars.len() as u16);
                for v in vars {
                    info.u16(pc(v.start));
                    info.u16(pc(v.end) - pc(v.start));
                    info.u16(v.name);
                    info.u16(v.descriptor);
                    info.u16(v.slot);
                }
                add(pool, name, info)?;
            }
        }
        if let Some(frames) = &self.frames
            && !frames.is_empty()
        {
            let mut placed: Vec<(u16, &Frame)> = frames.iter().map(|(l, f)| (pc(*l), f)).collect();
            placed.sort_by_key(|&(pc, _)| pc);
            placed.dedup_by_key(|&mut (pc, _)| pc);
            let info = write_stack_map(&placed, entry, pool, types, pc)?;
            add(pool, "StackMapTable", info)?;
        }
        attributes.extend(self.attributes.iter().cloned());
        Ok(attributes)
    }
}

fn size(insn: &Insn, pc: usize, wide: bool) -> usize {
    match insn {
        Insn::Plain(_) => 1,
        Insn::Byte(_) | Insn::NewArray(_) => 2,
        Insn::Ldc(index) => 2 + usize::from(*index > 255),
        Insn::Local(o, index) => match index {
            0..=3 if *o != op::RET => 1,
            0..=255 => 2,
            _ => 4,
        },
        Insn::Iinc(index, delta) => {
            if *index < 256 && i8::try_from(*delta).is_ok() {
                3
            } else {
                6
            }
        }
        Insn::Short(_) | Insn::Ldc2(_) | Insn::Field(..) | Insn::Invoke(..) | Insn::Type(..) => 3,
        Insn::Jump(..) => 3 + 2 * usize::from(wide),
        Insn::MultiNewArray(..) => 4,
        Insn::InvokeInterface(..) | Insn::InvokeDynamic(_) => 5,
        Insn::Switch(s) => {
            1 + padding(pc)
                + match &s.cases {
                    SwitchCases::Table { targets, .. } => 12 + targets.len() * 4,
                    SwitchCases::Lookup(pairs) => 8 + pairs.len() * 8,
                }
        }
    }
}

fn write_insn(out: &mut Vec<u8>, insn: &Insn, pc: usize, far: impl Fn(Label) -> i32, size: u32) {
    match *insn {
        Insn::Plain(o) => out.u8(o),
        Insn::Byte(v) => {
            out.u8(op::BIPUSH);
            out.u8(v as u8);
        }
        Insn::Short(v) => with_u16(out, op::SIPUSH, v as u16),
        Insn::Ldc(index) if index < 256 => {
            out.u8(op::LDC);
            out.u8(index as u8);
        }
        Insn::Ldc(index) => with_u16(out, op::LDC_W, index),
        Insn::Ldc2(index) => with_u16(out, op::LDC2_W, index),
        Insn::Local(o, index) => match (o, index) {
            (op::ILOAD..=op::ALOAD, 0..=3) => out.u8(26 + (o - op::ILOAD) * 4 + index as u8),
            (op::ISTORE..=op::ASTORE, 0..=3) => out.u8(59 + (o - op::ISTORE) * 4 + index as u8),
            (_, 0..=255) => {
                out.u8(o);
                out.u8(index as u8);
            }
            _ => {
                out.u8(op::WIDE);
                with_u16(out, o, index);
            }
        },
        Insn::Iinc(index, delta) => {
            if size == 3 {
                out.u8(op::IINC);
                out.u8(index as u8);
                out.u8(delta as u8);
            } else {
                out.u8(op::WIDE);
                with_u16(out, op::IINC, index);
                out.u16(delta as u16);
            }
        }
        Insn::Jump(o, label) if size == 5 => {
            out.u8(if o == op::JSR { op::JSR_W } else { op::GOTO_W });
            out.u32(far(label) as u32);
        }
        Insn::Jump(o, label) => with_u16(out, o, far(label) as u16),
        Insn::Switch(ref s) => {
            out.u8(insn.opcode());
            out.resize(out.len() + padding(pc), 0);
            out.u32(far(s.default) as u32);
            match &s.cases {
                SwitchCases::Table { low, targets } => {
                    out.u32(*low as u32);
                    out.u32((low.wrapping_add(targets.len() as i32 - 1)) as u32);
                    for &t in targets {
                        out.u32(far(t) as u32);
                    }
                }
                SwitchCases::Lookup(pairs) => {
                    out.u32(pairs.len() as u32);
                    for &(key, t) in pairs {
                        out.u32(key as u32);
                        out.u32(far(t) as u32);
                    }
                }
            }
        }
        Insn::Field(o, index) | Insn::Invoke(o, index) | Insn::Type(o, index) => {
            with_u16(out, o, index);
        }
        Insn::InvokeInterface(index, count) => {
            with_u16(out, op::INVOKEINTERFACE, index);
            out.u8(count);
            out.u8(0);
        }
        Insn::InvokeDynamic(index) => {
            with_u16(out, op::INVOKEDYNAMIC, index);
            out.u16(0);
        }
        Insn::NewArray(t) => {
            out.u8(op::NEWARRAY);
            out.u8(t);
        }
        Insn::MultiNewArray(index, dims) => {
            with_u16(out, op::MULTIANEWARRAY, index);
            out.u8(dims);
        }
    }
}

fn with_u16(out: &mut Vec<u8>, opcode: u8, v: u16) {
    out.u8(opcode);
    out.u16(v);
}
