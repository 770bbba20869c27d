//! What classes, fields and methods are, as a hash, whatever numbers a run gives them.
//!
//! The identity of a class is all that it and the classes above and around it declare, but no code. Whatever the analysis
//! asks about a field or a method other than its summary depends on the identity of its class alone.

use std::num::NonZeroUsize;

use cache::{Digest, Digester};
use classfile::Constant;
use rustc_hash::FxHashMap;

use crate::annotations::Said;
use crate::parallel;
use crate::program::{Class, ClassId, FieldId, MethodId, Program};

impl Said {
    fn add_to(&self, digester: &mut Digester) {
        digester.number(self.marks().into());
        digester.number(self.guards.len() as u64);
        self.guards.iter().for_each(|it| digester.text(it));
        digester.number(self.silenced.len() as u64);
        self.silenced.iter().for_each(|it| digester.text(it));
    }
}

pub struct Identities {
    classes: Vec<Digest>,
    fields: Vec<u64>,
    by_field: FxHashMap<u64, FieldId>,
    methods: Vec<u64>,
    by_method: FxHashMap<u64, MethodId>,
}

impl Identities {
    /// `None` if two fields or two methods have the same, which nobody will live to see.
    pub fn of(program: &Program<'_>, threads: NonZeroUsize) -> Option<Identities> {
        let ids: Vec<ClassId> = program.class_ids().collect();
        let shapes = parallel::map(threads, &ids, |&id| shape(program, &program[id]));
        let classes = parallel::map(threads, &ids, |&id| in_context(program, &shapes, id));
        let class_named = |name: &str| {
            let id = program.class_named(name)?;
            Some(classes[id.index()])
        };
        let field = |id: FieldId| {
            let field = &program[id];
            let class = class_named(&field.class);
            member(class, &field.class, &field.name, &field.descriptor)
        };
        let method = |id: MethodId| {
            let method = &program[id];
            let class = classes[method.class.index()];
            member(Some(class), "", &method.name, &method.descriptor)
        };
        let fields: Vec<u64> = program.field_ids().map(field).collect();
        let methods: Vec<u64> = program.method_ids().map(method).collect();
        let by_field: FxHashMap<_, _> = fields.iter().copied().zip(program.field_ids()).collect();
        let by_method: FxHashMap<_, _> =
            methods.iter().copied().zip(program.method_ids()).collect();
        let is_unique = by_field.len() == fields.len() && by_method.len() == methods.len();
        is_unique.then_some(Identities {
            classes,
            fields,
            by_field,
            methods,
            by_method,
        })
    }

    pub fn of_field(&self, id: FieldId) -> u64 {
        self.fields[id.index()]
    }

    pub fn of_method(&self, id: MethodId) -> u64 {
        self.methods[id.index()]
    }

    pub fn field(&self, identity: u64) -> Option<FieldId> {
        self.by_field.get(&identity).copied()
    }

    pub fn method(&self, identity: u64) -> Option<MethodId> {
        self.by_method.get(&identity).copied()
    }

    /// A class's bytes, and what its constants mean in this program.
    pub fn of_code(&self, program: &Program<'_>, id: ClassId) -> Digest {
        let class = &program[id];
        let mut digester = Digester::default();
        digester.digest(class.digest);
        digester.digest(self.classes[id.index()]);
        for (index, constant) in (0..).zip(class.file.pool.entries()) {
            let known = match constant {
                Constant::Field(..) => program.field(id, index).map(|it| self.of_field(it)),
                Constant::Method(..) | Constant::InterfaceMethod(..) => {
                    program.callee(id, index).map(|it| self.of_method(it))
                }
                Constant::Class(_) => {
                    let named = class.file.pool.class_name(index);
                    let named = named.and_then(|it| program.class_named(it));
                    named.map(|it| self.classes[it.index()] as u64)
                }
                _ => None,
            };
            if let Some(known) = known {
                digester.number(index.into());
                digester.number(known);
            }
        }
        digester.finish()
    }
}

/// What a class itself declares.
fn shape(program: &Program<'_>, class: &Class<'_>) -> Digest {
    let file = &class.file;
    let mut digester = Digester::default();
    digester.text(&class.name);
    digester.number(file.access.into());
    digester.text(file.super_name().unwrap_or_default());
    digester.number(file.interfaces.len() as u64);
    for &interface in &file.interfaces {
        digester.text(file.pool.class_name(interface).unwrap_or_default());
    }
    digester.text(file.source_file().unwrap_or_default());
    digester.number(u64::from(file.source_file().is_some()));
    class.said.add_to(&mut digester);
    digester.number(class.fields.len() as u64);
    for id in program.fields_of(class) {
        let field = &program[id];
        declared(
            &mut digester,
            (&field.name, &field.descriptor),
            field.access,
            &field.said,
        );
    }
    for id in class.methods.clone().map(|it| MethodId::new(it as usize)) {
        let method = &program[id];
        declared(
            &mut digester,
            (&method.name, &method.descriptor),
            method.access,
            &method.said,
        );
    }
    digester.finish()
}

fn declared(digester: &mut Digester, (name, descriptor): (&str, &str), access: u16, said: &Said) {
    digester.text(name);
    digester.text(descriptor);
    digester.number(access.into());
    said.add_to(digester);
}

/// With the classes above it and around it.
fn in_context(program: &Program<'_>, shapes: &[Digest], id: ClassId) -> Digest {
    let mut digester = Digester::default();
    for class in program.nest(id) {
        digester.number(program[class].above.len() as u64);
        for above in &program[class].above {
            digester.digest(shapes[above.index()]);
        }
    }
    digester.finish()
}

fn member(class: Option<Digest>, class_name: &str, name: &str, descriptor: &str) -> u64 {
    let mut digester = Digester::default();
    digester.digest(class.unwrap_or_default());
    digester.text(class_name);
    digester.text(name);
    digester.text(descriptor);
    digester.finish() as u64
}
