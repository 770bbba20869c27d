//! One method's code (JVMS 4.7.3): instructions with labels in place of byte offsets.

use crate::annotations::CodeAnnotation;
use crate::class::Attribute;
use crate::frames::Frame;
use crate::op;

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
    pub fn targets_mut(&mut self) -> impl Iterator<Item = &mut Label> {
        let (table, lookup): (&mut [Label], &mut [(i32, Label)]) = match &mut self.cases {
            SwitchCases::Table { targets, .. } => (targets, &mut []),
            SwitchCases::Lookup(pairs) => (&mut [], pairs),
        };
        std::iter::once(&mut self.default)
            .chain(table)
            .chain(lookup.iter_mut().map(|(_, l)| l))
    }

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

/// Bytes between a switch's opcode at `pc` and its aligned operands.
pub(crate) fn padding(pc: usize) -> usize {
    3 - pc % 4
}

/// The code of one method. Encoding what was decoded gives code that means the same and decodes to
/// the same; its bytes may differ, as every instruction gets its shortest form.
#[derive(Debug, Clone, PartialEq, Eq)]
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
    pub annotations: Vec<CodeAnnotation>,
    /// Attributes that hold no code offsets known to us, as they were.
    pub attributes: Vec<Attribute<'static>>,
}

impl Code {
    /// The instruction index of a label.
    pub fn at(&self, label: Label) -> usize {
        self.labels[label.0 as usize] as usize
    }

    /// The line of each instruction.
    pub fn line_of_each(&self) -> Vec<Option<u16>> {
        let mut lines = vec![None; self.insns.len()];
        for &(label, line) in &self.lines {
            if let Some(start) = lines.get_mut(self.at(label)) {
                *start = Some(line);
            }
        }
        let mut last = None;
        for line in &mut lines {
            *line = line.or(last);
            last = *line;
        }
        lines
    }
}
