//! What the program's own annotations exempt from checking.
//!
//! An annotation counts by its simple name, whatever its package, so that a program needs no
//! dependency to use one. It has to be in the class file: retention `CLASS`, which is the default, or
//! `RUNTIME`.

use classfile::{Attribute, ClassFile, Member, access, annotations};

/// Simple names of the annotations.
const ANNOTATIONS: [&str; 2] = ["BenignRace", "SuppressRaces"];

const ATTRIBUTES: [&str; 2] = ["RuntimeInvisibleAnnotations", "RuntimeVisibleAnnotations"];

/// Whether accesses to the fields of the class go unchecked.
pub fn is_class_exempt(class: &ClassFile<'_>) -> bool {
    is_annotated(class, &class.attributes)
}

/// Whether accesses to the field go unchecked.
pub fn is_field_exempt(class: &ClassFile<'_>, field: &Member<'_>) -> bool {
    is_annotated(class, &field.attributes)
}

/// Whether accesses in the method go unchecked. The body of a lambda expression is part of the method
/// that it is written in, though compilers make it a method of its own.
pub fn is_method_exempt(class: &ClassFile<'_>, method: &Member<'_>) -> bool {
    if is_annotated(class, &method.attributes) {
        return true;
    }
    let lambda = class.pool.utf8(method.name).and_then(lambda_owner);
    let Some(owner) = lambda.filter(|_| method.is(access::SYNTHETIC)) else {
        return false;
    };
    class
        .methods
        .iter()
        .any(|m| class.pool.utf8(m.name) == Some(owner) && is_annotated(class, &m.attributes))
}

/// javac's `lambda$put$3` and Kotlin's `put$lambda$3` are in `put`; javac calls constructors `new`.
fn lambda_owner(name: &str) -> Option<&str> {
    if let Some((owner, _)) = name.split_once("$lambda$") {
        return Some(owner);
    }
    match name.strip_prefix("lambda$")?.rsplit_once('$')?.0 {
        "new" => Some("<init>"),
        owner => Some(owner),
    }
}

/// A malformed attribute annotates nothing; the JVM itself ignores it too.
fn is_annotated(class: &ClassFile<'_>, attributes: &[Attribute<'_>]) -> bool {
    let is_ours = |index: u16| {
        let descriptor = class.pool.utf8(index).unwrap_or_default();
        let name = descriptor
            .strip_prefix('L')
            .and_then(|d| d.strip_suffix(';'));
        let simple = name.and_then(|name| name.rsplit(['/', '$']).next());
        simple.is_some_and(|simple| ANNOTATIONS.contains(&simple))
    };
    ATTRIBUTES
        .iter()
        .filter_map(|attribute| class.find(attributes, attribute))
        .filter_map(|info| annotations(info).ok())
        .flatten()
        .any(|annotation| is_ours(annotation.descriptor))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_of_lambdas_belong_to_the_method_they_are_written_in() {
        for (name, owner) in [
            ("lambda$put$3", Some("put")),
            ("lambda$a$b$0", Some("a$b")),
            ("lambda$new$0", Some("<init>")),
            ("put$lambda$0", Some("put")),
            ("lambda$", None),
            ("put", None),
        ] {
            assert_eq!(lambda_owner(name), owner, "{name}");
        }
    }
}
