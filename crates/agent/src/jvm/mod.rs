//! The border to the JVM: the only place that speaks its C interfaces.
//!
//! The function tables are read straight from `jvmti.h` and `jni.h` (functions by their number, events by
//! theirs), and only the functions in use have a signature here. Above this module nothing is `unsafe`
//! but the exported entry points and natives.
//!
//! Handles ([`Object`], [`Method`], [`Field`]) are made by the JVM alone, so holding one means that it was valid
//! when it was handed out. What the types do not say: an [`Object`] that is a local reference dies with the
//! native frame it was given to, and belongs to its thread; [`Jni::new_global_ref`] outlives both.
//!
//! Natives of our classes in `java.base` are exported from the agent by their mangled names
//! (`Java_java_lang_redflag_00024X_name`), where HotSpot finds them: since 17 it warns, on the program's standard
//! output, of every native that is registered from outside.

pub mod events;
pub mod flags;
pub mod jni;
pub mod jvmti;
mod memory;
pub mod modified_utf8;

use std::ffi::{c_char, c_int, c_void};
use std::fmt;
use std::ptr::NonNull;

pub use events::{ClassFileLoad, Event, Events, guarded};
pub use jni::Jni;
pub use jvmti::{Capability, Jvmti};

/// A reference to a Java object (or `null`): local, global or weak.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Object(*mut c_void);

/// A reference to an instance of `java.lang.Class`.
pub type Class = Object;

/// A reference to an instance of `java.lang.String`.
pub type JavaString = Object;

/// A reference to an instance of `java.lang.Thread`.
pub type Thread = Object;

impl Object {
    pub const NULL: Object = Object(std::ptr::null_mut());

    pub fn is_null(self) -> bool {
        self.0.is_null()
    }

    fn non_null(self) -> Option<Object> {
        (!self.is_null()).then_some(self)
    }
}

/// A global reference, usable by every thread; it keeps its object alive for as long as the JVM lives.
#[derive(Clone, Copy, Debug)]
pub struct Global(Object);

impl Global {
    pub fn get(self) -> Object {
        self.0
    }
}

// SAFETY: the JNI specification allows global references to be used from any thread.
unsafe impl Send for Global {}
// SAFETY: as above; the reference itself is never changed.
unsafe impl Sync for Global {}

/// Names a method of a loaded class (`jmethodID`); valid until the class is unloaded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(transparent)]
pub struct Method(NonNull<c_void>);

/// Names a field of a loaded class (`jfieldID`); valid until the class is unloaded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(transparent)]
pub struct Field(NonNull<c_void>);

// SAFETY: method and field ids are plain names, valid in every thread.
unsafe impl Send for Method {}
// SAFETY: as above.
unsafe impl Sync for Method {}
// SAFETY: as above.
unsafe impl Send for Field {}
// SAFETY: as above.
unsafe impl Sync for Field {}

/// The running JVM (`JavaVM*`), as `Agent_OnLoad` receives it.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct JavaVm(NonNull<*const InvokeInterface>);

// SAFETY: the invocation interface may be called from any thread.
unsafe impl Send for JavaVm {}
// SAFETY: as above.
unsafe impl Sync for JavaVm {}

/// `struct JNIInvokeInterface_`.
#[repr(C)]
struct InvokeInterface {
    reserved: [*mut c_void; 3],
    destroy_java_vm: *const c_void,
    attach_current_thread: *const c_void,
    detach_current_thread: *const c_void,
    get_env: unsafe extern "system" fn(JavaVm, *mut *mut c_void, c_int) -> c_int,
    attach_current_thread_as_daemon: *const c_void,
}

/// The JVM has no environment of the version asked for.
#[derive(Debug, thiserror::Error)]
#[error(
    "the JVM offers no {interface} of version {version:#x} (error {code}); redflag needs a HotSpot JVM 11 or later"
)]
pub struct NoEnvironment {
    interface: &'static str,
    version: i32,
    code: i32,
}

impl JavaVm {
    /// A new JVMTI environment.
    pub fn jvmti(self) -> Result<Jvmti, NoEnvironment> {
        self.environment("JVM tool interface", jvmti::VERSION_11)
            // SAFETY: GetEnv with a JVMTI version answers with a `jvmtiEnv*` that lives until it is disposed of.
            .map(|env| unsafe { Jvmti::from_raw(env.cast()) })
    }

    /// The calling thread's JNI environment; an error if the thread is not attached.
    pub fn jni(self) -> Result<Jni, NoEnvironment> {
        self.environment("Java native interface", jni::VERSION_10)
            // SAFETY: GetEnv with a JNI version answers with the calling thread's `JNIEnv*`.
            .map(|env| unsafe { Jni::from_raw(env.cast()) })
    }

    fn environment(
        self,
        interface: &'static str,
        version: i32,
    ) -> Result<NonNull<c_void>, NoEnvironment> {
        let mut env = std::ptr::null_mut();
        // SAFETY: a JavaVm points to the JVM's invocation table for as long as the process lives.
        let code = unsafe { ((**self.0.as_ptr()).get_env)(self, &mut env, version) };
        match NonNull::new(env) {
            Some(env) if code == 0 => Ok(env),
            _ => Err(NoEnvironment {
                interface,
                version,
                code,
            }),
        }
    }

    /// An address inside the JVM's own library.
    fn code_address(self) -> *const c_void {
        // SAFETY: as in `environment`.
        unsafe { (**self.0.as_ptr()).destroy_java_vm }
    }
}

/// A C string that the JVM keeps alive for the duration of a call.
fn c_string(text: &str) -> Vec<u8> {
    let mut bytes = modified_utf8::encode(text);
    bytes.push(0);
    bytes
}

/// Reads a zero-terminated string in the JVM's modified UTF-8.
///
/// # Safety
/// `text` points to a zero-terminated string.
unsafe fn read_c_string(text: *const c_char) -> String {
    // SAFETY: by contract.
    let bytes = unsafe { std::ffi::CStr::from_ptr(text) }.to_bytes();
    modified_utf8::decode(bytes)
}

impl fmt::Debug for JavaVm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JavaVm")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `JNI_EVERSION`, what a JVM says of a version that is newer than it.
    unsafe extern "system" fn knows_only_older(
        _vm: JavaVm,
        _env: *mut *mut c_void,
        version: c_int,
    ) -> c_int {
        const JVMTI_1_2: c_int = 0x3001_0200;
        if version > JVMTI_1_2 { -3 } else { 0 }
    }

    #[test]
    fn a_jvm_older_than_11_is_told_from_its_interfaces() {
        let table = InvokeInterface {
            reserved: [std::ptr::null_mut(); 3],
            destroy_java_vm: std::ptr::null(),
            attach_current_thread: std::ptr::null(),
            detach_current_thread: std::ptr::null(),
            get_env: knows_only_older,
            attach_current_thread_as_daemon: std::ptr::null(),
        };
        let mut table: *const InvokeInterface = &table;
        let java_8 = JavaVm(NonNull::from(&mut table).cast());
        let Err(refused) = java_8.jvmti() else {
            panic!("it offers the tool interface of Java 11");
        };
        let expected = "the JVM offers no JVM tool interface of version 0x300b0000 (error -3); \
                        redflag needs a HotSpot JVM 11 or later";
        assert_eq!(refused.to_string(), expected);
    }
}
