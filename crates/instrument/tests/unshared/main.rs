//! Which accesses go unchecked because only one thread can know what they access: classes whose lines say so.

#[path = "../../../classfile/tests/jdk/mod.rs"]
mod jdk;

use std::collections::BTreeSet;
use std::fs;

use instrument::{
    BulkIndex, CallIndex, ContainerIndex, HookKinds, NoWriters, Placement, Request, Site, Sites,
    rewrite,
};
use world::models::Models;

/// The lines that have sites, which only accesses with a check get.
#[derive(Default)]
struct Lines {
    checked: BTreeSet<usize>,
    sites: u32,
}

impl Sites for Lines {
    fn number(&mut self, site: Site) -> Option<u32> {
        self.checked.extend(site.line.map(usize::from));
        self.sites += 1;
        Some(self.sites)
    }
}

fn rewritten(bytes: &[u8], trace_accesses: bool, lines: &mut Lines) {
    let request = Request {
        placement: Placement::BigFoot,
        precision: instrument::Precision::default(),
        writers: &NoWriters,
        has_hooks: false,
        check_accesses: true,
        count_accesses: false,
        trace_accesses,
        redefined: None,
        is_jdk_class: &|name| name.starts_with("java/"),
        without: HookKinds::default(),
        calls: &CallIndex::new(Models::builtin(), 17),
        containers: &ContainerIndex::new(Models::builtin(), 17),
        bulks: &BulkIndex::new(Models::builtin(), 17),
    };
    rewrite(bytes, &request, lines).unwrap();
}

fn lines_with(source: &str, mark: &str) -> BTreeSet<usize> {
    let lines = source.lines().zip(1..);
    let marked = lines.filter(|(line, _)| line.ends_with(mark));
    marked.map(|(_, number)| number).collect()
}

fn check(name: &str, source: &str) {
    let output = jdk::scratch(name);
    jdk::compile(&output, &[(&format!("{name}.java"), source)]);
    let mut classes: Vec<_> = fs::read_dir(&output)
        .unwrap()
        .map(|entry| fs::read(entry.unwrap().path()).unwrap())
        .collect();
    classes.sort();
    let (local, checked) = (
        lines_with(source, "// local"),
        lines_with(source, "// checked"),
    );
    let (mut plain, mut traced) = (Lines::default(), Lines::default());
    for class in &classes {
        rewritten(class, false, &mut plain);
        rewritten(class, true, &mut traced);
    }
    let wrong: Vec<_> = local.intersection(&plain.checked).collect();
    assert!(wrong.is_empty(), "{name}.java: checked are lines {wrong:?}");
    let wrong: Vec<_> = checked.difference(&plain.checked).collect();
    assert!(wrong.is_empty(), "{name}.java: not checked are {wrong:?}");
    // A trace has every access.
    let wrong: Vec<_> = local.difference(&traced.checked).collect();
    assert!(wrong.is_empty(), "{name}.java: not traced are {wrong:?}");
}

#[test]
fn what_stays_with_one_thread_is_not_checked() {
    check("Stays", include_str!("Stays.java"));
}

#[test]
fn what_may_leave_is_checked() {
    check("Leaves", include_str!("Leaves.java"));
}

#[test]
fn private_methods_may_be_found() {
    check("Found", include_str!("Found.java"));
}

#[test]
fn finalizers_know_their_objects() {
    check("Finalized", include_str!("Finalized.java"));
}

#[test]
fn a_nest_is_not_seen_as_a_whole() {
    check("Nest", include_str!("Nest.java"));
}
