//! Classes that the JVM is going to refuse.
//!
//! Such a class must be refused for its own fault and in the words that the JVM has for it.
//! Rewriting would blur that: new constants make an index valid that was none, room for our
//! operands hides that its own were too many, and a message shows our code. So a class in which a
//! fault is found here is left as it is. What depends on other classes, above all whether one is a
//! subclass of another, cannot be seen here; of such a class the JVM still says the same, but shows
//! the rewritten code.

mod references;
mod types;

use classfile::{
    ClassFile, Code, Frame, Insn, Member, MethodDescriptor, SwitchCases, TypeTable, access,
};

use crate::Skip;
use crate::class::{Lifted, code_of, decode};

/// The oldest version for which the JVM knows only the type checker; code of version 50 that fails
/// there gets a second chance with the older verifier (JVMS 4.10).
const TYPE_CHECKED: u16 = 51;

/// Looks for faults that the JVM is bound to find; answers the code of each method, if it has any that can be read.
pub fn check(class: &ClassFile<'_>, types: &mut TypeTable) -> Result<Vec<Option<Lifted>>, Skip> {
    references::check(class)?;
    let methods = class.methods.iter();
    methods.map(|it| check_method(class, it, types)).collect()
}

fn check_method(
    class: &ClassFile<'_>,
    method: &Member<'_>,
    types: &mut TypeTable,
) -> Result<Option<Lifted>, Skip> {
    let Some(info) = code_of(class, method) else {
        return Ok(None);
    };
    let decoded = match decode(class, method, types) {
        Ok(Some(decoded)) => decoded,
        // Names beyond plain UTF-8 are not ours to judge.
        Ok(None) | Err(Skip::BadName) => return Ok(None),
        Err(fault) => return Err(fault),
    };
    let Lifted { code, entry, .. } = &decoded;
    tables(class, code, entry)?;
    if class.major >= TYPE_CHECKED {
        let descriptor = class.pool.utf8(method.descriptor).ok_or(Skip::BadName)?;
        let descriptor = MethodDescriptor::parse(descriptor).ok_or(Skip::BadName)?;
        let is_constructor = class.pool.utf8(method.name) == Some("<init>");
        let method = types::Method {
            result: descriptor.result,
            this: (is_constructor && !method.is(access::STATIC)).then_some(class.this_class),
        };
        types::check(&class.pool, code, entry, &method, types)?;
        if !Code::has_exact_variables(info, &class.pool)? {
            return Err(Skip::Refused);
        }
    }
    Ok(Some(decoded))
}

/// What stands beside the instructions must keep to the bounds that the method itself sets.
fn tables(class: &ClassFile<'_>, code: &Code, entry: &Frame) -> Result<(), Skip> {
    let end = code.insns.len() as u32;
    let locals = entry.locals.iter().map(|ty| 1 + usize::from(ty.is_wide()));
    let fits = locals.sum::<usize>() <= usize::from(code.max_locals);
    let lines = code.lines.iter().all(|(label, _)| label.0 < end);
    let vars = code.vars.iter().all(|var| {
        var.start.0 < end
            && var.slot < code.max_locals
            && class.pool.utf8_bytes(var.name).is_some()
            && class.pool.utf8_bytes(var.descriptor).is_some()
    });
    let handlers = code.handlers.iter().all(|handler| {
        handler.target.0 < end
            && (handler.catch_type == 0 || references::is_class(&class.pool, handler.catch_type))
    });
    let attributes = code
        .attributes
        .iter()
        .all(|attribute| class.pool.utf8_bytes(attribute.name).is_some());
    let switches = code.insns.iter().all(|insn| match insn {
        Insn::Switch(switch) => match &switch.cases {
            SwitchCases::Lookup(pairs) => pairs.is_sorted_by(|a, b| a.0 < b.0),
            SwitchCases::Table { .. } => true,
        },
        _ => true,
    });
    if fits && lines && vars && handlers && attributes && switches {
        Ok(())
    } else {
        Err(Skip::Refused)
    }
}
