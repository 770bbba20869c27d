//! Bad input of `redflag check`: for each an answer for the rest, and a counted and named skip for the part.

mod java;

use std::fmt::Write;
use std::fs;
use std::process::Output;

use classfile::ClassFile;
use classfile::container::jar::{Header, JarWriter};
use java::{Workspace, ended, succeeds};

const RACY: &str =
    "class Racy { int x; synchronized void set() { x = 1; } int get() { return x; } }";

/// The status, what was found, and what was said.
struct Answer {
    status: Option<i32>,
    found: String,
    said: String,
}

impl Answer {
    fn of(output: &Output) -> Answer {
        Answer {
            status: output.status.code(),
            found: String::from_utf8_lossy(&output.stdout).into_owned(),
            said: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// The rest was looked at: its one finding is told.
    fn has_the_rest(&self) {
        assert_eq!(self.status, Some(1), "{}", self.said);
        assert!(
            self.found.contains("read/write race on Racy.x"),
            "{}",
            self.found
        );
    }

    fn says(&self, text: &str) {
        assert!(self.said.contains(text), "{text} is not in {}", self.said);
    }
}

fn check(workspace: &Workspace, paths: &[&str]) -> Answer {
    let mut command = workspace.redflag_command(&["check"]);
    Answer::of(&ended(command.args(paths)))
}

fn racy() -> Workspace {
    Workspace::with_text("Racy.java", RACY)
}

/// Compiles another class beside.
fn add(workspace: &Workspace, name: &str, text: &str, options: &[&str]) {
    let path = workspace.path(name);
    fs::write(&path, text).unwrap();
    workspace.javac(options, &[path]);
}

#[test]
fn paths_that_cannot_be_opened_are_named_and_are_no_success() {
    let workspace = racy();
    fs::write(workspace.path("text.jar"), "no zip file").unwrap();
    fs::write(workspace.path("cut.jar"), b"PK\x03\x04").unwrap();
    for (path, why) in [
        ("text.jar", "text.jar: is neither a class file, a jar"),
        ("cut.jar", "cut.jar: the zip archive is damaged"),
        ("nowhere", "nowhere: cannot be read: No such file"),
        ("/proc/self/mem", "/proc/self/mem: "),
    ] {
        let both = check(&workspace, &[path, "Racy.class"]);
        both.has_the_rest();
        both.says(&format!("1 path could not be read: {why}"));

        let alone = check(&workspace, &[path]);
        assert_eq!(alone.status, Some(2));
        alone.says("nothing was analysed");
        alone.says(why);
        assert!(!alone.said.contains("no findings"), "{}", alone.said);
    }
    add(&workspace, "Quiet.java", "class Quiet {}", &[]);
    let partial = check(&workspace, &["Quiet.class", "nowhere"]);
    assert_eq!(partial.status, Some(2), "{}", partial.said);
    partial.says("; not all could be read");
}

#[test]
fn damaged_entries_of_a_jar_are_named() {
    let workspace = racy();
    let bytes = fs::read(workspace.path("Racy.class")).unwrap();
    let mut writer = JarWriter::new(Vec::new());
    for path in ["Other.class", "Racy.class"] {
        let header = Header {
            path: path.into(),
            is_stored: true,
            modified: 0,
        };
        writer.add(&header, &bytes).unwrap();
    }
    let mut jar = writer.finish().unwrap();
    let first = jar
        .windows(4)
        .position(|it| it == [0xCA, 0xFE, 0xBA, 0xBE])
        .unwrap();
    jar[first + 20] ^= 1;
    fs::write(workspace.path("app.jar"), jar).unwrap();
    let answer = check(&workspace, &["app.jar"]);
    answer.has_the_rest();
    answer.says("1 class file could not be read: app.jar: Other.class: the checksum is");
}

/// A class without findings, and one that is cut off.
fn quiet_and_cut() -> Workspace {
    let workspace = Workspace::with_text(
        "Quiet.java",
        "class Quiet { Object cut() { return new Cut(); } } class Cut {}",
    );
    let bytes = fs::read(workspace.path("Cut.class")).unwrap();
    let cut = &bytes[..bytes.len() - 1];
    for folder in ["in", "cut"] {
        fs::create_dir(workspace.path(folder)).unwrap();
    }
    fs::copy(
        workspace.path("Quiet.class"),
        workspace.path("in/Quiet.class"),
    )
    .unwrap();
    fs::write(workspace.path("in/Cut.class"), cut).unwrap();
    fs::write(workspace.path("cut/Cut.class"), cut).unwrap();
    fs::remove_file(workspace.path("Cut.class")).unwrap();
    succeeds(
        workspace
            .bare("jar")
            .args(["cf", "in.jar", "-C", "in", "."]),
    );
    workspace
}

#[test]
fn a_part_of_the_classes_is_no_clean_bill() {
    let workspace = quiet_and_cut();
    for (paths, place) in [
        (&["Quiet.class", "in/Cut.class"][..], "in/Cut.class"),
        (&["in"], "in/Cut.class"),
        (&["in.jar"], "in.jar: Cut.class"),
    ] {
        let options = ["--junit", "f.xml", "--sarif", "f.sarif", "--html", "f.html"];
        let answer = check(&workspace, &[&options[..], paths].concat());
        assert_eq!(answer.status, Some(2), "{}", answer.said);
        answer.says("redflag: no findings in 1 class, 2 methods; not all could be read\n");
        answer.says(&format!(
            "1 class file could not be read: {place}: malformed class file"
        ));
        let written = |name: &str| fs::read_to_string(workspace.path(name)).unwrap();
        let junit = written("f.xml");
        assert!(
            junit.contains(&format!("not all could be read: {place}: ")),
            "{junit}"
        );
        assert!(junit.contains("errors=\"1\""), "{junit}");
        assert!(!junit.contains("name=\"no findings\""), "{junit}");
        assert!(written("f.sarif").contains("\"executionSuccessful\": false"));
        assert!(written("f.html").contains("<h1>No findings in what could be read</h1>"));

        let baseline = check(
            &workspace,
            &[&["--write-baseline", "known"][..], paths].concat(),
        );
        assert_eq!(baseline.status, Some(2), "{}", baseline.said);
    }
}

#[test]
fn what_cannot_be_read_and_is_only_referenced_is_named() {
    let workspace = quiet_and_cut();
    let answer = check(
        &workspace,
        &["--junit", "f.xml", "Quiet.class", "-cp", "cut"],
    );
    assert_eq!(answer.status, Some(0), "{}", answer.said);
    answer.says("redflag: no findings in 1 class, 2 methods\n");
    answer.says("1 class file could not be read: cut/Cut.class: malformed");
    let junit = fs::read_to_string(workspace.path("f.xml")).unwrap();
    assert!(junit.contains("name=\"no findings\""), "{junit}");

    let libraries = workspace.path("app/WEB-INF/lib");
    fs::create_dir_all(&libraries).unwrap();
    fs::copy(
        workspace.path("Quiet.class"),
        workspace.path("app/Quiet.class"),
    )
    .unwrap();
    fs::write(libraries.join("cut.jar"), b"PK\x03\x04").unwrap();
    let answer = check(&workspace, &["app"]);
    assert_eq!(answer.status, Some(0), "{}", answer.said);
    answer.says("1 class file could not be read: app/WEB-INF/lib/cut.jar: the zip archive");
}

#[test]
fn classes_of_an_unknown_version_are_read_and_named() {
    let workspace = racy();
    let mut bytes = fs::read(workspace.path("Racy.class")).unwrap();
    bytes[6..8].copy_from_slice(&200u16.to_be_bytes());
    fs::write(workspace.path("Racy.class"), &bytes).unwrap();
    let answer = check(&workspace, &["."]);
    answer.has_the_rest();
    answer.says("1 class of a newer Java, read as if of version");
    answer.says("Racy (version 200)");
}

#[test]
fn hierarchies_that_go_in_circles_end() {
    let workspace = racy();
    let text = "class A { B around; int a; synchronized void set() { a = 1; b(); } void b() {} }
class B { int b; synchronized void set() { b = 1; missing(); } void missing() {} }
interface I { void i(); }
interface J { void j(); }
class C { class D { int x; synchronized void set() { x = 1; } } }";
    add(&workspace, "A.java", text, &[]);
    let change = |name: &str, change: &dyn Fn(&mut ClassFile<'_>)| {
        let path = workspace.path(&format!("{name}.class"));
        let bytes = fs::read(&path).unwrap();
        let mut file = ClassFile::read(&bytes).unwrap();
        change(&mut file);
        let changed = file.write();
        fs::write(&path, changed).unwrap();
    };
    change("A", &|file| {
        file.super_class = file.pool.intern_class("B").unwrap()
    });
    change("B", &|file| {
        file.super_class = file.pool.intern_class("A").unwrap()
    });
    change("I", &|file| {
        file.interfaces = vec![file.pool.intern_class("J").unwrap()]
    });
    change("J", &|file| {
        file.interfaces = vec![file.pool.intern_class("I").unwrap()]
    });
    change("C", &|file| file.super_class = file.this_class);
    let answer = check(&workspace, &["--all", "."]);
    answer.has_the_rest();
    answer.says(" in 7 classes, ");
}

#[test]
fn huge_methods_and_switches_are_looked_at() {
    let workspace = racy();
    // Ten bytes each: as many as a method may have.
    let long = format!(
        "class Long {{ int x; synchronized void set() {{ {} }} int get() {{ return x; }} }}",
        "x++;".repeat(6_500)
    );
    add(&workspace, "Long.java", &long, &[]);
    let mut cases = String::new();
    for group in 0..100 {
        for case in 0..100 {
            let _ = write!(cases, "case {}: ", group * 100 + case);
        }
        let _ = writeln!(cases, "x = {group}; break;");
    }
    let wide = format!(
        "class Wide {{ int x; synchronized void set(int i) {{ switch (i) {{ {cases} }} }} int get() {{ return x; }} }}"
    );
    add(&workspace, "Wide.java", &wide, &[]);
    let answer = check(&workspace, &["."]);
    answer.has_the_rest();
    for class in ["Long", "Wide"] {
        let expected = format!("read/write race on {class}.x");
        assert!(
            answer.found.contains(&expected),
            "{}{}",
            answer.found,
            answer.said
        );
    }
    assert!(!answer.said.contains("could not"), "{}", answer.said);
}

#[test]
fn a_lack_of_debug_information_is_said_once() {
    let workspace = racy();
    let text = "class Bare { int x; synchronized void set() { x = 1; } int get() { return x; } }
class Barer { int x; synchronized void set() { x = 1; } int get() { return x; } }";
    add(&workspace, "Bare.java", text, &["-g:none"]);
    let answer = check(&workspace, &["."]);
    answer.has_the_rest();
    answer.says("2 classes without line numbers");
    assert_eq!(
        answer.said.matches("line numbers").count(),
        1,
        "{}",
        answer.said
    );
    let expected = "thread-safety-violation Bare.get: read/write race on Bare.x";
    assert!(answer.found.contains(expected), "{}", answer.found);
}

#[test]
fn without_line_numbers_each_location_of_a_method_is_told() {
    let workspace = racy();
    let text = "class Bare {
    int x, y, z;
    synchronized void set() { x = 1; y = 1; z = 1; }
    int get() {
        int sum = x;
        sum += y;
        return sum + z;
    }
}";
    add(&workspace, "Bare.java", text, &["-g:none"]);
    let found = check(&workspace, &["."]).found;
    for field in ["x", "y", "z"] {
        let expected = format!("Bare.get: read/write race on Bare.{field}\n");
        assert!(found.contains(&expected), "{found}");
    }
}
