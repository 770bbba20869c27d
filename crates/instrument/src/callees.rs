//! Which method a call runs, and who may call a method of the class at hand.
//!
//! Assumed: a private method is called as its class file shows. Whoever calls it by reflection or from native code
//! passes nothing that other threads know, unless the file gives a hint: it has no call of the method, annotates it, names it in a
//! string or a method handle, or has native methods itself. Where the assumption fails, races on what is passed are missed.

use classfile::{ClassFile, Constant, Insn, Member, MemberRef, MethodDescriptor, access, op};
use placement::{Callee, Callees, Method};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::class::Lifted;

/// Name and descriptor.
pub type Key<'c> = (&'c str, &'c str);

/// For each method the accesses to what only one thread can ever know.
pub fn unshared(class: &ClassFile<'_>, lifted: &[Option<Lifted>]) -> Vec<FxHashSet<usize>> {
    let calls = OwnCalls::of(class);
    let open = calls.open_methods(lifted);
    let methods: Vec<Option<Method<'_>>> = lifted
        .iter()
        .zip(open)
        .map(|(lifted, is_open)| {
            let Lifted { code, body, .. } = lifted.as_ref()?;
            let body = body.as_ref()?;
            Some(Method {
                code,
                body,
                is_open,
            })
        })
        .collect();
    placement::unshared(&methods, &calls)
}

/// The methods of a class, and what its code calls.
struct OwnCalls<'c, 'a> {
    class: &'c ClassFile<'a>,
    methods: FxHashMap<Key<'c>, usize>,
}

impl<'c, 'a> OwnCalls<'c, 'a> {
    fn of(class: &'c ClassFile<'a>) -> Self {
        OwnCalls {
            class,
            methods: numbers(class),
        }
    }

    /// The method of this class that a call surely runs.
    fn bound(&self, opcode: u8, callee: MemberRef<'_>) -> Option<usize> {
        if Some(callee.class) != self.class.name() {
            return None;
        }
        let number = *self.methods.get(&(callee.name, callee.descriptor))?;
        is_bound(self.class, &self.class.methods[number], opcode).then_some(number)
    }

    /// For each method whether other code may call it than the class's own calls of it.
    fn open_methods(&self, lifted: &[Option<Lifted>]) -> Vec<bool> {
        let class = self.class;
        let is_lifted = |l: &Option<Lifted>| l.as_ref().is_some_and(|l| l.body.is_some());
        let mut methods = class.methods.iter().zip(lifted);
        let some_is_dark = methods.any(|(m, l)| !m.is(access::ABSTRACT) && !is_lifted(l));
        let has = |name| class.find(&class.attributes, name).is_some();
        if some_is_dark || has("NestHost") || has("NestMembers") {
            return vec![true; class.methods.len()];
        }
        let mentions = Mentions::of(class);
        let is_open = |m: &Member<'_>| {
            !m.is(access::PRIVATE)
                || class
                    .find(&m.attributes, "RuntimeVisibleAnnotations")
                    .is_some()
                || key(class, m).is_none_or(|key| mentions.opens(key))
        };
        class.methods.iter().map(is_open).collect()
    }
}

/// The numbers of a class's methods.
pub fn numbers<'c>(class: &'c ClassFile<'_>) -> FxHashMap<Key<'c>, usize> {
    let methods = class.methods.iter().enumerate();
    methods
        .filter_map(|(i, m)| Some((key(class, m)?, i)))
        .collect()
}

/// Whether a call of a method that this class declares can run no other.
pub fn is_bound(class: &ClassFile<'_>, method: &Member<'_>, opcode: u8) -> bool {
    match opcode {
        op::INVOKEVIRTUAL => {
            class.is(access::FINAL) || method.is(access::PRIVATE) || method.is(access::FINAL)
        }
        op::INVOKEINTERFACE => method.is(access::PRIVATE),
        _ => true,
    }
}

/// What the pool of a class says of methods.
#[derive(Default)]
struct Mentions<'c> {
    called: FxHashSet<Key<'c>>,
    /// By method handles, or in the name of another class, which may inherit from this one.
    otherwise: FxHashSet<Key<'c>>,
    strings: FxHashSet<&'c str>,
}

