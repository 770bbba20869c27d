//! The type checker (JVMS 4.10.1) without a class hierarchy: every class may be assigned to every
//! other, all else is as the JVM has it. Where it is in doubt it finds no fault.

use classfile::{
    Code, Constant, Frame, Insn, Label, Pool, TypeTable, VType, arity, op, parameters,
};

use crate::Skip;
use crate::sim::constant_type;

/// What the code has to know of the method around it.
pub struct Method<'m> {
    /// Descriptor of what it returns.
    pub result: &'m str,
    /// Of a constructor: its class.
    pub this: Option<u16>,
}

/// Why the walk ends early.
enum Stop {
    /// The JVM will refuse the code.
    Fault,
    /// A name that cannot be followed here.
    Unknown,
}

type Checked = Result<(), Stop>;

pub fn check(
    pool: &Pool<'_>,
    code: &Code,
    entry: &Frame,
    method: &Method<'_>,
    types: &mut TypeTable,
) -> Result<(), Skip> {
    let frames = code.frames.as_deref().unwrap_or_default();
    let mut checker = Checker {
        pool,
        code,
        frames,
        method,
        types,
        locals: Vec::new(),
        stack: Vec::new(),
        depth: 0,
        changed: true,
    };
    match checker.walk(entry) {
        Ok(()) | Err(Stop::Unknown) => Ok(()),
        Err(Stop::Fault) => Err(Skip::Refused),
    }
}

struct Checker<'c, 'a> {
    pool: &'c Pool<'a>,
    code: &'c Code,
    frames: &'c [(Label, Frame)],
    method: &'c Method<'c>,
    types: &'c mut TypeTable,
    /// By slot; the second slot of a long or double is `Top`.
    locals: Vec<VType>,
    stack: Vec<VType>,
    /// Of the stack, in slots.
    depth: usize,
    /// Whether locals changed since handlers were last compared with them.
    changed: bool,
}

