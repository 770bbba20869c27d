//! Stacks, as the JVM knows them and as reports show them.

use std::sync::Mutex;

use findings::Frame;
use rustc_hash::FxHashMap;

use crate::jvm::Jvmti;
use crate::jvm::jvmti::StackFrame;

/// Frames shown of an access.
const ACCESS_DEPTH: usize = 64;
/// Frames remembered of a thread's creation.
const CREATION_DEPTH: usize = 16;

/// The current thread's stack without the runtime's own frames.
pub fn current(jvmti: Jvmti) -> Vec<Frame> {
    let frames = jvmti.stack_trace(None, 0, ACCESS_DEPTH).unwrap_or_default();
    named(jvmti, &frames)
}

fn named(jvmti: Jvmti, frames: &[StackFrame]) -> Vec<Frame> {
    frames
        .iter()
        .filter_map(|frame| named_frame(jvmti, *frame))
        .filter(|frame| !frame.class.starts_with("java/lang/redflag$"))
        .collect()
}

/// `None` if the frame's class was unloaded since.
fn named_frame(jvmti: Jvmti, frame: StackFrame) -> Option<Frame> {
    let (method, _) = jvmti.method_name(frame.method).ok()?;
    let class = jvmti.method_declaring_class(frame.method).ok()?;
    let signature = jvmti.class_signature(class).ok()?;
    let name = signature.strip_prefix('L')?.strip_suffix(';')?;
    Some(Frame {
        class: name.to_owned(),
        method,
        file: jvmti.source_file_name(class),
        line: jvmti.line_number(frame.method, frame.location),
    })
}

/// Where threads were created, by number. Equal stacks share one.
#[derive(Default)]
pub struct CreationStacks(Mutex<Known>);

#[derive(Default)]
struct Known {
    stacks: Vec<Box<[StackFrame]>>,
    numbers: FxHashMap<Box<[StackFrame]>, i32>,
}

impl CreationStacks {
    /// Remembers the current stack; numbers begin at 1.
    pub fn remember(&self, jvmti: Jvmti) -> i32 {
        let frames: Box<[StackFrame]> = jvmti
            .stack_trace(None, 0, CREATION_DEPTH)
            .unwrap_or_default()
            .into();
        let Ok(mut known) = self.0.lock() else {
            return 0;
        };
        if let Some(&number) = known.numbers.get(&frames) {
            return number;
        }
        known.stacks.push(frames.clone());
        let number = known.stacks.len() as i32;
        known.numbers.insert(frames, number);
        number
    }

    /// The frames of a number: none for a thread that the JVM itself started (-1), unknown for 0.
    pub fn get(&self, jvmti: Jvmti, number: i32) -> Option<Vec<Frame>> {
        if number < 0 {
            return Some(Vec::new());
        }
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        let frames = self.0.lock().ok()?.stacks.get(index)?.clone();
        Some(named(jvmti, &frames))
    }
}
