//! Compiles the Java runtime and moves it into `java.lang`.
//!
//! The sources are ordinary Java in package `redflag.runtime`; classes that the compiler does not
//! let us name have stand-ins in `redflag.runtime.jdk`. Here every name is replaced by the one it has
//! inside the JVM, and the classes are packed, superclasses first, into one file.
//!
//! There are two such files: what the runtime cannot do by itself is in class `Native`, of which the
//! agent and programs that were rewritten offline have one each.

use std::env;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

use cache::{Digest, Digester};
use classfile::{ClassFile, annotations};

/// Stand-ins and what they stand for; the last entry takes all that is left.
const NAMES: [(&str, &str); 9] = [
    ("redflag/runtime/jdk/JavaThread", "java/lang/Thread"),
    ("redflag/runtime/jdk/JavaClass", "java/lang/Class"),
    ("redflag/runtime/jdk/Unsafe", "jdk/internal/misc/Unsafe"),
    (
        "redflag/runtime/jdk/Hidden",
        "jdk/internal/vm/annotation/Hidden",
    ),
    (
        "redflag/runtime/jdk/ReservedStackAccess",
        "jdk/internal/vm/annotation/ReservedStackAccess",
    ),
    (
        "redflag/runtime/jdk/DontInline",
        "jdk/internal/vm/annotation/DontInline",
    ),
    (
        "redflag/runtime/jdk/ForceInline",
        "jdk/internal/vm/annotation/ForceInline",
    ),
    (
        "redflag/runtime/jdk/LambdaFormHidden",
        "java/lang/invoke/LambdaForm$Hidden",
    ),
    ("redflag/runtime/", "java/lang/redflag$"),
];

const DEEP_FRAME: &str = "Lredflag/runtime/DeepFrame;";

/// Locals of eight bytes.
const DEEP_FRAME_LOCALS: u16 = 256;

/// Where a Code attribute holds the number of locals.
const MAX_LOCALS: Range<usize> = 2..4;

/// What decides what becomes of a class, beside the runtime.
const REWRITING: [&str; 11] = [
    "../../Cargo.lock",
    "../../models",
    "../agent/src",
    "../classfile/src",
    "../host/build.rs",
    "../host/src",
    "../instrument/src",
    "../ir/src",
    "../placement/src",
    "../world/build.rs",
    "../world/src",
];

fn main() {
    let root = PathBuf::from(var("CARGO_MANIFEST_DIR")).join("../../runtime");
    println!("cargo::rerun-if-changed={}", root.display());
    println!("cargo::rerun-if-env-changed=JAVA_HOME");
    let out = PathBuf::from(var("OUT_DIR"));
    for of in ["agent", "offline"] {
        let classes = out.join(of);
        let _ = fs::remove_dir_all(&classes);
        compile(&[root.join("src"), root.join(of)], &classes);
        fs::write(out.join(format!("{of}.bin")), pack(&classes)).expect("writing the runtime");
    }
    println!("cargo::rustc-env=REDFLAG_BUILD={:032x}", build(&root));
}

/// A digest of the sources: what an agent of the same one rewrites is the same.
fn build(runtime: &Path) -> Digest {
    let here = PathBuf::from(var("CARGO_MANIFEST_DIR"));
    let places = REWRITING.iter().map(|it| here.join(it));
    let mut digester = Digester::default();
    for place in places.chain([runtime.to_owned()]) {
        println!("cargo::rerun-if-changed={}", place.display());
        for file in all_files(&place) {
            digester.text(&file.strip_prefix(&here).unwrap_or(&file).to_string_lossy());
            digester.bytes(&fs::read(&file).expect("reading a source"));
        }
    }
    digester.finish()
}

/// A file, or those below a directory, in the order of their names.
fn all_files(place: &Path) -> Vec<PathBuf> {
    if !place.is_dir() {
        return vec![place.to_owned()];
    }
    let entries = fs::read_dir(place).expect("listing sources");
    let mut paths: Vec<_> = entries.flatten().map(|it| it.path()).collect();
    paths.sort_unstable();
    paths.iter().flat_map(|it| all_files(it)).collect()
}

