//! Rules of the user's that are for nothing in the program: their names may be misspelt.

use std::collections::BTreeSet;

use classfile::Constant;
use rustc_hash::FxHashSet;
use world::models::{MethodRule, Models};

use crate::annotations::full_name;
use crate::library;
use crate::program::{ClassId, Program};

/// A class that rules name and nobody else does, or a method that it does not have.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unused {
    pub class: String,
    pub method: Option<String>,
}

pub fn unused(program: &Program<'_>, models: &Models) -> Vec<Unused> {
    let mut named: FxHashSet<&str> = FxHashSet::default();
    for file in program.class_ids().map(|it| &program[it].file) {
        let constants = (0..).zip(file.pool.entries());
        let classes = constants.filter(|(_, it)| matches!(it, Constant::Class(_)));
        named.extend(classes.filter_map(|(index, _)| file.pool.class_name(index)));
    }
    let mut unused = Vec::new();
    let mut see = |class: &str, method: Option<(&str, Option<&str>)>| {
        let missing = match (program.class_named(class), method) {
            (None, _) if !named.contains(class) => None,
            (Some(id), Some((name, descriptor))) if lacks(program, id, name, descriptor) => {
                Some(format!("{name}{}", descriptor.unwrap_or_default()))
            }
            _ => return,
        };
        unused.push(Unused {
            class: class.to_owned(),
            method: missing,
        });
    };
    for hook in models.hooks().iter().filter(|it| library::is_of_lock(it)) {
        see(&hook.class, Some((&hook.method, Some(&hook.descriptor))));
    }
    for MethodRule {
        classes,
        method,
        descriptor,
        ..
    } in models.methods()
    {
        if let Some(class) = classes.one() {
            see(
                class,
                method.as_deref().map(|it| (it, descriptor.as_deref())),
            );
        }
    }
    for rule in models.classes() {
        if let Some(class) = rule.classes.one() {
            see(class, None);
        }
    }
    for container in models.containers_to_check(library::NEWEST_JDK) {
        for (method, _) in &*container.methods {
            see(&container.class, Some((method, None)));
        }
    }
    unused.sort_unstable();
    unused.dedup();
    unused
}

/// Annotations with aliases that no class file names.
pub fn unused_aliases(program: &Program<'_>, aliases: &[(String, String)]) -> Vec<String> {
    let mut unused: BTreeSet<&String> = aliases.iter().map(|(name, _)| name).collect();
    for file in program.class_ids().map(|it| &program[it].file) {
        if unused.is_empty() {
            break;
        }
        for (index, _) in (0..).zip(file.pool.entries()) {
            let text = file.pool.utf8(index).filter(|it| it.starts_with('L'));
            if let Some(descriptor) = text.filter(|it| it.ends_with(';')) {
                unused.remove(&full_name(descriptor));
            }
        }
    }
    unused.into_iter().cloned().collect()
}

/// Whether a class has no such method, nor any above it, and these are all there.
fn lacks(program: &Program<'_>, class: ClassId, name: &str, descriptor: Option<&str>) -> bool {
    let is_it = |class: ClassId| {
        program.methods_of(class).any(|id| {
            let method = &program[id];
            &*method.name == name && descriptor.is_none_or(|it| it == &*method.descriptor)
        })
    };
    program.knows_all_above(class, name) && !program[class].above.iter().any(|&it| is_it(it))
}
