//! Verification types and the StackMapTable (JVMS 4.7.4).

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::bytes::{Append, Malformed, Reader};
use crate::code::Label;
use crate::layout::{TooLarge, count};
use crate::pool::{Constant, Pool, PoolFull};

/// Frame types. A type from `SAME` or `SAME_WITH_ONE` up to 63 more carries the distance in itself;
/// `SAME_FAR` less or plus n chops or appends n locals.
const SAME: u8 = 0;
const SAME_WITH_ONE: u8 = 64;
const SAME_WITH_ONE_FAR: u8 = 247;
const CHOP_3: u8 = 248;
const CHOP_1: u8 = 250;
const SAME_FAR: u8 = 251;
const APPEND_1: u8 = 252;
const APPEND_3: u8 = 254;
const FULL: u8 = 255;

/// A class name (internal form, or a descriptor for arrays) known to a `TypeTable`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TypeId(u32);

/// The names that the frames of one class mention. They enter the constant pool only when a frame
/// that mentions them is written.
#[derive(Debug, Clone, Default)]
pub struct TypeTable {
    names: Vec<Arc<[u8]>>,
    index: FxHashMap<Arc<[u8]>, TypeId>,
    /// That of strings, which are many in tables of texts.
    string: Option<TypeId>,
    /// Where names are put together.
    scratch: Vec<u8>,
}

impl TypeTable {
    pub fn id(&mut self, name: &[u8]) -> TypeId {
        if let Some(&id) = self.index.get(name) {
            return id;
        }
        let id = TypeId(self.names.len() as u32);
        let name: Arc<[u8]> = name.into();
        self.names.push(Arc::clone(&name));
        self.index.insert(name, id);
        id
    }

    pub fn string(&mut self) -> TypeId {
        match self.string {
            Some(id) => id,
            None => {
                let id = self.id(b"java/lang/String");
                *self.string.insert(id)
            }
        }
    }

    /// The type of arrays whose elements are of the class, or array type, of this name.
    pub fn array_of(&mut self, element: &str) -> TypeId {
        let mut name = std::mem::take(&mut self.scratch);
        name.clear();
        name.push(b'[');
        if element.starts_with('[') {
            name.extend_from_slice(element.as_bytes());
        } else {
            name.push(b'L');
            name.extend_from_slice(element.as_bytes());
            name.push(b';');
        }
        let id = self.id(&name);
        self.scratch = name;
        id
    }

