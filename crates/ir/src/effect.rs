//! What an instruction takes from the operand stack and puts there (JVMS 6.5), in types.
//!
//! Only effects: whether the operands have the types that the instruction wants is for the
//! verifier to say.

use classfile::{Constant, Insn, Pool, TypeTable, VType, arity, op};

/// The operands did not fit the instruction: the class does not verify.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mismatch;

/// How many operands are taken, and the type of the one that is put there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effect {
    pub pops: usize,
    pub push: Option<VType>,
}

impl Effect {
    const NONE: Effect = Effect {
        pops: 0,
        push: None,
    };

    fn pushes(ty: VType) -> Effect {
        Effect {
            pops: 0,
            push: Some(ty),
        }
    }

    fn pops(pops: usize) -> Effect {
        Effect { pops, push: None }
    }

    fn new(pops: usize, ty: VType) -> Effect {
        Effect {
            pops,
            push: Some(ty),
        }
    }
}

/// The effect of an instruction that is neither a load or store of a local nor a shuffle of the
/// stack. `array` is the type of the second operand from the top, for `aaload`.
pub fn effect(
    insn: &Insn,
    array: Option<VType>,
    pool: &Pool<'_>,
    types: &mut TypeTable,
) -> Result<Effect, Mismatch> {
    Ok(match *insn {
        Insn::Plain(op::AALOAD) => Effect::new(2, types.element_of(array.ok_or(Mismatch)?)),
        Insn::Plain(o) => plain(o)?,
        Insn::Byte(_) | Insn::Short(_) => Effect::pushes(VType::Int),
        Insn::Ldc(index) | Insn::Ldc2(index) => {
            Effect::pushes(constant_type(index, pool, types).ok_or(Mismatch)?)
        }
        Insn::Iinc(..) => Effect::NONE,
        Insn::Jump(o, _) => match o {
            op::IFEQ..=op::IFLE | op::IFNULL | op::IFNONNULL => Effect::pops(1),
            op::IF_ICMPEQ..=op::IF_ACMPNE => Effect::pops(2),
            op::GOTO => Effect::NONE,
            _ => return Err(Mismatch),
        },
        Insn::Switch(_) => Effect::pops(1),
        Insn::Field(o, index) => {
            let member = pool.member_ref(index).ok_or(Mismatch)?;
            let ty = types.of_descriptor(member.descriptor);
            match o {
                op::GETSTATIC => Effect::pushes(ty),
                op::PUTSTATIC => Effect::pops(1),
                op::GETFIELD => Effect::new(1, ty),
                _ => Effect::pops(2),
            }
        }
        Insn::Invoke(op::INVOKESTATIC, index) => {
            let member = pool.member_ref(index).ok_or(Mismatch)?;
            call(member.descriptor, 0, types)?
        }
        Insn::Invoke(_, index) | Insn::InvokeInterface(index, _) => {
            let member = pool.member_ref(index).ok_or(Mismatch)?;
            call(member.descriptor, 1, types)?
        }
        Insn::InvokeDynamic(index) => {
            let (_, descriptor) = pool.dynamic(index).ok_or(Mismatch)?;
            call(descriptor, 0, types)?
        }
        Insn::Type(op::INSTANCEOF, _) => Effect::new(1, VType::Int),
        Insn::Type(o, index) => {
            let name = pool.class_name(index).ok_or(Mismatch)?;
            match o {
                op::NEW => Effect::pushes(object(name, types)),
                op::ANEWARRAY => Effect::new(1, VType::Object(types.array_of(name))),
                op::CHECKCAST => Effect::new(1, object(name, types)),
                _ => return Err(Mismatch),
            }
        }
        Insn::NewArray(code) => Effect::new(1, object(primitive_array(code)?, types)),
        Insn::MultiNewArray(index, dimensions) => {
            let name = pool.class_name(index).ok_or(Mismatch)?;
            Effect::new(usize::from(dimensions), object(name, types))
        }
        Insn::Local(..) => return Err(Mismatch),
    })
}

fn object(name: &str, types: &mut TypeTable) -> VType {
    VType::Object(types.id(name.as_bytes()))
}

fn call(descriptor: &str, receivers: usize, types: &mut TypeTable) -> Result<Effect, Mismatch> {
    let (parameters, result) = arity(descriptor).ok_or(Mismatch)?;
    Ok(Effect {
        pops: parameters + receivers,
        push: (result != "V").then(|| types.of_descriptor(result)),
    })
}

/// The array type that `newarray` makes (JVMS table 6.5.newarray-A).
fn primitive_array(code: u8) -> Result<&'static str, Mismatch> {
    Ok(match code {
        4 => "[Z",
        5 => "[C",
        6 => "[F",
        7 => "[D",
        8 => "[B",
        9 => "[S",
        10 => "[I",
        11 => "[J",
        _ => return Err(Mismatch),
    })
}

