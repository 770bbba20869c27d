//! Strings that a program knows, by number.

use std::sync::Arc;

use classfile::{Constant, Pool};
use rustc_hash::FxHashMap;

/// A string that the program knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Name(u32);

#[derive(Default)]
pub(super) struct Names {
    known: FxHashMap<Arc<str>, Name>,
}

impl Names {
    pub fn add(&mut self, text: &str) -> (Name, Arc<str>) {
        if let Some((known, name)) = self.known.get_key_value(text) {
            return (*name, Arc::clone(known));
        }
        let (name, text) = (Name(self.known.len() as u32), Arc::from(text));
        self.known.insert(Arc::clone(&text), name);
        (name, text)
    }

    pub fn get(&self, text: &str) -> Option<Name> {
        self.known.get(text).copied()
    }
}

/// The names of a constant pool as the program has them, each looked up once.
pub(super) struct PoolNames<'n> {
    pool: &'n Pool<'n>,
    names: &'n Names,
    found: Vec<Option<Option<Name>>>,
}

impl<'n> PoolNames<'n> {
    pub fn of(pool: &'n Pool<'n>, names: &'n Names) -> PoolNames<'n> {
        PoolNames {
            pool,
            names,
            found: vec![None; pool.len()],
        }
    }

    fn name(&mut self, index: u16) -> Option<Name> {
        let found = self.found.get_mut(usize::from(index))?;
        let (pool, names) = (self.pool, self.names);
        *found.get_or_insert_with(|| names.get(pool.utf8(index)?))
    }

    /// Class, name and descriptor of a member. Nobody may have that descriptor.
    pub fn member(&mut self, class: u16, member: u16) -> Option<(Name, Name, Option<Name>)> {
        let pool = self.pool;
        let (&Constant::Class(class), &Constant::NameAndType(name, descriptor)) =
            (pool.get(class)?, pool.get(member)?)
        else {
            return None;
        };
        let descriptor = self.name(descriptor);
        Some((self.name(class)?, self.name(name)?, descriptor))
    }
}
