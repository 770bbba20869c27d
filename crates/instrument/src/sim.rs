//! What the verifier knows at each instruction: types of locals and operands.
//!
//! Every merge point of a method with a StackMapTable has its frame in the class file, so a walk
//! in program order from frame to frame needs no fixpoint and no class hierarchy; it is the
//! transfer half of the type-checking verifier (JVMS 4.10.1.9). Each value also carries where it
//! was loaded from, which decides which array shadow cache an access uses.

use classfile::{Frame, Insn, Label, Pool, TypeTable, VType, arity, op};

/// Where a reference on the operand stack was loaded from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Source {
    Unknown,
    Local(u16),
    /// An array-typed field of this class, by its place among the class's fields.
    Field(u16),
    /// A row: an element of another array.
    Element,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value {
    pub ty: VType,
    pub source: Source,
    /// Whether the reference may have been loaded from a field or element of another object, here
    /// or in a caller.
    pub dereferenced: bool,
}

impl Value {
    pub fn of(ty: VType) -> Self {
        Value {
            ty,
            source: Source::Unknown,
            dereferenced: false,
        }
    }

    fn dereferenced(ty: VType, source: Source) -> Self {
        Value {
            ty,
            source,
            dereferenced: true,
        }
    }
}

/// The operands did not fit the instruction: the class does not verify, or our model is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mismatch;

#[derive(Debug, Clone)]
pub struct State {
    /// By slot; the second slot of a long or double is `Top`.
    pub locals: Vec<Value>,
    pub stack: Vec<Value>,
}

impl State {
    pub fn from_frame(frame: &Frame, max_locals: u16) -> Self {
        let mut locals = Vec::with_capacity(usize::from(max_locals));
        for &ty in &frame.locals {
            let slot = locals.len() as u16;
            locals.push(match ty {
                VType::Object(_) => Value::dereferenced(ty, Source::Local(slot)),
                _ => Value::of(ty),
            });
            if ty.is_wide() {
                locals.push(Value::of(VType::Top));
            }
        }
        locals.resize(usize::from(max_locals), Value::of(VType::Top));
        State {
            locals,
            stack: frame.stack.iter().map(|&ty| Value::of(ty)).collect(),
        }
    }

    /// The locals in the class file's form: `Top` after a wide value left out, trailing `Top`s dropped. There is room
    /// for so many more.
    pub fn frame_locals(&self, room: usize) -> Vec<VType> {
        let mut locals = Vec::with_capacity(self.locals.len() + room);
        let mut skip = false;
        for value in &self.locals {
            if skip {
                skip = false;
                continue;
            }
            skip = value.ty.is_wide();
            locals.push(value.ty);
        }
        while locals.last() == Some(&VType::Top) {
            locals.pop();
        }
        locals
    }

    pub fn top(&self, depth: usize) -> Option<Value> {
        let at = self.stack.len().checked_sub(depth + 1)?;
        self.stack.get(at).copied()
    }

    fn push(&mut self, ty: VType) {
        self.stack.push(Value::of(ty));
    }

    fn pop(&mut self) -> Result<Value, Mismatch> {
        self.stack.pop().ok_or(Mismatch)
    }

    fn pop_n(&mut self, n: usize) -> Result<(), Mismatch> {
        let left = self.stack.len().checked_sub(n).ok_or(Mismatch)?;
        self.stack.truncate(left);
        Ok(())
    }

    fn store(&mut self, slot: u16, value: Value) -> Result<(), Mismatch> {
        let slot = usize::from(slot);
        if slot > 0 && self.locals.get(slot - 1).is_some_and(|v| v.ty.is_wide()) {
            self.locals[slot - 1] = Value::of(VType::Top);
        }
        let wide = value.ty.is_wide();
        *self.locals.get_mut(slot).ok_or(Mismatch)? = value;
        if wide {
            *self.locals.get_mut(slot + 1).ok_or(Mismatch)? = Value::of(VType::Top);
        }
        // What was loaded from this slot before is not what the slot holds now.
        for v in self.locals.iter_mut().chain(&mut self.stack) {
            if v.source == Source::Local(slot as u16) {
                v.source = Source::Unknown;
            }
        }
        if let VType::Object(_) = value.ty {
            self.locals[slot].source = Source::Local(slot as u16);
        }
        Ok(())
    }

