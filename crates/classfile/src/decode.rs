//! From bytes to instructions and labels: the content of a Code attribute.

use std::borrow::Cow;

use crate::annotations::read_annotations;
use crate::bytes::{Malformed, Reader};
use crate::class::{Attribute, read_attributes};
use crate::code::{Code, Handler, Insn, Label, LocalVar, Switch, SwitchCases, padding};
use crate::frames::{Frame, TypeTable, read_stack_map};
use crate::op;
use crate::pool::Pool;

/// Code must be shorter than this (JVMS 4.7.3).
pub(crate) const MAX_CODE_BYTES: usize = 1 << 16;

impl Code {
    /// Decodes the content of a Code attribute. `entry` is the frame at the method's start, which
    /// the StackMapTable's frames build on.
    pub fn decode(
        info: &[u8],
        pool: &Pool<'_>,
        types: &mut TypeTable,
        entry: &Frame,
    ) -> Result<Self, Malformed> {
        let mut r = Reader::new(info);
        let max_stack = r.u16()?;
        let max_locals = r.u16()?;
        let len = r.u32()? as usize;
        if len >= MAX_CODE_BYTES {
            return r.fail("method of 64 KiB or more");
        }
        let code_start = r.position();
        let bytes = r.take(len)?;
        let boundaries = Boundaries::scan(bytes).map_err(|e| shifted(e, code_start))?;
        let insns = decode_insns(bytes, &boundaries).map_err(|e| shifted(e, code_start))?;

        let mut code = Code {
            max_stack,
            max_locals,
            labels: (0..=insns.len() as u32).collect(),
            insns,
            handlers: read_handlers(&mut r, &boundaries)?,
            lines: Vec::new(),
            vars: Vec::new(),
            frames: None,
            annotations: Vec::new(),
            attributes: Vec::new(),
        };
        for attribute in read_attributes(&mut r)? {
            code.take_attribute(attribute, pool, types, &boundaries, entry)?;
        }
        if !r.at_end() {
            return r.fail("bytes after the end of a Code attribute");
        }
        Ok(code)
    }

