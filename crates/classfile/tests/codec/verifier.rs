//! What the codec lays out anew, judged by the JVM's own verifier.
//!
//! The JVM is given the JDK's modules patched with our classes. Its log tells which class came from
//! where and which were verified, so that the test does not believe in checks that did not happen.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::iter::successors;
use std::path::PathBuf;

use classfile::container::JImage;
use classfile::{ClassFile, Code, Insn, TypeTable, op};

use crate::jdk::{compile, jdk, run, scratch, tool, write};
use crate::reencode::{entry, reencode};

/// HotSpot never verifies the classes that verification itself rests on.
const CORE: [&str; 4] = [
    "java/lang/Object",
    "java/lang/String",
    "java/lang/Class",
    "java/lang/Throwable",
];

/// Nor this and its subclasses, the accessors of core reflection, which may touch private members.
/// JDK 25 has none.
const ACCESSOR: &str = "jdk/internal/reflect/MagicAccessorImpl";

fn is_exempt(class: &str, superclasses: &HashMap<String, String>) -> bool {
    let mut ancestors = successors(Some(class), |c| superclasses.get(*c).map(String::as_str));
    CORE.contains(&class) || ancestors.any(|c| c == ACCESSOR)
}

#[test]
fn every_class_of_the_jdk_still_verifies_when_its_code_is_laid_out_anew() {
    let stage = Stage::new("verifier");
    let image = JImage::open(&jdk().join("lib/modules")).unwrap();
    let mut classes = Vec::new();
    let mut superclasses = HashMap::new();
    for class in image.classes().map(Result::unwrap) {
        if class.name() == "module-info" {
            continue; // it has no code, and patches may not hold one
        }
        let module = class.origin().rsplit_once("!/").unwrap().1;
        let (bytes, _) = reencode(&class.bytes().unwrap());
        stage.patch(module, class.name(), &bytes);
        let read = ClassFile::read(&bytes).unwrap();
        if let Some(superclass) = read.super_name() {
            superclasses.insert(class.name().to_owned(), superclass.to_owned());
        }
        classes.push((module.to_owned(), class.name().replace('/', ".")));
    }

    let patched = stage.link(&classes);
    let unlinkable = patched.failed_classes();
    let original = Stage::new("verifier-original").link(&unlinkable);

    assert_eq!(patched.failures, original.failures);
    let (mut verified, mut exempt) = (0, 0);
    for (module, class) in &classes {
        assert!(patched.ours.contains(class), "{class} is not ours");
        if is_exempt(&class.replace('.', "/"), &superclasses) {
            exempt += 1;
        } else if !unlinkable.contains(&(module.clone(), class.clone())) {
            assert!(patched.verified.contains(class), "{class} is not verified");
            verified += 1;
        }
    }
    let unlinkable = unlinkable.len();
    println!("{verified} classes verified, {exempt} exempt, {unlinkable} link in no JVM");
    assert!(classes.len() > 10_000 && exempt < 100);
    stage.clear();
}

#[test]
fn a_class_that_is_laid_out_wrongly_does_not_verify() {
    let stage = Stage::new("verifier-wrong");
    let image = JImage::open(&jdk().join("lib/modules")).unwrap();
    let bytes = image.find("java.base", "java/util/StringJoiner").unwrap();
    let wrong = with_a_value_too_many(&bytes.unwrap());
    stage.patch("java.base", "java/util/StringJoiner", &wrong);

    let class = ("java.base".to_owned(), "java.util.StringJoiner".to_owned());
    let linked = stage.link(&[class]);
    assert_eq!(linked.failures.len(), 1);
    let failure = linked.failures.first().unwrap();
    assert!(failure.contains("java.lang.VerifyError"), "{failure}");
}

