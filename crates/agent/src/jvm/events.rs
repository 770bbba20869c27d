//! JVMTI events: what the JVM tells, and how it reaches the agent.

use super::{Class, Jni, Jvmti, Object, Thread, read_c_string};
use std::ffi::{c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// `jvmtiEvent`, those that [`Events`] can handle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i32)]
pub enum Event {
    VmInit = 50,
    VmDeath = 51,
    ClassFileLoadHook = 54,
    VmStart = 57,
    ResourceExhausted = 80,
    GarbageCollectionFinish = 82,
}

/// A class about to be defined.
pub struct ClassFileLoad<'a> {
    /// The calling thread's environment; none in the primordial phase.
    pub jni: Option<Jni>,
    /// Set when a loaded class is redefined or retransformed.
    pub redefined: Option<Class>,
    /// None for the boot loader.
    pub loader: Option<Object>,
    /// With slashes; none for a class defined without a name, whose bytes know it.
    pub name: Option<&'a str>,
    pub bytes: &'a [u8],
}

/// Which resource ran out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exhausted(i32);

impl Exhausted {
    pub fn java_heap(self) -> bool {
        self.0 & 2 != 0
    }

    pub fn threads(self) -> bool {
        self.0 & 4 != 0
    }
}

/// What the agent does when the JVM tells of an event. A panic in a handler ends that handler only.
pub trait Events {
    /// The bytes to define instead. Runs concurrently, and must not call JNI before the live phase.
    fn class_file_load(_jvmti: Jvmti, _load: &ClassFileLoad<'_>) -> Option<Vec<u8>> {
        None
    }
    fn vm_start(_jvmti: Jvmti, _jni: Jni) {}
    fn vm_init(_jvmti: Jvmti, _jni: Jni, _thread: Thread) {}
    fn vm_death(_jvmti: Jvmti, _jni: Jni) {}
    fn resource_exhausted(_jvmti: Jvmti, _jni: Jni, _what: Exhausted) {}
    /// Runs while the JVM is stopped: neither JNI nor any JVMTI function that is not called safe there.
    fn garbage_collection_finish(_jvmti: Jvmti) {}
}

/// `jvmtiEventCallbacks`, up to the last event that we handle. Callback of event n is at index n - 50.
#[repr(C)]
pub(super) struct Callbacks {
    vm_init: unsafe extern "system" fn(Jvmti, Jni, Thread),
    vm_death: unsafe extern "system" fn(Jvmti, Jni),
    thread: [usize; 2],
    class_file_load_hook: ClassFileLoadHook,
    class: [usize; 2],
    vm_start: unsafe extern "system" fn(Jvmti, Jni),
    exception_to_reserved: [usize; 22],
    resource_exhausted: unsafe extern "system" fn(Jvmti, Jni, i32, *const c_void, *const c_char),
    garbage_collection_start: usize,
    garbage_collection_finish: unsafe extern "system" fn(Jvmti),
}

type ClassFileLoadHook = unsafe extern "system" fn(
    Jvmti,
    Option<Jni>,
    Class,
    Object,
    *const c_char,
    Object,
    i32,
    *const u8,
    *mut i32,
    *mut *mut u8,
);

impl Callbacks {
    pub(super) fn of<E: Events>() -> Self {
        Callbacks {
            vm_init: on_vm_init::<E>,
            vm_death: on_vm_death::<E>,
            thread: [0; 2],
            class_file_load_hook: on_class_file_load::<E>,
            class: [0; 2],
            vm_start: on_vm_start::<E>,
            exception_to_reserved: [0; 22],
            resource_exhausted: on_resource_exhausted::<E>,
            garbage_collection_start: 0,
            garbage_collection_finish: on_garbage_collection_finish::<E>,
        }
    }
}

/// Runs what the JVM called: unwinding into its frames would end the process. The panic hook has told of the
/// panic by then.
pub fn guarded<T>(handler: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(handler)).ok()
}

unsafe extern "system" fn on_vm_init<E: Events>(jvmti: Jvmti, jni: Jni, thread: Thread) {
    guarded(|| E::vm_init(jvmti, jni, thread));
}

unsafe extern "system" fn on_vm_death<E: Events>(jvmti: Jvmti, jni: Jni) {
    guarded(|| E::vm_death(jvmti, jni));
}

unsafe extern "system" fn on_vm_start<E: Events>(jvmti: Jvmti, jni: Jni) {
    guarded(|| E::vm_start(jvmti, jni));
}

unsafe extern "system" fn on_resource_exhausted<E: Events>(
    jvmti: Jvmti,
    jni: Jni,
    flags: i32,
    _reserved: *const c_void,
    _description: *const c_char,
) {
    guarded(|| E::resource_exhausted(jvmti, jni, Exhausted(flags)));
}

unsafe extern "system" fn on_garbage_collection_finish<E: Events>(jvmti: Jvmti) {
    guarded(|| E::garbage_collection_finish(jvmti));
}

unsafe extern "system" fn on_class_file_load<E: Events>(
    jvmti: Jvmti,
    jni: Option<Jni>,
    redefined: Class,
    loader: Object,
    name: *const c_char,
    _protection_domain: Object,
    length: i32,
    bytes: *const u8,
    new_length: *mut i32,
    new_bytes: *mut *mut u8,
) {
    let rewritten = guarded(|| {
        // SAFETY: the JVM passes a terminated name or null.
        let name = (!name.is_null()).then(|| unsafe { read_c_string(name) });
        let load = ClassFileLoad {
            jni,
            redefined: redefined.non_null(),
            loader: loader.non_null(),
            name: name.as_deref(),
            // SAFETY: the JVM passes `length` bytes that stay for the call.
            bytes: unsafe { std::slice::from_raw_parts(bytes, length as usize) },
        };
        E::class_file_load(jvmti, &load)
    });
    // Without memory for the new bytes, the class stays as it was.
    if let Some(rewritten) = rewritten.flatten()
        && let Ok(copy) = jvmti.allocate_copy(&rewritten)
    {
        // SAFETY: the JVM passes places for the answer, and takes the allocated memory over.
        unsafe {
            *new_length = rewritten.len() as i32;
            *new_bytes = copy.as_ptr();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::offset_of;

    #[test]
    fn callbacks_lie_where_their_event_number_says() {
        let place = |event: Event| (event as usize - 50) * size_of::<usize>();
        assert_eq!(offset_of!(Callbacks, vm_init), place(Event::VmInit));
        assert_eq!(offset_of!(Callbacks, vm_death), place(Event::VmDeath));
        let hook = offset_of!(Callbacks, class_file_load_hook);
        assert_eq!(hook, place(Event::ClassFileLoadHook));
        assert_eq!(offset_of!(Callbacks, vm_start), place(Event::VmStart));
        let exhausted = offset_of!(Callbacks, resource_exhausted);
        assert_eq!(exhausted, place(Event::ResourceExhausted));
        let finish = offset_of!(Callbacks, garbage_collection_finish);
        assert_eq!(finish, place(Event::GarbageCollectionFinish));
    }
}
