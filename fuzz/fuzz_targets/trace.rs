//! Reading and judging a trace: a verdict or an error, whatever the file holds.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = trace::judge(|| Ok(bytes));
    let _ = trace::examine(|| Ok(bytes));
});
