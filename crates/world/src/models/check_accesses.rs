//! Do the rules of what calls read and write fit a JDK? Besides what is named and not there, this finds what is there and
//! not named: a public method of a container must be said to read it, to write it, or to do neither.

use super::check::{Fault, Jdk, method, misfit, require};
use super::{Bulk, Container, Effect, Limit, Models, Operand, Range};
use classfile::{ClassFile, Member, MethodDescriptor, access};
use std::collections::{BTreeMap, BTreeSet};

/// Types above a container through which its calls are not looked for: nearly everything has them.
const TOO_GENERAL: [&str; 2] = ["java/lang/Object", "java/lang/Comparable"];

/// All that is said of one container.
pub(super) struct Said<'m> {
    class: &'m str,
    of: Option<&'m str>,
    elements: Option<&'m str>,
    lock: Option<&'m str>,
    through: BTreeSet<&'m str>,
    effects: BTreeMap<&'m str, &'m Effect>,
}

/// The entries of each container put together.
pub(super) fn containers(models: &Models, jdk: u16) -> Vec<Said<'_>> {
    let mut all: BTreeMap<&str, Said<'_>> = BTreeMap::new();
    for it in models.containers(jdk) {
        let Container {
            class,
            of,
            elements,
            lock,
            through,
            methods,
            ..
        } = it;
        let said = all.entry(class).or_insert_with(|| Said {
            class,
            of: None,
            elements: None,
            lock: None,
            through: BTreeSet::new(),
            effects: BTreeMap::new(),
        });
        said.of = of.as_deref().or(said.of);
        said.elements = elements.as_deref().or(said.elements);
        said.lock = lock.as_deref().or(said.lock);
        said.through.extend(through.iter().map(AsRef::as_ref));
        said.effects
            .extend(methods.iter().map(|(name, effect)| (name.as_ref(), effect)));
    }
    all.into_values().collect()
}

/// A class and what is above it, as far as calls can tell.
#[derive(Default)]
struct Above {
    types: BTreeSet<String>,
    /// Names of public instance methods, and the types that declare them and can be named anywhere.
    methods: BTreeMap<String, BTreeSet<String>>,
    /// Descriptors of instance fields, by name.
    fields: BTreeMap<String, String>,
}

impl Said<'_> {
    pub(super) fn rule(&self) -> String {
        format!("container {}", self.class)
    }

    pub(super) fn check(&self, models: &Models, jdk: &Jdk) -> Result<(), Fault> {
        let mut above = Above::default();
        jdk.collect(self.class, &mut above)?;
        let mut faults = Vec::new();
        for field in [self.of, self.lock].into_iter().flatten() {
            let descriptor = above.fields.get(field).map_or("", String::as_str);
            if !descriptor.starts_with('L') {
                faults.push(format!("there is no reference field {field}"));
            }
        }
        if self.of.is_none() {
            jdk.check_carried(models, self.class)?;
        }
        let is_locked = self.effects.values().any(|e| **e == Effect::Locked);
        if is_locked && (self.of.is_none() || self.lock.is_none()) {
            faults.push("what is locked, and by what, is in no field".to_owned());
        }
        let elements = self
            .elements
            .map(|f| above.fields.get(f).map(String::as_str));
        let by_index = |e: &&Effect| matches!(e, Effect::ReadElement | Effect::WriteElement);
        match elements {
            Some(Some("[Ljava/lang/Object;")) => {}
            Some(_) => faults.push("there is no such array of elements".to_owned()),
            None if self.effects.values().any(by_index) => {
                faults.push("its elements are in no field".to_owned());
            }
            None => {}
        }
        for (name, effect) in &self.effects {
            if !above.methods.contains_key(*name) {
                faults.push(format!("there is no method {name}"));
            }
            if let Effect::WriteIf(field) | Effect::WriteUnless(field) = effect
                && above.fields.get(field.as_ref()).map(String::as_str) != Some("Z")
            {
                faults.push(format!("there is no boolean field {field}"));
            }
        }
        for (name, declarers) in &above.methods {
            match self.effects.get(&**name) {
                None if self.must_be_said(name, declarers) => {
                    faults.push(format!("nothing is said of method {name}"));
                }
                None | Some(Effect::Neither) => {}
                Some(_) => faults.extend(self.not_through(name, declarers)),
            }
        }
        for it in &self.through {
            if !above.types.contains(*it) {
                faults.push(format!("{it} is not above it"));
            }
        }
        require(faults.is_empty(), &faults.join("; "))
    }

    /// What everything has need not be said of everything.
    fn must_be_said(&self, name: &str, declarers: &BTreeSet<String>) -> bool {
        let by_object = [
            "equals",
            "hashCode",
            "toString",
            "getClass",
            "notify",
            "notifyAll",
            "wait",
        ];
        !by_object.contains(&name) && declarers.iter().any(|d| !TOO_GENERAL.contains(&&**d))
    }

    fn not_through(&self, name: &str, declarers: &BTreeSet<String>) -> Vec<String> {
        let known = |d: &&String| {
            self.through.contains(d.as_str())
                || d.as_str() == self.class
                || TOO_GENERAL.contains(&d.as_str())
        };
        let unknown = declarers.iter().filter(|d| !known(d));
        unknown
            .map(|d| format!("{name} may be called through {d}, which `through` does not have"))
            .collect()
    }
}

