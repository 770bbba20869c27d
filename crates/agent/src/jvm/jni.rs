//! The Java Native Interface: calls from the agent into Java.
//!
//! A call that makes Java throw answers with [`Thrown`], and the exception is cleared: none of ours
//! reaches the program.

use super::{Class, Field, Global, JavaString, Method, Object, c_string, modified_utf8};
use std::ffi::{c_char, c_void};
use std::ptr::NonNull;

/// `JNI_VERSION_10`, the newest that JDK 11 knows.
pub const VERSION_10: i32 = 0x000A_0000;

/// The calling thread's JNI environment (`JNIEnv*`); not to be handed to another thread.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Jni(NonNull<*const Table>);

/// `struct JNINativeInterface_`: functions at the index that the JNI specification gives them.
#[repr(transparent)]
struct Table([*const c_void; 233]);

/// An argument of a Java call (`jvalue`).
#[derive(Clone, Copy)]
#[repr(C)]
pub union Value {
    int: i32,
    long: i64,
    object: Object,
}

impl From<bool> for Value {
    fn from(boolean: bool) -> Self {
        Value {
            long: i64::from(boolean),
        }
    }
}

impl From<i32> for Value {
    fn from(int: i32) -> Self {
        Value { int }
    }
}

impl From<i64> for Value {
    fn from(long: i64) -> Self {
        Value { long }
    }
}

impl From<Object> for Value {
    fn from(object: Object) -> Self {
        Value { object }
    }
}

/// The call made Java throw; the exception is described and cleared.
#[derive(Debug, thiserror::Error)]
#[error("{action}: {exception}")]
pub struct Thrown {
    pub action: String,
    /// What the exception's `toString` gave.
    pub exception: String,
}

macro_rules! functions {
    ($($name:ident = $index:literal ($($arg:ident: $ty:ty),*) $(-> $ret:ty)?;)*) => {
        impl Jni {
            $(
                /// # Safety
                /// The arguments are what the JNI function demands.
                unsafe fn $name(self $(, $arg: $ty)*) $(-> $ret)? {
                    type Function = unsafe extern "system" fn(Jni $(, $ty)*) $(-> $ret)?;
                    // SAFETY: the table lives as long as the environment, and the specification puts a
                    // function of this type at this index.
                    let function: Function = unsafe { std::mem::transmute((**self.0.as_ptr()).0[$index]) };
                    // SAFETY: by contract.
                    unsafe { function(self $(, $arg)*) }
                }
            )*
        }
    };
}

type Text = *const c_char;

