//! Indices into the constant pool: each must name an entry of the kind that its place asks for, and
//! names must be such as the JVM takes.

use classfile::{Attribute, ClassFile, Constant, Malformed, Pool, Reader};

use crate::Skip;

pub fn check(class: &ClassFile<'_>) -> Result<(), Skip> {
    let pool = &class.pool;
    let constants = pool
        .entries()
        .iter()
        .all(|constant| is_sound(pool, constant));
    let header = is_class(pool, class.this_class)
        && (class.super_class == 0 || is_class(pool, class.super_class))
        && class.interfaces.iter().all(|&index| is_class(pool, index));
    let members = class.fields.iter().chain(&class.methods).all(|member| {
        is_utf8(pool, member.name)
            && is_descriptor(pool, member.descriptor)
            && are_sound(pool, &member.attributes)
    });
    if constants && header && members && are_sound(pool, &class.attributes) {
        Ok(())
    } else {
        Err(Skip::Refused)
    }
}

/// JVMS 4.4.
fn is_sound(pool: &Pool<'_>, constant: &Constant<'_>) -> bool {
    match *constant {
        Constant::Class(name) => pool.utf8_bytes(name).is_some_and(is_class_name),
        Constant::MethodType(descriptor) => is_descriptor(pool, descriptor),
        Constant::String(name) | Constant::Module(name) | Constant::Package(name) => {
            is_utf8(pool, name)
        }
        Constant::Field(class, names)
        | Constant::Method(class, names)
        | Constant::InterfaceMethod(class, names) => {
            is_class(pool, class) && is_name_and_type(pool, names)
        }
        Constant::NameAndType(name, descriptor) => {
            is_utf8(pool, name) && is_descriptor(pool, descriptor)
        }
        Constant::MethodHandle(_, member) => matches!(
            pool.get(member),
            Some(Constant::Field(..) | Constant::Method(..) | Constant::InterfaceMethod(..))
        ),
        Constant::Dynamic(_, names) | Constant::InvokeDynamic(_, names) => {
            is_name_and_type(pool, names)
        }
        Constant::Unusable
        | Constant::Utf8(_)
        | Constant::Integer(_)
        | Constant::Float(_)
        | Constant::Long(_)
        | Constant::Double(_) => true,
    }
}

pub fn is_class(pool: &Pool<'_>, index: u16) -> bool {
    matches!(pool.get(index), Some(Constant::Class(_)))
}

fn is_utf8(pool: &Pool<'_>, index: u16) -> bool {
    pool.utf8_bytes(index).is_some()
}

fn is_descriptor(pool: &Pool<'_>, index: u16) -> bool {
    pool.utf8_bytes(index)
        .is_some_and(|descriptor| match descriptor {
            [b'(', rest @ ..] => {
                let mut rest = rest;
                while let Some(after) = after_type(rest) {
                    rest = after;
                }
                matches!(rest, [b')', b'V'])
                    || rest.strip_prefix(b")").and_then(after_type) == Some(&[])
            }
            field => after_type(field) == Some(&[]),
        })
}

/// What follows the field type that these bytes begin with.
fn after_type(bytes: &[u8]) -> Option<&[u8]> {
    let dimensions = bytes.iter().take_while(|&&b| b == b'[').count();
    let (kind, rest) = bytes[dimensions..].split_first()?;
    match kind {
        b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' => Some(rest),
        b'L' => {
            let end = rest.iter().position(|&b| b == b';')?;
            is_name(&rest[..end]).then_some(&rest[end + 1..])
        }
        _ => None,
    }
}

/// Of a class, or the descriptor of an array.
fn is_class_name(bytes: &[u8]) -> bool {
    match bytes.first() {
        Some(b'[') => after_type(bytes) == Some(&[]),
        _ => is_name(bytes),
    }
}

/// JVMS 4.2.1 and 4.2.2: identifiers with slashes between.
fn is_name(bytes: &[u8]) -> bool {
    let mut is_empty = true;
    for b in bytes {
        match b {
            b'.' | b';' | b'[' => return false,
            b'/' if is_empty => return false,
            b'/' => is_empty = true,
            _ => is_empty = false,
        }
    }
    !is_empty
}

fn is_name_and_type(pool: &Pool<'_>, index: u16) -> bool {
    matches!(pool.get(index), Some(Constant::NameAndType(..)))
}

fn are_sound(pool: &Pool<'_>, attributes: &[Attribute<'_>]) -> bool {
    attributes.iter().all(|attribute| {
        pool.utf8_bytes(attribute.name)
            .is_some_and(|name| names_what_it_should(pool, name, &attribute.info) == Ok(true))
    })
}

/// The attributes of classes and members whose indices the JVM looks at when it reads the class
/// (JVMS 4.7).
fn names_what_it_should(pool: &Pool<'_>, name: &[u8], info: &[u8]) -> Result<bool, Malformed> {
    let mut r = Reader::new(info);
    let class = |index| is_class(pool, index);
    let utf8 = |index| is_utf8(pool, index);
    let or_none = |index, is: &dyn Fn(u16) -> bool| index == 0 || is(index);
    match name {
        b"Signature" | b"SourceFile" => Ok(utf8(r.u16()?)),
        b"ConstantValue" => Ok(usize::from(r.u16()?) < pool.len()),
        b"NestHost" => Ok(class(r.u16()?)),
        b"Exceptions" | b"NestMembers" | b"PermittedSubclasses" => {
            all(&mut r, |r| Ok(class(r.u16()?)))
        }
        b"EnclosingMethod" => {
            let names = |index| is_name_and_type(pool, index);
            Ok(class(r.u16()?) && or_none(r.u16()?, &names))
        }
        b"InnerClasses" => all(&mut r, |r| {
            let (inner, outer, name, _flags) = (r.u16()?, r.u16()?, r.u16()?, r.u16()?);
            Ok(class(inner) && or_none(outer, &class) && or_none(name, &utf8))
        }),
        b"BootstrapMethods" => all(&mut r, |r| {
            let handle = matches!(pool.get(r.u16()?), Some(Constant::MethodHandle(..)));
            let arguments = all(r, |r| Ok(usize::from(r.u16()?) < pool.len()))?;
            Ok(handle && arguments)
        }),
        _ => Ok(true),
    }
}

/// Whether it holds for each part of a table that begins with the number of its parts.
fn all(
    r: &mut Reader<'_>,
    mut holds: impl FnMut(&mut Reader<'_>) -> Result<bool, Malformed>,
) -> Result<bool, Malformed> {
    for _ in 0..r.u16()? {
        if !holds(r)? {
            return Ok(false);
        }
    }
    Ok(true)
}
