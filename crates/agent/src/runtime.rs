//! The Java runtime inside the JVM: bringing it in, and asking it.

use std::collections::BTreeMap;

use host::{COUNTERS, Runtime};

use crate::jvm::Jni;
use crate::jvm::jni::Thrown;

const AGENT: &str = "java/lang/redflag$Agent";

/// Defines the runtime's classes in the boot loader.
pub fn define(jni: Jni, jdk: u16) -> Result<(), Thrown> {
    for (name, bytes) in Runtime::Agent.classes(jdk) {
        jni.define_class(name, &bytes)?;
    }
    Ok(())
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