    /// The type of an element of an array type; of what is no array of references, `null`.
    pub fn element_of(&mut self, array: VType) -> VType {
        let VType::Object(id) = array else {
            return VType::Null;
        };
        let name = Arc::clone(&self.names[id.0 as usize]);
        match &*name {
            [b'[', b'L', class @ .., b';'] => VType::Object(self.id(class)),
            [b'[', inner @ ..] if inner.first() == Some(&b'[') => VType::Object(self.id(inner)),
            _ => VType::Null,
        }
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

/// No method needs more types in all its frames together. Each frame repeats the locals of the one
/// before, so that a few hundred kilobytes of input could ask for gigabytes.
const MAX_TYPES: usize = 1 << 24;

pub(crate) fn read_stack_map(
    r: &mut Reader<'_>,
    pool: &Pool<'_>,
    types: &mut TypeTable,
    entry: &Frame,
    label: impl Fn(u16) -> Result<Label, Malformed>,
) -> Result<Vec<(Label, Frame)>, Malformed> {
    let mut vtype = |r: &mut Reader<'_>| read_vtype(r, pool, types, &label);
    let count = r.u16()? as usize;
    let mut frames = Vec::with_capacity(r.capacity(count, 1));
    let mut locals = entry.locals.clone();
    let mut total = 0;
    let mut next_pc: u32 = 0;
    for _ in 0..count {
        let (delta, stack) = read_frame(r, &mut locals, &mut vtype)?;
        total += locals.len() + stack.len();
        if total > MAX_TYPES {
            return r.fail("frames with an absurd number of types");
        }
        let pc = next_pc + u32::from(delta);
        let Ok(pc16) = u16::try_from(pc) else {
            return r.fail("frame past the end of the code");
        };
        let locals = locals.clone();
        frames.push((label(pc16)?, Frame { locals, stack }));
        next_pc = pc + 1;
    }
    if !r.at_end() {
        return r.fail("bytes after the end of a StackMapTable");
    }
    Ok(frames)
}

fn read_vtype(
    r: &mut Reader<'_>,
    pool: &Pool<'_>,
    types: &mut TypeTable,
    label: impl Fn(u16) -> Result<Label, Malformed>,
) -> Result<VType, Malformed> {
    Ok(match r.u8()? {
        0 => VType::Top,
        1 => VType::Int,
        2 => VType::Float,
        3 => VType::Double,
        4 => VType::Long,
        5 => VType::Null,
        6 => VType::UninitializedThis,
        7 => match pool.get(r.u16()?) {
            Some(&Constant::Class(name)) => match pool.utf8_bytes(name) {
                Some(name) => VType::Object(types.id(name)),
                None => return r.fail("frame type without a name"),
            },
            _ => return r.fail("frame type that is not a class"),
        },
        8 => VType::Uninitialized(label(r.u16()?)?),
        _ => return r.fail("unknown verification type"),
    })
}

/// Reads one frame: changes the previous frame's `locals`, answers the distance and the stack.
fn read_frame(
    r: &mut Reader<'_>,
    locals: &mut Vec<VType>,
    mut vtype: impl FnMut(&mut Reader<'_>) -> Result<VType, Malformed>,
) -> Result<(u16, Vec<VType>), Malformed> {
    let tag = r.u8()?;
    let delta = match tag {
        SAME..=63 => u16::from(tag),
        SAME_WITH_ONE..=127 => u16::from(tag - SAME_WITH_ONE),
        SAME_WITH_ONE_FAR..=FULL => r.u16()?,
        _ => return r.fail("reserved frame type"),
    };
    let mut stack = Vec::new();
    match tag {
        SAME_WITH_ONE..=127 | SAME_WITH_ONE_FAR => stack.push(vtype(r)?),
        CHOP_3..=CHOP_1 => match locals.len().checked_sub(usize::from(SAME_FAR - tag)) {
            Some(len) => locals.truncate(len),
            None => return r.fail("frame chops more locals than there are"),
        },
        APPEND_1..=APPEND_3 => {
            for _ in SAME_FAR..tag {
                locals.push(vtype(r)?);
            }
        }
        FULL => {
            locals.clear();
            for _ in 0..r.u16()? {
                locals.push(vtype(r)?);
            }
            for _ in 0..r.u16()? {
                stack.push(vtype(r)?);
            }
        }
        _ => {}
    }
    Ok((delta, stack))
}

/// Writes frames, sorted by strictly rising offset, as the content of a StackMapTable.
pub(crate) fn write_stack_map(
    frames: &[(u16, &Frame)],
    entry: &Frame,
    pool: &mut Pool<'_>,
    types: &TypeTable,
    pc_of: impl Fn(Label) -> u16,
) -> Result<Vec<u8>, TooLarge> {
    let mut out = Vec::with_capacity(frames.len() * 16 + 2);
    out.u16(count(frames.len())?);
    // By type; 0 is none.
    let mut constants = vec![0; types.names.len()];
    let mut constant = |TypeId(id): TypeId| {
        let known = &mut constants[id as usize];
        if *known == 0 {
            let name = pool.intern_text(types.name(TypeId(id)).into())?;
            *known = pool.intern(Constant::Class(name))?;
        }
        Ok(*known)
    };
    let mut vtype = |out: &mut Vec<u8>, v| write_vtype(out, v, &mut constant, &pc_of);
    let mut previous: &[VType] = &entry.locals;
    let mut next_pc = 0u32;
    for &(pc, frame) in frames {
        let delta = (u32::from(pc) - next_pc) as u16;
        write_frame(&mut out, delta, previous, frame, &mut vtype)?;
        previous = &frame.locals;
        next_pc = u32::from(pc) + 1;
    }
    Ok(out)
}

fn write_vtype(
    out: &mut Vec<u8>,
    vtype: VType,
    constant: impl FnOnce(TypeId) -> Result<u16, PoolFull>,
    pc_of: impl Fn(Label) -> u16,
) -> Result<(), PoolFull> {
    match vtype {
        VType::Top => out.u8(0),
        VType::Int => out.u8(1),
        VType::Float => out.u8(2),
        VType::Double => out.u8(3),
        VType::Long => out.u8(4),
        VType::Null => out.u8(5),
        VType::UninitializedThis => out.u8(6),
        VType::Object(id) => {
            out.u8(7);
            out.u16(constant(id)?);
        }
        VType::Uninitialized(label) => {
            out.u8(8);
            out.u16(pc_of(label));
        }
    }
    Ok(())
}

/// Writes one frame in the shortest form that says how it differs from the previous one's locals.
fn write_frame(
    out: &mut Vec<u8>,
    delta: u16,
    previous: &[VType],
    frame: &Frame,
    mut vtype: impl FnMut(&mut Vec<u8>, VType) -> Result<(), PoolFull>,
) -> Result<(), TooLarge> {
    let pairs = frame.locals.iter().zip(previous);
    let common = pairs.take_while(|(a, b)| a == b).count();
    let chopped = previous.len() - common;
    let appended = &frame.locals[common..];
    let far = |out: &mut Vec<u8>, tag: u8| {
        out.u8(tag);
        out.u16(delta);
    };
    match (frame.stack.as_slice(), chopped, appended.len()) {
        ([], 0, 0) if delta < 64 => out.u8(SAME + delta as u8),
        ([], 0, 0) => far(out, SAME_FAR),
        (&[one], 0, 0) => {
            if delta < 64 {
                out.u8(SAME_WITH_ONE + delta as u8);
            } else {
                far(out, SAME_WITH_ONE_FAR);
            }
            vtype(out, one)?;
        }
        ([], 1..=3, 0) => far(out, SAME_FAR - chopped as u8),
        ([], 0, 1..=3) => {
            far(out, SAME_FAR + appended.len() as u8);
            for &v in appended {
                vtype(out, v)?;
            }
        }
        _ => {
            far(out, FULL);
            for list in [&frame.locals, &frame.stack] {
                out.u16(count(list.len())?);
                for &v in list {
                    vtype(out, v)?;
                }
            }
        }
    }
    Ok(())
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
