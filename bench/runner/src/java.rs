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

/// `java` or `javac` of a JDK of at least this version: [`jdk_tool`]'s if it is one, else one of those that are installed
/// where Linux distributions put them.
pub fn tool_of_release(name: &str, release: u32) -> Result<PathBuf, Error> {
    let installed = fs::read_dir("/usr/lib/jvm").into_iter().flatten();
    let mut homes: Vec<PathBuf> = installed.flatten().map(|entry| entry.path()).collect();
    homes.sort();
    let others = homes.iter().map(|home| home.join("bin"));
    let candidates = std::iter::once(jdk_tool(name)).chain(others.map(|bin| bin.join(name)));
    for tool in candidates {
        let javac = tool.with_file_name("javac");
        if javac_release(&javac).is_some_and(|found| found >= release) {
            return Ok(tool);
        }
    }
    Err(Error::NoJdk { release })
}

/// The version that `javac -version` prints, such as `javac 17.0.15`.
fn javac_release(javac: &Path) -> Option<u32> {
    let output = Command::new(javac).arg("-version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let version = text.trim().strip_prefix("javac ")?;
    version.split('.').next()?.parse().ok()
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
    let settings = settings()?;
    let name = property(&settings, "java.vm.name");
    let version = property(&settings, "java.vm.version");
    Ok(format!("{name} {version}"))
}

/// Where the JDK is installed.
pub fn home() -> Result<PathBuf, Error> {
    Ok(property(&settings()?, "java.home").into())
}

fn settings() -> Result<String, Error> {
    let mut java = Command::new(jdk_tool("java"));
    java.args(["-XshowSettings:properties", "-version"]);
    Ok(process::run_successfully(&mut java)?.stderr)
}

fn property<'s>(settings: &'s str, name: &str) -> &'s str {
    settings
        .lines()
        .find_map(|line| line.trim().strip_prefix(name)?.strip_prefix(" = "))
        .unwrap_or("?")
}
