//! From labels back to byte offsets: the content of a Code attribute.

use thiserror::Error;

use crate::bytes::Append;
use crate::class::{Attribute, write_attributes};
use crate::code::{Code, Handler, Insn, Label, Switch, SwitchCases, padding};
use crate::decode::MAX_CODE_BYTES;
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
    #[error("a table of the method would pass 65,535 entries")]
    Table,
    #[error(transparent)]
    Pool(#[from] PoolFull),
}

/// A number of entries, which the class file holds in 16 bits.
pub(crate) fn count(entries: usize) -> Result<u16, TooLarge> {
    u16::try_from(entries).map_err(|_| TooLarge::Table)
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
        let placed = Placed { code: self, pcs };
        let mut out = Vec::with_capacity(placed.end() as usize + 64);
        out.u16(self.max_stack);
        out.u16(self.max_locals);
        out.u32(placed.end());
        placed.write_insns(&mut out);
        let handlers = self.covering_handlers();
        placed.write_handlers(&handlers, &mut out)?;
        let mut attributes = placed.tables(pool, types, entry)?;
        attributes.extend(placed.annotations(pool, &handlers)?);
        attributes.extend(self.attributes.iter().cloned());
        count(attributes.len())?;
        write_attributes(&attributes, &mut out);
        Ok(out)
    }

    /// Byte offset of each instruction and of the end. Jumps start narrow and grow until all fit;
    /// none ever shrinks again, so this comes to an end.
    fn offsets(&self) -> Result<Vec<u32>, TooLarge> {
        let mut wide = vec![false; self.insns.len()];
        loop {
            let pcs = self.offsets_if(&wide);
            let end = pcs[self.insns.len()];
            // In short code every jump reaches.
            if i16::try_from(end).is_ok() || !self.widen(&pcs, &mut wide)? {
                return if (end as usize) < MAX_CODE_BYTES {
                    Ok(pcs)
                } else {
                    Err(TooLarge::Method)
                };
            }
        }
    }

    fn offsets_if(&self, wide: &[bool]) -> Vec<u32> {
        let mut pcs = Vec::with_capacity(self.insns.len() + 1);
        let mut pc = 0;
        for (insn, &wide) in self.insns.iter().zip(wide) {
            pcs.push(pc as u32);
            pc += size(insn, pc, wide);
        }
        pcs.push(pc as u32);
        pcs
    }

    /// Marks the jumps that do not reach their targets; answers whether there are any.
    fn widen(&self, pcs: &[u32], wide: &mut [bool]) -> Result<bool, TooLarge> {
        let mut grown = false;
        for (i, insn) in self.insns.iter().enumerate() {
            let Insn::Jump(opcode, label) = *insn else {
                continue;
            };
            let distance = i64::from(pcs[self.at(label)]) - i64::from(pcs[i]);
            if wide[i] || i16::try_from(distance).is_ok() {
                continue;
            }
            if op::is_conditional(opcode) {
                return Err(TooLarge::Jump);
            }
            wide[i] = true;
            grown = true;
        }
        Ok(grown)
    }

    /// The JVM refuses handlers of nothing (JVMS 4.7.3), which remain where code was taken away.
    fn covering_handlers(&self) -> Vec<&Handler> {
        let covers = |h: &&Handler| self.at(h.start) < self.at(h.end);
        self.handlers.iter().filter(covers).collect()
    }
}

/// Code whose instructions have found their places.
struct Placed<'c> {
    code: &'c Code,
    /// Byte offset of each instruction and of the end.
    pcs: Vec<u32>,
}

