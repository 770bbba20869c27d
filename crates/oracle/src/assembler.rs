//! Class files from instructions.

use std::borrow::Cow;

use classfile::{
    Attribute, ClassFile, Code, Constant, Frame, Handler, Insn, Label, Member, MemberRef, Pool,
    PoolFull, TooLarge, TypeTable, VType, access, op,
};
use thiserror::Error;

/// A generated class outgrew the format.
#[derive(Debug, Error)]
pub enum Error {
    #[error(transparent)]
    Pool(#[from] PoolFull),
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// Java 11, or the last version without stack map frames.
const FRAMED: u16 = 55;
const UNFRAMED: u16 = 49;
const MAX_STACK: u16 = 12;

pub struct ClassWriter {
    file: ClassFile<'static>,
    types: TypeTable,
    name: String,
    framed: bool,
}

impl ClassWriter {
    pub fn new(name: &str, superclass: &str, framed: bool) -> Result<Self, Error> {
        let mut pool = Pool::default();
        let this_class = pool.intern_class(name)?;
        let super_class = pool.intern_class(superclass)?;
        Ok(ClassWriter {
            file: ClassFile {
                minor: 0,
                major: if framed { FRAMED } else { UNFRAMED },
                pool,
                // The flag 0x20 is ACC_SUPER in a class.
                access: access::PUBLIC | access::SYNCHRONIZED,
                this_class,
                super_class,
                interfaces: Vec::new(),
                fields: Vec::new(),
                methods: Vec::new(),
                attributes: Vec::new(),
            },
            types: TypeTable::default(),
            name: name.to_owned(),
            framed,
        })
    }

    pub fn field(&mut self, flags: u16, name: &str, descriptor: &str) -> Result<(), Error> {
        let member = Member {
            access: access::PUBLIC | flags,
            name: self.file.pool.intern_utf8(name)?,
            descriptor: self.file.pool.intern_utf8(descriptor)?,
            attributes: Vec::new(),
        };
        self.file.fields.push(member);
        Ok(())
    }

    /// Adds a method. `locals` are the types of the locals beyond the parameters, which the code
    /// must set before its first label.
    pub fn method(
        &mut self,
        flags: u16,
        name: &str,
        descriptor: &str,
        locals: &[VType],
        write: impl FnOnce(&mut Assembler<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let is_static = flags & access::STATIC != 0;
        let entry = Frame::at_entry(&mut self.types, &self.name, name, descriptor, is_static)
            .unwrap_or_default();
        let mut all = entry.locals.clone();
        all.extend_from_slice(locals);
        let throwable = VType::Object(self.types.id(b"java/lang/Throwable"));
        let this = VType::Object(self.types.id(self.name.as_bytes()));
        let mut assembler = Assembler {
            pool: &mut self.file.pool,
            throwable,
            this,
            locals: all,
            one_line: false,
            code: Code {
                max_stack: MAX_STACK,
                max_locals: 0,
                insns: Vec::new(),
                labels: Vec::new(),
                handlers: Vec::new(),
                lines: Vec::new(),
                vars: Vec::new(),
                frames: self.framed.then(Vec::new),
                annotations: Vec::new(),
                attributes: Vec::new(),
            },
        };
        write(&mut assembler)?;
        let locals = assembler.locals.len() as u16;
        let most_lines = if assembler.one_line { 1 } else { 60_000 };
        let mut code = assembler.code;
        code.max_locals = locals;
        // One line a statement would do; one an instruction tells more.
        code.lines = (0..code.insns.len().min(most_lines) as u32)
            .map(|i| {
                code.labels.push(i);
                (Label(code.labels.len() as u32 - 1), i as u16 + 1)
            })
            .collect();
        let info = code.encode(&mut self.file.pool, &self.types, &entry)?;
        let visibility = match flags & access::PRIVATE {
            0 => access::PUBLIC,
            _ => 0,
        };
        let member = Member {
            access: visibility | flags,
            name: self.file.pool.intern_utf8(name)?,
            descriptor: self.file.pool.intern_utf8(descriptor)?,
            attributes: vec![Attribute {
                name: self.file.pool.intern_utf8("Code")?,
                info: Cow::Owned(info),
            }],
        };
        self.file.methods.push(member);
        Ok(())
    }

    /// A type for locals.
    pub fn object_type(&mut self, name: &str) -> VType {
        VType::Object(self.types.id(name.as_bytes()))
    }

    pub fn finish(self) -> Vec<u8> {
        self.file.write()
    }
}

pub struct Assembler<'p> {
    pool: &'p mut Pool<'static>,
    code: Code,
    throwable: VType,
    this: VType,
    locals: Vec<VType>,
    one_line: bool,
}

impl Assembler<'_> {
    /// The whole method is on one line.
    pub fn on_one_line(&mut self) {
        self.one_line = true;
    }

    pub fn push(&mut self, insn: Insn) {
        self.code.insns.push(insn);
    }

    pub fn plain(&mut self, opcode: u8) {
        self.push(Insn::Plain(opcode));
    }

    pub fn local(&mut self, opcode: u8, slot: u16) {
        self.push(Insn::Local(opcode, slot));
    }

    pub fn int(&mut self, value: i16) {
        self.push(Insn::Short(value));
    }

    pub fn string(&mut self, text: &str) -> Result<(), Error> {
        let text = self.pool.intern_utf8(text)?;
        let constant = self.pool.intern(Constant::String(text))?;
        self.push(Insn::Ldc(constant));
        Ok(())
    }

    pub fn field(
        &mut self,
        opcode: u8,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Result<(), Error> {
        let index = self.pool.intern_field(MemberRef {
            class,
            name,
            descriptor,
        })?;
        self.push(Insn::Field(opcode, index));
        Ok(())
    }

    pub fn call(
        &mut self,
        opcode: u8,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Result<(), Error> {
        let index = self.pool.intern_method(MemberRef {
            class,
            name,
            descriptor,
        })?;
        self.push(Insn::Invoke(opcode, index));
        Ok(())
    }

    pub fn class(&mut self, opcode: u8, name: &str) -> Result<(), Error> {
        let index = self.pool.intern_class(name)?;
        self.push(Insn::Type(opcode, index));
        Ok(())
    }

    pub fn multi_new_array(&mut self, descriptor: &str, dimensions: u8) -> Result<(), Error> {
        let index = self.pool.intern_class(descriptor)?;
        self.push(Insn::MultiNewArray(index, dimensions));
        Ok(())
    }

    /// `new`, and the constructor without arguments.
    pub fn create(&mut self, class: &str) -> Result<(), Error> {
        self.class(op::NEW, class)?;
        self.plain(op::DUP);
        self.call(op::INVOKESPECIAL, class, "<init>", "()V")
    }

    /// In a constructor: calls that of the superclass, and from here on `this` is an object.
    pub fn construct_super(&mut self, superclass: &str, descriptor: &str) -> Result<(), Error> {
        self.call(op::INVOKESPECIAL, superclass, "<init>", descriptor)?;
        self.locals[0] = self.this;
        Ok(())
    }

    pub fn label(&mut self) -> Label {
        self.code.labels.push(u32::MAX);
        Label(self.code.labels.len() as u32 - 1)
    }

    /// A place that no jump leads to.
    pub fn mark(&mut self) -> Label {
        self.code.labels.push(self.code.insns.len() as u32);
        Label(self.code.labels.len() as u32 - 1)
    }

    /// Whether no instruction lies between two marks.
    pub fn is_empty(&self, start: Label, end: Label) -> bool {
        self.code.at(start) == self.code.at(end)
    }

    /// Puts a jump target here; the stack is empty.
    pub fn bind(&mut self, label: Label) {
        self.bind_with(label, Vec::new());
    }

    /// Puts the target of an exception handler here.
    pub fn handler(&mut self, start: Label, end: Label, class: Option<&str>) -> Result<(), Error> {
        let target = self.label();
        self.bind_with(target, vec![self.throwable]);
        let catch_type = match class {
            Some(class) => self.pool.intern_class(class)?,
            None => 0,
        };
        self.code.handlers.push(Handler {
            start,
            end,
            target,
            catch_type,
        });
        Ok(())
    }

    fn bind_with(&mut self, label: Label, stack: Vec<VType>) {
        self.code.labels[label.0 as usize] = self.code.insns.len() as u32;
        let frame = Frame {
            locals: self.locals.clone(),
            stack,
        };
        if let Some(frames) = &mut self.code.frames {
            let here = self.code.insns.len() as u32;
            // Two targets at one place have one frame.
            let known = frames
                .iter()
                .any(|(l, _)| self.code.labels[l.0 as usize] == here);
            if !known {
                frames.push((label, frame));
            }
        }
    }

    pub fn jump(&mut self, opcode: u8, target: Label) {
        self.push(Insn::Jump(opcode, target));
    }
}
