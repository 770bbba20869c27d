//! A JDK that is patched ahead of time: what its classes call, where the JVM would tell an agent.

use classfile::{ClassFile, Insn, Label, TypeTable, access, op};
use thiserror::Error;

use crate::Skip;
use crate::class::{Lifted, decode, set_code};
use crate::emit::{Emitter, Prologue};

const OFFLINE: &str = "java/lang/redflag$Offline";

/// Why a JDK cannot be patched.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Unfit {
    #[error("its {0} has no method {1}")]
    NoMethod(String, &'static str),
    #[error("its {0} cannot be rewritten: {1}")]
    Class(String, Skip),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    /// A call at each return, without arguments.
    CallAtReturn(&'static str),
    /// A call at the start, without arguments.
    CallAtEntry(&'static str),
    /// A call at the start, with the first argument, which is a class.
    CallAtEntryWithClass(&'static str),
    /// The runtime may call it.
    Open,
}

/// Class, method and what happens to it. The names are those of JDK 11 to 25.
const CHANGES: [(&str, &str, Change); 6] = [
    // The JVM calls it last before it is up.
    (
        "java/lang/System",
        "initPhase3",
        Change::CallAtReturn("started"),
    ),
    // When the last thread has ended that the JVM waits for.
    (
        "java/lang/Shutdown",
        "shutdown",
        Change::CallAtReturn("ended"),
    ),
    // The end of every other way out.
    ("java/lang/Shutdown", "halt", Change::CallAtEntry("ended")),
    (
        "java/lang/ClassLoader",
        "postDefineClass",
        Change::CallAtEntryWithClass("defined"),
    ),
    ("java/lang/Class", "getDeclaredFields0", Change::Open),
    ("java/lang/Class", "getDeclaredMethods0", Change::Open),
];

/// Prepares a class of the JDK for programs that run without an agent; `None` if there is nothing to do.
pub fn prepare_jdk(bytes: &[u8], name: &str) -> Result<Option<Vec<u8>>, Unfit> {
    let failed = |skip: Skip| Unfit::Class(name.replace('/', "."), skip);
    let changes = CHANGES.iter().filter(|(class, ..)| *class == name);
    let mut prepared = None;
    for (_, method, change) in changes {
        let bytes = prepared.as_deref().unwrap_or(bytes);
        let mut class = ClassFile::read(bytes).map_err(|e| failed(e.into()))?;
        let is_it = |m: &classfile::Member<'_>| class.pool.utf8(m.name) == Some(method);
        let index = class.methods.iter().position(is_it);
        let index = index.ok_or_else(|| Unfit::NoMethod(name.replace('/', "."), method))?;
        match change {
            Change::Open => class.methods[index].access &= !access::PRIVATE,
            _ => add_call(&mut class, index, *change).map_err(failed)?,
        }
        prepared = Some(class.write());
    }
    Ok(prepared)
}

fn add_call(class: &mut ClassFile<'_>, index: usize, change: Change) -> Result<(), Skip> {
    let mut types = TypeTable::default();
    let decoded = decode(class, &class.methods[index], &mut types)?;
    let Lifted { code, entry, .. } = decoded.ok_or(Skip::Types)?;
    let first = u16::from(!class.methods[index].is(access::STATIC));
    let framed = class.major >= 50;
    let mut out = Emitter::new(&mut class.pool, &code, framed)?;
    match change {
        Change::CallAtEntry(callee) => out.call(OFFLINE, callee, "()V")?,
        Change::CallAtEntryWithClass(callee) => {
            out.push(Insn::Local(op::ALOAD, first));
            out.call(OFFLINE, callee, "(Ljava/lang/Class;)V")?;
        }
        Change::CallAtReturn(_) | Change::Open => {}
    }
    let mut frames = code.frames.iter().flatten().peekable();
    for (i, insn) in code.insns.iter().enumerate() {
        if let Some((label, frame)) = frames.next_if(|(label, _)| code.at(*label) == i) {
            out.frame(*label, frame);
        }
        out.bind(Label(i as u32));
        if let (Change::CallAtReturn(callee), Insn::Plain(op::RETURN)) = (change, insn) {
            out.call(OFFLINE, callee, "()V")?;
        }
        out.push(insn.clone());
    }
    out.bind(Label(code.insns.len() as u32));
    for handler in &code.handlers {
        out.handler(handler.clone());
    }
    let new = out.finish(&code, Prologue::default(), 1);
    let info = new.encode(&mut class.pool, &types, &entry)?;
    set_code(class, index, info);
    Ok(())
}
