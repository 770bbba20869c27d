//! Checks before calls of methods of containers, such as `HashMap.put`.
//!
//! Whether the receiver is a container only its class tells, at run time. What is known here is that the type
//! which the instruction names may be called so.

use std::collections::BTreeSet;

use classfile::{Insn, MemberRef, MethodDescriptor, op, slot_size};
use rustc_hash::FxHashMap;
use world::models::{Effect, Models};

use crate::Skip;
use crate::method::{Level, Walk};
use crate::names;
use crate::sim::Value;
use crate::site::{Op, Target};

const CONTAINERS: &str = "java/lang/redflag$Containers";
const CALLED_DESC: &str = "(Ljava/lang/Object;Ljava/lang/redflag$ThreadState;III)J";
const LINKED_DESC: &str = "(Ljava/lang/Object;Ljava/lang/redflag$ThreadState;III)I";
const SUPER_DESC: &str = "(Ljava/lang/Object;Ljava/lang/Class;Ljava/lang/redflag$ThreadState;III)V";
const ELEMENT_DESC: &str = "(Ljava/lang/Object;ILjava/lang/redflag$ThreadState;III)V";

/// What the models say of one class.
#[derive(Default)]
struct Said<'m> {
    of: Option<&'m str>,
    elements: Option<&'m str>,
    lock: Option<&'m str>,
    effects: FxHashMap<&'m str, &'m Effect>,
}

/// What a call may do to the container.
#[derive(Debug, Clone, Copy, Default)]
struct Possible {
    method: u32,
    reads: bool,
    writes: bool,
    /// Whether it may be one of an element by its index.
    element: bool,
}

pub struct ContainerIndex<'m> {
    classes: FxHashMap<&'m str, Said<'m>>,
    /// Numbers of methods by name; the runtime knows them by these.
    numbers: FxHashMap<&'m str, u32>,
    /// By the type that an instruction names, then by the method's name.
    calls: FxHashMap<&'m str, FxHashMap<&'m str, Possible>>,
    /// By the method's name, for calls through the program's own types.
    any: FxHashMap<&'m str, Possible>,
}

impl<'m> ContainerIndex<'m> {
    pub fn new(models: &'m Models, jdk: u16) -> Self {
        let mut classes: FxHashMap<&str, Said<'_>> = FxHashMap::default();
        let mut through: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
        for it in models.containers(jdk) {
            let said = classes.entry(&it.class).or_default();
            said.of = it.of.as_deref().or(said.of);
            said.elements = it.elements.as_deref().or(said.elements);
            said.lock = it.lock.as_deref().or(said.lock);
            let effects = it.methods.iter().map(|(name, e)| (name.as_ref(), e));
            said.effects.extend(effects);
            let types = through.entry(&it.class).or_default();
            types.push(&it.class);
            types.extend(it.through.iter().map(AsRef::as_ref));
        }
        // In the order of their names: rewritten classes have them, and may be kept for another JVM.
        let names: BTreeSet<&str> = classes
            .values()
            .flat_map(|it| it.effects.keys().copied())
            .collect();
        let numbers: FxHashMap<&str, u32> = names.into_iter().zip(0..).collect();
        let mut calls: FxHashMap<&str, FxHashMap<&str, Possible>> = FxHashMap::default();
        let mut any: FxHashMap<&str, Possible> = FxHashMap::default();
        for (class, said) in &classes {
            for (&name, &effect) in &said.effects {
                let method = numbers[name];
                let possible = any.entry(name).or_default();
                possible.method = method;
                possible.add(effect);
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
            any,
        }
    }

    /// What the runtime asks for a class: a letter for each method, the field that leads to the container, that of the
    /// elements, that of the lock, the fields that effects depend on.
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
                Effect::Read => 'r',
                Effect::ReadElement => 'R',
                Effect::WriteElement => 'W',
                Effect::Write => 'w',
                Effect::Locked => 'l',
                Effect::WriteIf(field) => digit(&mut fields, field, 0),
                Effect::WriteUnless(field) => digit(&mut fields, field, 1),
            };
        }
        let mut texts = vec![
            Some(letters.into_iter().collect()),
            said.of.map(str::to_owned),
            said.elements.map(str::to_owned),
            said.lock.map(str::to_owned),
        ];
        texts.extend(fields.into_iter().map(|f| Some(f.to_owned())));
        Some(texts)
    }

    /// The names of all classes that anything is said of.
    pub fn classes(&self) -> impl Iterator<Item = &'m str> {
        self.classes.keys().copied()
    }

    /// The names of all methods, by number.
    pub fn methods(&self) -> Vec<&'m str> {
        let mut methods = vec![""; self.numbers.len()];
        for (name, number) in &self.numbers {
            methods[*number as usize] = *name;
        }
        methods
    }

    /// What a call of this method may do, named with a library type or with one of the program's.
    fn possible(&self, class: &str, method: &str, is_library: bool) -> Option<Possible> {
        let possible = if is_library {
            *self.calls.get(class)?.get(method)?
        } else {
            *self.any.get(method)?
        };
        (possible.reads || possible.writes).then_some(possible)
    }
}

