//! The constant pool (JVMS 4.4): entries as read, growth by interning.

use std::borrow::Cow;
use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashMap};
use thiserror::Error;

use crate::bytes::{Append, Malformed, Reader};

/// One entry. Indices point into the same pool.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Constant<'a> {
    /// Index 0 and the second half of a long or double.
    Unusable,
    Utf8(Text<'a>),
    Integer(u32),
    Float(u32),
    Long(u64),
    Double(u64),
    Class(u16),
    String(u16),
    Field(u16, u16),
    Method(u16, u16),
    InterfaceMethod(u16, u16),
    NameAndType(u16, u16),
    MethodHandle(u8, u16),
    MethodType(u16),
    Dynamic(u16, u16),
    InvokeDynamic(u16, u16),
    Module(u16),
    Package(u16),
}

/// A string of the pool: modified UTF-8, or what a class file has in its place. It is looked at once, as names are asked for often.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Text<'a> {
    /// What is UTF-8 too.
    Plain(Cow<'a, str>),
    /// With a special form of modified UTF-8, a lone surrogate or an invalid sequence.
    Other(Cow<'a, [u8]>),
}

impl Text<'_> {
    pub fn as_bytes(&self) -> &[u8] {
        match self {
            Text::Plain(text) => text.as_bytes(),
            Text::Other(bytes) => bytes,
        }
    }
}

impl<'a> From<&'a [u8]> for Text<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok(text) => Text::Plain(Cow::Borrowed(text)),
            Err(_) => Text::Other(Cow::Borrowed(bytes)),
        }
    }
}

impl From<Vec<u8>> for Text<'_> {
    fn from(bytes: Vec<u8>) -> Self {
        match String::from_utf8(bytes) {
            Ok(text) => Text::Plain(Cow::Owned(text)),
            Err(other) => Text::Other(Cow::Owned(other.into_bytes())),
        }
    }
}

/// No room for another constant: a pool holds at most 65,534 entries, and a string 65,535 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the constant pool is full")]
pub struct PoolFull;

/// Bytes in a string constant, whose length has 16 bits.
const MAX_STRING: usize = u16::MAX as usize;

/// A field or method reference with its names looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemberRef<'p> {
    pub class: &'p str,
    pub name: &'p str,
    pub descriptor: &'p str,
}

#[derive(Debug, Clone)]
pub struct Pool<'a> {
    entries: Vec<Constant<'a>>,
    /// Built at the first growth; most pools never grow.
    index: Option<Index>,
    /// What [`Pool::intern_fixed`] was asked for.
    fixed: FxHashMap<[Place; 3], u16>,
}

/// Where a text lies that stays there: address and length, which are compared faster than the text.
type Place = (usize, usize);

fn place(text: &'static str) -> Place {
    (text.as_ptr().addr(), text.len())
}

impl Default for Pool<'_> {
    /// An empty pool; its entry 0 is none.
    fn default() -> Self {
        Pool {
            entries: vec![Constant::Unusable],
            index: None,
            fixed: FxHashMap::default(),
        }
    }
}