    fn replace_all(&mut self, from: VType, to: VType) {
        for v in self.locals.iter_mut().chain(&mut self.stack) {
            if v.ty == from {
                v.ty = to;
            }
        }
    }
}

/// What the transfer function needs to know of the class.
pub struct Context<'c, 'a> {
    pub pool: &'c Pool<'a>,
    pub types: &'c mut TypeTable,
    pub this_type: VType,
}

/// Advances `state` over `insn`, which stands at `at`.
pub fn step(
    state: &mut State,
    insn: &Insn,
    at: Label,
    cx: &mut Context<'_, '_>,
) -> Result<(), Mismatch> {
    use VType::{Double, Float, Int, Long};
    match *insn {
        Insn::Plain(o) => return step_plain(state, o, cx),
        Insn::Byte(_) | Insn::Short(_) => state.push(Int),
        Insn::Ldc(index) | Insn::Ldc2(index) => {
            let ty = constant_type(index, cx.pool, cx.types).ok_or(Mismatch)?;
            state.push(ty);
        }
        Insn::Local(o, slot) => match o {
            op::ILOAD => state.push(Int),
            op::LLOAD => state.push(Long),
            op::FLOAD => state.push(Float),
            op::DLOAD => state.push(Double),
            op::ALOAD => {
                let value = *state.locals.get(usize::from(slot)).ok_or(Mismatch)?;
                state.stack.push(value);
            }
            op::ISTORE..=op::ASTORE => {
                let value = state.pop()?;
                state.store(slot, value)?;
            }
            _ => return Err(Mismatch),
        },
        Insn::Iinc(..) => {}
        Insn::Jump(o, _) => match o {
            op::IFEQ..=op::IFLE | op::IFNULL | op::IFNONNULL => state.pop_n(1)?,
            op::IF_ICMPEQ..=op::IF_ACMPNE => state.pop_n(2)?,
            op::GOTO => {}
            _ => return Err(Mismatch),
        },
        Insn::Switch(_) => state.pop_n(1)?,
        Insn::Field(o, index) => {
            let member = cx.pool.member_ref(index).ok_or(Mismatch)?;
            let ty = cx.types.of_descriptor(member.descriptor);
            match o {
                op::GETSTATIC => state.push(ty),
                op::PUTSTATIC => state.pop_n(1)?,
                op::GETFIELD => {
                    state.pop_n(1)?;
                    state.stack.push(Value::dereferenced(ty, Source::Unknown));
                }
                _ => state.pop_n(2)?,
            }
        }
        Insn::Invoke(o, index) => {
            let member = cx.pool.member_ref(index).ok_or(Mismatch)?;
            let (parameters, result) = arity(member.descriptor).ok_or(Mismatch)?;
            state.pop_n(parameters)?;
            if o != op::INVOKESTATIC {
                let receiver = state.pop()?;
                if o == op::INVOKESPECIAL && member.name == "<init>" {
                    let initialized = match receiver.ty {
                        VType::UninitializedThis => cx.this_type,
                        VType::Uninitialized(_) => {
                            VType::Object(cx.types.id(member.class.as_bytes()))
                        }
                        _ => return Err(Mismatch),
                    };
                    state.replace_all(receiver.ty, initialized);
                }
            }
            push_result(state, result, o != op::INVOKESTATIC, cx.types);
        }
        Insn::InvokeInterface(index, _) => {
            let member = cx.pool.member_ref(index).ok_or(Mismatch)?;
            let (parameters, result) = arity(member.descriptor).ok_or(Mismatch)?;
            state.pop_n(parameters + 1)?;
            push_result(state, result, true, cx.types);
        }
        Insn::InvokeDynamic(index) => {
            let (_, descriptor) = cx.pool.dynamic(index).ok_or(Mismatch)?;
            let (parameters, result) = arity(descriptor).ok_or(Mismatch)?;
            state.pop_n(parameters)?;
            push_result(state, result, false, cx.types);
        }
        Insn::Type(o, index) => match o {
            op::NEW => {
                state.replace_all(VType::Uninitialized(at), VType::Top);
                state.push(VType::Uninitialized(at));
            }
            op::ANEWARRAY => {
                let name = cx.pool.class_name(index).ok_or(Mismatch)?;
                state.pop_n(1)?;
                state.push(VType::Object(cx.types.array_of(name)));
            }
            op::CHECKCAST => {
                let name = cx.pool.class_name(index).ok_or(Mismatch)?;
                let ty = VType::Object(cx.types.id(name.as_bytes()));
                let value = Value { ty, ..state.pop()? };
                state.stack.push(value);
            }
            _ => {
                state.pop_n(1)?;
                state.push(Int);
            }
        },
        Insn::NewArray(code) => {
            state.pop_n(1)?;
            let name: &[u8] = match code {
                4 => b"[Z",
                5 => b"[C",
                6 => b"[F",
                7 => b"[D",
                8 => b"[B",
                9 => b"[S",
                10 => b"[I",
                11 => b"[J",
                _ => return Err(Mismatch),
            };
            let id = cx.types.id(name);
            state.push(VType::Object(id));
        }
        Insn::MultiNewArray(index, dims) => {
            let name = cx.pool.class_name(index).ok_or(Mismatch)?;
            state.pop_n(usize::from(dims))?;
            let id = cx.types.id(name.as_bytes());
            state.push(VType::Object(id));
        }
    }
    Ok(())
}