functions! {
    raw_define_class = 5 (name: Text, loader: Object, bytes: *const u8, length: i32) -> Class;
    raw_find_class = 6 (name: Text) -> Class;
    raw_get_superclass = 10 (class: Class) -> Class;
    raw_to_reflected_field = 12 (class: Class, field: Field, is_static: u8) -> Object;
    raw_exception_occurred = 15 () -> Object;
    raw_exception_describe = 16 ();
    raw_exception_clear = 17 ();
    raw_push_local_frame = 19 (capacity: i32) -> i32;
    raw_pop_local_frame = 20 (result: Object) -> Object;
    raw_new_global_ref = 21 (object: Object) -> Object;
    raw_delete_global_ref = 22 (object: Object);
    raw_delete_local_ref = 23 (object: Object);
    raw_is_same_object = 24 (one: Object, other: Object) -> u8;
    raw_get_object_class = 31 (object: Object) -> Class;
    raw_get_method_id = 33 (class: Class, name: Text, descriptor: Text) -> Option<Method>;
    raw_call_object_method = 36 (object: Object, method: Method, args: *const Value) -> Object;
    raw_get_field_id = 94 (class: Class, name: Text, descriptor: Text) -> Option<Field>;
    raw_get_object_field = 95 (object: Object, field: Field) -> Object;
    raw_set_object_field = 104 (object: Object, field: Field, value: Object);
    raw_get_static_method_id = 113 (class: Class, name: Text, descriptor: Text) -> Option<Method>;
    raw_call_static_object_method = 116 (class: Class, method: Method, args: *const Value) -> Object;
    raw_call_static_long_method = 134 (class: Class, method: Method, args: *const Value) -> i64;
    raw_call_static_void_method = 143 (class: Class, method: Method, args: *const Value);
    raw_get_static_field_id = 144 (class: Class, name: Text, descriptor: Text) -> Option<Field>;
    raw_set_static_boolean_field = 155 (class: Class, field: Field, value: u8);
    raw_new_string_utf = 167 (text: Text) -> JavaString;
    raw_get_string_utf_length = 168 (string: JavaString) -> i32;
    raw_get_string_utf_chars = 169 (string: JavaString, is_copy: *mut u8) -> Text;
    raw_release_string_utf_chars = 170 (string: JavaString, chars: Text);
    raw_get_array_length = 171 (array: Object) -> i32;
    raw_new_object_array = 172 (length: i32, class: Class, initial: Object) -> Object;
    raw_get_object_array_element = 173 (array: Object, index: i32) -> Object;
    raw_set_object_array_element = 174 (array: Object, index: i32, value: Object);
    raw_new_long_array = 180 (length: i32) -> Object;
    raw_get_byte_array_region = 200 (array: Object, start: i32, length: i32, to: *mut u8);
    raw_get_long_array_region = 204 (array: Object, start: i32, length: i32, to: *mut i64);
    raw_set_long_array_region = 212 (array: Object, start: i32, length: i32, from: *const i64);
    raw_exception_check = 228 () -> u8;
}

impl Jni {
    /// # Safety
    /// `env` is the calling thread's `JNIEnv*`.
    pub(super) unsafe fn from_raw(env: NonNull<*const c_void>) -> Jni {
        Jni(env.cast())
    }

    // ---- classes -------------------------------------------------------------------------------

    /// Defines a class in the boot loader. `name` has slashes.
    pub fn define_class(self, name: &str, bytes: &[u8]) -> Result<Class, Thrown> {
        let c_name = c_string(name);
        // SAFETY: the name is terminated and the bytes are as long as said; null is the boot loader.
        let class = unsafe {
            let name = c_name.as_ptr().cast();
            self.raw_define_class(name, Object::NULL, bytes.as_ptr(), bytes.len() as i32)
        };
        self.made(class, || format!("defining {name}"))
    }

    /// The class of that name (with slashes), found through the caller's loader, or in a callback the system loader.
    pub fn find_class(self, name: &str) -> Result<Class, Thrown> {
        let c_name = c_string(name);
        // SAFETY: the name is terminated.
        let class = unsafe { self.raw_find_class(c_name.as_ptr().cast()) };
        self.made(class, || format!("finding class {name}"))
    }

    /// The superclass; none for an interface or `java.lang.Object`.
    pub fn superclass(self, class: Class) -> Option<Class> {
        // SAFETY: handles come from the JVM.
        unsafe { self.raw_get_superclass(class) }.non_null()
    }

    /// The class of an object that is not null.
    pub fn object_class(self, object: Object) -> Class {
        // SAFETY: handles come from the JVM.
        unsafe { self.raw_get_object_class(object) }
    }

    // ---- methods -------------------------------------------------------------------------------

    pub fn method(self, class: Class, name: &str, descriptor: &str) -> Result<Method, Thrown> {
        let (c_name, c_descriptor) = (c_string(name), c_string(descriptor));
        // SAFETY: both texts are terminated.
        let method = unsafe {
            let (name, descriptor) = (c_name.as_ptr().cast(), c_descriptor.as_ptr().cast());
            self.raw_get_method_id(class, name, descriptor)
        };
        self.found(method, || format!("finding method {name}{descriptor}"))
    }