fn var(name: &str) -> String {
    env::var(name).unwrap_or_else(|_| panic!("cargo sets {name}"))
}

fn compile(roots: &[PathBuf], classes: &Path) {
    let sources: Vec<PathBuf> = roots.iter().flat_map(|it| files(it, "java")).collect();
    let javac = match env::var_os("JAVA_HOME") {
        Some(home) => PathBuf::from(home).join("bin/javac"),
        None => PathBuf::from("javac"),
    };
    let run = Command::new(&javac)
        // Concatenation by invokedynamic would run hooked JDK code inside the runtime.
        .args(["--release", "11", "-g", "-XDstringConcat=inline", "-d"])
        .arg(classes)
        .args(&sources)
        .output();
    match run {
        Ok(output) if output.status.success() => {}
        Ok(output) => panic!(
            "the Java runtime does not compile:\n{}",
            String::from_utf8_lossy(&output.stderr)
        ),
        Err(e) => panic!(
            "cannot run {}: {e}; install a JDK 17 or later, or set JAVA_HOME to one",
            javac.display()
        ),
    }
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("reading the runtime's folder") {
        let path = entry.expect("reading the runtime's folder").path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|e| e == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Each class: length and bytes of its name, length and bytes of its content; lengths in four bytes.
fn pack(classes: &Path) -> Vec<u8> {
    let mut moved: Vec<(String, String, Vec<u8>)> = files(classes, "class")
        .iter()
        .filter(|path| {
            path.parent()
                .and_then(Path::file_name)
                .is_none_or(|d| d != "jdk")
        })
        .map(|path| relocated(&fs::read(path).expect("reading a compiled class")))
        .collect();
    let mut packed = Vec::new();
    while !moved.is_empty() {
        let names: Vec<String> = moved.iter().map(|(name, ..)| name.clone()).collect();
        let (ready, waiting): (Vec<_>, Vec<_>) = moved
            .into_iter()
            .partition(|(_, parent, _)| !names.contains(parent));
        assert!(
            !ready.is_empty(),
            "the runtime's classes inherit in a circle"
        );
        for (name, _, bytes) in ready {
            for part in [name.as_bytes(), &bytes] {
                packed.extend_from_slice(&(part.len() as u32).to_be_bytes());
                packed.extend_from_slice(part);
            }
        }
        moved = waiting;
    }
    packed
}

/// The class under its name in the JVM, its superclass, its bytes.
fn relocated(bytes: &[u8]) -> (String, String, Vec<u8>) {
    let mut class = ClassFile::read(bytes).expect("javac writes class files");
    deepen_frames(&mut class);
    class.pool.rename_utf8(|text| {
        let text = std::str::from_utf8(text).ok()?;
        let new = NAMES
            .iter()
            .fold(text.to_owned(), |t, (from, to)| t.replace(from, to));
        (new != text).then(|| new.into_bytes())
    });
    let name = class.name().expect("a class has a name").to_owned();
    let parent = class.super_name().unwrap_or_default().to_owned();
    (name, parent, class.write())
}

/// Gives the methods that are annotated so their deep frames.
fn deepen_frames(class: &mut ClassFile) {
    let ClassFile { pool, methods, .. } = class;
    for method in methods {
        let is_deep = (method.attributes.iter())
            .filter(|a| pool.utf8(a.name) == Some("RuntimeInvisibleAnnotations"))
            .flat_map(|a| annotations(&a.info).expect("javac writes annotations"))
            .any(|it| pool.utf8(it.descriptor) == Some(DEEP_FRAME));
        let code = (method.attributes.iter_mut()).find(|a| pool.utf8(a.name) == Some("Code"));
        if let Some(code) = code.filter(|_| is_deep) {
            let [high, low] = &mut code.info.to_mut()[MAX_LOCALS] else {
                unreachable!("two bytes");
            };
            let locals = u16::from_be_bytes([*high, *low]) + DEEP_FRAME_LOCALS;
            [*high, *low] = locals.to_be_bytes();
        }
    }
}