/// A method of an object may answer what it holds in a field.
fn push_result(state: &mut State, result: &str, dereferenced: bool, types: &mut TypeTable) {
    if result != "V" {
        let ty = types.of_descriptor(result);
        state.stack.push(Value {
            dereferenced,
            ..Value::of(ty)
        });
    }
}

/// The type that `ldc` of the constant pushes.
pub fn constant_type(index: u16, pool: &Pool<'_>, types: &mut TypeTable) -> Option<VType> {
    use classfile::Constant;
    Some(match pool.get(index)? {
        Constant::Integer(_) => VType::Int,
        Constant::Float(_) => VType::Float,
        Constant::Long(_) => VType::Long,
        Constant::Double(_) => VType::Double,
        Constant::String(_) => VType::Object(types.string()),
        Constant::Class(_) => VType::Object(types.id(b"java/lang/Class")),
        Constant::MethodType(_) => VType::Object(types.id(b"java/lang/invoke/MethodType")),
        Constant::MethodHandle(..) => VType::Object(types.id(b"java/lang/invoke/MethodHandle")),
        Constant::Dynamic(..) => {
            let (_, descriptor) = pool.dynamic(index)?;
            types.of_descriptor(descriptor)
        }
        _ => return None,
    })
}

fn step_plain(state: &mut State, o: u8, cx: &mut Context<'_, '_>) -> Result<(), Mismatch> {
    use VType::{Double, Float, Int, Long};
    let mut effect = |pops: usize, push: Option<VType>| -> Result<(), Mismatch> {
        state.pop_n(pops)?;
        if let Some(ty) = push {
            state.push(ty);
        }
        Ok(())
    };
    match o {
        op::NOP => Ok(()),
        op::ACONST_NULL => effect(0, Some(VType::Null)),
        op::ICONST_M1..=op::ICONST_5 => effect(0, Some(Int)),
        op::LCONST_0 | op::LCONST_1 => effect(0, Some(Long)),
        op::FCONST_0..=op::FCONST_2 => effect(0, Some(Float)),
        op::DCONST_0 | op::DCONST_1 => effect(0, Some(Double)),
        op::IALOAD | op::BALOAD | op::CALOAD | op::SALOAD => effect(2, Some(Int)),
        op::LALOAD => effect(2, Some(Long)),
        op::FALOAD => effect(2, Some(Float)),
        op::DALOAD => effect(2, Some(Double)),
        op::AALOAD => {
            state.pop()?;
            let array = state.pop()?;
            let ty = cx.types.element_of(array.ty);
            state.stack.push(Value::dereferenced(ty, Source::Element));
            Ok(())
        }
        op::IASTORE..=op::SASTORE => effect(3, None),
        op::POP | op::MONITORENTER | op::MONITOREXIT | op::ATHROW => effect(1, None),
        op::IRETURN..=op::ARETURN => effect(1, None),
        op::RETURN => Ok(()),
        op::POP2..=op::SWAP => step_stack(state, o),
        op::IADD | op::ISUB | op::IMUL | op::IDIV | op::IREM => effect(2, Some(Int)),
        op::ISHL | op::ISHR | op::IUSHR | op::IAND | op::IOR | op::IXOR => effect(2, Some(Int)),
        op::LADD | op::LSUB | op::LMUL | op::LDIV | op::LREM => effect(2, Some(Long)),
        op::LSHL | op::LSHR | op::LUSHR | op::LAND | op::LOR | op::LXOR => effect(2, Some(Long)),
        op::FADD | op::FSUB | op::FMUL | op::FDIV | op::FREM => effect(2, Some(Float)),
        op::DADD | op::DSUB | op::DMUL | op::DDIV | op::DREM => effect(2, Some(Double)),
        op::INEG | op::I2B | op::I2C | op::I2S | op::L2I | op::F2I | op::D2I => {
            effect(1, Some(Int))
        }
        op::LNEG | op::I2L | op::F2L | op::D2L => effect(1, Some(Long)),
        op::FNEG | op::I2F | op::L2F | op::D2F => effect(1, Some(Float)),
        op::DNEG | op::I2D | op::L2D | op::F2D => effect(1, Some(Double)),
        op::LCMP..=op::DCMPG => effect(2, Some(Int)),
        op::ARRAYLENGTH => effect(1, Some(Int)),
        _ => Err(Mismatch),
    }
}