    pub fn static_method(
        self,
        class: Class,
        name: &str,
        descriptor: &str,
    ) -> Result<Method, Thrown> {
        let (c_name, c_descriptor) = (c_string(name), c_string(descriptor));
        // SAFETY: both texts are terminated.
        let method = unsafe {
            let (name, descriptor) = (c_name.as_ptr().cast(), c_descriptor.as_ptr().cast());
            self.raw_get_static_method_id(class, name, descriptor)
        };
        self.found(method, || {
            format!("finding static method {name}{descriptor}")
        })
    }

    /// Calls an instance method that returns an object.
    ///
    /// # Safety
    /// The arguments are those of the method's descriptor, and `method` belongs to the object's class.
    pub unsafe fn call_object(
        self,
        object: Object,
        method: Method,
        args: &[Value],
    ) -> Result<Object, Thrown> {
        // SAFETY: by contract.
        let result = unsafe { self.raw_call_object_method(object, method, args.as_ptr()) };
        self.done(called).map(|()| result)
    }

    /// Calls a static method that returns nothing.
    ///
    /// # Safety
    /// The arguments are those of the method's descriptor, and `method` is a static method of `class`.
    pub unsafe fn call_static_void(
        self,
        class: Class,
        method: Method,
        args: &[Value],
    ) -> Result<(), Thrown> {
        // SAFETY: by contract.
        unsafe { self.raw_call_static_void_method(class, method, args.as_ptr()) };
        self.done(called)
    }

    /// Calls a static method that returns a long.
    ///
    /// # Safety
    /// As for [`Jni::call_static_void`].
    pub unsafe fn call_static_long(
        self,
        class: Class,
        method: Method,
        args: &[Value],
    ) -> Result<i64, Thrown> {
        // SAFETY: by contract.
        let result = unsafe { self.raw_call_static_long_method(class, method, args.as_ptr()) };
        self.done(called).map(|()| result)
    }

    /// Calls a static method that returns an object, which may be null.
    ///
    /// # Safety
    /// As for [`Jni::call_static_void`].
    pub unsafe fn call_static_object(
        self,
        class: Class,
        method: Method,
        args: &[Value],
    ) -> Result<Object, Thrown> {
        // SAFETY: by contract.
        let result = unsafe { self.raw_call_static_object_method(class, method, args.as_ptr()) };
        self.done(called).map(|()| result)
    }

    // ---- fields --------------------------------------------------------------------------------

    pub fn field(self, class: Class, name: &str, descriptor: &str) -> Result<Field, Thrown> {
        let (c_name, c_descriptor) = (c_string(name), c_string(descriptor));
        // SAFETY: both texts are terminated.
        let field = unsafe {
            let (name, descriptor) = (c_name.as_ptr().cast(), c_descriptor.as_ptr().cast());
            self.raw_get_field_id(class, name, descriptor)
        };
        self.found(field, || format!("finding field {name} {descriptor}"))
    }

    pub fn static_field(self, class: Class, name: &str, descriptor: &str) -> Result<Field, Thrown> {
        let (c_name, c_descriptor) = (c_string(name), c_string(descriptor));
        // SAFETY: both texts are terminated.
        let field = unsafe {
            let (name, descriptor) = (c_name.as_ptr().cast(), c_descriptor.as_ptr().cast());
            self.raw_get_static_field_id(class, name, descriptor)
        };
        self.found(field, || {
            format!("finding static field {name} {descriptor}")
        })
    }

    /// Sets a `static boolean` field.
    ///
    /// # Safety
    /// `field` is a static field of `class` and of type boolean.
    pub unsafe fn set_static_boolean(self, class: Class, field: Field, value: bool) {
        // SAFETY: by contract.
        unsafe { self.raw_set_static_boolean_field(class, field, u8::from(value)) }
    }

    /// Reads an instance field of a reference type.
    ///
    /// # Safety
    /// `field` is such a field of the object's class.
    pub unsafe fn object_field(self, object: Object, field: Field) -> Object {
        // SAFETY: by contract.
        unsafe { self.raw_get_object_field(object, field) }
    }

