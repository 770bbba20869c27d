//! The JVM Tool Interface: capabilities, and questions about classes, methods and stacks.

use super::events::{Callbacks, Event, Events};
use super::{Class, Field, Method, Object, Thread, c_string, read_c_string};
use classfile::access;
use std::ffi::{c_char, c_void};
use std::fmt;
use std::ptr::{NonNull, null_mut};

/// `JVMTI_VERSION_11`.
pub const VERSION_11: i32 = 0x300B_0000;

/// A field, as its class declares it.
pub struct DeclaredField {
    pub field: Field,
    pub name: String,
    pub descriptor: String,
    pub is_static: bool,
}

/// A JVMTI environment (`jvmtiEnv*`), usable by every thread.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Jvmti(NonNull<*const Table>);

// SAFETY: the specification allows an environment to be used by any thread.
unsafe impl Send for Jvmti {}
// SAFETY: as above.
unsafe impl Sync for Jvmti {}

/// `jvmtiInterface_1`: the function that the specification numbers n is at index n - 1.
#[repr(transparent)]
struct Table([*const c_void; 156]);

macro_rules! error_codes {
    ($($name:ident = $code:literal,)*) => {
        /// Why a JVMTI function failed, as the specification names it.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum ErrorCode {
            $($name,)*
            /// A code that the specification does not have.
            Unknown(i32),
        }

        impl From<i32> for ErrorCode {
            fn from(code: i32) -> Self {
                match code {
                    $($code => ErrorCode::$name,)*
                    _ => ErrorCode::Unknown(code),
                }
            }
        }
    };
}

error_codes! {
    InvalidThread = 10,
    InvalidThreadGroup = 11,
    InvalidPriority = 12,
    ThreadNotSuspended = 13,
    ThreadSuspended = 14,
    ThreadNotAlive = 15,
    InvalidObject = 20,
    InvalidClass = 21,
    ClassNotPrepared = 22,
    InvalidMethodid = 23,
    InvalidLocation = 24,
    InvalidFieldid = 25,
    InvalidModule = 26,
    NoMoreFrames = 31,
    OpaqueFrame = 32,
    TypeMismatch = 34,
    InvalidSlot = 35,
    Duplicate = 40,
    NotFound = 41,
    InvalidMonitor = 50,
    NotMonitorOwner = 51,
    Interrupt = 52,
    InvalidClassFormat = 60,
    CircularClassDefinition = 61,
    FailsVerification = 62,
    UnsupportedRedefinitionMethodAdded = 63,
    UnsupportedRedefinitionSchemaChanged = 64,
    InvalidTypestate = 65,
    UnsupportedRedefinitionHierarchyChanged = 66,
    UnsupportedRedefinitionMethodDeleted = 67,
    UnsupportedVersion = 68,
    NamesDontMatch = 69,
    UnsupportedRedefinitionClassModifiersChanged = 70,
    UnsupportedRedefinitionMethodModifiersChanged = 71,
    UnsupportedRedefinitionClassAttributeChanged = 72,
    UnsupportedOperation = 73,
    UnmodifiableClass = 79,
    UnmodifiableModule = 80,
    NotAvailable = 98,
    MustPossessCapability = 99,
    NullPointer = 100,
    AbsentInformation = 101,
    InvalidEventType = 102,
    IllegalArgument = 103,
    NativeMethod = 104,
    ClassLoaderUnsupported = 106,
    OutOfMemory = 110,
    AccessDenied = 111,
    WrongPhase = 112,
    Internal = 113,
    UnattachedThread = 115,
    InvalidEnvironment = 116,
}

/// A JVMTI function failed.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the JVM's tool interface refused {function}: {code:?}")]
pub struct JvmtiError {
    pub function: &'static str,
    pub code: ErrorCode,
}

pub type Result<T> = std::result::Result<T, JvmtiError>;