/// The type that `ldc` of the constant pushes.
fn constant_type(index: u16, pool: &Pool<'_>, types: &mut TypeTable) -> Option<VType> {
    Some(match pool.get(index)? {
        Constant::Integer(_) => VType::Int,
        Constant::Float(_) => VType::Float,
        Constant::Long(_) => VType::Long,
        Constant::Double(_) => VType::Double,
        Constant::String(_) => VType::Object(types.string()),
        Constant::Class(_) => object("java/lang/Class", types),
        Constant::MethodType(_) => object("java/lang/invoke/MethodType", types),
        Constant::MethodHandle(..) => object("java/lang/invoke/MethodHandle", types),
        Constant::Dynamic(..) => {
            let (_, descriptor) = pool.dynamic(index)?;
            types.of_descriptor(descriptor)
        }
        _ => return None,
    })
}

fn plain(o: u8) -> Result<Effect, Mismatch> {
    use VType::{Double, Float, Int, Long};
    Ok(match o {
        op::NOP | op::RETURN => Effect::NONE,
        op::ACONST_NULL => Effect::pushes(VType::Null),
        op::ICONST_M1..=op::ICONST_5 => Effect::pushes(Int),
        op::LCONST_0 | op::LCONST_1 => Effect::pushes(Long),
        op::FCONST_0..=op::FCONST_2 => Effect::pushes(Float),
        op::DCONST_0 | op::DCONST_1 => Effect::pushes(Double),
        op::IALOAD | op::BALOAD | op::CALOAD | op::SALOAD => Effect::new(2, Int),
        op::LALOAD => Effect::new(2, Long),
        op::FALOAD => Effect::new(2, Float),
        op::DALOAD => Effect::new(2, Double),
        op::IASTORE..=op::SASTORE => Effect::pops(3),
        op::MONITORENTER | op::MONITOREXIT | op::ATHROW => Effect::pops(1),
        op::IRETURN..=op::ARETURN => Effect::pops(1),
        op::IADD | op::ISUB | op::IMUL | op::IDIV | op::IREM => Effect::new(2, Int),
        op::ISHL | op::ISHR | op::IUSHR | op::IAND | op::IOR | op::IXOR => Effect::new(2, Int),
        op::LADD | op::LSUB | op::LMUL | op::LDIV | op::LREM => Effect::new(2, Long),
        op::LSHL | op::LSHR | op::LUSHR | op::LAND | op::LOR | op::LXOR => Effect::new(2, Long),
        op::FADD | op::FSUB | op::FMUL | op::FDIV | op::FREM => Effect::new(2, Float),
        op::DADD | op::DSUB | op::DMUL | op::DDIV | op::DREM => Effect::new(2, Double),
        op::INEG | op::I2B | op::I2C | op::I2S | op::L2I | op::F2I | op::D2I => Effect::new(1, Int),
        op::LNEG | op::I2L | op::F2L | op::D2L => Effect::new(1, Long),
        op::FNEG | op::I2F | op::L2F | op::D2F => Effect::new(1, Float),
        op::DNEG | op::I2D | op::L2D | op::F2D => Effect::new(1, Double),
        op::LCMP..=op::DCMPG => Effect::new(2, Int),
        op::ARRAYLENGTH => Effect::new(1, Int),
        _ => return Err(Mismatch),
    })
}

/// `pop`, `pop2`, the `dup` family and `swap`, whose meaning depends on which operands are wide.
pub fn shuffle<V: Copy>(
    stack: &mut Vec<V>,
    opcode: u8,
    is_wide: impl Fn(V) -> bool,
) -> Result<(), Mismatch> {
    let pop = |stack: &mut Vec<V>| stack.pop().ok_or(Mismatch);
    let top = pop(stack)?;
    let wide = is_wide(top);
    match opcode {
        op::POP => {}
        op::POP2 => {
            if !wide {
                pop(stack)?;
            }
        }
        op::DUP => stack.extend([top, top]),
        op::SWAP => {
            let second = pop(stack)?;
            stack.extend([top, second]);
        }
        op::DUP_X1 => {
            let second = pop(stack)?;
            stack.extend([top, second, top]);
        }
        op::DUP_X2 => {
            let second = pop(stack)?;
            if is_wide(second) {
                stack.extend([top, second, top]);
            } else {
                let third = pop(stack)?;
                stack.extend([top, third, second, top]);
            }
        }
        op::DUP2 if wide => stack.extend([top, top]),
        op::DUP2 => {
            let second = pop(stack)?;
            stack.extend([second, top, second, top]);
        }
        op::DUP2_X1 if wide => {
            let second = pop(stack)?;
            stack.extend([top, second, top]);
        }
        op::DUP2_X1 => {
            let second = pop(stack)?;
            let third = pop(stack)?;
            stack.extend([second, top, third, second, top]);
        }
        op::DUP2_X2 => {
            let mut moved = vec![top];
            if !wide {
                moved.insert(0, pop(stack)?);
            }
            let mut under = vec![pop(stack)?];
            if !is_wide(under[0]) {
                under.insert(0, pop(stack)?);
            }
            stack.extend(moved.iter().chain(&under).chain(&moved));
        }
        _ => return Err(Mismatch),
    }
    Ok(())
}
