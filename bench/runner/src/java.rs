//! The JDK at hand, and where this repository's files are.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Error;
use crate::process;

/// A file or directory of the repository.
pub fn in_repository(path: &str) -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = manifest.ancestors().nth(2).unwrap_or(manifest);
    root.join(path)
}

/// `java` or `javac` of `JAVA_HOME`, else the one on `PATH`.
pub fn jdk_tool(name: &str) -> PathBuf {
    match env::var_os("JAVA_HOME") {
        Some(home) if !home.is_empty() => Path::new(&home).join("bin").join(name),
        _ => PathBuf::from(name),
    }
}

/// Compiles all sources in `directory` into a directory below `target/bench`, and returns that.
pub fn compile(directory: &str, name: &str) -> Result<PathBuf, Error> {
    let sources = in_repository(directory);
    let classes = in_repository("target/bench").join(name);
    create_dir(&classes)?;
    let mut javac = Command::new(jdk_tool("javac"));
    javac.args(["-g", "--release", "11", "-d"]).arg(&classes);
    let file_error = |source| Error::File {
        path: sources.clone(),
        source,
    };
    for entry in fs::read_dir(&sources).map_err(file_error)? {
        let path = entry.map_err(file_error)?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "java")
        {
            javac.arg(path);
        }
    }
    process::run_successfully(&mut javac)?;
    Ok(classes)
}

pub fn create_dir(path: &Path) -> Result<(), Error> {
    fs::create_dir_all(path).map_err(|source| Error::File {
        path: path.to_owned(),
        source,
    })
}

/// The JDK's own name and version, such as `OpenJDK 64-Bit Server VM 17.0.15+6`.
pub fn version() -> Result<String, Error> {
    let mut java = Command::new(jdk_tool("java"));
    java.args(["-XshowSettings:properties", "-version"]);
    let settings = process::run_successfully(&mut java)?.stderr;
    let property = |name: &str| {
        settings
            .lines()
            .find_map(|line| line.trim().strip_prefix(name)?.strip_prefix(" = "))
            .unwrap_or("?")
            .to_owned()
    };
    Ok(format!(
        "{} {}",
        property("java.vm.name"),
        property("java.vm.version")
    ))
}