macro_rules! functions {
    ($($name:ident = $number:literal ($($arg:ident: $ty:ty),*);)*) => {
        impl Jvmti {
            $(
                /// # Safety
                /// The arguments are what the JVMTI function demands.
                unsafe fn $name(self $(, $arg: $ty)*) -> Result<()> {
                    type Function = unsafe extern "system" fn(Jvmti $(, $ty)*) -> i32;
                    // SAFETY: the table lives as long as the environment, and the specification gives the
                    // function of this type this number.
                    let function: Function = unsafe { std::mem::transmute((**self.0.as_ptr()).0[$number - 1]) };
                    // SAFETY: by contract.
                    match unsafe { function(self $(, $arg)*) } {
                        0 => Ok(()),
                        code => Err(JvmtiError {
                            function: stringify!($name).trim_start_matches("raw_"),
                            code: code.into(),
                        }),
                    }
                }
            )*
        }
    };
}

type Text = *mut c_char;

functions! {
    raw_set_event_notification_mode = 2 (mode: i32, event: Event, thread: Thread);
    raw_get_thread_info = 9 (thread: Thread, info: *mut ThreadInfo);
    raw_allocate = 46 (size: i64, memory: *mut *mut u8);
    raw_deallocate = 47 (memory: *mut u8);
    raw_get_class_signature = 48 (class: Class, signature: *mut Text, generic: *mut Text);
    raw_get_class_methods = 52 (class: Class, count: *mut i32, methods: *mut *mut Method);
    raw_get_class_fields = 53 (class: Class, count: *mut i32, fields: *mut *mut Field);
    raw_get_field_name = 60 (class: Class, field: Field, name: *mut Text, signature: *mut Text, generic: *mut Text);
    raw_get_class_loader = 57 (class: Class, loader: *mut Object);
    raw_get_object_hash_code = 58 (object: Object, hash: *mut i32);
    raw_get_field_declaring_class = 61 (class: Class, field: Field, declaring: *mut Class);
    raw_get_field_modifiers = 62 (class: Class, field: Field, modifiers: *mut i32);
    raw_get_method_name = 64 (method: Method, name: *mut Text, signature: *mut Text, generic: *mut Text);
    raw_get_loaded_classes = 78 (count: *mut i32, classes: *mut *mut Class);
    raw_set_event_callbacks = 122 (callbacks: *const Callbacks, size: i32);
    raw_get_system_property = 131 (property: *const c_char, value: *mut Text);
    raw_get_phase = 133 (phase: *mut i32);
    raw_get_potential_capabilities = 140 (capabilities: *mut Capabilities);
    raw_add_capabilities = 142 (capabilities: *const Capabilities);
    raw_add_to_bootstrap_class_loader_search = 149 (segment: *const c_char);
    raw_retransform_classes = 152 (count: i32, classes: *const Class);
}

/// `jvmtiThreadInfo`.
#[repr(C)]
struct ThreadInfo {
    name: Text,
    priority: i32,
    is_daemon: u8,
    thread_group: Object,
    context_class_loader: Object,
}

// ---- capabilities ------------------------------------------------------------------------------

macro_rules! capabilities {
    ($($(#[$doc:meta])* $name:ident = $bit:literal $text:literal,)*) => {
        /// What an environment may ask of the JVM; the number is the bit's place in `jvmtiCapabilities`.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Capability {
            $($(#[$doc])* $name = $bit,)*
        }

        impl fmt::Display for Capability {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $(Capability::$name => $text,)* })
            }
        }
    };
}

capabilities! {
    TagObjects = 0 "can_tag_objects",
    AllClassHookEvents = 26 "can_generate_all_class_hook_events",
    GarbageCollectionEvents = 31 "can_generate_garbage_collection_events",
    RetransformClasses = 37 "can_retransform_classes",
    RetransformAnyClass = 38 "can_retransform_any_class",
    ResourceExhaustionHeapEvents = 39 "can_generate_resource_exhaustion_heap_events",
    EarlyVmStart = 41 "can_generate_early_vmstart",
    EarlyClassHookEvents = 42 "can_generate_early_class_hook_events",
    /// Since 21.
    SupportVirtualThreads = 44 "can_support_virtual_threads",
}