impl Jdk {
    fn collect(&self, name: &str, above: &mut Above) -> Result<(), Fault> {
        if !above.types.insert(name.to_owned()) {
            return Ok(());
        }
        let next = self.with_class(name, |class| {
            for member in &class.methods {
                if let Some(method) = callable(class, member) {
                    let declarers = above.methods.entry(method.to_owned()).or_default();
                    if class.is(access::PUBLIC) {
                        declarers.insert(name.to_owned());
                    }
                }
            }
            for field in class.fields.iter().filter(|f| !f.is(access::STATIC)) {
                if let (Some(name), Some(descriptor)) = (
                    class.pool.utf8(field.name),
                    class.pool.utf8(field.descriptor),
                ) {
                    let fields = &mut above.fields;
                    fields
                        .entry(name.to_owned())
                        .or_insert(descriptor.to_owned());
                }
            }
            let interfaces = class.interfaces.iter().copied();
            let names = std::iter::once(class.super_class)
                .chain(interfaces)
                .filter_map(|index| class.pool.class_name(index).map(str::to_owned));
            Ok(names.collect::<Vec<_>>())
        })?;
        next.iter().try_for_each(|name| self.collect(name, above))
    }

    pub(super) fn check_bulk(&self, bulk: &Bulk) -> Result<(), Fault> {
        self.check_inherits(&bulk.class, &bulk.method, &bulk.descriptor)?;
        let Some(descriptor) = MethodDescriptor::parse(&bulk.descriptor) else {
            return misfit("the descriptor is malformed");
        };
        for range in bulk.reads.iter().chain(&*bulk.writes) {
            check_range(range, &descriptor)?;
        }
        Ok(())
    }

    /// A call may name a class that inherits the method.
    fn check_inherits(&self, class: &str, name: &str, descriptor: &str) -> Result<(), Fault> {
        let above = self.with_class(class, |class| {
            let above = class.super_name().map(str::to_owned);
            match (method(class, name, descriptor), above) {
                (Ok(_), _) => Ok(None),
                (Err(_), Some(above)) => Ok(Some(above)),
                (Err(fault), None) => Err(fault),
            }
        })?;
        match above {
            Some(above) => self.check_inherits(&above, name, descriptor),
            None => Ok(()),
        }
    }
}

fn callable<'c>(class: &'c ClassFile<'_>, member: &Member<'_>) -> Option<&'c str> {
    let name = class.pool.utf8(member.name)?;
    let instance = member.is(access::PUBLIC) && !member.is(access::STATIC);
    (instance && !name.starts_with('<')).then_some(name)
}

fn check_range(range: &Range, descriptor: &MethodDescriptor<'_>) -> Result<(), Fault> {
    let ty = |operand: Operand| match operand {
        Operand::Arg(n) => descriptor.parameters.get(usize::from(n) - 1).copied(),
        Operand::Result => Some(descriptor.result),
    };
    let array = ty(range.array).unwrap_or("");
    require(
        array.starts_with('[') || array == "Ljava/lang/Object;",
        "what should be an array is none",
    )?;
    let number = if range.is_memory() { "J" } else { "I" };
    for operand in range.bounds() {
        require(ty(operand) == Some(number), "a bound has another type")?;
    }
    let wanted = match range.limit {
        Limit::All | Limit::First => descriptor.result,
        Limit::IfTrue => "Z",
        Limit::IfZero | Limit::Result => "I",
    };
    require(descriptor.result == wanted, "the result has another type")?;
    if let Some(other) = range.unless {
        let other = ty(other).unwrap_or("");
        require(other == array, "the two arrays have other types")?;
    }
    Ok(())
}