impl<'c> Checker<'c, '_> {
    fn walk(&mut self, entry: &Frame) -> Checked {
        if !self.frames.is_sorted_by(|a, b| a.0 < b.0) {
            return Err(Stop::Fault);
        }
        self.enter(entry)?;
        let (code, mut frames, mut reached) = (self.code, self.frames.iter().peekable(), true);
        for (i, insn) in code.insns.iter().enumerate() {
            let at = Label(i as u32);
            if let Some((_, frame)) = frames.next_if(|(label, _)| *label == at) {
                if reached {
                    self.reaches(frame)?;
                }
                self.enter(frame)?;
            } else if !reached {
                return Err(Stop::Fault);
            }
            self.handlers(at)?;
            reached = self.step(insn, at)?;
        }
        fault_unless(!reached && frames.peek().is_none())
    }

    /// Takes on what a frame says, which must fit the method.
    fn enter(&mut self, frame: &Frame) -> Checked {
        self.changed = true;
        self.locals = slots(frame);
        fault_unless(self.locals.len() <= usize::from(self.code.max_locals))?;
        self.locals
            .resize(usize::from(self.code.max_locals), VType::Top);
        self.stack.clear();
        self.depth = 0;
        frame.stack.iter().try_for_each(|&ty| self.push(ty))
    }

    /// Whether the current types may go on at a place with this frame.
    fn reaches(&self, frame: &Frame) -> Checked {
        let stack = frame.stack.len() == self.stack.len()
            && self
                .stack
                .iter()
                .zip(&frame.stack)
                .all(|(&from, &to)| is_assignable(from, to));
        fault_unless(stack && self.locals_reach(frame))
    }

    fn locals_reach(&self, frame: &Frame) -> bool {
        let mut slots = self.locals.iter();
        frame.locals.iter().all(|&to| {
            let fits = slots.next().is_some_and(|&from| is_assignable(from, to));
            fits && (!to.is_wide() || slots.next().is_some())
        })
    }

    /// An exception here takes the locals as they are to the handlers around it.
    fn handlers(&mut self, at: Label) -> Checked {
        let changed = std::mem::take(&mut self.changed);
        let all = self.code.handlers.iter().all(|handler| {
            let covers = at >= handler.start && at < handler.end;
            if !covers || !(changed || at == handler.start) {
                return true;
            }
            self.frame_at(handler.target).is_some_and(|frame| {
                matches!(frame.stack[..], [VType::Object(_)]) && self.locals_reach(frame)
            })
        });
        fault_unless(all)
    }

    fn frame_at(&self, label: Label) -> Option<&Frame> {
        let found = self.frames.binary_search_by_key(&label, |(at, _)| *at);
        Some(&self.frames[found.ok()?].1)
    }

    fn jump(&self, target: Label) -> Checked {
        self.reaches(self.frame_at(target).ok_or(Stop::Fault)?)
    }

    fn push(&mut self, ty: VType) -> Checked {
        self.stack.push(ty);
        self.depth += size(ty);
        fault_unless(self.depth <= usize::from(self.code.max_stack))
    }

    fn pop(&mut self) -> Result<VType, Stop> {
        let ty = self.stack.pop().ok_or(Stop::Fault)?;
        self.depth -= size(ty);
        Ok(ty)
    }

    fn pop_exactly(&mut self, ty: VType) -> Checked {
        let found = self.pop()?;
        fault_unless(found == ty)
    }

    /// A reference to an object that its constructor has seen to, or null.
    fn pop_object(&mut self) -> Checked {
        let found = self.pop()?;
        fault_unless(matches!(found, VType::Object(_) | VType::Null))
    }

    fn pop_reference(&mut self) -> Result<VType, Stop> {
        let found = self.pop()?;
        fault_unless(is_reference(found)).map(|()| found)
    }

    /// A value of the type that a descriptor names.
    fn pop_of(&mut self, descriptor: &str) -> Checked {
        let found = self.pop()?;
        fault_unless(fits(found, self.types.of_descriptor(descriptor)))
    }

    fn push_of(&mut self, descriptor: &str) -> Checked {
        if descriptor == "V" {
            return Ok(());
        }
        let ty = self.types.of_descriptor(descriptor);
        self.push(ty)
    }

    fn push_named(&mut self, name: &[u8]) -> Checked {
        let id = self.types.id(name);
        self.push(VType::Object(id))
    }

    fn local(&self, slot: u16) -> Result<VType, Stop> {
        let ty = self.locals.get(usize::from(slot));
        ty.copied().ok_or(Stop::Fault)
    }

    fn load(&mut self, slot: u16, ty: VType) -> Checked {
        let found = self.local(slot)?;
        fault_unless(found == ty)?;
        self.push(ty)
    }

    fn store(&mut self, slot: u16, ty: VType) -> Checked {
        let slot = usize::from(slot);
        fault_unless(slot + size(ty) <= self.locals.len())?;
        if slot > 0 && size(self.locals[slot - 1]) == 2 {
            self.locals[slot - 1] = VType::Top;
        }
        self.changed = true;
        self.locals[slot] = ty;
        if size(ty) == 2 {
            self.locals[slot + 1] = VType::Top;
        }
        Ok(())
    }

    /// Advances over an instruction; answers whether the next one is reached from it.
    fn step(&mut self, insn: &Insn, at: Label) -> Result<bool, Stop> {
        match *insn {
            Insn::Plain(o) => return self.plain(o),
            Insn::Byte(_) | Insn::Short(_) => self.push(VType::Int)?,
            Insn::Ldc(index) | Insn::Ldc2(index) => self.constant(insn, index)?,
            Insn::Local(o, slot) => self.access_local(o, slot)?,
            Insn::Iinc(slot, _) => fault_unless(self.local(slot)? == VType::Int)?,
            Insn::Jump(o, target) => {
                self.compared(o)?;
                self.jump(target)?;
                return Ok(o != op::GOTO);
            }
            Insn::Switch(ref switch) => {
                self.pop_exactly(VType::Int)?;
                switch.targets().try_for_each(|target| self.jump(target))?;
                return Ok(false);
            }
            Insn::Field(o, index) => self.field(o, index)?,
            Insn::Invoke(o, index) => {
                let constant = self.constant_at(index)?;
                // Of interfaces, static and private methods can be called so, too.
                fault_unless(matches!(
                    constant,
                    Constant::Method(..) | Constant::InterfaceMethod(..)
                ))?;
                self.invoke(o, index)?;
            }
            Insn::InvokeInterface(index, _) => {
                let constant = self.constant_at(index)?;
                fault_unless(matches!(constant, Constant::InterfaceMethod(..)))?;
                self.invoke(op::INVOKEINTERFACE, index)?;
            }
            Insn::InvokeDynamic(index) => {
                let constant = self.constant_at(index)?;
                fault_unless(matches!(constant, Constant::InvokeDynamic(..)))?;
                let pool = self.pool;
                let (_, descriptor) = pool.dynamic(index).ok_or(Stop::Unknown)?;
                self.call(descriptor, |_| Ok(()))?;
            }
            Insn::Type(o, index) => self.with_class(o, index, at)?,
            Insn::NewArray(code) => {
                fault_unless((4..=11).contains(&code))?;
                self.pop_exactly(VType::Int)?;
                let names = [b"[Z", b"[C", b"[F", b"[D", b"[B", b"[S", b"[I", b"[J"];
                self.push_named(names[usize::from(code - 4)])?;
            }
            Insn::MultiNewArray(index, dimensions) => {
                let name = self.class_name(index)?;
                let depth = name.bytes().take_while(|&b| b == b'[').count();
                fault_unless(dimensions > 0 && usize::from(dimensions) <= depth)?;
                for _ in 0..dimensions {
                    self.pop_exactly(VType::Int)?;
                }
                self.push_named(name.as_bytes())?;
            }
        }
        Ok(true)
    }

    fn constant_at(&self, index: u16) -> Result<&Constant<'_>, Stop> {
        self.pool.get(index).ok_or(Stop::Fault)
    }

    fn constant(&mut self, insn: &Insn, index: u16) -> Checked {
        let is_wide = match self.constant_at(index)? {
            Constant::Integer(_)
            | Constant::Float(_)
            | Constant::String(_)
            | Constant::Class(_)
            | Constant::MethodHandle(..)
            | Constant::MethodType(_) => false,
            Constant::Long(_) | Constant::Double(_) => true,
            Constant::Dynamic(..) => {
                let (_, descriptor) = self.pool.dynamic(index).ok_or(Stop::Unknown)?;
                matches!(descriptor, "J" | "D")
            }
            _ => return Err(Stop::Fault),
        };
        fault_unless(is_wide == matches!(insn, Insn::Ldc2(_)))?;
        let ty = constant_type(index, self.pool, self.types).ok_or(Stop::Unknown)?;
        self.push(ty)
    }

    fn access_local(&mut self, o: u8, slot: u16) -> Checked {
        match o {
            op::ILOAD => self.load(slot, VType::Int),
            op::LLOAD => self.load(slot, VType::Long),
            op::FLOAD => self.load(slot, VType::Float),
            op::DLOAD => self.load(slot, VType::Double),
            op::ALOAD => {
                let ty = self.local(slot)?;
                fault_unless(is_reference(ty))?;
                self.push(ty)
            }
            // `ret` has no place in code of these versions.
            op::RET => Err(Stop::Fault),
            _ => {
                let ty = self.pop()?;
                let fits = match o {
                    op::ISTORE => ty == VType::Int,
                    op::LSTORE => ty == VType::Long,
                    op::FSTORE => ty == VType::Float,
                    op::DSTORE => ty == VType::Double,
                    _ => is_reference(ty),
                };
                fault_unless(fits)?;
                self.store(slot, ty)
            }
        }
    }

    /// Pops what a jump decides by.
    fn compared(&mut self, o: u8) -> Checked {
        match o {
            op::IFEQ..=op::IFLE => self.pop_exactly(VType::Int),
            op::IF_ICMPEQ..=op::IF_ICMPLE => {
                self.pop_exactly(VType::Int)?;
                self.pop_exactly(VType::Int)
            }
            op::IF_ACMPEQ | op::IF_ACMPNE => {
                self.pop_reference()?;
                self.pop_reference().map(drop)
            }
            op::IFNULL | op::IFNONNULL => self.pop_reference().map(drop),
            op::GOTO => Ok(()),
            // `jsr` has no place in code of these versions.
            _ => Err(Stop::Fault),
        }
    }

    fn field(&mut self, o: u8, index: u16) -> Checked {
        fault_unless(matches!(self.constant_at(index)?, Constant::Field(..)))?;
        let pool = self.pool;
        let member = pool.member_ref(index).ok_or(Stop::Unknown)?;
        if matches!(o, op::PUTSTATIC | op::PUTFIELD) {
            self.pop_of(member.descriptor)?;
        }
        if matches!(o, op::GETFIELD | op::PUTFIELD) {
            // A constructor may write fields of its own before it calls another.
            self.pop_reference()?;
        }
        if matches!(o, op::GETSTATIC | op::GETFIELD) {
            self.push_of(member.descriptor)?;
        }
        Ok(())
    }

    fn invoke(&mut self, o: u8, index: u16) -> Checked {
        let pool = self.pool;
        let member = pool.member_ref(index).ok_or(Stop::Unknown)?;
        let constructs = member.name == "<init>";
        fault_unless(!constructs || o == op::INVOKESPECIAL)?;
        self.call(member.descriptor, |checker| match o {
            op::INVOKESTATIC => Ok(()),
            _ if constructs => checker.construct(member.class),
            _ => checker.pop_object(),
        })
    }

    /// Pops arguments and what `receiver` pops, pushes the result.
    fn call(&mut self, descriptor: &str, receiver: impl FnOnce(&mut Self) -> Checked) -> Checked {
        let (count, result) = arity(descriptor).ok_or(Stop::Unknown)?;
        let first = self.stack.len().checked_sub(count).ok_or(Stop::Fault)?;
        for (at, parameter) in (first..).zip(parameters(descriptor)) {
            fault_unless(fits(self.stack[at], self.types.of_descriptor(parameter)))?;
        }
        while self.stack.len() > first {
            self.pop()?;
        }
        receiver(self)?;
        self.push_of(result)
    }

    /// Pops an object that the constructor of `class` sees to.
    fn construct(&mut self, class: &str) -> Checked {
        let raw = self.pop()?;
        let name = match raw {
            VType::UninitializedThis => {
                let this = self.method.this.ok_or(Stop::Unknown)?;
                self.class_name(this)?
            }
            VType::Uninitialized(_) => class,
            _ => return Err(Stop::Fault),
        };
        let ready = VType::Object(self.types.id(name.as_bytes()));
        self.changed = true;
        for ty in self.locals.iter_mut().chain(&mut self.stack) {
            if *ty == raw {
                *ty = ready;
            }
        }
        Ok(())
    }

    fn class_name(&self, index: u16) -> Result<&'c str, Stop> {
        fault_unless(matches!(self.constant_at(index)?, Constant::Class(_)))?;
        self.pool.class_name(index).ok_or(Stop::Unknown)
    }

    /// Instructions whose operand is a class.
    fn with_class(&mut self, o: u8, index: u16, at: Label) -> Checked {
        let name = self.class_name(index)?;
        match o {
            op::NEW => {
                fault_unless(!name.starts_with('['))?;
                self.changed = true;
                for ty in &mut self.locals {
                    if *ty == VType::Uninitialized(at) {
                        *ty = VType::Top;
                    }
                }
                self.push(VType::Uninitialized(at))
            }
            op::ANEWARRAY => {
                self.pop_exactly(VType::Int)?;
                let array = self.types.array_of(name);
                self.push(VType::Object(array))
            }
            op::CHECKCAST => {
                self.pop_object()?;
                self.push_named(name.as_bytes())
            }
            _ => {
                self.pop_object()?;
                self.push(VType::Int)
            }
        }
    }

    /// An opcode without operands; answers whether the next instruction is reached from it.
    fn plain(&mut self, o: u8) -> Result<bool, Stop> {
        match o {
            op::IRETURN..=op::RETURN => {
                self.returns(o)?;
                return Ok(false);
            }
            op::ATHROW => {
                self.pop_object()?;
                return Ok(false);
            }
            op::IALOAD..=op::SALOAD => self.load_element(o)?,
            op::IASTORE..=op::SASTORE => self.store_element(o)?,
            op::POP..=op::SWAP => self.shuffle(o)?,
            op::MONITORENTER | op::MONITOREXIT => self.pop_reference().map(drop)?,
            op::ARRAYLENGTH => {
                self.pop_array(None)?;
                self.push(VType::Int)?;
            }
            op::NOP => {}
            _ => {
                let (pops, push) = arithmetic(o).ok_or(Stop::Unknown)?;
                for &ty in pops {
                    self.pop_exactly(ty)?;
                }
                self.push(push)?;
            }
        }
        Ok(true)
    }

    fn returns(&mut self, o: u8) -> Checked {
        if o == op::RETURN {
            fault_unless(self.method.result == "V")?;
            return fault_unless(!self.locals.contains(&VType::UninitializedThis));
        }
        let returned = match o {
            op::IRETURN => VType::Int,
            op::LRETURN => VType::Long,
            op::FRETURN => VType::Float,
            op::DRETURN => VType::Double,
            _ => VType::Null,
        };
        let promised = match self.method.result {
            "V" => return Err(Stop::Fault),
            result => self.types.of_descriptor(result),
        };
        match (returned, promised) {
            (VType::Null, VType::Object(_)) => self.pop_object(),
            _ if returned == promised => self.pop_exactly(returned),
            _ => Err(Stop::Fault),
        }
    }

    /// Pops an array, which if `elements` are given is of one of these primitive types.
    fn pop_array(&mut self, elements: Option<&[u8]>) -> Result<VType, Stop> {
        let array = self.pop()?;
        let fits = match array {
            VType::Null => true,
            VType::Object(id) => match (self.types.name(id), elements) {
                ([b'[', element], Some(elements)) => elements.contains(element),
                ([b'[', ..], None) => true,
                _ => false,
            },
            _ => false,
        };
        fault_unless(fits).map(|()| array)
    }

    fn pop_references(&mut self) -> Result<VType, Stop> {
        let array = self.pop_array(None)?;
        let fits = match array {
            VType::Object(id) => matches!(self.types.name(id), [b'[', b'[' | b'L', ..]),
            _ => true,
        };
        fault_unless(fits).map(|()| array)
    }

    fn load_element(&mut self, o: u8) -> Checked {
        self.pop_exactly(VType::Int)?;
        if o == op::AALOAD {
            let array = self.pop_references()?;
            let element = self.types.element_of(array);
            return self.push(element);
        }
        let (elements, ty) = elements(o - op::IALOAD);
        self.pop_array(Some(elements))?;
        self.push(ty)
    }

    fn store_element(&mut self, o: u8) -> Checked {
        if o == op::AASTORE {
            self.pop_object()?;
            self.pop_exactly(VType::Int)?;
            return self.pop_references().map(drop);
        }
        let (elements, ty) = elements(o - op::IASTORE);
        self.pop_exactly(ty)?;
        self.pop_exactly(VType::Int)?;
        self.pop_array(Some(elements)).map(drop)
    }

    /// `pop` to `swap`: how many slots are copied, and below how many others they go.
    fn shuffle(&mut self, o: u8) -> Checked {
        match o {
            op::POP => self.drop_slots(1),
            op::POP2 => self.drop_slots(2),
            op::SWAP => {
                let top = self.start_of(self.stack.len(), 1)?;
                let below = self.start_of(top, 1)?;
                self.stack.swap(top, below);
                Ok(())
            }
            _ => {
                let (copied, below) = match o {
                    op::DUP => (1, 0),
                    op::DUP_X1 => (1, 1),
                    op::DUP_X2 => (1, 2),
                    op::DUP2 => (2, 0),
                    op::DUP2_X1 => (2, 1),
                    _ => (2, 2),
                };
                let top = self.start_of(self.stack.len(), copied)?;
                let under = self.start_of(top, below)?;
                for i in 0..self.stack.len() - top {
                    let copy = self.stack[top + 2 * i];
                    self.stack.insert(under + i, copy);
                }
                self.depth += copied;
                fault_unless(self.depth <= usize::from(self.code.max_stack))
            }
        }
    }

    /// Where on the stack the values in so many slots below `end` begin; no value may lie across the border.
    fn start_of(&self, end: usize, slots: usize) -> Result<usize, Stop> {
        let (mut at, mut left) = (end, slots);
        while left > 0 {
            at = at.checked_sub(1).ok_or(Stop::Fault)?;
            left = left.checked_sub(size(self.stack[at])).ok_or(Stop::Fault)?;
        }
        Ok(at)
    }

    fn drop_slots(&mut self, slots: usize) -> Checked {
        let start = self.start_of(self.stack.len(), slots)?;
        self.stack.truncate(start);
        self.depth -= slots;
        Ok(())
    }
}

