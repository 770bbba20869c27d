//! The programs in `litmus/static`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::jdk;

/// All of them, compiled.
pub fn of_litmus() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../litmus/static");
    let mut sources = Vec::new();
    list(&folder, "java", &mut sources);
    let output = tempfile::tempdir().unwrap();
    let mut javac = jdk::tool("javac");
    jdk::run(
        javac
            .args(["-g", "-nowarn", "-d"])
            .arg(output.path())
            .args(sources),
    );
    let mut classes = Vec::new();
    list(output.path(), "class", &mut classes);
    classes.iter().map(|it| fs::read(it).unwrap()).collect()
}

fn list(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|it| it.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            list(&path, extension, found);
        } else if path.extension().is_some_and(|it| it == extension) {
            found.push(path);
        }
    }
}
