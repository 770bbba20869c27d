//! Verification types and the StackMapTable (JVMS 4.7.4).

use rustc_hash::FxHashMap;

use crate::bytes::{Append, Malformed, Reader};
use crate::code::Label;
use crate::pool::{Pool, PoolFull};

/// A class name (internal form, or a descriptor for arrays) known to a `TypeTable`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TypeId(u32);

/// The names that the frames of one class mention. They enter the constant pool only when a frame
/// that mentions them is written.
#[derive(Debug, Default)]
pub struct TypeTable {
    names: Vec<Box<[u8]>>,
    index: FxHashMap<Box<[u8]>, TypeId>,
}

impl TypeTable {
    pub fn id(&mut self, name: &[u8]) -> TypeId {
        if let Some(&id) = self.index.get(name) {
            return id;
        }
        let id = TypeId(self.names.len() as u32);
        self.names.push(name.into());
        self.index.insert(name.into(), id);
        id
    }

    pub fn name(&self, id: TypeId) -> &[u8] {
        &self.names[id.0 as usize]
    }

    /// The verification type of a field descriptor.
    pub fn of_descriptor(&mut self, descriptor: &str) -> VType {
        match descriptor.as_bytes() {
            [b'B' | b'C' | b'I' | b'S' | b'Z', ..] => VType::Int,
            [b'F', ..] => VType::Float,
            [b'J', ..] => VType::Long,
            [b'D', ..] => VType::Double,
            [b'L', name @ .., b';'] => VType::Object(self.id(name)),
            array => VType::Object(self.id(array)),
        }
    }
}

/// A verification type (JVMS 4.10.1.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VType {
    Top,
    Int,
    Float,
    Long,
    Double,
    Null,
    UninitializedThis,
    Object(TypeId),
    /// The result of the `new` at the label, before its constructor ran.
    Uninitialized(Label),
}

impl VType {
    pub fn is_wide(self) -> bool {
        matches!(self, VType::Long | VType::Double)
    }
}

/// Types of locals and operands at one place. A long or double is one entry, as in the class file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Frame {
    pub locals: Vec<VType>,
    pub stack: Vec<VType>,
}

pub(crate) fn read_stack_map(
    r: &mut Reader<'_>,
    pool: &Pool<'_>,
    types: &mut TypeTable,
    entry: &Frame,
    label: impl Fn(u16) -> Result<Label, Malformed>,
) -> Result<Vec<(Label, Frame)>, Malformed> {
    let mut vtype = |r: &mut Reader<'_>| -> Result<VType, Malformed> {
        Ok(match r.u8()? {
            0 => VType::Top,
            1 => VType::Int,
            2 => VType::Float,
            3 => VType::Double,
            4 => VType::Long,
            5 => VType::Null,
            6 => VType::UninitializedThis,
            7 => match pool.get(r.u16()?) {
                Some(&crate::Constant::Class(name)) => match pool.utf8_bytes(name) {
                    Some(name) => VType::Object(types.id(name)),
                    None => return r.fail("frame type without a name"),
                },
                _ => return r.fail("frame type that is not a class"),
            },
            8 => VType::Uninitialized(label(r.u16()?)?),
            _ => return r.fail("unknown verification type"),
        })
    };
    let count = r.u16()? as usize;
    let mut frames: Vec<(Label, Frame)> = Vec::with_capacity(count);
    let mut locals = entry.locals.clone();
    let mut next_pc: u32 = 0;
    for _ in 0..count {
        let tag = r.u8()?;
        let mut stack = Vec::new();
        let delta = match tag {
            0..=63 => u16::from(tag),
            64..=127 => {
                stack.push(vtype(r)?);
                u16::from(tag - 64)
            }
            247 => {
                let delta = r.u16()?;
                stack.push(vtype(r)?);
                delta
            }
            248..=250 => {
                let delta = r.u16()?;
                match locals.len().checked_sub(usize::from(251 - tag)) {
                    Some(len) => locals.truncate(len),
                    None => return r.fail("frame chops more locals than there are"),
                }
                delta
            }
            251 => r.u16()?,
            252..=254 => {
                let delta = r.u16()?;
                for _ in 0..tag - 251 {
                    locals.push(vtype(r)?);
                }
                delta
            }
            255 => {
                let delta = r.u16()?;
                locals.clear();
                for _ in 0..r.u16()? {
                    locals.push(vtype(r)?);
                }
                for _ in 0..r.u16()? {
                    stack.push(vtype(r)?);
                }
                delta
            }
            _ => return r.fail("reserved frame type"),
        };
        let pc = next_pc + u32::from(delta);
        let Ok(pc16) = u16::try_from(pc) else {
            return r.fail("frame past the end of the code");
        };
        frames.push((
            label(pc16)?,
            Frame {
                locals: locals.clone(),
                stack,
            },
        ));
        next_pc = pc + 1;
    }
    Ok(frames)
}

