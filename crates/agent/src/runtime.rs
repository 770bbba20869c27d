//! The Java runtime inside the JVM: bringing it in, and asking it.

use std::collections::BTreeMap;

use classfile::ClassFile;

use crate::jvm::Jni;
use crate::jvm::jni::Thrown;

/// Made by the build from `runtime/`: names and bytes of classes, superclasses first.
static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/runtime.bin"));

const AGENT: &str = "java/lang/redflag$Agent";

/// Defines the runtime's classes in the boot loader.
pub fn define(jni: Jni, jdk: u16) -> Result<(), Thrown> {
    for (name, bytes) in unpacked(PACKED) {
        let adapted = (jdk < 12).then(|| for_jdk_11(bytes)).flatten();
        jni.define_class(name, adapted.as_deref().unwrap_or(bytes))?;
    }
    Ok(())
}

/// Up to JDK 11 the internal `Unsafe` says "Object" where it later says "Reference".
fn for_jdk_11(bytes: &[u8]) -> Option<Vec<u8>> {
    const RENAMED: [&str; 3] = [
        "putReference",
        "getReferenceAcquire",
        "compareAndSetReference",
    ];
    let mut class = ClassFile::read(bytes).ok()?;
    class.pool.rename_utf8(|text| {
        let text = std::str::from_utf8(text).ok()?;
        RENAMED
            .contains(&text)
            .then(|| text.replace("Reference", "Object").into_bytes())
    });
    Some(class.write())
}

fn unpacked(mut packed: &'static [u8]) -> impl Iterator<Item = (&'static str, &'static [u8])> {
    let mut part = move || {
        let (length, rest) = packed.split_first_chunk::<4>()?;
        let (part, rest) = rest.split_at_checked(u32::from_be_bytes(*length) as usize)?;
        packed = rest;
        Some(part)
    };
    std::iter::from_fn(move || {
        let name = std::str::from_utf8(part()?).ok()?;
        Some((name, part()?))
    })
}

/// The JVM is up: the hooks begin to work.
pub fn start(jni: Jni) -> Result<(), Thrown> {
    let class = jni.find_class(AGENT)?;
    let method = jni.static_method(class, "start", "()V")?;
    // SAFETY: `start` is a static method of this class that takes nothing.
    unsafe { jni.call_static_void(class, method, &[]) }
}

/// The JVM ends.
pub fn end(jni: Jni) {
    let ended = jni.find_class(AGENT).and_then(|class| {
        let method = jni.static_method(class, "end", "()V")?;
        // SAFETY: `end` is a static method of this class that takes nothing.
        unsafe { jni.call_static_void(class, method, &[]) }
    });
    // There is nobody left to tell.
    let _ = ended;
}

/// Pairs of sites that raced, and how often.
pub fn race_counts(jni: Jni) -> Vec<((u32, u32), u64)> {
    longs(jni, "races")
        .unwrap_or_default()
        .chunks_exact(3)
        .map(|c| ((c[0] as u32, c[1] as u32), c[2] as u64))
        .collect()
}

/// Names of what `Agent.counters` answers. `accesses` is counted only when asked for.
const COUNTERS: [&str; 10] = [
    "accesses",
    "read_exclusive",
    "read_share",
    "read_shared",
    "write_exclusive",
    "write_shared",
    "races",
    "frozen_reads",
    "thread_slots",
    RETIRED,
];
pub const RETIRED: &str = "retired_threads";

/// What the runtime counted, by name; what did not happen is left out.
pub fn counters(jni: Jni) -> BTreeMap<String, u64> {
    let longs = longs(jni, "counters").unwrap_or_default();
    let named = COUNTERS.iter().zip(longs).filter(|&(_, n)| n != 0);
    named
        .map(|(&name, n)| (name.to_owned(), n as u64))
        .collect()
}

/// Calls a static method of the runtime that takes nothing and returns an array of long.
fn longs(jni: Jni, method: &str) -> Result<Vec<i64>, Thrown> {
    let class = jni.find_class(AGENT)?;
    let method = jni.static_method(class, method, "()[J")?;
    // SAFETY: such a static method of this class, as the lookup has shown.
    let array = unsafe { jni.call_static_object(class, method, &[]) }?;
    Ok(jni.long_array(array))
}
