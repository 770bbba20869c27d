//! What a scan of the class path makes of Java programs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use classfile::MemberRef;
use classfile::container::jar::{Header, JarWriter};
use host::{ClassPaths, Plan};
use tempfile::TempDir;

const ENTRY: &str = "
    class Entry {
        int settled = 1, later = 1, byOther = 1, bySubclass = 1, byName = 1, unwritten;
        private int byNest = 1, ofNest = 1;
        final int constant = 1;
        volatile int shared = 1;
        void change() { later = 2; }
        static class Mate {
            int change(Entry entry) { entry.byNest = 2; return entry.ofNest; }
        }
    }
    class Below extends Entry {
        int own = 1;
        void change() { bySubclass = 2; }
    }
    class Leaking {
        static Leaking last;
        int before, after;
        Leaking() { before = 1; last = this; after = 1; }
    }
    class Delegating {
        int value;
        Delegating() { value = 1; }
        Delegating(int other) { this(); value = other; }
    }
    class Copying {
        int value;
        Copying() { value = 1; }
        Copying(Copying other) { value = 1; other.value = 2; }
    }
    class Writer {
        static void change(Below entry) { entry.byOther = 2; }
        static Object byName() throws Exception { return Entry.class.getDeclaredField(\"byName\"); }
    }";

/// Compiles classes into a folder.
fn compiled(source: &str, class_path: &Path) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("Source.java");
    fs::write(&file, source).unwrap();
    let javac = match std::env::var_os("JAVA_HOME") {
        Some(home) => Path::new(&home).join("bin/javac"),
        None => PathBuf::from("javac"),
    };
    let status = Command::new(javac)
        .args(["--release", "11", "-cp"])
        .arg(class_path)
        .arg("-d")
        .args([folder.path(), &file])
        .status();
    assert!(status.unwrap().success());
    folder
}

fn plan(paths: &[&Path]) -> Plan {
    let paths = ClassPaths {
        classes: paths.iter().map(|it| it.to_path_buf()).collect(),
        modules: Vec::new(),
    };
    let deadline = Instant::now() + Duration::from_secs(60);
    Plan::of(&paths, 17, deadline).unwrap()
}

/// Those of the fields `Class.name`, of type int, that are settled.
fn settled<'f>(plan: &Plan, fields: &[&'f str]) -> Vec<&'f str> {
    let is_settled = |field: &&&str| {
        let (class, name) = field.split_once('.').unwrap();
        plan.is_settled(class, name, "I")
    };
    fields.iter().filter(is_settled).copied().collect()
}

#[test]
fn fields_that_others_write_are_not_settled() {
    let folder = compiled(ENTRY, Path::new("."));
    let plan = plan(&[folder.path()]);
    let fields = [
        "Entry.settled",
        "Entry.later",
        "Entry.byOther",
        "Entry.bySubclass",
        "Entry.byName",
        "Entry.byNest",
        "Entry.ofNest",
        "Entry.unwritten",
        "Entry.constant",
        "Entry.shared",
        "Below.own",
        "Leaking.before",
        "Leaking.after",
        "Delegating.value",
        "Copying.value",
    ];
    assert_eq!(
        settled(&plan, &fields),
        ["Entry.settled", "Entry.ofNest", "Leaking.before"]
    );
}

#[test]
fn a_reference_may_name_a_subclass() {
    let folder = compiled(ENTRY, Path::new("."));
    let plan = plan(&[folder.path()]);
    let resolves = |class, name| {
        plan.resolves_to_settled(MemberRef {
            class,
            name,
            descriptor: "I",
        })
    };
    assert!(resolves("Below", "settled"));
    assert!(!resolves("Below", "bySubclass"));
    assert!(!resolves("Below", "absent"));
    assert!(!resolves("Absent", "settled"));
}

#[test]
fn a_class_is_known_by_its_bytes() {
    let folder = compiled(ENTRY, Path::new("."));
    let plan = plan(&[folder.path()]);
    let mut bytes = fs::read(folder.path().join("Entry.class")).unwrap();
    assert!(plan.has("Entry", &bytes));
    assert!(!plan.has("Below", &bytes));
    bytes.push(0);
    assert!(!plan.has("Entry", &bytes));
}

