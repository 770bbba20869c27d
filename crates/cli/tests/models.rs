//! `redflag run --models`: rules that the user adds to the bundled ones.

mod java;

use std::fs;

use java::{Outcome, Workspace};

/// One thread after the other, by a lock and a latch that redflag cannot know: their accesses are plain and opaque.
const PROGRAM: &str = r#"
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.zip.CRC32C;

public class Guarded {
    static final VarHandle STATE = MethodHandles.arrayElementVarHandle(int[].class);

    static final class Guard {
        private int[] state = new int[1];

        boolean tryLock() {
            return STATE.weakCompareAndSetPlain(state, 0, 0, 1);
        }

        void unlock() {
            STATE.setOpaque(state, 0, 0);
        }
    }

    static final class Latch {
        private final int[] state = new int[1];

        void open() {
            STATE.setOpaque(state, 0, 1);
            throw new IllegalStateException("open");
        }

        void await() {
            while ((int) STATE.getOpaque(state, 0) == 0) {
                pause();
            }
        }

        private static void pause() {
            Thread.onSpinWait();
        }
    }

    static int locked;
    static int latched;
    static int handed;

    static void locked(Guard guard) {
        while (!guard.tryLock()) {
            Thread.yield();
        }
        locked++;
        guard.unlock();
    }

    public static void main(String[] args) throws Exception {
        Guard guard = new Guard();
        Latch latch = new Latch();
        int[] last = new int[1];
        CRC32C sum = new CRC32C();
        locked(guard);
        Thread first = new Thread(() -> {
            locked(guard);
            handed = 1;
            sum.update(1);
            latched = 1;
            try {
                latch.open();
            } catch (IllegalStateException open) {
                System.out.println(open.getMessage());
            }
            STATE.setOpaque(last, 0, 1);
        });
        first.start();
        while ((int) STATE.getOpaque(last, 0) == 0) {
            Thread.onSpinWait();
        }
        locked(guard);
        sum.getValue();
        handed = 2;
        latch.await();
        latched = 2;
        first.join();
    }
}
"#;

const LOCKS: &str = r#"
[[hook]]
class = "Guarded$Guard"
method = "tryLock()Z"
return = ["lock this.state if true"]

[[hook]]
class = "Guarded$Guard"
method = "unlock()V"
entry = ["unlock this.state"]

[[hook]]
class = "Guarded$Latch"
method = "open()V"
throw = ["release this.state"]

[[hook]]
class = "Guarded$Latch"
method = "await()V"
return = ["acquire this.state"]
"#;

const SUMS: &str = r#"
[[hook]]
class = "java/util/zip/CRC32C"
method = "update(I)V"
entry = ["release this"]

[[hook]]
class = "java/util/zip/CRC32C"
method = "getValue()J"
return = ["acquire this"]
"#;

fn run(files: &[(&str, &str)]) -> Outcome {
    let workspace = Workspace::with_text("Guarded.java", PROGRAM);
    let mut options = Vec::new();
    for (name, text) in files {
        fs::write(workspace.path(name), text).unwrap();
        options.extend(["--models", name]);
    }
    let first = workspace.run(&mut workspace.watched_java(&options, &["Guarded"]));
    // Rules are put into classes that an earlier run has rewritten too.
    let second = workspace.run(&mut workspace.watched_java(&options, &["Guarded"]));
    assert_eq!(fields(&second), fields(&first), "{}", second.stderr);
    assert_eq!(second.status, first.status);
    first
}

fn fields(outcome: &Outcome) -> Vec<String> {
    let mut names: Vec<_> = outcome.races().into_iter().map(|(name, _)| name).collect();
    names.dedup();
    names
}

#[test]
fn without_rules_an_unknown_lock_orders_nothing() {
    let outcome = run(&[]);
    assert_eq!(fields(&outcome), ["handed", "latched", "locked"]);
    assert_eq!(outcome.status, Some(66));
}