    /// Writes an instance field of a reference type.
    ///
    /// # Safety
    /// `field` is such a field of the object's class, and `value` is an instance of its type.
    pub unsafe fn set_object_field(self, object: Object, field: Field, value: Object) {
        // SAFETY: by contract.
        unsafe { self.raw_set_object_field(object, field, value) }
    }

    /// The `java.lang.reflect.Field` of a field id.
    pub fn reflected_field(
        self,
        class: Class,
        field: Field,
        is_static: bool,
    ) -> Result<Object, Thrown> {
        // SAFETY: handles come from the JVM.
        let object = unsafe { self.raw_to_reflected_field(class, field, u8::from(is_static)) };
        self.made(object, || "reflecting a field".to_owned())
    }

    // ---- strings and arrays --------------------------------------------------------------------

    pub fn new_string(self, text: &str) -> Result<JavaString, Thrown> {
        let c_text = c_string(text);
        // SAFETY: the text is terminated modified UTF-8.
        let string = unsafe { self.raw_new_string_utf(c_text.as_ptr().cast()) };
        self.made(string, || "making a string".to_owned())
    }

    /// The text of a Java string; none for null, or when memory is short.
    pub fn string(self, string: JavaString) -> Option<String> {
        string.non_null()?;
        // SAFETY: the string is a live string; the characters are released after their last use.
        unsafe {
            let chars = self.raw_get_string_utf_chars(string, std::ptr::null_mut());
            if chars.is_null() {
                self.clear_exception();
                return None;
            }
            let length = self.raw_get_string_utf_length(string) as usize;
            let text = modified_utf8::decode(std::slice::from_raw_parts(chars.cast(), length));
            self.raw_release_string_utf_chars(string, chars);
            Some(text)
        }
    }

    /// A new array of references to `class`, all null.
    pub fn new_object_array(self, length: usize, class: Class) -> Result<Object, Thrown> {
        // SAFETY: handles come from the JVM.
        let array = unsafe { self.raw_new_object_array(length as i32, class, Object::NULL) };
        self.made(array, || format!("making an array of {length} objects"))
    }

    pub fn set_object_array_element(
        self,
        array: Object,
        index: usize,
        value: Object,
    ) -> Result<(), Thrown> {
        // SAFETY: handles come from the JVM; it checks the index and the type.
        unsafe { self.raw_set_object_array_element(array, index as i32, value) };
        self.done(|| format!("storing array element {index}"))
    }

    pub fn object_array_element(self, array: Object, index: usize) -> Result<Object, Thrown> {
        // SAFETY: handles come from the JVM; it checks the index.
        let element = unsafe { self.raw_get_object_array_element(array, index as i32) };
        self.done(|| format!("loading array element {index}"))
            .map(|()| element)
    }

    pub fn array_length(self, array: Object) -> usize {
        // SAFETY: handles come from the JVM.
        unsafe { self.raw_get_array_length(array) as usize }
    }

    /// A new `long[]` holding `values`.
    pub fn new_long_array(self, values: &[i64]) -> Result<Object, Thrown> {
        let length = values.len() as i32;
        // SAFETY: the JVM answers with an array or throws.
        let array = unsafe { self.raw_new_long_array(length) };
        let array = self.made(array, || format!("making an array of {length} longs"))?;
        // SAFETY: `values` has `length` elements, and so has the array.
        unsafe { self.raw_set_long_array_region(array, 0, length, values.as_ptr()) };
        Ok(array)
    }

    /// The elements of a `long[]`.
    pub fn byte_array(self, array: Object) -> Vec<u8> {
        let mut values = vec![0; self.array_length(array)];
        // SAFETY: `values` is as long as the array.
        unsafe {
            self.raw_get_byte_array_region(array, 0, values.len() as i32, values.as_mut_ptr())
        };
        values
    }

    pub fn long_array(self, array: Object) -> Vec<i64> {
        let mut values = vec![0; self.array_length(array)];
        // SAFETY: `values` is as long as the array.
        unsafe {
            self.raw_get_long_array_region(array, 0, values.len() as i32, values.as_mut_ptr())
        };
        values
    }