impl Possible {
    fn add(&mut self, effect: &Effect) {
        match effect {
            // What it locks has a method of that name, of which the models speak too.
            Effect::Neither | Effect::Locked => {}
            Effect::Read => self.reads = true,
            Effect::ReadElement | Effect::WriteElement => {
                self.reads = true;
                self.element = true;
            }
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

/// How the runtime is to find out what a call does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// By the class of the receiver.
    Dispatched,
    /// So too, but a class of the program is named: mostly one that extends no container, which shows at the
    /// first call.
    Linked,
    /// By the class that is named.
    Super,
}

/// The numbers that a check gets: the method's, and those of the place.
#[derive(Debug, Clone, Copy)]
struct Numbers {
    method: u32,
    read: u32,
    write: u32,
}

impl Walk<'_, '_, '_, '_> {
    /// Before a call that may be one of a container's method: tells the runtime.
    pub fn container_call(&mut self, opcode: u8, index: u16) -> Result<(), Skip> {
        if self.cx.level == Level::Synchronization {
            return Ok(());
        }
        let member = self.out.pool.member_ref(index).ok_or(Skip::BadName)?;
        let is_library = (self.cx.request.is_jdk_class)(member.class);
        let way = match opcode {
            op::INVOKEVIRTUAL | op::INVOKEINTERFACE if is_library => Way::Dispatched,
            op::INVOKEVIRTUAL if !member.class.starts_with('[') => Way::Linked,
            op::INVOKESPECIAL if is_library => Way::Super,
            _ => return Ok(()),
        };
        let containers = self.cx.request.containers;
        let Some(possible) = containers.possible(member.class, member.name, is_library) else {
            return Ok(());
        };
        let class = member.class.to_owned();
        let descriptor = member.descriptor.to_owned();
        let descriptor = MethodDescriptor::parse(&descriptor).ok_or(Skip::BadName)?;
        let parameters = &descriptor.parameters;
        let receiver = self.state.as_ref().and_then(|s| s.top(parameters.len()));
        let numbers = Numbers {
            method: possible.method,
            read: self.container_site(Op::Read, possible.reads, receiver)?,
            write: self.container_site(Op::Write, possible.writes, receiver)?,
        };
        match way {
            Way::Dispatched => {
                self.dispatched_call(parameters, receiver, numbers)?;
                if possible.element && parameters.first() == Some(&"I") {
                    self.element_call(&parameters[1..], possible.method, receiver)?;
                }
            }
            Way::Super => {
                let spilled = self.copy_receiver(parameters);
                self.out.class_constant(&class)?;
                self.call_containers("calledSuper", SUPER_DESC, numbers)?;
                self.reload(&spilled);
            }
            Way::Linked => self.linked_call(&class, parameters, numbers)?,
        }
        Ok(())
    }

    /// A call by the class of the receiver; in a loop it is looked at once in an epoch.
    fn dispatched_call(
        &mut self,
        parameters: &[&str],
        receiver: Option<Value>,
        numbers: Numbers,
    ) -> Result<(), Skip> {
        let epoch = self.kept_epoch(receiver, numbers.method);
        let done = self.out.new_label();
        if let Some(epoch) = epoch {
            self.compare_kept(epoch, done)?;
        }
        let spilled = self.copy_receiver(parameters);
        self.call_containers("called", CALLED_DESC, numbers)?;
        match epoch {
            Some(epoch) => self.out.push(Insn::Local(op::LSTORE, epoch)),
            None => self.out.plain(&[op::POP2]),
        }
        self.reload(&spilled);
        if epoch.is_some() {
            let state = self.state.clone();
            self.out.target(done, state.as_ref(), &[]);
        }
        Ok(())
    }

    fn container_site(
        &mut self,
        op: Op,
        wanted: bool,
        receiver: Option<Value>,
    ) -> Result<u32, Skip> {
        if wanted {
            self.site(op, Target::Container, receiver)
        } else {
            Ok(0)
        }
    }

    fn call_containers(
        &mut self,
        name: &'static str,
        descriptor: &'static str,
        numbers: Numbers,
    ) -> Result<(), Skip> {
        self.load_thread();
        for number in [numbers.method, numbers.read, numbers.write] {
            self.out.int(number)?;
        }
        self.out.call(CONTAINERS, name, descriptor)?;
        Ok(())
    }

    /// Pushes a copy of the receiver above the arguments; where they are too many they move to locals.
    fn copy_receiver(&mut self, parameters: &[&str]) -> Vec<(u8, u16)> {
        let sizes: Vec<u16> = parameters.iter().map(|p| slot_size(p)).collect();
        let copy: &[u8] = match sizes[..] {
            [] => &[op::DUP],
            [1] => &[op::SWAP, op::DUP_X1],
            [2] | [1, 1] => &[op::DUP2_X1, op::POP2, op::DUP_X2],
            _ => {
                let spilled = self.spill_operands(parameters);
                self.out.plain(&[op::DUP]);
                return spilled;
            }
        };
        self.out.plain(copy);
        Vec::new()
    }

    fn reload(&mut self, spilled: &[(u8, u16)]) {
        for &(load, slot) in spilled {
            self.out.push(Insn::Local(load, slot));
        }
        self.forget_operands(spilled);
    }

    /// A call through a class of the program: once it is known to extend no container, no more than a jump.
    fn linked_call(
        &mut self,
        class: &str,
        parameters: &[&str],
        numbers: Numbers,
    ) -> Result<(), Skip> {
        let link = self.cx.view.links.ask(names::link_field(MemberRef {
            class,
            name: "container",
            descriptor: "V",
        }));
        let Some(link) = link else {
            return Ok(());
        };
        let view = self.cx.view.name.clone();
        let done = self.out.new_label();
        let state = self.state.clone();
        self.out.get_field(op::GETSTATIC, &view, &link, "I")?;
        self.out.jump(op::IFNE, done);
        let spilled = self.copy_receiver(parameters);
        self.call_containers("calledLinked", LINKED_DESC, numbers)?;
        self.out.get_field(op::PUTSTATIC, &view, &link, "I")?;
        self.reload(&spilled);
        self.out.target(done, state.as_ref(), &[]);
        Ok(())
    }

    /// A call with the index of an element as first argument.
    fn element_call(
        &mut self,
        others: &[&str],
        method: u32,
        receiver: Option<Value>,
    ) -> Result<(), Skip> {
        let numbers = Numbers {
            method,
            read: self.site(Op::Read, Target::Element { field: None }, receiver)?,
            write: self.site(Op::Write, Target::Element { field: None }, receiver)?,
        };
        let spilled = self.spill_operands(others);
        self.out.plain(&[op::DUP2]);
        self.call_containers("element", ELEMENT_DESC, numbers)?;
        self.reload(&spilled);
        Ok(())
    }
}
