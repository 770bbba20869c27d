//! Checks before calls of methods of containers, such as `HashMap.put`.
//!
//! Whether the receiver is a container only its class tells, at run time. What is known here is that the type
//! which the instruction names may be called so.

use classfile::{Insn, MethodDescriptor, op, slot_size};
use rustc_hash::FxHashMap;
use world::models::{Effect, Models};

use crate::Skip;
use crate::method::{Level, Walk};
use crate::site::{Op, Target};

const CONTAINERS: &str = "java/lang/redflag$Containers";
const CALLED_DESC: &str = "(Ljava/lang/Object;Ljava/lang/redflag$ThreadState;III)V";

/// What the models say of one class.
#[derive(Default)]
struct Said<'m> {
    of: Option<&'m str>,
    effects: FxHashMap<&'m str, &'m Effect>,
}

/// What a call may do to the container.
#[derive(Debug, Clone, Copy, Default)]
struct Possible {
    method: u32,
    reads: bool,
    writes: bool,
}

pub struct ContainerIndex<'m> {
    classes: FxHashMap<&'m str, Said<'m>>,
    /// Numbers of methods by name; the runtime knows them by these.
    numbers: FxHashMap<&'m str, u32>,
    /// By the type that an instruction names, then by the method's name.
    calls: FxHashMap<&'m str, FxHashMap<&'m str, Possible>>,
}

impl<'m> ContainerIndex<'m> {
    pub fn new(models: &'m Models, jdk: u16) -> Self {
        let mut classes: FxHashMap<&str, Said<'_>> = FxHashMap::default();
        let mut through: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
        for it in models.containers(jdk) {
            let said = classes.entry(&it.class).or_default();
            said.of = it.of.as_deref().or(said.of);
            let effects = it.methods.iter().map(|(name, e)| (name.as_ref(), e));
            said.effects.extend(effects);
            let types = through.entry(&it.class).or_default();
            types.push(&it.class);
            types.extend(it.through.iter().map(AsRef::as_ref));
        }
        let mut numbers: FxHashMap<&str, u32> = FxHashMap::default();
        let mut calls: FxHashMap<&str, FxHashMap<&str, Possible>> = FxHashMap::default();
        for (class, said) in &classes {
            for (&name, &effect) in &said.effects {
                let next = numbers.len() as u32;
                let method = *numbers.entry(name).or_insert(next);
                for ty in &through[class] {
                    let methods = calls.entry(ty).or_default();
                    let possible = methods.entry(name).or_default();
                    possible.method = method;
                    possible.add(effect);
                }
            }
        }
        ContainerIndex {
            classes,
            numbers,
            calls,
        }
    }

    /// What the runtime asks for a class: a letter for each method, the field that leads to the container, the fields
    /// that effects depend on.
    pub fn said(&self, class: &str, overridden: &[String]) -> Option<Vec<Option<String>>> {
        let said = self.classes.get(class)?;
        let mut letters = vec!['n'; self.numbers.len()];
        let mut fields: Vec<&str> = Vec::new();
        for (name, effect) in &said.effects {
            if overridden.iter().any(|it| it == name) {
                continue;
            }
            letters[self.numbers[name] as usize] = match effect {
                Effect::Neither => 'n',
                Effect::Read | Effect::ReadElement | Effect::WriteElement => 'r',
                Effect::Write => 'w',
                Effect::WriteIf(field) => digit(&mut fields, field, 0),
                Effect::WriteUnless(field) => digit(&mut fields, field, 1),
            };
        }
        let mut texts = vec![
            Some(letters.into_iter().collect()),
            said.of.map(str::to_owned),
        ];
        texts.extend(fields.into_iter().map(|f| Some(f.to_owned())));
        Some(texts)
    }

    fn possible(&self, class: &str, method: &str) -> Option<Possible> {
        let possible = *self.calls.get(class)?.get(method)?;
        (possible.reads || possible.writes).then_some(possible)
    }
}

impl Possible {
    fn add(&mut self, effect: &Effect) {
        match effect {
            Effect::Neither => {}
            Effect::Read | Effect::ReadElement | Effect::WriteElement => self.reads = true,
            Effect::Write => self.writes = true,
            Effect::WriteIf(_) | Effect::WriteUnless(_) => {
                self.reads = true;
                self.writes = true;
            }
        }
    }
}

fn digit<'m>(fields: &mut Vec<&'m str>, field: &'m str, reverse: u8) -> char {
    let known = fields.iter().position(|it| *it == field);
    let number = known.unwrap_or_else(|| {
        fields.push(field);
        fields.len() - 1
    });
    char::from(b'0' + 2 * number as u8 + reverse)
}

impl Walk<'_, '_, '_, '_> {
    /// Before a call that may be one of a container's method: tells the runtime.
    pub fn container_call(&mut self, opcode: u8, index: u16) -> Result<(), Skip> {
        let member = self.out.pool.member_ref(index).ok_or(Skip::BadName)?;
        let dispatched = matches!(opcode, op::INVOKEVIRTUAL | op::INVOKEINTERFACE);
        if self.cx.level == Level::Synchronization || !dispatched {
            return Ok(());
        }
        let possible = self
            .cx
            .request
            .containers
            .possible(member.class, member.name);
        let Some(possible) = possible else {
            return Ok(());
        };
        let descriptor = member.descriptor.to_owned();
        let descriptor = MethodDescriptor::parse(&descriptor).ok_or(Skip::BadName)?;
        let depth = descriptor.parameters.len();
        let receiver = self.state.as_ref().and_then(|s| s.top(depth));
        let site = |walk: &mut Self, op, wanted: bool| {
            if wanted {
                walk.site(op, Target::Container, receiver)
            } else {
                Ok(0)
            }
        };
        let read = site(self, Op::Read, possible.reads)?;
        let write = site(self, Op::Write, possible.writes)?;
        let sizes: Vec<u16> = descriptor.parameters.iter().map(|p| slot_size(p)).collect();
        // How the receiver is copied above the arguments.
        let copy: Option<&[u8]> = match sizes[..] {
            [] => Some(&[op::DUP]),
            [1] => Some(&[op::SWAP, op::DUP_X1]),
            [2] | [1, 1] => Some(&[op::DUP2_X1, op::POP2, op::DUP_X2]),
            _ => None,
        };
        let spilled = match copy {
            Some(copy) => {
                self.out.plain(copy);
                Vec::new()
            }
            None => {
                let spilled = self.spill_operands(&descriptor.parameters);
                self.out.plain(&[op::DUP]);
                spilled
            }
        };
        self.load_thread();
        self.out.int(possible.method)?;
        self.out.int(read)?;
        self.out.int(write)?;
        self.out.call(CONTAINERS, "called", CALLED_DESC)?;
        for &(load, slot) in &spilled {
            self.out.push(Insn::Local(load, slot));
        }
        self.forget_operands(&spilled);
        Ok(())
    }
}