#[test]
fn rules_for_the_programs_own_classes_order_its_threads() {
    let outcome = run(&[("locks.toml", LOCKS)]);
    assert_eq!(outcome.stdout, "open\n");
    assert_eq!(fields(&outcome), ["handed"], "{}", outcome.stderr);
    assert!(!outcome.stderr.contains("locks.toml"), "{}", outcome.stderr);
}

#[test]
fn rules_for_check_are_no_matter_of_a_run() {
    let of_check = "
        [[method]]
        class = 'Guarded$Latch'
        method = 'pause'
        thread = 'one'
        [[class]]
        class = 'Guarded$Latch'
        is = 'thread-safe'
        [[container]]
        class = 'Guarded$Guard'
        write = ['unlock']
    ";
    let outcome = run(&[("locks.toml", &format!("{LOCKS}{of_check}"))]);
    assert_eq!(fields(&outcome), ["handed"], "{}", outcome.stderr);
    assert!(!outcome.stderr.contains("locks.toml"), "{}", outcome.stderr);
}

#[test]
fn several_files_and_rules_for_the_jdk() {
    let outcome = run(&[("locks.toml", LOCKS), ("sums.toml", SUMS)]);
    assert_eq!(fields(&outcome), [""; 0], "{}", outcome.stderr);
    assert_eq!(outcome.status, Some(0));
    assert!(!outcome.stderr.contains("no effect"), "{}", outcome.stderr);
}

#[test]
fn a_wrong_file_is_refused_before_the_program_starts() {
    for (text, line, reason) in [
        (
            LOCKS.replace("unlock this", "seize this"),
            10,
            "`seize` is not a verb",
        ),
        (LOCKS.replace("if true", "if null"), 5, "does not fit"),
        (LOCKS.replace("throw =", "thrown ="), 15, "unknown field"),
        ("hook = 1\n".to_owned(), 1, "invalid type"),
        ("[[hook\n".to_owned(), 1, "unclosed"),
        (
            "\n[[call]]\nclass = 'A'\nmethod = 'b()V'\nvia = 'c'\n".to_owned(),
            2,
            "redflag's own",
        ),
        (
            "[[carrier]]\nclass = 'java/lang/String'\n".to_owned(),
            1,
            "redflag's own",
        ),
    ] {
        let workspace = Workspace::empty();
        fs::write(workspace.path("wrong.toml"), text).unwrap();
        let output = workspace
            .redflag(&["--models", "wrong.toml"])
            .args(["touch", "started"])
            .output()
            .unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        let place = format!("redflag: error: wrong.toml:{line}: ");
        assert!(stderr.starts_with(&place), "{place}\n{stderr}");
        assert!(stderr.contains(reason), "{reason}\n{stderr}");
        assert!(!workspace.path("started").exists());
    }
}

#[test]
fn a_missing_file_is_said_before_the_program_starts() {
    let workspace = Workspace::empty();
    let output = workspace
        .redflag(&["--models", "missing.toml"])
        .args(["touch", "started"])
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr.contains("missing.toml"), "{stderr}");
    assert!(!workspace.path("started").exists());
}

#[test]
fn rules_that_fit_nothing_are_told() {
    let rules = r#"
        [[hook]]
        class = "Guarded$Guard"
        method = "grab()Z"
        return = ["lock this"]
        [[hook]]
        class = "Guarded$Latch"
        method = "pause()V"
        entry = ["release this"]
        [[hook]]
        class = "java/util/zip/CRC32C"
        method = "vanish()V"
        entry = ["release this"]
        [[hook]]
        class = "Gaurded"
        method = "main([Ljava/lang/String;)V"
        entry = ["release arg1"]
    "#;
    let outcome = run(&[("odd.toml", rules)]);
    assert_eq!(fields(&outcome), ["handed", "latched", "locked"]);
    for part in [
        "Guarded$Guard.grab()Z: lock this at return: there is no such method",
        "Guarded$Latch.pause()V: release this at entry: the key needs `this`, and the method is static",
        "java/util/zip/CRC32C.vanish()V: release this at entry: there is no such method",
        "odd.toml for Gaurded were not used: no such class was loaded",
    ] {
        assert!(outcome.stderr.contains(part), "{part}\n{}", outcome.stderr);
    }
}