#[test]
fn of_two_classes_with_one_name_both_count() {
    let first = compiled(
        "class A { int one = 1, two = 1; void f() { two = 2; } }",
        Path::new("."),
    );
    let second = compiled(
        "class A { int one = 1, two = 1; void f() { one = 2; } }",
        Path::new("."),
    );
    let fields = ["A.one", "A.two"];
    assert_eq!(settled(&plan(&[first.path()]), &fields), ["A.one"]);
    let both = plan(&[first.path(), second.path()]);
    assert_eq!(settled(&both, &fields), [""; 0]);
    for folder in [&first, &second] {
        assert!(both.has("A", &fs::read(folder.path().join("A.class")).unwrap()));
    }
}

#[test]
fn what_is_written_through_an_unknown_class_may_be_any_field_of_the_name() {
    let first = compiled(
        "class A { int one = 1, two = 1; } class B extends A {}",
        Path::new("."),
    );
    let second = compiled(
        "class C { static void f(B b) { b.one = 2; } }",
        first.path(),
    );
    fs::remove_file(first.path().join("B.class")).unwrap();
    let plan = plan(&[first.path(), second.path()]);
    assert_eq!(settled(&plan, &["A.one", "A.two"]), ["A.two"]);
}

/// A jar of the classes in a folder.
fn jar(path: &Path, folder: &Path, manifest: &str) {
    let mut writer = JarWriter::new(Vec::new());
    let mut add = |name: &str, bytes: &[u8]| {
        let header = Header {
            path: name.as_bytes().to_vec(),
            is_stored: false,
            modified: 0,
        };
        writer.add(&header, bytes).unwrap();
    };
    add("META-INF/MANIFEST.MF", manifest.as_bytes());
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if name.ends_with(".class") {
            add(name, &fs::read(&path).unwrap());
        }
    }
    fs::write(path, writer.finish().unwrap()).unwrap();
}

#[test]
fn jars_bring_others_along() {
    let entry = compiled(
        "class A { int one = 1, two = 1, three = 1; }",
        Path::new("."),
    );
    let writer = compiled(
        "class B { static void f(A a) { a.one = 2; } }",
        entry.path(),
    );
    let other = compiled(
        "class C { static void f(A a) { a.two = 2; } }",
        entry.path(),
    );
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("my lib")).unwrap();
    jar(&path("my lib/writer.jar"), writer.path(), "");
    jar(&path("other.jar"), other.path(), "Class-Path: main.jar\n");
    let absolute = path("other.jar");
    let manifest = format!(
        "Class-Path: my%20lib/writer.jar\n  file:{} absent.jar\n",
        absolute.display()
    );
    jar(&path("main.jar"), entry.path(), &manifest);
    let plan = plan(&[&path("main.jar")]);
    let fields = ["A.one", "A.two", "A.three"];
    assert_eq!(settled(&plan, &fields), ["A.three"]);
}

#[test]
fn modules_are_looked_at_too() {
    let entry = compiled("class A { int one = 1, two = 1; }", Path::new("."));
    let writer = compiled(
        "class B { static void f(A a) { a.one = 2; } }",
        entry.path(),
    );
    let folder = tempfile::tempdir().unwrap();
    jar(&folder.path().join("b.jar"), writer.path(), "");
    let paths = ClassPaths {
        classes: vec![entry.path().to_owned()],
        modules: vec![folder.path().to_owned()],
    };
    let deadline = Instant::now() + Duration::from_secs(60);
    let plan = Plan::of(&paths, 17, deadline).unwrap();
    assert_eq!(settled(&plan, &["A.one", "A.two"]), ["A.two"]);
}

#[test]
fn a_scan_that_takes_too_long_is_given_up() {
    let folder = compiled(ENTRY, Path::new("."));
    let paths = ClassPaths {
        classes: vec![folder.path().to_owned()],
        modules: Vec::new(),
    };
    let passed = Instant::now() - Duration::from_secs(1);
    assert!(Plan::of(&paths, 17, passed).is_none());
}