/// A set of capabilities (`jvmtiCapabilities`).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[repr(C)]
pub struct Capabilities([u32; 4]);

impl Capabilities {
    pub fn has(self, capability: Capability) -> bool {
        let (word, bit) = Self::place(capability);
        self.0[word] & bit != 0
    }

    pub fn with(mut self, capability: Capability) -> Self {
        let (word, bit) = Self::place(capability);
        self.0[word] |= bit;
        self
    }

    /// Bit fields of a C structure fill each word from its lowest bit, on every platform of little end.
    fn place(capability: Capability) -> (usize, u32) {
        let number = capability as usize;
        (number / 32, 1 << (number % 32))
    }
}

impl FromIterator<Capability> for Capabilities {
    fn from_iter<I: IntoIterator<Item = Capability>>(capabilities: I) -> Self {
        capabilities.into_iter().fold(Self::default(), Self::with)
    }
}

/// `jvmtiPhase`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    OnLoad,
    Primordial,
    Start,
    Live,
    Dead,
}

// ---- the environment ---------------------------------------------------------------------------

impl Jvmti {
    /// # Safety
    /// `env` is a `jvmtiEnv*` that is never disposed of.
    pub(super) unsafe fn from_raw(env: NonNull<*const c_void>) -> Jvmti {
        Jvmti(env.cast())
    }

    /// What the environment could still be given, in this JVM and phase.
    pub fn potential_capabilities(self) -> Result<Capabilities> {
        let mut capabilities = Capabilities::default();
        // SAFETY: the place is one structure long.
        unsafe { self.raw_get_potential_capabilities(&mut capabilities) }?;
        Ok(capabilities)
    }

    /// Takes those of `wanted` that the JVM can give, and answers with those it cannot.
    pub fn add_capabilities(self, wanted: &[Capability]) -> Result<Vec<Capability>> {
        let potential = self.potential_capabilities()?;
        let (given, missing): (Vec<_>, Vec<_>) = wanted
            .iter()
            .copied()
            .partition(|&capability| potential.has(capability));
        let given: Capabilities = given.into_iter().collect();
        // SAFETY: the place is one structure long.
        unsafe { self.raw_add_capabilities(&given) }?;
        Ok(missing)
    }

    /// Makes `E` the handler of this environment's events; each must still be enabled.
    pub fn set_event_callbacks<E: Events>(self) -> Result<()> {
        let callbacks = Callbacks::of::<E>();
        // SAFETY: the structure is as long as said and has the layout of `jvmtiEventCallbacks`, which the
        // JVM copies.
        unsafe { self.raw_set_event_callbacks(&callbacks, size_of::<Callbacks>() as i32) }
    }

    pub fn enable(self, event: Event) -> Result<()> {
        // SAFETY: the null thread stands for all threads. (The function is variadic for future use only.)
        unsafe { self.raw_set_event_notification_mode(1, event, Object::NULL) }
    }

    pub fn disable(self, event: Event) -> Result<()> {
        // SAFETY: as in `enable`.
        unsafe { self.raw_set_event_notification_mode(0, event, Object::NULL) }
    }

    pub fn phase(self) -> Result<Phase> {
        let mut phase = 0;
        // SAFETY: the place holds a `jvmtiPhase`.
        unsafe { self.raw_get_phase(&mut phase) }?;
        Ok(match phase {
            1 => Phase::OnLoad,
            2 => Phase::Primordial,
            6 => Phase::Start,
            4 => Phase::Live,
            _ => Phase::Dead,
        })
    }

    /// A property that the JVM itself or the command line has set (`java.vm.specification.version`, `sun.java.command`;
    /// not `java.version`, which Java code sets). Only while loading the agent and in the live phase.
    pub fn system_property(self, name: &str) -> Option<String> {
        let c_name = c_string(name);
        let mut value = Allocated::none(self);
        // SAFETY: the name is terminated; the place takes an allocated string.
        unsafe { self.raw_get_system_property(c_name.as_ptr().cast(), value.place()) }.ok()?;
        value.text()
    }

