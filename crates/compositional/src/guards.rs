//! What `@GuardedBy("…")` names.

use crate::domains::Lock;
use crate::path::{Path, Step};
use crate::program::{ClassId, FieldId, Program};

/// The locks that a guard may mean, for a member of the object at a path: its monitor, or as a lock of the library. None
/// if it means no lock, or none that is known.
pub fn named(program: &Program<'_>, class: ClassId, guard: &str, object: &Path) -> Vec<Lock> {
    let guard = guard.strip_prefix("this.").unwrap_or(guard);
    if guard == "this" {
        return vec![Lock::Monitor(*object), Lock::Object(*object)];
    }
    if let Some(name) = guard.strip_suffix(".class") {
        let own = &program[class].name;
        let is_own = **own == *name
            || own.ends_with(&format!("/{name}"))
            || own.ends_with(&format!("${name}"));
        let known = program.class_named(&name.replace('.', "/"));
        return match known {
            Some(it) => vec![Lock::Class(program[it].name.clone())],
            None if is_own => vec![Lock::Class(own.clone())],
            None => Vec::new(),
        };
    }
    let field = guard
        .rsplit('.')
        .next()
        .and_then(|it| program.declared_field(class, it));
    field.map_or_else(Vec::new, |it| of_field(program, it, object))
}

fn of_field(program: &Program<'_>, field: FieldId, object: &Path) -> Vec<Lock> {
    let path = match program[field].is(classfile::access::STATIC) {
        true => Path::of(crate::path::Root::Static(field)),
        false => object.then(Step::Field(field)),
    };
    vec![Lock::Monitor(path), Lock::Object(path)]
}