fn fault_unless(sound: bool) -> Checked {
    if sound { Ok(()) } else { Err(Stop::Fault) }
}

fn size(ty: VType) -> usize {
    1 + usize::from(ty.is_wide())
}

fn is_reference(ty: VType) -> bool {
    use VType::{Null, Object, Uninitialized, UninitializedThis};
    matches!(ty, Null | Object(_) | Uninitialized(_) | UninitializedThis)
}

/// Whether a value may be passed for one of this type.
fn fits(found: VType, wanted: VType) -> bool {
    match wanted {
        VType::Object(_) => matches!(found, VType::Object(_) | VType::Null),
        primitive => found == primitive,
    }
}

/// JVMS 4.10.1.2, where any class will do for any other.
fn is_assignable(from: VType, to: VType) -> bool {
    match (from, to) {
        (_, VType::Top) | (VType::Null | VType::Object(_), VType::Object(_)) => true,
        _ => from == to,
    }
}

fn slots(frame: &Frame) -> Vec<VType> {
    let mut slots = Vec::with_capacity(frame.locals.len() + 4);
    for &ty in &frame.locals {
        slots.push(ty);
        if ty.is_wide() {
            slots.push(VType::Top);
        }
    }
    slots
}

/// Element types of the primitive array instructions, counted from `iaload` or `iastore`, and the
/// type that they have on the stack.
fn elements(offset: u8) -> (&'static [u8], VType) {
    match offset {
        0 => (b"I", VType::Int),
        1 => (b"J", VType::Long),
        2 => (b"F", VType::Float),
        3 => (b"D", VType::Double),
        5 => (b"BZ", VType::Int),
        6 => (b"C", VType::Int),
        _ => (b"S", VType::Int),
    }
}

