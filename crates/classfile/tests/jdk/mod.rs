//! The JDK at hand: its tools, its image, and places to put what they make.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub fn jdk() -> PathBuf {
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

pub fn tool(name: &str) -> Command {
    Command::new(jdk().join("bin").join(name))
}

pub fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}{errors}");
    said
}

/// Compiles Java sources into a directory.
pub fn compile(output: &Path, sources: &[(&str, &str)]) {
    let folder = output.with_extension("sources");
    let files: Vec<PathBuf> = sources.iter().map(|(path, _)| folder.join(path)).collect();
    for (file, (_, text)) in files.iter().zip(sources) {
        write(file, text.as_bytes());
    }
    run(tool("javac")
        .args(["--release", "11", "-d"])
        .arg(output)
        .args(files));
}

/// An empty directory of this test alone.
pub fn scratch(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(env!("CARGO_CRATE_NAME"))
        .join(name);
    match fs::remove_dir_all(&directory) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => panic!("{error}"),
        _ => fs::create_dir_all(&directory).unwrap(),
    }
    directory
}

pub fn write(path: &Path, bytes: &[u8]) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}