    // ---- references ----------------------------------------------------------------------------

    pub fn new_global_ref(self, object: Object) -> Global {
        // SAFETY: handles come from the JVM.
        Global(unsafe { self.raw_new_global_ref(object) })
    }

    /// Lets go of a global reference, which must not be used again.
    pub fn delete_global_ref(self, global: Global) {
        // SAFETY: handles come from the JVM.
        unsafe { self.raw_delete_global_ref(global.get()) }
    }

    /// Lets go of a local reference, which must not be used again.
    pub fn delete_local_ref(self, object: Object) {
        // SAFETY: handles come from the JVM.
        unsafe { self.raw_delete_local_ref(object) }
    }

    pub fn is_same_object(self, one: Object, other: Object) -> bool {
        // SAFETY: handles come from the JVM.
        unsafe { self.raw_is_same_object(one, other) != 0 }
    }

    /// Runs `body`, then frees every local reference it made.
    pub fn with_local_frame<T>(
        self,
        capacity: usize,
        body: impl FnOnce() -> T,
    ) -> Result<T, Thrown> {
        // SAFETY: each push is followed by one pop, also when `body` panics.
        let code = unsafe { self.raw_push_local_frame(capacity as i32) };
        if code != 0 {
            return Err(self.thrown(|| format!("reserving {capacity} local references")));
        }
        struct Pop(Jni);
        impl Drop for Pop {
            fn drop(&mut self) {
                // SAFETY: the frame was pushed above.
                unsafe { self.0.raw_pop_local_frame(Object::NULL) };
            }
        }
        let _pop = Pop(self);
        Ok(body())
    }

    // ---- exceptions ----------------------------------------------------------------------------

    pub fn exception_check(self) -> bool {
        // SAFETY: no arguments.
        unsafe { self.raw_exception_check() != 0 }
    }

    /// Prints the pending exception with its stack trace on stderr, and clears it.
    pub fn describe_exception(self) {
        // SAFETY: no arguments.
        unsafe { self.raw_exception_describe() }
    }

    pub fn clear_exception(self) {
        // SAFETY: no arguments.
        unsafe { self.raw_exception_clear() }
    }

    fn done(self, action: impl FnOnce() -> String) -> Result<(), Thrown> {
        if self.exception_check() {
            Err(self.thrown(action))
        } else {
            Ok(())
        }
    }

    fn made(self, object: Object, action: impl FnOnce() -> String) -> Result<Object, Thrown> {
        self.found(object.non_null(), action)
    }

    fn found<T>(self, found: Option<T>, action: impl FnOnce() -> String) -> Result<T, Thrown> {
        match found {
            Some(found) if !self.exception_check() => Ok(found),
            _ => Err(self.thrown(action)),
        }
    }

    /// Takes the pending exception.
    fn thrown(self, action: impl FnOnce() -> String) -> Thrown {
        // SAFETY: no arguments.
        let exception = unsafe { self.raw_exception_occurred() };
        self.clear_exception();
        let text = exception
            .non_null()
            .and_then(|exception| self.to_java_string(exception));
        Thrown {
            action: action(),
            exception: text.unwrap_or_else(|| "no exception told".to_owned()),
        }
    }

    /// `object.toString()`; none if that throws. Never recurses into [`Jni::thrown`], which calls it.
    fn to_java_string(self, object: Object) -> Option<String> {
        let name = c"toString".as_ptr();
        let descriptor = c"()Ljava/lang/String;".as_ptr();
        // SAFETY: the texts are terminated, and every object has this method.
        let text = unsafe {
            let method = self.raw_get_method_id(self.object_class(object), name, descriptor)?;
            self.raw_call_object_method(object, method, std::ptr::null())
        };
        if self.exception_check() {
            self.clear_exception();
            return None;
        }
        self.string(text)
    }
}

fn called() -> String {
    "calling into Java".to_owned()
}
