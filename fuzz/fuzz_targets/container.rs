//! Jars, jmods and images: any file gives classes or errors, never a panic, and no entry takes more
//! memory than its limit.
#![no_main]

use std::io::Write;

use classfile::container::{self, MAX_CLASS_BYTES};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
    file.write_all(bytes).expect("room for it");
    let Ok(container) = container::open(file.path()) else {
        return;
    };
    for class in container.classes(21).flatten() {
        if let Ok(bytes) = class.bytes() {
            assert!(bytes.len() as u64 <= MAX_CLASS_BYTES);
        }
    }
});
