//! The class file around the constant pool: members and attributes (JVMS 4.1, 4.5-4.7).

use std::borrow::Cow;

use crate::bytes::{Append, Malformed, Reader};
use crate::pool::Pool;

/// Class files of JDK 25. A newer major version is read as this one: so far every version has kept
/// the layout and only added constants, attributes and flags.
pub const NEWEST_KNOWN_MAJOR: u16 = 69;

/// Class files of JDK 1.0.2. Before it, code had a shorter header; today's JVMs no longer read that.
const OLDEST_KNOWN: (u16, u16) = (45, 3);

/// Access flags (JVMS tables 4.1-B, 4.5-A, 4.6-A).
pub mod access {
    pub const PUBLIC: u16 = 0x0001;
    pub const PRIVATE: u16 = 0x0002;
    pub const PROTECTED: u16 = 0x0004;
    pub const STATIC: u16 = 0x0008;
    pub const FINAL: u16 = 0x0010;
    pub const SYNCHRONIZED: u16 = 0x0020;
    pub const VOLATILE: u16 = 0x0040;
    pub const TRANSIENT: u16 = 0x0080;
    pub const NATIVE: u16 = 0x0100;
    pub const INTERFACE: u16 = 0x0200;
    pub const ABSTRACT: u16 = 0x0400;
    pub const SYNTHETIC: u16 = 0x1000;
    pub const ANNOTATION: u16 = 0x2000;
    pub const ENUM: u16 = 0x4000;
    pub const MODULE: u16 = 0x8000;
}

/// An attribute by the pool index of its name; its content stays as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute<'a> {
    pub name: u16,
    pub info: Cow<'a, [u8]>,
}

/// A field or a method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member<'a> {
    pub access: u16,
    pub name: u16,
    pub descriptor: u16,
    pub attributes: Vec<Attribute<'a>>,
}

impl Member<'_> {
    pub fn is(&self, flag: u16) -> bool {
        self.access & flag != 0
    }
}

#[derive(Debug, Clone)]
pub struct ClassFile<'a> {
    pub minor: u16,
    pub major: u16,
    pub pool: Pool<'a>,
    pub access: u16,
    pub this_class: u16,
    pub super_class: u16,
    pub interfaces: Vec<u16>,
    pub fields: Vec<Member<'a>>,
    pub methods: Vec<Member<'a>>,
    pub attributes: Vec<Attribute<'a>>,
}

impl<'a> ClassFile<'a> {
    pub fn read(bytes: &'a [u8]) -> Result<Self, Malformed> {
        let mut r = Reader::new(bytes);
        if r.u32()? != 0xCAFE_BABE {
            return Err(Malformed {
                at: 0,
                what: "not a class file (magic number)",
            });
        }
        let minor = r.u16()?;
        let major = r.u16()?;
        if (major, minor) < OLDEST_KNOWN {
            return r.fail("class file older than version 45.3");
        }
        let pool = Pool::read(&mut r)?;
        let access = r.u16()?;
        let this_class = r.u16()?;
        let super_class = r.u16()?;
        let interface_count = r.u16()? as usize;
        let mut interfaces = Vec::with_capacity(r.capacity(interface_count, 2));
        for _ in 0..interface_count {
            interfaces.push(r.u16()?);
        }
        let fields = read_members(&mut r)?;
        let methods = read_members(&mut r)?;
        let attributes = read_attributes(&mut r)?;
        if !r.at_end() {
            return r.fail("bytes after the end of the class");
        }
        Ok(ClassFile {
            minor,
            major,
            pool,
            access,
            this_class,
            super_class,
            interfaces,
            fields,
            methods,
            attributes,
        })
    }

    pub fn write(&self) -> Vec<u8> {
        let codes = self.methods.iter().flat_map(|method| &method.attributes);
        let size: usize = codes.map(|code| code.info.len()).sum();
        let mut out = Vec::with_capacity(size + self.pool.len() * 16);
        out.u32(0xCAFE_BABE);
        out.u16(self.minor);
        out.u16(self.major);
        self.pool.write(&mut out);
        out.u16(self.access);
        out.u16(self.this_class);
        out.u16(self.super_class);
        out.u16(self.interfaces.len() as u16);
        for &i in &self.interfaces {
            out.u16(i);
        }
        write_members(&self.fields, &mut out);
        write_members(&self.methods, &mut out);
        write_attributes(&self.attributes, &mut out);
        out
    }

    /// Whether the class may hold things that this crate does not know of. They are kept, but whoever
    /// decides by what a class says should tell the user that this one was read as version
    /// [`NEWEST_KNOWN_MAJOR`].
    pub fn is_newer_than_known(&self) -> bool {
        self.major > NEWEST_KNOWN_MAJOR
    }

    pub fn name(&self) -> Option<&str> {
        self.pool.class_name(self.this_class)
    }

    pub fn super_name(&self) -> Option<&str> {
        self.pool.class_name(self.super_class)
    }

    pub fn is(&self, flag: u16) -> bool {
        self.access & flag != 0
    }

    /// The content of the attribute called `name`, if there is one.
    pub fn find<'s>(&'s self, attributes: &'s [Attribute<'a>], name: &str) -> Option<&'s [u8]> {
        attributes
            .iter()
            .find(|a| self.pool.utf8_bytes(a.name) == Some(name.as_bytes()))
            .map(|a| &*a.info)
    }

    /// The name that the compiler recorded of the source file.
    pub fn source_file(&self) -> Option<&str> {
        let info = self.find(&self.attributes, "SourceFile")?;
        self.pool.utf8(Reader::new(info).u16().ok()?)
    }
}

fn read_members<'a>(r: &mut Reader<'a>) -> Result<Vec<Member<'a>>, Malformed> {
    let count = r.u16()? as usize;
    let mut members = Vec::with_capacity(r.capacity(count, 8));
    for _ in 0..count {
        members.push(Member {
            access: r.u16()?,
            name: r.u16()?,
            descriptor: r.u16()?,
            attributes: read_attributes(r)?,
        });
    }
    Ok(members)
}

fn write_members(members: &[Member<'_>], out: &mut Vec<u8>) {
    out.u16(members.len() as u16);
    for m in members {
        out.u16(m.access);
        out.u16(m.name);
        out.u16(m.descriptor);
        write_attributes(&m.attributes, out);
    }
}

pub(crate) fn read_attributes<'a>(r: &mut Reader<'a>) -> Result<Vec<Attribute<'a>>, Malformed> {
    let count = r.u16()? as usize;
    let mut attributes = Vec::with_capacity(r.capacity(count, 6));
    for _ in 0..count {
        let name = r.u16()?;
        let len = r.u32()? as usize;
        attributes.push(Attribute {
            name,
            info: Cow::Borrowed(r.take(len)?),
        });
    }
    Ok(attributes)
}

pub(crate) fn write_attributes(attributes: &[Attribute<'_>], out: &mut Vec<u8>) {
    out.u16(attributes.len() as u16);
    for a in attributes {
        out.u16(a.name);
        out.u32(a.info.len() as u32);
        out.extend_from_slice(&a.info);
    }
}