    pub fn add_to_bootstrap_class_loader_search(self, path: &str) -> Result<()> {
        // The platform's encoding is wanted here, not the JVM's.
        let path: Vec<u8> = path.bytes().chain([0]).collect();
        // SAFETY: the path is terminated.
        unsafe { self.raw_add_to_bootstrap_class_loader_search(path.as_ptr().cast()) }
    }

    // ---- classes, methods, fields --------------------------------------------------------------

    /// The type descriptor, as `Ljava/lang/String;`.
    pub fn class_signature(self, class: Class) -> Result<String> {
        let mut signature = Allocated::none(self);
        // SAFETY: the place takes an allocated string; null says that the generic one is not wanted.
        unsafe { self.raw_get_class_signature(class, signature.place(), null_mut()) }?;
        Ok(signature.text().unwrap_or_default())
    }

    /// The fields that the class declares.
    pub fn class_fields(self, class: Class) -> Result<Vec<DeclaredField>> {
        let mut count = 0;
        let mut fields = Allocated::<Field>::none(self);
        // SAFETY: the places take the number and an allocated array.
        unsafe { self.raw_get_class_fields(class, &mut count, fields.place()) }?;
        // SAFETY: the JVM told the array's length.
        let fields = unsafe { fields.slice(count as usize) };
        fields
            .iter()
            .map(|&field| self.declared_field(class, field))
            .collect()
    }

    fn declared_field(self, class: Class, field: Field) -> Result<DeclaredField> {
        let mut name = Allocated::none(self);
        let mut descriptor = Allocated::none(self);
        let mut modifiers = 0;
        // SAFETY: the places take allocated strings and a number; null says that the generic
        // descriptor is not wanted.
        unsafe {
            let descriptor = descriptor.place();
            self.raw_get_field_name(class, field, name.place(), descriptor, null_mut())?;
            self.raw_get_field_modifiers(class, field, &mut modifiers)?;
        }
        Ok(DeclaredField {
            field,
            name: name.text().unwrap_or_default(),
            descriptor: descriptor.text().unwrap_or_default(),
            is_static: modifiers & i32::from(access::STATIC) != 0,
        })
    }

    /// Names of the methods that the class declares.
    pub fn class_methods(self, class: Class) -> Result<Vec<String>> {
        let mut count = 0;
        let mut methods = Allocated::<Method>::none(self);
        // SAFETY: the places take the number and an allocated array.
        unsafe { self.raw_get_class_methods(class, &mut count, methods.place()) }?;
        // SAFETY: the JVM told the array's length.
        let methods = unsafe { methods.slice(count as usize) };
        methods.iter().map(|&m| self.method_name(m)).collect()
    }

    fn method_name(self, method: Method) -> Result<String> {
        let mut name = Allocated::none(self);
        // SAFETY: the place takes an allocated string; null says that the others are not wanted.
        unsafe { self.raw_get_method_name(method, name.place(), null_mut(), null_mut()) }?;
        Ok(name.text().unwrap_or_default())
    }

    /// The defining loader; none is the boot loader.
    pub fn class_loader(self, class: Class) -> Result<Option<Object>> {
        let mut loader = Object::NULL;
        // SAFETY: the place holds a reference.
        unsafe { self.raw_get_class_loader(class, &mut loader) }?;
        Ok(loader.non_null())
    }

    /// Makes a local reference for each class.
    pub fn loaded_classes(self) -> Result<Vec<Class>> {
        let mut count = 0;
        let mut classes = Allocated::<Class>::none(self);
        // SAFETY: the places take the number and an allocated array.
        unsafe { self.raw_get_loaded_classes(&mut count, classes.place()) }?;
        // SAFETY: the JVM told the array's length.
        Ok(unsafe { classes.slice(count as usize) }.to_vec())
    }

