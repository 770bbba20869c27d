//! Classes that are kept as they were rewritten: later runs find what they would have found without.

mod java;

use std::fs;
use std::path::PathBuf;

use java::{Outcome, Workspace, ended};

const BOX: &str = "final class Box {
    int value;
    Box(int value) { this.value = value; }
    int get() { return value; }
}";

/// Another thread reads a field, and only constructors write it.
const READING: &str = "import java.lang.invoke.*;
public class Main {
    static final VarHandle STEP = MethodHandles.arrayElementVarHandle(int[].class);
    static final int[] STEPS = new int[1];
    static int seen;
    public static void main(String[] arguments) throws Exception {
        Box box = new Box(1);
        STEP.setOpaque(STEPS, 0, 0);
        Thread reader = new Thread(() -> {
            seen = box.get();
            STEP.setOpaque(STEPS, 0, 1);
        });
        reader.start();
        while ((int) STEP.getOpaque(STEPS, 0) == 0) {
            Thread.onSpinWait();
        }
        box.value += 0;
        reader.join();
        System.out.println(seen);
    }
}";

/// The same, and somebody else writes it while it is read.
fn writing() -> String {
    READING.replace("+= 0", "= 2")
}

fn reading() -> String {
    READING.replace("box.value += 0;", "")
}

fn compile(workspace: &Workspace, name: &str, text: &str) {
    let path = workspace.path(name);
    fs::write(&path, text).unwrap();
    workspace.javac(&[], &[path]);
}

fn with(main: &str) -> Workspace {
    let workspace = Workspace::empty();
    compile(&workspace, "Box.java", BOX);
    compile(&workspace, "Main.java", main);
    workspace
}

fn run(workspace: &Workspace, options: &[&str]) -> Outcome {
    workspace.run(&mut workspace.watched_java(options, &["Main"]))
}

fn kept(outcome: &Outcome) -> u64 {
    let kept = &outcome.report["stats"]["counters"]["kept_classes"];
    kept.as_u64().unwrap_or(0)
}

/// All that a report says but for what differs from run to run.
fn findings(outcome: &Outcome) -> String {
    outcome.report["findings"].to_string()
}

fn files(workspace: &Workspace) -> Vec<PathBuf> {
    let entries = fs::read_dir(workspace.path("cache/redflag"));
    let entries = entries.into_iter().flatten();
    entries.map(|it| it.unwrap().path()).collect()
}

#[test]
fn later_runs_find_the_same_with_classes_that_were_kept() {
    let workspace = with(&writing());
    let first = run(&workspace, &[]);
    assert_eq!(first.races(), [("value".to_owned(), 1)], "{}", first.stderr);
    assert_eq!(kept(&first), 0);
    let [file] = &files(&workspace)[..] else {
        panic!("{:?}", files(&workspace));
    };
    let written = fs::read(file).unwrap();
    for _ in 0..2 {
        let later = run(&workspace, &[]);
        assert_eq!(kept(&later), 2);
        assert_eq!(later.stdout, first.stdout);
        assert_eq!(later.status, first.status);
        assert_eq!(findings(&later), findings(&first));
        assert_eq!(fs::read(file).unwrap(), written);
    }
}

#[test]
fn a_class_is_rewritten_anew_if_another_one_begins_to_write_its_field() {
    let workspace = with(&reading());
    assert_eq!(run(&workspace, &[]).races(), []);
    assert_eq!(kept(&run(&workspace, &[])), 2);
    compile(&workspace, "Main.java", &writing());
    let changed = run(&workspace, &[]);
    assert_eq!(kept(&changed), 0);
    assert_eq!(changed.races(), [("value".to_owned(), 1)]);
    compile(&workspace, "Main.java", &reading());
    let restored = run(&workspace, &[]);
    assert_eq!(restored.races(), []);
    // Of Box only what it was rewritten to last is kept.
    assert_eq!(kept(&restored), 1);
}

#[test]
fn a_class_that_did_not_change_is_not_rewritten_because_another_did() {
    let workspace = with(&reading());
    run(&workspace, &[]);
    compile(
        &workspace,
        "Main.java",
        &reading().replace("println(", "println(1 + "),
    );
    let changed = run(&workspace, &[]);
    assert_eq!(changed.stdout, "2\n");
    assert_eq!(kept(&changed), 1);
}

