//! Settled fields: those that are written by the constructors of their own class alone, while nobody else can know
//! the object. No write to such a field comes after a read by another thread, so its reads need not be remembered.
//!
//! Whether a field is settled takes two views: that of its class's own code, here, and that of all other
//! code, which [`Writers`] knows.

use classfile::{ClassFile, Code, Constant, Insn, Member, MemberRef, TypeTable, access, op};
use rustc_hash::FxHashSet;

use crate::class::{Lifted, code_of, decode};
use crate::constructor;
use crate::probes;

/// Name and descriptor of a field.
pub type FieldKey = (String, String);

/// The kind of a method handle that writes an instance field (JVMS 4.4.8).
const PUT_FIELD_HANDLE: u8 = 3;

/// Methods of the JDK that find a field by its name for somebody who may write it.
const FINDERS: [(&str, &[&str]); 7] = [
    ("java/lang/Class", &["getDeclaredField", "getField"]),
    (
        "java/lang/invoke/MethodHandles$Lookup",
        &["findSetter", "findVarHandle"],
    ),
    (
        "java/util/concurrent/atomic/AtomicIntegerFieldUpdater",
        &["newUpdater"],
    ),
    (
        "java/util/concurrent/atomic/AtomicLongFieldUpdater",
        &["newUpdater"],
    ),
    (
        "java/util/concurrent/atomic/AtomicReferenceFieldUpdater",
        &["newUpdater"],
    ),
    ("jdk/internal/misc/Unsafe", &["objectFieldOffset"]),
    ("sun/misc/Unsafe", &["objectFieldOffset"]),
];

/// What is known of the program's classes together.
pub trait Writers {
    /// Whether code of other classes may write this field of the class at hand.
    fn others_write(&self, name: &str, descriptor: &str) -> bool;

