//! The agent: a library that the JVM loads, which rewrites classes as they are loaded and reports
//! what the runtime finds.
//!
//! Invariant: whatever goes wrong in here, the program runs on; a class that cannot be rewritten is
//! loaded as it was, named and counted.

mod classes;
mod jvm;
mod kept;
mod log;
mod natives;
mod plan;
mod runtime;
mod session;
mod trace_file;

use std::ffi::{CStr, c_char, c_void};
use std::path::Path;

use jvm::{Capability, ClassFileLoad, Event, Events, JavaVm, Jni, Jvmti, Thread, flags};
use session::Session;

/// The JVM calls this before it does anything else; `options` is the run directory.
///
/// # Safety
/// Called by the JVM only, with its own pointers.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Agent_OnLoad(
    vm: JavaVm,
    options: *const c_char,
    _reserved: *const c_void,
) -> i32 {
    if options.is_null() {
        eprintln!("redflag: the agent is started by `redflag run`, not by hand");
        return 0;
    }
    // SAFETY: the JVM hands over a terminated string.
    let folder = unsafe { CStr::from_ptr(options) }.to_string_lossy();
    match jvm::guarded(|| start(vm, Path::new(&*folder))) {
        Some(Ok(())) => {}
        Some(Err(reason)) => eprintln!("redflag: this JVM is not checked: {reason}"),
        None => eprintln!("redflag: this JVM is not checked: the agent failed to start"),
    }
    // Also when we cannot work: the program must run.
    0
}

fn start(vm: JavaVm, folder: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let jvmti = vm.jvmti()?;
    let session = Session::open(jvmti, folder)?;
    let Some(session) = session else {
        return Ok(());
    };
    let missing = jvmti.add_capabilities(&[
        Capability::AllClassHookEvents,
        Capability::EarlyClassHookEvents,
        Capability::EarlyVmStart,
        Capability::RetransformClasses,
    ])?;
    if let Some(missing) = missing.first() {
        return Err(format!("the JVM lacks the capability {missing}").into());
    }
    // SAFETY: this is Agent_OnLoad.
    let _ = unsafe { flags::raise_max_heap(vm, session.config.heap_factor) };
    // SAFETY: this is Agent_OnLoad.
    unsafe { flags::allow_no_sharing(vm) };
    // SAFETY: this is Agent_OnLoad.
    unsafe { flags::enlarge_symbol_table(vm) };
    session.install();
    jvmti.set_event_callbacks::<Handlers>()?;
    for event in [
        Event::ClassFileLoadHook,
        Event::VmStart,
        Event::VmInit,
        Event::VmDeath,
    ] {
        jvmti.enable(event)?;
    }
    Ok(())
}

struct Handlers;

impl Events for Handlers {
    fn class_file_load(jvmti: Jvmti, load: &ClassFileLoad<'_>) -> Option<Vec<u8>> {
        classes::rewrite(Session::get()?, jvmti, load)
    }

    fn vm_start(_jvmti: Jvmti, jni: Jni) {
        if let Some(session) = Session::get() {
            session.runtime_failed(runtime::define(jni, session.jdk));
        }
    }

    fn vm_init(_jvmti: Jvmti, jni: Jni, _thread: Thread) {
        if let Some(session) = Session::get() {
            session.runtime_failed(runtime::start(jni));
        }
    }

    fn vm_death(_jvmti: Jvmti, jni: Jni) {
        if let Some(session) = Session::get() {
            session.end(jni);
        }
    }
}