/// `pop2`, the `dup` family and `swap`, whose meaning depends on which operands are wide.
fn step_stack(state: &mut State, o: u8) -> Result<(), Mismatch> {
    let top = state.pop()?;
    let wide = top.ty.is_wide();
    match o {
        op::POP2 => {
            if !wide {
                state.pop()?;
            }
        }
        op::DUP => state.stack.extend([top, top]),
        op::SWAP => {
            let second = state.pop()?;
            state.stack.extend([top, second]);
        }
        op::DUP_X1 => {
            let second = state.pop()?;
            state.stack.extend([top, second, top]);
        }
        op::DUP_X2 => {
            let second = state.pop()?;
            if second.ty.is_wide() {
                state.stack.extend([top, second, top]);
            } else {
                let third = state.pop()?;
                state.stack.extend([top, third, second, top]);
            }
        }
        op::DUP2 if wide => state.stack.extend([top, top]),
        op::DUP2 => {
            let second = state.pop()?;
            state.stack.extend([second, top, second, top]);
        }
        op::DUP2_X1 if wide => {
            let second = state.pop()?;
            state.stack.extend([top, second, top]);
        }
        op::DUP2_X1 => {
            let second = state.pop()?;
            let third = state.pop()?;
            state.stack.extend([second, top, third, second, top]);
        }
        op::DUP2_X2 => {
            let mut moved = vec![top];
            if !wide {
                moved.insert(0, state.pop()?);
            }
            let mut under = vec![state.pop()?];
            if !under[0].ty.is_wide() {
                under.insert(0, state.pop()?);
            }
            state.stack.extend(moved.iter().chain(&under).chain(&moved));
        }
        _ => return Err(Mismatch),
    }
    Ok(())
}
