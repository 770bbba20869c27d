//! One method's code (JVMS 4.7.3): instructions with labels in place of byte offsets.

use std::borrow::Cow;

use crate::bytes::{Malformed, Reader};
use crate::class::{Attribute, read_attributes};
use crate::frames::{Frame, TypeTable, read_stack_map};
use crate::op;
use crate::pool::Pool;

/// A place between instructions; `Code::labels` says where it lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Label(pub u32);

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Insn {
    /// An opcode without operands.
    Plain(u8),
    /// `bipush`
    Byte(i8),
    /// `sipush`
    Short(i16),
    /// `ldc` or `ldc_w`, whichever fits
    Ldc(u16),
    Ldc2(u16),
    /// Loads, stores and `ret` of a local, in whatever form fits its number.
    Local(u8, u16),
    Iinc(u16, i16),
    /// Conditional jumps, `goto` and `jsr` (also when they must be laid out wide).
    Jump(u8, Label),
    Switch(Box<Switch>),
    Field(u8, u16),
    /// `invokevirtual`, `invokespecial`, `invokestatic`
    Invoke(u8, u16),
    InvokeInterface(u16, u8),
    InvokeDynamic(u16),
    /// `new`, `anewarray`, `checkcast`, `instanceof`
    Type(u8, u16),
    NewArray(u8),
    MultiNewArray(u16, u8),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Switch {
    pub default: Label,
    pub cases: SwitchCases,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SwitchCases {
    Table { low: i32, targets: Vec<Label> },
    Lookup(Vec<(i32, Label)>),
}

impl Insn {
    pub fn opcode(&self) -> u8 {
        match self {
            Insn::Plain(o)
            | Insn::Local(o, _)
            | Insn::Jump(o, _)
            | Insn::Field(o, _)
            | Insn::Invoke(o, _)
            | Insn::Type(o, _) => *o,
            Insn::Byte(_) => op::BIPUSH,
            Insn::Short(_) => op::SIPUSH,
            Insn::Ldc(_) => op::LDC,
            Insn::Ldc2(_) => op::LDC2_W,
            Insn::Iinc(..) => op::IINC,
            Insn::Switch(s) => match s.cases {
                SwitchCases::Table { .. } => op::TABLESWITCH,
                SwitchCases::Lookup(_) => op::LOOKUPSWITCH,
            },
            Insn::InvokeInterface(..) => op::INVOKEINTERFACE,
            Insn::InvokeDynamic(_) => op::INVOKEDYNAMIC,
            Insn::NewArray(_) => op::NEWARRAY,
            Insn::MultiNewArray(..) => op::MULTIANEWARRAY,
        }
    }
}

impl Switch {
    pub fn targets(&self) -> impl Iterator<Item = Label> + '_ {
        let (table, lookup): (&[Label], &[(i32, Label)]) = match &self.cases {
            SwitchCases::Table { targets, .. } => (targets, &[]),
            SwitchCases::Lookup(pairs) => (&[], pairs),
        };
        std::iter::once(self.default)
            .chain(table.iter().copied())
            .chain(lookup.iter().map(|&(_, l)| l))
    }
}

/// An exception table entry; `catch_type` 0 catches everything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handler {
    pub start: Label,
    pub end: Label,
    pub target: Label,
    pub catch_type: u16,
}

/// An entry of LocalVariableTable, or of LocalVariableTypeTable if `generic`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalVar {
    pub start: Label,
    pub end: Label,
    pub name: u16,
    pub descriptor: u16,
    pub slot: u16,
    pub generic: bool,
}

#[derive(Debug, Clone)]
pub struct Code {
    pub max_stack: u16,
    pub max_locals: u16,
    pub insns: Vec<Insn>,
    /// Index of the instruction that each label stands before; may equal `insns.len()`. After
    /// decoding, label `i` stands before instruction `i`.
    pub labels: Vec<u32>,
    pub handlers: Vec<Handler>,
    pub lines: Vec<(Label, u16)>,
    pub vars: Vec<LocalVar>,
    /// `None`: the method had no StackMapTable.
    pub frames: Option<Vec<(Label, Frame)>>,
    /// Attributes that hold no code offsets known to us, as they were. Type annotations on code,
    /// which do hold offsets and which no run-time facility can see, are not kept.
    pub attributes: Vec<Attribute<'static>>,
}

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
        let code_start = r.position();
        let bytes = r.take(len)?;
        let boundaries = Boundaries::scan(bytes).map_err(|e| shifted(e, code_start))?;
        let insns = decode_insns(bytes, &boundaries).map_err(|e| shifted(e, code_start))?;

        let mut code = Code {
            max_stack,
            max_locals,
            labels: (0..=insns.len() as u32).collect(),
            insns,
            handlers: Vec::new(),
            lines: Vec::new(),
            vars: Vec::new(),
            frames: None,
            attributes: Vec::new(),
        };
        let handler_count = r.u16()? as usize;
        for _ in 0..handler_count {
            code.handlers.push(Handler {
                start: boundaries.label(r.u16()?)?,
                end: boundaries.label(r.u16()?)?,
                target: boundaries.label(r.u16()?)?,
                catch_type: r.u16()?,
            });
        }
        for attribute in read_attributes(&mut r)? {
            code.take_attribute(attribute, pool, types, &boundaries, entry)?;
        }
        if !r.at_end() {
            return r.fail("bytes after the end of a Code attribute");
        }
        Ok(code)
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
            Some(b"LineNumberTable") => {
                for _ in 0..r.u16()? {
                    let label = boundaries.label(r.u16()?)?;
                    self.lines.push((label, r.u16()?));
                }
            }
            Some(name @ (b"LocalVariableTable" | b"LocalVariableTypeTable")) => {
                let generic = name == b"LocalVariableTypeTable";
                for _ in 0..r.u16()? {
                    let start = r.u16()?;
                    let len = r.u16()?;
                    self.vars.push(LocalVar {
                        start: boundaries.label(start)?,
                        end: boundaries.label(start.saturating_add(len))?,
                        name: r.u16()?,
                        descriptor: r.u16()?,
                        slot: r.u16()?,
                        generic,
                    });
                }
            }
            Some(b"StackMapTable") => {
                self.frames = Some(read_stack_map(&mut r, pool, types, entry, |pc| {
                    boundaries.label(pc)
                })?);
            }
            Some(b"RuntimeVisibleTypeAnnotations" | b"RuntimeInvisibleTypeAnnotations") => {}
            _ => self.attributes.push(Attribute {
                name: attribute.name,
                info: Cow::Owned(attribute.info.into_owned()),
            }),
        }
        Ok(())
    }

    /// The instruction index of a label.
    pub fn at(&self, label: Label) -> usize {
        self.labels[label.0 as usize] as usize
    }
}