    /// Whether the field of another class is likely to be settled. To be wrong costs time alone.
    fn expects_settled(&self, field: MemberRef<'_>) -> bool;

    /// Whether an access to the field of an object of another class orders nothing: it is not volatile, and code of the program's does not
    /// run to find its class, as that has been loaded with the object.
    fn is_plain(&self, field: MemberRef<'_>) -> bool;
}

/// Nothing is known of other classes.
pub struct NoWriters;

impl Writers for NoWriters {
    fn others_write(&self, _name: &str, _descriptor: &str) -> bool {
        true
    }

    fn expects_settled(&self, _field: MemberRef<'_>) -> bool {
        false
    }

    fn is_plain(&self, _field: MemberRef<'_>) -> bool {
        false
    }
}

/// The fields that the code of a class writes.
pub struct Writes {
    /// Fields of its own that it leaves settled.
    pub settled: FxHashSet<FieldKey>,
    /// Fields of other classes, by the class that the code names, this one among them; the one that declares it may be above.
    pub others: Vec<(String, FieldKey)>,
    /// Texts in a class that asks for fields by their names: it may write any field of such a name.
    pub named: Vec<String>,
}

impl Writes {
    /// `None` if the code cannot be followed.
    pub fn of(class: &ClassFile<'_>, types: &mut TypeTable) -> Option<Writes> {
        let mut writes = Writes {
            settled: candidates(class),
            others: Vec::new(),
            named: named(class),
        };
        let named = &writes.named;
        writes.settled.retain(|(name, _)| !named.contains(name));
        writes.add_handles(class)?;
        let mut constructors = Vec::new();
        for method in &class.methods {
            let Some(info) = code_of(class, method) else {
                continue;
            };
            let fields = Code::fields_put(info).ok()?;
            if class.pool.utf8(method.name) == Some("<init>") {
                constructors.push((method, fields));
                continue;
            }
            for index in fields {
                writes.add(class, class.pool.member_ref(index)?);
            }
        }
        let mut written = FxHashSet::default();
        for (method, fields) in constructors {
            writes.construct(class, method, &fields, types, &mut written)?;
        }
        // A field that no code writes is one that gets its value by reflection or from native code.
        writes.settled.retain(|field| written.contains(field));
        Some(writes)
    }

    /// A write that may come at any time.
    fn add(&mut self, class: &ClassFile<'_>, field: MemberRef<'_>) {
        let key = key(field);
        // A subclass may be named instead.
        self.settled.remove(&key);
        if class.name() != Some(field.class) || !declares(class, field) {
            self.others.push((field.class.to_owned(), key));
        }
    }

    fn add_handles(&mut self, class: &ClassFile<'_>) -> Option<()> {
        for constant in class.pool.entries() {
            if let Constant::MethodHandle(PUT_FIELD_HANDLE, field) = *constant {
                self.add(class, class.pool.member_ref(field)?);
            }
        }
        Some(())
    }

    /// The writes of a constructor; those to the object while it is fresh are `written`.
    fn construct(
        &mut self,
        class: &ClassFile<'_>,
        method: &Member<'_>,
        fields: &[u16],
        types: &mut TypeTable,
        written: &mut FxHashSet<FieldKey>,
    ) -> Option<()> {
        let is_own = |field: MemberRef<'_>| class.name() == Some(field.class);
        let mut decides = false;
        for &index in fields {
            let field = class.pool.member_ref(index)?;
            if is_own(field) && self.settled.contains(&key(field)) {
                decides = true;
            } else {
                self.add(class, field);
            }
        }
        if !decides {
            return Some(());
        }
        let Lifted { code, entry, .. } = decode(class, method, types).ok()??;
        let leak = constructor::leak(class, &code, &entry, types).ok()?;
        let fresh: FxHashSet<usize> = leak.fresh_writes().collect();
        for (at, insn) in code.insns.iter().enumerate() {
            let Insn::Field(op::PUTFIELD, index) = *insn else {
                continue;
            };
            let field = class.pool.member_ref(index)?;
            if is_own(field) && fresh.contains(&at) {
                written.insert(key(field));
            } else {
                self.settled.remove(&key(field));
            }
        }
        Some(())
    }
}

fn declares(class: &ClassFile<'_>, field: MemberRef<'_>) -> bool {
    let is = |index, text| class.pool.utf8(index) == Some(text);
    let mut fields = class.fields.iter();
    fields.any(|it| is(it.name, field.name) && is(it.descriptor, field.descriptor))
}

fn key(field: MemberRef<'_>) -> FieldKey {
    (field.name.to_owned(), field.descriptor.to_owned())
}

/// The plain instance fields.
fn candidates(class: &ClassFile<'_>) -> FxHashSet<FieldKey> {
    const OTHERS: u16 = access::STATIC | access::FINAL | access::VOLATILE;
    let plain = class.fields.iter().filter(|it| !it.is(OTHERS));
    let names = plain.filter_map(|it| {
        let (name, descriptor) = (class.pool.utf8(it.name)?, class.pool.utf8(it.descriptor)?);
        (!probes::is_probe_field(name)).then(|| (name.to_owned(), descriptor.to_owned()))
    });
    names.collect()
}

/// All texts in a class that asks for fields by their names.
fn named(class: &ClassFile<'_>) -> Vec<String> {
    let constants = class.pool.entries().iter().enumerate();
    let mut calls = constants.filter(|(_, it)| matches!(it, Constant::Method(..)));
    let asks = calls.any(|(index, _)| {
        let method = class.pool.member_ref(index as u16);
        method.is_some_and(|method| {
            let mut finders = FINDERS.iter();
            finders.any(|(class, names)| *class == method.class && names.contains(&method.name))
        })
    });
    let texts = class.pool.entries().iter().filter(|_| asks);
    let texts = texts.filter_map(|it| match *it {
        Constant::String(text) => class.pool.utf8(text),
        _ => None,
    });
    texts.map(str::to_owned).collect()
}

/// Whether no other class has access to the private fields of this one.
pub fn is_nest_of_one(class: &ClassFile<'_>) -> bool {
    let has = |name| class.find(&class.attributes, name).is_some();
    !has("NestHost") && !has("NestMembers")
}
