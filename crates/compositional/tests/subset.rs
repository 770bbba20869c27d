//! What `--true-positives` tells is told by default too, of the programs in `litmus/static` and of modules of the JDK.

#[path = "../../classfile/tests/jdk/mod.rs"]
#[allow(dead_code)]
mod jdk;
mod suite;

use std::collections::BTreeSet;
use std::path::Path;

use classfile::container;
use compositional::{Input, Options, check};
use suite::of_litmus;

/// The files' fingerprints: how many are told by default, and of those how many as surely true.
fn counts(classes: &[Vec<u8>], all_classes: bool) -> (usize, usize) {
    counts_of(classes, all_classes, false);
    counts_of(classes, all_classes, true)
}

fn counts_of(classes: &[Vec<u8>], all_classes: bool, repeats: bool) -> (usize, usize) {
    let told = |true_positives| -> BTreeSet<String> {
        let files = classes.iter().filter_map(|it| Input::read(it).ok());
        let options = Options {
            all_classes,
            repeats,
            true_positives,
            ..Options::default()
        };
        let checked = check(files.collect(), &options);
        let findings = checked.findings.into_iter();
        findings.map(|it| it.fingerprint).collect()
    };
    let (by_default, surely) = (told(false), told(true));
    let more: Vec<_> = surely.difference(&by_default).collect();
    assert!(more.is_empty(), "not told by default: {more:?}");
    (by_default.len(), surely.len())
}

/// The classes of some modules of an image.
fn classes(path: &Path, modules: &[&str]) -> Vec<Vec<u8>> {
    let container = container::open(path).unwrap();
    let entries = container.classes(u16::MAX).map(Result::unwrap);
    let module = |origin: &str| origin.rsplit('/').next().unwrap_or_default().to_owned();
    entries
        .filter(|it| modules.contains(&&*module(it.origin())))
        .map(|it| it.bytes().unwrap().into_owned())
        .collect()
}

#[test]
fn the_suite() {
    let classes = of_litmus();
    for all_classes in [false, true] {
        let (by_default, surely) = counts(&classes, all_classes);
        assert!(surely >= 150, "{surely} of {by_default}");
    }
}

/// Some thousand classes by people who did not think of this.
#[test]
fn modules_of_the_jdk() {
    let modules = [
        "java.logging",
        "java.management",
        "java.naming",
        "java.net.http",
        "java.prefs",
        "java.rmi",
        "java.sql",
        "jdk.httpserver",
        "jdk.jdi",
    ];
    let classes = classes(&jdk::jdk().join("lib/modules"), &modules);
    assert!(classes.len() > 2000, "{} classes", classes.len());
    // Nobody has annotated these, so that by default a field has to be believed to have a guard.
    for (all_classes, least) in [(false, 30), (true, 100)] {
        let (by_default, surely) = counts(&classes, all_classes);
        assert!(surely >= least, "{surely} of {by_default}");
    }
}
