//! From sources and jars to the command that runs a program.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::artifacts;
use super::declaration::{Compiler, Layout, Program};
use crate::Error;
use crate::java;
use crate::process;

const SPRING_BOOT_LAUNCHER: &str = "org.springframework.boot.loader.launch.JarLauncher";
/// The artifact whose classes start a fat jar, and so lie at its root instead of among its libraries.
const SPRING_BOOT_LOADER: &str = "spring-boot-loader-";

/// Compiles the program, and returns `java -Xverify:all …` for it; `java` instead of the JDK's own, if given.
pub fn command(program: &Program, java: Option<&Path>) -> Result<Command, Error> {
    let jars = match program.declaration.libraries.is_empty() {
        true => Vec::new(),
        false => artifacts::fetch(&program.jars())?,
    };
    let work = java::in_repository("target/bench/programs").join(&program.name);
    recreate(&work)?;
    let classes = work.join("classes");
    java::create_dir(&classes)?;
    compile(program, &jars, &classes)?;

    let declaration = &program.declaration;
    let mut command = match java {
        Some(java) => Command::new(java),
        None => Command::new(java::tool_of_release("java", declaration.release)?),
    };
    command.arg("-Xverify:all").args(&declaration.flags);
    match declaration.layout {
        Layout::ClassPath => {
            command.arg("-cp").arg(class_path(&classes, &jars));
            command.arg(&declaration.main);
        }
        Layout::SpringBoot => {
            command.arg("-jar").arg(fat_jar(program, &jars, &work)?);
        }
    }
    command.args(&declaration.arguments);
    Ok(command)
}

fn recreate(directory: &Path) -> Result<(), Error> {
    if directory.exists() {
        fs::remove_dir_all(directory).map_err(|source| Error::File {
            path: directory.to_owned(),
            source,
        })?;
    }
    java::create_dir(directory)
}

/// The other language's compiler first: it sees no Java sources of ours, and javac sees its classes.
fn compile(program: &Program, jars: &[PathBuf], classes: &Path) -> Result<(), Error> {
    if let Some(compiler) = &program.declaration.compiler {
        compile_foreign(program, compiler, jars, classes)?;
    }
    let sources = sources(&program.directory, "java")?;
    if sources.is_empty() {
        return Ok(());
    }
    let release = program.declaration.release;
    let mut javac = Command::new(java::tool_of_release("javac", release)?);
    // Jars name others in their manifests that are not there, and annotations of compile time are absent.
    javac
        .args(["-g", "-Xlint:all,-path,-classfile,-processing", "-Werror"])
        .args(["--release", &release.to_string(), "-proc:none"])
        .arg("-cp")
        .arg(class_path(classes, jars))
        .arg("-d")
        .arg(classes)
        .args(sources);
    process::run_successfully(&mut javac)?;
    Ok(())
}

fn compile_foreign(
    program: &Program,
    compiler: &Compiler,
    jars: &[PathBuf],
    classes: &Path,
) -> Result<(), Error> {
    let compiler_jars = artifacts::fetch(&program.compiler_jars())?;
    let mut command = Command::new(java::jdk_tool("java"));
    command
        .arg("-cp")
        .arg(class_path(classes, &compiler_jars))
        .arg(&compiler.main)
        .args(&compiler.arguments)
        .arg("-classpath")
        .arg(class_path(classes, jars))
        .arg("-d")
        .arg(classes)
        .args(sources(&program.directory, &compiler.extension)?);
    process::run_successfully(&mut command)?;
    Ok(())
}

/// The files in `directory` with this extension, sorted.
fn sources(directory: &Path, extension: &str) -> Result<Vec<PathBuf>, Error> {
    let file_error = |source| Error::File {
        path: directory.to_owned(),
        source,
    };
    let mut sources = Vec::new();
    for entry in fs::read_dir(directory).map_err(file_error)? {
        let path = entry.map_err(file_error)?.path();
        if path.extension().is_some_and(|found| found == extension) {
            sources.push(path);
        }
    }
    sources.sort();
    Ok(sources)
}

fn class_path(classes: &Path, jars: &[PathBuf]) -> OsString {
    let mut class_path = classes.as_os_str().to_owned();
    for jar in jars {
        class_path.push(":");
        class_path.push(jar);
    }
    class_path
}

/// The program's classes in `BOOT-INF/classes`, its jars in `BOOT-INF/lib`, and the loader's classes at the root.
fn fat_jar(program: &Program, jars: &[PathBuf], work: &Path) -> Result<PathBuf, Error> {
    let root = work.join("fat");
    let libraries = root.join("BOOT-INF/lib");
    java::create_dir(&libraries)?;
    let link = |from: &Path, to: &Path| {
        symlink(from, to).map_err(|source| Error::File {
            path: to.to_owned(),
            source,
        })
    };
    link(&work.join("classes"), &root.join("BOOT-INF/classes"))?;
    for jar in jars {
        let name = jar.file_name().unwrap_or_default();
        if name.to_string_lossy().starts_with(SPRING_BOOT_LOADER) {
            let mut unpack = Command::new(java::jdk_tool("jar"));
            unpack.arg("--extract").arg("--file").arg(jar);
            process::run_successfully(unpack.current_dir(&root))?;
        } else {
            link(jar, &libraries.join(name))?;
        }
    }
    let manifest = work.join("manifest");
    let lines = format!(
        "Main-Class: {SPRING_BOOT_LAUNCHER}\nStart-Class: {}\nSpring-Boot-Classes: BOOT-INF/classes/\n\
         Spring-Boot-Lib: BOOT-INF/lib/\n",
        program.declaration.main
    );
    fs::write(&manifest, lines).map_err(|source| Error::File {
        path: manifest.clone(),
        source,
    })?;
    let fat = work.join(format!("{}.jar", program.name));
    let mut pack = Command::new(java::jdk_tool("jar"));
    // The loader reads the jars inside where they lie, so they must not be compressed again.
    pack.args(["--create", "--no-compress", "--file"])
        .arg(&fat)
        .arg("--manifest")
        .arg(&manifest)
        .args(["META-INF", "BOOT-INF", "org"])
        .current_dir(&root);
    process::run_successfully(&mut pack)?;
    Ok(fat)
}
