//! The Java runtime, as class files.

use std::borrow::Cow;
use std::collections::BTreeMap;

use classfile::ClassFile;

/// Made by the build from `runtime/`: names and bytes of classes, superclasses first.
static AGENT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/agent.bin"));
static OFFLINE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/offline.bin"));

/// The runtime, by who answers what it asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Runtime {
    /// An agent, by native methods.
    Agent,
    /// Itself, from what `redflag instrument` wrote down.
    Offline,
}

impl Runtime {
    /// Names and bytes of its classes for a JDK, superclasses first.
    pub fn classes(self, jdk: u16) -> impl Iterator<Item = (&'static str, Cow<'static, [u8]>)> {
        let packed = match self {
            Runtime::Agent => AGENT,
            Runtime::Offline => OFFLINE,
        };
        unpacked(packed).map(move |(name, bytes)| {
            let adapted = (jdk < 12).then(|| for_jdk_11(bytes)).flatten();
            (name, adapted.map_or(Cow::Borrowed(bytes), Cow::Owned))
        })
    }
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

/// Names of what `Agent.counters` answers. `accesses`, `checks` and `shadow_locations` are counted only when asked for.
pub const COUNTERS: [&str; 17] = [
    "accesses",
    "read_exclusive",
    "read_share",
    "read_shared",
    "write_exclusive",
    "write_shared",
    "races",
    "frozen_reads",
    "checks",
    UNFORESEEN,
    "footprints",
    "shadow_locations",
    "thread_slots",
    RETIRED,
    UNCHECKED_ARRAYS,
    KEPT_STACKS,
    KEPT_STACKS_MICROS,
];
const UNFORESEEN: &str = "unforeseen_writes";
const RETIRED: &str = "retired_threads";
const UNCHECKED_ARRAYS: &str = "unchecked_arrays";
const KEPT_STACKS: &str = "kept_stacks";
const KEPT_STACKS_MICROS: &str = "kept_stacks_micros";

/// What the counters say against the result.
pub fn possible_misses(counters: &BTreeMap<String, u64>) -> Vec<String> {
    let retired = counters.get(RETIRED).map(|n| {
        format!("possible misses: {n} finished threads that nobody joined gave up their place")
    });
    let unchecked = counters
        .get(UNCHECKED_ARRAYS)
        .map(|n| format!("possible misses: arrays too large for redflag to check: {n}"));
    let unforeseen = counters.get(UNFORESEEN).map(|n| {
        format!(
            "possible misses: writes by reflection or by code from elsewhere to fields that only constructors were \
             known to write: {n}"
        )
    });
    let all = [retired, unchecked, unforeseen];
    all.into_iter().flatten().collect()
}