    /// Whether the ranges in the LocalVariableTable of a Code attribute begin and end with an
    /// instruction. The JVM's type checker asks for that; [`Code::decode`] takes any.
    pub fn has_exact_variables(info: &[u8], pool: &Pool<'_>) -> Result<bool, Malformed> {
        let mut r = Reader::new(info);
        r.take(4)?;
        let len = r.u32()? as usize;
        let bytes = r.take(len)?;
        let handlers = usize::from(r.u16()?);
        r.take(handlers * 8)?;
        for attribute in read_attributes(&mut r)? {
            if pool.utf8_bytes(attribute.name) == Some(b"LocalVariableTable")
                && !are_exact(&attribute.info, &Boundaries::scan(bytes)?)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The constant pool's indices of the fields that the `putfield` instructions in a Code attribute name. All
    /// else in it is passed over, which is several times faster than [`Code::decode`].
    pub fn fields_put(info: &[u8]) -> Result<Vec<u16>, Malformed> {
        Code::constants_of(info, |opcode| opcode == op::PUTFIELD)
    }

    /// The constant pool's indices of the methods and call sites that a Code attribute calls, as fast.
    pub fn called(info: &[u8]) -> Result<Vec<u16>, Malformed> {
        Code::constants_of(info, |opcode| {
            (op::INVOKEVIRTUAL..=op::INVOKEDYNAMIC).contains(&opcode)
        })
    }

    /// The constant pool's indices of the classes that a Code attribute makes objects of, as fast.
    pub fn made(info: &[u8]) -> Result<Vec<u16>, Malformed> {
        Code::constants_of(info, |opcode| opcode == op::NEW)
    }

    /// The two bytes behind each of the opcodes that are asked for.
    fn constants_of(info: &[u8], wanted: impl Fn(u8) -> bool) -> Result<Vec<u16>, Malformed> {
        let mut r = Reader::new(info);
        r.take(4)?;
        let len = r.u32()? as usize;
        let bytes = r.take(len)?;
        let mut r = Reader::new(bytes);
        let mut constants = Vec::new();
        while !r.at_end() {
            let at = r.position();
            skip_insn(&mut r)?;
            if let [opcode, high, low, ..] = bytes[at..r.position()]
                && wanted(opcode)
            {
                constants.push(u16::from_be_bytes([high, low]));
            }
        }
        Ok(constants)
    }

    fn take_attribute(
        &mut self,
        attribute: Attribute<'_>,
        pool: &Pool<'_>,
        types: &mut TypeTable,
        boundaries: &Boundaries,
        entry: &Frame,
    ) -> Result<(), Malformed> {
        let mut r = Reader::new(&attribute.info);
        match pool.utf8_bytes(attribute.name) {
            Some(b"LineNumberTable") => self.take_lines(&mut r, boundaries),
            Some(b"LocalVariableTable") => self.take_vars(&mut r, boundaries, false),
            Some(b"LocalVariableTypeTable") => self.take_vars(&mut r, boundaries, true),
            Some(b"StackMapTable") => {
                if self.frames.is_some() {
                    return r.fail("more than one StackMapTable");
                }
                let label = |pc| boundaries.label(pc);
                self.frames = Some(read_stack_map(&mut r, pool, types, entry, label)?);
                Ok(())
            }
            Some(b"RuntimeVisibleTypeAnnotations") => {
                self.take_annotations(&attribute, boundaries, true);
                Ok(())
            }
            Some(b"RuntimeInvisibleTypeAnnotations") => {
                self.take_annotations(&attribute, boundaries, false);
                Ok(())
            }
            _ => {
                self.attributes.push(owned(&attribute));
                Ok(())
            }
        }
    }

    fn take_lines(&mut self, r: &mut Reader<'_>, boundaries: &Boundaries) -> Result<(), Malformed> {
        for _ in 0..r.u16()? {
            let label = boundaries.around(u32::from(r.u16()?))?;
            self.lines.push((label, r.u16()?));
        }
        at_end(r)
    }

    fn take_vars(
        &mut self,
        r: &mut Reader<'_>,
        boundaries: &Boundaries,
        generic: bool,
    ) -> Result<(), Malformed> {
        for _ in 0..r.u16()? {
            let start = u32::from(r.u16()?);
            let len = u32::from(r.u16()?);
            self.vars.push(LocalVar {
                start: boundaries.around(start)?,
                end: boundaries.around(start + len)?,
                name: r.u16()?,
                descriptor: r.u16()?,
                slot: r.u16()?,
                generic,
            });
        }
        at_end(r)
    }

    /// Nothing but tools for class files reads type annotations on code, and the JVM never checks
    /// them: where they make no sense they are no reason to refuse the method, and stay raw.
    fn take_annotations(
        &mut self,
        attribute: &Attribute<'_>,
        boundaries: &Boundaries,
        visible: bool,
    ) {
        let label = |pc| boundaries.exact(pc);
        match read_annotations(&attribute.info, visible, &self.handlers, label) {
            Ok(read) => self.annotations.extend(read),
            Err(_) => self.attributes.push(owned(attribute)),
        }
    }
}

fn are_exact(variables: &[u8], boundaries: &Boundaries) -> Result<bool, Malformed> {
    let mut r = Reader::new(variables);
    for _ in 0..r.u16()? {
        let start = i64::from(r.u16()?);
        let end = start + i64::from(r.u16()?);
        r.take(6)?;
        if boundaries.exact(start).is_err() || boundaries.exact(end).is_err() {
            return Ok(false);
        }
    }
    Ok(true)
}

fn owned(attribute: &Attribute<'_>) -> Attribute<'static> {
    Attribute {
        name: attribute.name,
        info: Cow::Owned(attribute.info.to_vec()),
    }
}

fn at_end(r: &Reader<'_>) -> Result<(), Malformed> {
    if r.at_end() {
        Ok(())
    } else {
        r.fail("bytes after the end of a table")
    }
}

fn shifted(e: Malformed, by: usize) -> Malformed {
    Malformed { at: e.at + by, ..e }
}

fn read_handlers(r: &mut Reader<'_>, boundaries: &Boundaries) -> Result<Vec<Handler>, Malformed> {
    let count = r.u16()? as usize;
    let mut handlers = Vec::with_capacity(r.capacity(count, 8));
    for _ in 0..count {
        let handler = Handler {
            start: boundaries.label(r.u16()?)?,
            end: boundaries.label(r.u16()?)?,
            target: boundaries.label(r.u16()?)?,
            catch_type: r.u16()?,
        };
        if handler.start >= handler.end {
            return r.fail("exception handler that covers nothing");
        }
        handlers.push(handler);
    }
    Ok(handlers)
}

/// Where instructions begin.
struct Boundaries {
    /// At each byte offset, how many instructions begin there or before; one more at the end. So an
    /// instruction begins exactly where the number differs from the one before.
    begun: Vec<u32>,
}

impl Boundaries {
    fn scan(bytes: &[u8]) -> Result<Self, Malformed> {
        let mut begun = Vec::with_capacity(bytes.len() + 1);
        let mut count = 0;
        let mut r = Reader::new(bytes);
        if bytes.is_empty() {
            return r.fail("method without instructions");
        }
        while !r.at_end() {
            count += 1;
            skip_insn(&mut r)?;
            begun.resize(r.position(), count);
        }
        begun.push(count + 1);
        Ok(Boundaries { begun })
    }

    fn count(&self) -> usize {
        self.begun[self.begun.len() - 1] as usize - 1
    }

    fn label(&self, pc: u16) -> Result<Label, Malformed> {
        self.exact(i64::from(pc))
    }

    fn exact(&self, pc: i64) -> Result<Label, Malformed> {
        let begun = |pc: usize| self.begun.get(pc).copied();
        let found = usize::try_from(pc).ok().and_then(|pc| {
            let before = pc.checked_sub(1).map_or(Some(0), begun)?;
            begun(pc).filter(|&here| here != before)
        });
        match found {
            Some(begun) => Ok(Label(begun - 1)),
            None => Err(Malformed {
                at: pc.max(0) as usize,
                what: "code offset that is not the start of an instruction",
            }),
        }
    }

    /// The instruction that the byte belongs to. The JVM lets debug tables point anywhere into the
    /// code, and some optimisers leave such tables behind.
    fn around(&self, pc: u32) -> Result<Label, Malformed> {
        match self.begun.get(pc as usize) {
            Some(begun) => Ok(Label(begun - 1)),
            None => Err(Malformed {
                at: pc as usize,
                what: "debug table that points past the end of the code",
            }),
        }
    }
}

fn skip_insn(r: &mut Reader<'_>) -> Result<(), Malformed> {
    let pc = r.position();
    let opcode = r.u8()?;
    let operands = match opcode {
        op::BIPUSH | op::LDC | op::NEWARRAY | op::ILOAD..=op::ALOAD | op::ISTORE..=op::ASTORE => 1,
        op::RET => 1,
        op::SIPUSH | op::LDC_W | op::LDC2_W | op::IINC => 2,
        op::IFEQ..=op::JSR | op::IFNULL | op::IFNONNULL => 2,
        op::GETSTATIC..=op::INVOKESTATIC => 2,
        op::NEW | op::ANEWARRAY | op::CHECKCAST | op::INSTANCEOF => 2,
        op::MULTIANEWARRAY => 3,
        op::INVOKEINTERFACE | op::INVOKEDYNAMIC | op::GOTO_W | op::JSR_W => 4,
        op::WIDE => {
            if r.u8()? == op::IINC {
                4
            } else {
                2
            }
        }
        op::TABLESWITCH => {
            r.take(padding(pc) + 4)?;
            let (low, high) = (r.i32()?, r.i32()?);
            let n = i64::from(high) - i64::from(low) + 1;
            match usize::try_from(n) {
                Ok(n @ 1..MAX_CODE_BYTES) => n * 4,
                _ => return r.fail("tableswitch with absurd bounds"),
            }
        }
        op::LOOKUPSWITCH => {
            r.take(padding(pc) + 4)?;
            match usize::try_from(r.i32()?) {
                Ok(n @ 0..MAX_CODE_BYTES) => n * 8,
                _ => return r.fail("lookupswitch with an absurd number of cases"),
            }
        }
        0..=op::JSR_W => 0,
        _ => return r.fail("unknown opcode"),
    };
    r.take(operands)?;
    Ok(())
}

fn decode_insns(bytes: &[u8], boundaries: &Boundaries) -> Result<Vec<Insn>, Malformed> {
    let mut insns = Vec::with_capacity(boundaries.count());
    let mut r = Reader::new(bytes);
    while !r.at_end() {
        insns.push(decode_insn(&mut r, boundaries)?);
    }
    Ok(insns)
}

fn decode_insn(r: &mut Reader<'_>, boundaries: &Boundaries) -> Result<Insn, Malformed> {
    let pc = r.position();
    let target = |offset: i32| boundaries.exact(pc as i64 + i64::from(offset));
    let opcode = r.u8()?;
    Ok(match opcode {
        op::BIPUSH => Insn::Byte(r.u8()? as i8),
        op::SIPUSH => Insn::Short(r.i16()?),
        op::LDC => Insn::Ldc(u16::from(r.u8()?)),
        op::LDC_W => Insn::Ldc(r.u16()?),
        op::LDC2_W => Insn::Ldc2(r.u16()?),
        op::ILOAD..=op::ALOAD | op::ISTORE..=op::ASTORE | op::RET => {
            Insn::Local(opcode, u16::from(r.u8()?))
        }
        // iload_0 … aload_3 and istore_0 … astore_3: four numbers for each type in turn.
        26..=45 => {
            let n = opcode - 26;
            Insn::Local(op::ILOAD + n / 4, u16::from(n % 4))
        }
        59..=78 => {
            let n = opcode - 59;
            Insn::Local(op::ISTORE + n / 4, u16::from(n % 4))
        }
        op::IINC => Insn::Iinc(u16::from(r.u8()?), i16::from(r.u8()? as i8)),
        op::WIDE => match r.u8()? {
            op::IINC => Insn::Iinc(r.u16()?, r.i16()?),
            o @ (op::ILOAD..=op::ALOAD | op::ISTORE..=op::ASTORE | op::RET) => {
                Insn::Local(o, r.u16()?)
            }
            _ => return r.fail("wide form of an instruction that has none"),
        },
        op::IFEQ..=op::JSR | op::IFNULL | op::IFNONNULL => {
            Insn::Jump(opcode, target(i32::from(r.i16()?))?)
        }
        op::GOTO_W => Insn::Jump(op::GOTO, target(r.i32()?)?),
        op::JSR_W => Insn::Jump(op::JSR, target(r.i32()?)?),
        op::TABLESWITCH | op::LOOKUPSWITCH => {
            r.take(padding(pc))?;
            let default = target(r.i32()?)?;
            let cases = if opcode == op::TABLESWITCH {
                table_cases(r, target)?
            } else {
                lookup_cases(r, target)?
            };
            Insn::Switch(Box::new(Switch { default, cases }))
        }
        op::GETSTATIC..=op::PUTFIELD => Insn::Field(opcode, r.u16()?),
        op::INVOKEVIRTUAL..=op::INVOKESTATIC => Insn::Invoke(opcode, r.u16()?),
        op::INVOKEINTERFACE => {
            let index = r.u16()?;
            let count = r.u8()?;
            reserved_zero(r.u8()?.into(), r)?;
            Insn::InvokeInterface(index, count)
        }
        op::INVOKEDYNAMIC => {
            let index = r.u16()?;
            reserved_zero(r.u16()?, r)?;
            Insn::InvokeDynamic(index)
        }
        op::NEW | op::ANEWARRAY | op::CHECKCAST | op::INSTANCEOF => Insn::Type(opcode, r.u16()?),
        op::NEWARRAY => Insn::NewArray(r.u8()?),
        op::MULTIANEWARRAY => Insn::MultiNewArray(r.u16()?, r.u8()?),
        _ => Insn::Plain(opcode),
    })
}

fn table_cases(
    r: &mut Reader<'_>,
    target: impl Fn(i32) -> Result<Label, Malformed>,
) -> Result<SwitchCases, Malformed> {
    let (low, high) = (r.i32()?, r.i32()?);
    let targets = (low..=high)
        .map(|_| target(r.i32()?))
        .collect::<Result<_, _>>()?;
    Ok(SwitchCases::Table { low, targets })
}

fn lookup_cases(
    r: &mut Reader<'_>,
    target: impl Fn(i32) -> Result<Label, Malformed>,
) -> Result<SwitchCases, Malformed> {
    let pairs = (0..r.i32()?)
        .map(|_| Ok((r.i32()?, target(r.i32()?)?)))
        .collect::<Result<_, _>>()?;
    Ok(SwitchCases::Lookup(pairs))
}

/// The last operand of `invokeinterface` and `invokedynamic`, which is not kept.
fn reserved_zero(operand: u16, r: &Reader<'_>) -> Result<(), Malformed> {
    if operand == 0 {
        Ok(())
    } else {
        r.fail("operand that must be zero")
    }
}
