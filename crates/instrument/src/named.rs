//! The fields that the code of a class names, with the constants of their shadows and links: looked up once for a class.

use std::cell::{Cell, OnceCell};
use std::rc::Rc;
use std::sync::Arc;

use classfile::{Insn, MemberRef, PoolFull};

use crate::class::OwnField;
use crate::method::Walk;
use crate::names::{self, Shadow};

/// A field that instructions of the class name.
pub struct NamedField {
    /// Of the reference in the constant pool.
    pub index: u16,
    pub class: Arc<str>,
    pub name: Arc<str>,
    pub descriptor: Arc<str>,
    /// What the class at hand says of it, if it is its own.
    pub own: Option<OwnField>,
    /// References to its shadows in the constant pool, 0 where there is none yet.
    shadows: [Cell<u16>; Shadow::COUNT],
    /// Those to its links, likewise.
    links: [Cell<u16>; Link::COUNT],
    /// Names of its links, once they were asked for.
    link_names: [OnceCell<Option<String>>; Link::COUNT],
}

impl NamedField {
    pub fn reference(&self) -> MemberRef<'_> {
        MemberRef {
            class: &self.class,
            name: &self.name,
            descriptor: &self.descriptor,
        }
    }

    /// If it is one of the class at hand that holds arrays: its place among the fields.
    pub fn own_array(&self) -> Option<u16> {
        let own = self.own.filter(|_| self.descriptor.starts_with('['));
        own.map(|own| own.index)
    }

    /// If it is one of the class at hand: its place among the fields.
    pub fn own_index(&self) -> Option<u16> {
        self.own.map(|own| own.index)
    }
}

/// The static field that tells how references to a foreign field are linked.
#[derive(Debug, Clone, Copy)]
pub enum Link {
    Foreign,
    /// Of references that expect the field to be settled.
    Settled,
}

impl Link {
    const COUNT: usize = Link::Settled as usize + 1;

    pub fn name(self, field: &NamedField) -> String {
        match self {
            Link::Foreign => names::link_field(field.reference()),
            Link::Settled => names::settled_link_field(field.reference()),
        }
    }
}

impl Walk<'_, '_, '_, '_> {
    /// The field that a reference in the constant pool names.
    pub fn named_field(&mut self, index: u16) -> Option<Rc<NamedField>> {
        if let Some(known) = self.cx.view.named.get(&index) {
            return Some(Rc::clone(known));
        }
        let member = self.out.pool.member_ref(index)?;
        let own = if member.class == &*self.cx.view.name {
            let key = (member.name.to_owned(), member.descriptor.to_owned());
            self.cx.view.fields.get(&key).copied()
        } else {
            None
        };
        let field = Rc::new(NamedField {
            index,
            class: member.class.into(),
            name: member.name.into(),
            descriptor: member.descriptor.into(),
            own,
            shadows: Default::default(),
            links: Default::default(),
            link_names: Default::default(),
        });
        self.cx.view.named.insert(index, Rc::clone(&field));
        Some(field)
    }

    /// An instruction that reads or writes a shadow of the field.
    pub fn access_shadow(
        &mut self,
        opcode: u8,
        field: &NamedField,
        shadow: Shadow,
    ) -> Result<(), PoolFull> {
        let known = &field.shadows[shadow as usize];
        if known.get() == 0 {
            known.set(self.out.pool.intern_field(MemberRef {
                class: &field.class,
                name: &shadow.name(&field.name, &field.descriptor),
                descriptor: shadow.descriptor(),
            })?);
        }
        self.out.push(Insn::Field(opcode, known.get()));
        Ok(())
    }

    /// Whether the class has such a link for the field.
    pub fn has_link(&mut self, field: &NamedField, link: Link) -> bool {
        let links = &mut self.cx.view.links;
        let name = field.link_names[link as usize].get_or_init(|| links.ask(link.name(field)));
        name.is_some()
    }

    /// An instruction that reads or writes a link that the class has.
    pub fn access_link(
        &mut self,
        opcode: u8,
        field: &NamedField,
        link: Link,
    ) -> Result<(), PoolFull> {
        let known = &field.links[link as usize];
        if known.get() == 0
            && let Some(Some(name)) = field.link_names[link as usize].get()
        {
            known.set(self.out.pool.intern_field(MemberRef {
                class: &self.cx.view.name,
                name,
                descriptor: "I",
            })?);
        }
        self.out.push(Insn::Field(opcode, known.get()));
        Ok(())
    }
}
