//! Type annotations on code (JVMS 4.7.20). Beside the debug tables and the frames they are what
//! points at instructions, and so has to move with them. Of annotations on declarations (JVMS 4.7.16)
//! types and constants are read.

use crate::bytes::{Append, Malformed, Reader};
use crate::code::{Handler, Label};
use crate::layout::{TooLarge, count};

/// One entry of RuntimeVisibleTypeAnnotations, or of RuntimeInvisibleTypeAnnotations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeAnnotation {
    pub visible: bool,
    /// The kind of place, as in JVMS table 4.7.20-B.
    pub target_type: u8,
    pub target: AnnotationTarget,
    /// Type path, annotation type and element values, as read: they hold no code offsets.
    pub body: Box<[u8]>,
}

/// The place in the code that is annotated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnnotationTarget {
    /// A local variable or resource.
    Local(Vec<SlotRange>),
    /// The parameter of a catch clause. The class file says it by the number of one of the clause's
    /// exception table entries; numbers change as handlers are added, what the clause catches and
    /// where it begins does not.
    Catch { target: Label, catch_type: u16 },
    /// `new`, `instanceof` or a method reference.
    Insn(Label),
    /// A cast, or a type argument of a call or method reference, with its number.
    Argument(Label, u8),
}

/// Where a local variable lives in a slot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlotRange {
    pub start: Label,
    pub end: Label,
    pub slot: u16,
}

/// Annotations hold annotations only as deep as their declarations nest.
const MAX_DEPTH: u32 = 64;

/// An annotation on a declaration; numbers are indices into the constant pool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Annotation {
    /// Its type's descriptor.
    pub descriptor: u16,
    /// The names of its elements with the constants that they hold; an array has several.
    pub constants: Vec<(u16, u16)>,
}

/// The annotations in a RuntimeVisibleAnnotations or RuntimeInvisibleAnnotations attribute.
pub fn annotations(info: &[u8]) -> Result<Vec<Annotation>, Malformed> {
    let mut r = Reader::new(info);
    let mut annotations = Vec::new();
    for _ in 0..r.u16()? {
        annotations.push(read_annotation(&mut r, MAX_DEPTH)?);
    }
    Ok(annotations)
}

pub(crate) fn read_annotations(
    info: &[u8],
    visible: bool,
    handlers: &[Handler],
    label: impl Fn(i64) -> Result<Label, Malformed>,
) -> Result<Vec<CodeAnnotation>, Malformed> {
    let mut r = Reader::new(info);
    let mut annotations = Vec::new();
    for _ in 0..r.u16()? {
        let target_type = r.u8()?;
        let target = read_target(&mut r, target_type, handlers, &label)?;
        let start = r.position();
        skip_body(&mut r)?;
        annotations.push(CodeAnnotation {
            visible,
            target_type,
            target,
            body: info[start..r.position()].into(),
        });
    }
    if !r.at_end() {
        return r.fail("bytes after the end of type annotations");
    }
    Ok(annotations)
}

fn read_target(
    r: &mut Reader<'_>,
    target_type: u8,
    handlers: &[Handler],
    label: impl Fn(i64) -> Result<Label, Malformed>,
) -> Result<AnnotationTarget, Malformed> {
    Ok(match target_type {
        0x40 | 0x41 => {
            let mut ranges = Vec::new();
            for _ in 0..r.u16()? {
                let start = i64::from(r.u16()?);
                let len = i64::from(r.u16()?);
                ranges.push(SlotRange {
                    start: label(start)?,
                    end: label(start + len)?,
                    slot: r.u16()?,
                });
            }
            AnnotationTarget::Local(ranges)
        }
        0x42 => match handlers.get(usize::from(r.u16()?)) {
            Some(handler) => AnnotationTarget::Catch {
                target: handler.target,
                catch_type: handler.catch_type,
            },
            None => return r.fail("annotation of a catch clause that is not there"),
        },
        0x43..=0x46 => AnnotationTarget::Insn(label(r.u16()?.into())?),
        0x47..=0x4B => AnnotationTarget::Argument(label(r.u16()?.into())?, r.u8()?),
        _ => return r.fail("type annotation that does not belong to code"),
    })
}

fn skip_body(r: &mut Reader<'_>) -> Result<(), Malformed> {
    let steps = usize::from(r.u8()?);
    r.take(2 * steps)?;
    read_annotation(r, MAX_DEPTH)?;
    Ok(())
}

/// JVMS 4.7.16
fn read_annotation(r: &mut Reader<'_>, depth: u32) -> Result<Annotation, Malformed> {
    let mut annotation = Annotation {
        descriptor: r.u16()?,
        constants: Vec::new(),
    };
    for _ in 0..r.u16()? {
        let name = r.u16()?;
        read_element_value(r, name, depth, &mut annotation.constants)?;
    }
    Ok(annotation)
}

/// JVMS 4.7.16.1
fn read_element_value(
    r: &mut Reader<'_>,
    name: u16,
    depth: u32,
    constants: &mut Vec<(u16, u16)>,
) -> Result<(), Malformed> {
    let Some(depth) = depth.checked_sub(1) else {
        return r.fail("annotation nested too deep");
    };
    match r.u8()? {
        b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' | b's' | b'c' => {
            constants.push((name, r.u16()?));
        }
        b'e' => {
            r.u32()?;
        }
        b'@' => {
            read_annotation(r, depth)?;
        }
        b'[' => {
            for _ in 0..r.u16()? {
                read_element_value(r, name, depth, constants)?;
            }
        }
        _ => return r.fail("unknown kind of annotation value"),
    }
    Ok(())
}

impl CodeAnnotation {
    /// The entry as it stands in the class file; `None` if its catch clause is no longer there.
    pub(crate) fn encode(
        &self,
        handlers: &[&Handler],
        pc: impl Fn(Label) -> u16,
    ) -> Result<Option<Vec<u8>>, TooLarge> {
        let mut out = vec![self.target_type];
        match &self.target {
            AnnotationTarget::Local(ranges) => {
                out.u16(count(ranges.len())?);
                for range in ranges {
                    out.u16(pc(range.start));
                    out.u16(pc(range.end).saturating_sub(pc(range.start)));
                    out.u16(range.slot);
                }
            }
            AnnotationTarget::Catch { target, catch_type } => {
                let same = |h: &&Handler| (h.target, h.catch_type) == (*target, *catch_type);
                match handlers.iter().position(same) {
                    Some(index) => out.u16(count(index)?),
                    None => return Ok(None),
                }
            }
            AnnotationTarget::Insn(at) => out.u16(pc(*at)),
            AnnotationTarget::Argument(at, index) => {
                out.u16(pc(*at));
                out.u8(*index);
            }
        }
        out.extend_from_slice(&self.body);
        Ok(Some(out))
    }
}