impl<'c> Mentions<'c> {
    fn of(class: &'c ClassFile<'_>) -> Self {
        let pool = &class.pool;
        let mut mentions = Mentions::default();
        for (index, constant) in pool.entries().iter().enumerate() {
            match *constant {
                Constant::String(text) => mentions.strings.extend(pool.utf8(text)),
                Constant::MethodHandle(_, method) => {
                    let method = pool.member_ref(method);
                    mentions
                        .otherwise
                        .extend(method.map(|m| (m.name, m.descriptor)));
                }
                Constant::Method(..) | Constant::InterfaceMethod(..) => {
                    let Some(method) = pool.member_ref(index as u16) else {
                        continue;
                    };
                    let key = (method.name, method.descriptor);
                    if Some(method.class) == class.name() {
                        mentions.called.insert(key);
                    } else if method.name != "<init>" {
                        mentions.otherwise.insert(key);
                    }
                }
                _ => {}
            }
        }
        mentions
    }

    /// Whether others may call a private method: what the class itself does not call is there for somebody else.
    fn opens(&self, key: Key<'_>) -> bool {
        !self.called.contains(&key) || self.otherwise.contains(&key) || self.strings.contains(key.0)
    }
}

fn key<'c>(class: &'c ClassFile<'_>, method: &Member<'_>) -> Option<Key<'c>> {
    Some((
        class.pool.utf8(method.name)?,
        class.pool.utf8(method.descriptor)?,
    ))
}

impl Callees for OwnCalls<'_, '_> {
    fn callee(&self, insn: &Insn) -> Callee {
        let (opcode, index) = match *insn {
            Insn::Invoke(opcode, index) => (opcode, index),
            Insn::InvokeInterface(index, _) => (op::INVOKEINTERFACE, index),
            _ => return Callee::Unknown,
        };
        let Some(callee) = self.class.pool.member_ref(index) else {
            return Callee::Unknown;
        };
        match self.bound(opcode, callee) {
            Some(number) => Callee::Own(number),
            None => of_jdk(callee),
        }
    }

    fn is_new_unknown(&self, index: u16) -> bool {
        let class = self.class.pool.class_name(index);
        class == Some("java/lang/Object")
            || class == self.class.name() && !self.methods.contains_key(&("finalize", "()V"))
    }
}

/// What methods of the JDK do with arrays.
fn of_jdk(callee: MemberRef<'_>) -> Callee {
    match (callee.class, callee.name) {
        ("java/lang/Object", "<init>") => Callee::Forgets,
        ("java/lang/System", "arraycopy") => Callee::Moves,
        (class, "clone") if class.starts_with('[') => Callee::Copies,
        ("java/util/Arrays", "copyOf" | "copyOfRange") => Callee::Copies,
        ("java/util/Arrays", "fill") => Callee::Fills,
        ("java/util/Arrays", "equals" | "hashCode" | "sort" | "toString" | "binarySearch")
            if takes_numbers(callee.descriptor) =>
        {
            Callee::Forgets
        }
        ("java/lang/String", "toCharArray") => Callee::Makes,
        ("java/lang/String", "<init>" | "valueOf" | "copyValueOf" | "getChars")
        | ("java/lang/StringBuilder", "append" | "insert")
            if takes_chars(callee.descriptor) =>
        {
            Callee::Forgets
        }
        _ => Callee::Unknown,
    }
}

/// Whether the parameters are numbers and arrays of numbers.
fn takes_numbers(descriptor: &str) -> bool {
    takes_only(descriptor, |array| array.len() == 2)
}

/// Bytes would be decoded, perhaps by the program's own decoder.
fn takes_chars(descriptor: &str) -> bool {
    takes_only(descriptor, |array| array == "[C")
}

fn takes_only(descriptor: &str, is_allowed: impl Fn(&str) -> bool) -> bool {
    let descriptor = MethodDescriptor::parse(descriptor);
    descriptor.is_some_and(|d| d.parameters.iter().all(|p| p.len() == 1 || is_allowed(p)))
}
