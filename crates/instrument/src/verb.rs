//! Calls of the models' verbs, and the conditions under which they happen.

use classfile::{Insn, op};
use world::models::{Verb, When};

use crate::Skip;
use crate::emit::Emitter;
use crate::names;

const VERB_DESC: &str = "(Ljava/lang/Object;)V";
const VERB_IF_DESC: &str = "(ILjava/lang/Object;)V";
const VERB_IN_DESC: &str = "(Ljava/lang/Object;Ljava/lang/Object;)V";
const VERB_IN_IF_DESC: &str = "(ILjava/lang/Object;Ljava/lang/Object;)V";

/// Calls a verb with the key on top of the stack; `conditional`: with 0 or 1 below it.
pub fn call(out: &mut Emitter<'_, '_>, verb: Verb, conditional: bool) -> Result<(), Skip> {
    let name = camel_case(verb.word());
    if conditional {
        out.call_composed(names::SYNC, &format!("{name}If"), VERB_IF_DESC)?;
    } else {
        out.call_composed(names::SYNC, &name, VERB_DESC)?;
    }
    Ok(())
}

/// As [`call`], with the collection on top of the stack and its element below.
pub fn call_in(out: &mut Emitter<'_, '_>, verb: Verb, conditional: bool) -> Result<(), Skip> {
    let name = camel_case(verb.word());
    if conditional {
        out.call_composed(names::SYNC, &format!("{name}InIf"), VERB_IN_IF_DESC)?;
    } else {
        out.call_composed(names::SYNC, &format!("{name}In"), VERB_IN_DESC)?;
    }
    Ok(())
}

/// Replaces the value on top of the stack by 1 if it meets the condition, else by 0.
pub fn test(out: &mut Emitter<'_, '_>, when: When, wide: bool) -> Result<(), Skip> {
    match when {
        When::True | When::False | When::Always | When::Application | When::SecondArgument => {}
        When::Nonzero | When::Zero => {
            if wide {
                out.plain(&[op::LCONST_0, op::LCMP]);
            }
            // (x | -x) >>> 31
            out.plain(&[op::DUP, op::INEG, op::IOR]);
            out.push(Insn::Byte(31));
            out.plain(&[op::IUSHR]);
        }
        When::Negative | When::Nonnegative => {
            out.push(Insn::Byte(if wide { 63 } else { 31 }));
            out.plain(if wide {
                &[op::LUSHR, op::L2I]
            } else {
                &[op::IUSHR]
            });
        }
        When::Nonnull | When::Null => {
            let object = out.pool.intern_class("java/lang/Object")?;
            out.push(Insn::Type(op::INSTANCEOF, object));
        }
        When::Terminated => {
            out.call(names::SYNC, "isTerminated", "(Ljava/lang/Object;)I")?;
        }
    }
    if matches!(
        when,
        When::False | When::Zero | When::Nonnegative | When::Null
    ) {
        out.plain(&[op::ICONST_1, op::IXOR]);
    }
    Ok(())
}

fn camel_case(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    let mut upper = false;
    for c in word.chars() {
        if c == '-' {
            upper = true;
        } else if upper {
            out.push(c.to_ascii_uppercase());
            upper = false;
        } else {
            out.push(c);
        }
    }
    out
}