#[test]
fn runs_with_other_checks_do_not_share_classes() {
    let workspace = with(&writing());
    let first = run(&workspace, &[]);
    for checks in ["all", "redcard", "slimstate", "slimcard"] {
        for times in 0..2 {
            let outcome = run(&workspace, &["--checks", checks]);
            assert_eq!(kept(&outcome), 2 * times, "{checks}");
            assert_eq!(outcome.races(), first.races());
        }
    }
    assert_eq!(kept(&run(&workspace, &["--exclude", "Box"])), 1);
    for options in [&["--stats"][..], &["--trace", "trace"], &["--no-cache"]] {
        assert_eq!(kept(&run(&workspace, options)), 0, "{options:?}");
    }
}

#[test]
fn classes_of_several_loaders_have_sites_of_their_own() {
    let workspace = Workspace::empty();
    compile(
        &workspace,
        "Cell.java",
        "public class Cell implements Runnable {
            static int count;
            static int other;
            public void run() { count++; other++; }
        }",
    );
    compile(
        &workspace,
        "Main.java",
        "public class Main {
            public static void main(String[] arguments) throws Exception {
                java.net.URL[] here = {new java.io.File(\".\").toURI().toURL()};
                Thread[] threads = new Thread[4];
                for (int i = 0; i < threads.length; i += 2) {
                    ClassLoader loader = new java.net.URLClassLoader(here, null);
                    Runnable cell = (Runnable) loader.loadClass(\"Cell\").getDeclaredConstructor().newInstance();
                    threads[i] = new Thread(cell);
                    threads[i + 1] = new Thread(cell);
                }
                for (Thread thread : threads) thread.start();
                for (Thread thread : threads) thread.join();
            }
        }",
    );
    let first = run(&workspace, &[]);
    assert_eq!(first.races().len(), 2, "{}", first.stderr);
    for _ in 0..2 {
        let later = run(&workspace, &[]);
        assert_eq!(kept(&later), 2);
        assert_eq!(later.races(), first.races(), "{}", later.stderr);
    }
}

#[test]
fn a_damaged_file_is_as_good_as_none() {
    let workspace = with(&writing());
    let first = run(&workspace, &[]);
    let file = files(&workspace).remove(0);
    let whole = fs::read(&file).unwrap();
    let step = whole.len() / 10;
    // The highest number of a site comes first of all values.
    let count = u64::from_le_bytes(whole[32..40].try_into().unwrap());
    let highest = 40 + count as usize * 48 + 16;
    for at in (0..whole.len()).step_by(step).chain([highest]) {
        for damaged in [
            whole[..at].to_vec(),
            [&whole[..at], &[!whole[at]], &whole[at + 1..]].concat(),
        ] {
            fs::write(&file, damaged).unwrap();
            let outcome = run(&workspace, &[]);
            assert_eq!(findings(&outcome), findings(&first), "{at}");
            assert!(kept(&outcome) < 2);
            let second = run(&workspace, &[]);
            assert_eq!(findings(&second), findings(&first), "{at}");
            let third = run(&workspace, &[]);
            assert_eq!(findings(&third), findings(&first), "{at}");
            assert_eq!(kept(&third), 2, "{at}");
        }
    }
}

#[test]
fn several_jvms_at_once_keep_what_one_of_them_has() {
    let workspace = with(&writing());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| ended(&mut workspace.watched_java(&[], &["Main"])));
        }
    });
    let later = run(&workspace, &[]);
    assert_eq!(kept(&later), 2);
    assert_eq!(later.races(), [("value".to_owned(), 1)]);
    assert_eq!(files(&workspace).len(), 1);
}

#[test]
fn a_directory_that_cannot_be_written_is_told_if_the_user_named_it() {
    let workspace = with(&writing());
    fs::write(workspace.path("file"), "").unwrap();
    let named = run(&workspace, &["--cache", "file/below"]);
    assert_eq!(named.races(), [("value".to_owned(), 1)]);
    let told = "nothing can be kept in ";
    assert!(named.stderr.contains(told), "{}", named.stderr);
    fs::write(workspace.path("cache"), "").unwrap();
    let default = run(&workspace, &[]);
    assert_eq!(default.races(), named.races());
    assert!(!default.stderr.contains(told), "{}", default.stderr);
}