impl<'a> Pool<'a> {
    pub(crate) fn read(r: &mut Reader<'a>) -> Result<Self, Malformed> {
        let count = r.u16()? as usize;
        if count == 0 {
            return r.fail("constant pool count is zero");
        }
        let mut entries = Vec::with_capacity(r.capacity(count, 3) + 1);
        entries.push(Constant::Unusable);
        while entries.len() < count {
            let constant = match r.u8()? {
                1 => {
                    let len = r.u16()? as usize;
                    Constant::Utf8(r.take(len)?.into())
                }
                3 => Constant::Integer(r.u32()?),
                4 => Constant::Float(r.u32()?),
                5 => Constant::Long(r.u64()?),
                6 => Constant::Double(r.u64()?),
                7 => Constant::Class(r.u16()?),
                8 => Constant::String(r.u16()?),
                9 => Constant::Field(r.u16()?, r.u16()?),
                10 => Constant::Method(r.u16()?, r.u16()?),
                11 => Constant::InterfaceMethod(r.u16()?, r.u16()?),
                12 => Constant::NameAndType(r.u16()?, r.u16()?),
                15 => Constant::MethodHandle(r.u8()?, r.u16()?),
                16 => Constant::MethodType(r.u16()?),
                17 => Constant::Dynamic(r.u16()?, r.u16()?),
                18 => Constant::InvokeDynamic(r.u16()?, r.u16()?),
                19 => Constant::Module(r.u16()?),
                20 => Constant::Package(r.u16()?),
                _ => return r.fail("unknown constant tag"),
            };
            let wide = matches!(constant, Constant::Long(_) | Constant::Double(_));
            entries.push(constant);
            if wide {
                if entries.len() == count {
                    return r.fail("long or double constant past the end of the pool");
                }
                entries.push(Constant::Unusable);
            }
        }
        Ok(Pool {
            entries,
            index: None,
            fixed: FxHashMap::default(),
        })
    }

    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        out.u16(self.entries.len() as u16);
        for constant in &self.entries {
            match *constant {
                Constant::Unusable => {}
                Constant::Utf8(ref s) => {
                    let s = s.as_bytes();
                    out.u8(1);
                    out.u16(s.len() as u16);
                    out.extend_from_slice(s);
                }
                Constant::Integer(v) => tagged_u32(out, 3, v),
                Constant::Float(v) => tagged_u32(out, 4, v),
                Constant::Long(v) => tagged_u64(out, 5, v),
                Constant::Double(v) => tagged_u64(out, 6, v),
                Constant::Class(i) => tagged_u16(out, 7, i),
                Constant::String(i) => tagged_u16(out, 8, i),
                Constant::Field(a, b) => tagged_pair(out, 9, a, b),
                Constant::Method(a, b) => tagged_pair(out, 10, a, b),
                Constant::InterfaceMethod(a, b) => tagged_pair(out, 11, a, b),
                Constant::NameAndType(a, b) => tagged_pair(out, 12, a, b),
                Constant::MethodHandle(kind, i) => {
                    out.u8(15);
                    out.u8(kind);
                    out.u16(i);
                }
                Constant::MethodType(i) => tagged_u16(out, 16, i),
                Constant::Dynamic(a, b) => tagged_pair(out, 17, a, b),
                Constant::InvokeDynamic(a, b) => tagged_pair(out, 18, a, b),
                Constant::Module(i) => tagged_u16(out, 19, i),
                Constant::Package(i) => tagged_u16(out, 20, i),
            }
        }
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.len() <= 1
    }

    pub fn entries(&self) -> &[Constant<'a>] {
        &self.entries
    }

    pub fn get(&self, index: u16) -> Option<&Constant<'a>> {
        self.entries.get(index as usize)
    }

    pub fn utf8_bytes(&self, index: u16) -> Option<&[u8]> {
        match self.get(index)? {
            Constant::Utf8(s) => Some(s.as_bytes()),
            _ => None,
        }
    }

    /// The string at `index`, if it is valid UTF-8 too; names that need modified UTF-8's special
    /// forms (lone surrogates, U+0000, supplementary characters) answer `None`.
    pub fn utf8(&self, index: u16) -> Option<&str> {
        match self.get(index)? {
            Constant::Utf8(Text::Plain(text)) => Some(text),
            _ => None,
        }
    }

    pub fn class_name(&self, index: u16) -> Option<&str> {
        match *self.get(index)? {
            Constant::Class(name) => self.utf8(name),
            _ => None,
        }
    }

    fn name_and_type(&self, index: u16) -> Option<(&str, &str)> {
        match *self.get(index)? {
            Constant::NameAndType(name, descriptor) => {
                Some((self.utf8(name)?, self.utf8(descriptor)?))
            }
            _ => None,
        }
    }

    pub fn member_ref(&self, index: u16) -> Option<MemberRef<'_>> {
        match *self.get(index)? {
            Constant::Field(class, nt)
            | Constant::Method(class, nt)
            | Constant::InterfaceMethod(class, nt) => {
                let (name, descriptor) = self.name_and_type(nt)?;
                Some(MemberRef {
                    class: self.class_name(class)?,
                    name,
                    descriptor,
                })
            }
            _ => None,
        }
    }

    /// Name and descriptor of a dynamic constant or call site.
    pub fn dynamic(&self, index: u16) -> Option<(&str, &str)> {
        match *self.get(index)? {
            Constant::Dynamic(_, nt) | Constant::InvokeDynamic(_, nt) => self.name_and_type(nt),
            _ => None,
        }
    }

    /// The index of `constant`, added if it is not there yet.
    pub fn intern(&mut self, constant: Constant<'a>) -> Result<u16, PoolFull> {
        if matches!(&constant, Constant::Utf8(s) if s.as_bytes().len() > MAX_STRING) {
            return Err(PoolFull);
        }
        let free = match self.find(&constant) {
            Ok(at) => return Ok(at),
            Err(free) => free,
        };
        let wide = matches!(constant, Constant::Long(_) | Constant::Double(_));
        let at = self.entries.len();
        if at + usize::from(wide) >= usize::from(u16::MAX) {
            return Err(PoolFull);
        }
        self.entries.push(constant);
        if wide {
            self.entries.push(Constant::Unusable);
        }
        if let Some(index) = &mut self.index {
            index.add(free, at as u16, &self.entries);
        }
        Ok(at as u16)
    }

    /// Where a constant is, or where the index has room for it.
    fn find(&mut self, constant: &Constant<'_>) -> Result<u16, Free> {
        let entries = &self.entries;
        let index = self.index.get_or_insert_with(|| Index::of(entries));
        index.find(constant, entries)
    }

    pub fn intern_utf8(&mut self, s: &str) -> Result<u16, PoolFull> {
        self.intern_text(Text::Plain(Cow::Borrowed(s)))
    }

    /// Most are there already, and then nothing needs to be copied.
    pub(crate) fn intern_text(&mut self, text: Text<'_>) -> Result<u16, PoolFull> {
        match self.find(&Constant::Utf8(text.clone())) {
            Ok(at) => Ok(at),
            Err(_) => self.intern(Constant::Utf8(text.as_bytes().to_vec().into())),
        }
    }

    pub fn intern_class(&mut self, name: &str) -> Result<u16, PoolFull> {
        let name = self.intern_utf8(name)?;
        self.intern(Constant::Class(name))
    }

    fn intern_name_and_type(&mut self, name: &str, descriptor: &str) -> Result<u16, PoolFull> {
        let name = self.intern_utf8(name)?;
        let descriptor = self.intern_utf8(descriptor)?;
        self.intern(Constant::NameAndType(name, descriptor))
    }

    pub fn intern_field(&mut self, member: MemberRef<'_>) -> Result<u16, PoolFull> {
        let class = self.intern_class(member.class)?;
        let nt = self.intern_name_and_type(member.name, member.descriptor)?;
        self.intern(Constant::Field(class, nt))
    }

    pub fn intern_method(&mut self, member: MemberRef<'_>) -> Result<u16, PoolFull> {
        let class = self.intern_class(member.class)?;
        let nt = self.intern_name_and_type(member.name, member.descriptor)?;
        self.intern(Constant::Method(class, nt))
    }

    /// As [`Pool::intern_field`] or [`Pool::intern_method`], for one of the few members that are asked for again and again.
    pub fn intern_fixed(&mut self, member: MemberRef<'static>) -> Result<u16, PoolFull> {
        let texts = [member.class, member.name, member.descriptor].map(place);
        if let Some(&at) = self.fixed.get(&texts) {
            return Ok(at);
        }
        let at = if member.descriptor.starts_with('(') {
            self.intern_method(member)?
        } else {
            self.intern_field(member)?
        };
        self.fixed.insert(texts, at);
        Ok(at)
    }

    /// Renames strings in place: `rename` answers the new bytes of an entry that changes.
    ///
    /// # Panics
    /// If a new string is longer than 65,535 bytes.
    pub fn rename_utf8(&mut self, mut rename: impl FnMut(&[u8]) -> Option<Vec<u8>>) {
        self.index = None;
        self.fixed.clear();
        for entry in &mut self.entries {
            if let Constant::Utf8(s) = entry
                && let Some(new) = rename(s.as_bytes())
            {
                assert!(new.len() <= MAX_STRING, "a constant of {} bytes", new.len());
                *s = new.into();
            }
        }
    }
}