    /// Sends loaded classes through the hook again.
    pub fn retransform_classes(self, classes: &[Class]) -> Result<()> {
        // SAFETY: the slice is as long as said.
        unsafe { self.raw_retransform_classes(classes.len() as i32, classes.as_ptr()) }
    }

    pub fn field_declaring_class(self, class: Class, field: Field) -> Result<Class> {
        let mut declaring = Object::NULL;
        // SAFETY: the place holds a reference.
        unsafe { self.raw_get_field_declaring_class(class, field, &mut declaring) }?;
        Ok(declaring)
    }

    // ---- threads and objects -------------------------------------------------------------------

    /// A thread's name; `None` is the current thread. Makes two local references.
    pub fn thread_name(self, thread: Option<Thread>) -> Result<String> {
        let mut info = ThreadInfo {
            name: null_mut(),
            priority: 0,
            is_daemon: 0,
            thread_group: Object::NULL,
            context_class_loader: Object::NULL,
        };
        // SAFETY: the place holds a `jvmtiThreadInfo`; the null thread is the current one.
        unsafe { self.raw_get_thread_info(thread.unwrap_or(Object::NULL), &mut info) }?;
        let name = Allocated {
            jvmti: self,
            memory: info.name,
        };
        Ok(name.text().unwrap_or_default())
    }

    /// The identity hash code.
    pub fn object_hash_code(self, object: Object) -> Result<i32> {
        let mut hash = 0;
        // SAFETY: the place holds a number.
        unsafe { self.raw_get_object_hash_code(object, &mut hash) }?;
        Ok(hash)
    }

    // ---- memory --------------------------------------------------------------------------------

    /// A copy of `bytes` in memory that the JVM can take over.
    pub(super) fn allocate_copy(self, bytes: &[u8]) -> Result<NonNull<u8>> {
        let mut memory = null_mut();
        // SAFETY: the place takes the address of memory of this size, into which exactly `bytes` go.
        unsafe {
            self.raw_allocate(bytes.len() as i64, &mut memory)?;
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), memory, bytes.len());
        }
        NonNull::new(memory).ok_or(JvmtiError {
            function: "allocate",
            code: ErrorCode::OutOfMemory,
        })
    }
}

/// Memory that the JVM allocated for an answer; freed when dropped.
struct Allocated<T> {
    jvmti: Jvmti,
    memory: *mut T,
}

impl<T> Allocated<T> {
    fn none(jvmti: Jvmti) -> Self {
        Allocated {
            jvmti,
            memory: null_mut(),
        }
    }

    /// Where the JVM is to put the address.
    fn place(&mut self) -> *mut *mut T {
        &mut self.memory
    }

    /// # Safety
    /// The memory is null, or has `length` elements.
    unsafe fn slice(&self, length: usize) -> &[T] {
        if self.memory.is_null() {
            return &[];
        }
        // SAFETY: by contract.
        unsafe { std::slice::from_raw_parts(self.memory, length) }
    }
}

impl Allocated<c_char> {
    fn text(&self) -> Option<String> {
        // SAFETY: what the JVM allocates for a string is terminated.
        (!self.memory.is_null()).then(|| unsafe { read_c_string(self.memory) })
    }
}

impl<T> Drop for Allocated<T> {
    fn drop(&mut self) {
        if !self.memory.is_null() {
            // SAFETY: the JVM allocated it, and nobody else frees it. A failure to free is no one's concern.
            let _ = unsafe { self.jvmti.raw_deallocate(self.memory.cast()) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in() {
        let set: Capabilities = [Capability::TagObjects, Capability::EarlyClassHookEvents]
            .into_iter()
            .collect();
        assert!(set.has(Capability::TagObjects) && set.has(Capability::EarlyClassHookEvents));
        assert!(!set.has(Capability::EarlyVmStart));
        assert_eq!(set, Capabilities([1, 1 << 10, 0, 0]));
    }

    #[test]
    fn error_codes_have_names() {
        assert_eq!(ErrorCode::from(112), ErrorCode::WrongPhase);
        assert_eq!(ErrorCode::from(7), ErrorCode::Unknown(7));
    }
}