/// What the opcodes that only compute pop, from the top of the stack down, and push.
fn arithmetic(o: u8) -> Option<(&'static [VType], VType)> {
    use VType::{Double as D, Float as F, Int as I, Long as L};
    Some(match o {
        op::ACONST_NULL => (&[], VType::Null),
        op::ICONST_M1..=op::ICONST_5 => (&[], I),
        op::LCONST_0 | op::LCONST_1 => (&[], L),
        op::FCONST_0..=op::FCONST_2 => (&[], F),
        op::DCONST_0 | op::DCONST_1 => (&[], D),
        op::IADD | op::ISUB | op::IMUL | op::IDIV | op::IREM => (&[I, I], I),
        op::ISHL | op::ISHR | op::IUSHR | op::IAND | op::IOR | op::IXOR => (&[I, I], I),
        op::LADD | op::LSUB | op::LMUL | op::LDIV | op::LREM => (&[L, L], L),
        op::LAND | op::LOR | op::LXOR => (&[L, L], L),
        op::LSHL | op::LSHR | op::LUSHR => (&[I, L], L),
        op::FADD | op::FSUB | op::FMUL | op::FDIV | op::FREM => (&[F, F], F),
        op::DADD | op::DSUB | op::DMUL | op::DDIV | op::DREM => (&[D, D], D),
        op::INEG | op::I2B | op::I2C | op::I2S => (&[I], I),
        op::LNEG => (&[L], L),
        op::FNEG => (&[F], F),
        op::DNEG => (&[D], D),
        op::I2L => (&[I], L),
        op::I2F => (&[I], F),
        op::I2D => (&[I], D),
        op::L2I => (&[L], I),
        op::L2F => (&[L], F),
        op::L2D => (&[L], D),
        op::F2I => (&[F], I),
        op::F2L => (&[F], L),
        op::F2D => (&[F], D),
        op::D2I => (&[D], I),
        op::D2L => (&[D], L),
        op::D2F => (&[D], F),
        op::LCMP => (&[L, L], I),
        op::FCMPL | op::FCMPG => (&[F, F], I),
        op::DCMPL | op::DCMPG => (&[D, D], I),
        _ => return None,
    })
}
