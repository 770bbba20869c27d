//! Classes that the JVM takes are rewritten, not taken for faulty: all of the JDK's, and those of
//! the jars that `REDFLAG_CLASSES` names, with colons between.

use std::path::{Path, PathBuf};
use std::process::Command;

use classfile::container;
use instrument::{
    BulkIndex, CallIndex, ContainerIndex, HookKinds, NoWriters, Request, Site, Sites, Skip,
};
use world::models::Models;

struct Numbers(u32);

impl Sites for Numbers {
    fn number(&mut self, _site: Site) -> Option<u32> {
        self.0 += 1;
        Some(self.0)
    }
}

/// The names of classes taken for faulty, and how many were looked at.
fn refused(path: &Path) -> (Vec<String>, usize) {
    let calls = CallIndex::new(Models::builtin(), 17);
    let containers = ContainerIndex::new(Models::builtin(), 17);
    let bulks = BulkIndex::new(Models::builtin(), 17);
    let request = Request {
        placement: instrument::Placement::All,
        precision: instrument::Precision::default(),
        writers: &NoWriters,
        has_hooks: false,
        check_accesses: false,
        count_accesses: false,
        trace_accesses: false,
        redefined: None,
        is_jdk_class: &|name| name.starts_with("java/"),
        without: HookKinds::default(),
        calls: &calls,
        containers: &containers,
        bulks: &bulks,
    };
    let container = container::open(path).unwrap();
    let mut looked_at = 0;
    let refused = container.classes(17).filter_map(|class| {
        let class = class.unwrap();
        let bytes = class.bytes().unwrap();
        looked_at += 1;
        match instrument::rewrite(&bytes, &request, &mut Numbers(0)) {
            Err(Skip::Refused | Skip::Malformed(_)) => Some(class.name().to_owned()),
            _ => None,
        }
    });
    (refused.collect(), looked_at)
}

fn jdk() -> PathBuf {
    if let Some(home) = std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty()) {
        return home.into();
    }
    let output = Command::new("java")
        .args(["-XshowSettings:properties", "-version"])
        .output()
        .expect("a JDK on the PATH or in JAVA_HOME");
    String::from_utf8_lossy(&output.stderr)
        .lines()
        .find_map(|line| line.trim().strip_prefix("java.home = ").map(PathBuf::from))
        .expect("java tells its home")
}

#[test]
fn the_classes_of_the_jdk_are_sound() {
    let (refused, looked_at) = refused(&jdk().join("lib/modules"));
    assert_eq!(refused, [""; 0]);
    assert!(looked_at > 5_000, "{looked_at} classes");
}

#[test]
fn the_classes_of_named_jars_are_sound() {
    let jars = std::env::var_os("REDFLAG_CLASSES").unwrap_or_default();
    for jar in std::env::split_paths(&jars).filter(|jar| !jar.as_os_str().is_empty()) {
        let (refused, looked_at) = refused(&jar);
        println!("{}: {looked_at} classes", jar.display());
        assert_eq!(refused, [""; 0], "{}", jar.display());
    }
}
