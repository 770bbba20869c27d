//! Rewriting class files: no panic, and what comes out can be read again, down to the code of every
//! method that could be read before. The same input gives the same output.
#![no_main]

use std::sync::LazyLock;

use classfile::{ClassFile, Code, Frame, Member, TypeTable, access};
use instrument::{
    BulkIndex, CallIndex, ContainerIndex, HookKinds, JdkRequest, NoWriters, Placement, Precision, Request,
    SilentCarriers, Site, Sites,
};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use rustc_hash::FxHashSet;
use world::models::Models;

const JDK: u16 = 21;

const PLACEMENTS: [Placement; 5] = [
    Placement::All,
    Placement::RedCard,
    Placement::SlimState,
    Placement::SlimCard,
    Placement::BigFoot,
];

static CALLS: LazyLock<CallIndex<'static>> =
    LazyLock::new(|| CallIndex::new(Models::builtin(), JDK));
static CONTAINERS: LazyLock<ContainerIndex<'static>> =
    LazyLock::new(|| ContainerIndex::new(Models::builtin(), JDK));
static BULKS: LazyLock<BulkIndex<'static>> =
    LazyLock::new(|| BulkIndex::new(Models::builtin(), JDK));
static SILENT: LazyLock<SilentCarriers<'static>> =
    LazyLock::new(|| SilentCarriers::new(Models::builtin(), JDK));

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    redflag_fuzz::mutate_class(data, size, max_size, seed)
});

fuzz_target!(|bytes: &[u8]| {
    let none = FxHashSet::default();
    for redefined in [None, Some(&none)] {
        let once = rewritten(bytes, redefined);
        if let Some(output) = &once {
            is_readable(output, bytes);
        }
        assert!(once == rewritten(bytes, redefined));
    }
    let name = ClassFile::read(bytes).ok();
    let name = name.as_ref().and_then(|class| class.name());
    for name in name.into_iter().chain(["java/lang/Thread"]) {
        let request = JdkRequest {
            models: Models::builtin(),
            jdk: JDK,
            silent: &SILENT,
            without: HookKinds::default(),
        };
        if let Ok(Some(output)) = instrument::rewrite_jdk(bytes, name, &request) {
            is_readable(&output, bytes);
        }
    }
});

fn rewritten(bytes: &[u8], redefined: Option<&FxHashSet<String>>) -> Option<Vec<u8>> {
    let request = Request {
        placement: PLACEMENTS[bytes.len() % PLACEMENTS.len()],
        precision: match bytes.len() % 7 {
            0 => Precision::Trace,
            _ => Precision::Address,
        },
        writers: &NoWriters,
        has_hooks: false,
        check_accesses: true,
        count_accesses: bytes.len().is_multiple_of(2),
        trace_accesses: bytes.len().is_multiple_of(3),
        redefined,
        is_jdk_class: &|name| name.starts_with("java/"),
        without: HookKinds::default(),
        calls: &CALLS,
        containers: &CONTAINERS,
        bulks: &BULKS,
    };
    let result = instrument::rewrite(bytes, &request, &mut Numbers(0));
    Some(result.ok()?.bytes)
}

struct Numbers(u32);

impl Sites for Numbers {
    fn number(&mut self, _site: Site) -> Option<u32> {
        self.0 += 1;
        Some(self.0)
    }
}

fn is_readable(output: &[u8], input: &[u8]) {
    let output = ClassFile::read(output).expect("the output is a class file");
    let input = ClassFile::read(input).expect("the input was one");
    assert_eq!(output.methods.len(), input.methods.len());
    for (new, old) in output.methods.iter().zip(&input.methods) {
        if decodes(&input, old) {
            assert!(decodes(&output, new));
        }
    }
}

fn decodes(class: &ClassFile<'_>, method: &Member<'_>) -> bool {
    decoded(class, method).is_some()
}

fn decoded(class: &ClassFile<'_>, method: &Member<'_>) -> Option<Code> {
    let mut types = TypeTable::default();
    let info = class.find(&method.attributes, "Code")?;
    let entry = Frame::at_entry(
        &mut types,
        class.name()?,
        class.pool.utf8(method.name)?,
        class.pool.utf8(method.descriptor)?,
        method.is(access::STATIC),
    )?;
    Code::decode(info, &class.pool, &mut types, &entry).ok()
}