/// Writes frames, sorted by strictly rising offset, as the content of a StackMapTable.
pub(crate) fn write_stack_map(
    frames: &[(u16, &Frame)],
    entry: &Frame,
    pool: &mut Pool<'_>,
    types: &TypeTable,
    pc_of: impl Fn(Label) -> u16,
) -> Result<Vec<u8>, PoolFull> {
    let mut out = Vec::with_capacity(frames.len() * 4 + 2);
    out.u16(frames.len() as u16);
    let mut previous: &[VType] = &entry.locals;
    let mut next_pc = 0u32;
    let mut vtype = |out: &mut Vec<u8>, v: VType| -> Result<(), PoolFull> {
        match v {
            VType::Top => out.u8(0),
            VType::Int => out.u8(1),
            VType::Float => out.u8(2),
            VType::Double => out.u8(3),
            VType::Long => out.u8(4),
            VType::Null => out.u8(5),
            VType::UninitializedThis => out.u8(6),
            VType::Object(id) => {
                out.u8(7);
                let name = crate::Constant::Utf8(types.name(id).to_vec().into());
                let name = pool.intern(name)?;
                out.u16(pool.intern(crate::Constant::Class(name))?);
            }
            VType::Uninitialized(label) => {
                out.u8(8);
                out.u16(pc_of(label));
            }
        }
        Ok(())
    };
    for &(pc, frame) in frames {
        let delta = (u32::from(pc) - next_pc) as u16;
        let common = frame
            .locals
            .iter()
            .zip(previous)
            .take_while(|(a, b)| a == b)
            .count();
        let chopped = previous.len() - common;
        let appended = frame.locals.len() - common;
        match (frame.stack.as_slice(), chopped, appended) {
            ([], 0, 0) if delta < 64 => out.u8(delta as u8),
            ([], 0, 0) => {
                out.u8(251);
                out.u16(delta);
            }
            (&[one], 0, 0) => {
                if delta < 64 {
                    out.u8(64 + delta as u8);
                } else {
                    out.u8(247);
                    out.u16(delta);
                }
                vtype(&mut out, one)?;
            }
            ([], 1..=3, 0) => {
                out.u8(251 - chopped as u8);
                out.u16(delta);
            }
            ([], 0, 1..=3) => {
                out.u8(251 + appended as u8);
                out.u16(delta);
                for &v in &frame.locals[common..] {
                    vtype(&mut out, v)?;
                }
            }
            _ => {
                out.u8(255);
                out.u16(delta);
                out.u16(frame.locals.len() as u16);
                for &v in &frame.locals {
                    vtype(&mut out, v)?;
                }
                out.u16(frame.stack.len() as u16);
                for &v in &frame.stack {
                    vtype(&mut out, v)?;
                }
            }
        }
        previous = &frame.locals;
        next_pc = u32::from(pc) + 1;
    }
    Ok(out)
}

impl Frame {
    /// The frame at a method's first instruction (JVMS 4.10.1.6), or `None` for a malformed
    /// descriptor.
    pub fn at_entry(
        types: &mut TypeTable,
        class: &str,
        method: &str,
        descriptor: &str,
        is_static: bool,
    ) -> Option<Frame> {
        let descriptor = crate::MethodDescriptor::parse(descriptor)?;
        let mut locals = Vec::with_capacity(descriptor.parameters.len() + 1);
        if !is_static {
            locals.push(if method == "<init>" && class != "java/lang/Object" {
                VType::UninitializedThis
            } else {
                VType::Object(types.id(class.as_bytes()))
            });
        }
        locals.extend(descriptor.parameters.iter().map(|p| types.of_descriptor(p)));
        Some(Frame {
            locals,
            stack: Vec::new(),
        })
    }
}
