//! Class files as bytes and as structure.
//!
//! Invariant: writing what was read gives the same bytes. Attributes, flag bits and strings that
//! this crate does not understand are kept raw; only code that somebody decodes is laid out anew.
//!
//! The format is chapter 4 of the Java Virtual Machine Specification (JVMS); section numbers in
//! comments refer to it.

mod annotations;
mod bytes;
mod class;
mod code;
pub mod container;
mod decode;
mod descriptor;
mod frames;
mod layout;
pub mod op;
mod pool;

pub use annotations::{Annotation, AnnotationTarget, CodeAnnotation, SlotRange, annotations};
pub use bytes::{Malformed, Reader};
pub use class::{Attribute, ClassFile, Member, NEWEST_KNOWN_MAJOR, access};
pub use code::{Code, Handler, Insn, Label, LocalVar, Switch, SwitchCases};
pub use descriptor::{MethodDescriptor, arity, parameters, slot_size};
pub use frames::{Frame, TypeId, TypeTable, VType};
pub use layout::TooLarge;
pub use pool::{Constant, MemberRef, Pool, PoolFull, Text};