/// Puts a value that nobody takes on the operand stack at the start of each method.
fn with_a_value_too_many(bytes: &[u8]) -> Vec<u8> {
    let mut class = ClassFile::read(bytes).unwrap();
    let mut types = TypeTable::default();
    for i in 0..class.methods.len() {
        let method = &class.methods[i];
        let entry = entry(&class, method, &mut types).unwrap();
        let Some(info) = class.find(&method.attributes, "Code") else {
            continue;
        };
        let mut code = Code::decode(info, &class.pool, &mut types, &entry).unwrap();
        code.insns.insert(0, Insn::Plain(op::ICONST_0));
        code.labels.iter_mut().for_each(|at| *at += 1);
        let info = code.encode(&mut class.pool, &types, &entry).unwrap();
        let mut attributes = class.methods[i].attributes.iter_mut();
        let code = attributes.find(|a| class.pool.utf8_bytes(a.name) == Some(b"Code"));
        code.unwrap().info = info.into();
    }
    class.write()
}

/// A directory with a patch for each module.
struct Stage(PathBuf);

/// What a JVM says of the classes it was told to link.
struct Linked {
    /// "module class failure"
    failures: BTreeSet<String>,
    /// Classes that came from a patch.
    ours: BTreeSet<String>,
    verified: BTreeSet<String>,
}

impl Linked {
    fn failed_classes(&self) -> Vec<(String, String)> {
        let class = |failure: &String| {
            let mut words = failure.split(' ').map(str::to_owned);
            (words.next().unwrap(), words.next().unwrap())
        };
        self.failures.iter().map(class).collect()
    }
}

impl Stage {
    fn new(name: &str) -> Stage {
        Stage(scratch(name))
    }

    /// A failed test keeps what it made; the whole JDK is too much to keep otherwise.
    fn clear(self) {
        fs::remove_dir_all(self.0).unwrap();
    }

    fn patches(&self) -> PathBuf {
        self.0.join("patches")
    }

    fn patch(&self, module: &str, class: &str, bytes: &[u8]) {
        let path = self.patches().join(module).join(format!("{class}.class"));
        write(&path, bytes);
    }

    /// Loads and links classes, given as module and name, in a JVM with the patches.
    fn link(&self, classes: &[(String, String)]) -> Linked {
        let lines: String = classes.iter().map(|(m, c)| format!("{m} {c}\n")).collect();
        let list = self.0.join("classes");
        write(&list, lines.as_bytes());
        let program = self.0.join("program");
        compile(&program, &[("Link.java", include_str!("Link.java"))]);

        let log = self.0.join("log");
        let output = run(tool("java")
            .args(["-Xverify:all", "-Xshare:off", "-XX:TieredStopAtLevel=1"])
            .args(["--add-modules", "ALL-SYSTEM"])
            .args(self.patch_options())
            .arg(format!(
                "-Xlog:class+load,class+init:file={}:none",
                log.display()
            ))
            .arg("-cp")
            .arg(program)
            .arg("Link")
            .arg(list));
        let log = fs::read_to_string(log).unwrap();
        Linked {
            failures: output.lines().map(str::to_owned).collect(),
            ours: self.loaded_from_patches(&log),
            verified: verified(&log),
        }
    }

    fn patch_options(&self) -> Vec<String> {
        let Ok(modules) = fs::read_dir(self.patches()) else {
            return Vec::new();
        };
        let option = |module: PathBuf| {
            let name = module.file_name().unwrap().to_str().unwrap();
            format!("--patch-module={name}={}", module.display())
        };
        modules
            .map(|module| option(module.unwrap().path()))
            .collect()
    }

    /// From lines such as `java.util.List source: <patch>`.
    fn loaded_from_patches(&self, log: &str) -> BTreeSet<String> {
        let patches = self.patches();
        log.lines()
            .filter_map(|line| line.split_once(" source: "))
            .filter(|(_, source)| source.contains(patches.to_str().unwrap()))
            .map(|(class, _)| class.to_owned())
            .collect()
    }
}

/// From lines such as `End class verification for: java.util.List`.
fn verified(log: &str) -> BTreeSet<String> {
    log.lines()
        .filter_map(|line| line.strip_prefix("End class verification for: "))
        .map(str::to_owned)
        .collect()
}