fn shifted(e: Malformed, by: usize) -> Malformed {
    Malformed { at: e.at + by, ..e }
}

/// Where instructions begin.
struct Boundaries {
    /// Instruction index + 1 at each byte offset that begins one; 0 elsewhere.
    index: Vec<u32>,
    count: u32,
}

impl Boundaries {
    fn scan(bytes: &[u8]) -> Result<Self, Malformed> {
        let mut index = vec![0; bytes.len() + 1];
        let mut count = 0;
        let mut r = Reader::new(bytes);
        if bytes.is_empty() {
            return r.fail("method without instructions");
        }
        while !r.at_end() {
            count += 1;
            index[r.position()] = count;
            skip_insn(&mut r)?;
        }
        index[bytes.len()] = count + 1;
        Ok(Boundaries { index, count })
    }

    fn label(&self, pc: u16) -> Result<Label, Malformed> {
        self.label_at(i64::from(pc))
    }

    fn label_at(&self, pc: i64) -> Result<Label, Malformed> {
        match usize::try_from(pc).ok().and_then(|pc| self.index.get(pc)) {
            Some(&i) if i > 0 => Ok(Label(i - 1)),
            _ => Err(Malformed {
                at: pc.max(0) as usize,
                what: "code offset that is not the start of an instruction",
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
                Ok(n) if n <= 1 << 16 => n * 4,
                _ => return r.fail("tableswitch with absurd bounds"),
            }
        }
        op::LOOKUPSWITCH => {
            r.take(padding(pc) + 4)?;
            match usize::try_from(r.i32()?) {
                Ok(n) if n <= 1 << 16 => n * 8,
                _ => return r.fail("lookupswitch with an absurd number of cases"),
            }
        }
        0..=op::JSR_W => 0,
        _ => return r.fail("unknown opcode"),
    };
    r.take(operands)?;
    Ok(())
}

/// Bytes between a switch's opcode at `pc` and its aligned operands.
pub(crate) fn padding(pc: usize) -> usize {
    3 - pc % 4
}

fn decode_insns(bytes: &[u8], boundaries: &Boundaries) -> Result<Vec<Insn>, Malformed> {
    let mut insns = Vec::with_capacity(boundaries.count as usize);
    let mut r = Reader::new(bytes);
    while !r.at_end() {
        insns.push(decode_insn(&mut r, boundaries)?);
    }
    Ok(insns)
}

fn decode_insn(r: &mut Reader<'_>, boundaries: &Boundaries) -> Result<Insn, Malformed> {
    let pc = r.position();
    let target = |offset: i32| boundaries.label_at(pc as i64 + i64::from(offset));
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
        op::TABLESWITCH => {
            r.take(padding(pc))?;
            let default = target(r.i32()?)?;
            let (low, high) = (r.i32()?, r.i32()?);
            let targets = (i64::from(low)..=i64::from(high))
                .map(|_| target(r.i32()?))
                .collect::<Result<_, _>>()?;
            Insn::Switch(Box::new(Switch {
                default,
                cases: SwitchCases::Table { low, targets },
            }))
        }
        op::LOOKUPSWITCH => {
            r.take(padding(pc))?;
            let default = target(r.i32()?)?;
            let pairs = (0..r.i32()?)
                .map(|_| Ok((r.i32()?, target(r.i32()?)?)))
                .collect::<Result<_, _>>()?;
            Insn::Switch(Box::new(Switch {
                default,
                cases: SwitchCases::Lookup(pairs),
            }))
        }
        op::GETSTATIC..=op::PUTFIELD => Insn::Field(opcode, r.u16()?),
        op::INVOKEVIRTUAL..=op::INVOKESTATIC => Insn::Invoke(opcode, r.u16()?),
        op::INVOKEINTERFACE => {
            let index = r.u16()?;
            let count = r.u8()?;
            r.u8()?;
            Insn::InvokeInterface(index, count)
        }
        op::INVOKEDYNAMIC => {
            let index = r.u16()?;
            r.u16()?;
            Insn::InvokeDynamic(index)
        }
        op::NEW | op::ANEWARRAY | op::CHECKCAST | op::INSTANCEOF => Insn::Type(opcode, r.u16()?),
        op::NEWARRAY => Insn::NewArray(r.u8()?),
        op::MULTIANEWARRAY => Insn::MultiNewArray(r.u16()?, r.u8()?),
        _ => Insn::Plain(opcode),
    })
}