/// Finds constants: a hash table of their indices alone, the slots after the right one being the next to look at.
#[derive(Debug, Clone)]
struct Index {
    /// Never more than half of them are taken.
    slots: Vec<Slot>,
    taken: usize,
}

/// The index of a constant, 0 if the slot is free, and some bits of its hash.
#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    at: u16,
    hash: u16,
}

/// The slot for a constant that was not found.
struct Free {
    slot: usize,
    hash: u16,
}

impl Index {
    fn of(entries: &[Constant<'_>]) -> Index {
        Index::with_room_for(entries.len() * 2, entries)
    }

    fn with_room_for(count: usize, entries: &[Constant<'_>]) -> Index {
        let mut index = Index {
            slots: vec![Slot::default(); (count * 2).next_power_of_two()],
            taken: 0,
        };
        for (at, constant) in entries.iter().enumerate() {
            if *constant != Constant::Unusable
                && let Err(free) = index.find(constant, entries)
            {
                index.take(free, at as u16);
            }
        }
        index
    }

    /// Where a constant is, or where it is to be noted.
    fn find(&self, constant: &Constant<'_>, entries: &[Constant<'_>]) -> Result<u16, Free> {
        let hash = FxBuildHasher.hash_one(constant);
        let last = self.slots.len() - 1;
        let mut slot = hash as usize & last;
        let hash = (hash >> 48) as u16;
        loop {
            match self.slots[slot] {
                Slot { at: 0, .. } => return Err(Free { slot, hash }),
                other if other.hash == hash && entries[usize::from(other.at)] == *constant => {
                    return Ok(other.at);
                }
                _ => slot = (slot + 1) & last,
            }
        }
    }

    /// Notes a constant that is now among the entries.
    fn add(&mut self, free: Free, at: u16, entries: &[Constant<'_>]) {
        self.take(free, at);
        if self.taken * 2 > self.slots.len() {
            *self = Index::with_room_for(self.taken * 2, entries);
        }
    }

    fn take(&mut self, Free { slot, hash }: Free, at: u16) {
        self.slots[slot] = Slot { at, hash };
        self.taken += 1;
    }
}

fn tagged_u16(out: &mut Vec<u8>, tag: u8, v: u16) {
    out.u8(tag);
    out.u16(v);
}

fn tagged_u32(out: &mut Vec<u8>, tag: u8, v: u32) {
    out.u8(tag);
    out.u32(v);
}

fn tagged_u64(out: &mut Vec<u8>, tag: u8, v: u64) {
    out.u8(tag);
    out.extend_from_slice(&v.to_be_bytes());
}

fn tagged_pair(out: &mut Vec<u8>, tag: u8, a: u16, b: u16) {
    out.u8(tag);
    out.u16(a);
    out.u16(b);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_found_again_while_the_pool_grows() {
        let mut pool = Pool::default();
        let constants: Vec<Constant<'_>> = (0..20_000)
            .flat_map(|n: u32| [Constant::Integer(n), Constant::Long(n.into())])
            .collect();
        let add = |pool: &mut Pool<'static>| -> Vec<u16> {
            let added = constants.iter().map(|it| pool.intern(it.clone()));
            added.collect::<Result<_, _>>().unwrap()
        };
        let indices = add(&mut pool);
        let len = pool.len();
        assert_eq!(add(&mut pool), indices);
        assert_eq!(pool.len(), len);
        for (constant, index) in constants.iter().zip(indices) {
            assert_eq!(pool.get(index), Some(constant));
        }
    }
}
