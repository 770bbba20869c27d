//! What is found depends on the classes alone: not on their order, on how many threads look at them, or on what a cache knows.

#[path = "../../classfile/tests/jdk/mod.rs"]
#[allow(dead_code, reason = "shared by tests that need different parts of it")]
mod jdk;
mod suite;

use std::num::NonZeroUsize;
use std::path::Path;

use cache::Place;
use classfile::{ClassFile, access, container};
use compositional::{Input, Options, check};
use suite::of_litmus;

/// A part of the JDK in which classes call each other, take locks and start threads.
const PACKAGES: [&str; 3] = ["java/util/concurrent/", "java/util/logging/", "sun/nio/ch/"];

fn of_jdk() -> Vec<Vec<u8>> {
    let image = container::open(&jdk::jdk().join("lib/modules")).unwrap();
    let classes = image.classes(17).map(|entry| entry.unwrap());
    let chosen = classes.filter(|it| PACKAGES.iter().any(|p| it.name().starts_with(p)));
    chosen.map(|it| it.bytes().unwrap().into_owned()).collect()
}

fn told(classes: &[Vec<u8>], options: &Options) -> String {
    let inputs = classes.iter().map(|it| Input::read(it).unwrap());
    let checked = check(inputs.collect(), options);
    assert!(!checked.findings.is_empty());
    format!("{checked:#?}")
}

fn cached(directory: &Path) -> Options {
    Options {
        cache: Some(Place {
            directory: directory.to_owned(),
            name: "test".to_owned(),
        }),
        ..Options::default()
    }
}

/// A sequence that looks random.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }
}

#[test]
fn neither_order_nor_threads_matter() {
    for mut classes in [of_litmus(), of_jdk()] {
        let expected = told(&classes, &Options::default());
        for threads in [1, 2, 4] {
            let mut dice = Dice(threads);
            for last in (1..classes.len()).rev() {
                classes.swap(last, dice.below(last + 1));
            }
            let options = Options {
                threads: NonZeroUsize::new(threads as usize),
                ..Options::default()
            };
            assert!(told(&classes, &options) == expected, "{threads} threads");
        }
    }
}

#[test]
fn a_cache_changes_nothing() {
    for classes in [of_litmus(), of_jdk()] {
        let directory = tempfile::tempdir().unwrap();
        let expected = told(&classes, &Options::default());
        for run in ["cold", "warm", "warm again"] {
            assert!(
                told(&classes, &cached(directory.path())) == expected,
                "{run}"
            );
        }
    }
}

#[test]
fn options_are_told_apart_in_one_cache() {
    let classes = of_litmus();
    let directory = tempfile::tempdir().unwrap();
    for all_classes in [false, true, false] {
        let plain = Options {
            all_classes,
            ..Options::default()
        };
        let expected = told(&classes, &plain);
        let options = Options {
            all_classes,
            ..cached(directory.path())
        };
        assert!(told(&classes, &options) == expected);
    }
}

/// Some method of a class is no longer synchronized, or now it is.
fn with_other_locking(class: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut file = ClassFile::read(class).unwrap();
    let count = file.methods.len();
    if count > 0 {
        file.methods[dice.below(count)].access ^= access::SYNCHRONIZED;
    }
    file.write()
}

#[test]
fn after_a_change_the_cache_knows_what_still_holds() {
    let mut classes = of_jdk();
    let directory = tempfile::tempdir().unwrap();
    let mut before = told(&classes, &cached(directory.path()));
    let mut dice = Dice(7);
    let mut differing = 0;
    for _ in 0..10 {
        for _ in 0..8 {
            let at = dice.below(classes.len());
            classes[at] = with_other_locking(&classes[at], &mut dice);
        }
        let expected = told(&classes, &Options::default());
        assert!(told(&classes, &cached(directory.path())) == expected);
        differing += u32::from(expected != before);
        before = expected;
    }
    assert!(differing >= 3, "only {differing} changes show");
}

#[test]
fn classes_that_come_and_go_are_noticed() {
    let all = of_jdk();
    let directory = tempfile::tempdir().unwrap();
    told(&all, &cached(directory.path()));
    let mut dice = Dice(11);
    for _ in 0..5 {
        let mut some = all.clone();
        for _ in 0..20 {
            some.remove(dice.below(some.len()));
        }
        let expected = told(&some, &Options::default());
        assert!(told(&some, &cached(directory.path())) == expected);
    }
}