impl Placed<'_> {
    fn end(&self) -> u32 {
        self.pcs[self.code.insns.len()]
    }

    fn pc(&self, label: Label) -> u16 {
        self.pcs[self.code.at(label)] as u16
    }

    /// Bytes from one label to another that does not lie before it.
    fn length(&self, start: Label, end: Label) -> u16 {
        self.pc(end).saturating_sub(self.pc(start))
    }

    fn write_insns(&self, out: &mut Vec<u8>) {
        for (insn, place) in self.code.insns.iter().zip(self.pcs.windows(2)) {
            let (here, next) = (place[0], place[1]);
            let far = |label: Label| self.pcs[self.code.at(label)] as i32 - here as i32;
            write_insn(out, insn, here as usize, far, next - here);
        }
    }

    fn write_handlers(&self, handlers: &[&Handler], out: &mut Vec<u8>) -> Result<(), TooLarge> {
        out.u16(count(handlers.len())?);
        for h in handlers {
            out.u16(self.pc(h.start));
            out.u16(self.pc(h.end));
            out.u16(self.pc(h.target));
            out.u16(h.catch_type);
        }
        Ok(())
    }

    fn tables(
        &self,
        pool: &mut Pool<'_>,
        types: &TypeTable,
        entry: &Frame,
    ) -> Result<Vec<Attribute<'static>>, TooLarge> {
        let mut tables = Vec::new();
        if !self.code.lines.is_empty() {
            tables.push(named(pool, "LineNumberTable", self.lines()?)?);
        }
        for (name, generic) in [
            ("LocalVariableTable", false),
            ("LocalVariableTypeTable", true),
        ] {
            if let Some(info) = self.vars(generic)? {
                tables.push(named(pool, name, info)?);
            }
        }
        if let Some(frames) = &self.code.frames {
            let mut frames: Vec<(u16, &Frame)> =
                frames.iter().map(|(l, f)| (self.pc(*l), f)).collect();
            frames.sort_by_key(|&(pc, _)| pc);
            frames.dedup_by_key(|&mut (pc, _)| pc);
            let info = write_stack_map(&frames, entry, pool, types, |l| self.pc(l))?;
            tables.push(named(pool, "StackMapTable", info)?);
        }
        Ok(tables)
    }

    fn lines(&self) -> Result<Vec<u8>, TooLarge> {
        let lines = &self.code.lines;
        let mut info = Vec::with_capacity(lines.len() * 4 + 2);
        info.u16(count(lines.len())?);
        for &(label, line) in lines {
            info.u16(self.pc(label));
            info.u16(line);
        }
        Ok(info)
    }

    fn vars(&self, generic: bool) -> Result<Option<Vec<u8>>, TooLarge> {
        let vars = &self.code.vars;
        let vars: Vec<_> = vars.iter().filter(|v| v.generic == generic).collect();
        if vars.is_empty() {
            return Ok(None);
        }
        let mut info = Vec::with_capacity(vars.len() * 10 + 2);
        info.u16(count(vars.len())?);
        for v in vars {
            info.u16(self.pc(v.start));
            info.u16(self.length(v.start, v.end));
            info.u16(v.name);
            info.u16(v.descriptor);
            info.u16(v.slot);
        }
        Ok(Some(info))
    }

    fn annotations(
        &self,
        pool: &mut Pool<'_>,
        handlers: &[&Handler],
    ) -> Result<Vec<Attribute<'static>>, TooLarge> {
        let mut attributes = Vec::new();
        for (name, visible) in [
            ("RuntimeVisibleTypeAnnotations", true),
            ("RuntimeInvisibleTypeAnnotations", false),
        ] {
            let annotations = self.code.annotations.iter();
            let entries = annotations
                .filter(|a| a.visible == visible)
                .filter_map(|a| a.encode(handlers, |l| self.pc(l)).transpose())
                .collect::<Result<Vec<_>, _>>()?;
            if !entries.is_empty() {
                let mut info = Vec::new();
                info.u16(count(entries.len())?);
                info.extend(entries.concat());
                attributes.push(named(pool, name, info)?);
            }
        }
        Ok(attributes)
    }
}

fn named(pool: &mut Pool<'_>, name: &str, info: Vec<u8>) -> Result<Attribute<'static>, PoolFull> {
    Ok(Attribute {
        name: pool.intern_utf8(name)?,
        info: info.into(),
    })
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
        Insn::Local(o, index) => write_local(out, o, index),
        Insn::Iinc(index, delta) if size == 3 => {
            out.u8(op::IINC);
            out.u8(index as u8);
            out.u8(delta as u8);
        }
        Insn::Iinc(index, delta) => {
            out.u8(op::WIDE);
            with_u16(out, op::IINC, index);
            out.u16(delta as u16);
        }
        Insn::Jump(o, label) if size == 5 => {
            out.u8(if o == op::JSR { op::JSR_W } else { op::GOTO_W });
            out.u32(far(label) as u32);
        }
        Insn::Jump(o, label) => with_u16(out, o, far(label) as u16),
        Insn::Switch(ref s) => {
            out.u8(insn.opcode());
            out.resize(out.len() + padding(pc), 0);
            write_switch(out, s, far);
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

fn write_local(out: &mut Vec<u8>, opcode: u8, index: u16) {
    match (opcode, index) {
        (op::ILOAD..=op::ALOAD, 0..=3) => out.u8(26 + (opcode - op::ILOAD) * 4 + index as u8),
        (op::ISTORE..=op::ASTORE, 0..=3) => out.u8(59 + (opcode - op::ISTORE) * 4 + index as u8),
        (_, 0..=255) => {
            out.u8(opcode);
            out.u8(index as u8);
        }
        _ => {
            out.u8(op::WIDE);
            with_u16(out, opcode, index);
        }
    }
}

fn write_switch(out: &mut Vec<u8>, switch: &Switch, far: impl Fn(Label) -> i32) {
    out.u32(far(switch.default) as u32);
    match &switch.cases {
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

fn with_u16(out: &mut Vec<u8>, opcode: u8, v: u16) {
    out.u8(opcode);
    out.u16(v);
}
