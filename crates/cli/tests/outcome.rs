//! How a watched JVM ends, which of its races are told, and how: with real JVMs, each of which has
//! one race behind it when it ends in some way.

mod java;
mod signals;

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};

use java::{Outcome, Workspace, jdk_tool};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

fn racy() -> Workspace {
    Workspace::with(&["Racy.java"])
}

fn on_value(count: u64) -> Vec<(String, u64)> {
    vec![("value".to_owned(), count)]
}

fn killed_jvms(outcome: &Outcome) -> &Value {
    &outcome.report["stats"]["killed_jvms"]
}

#[test]
fn however_a_program_ends_its_races_are_told() {
    let workspace = racy();
    for (how, status, output) in [
        ("return", 66, "raced\n"),
        ("exit-0", 66, "raced\n"),
        ("exit-3", 3, "raced\n"),
        ("halt-0", 66, "raced\n"),
        ("halt-4", 4, "raced\n"),
        ("throw", 1, "raced\n"),
        ("daemon", 66, "raced\n"),
        ("last-thread", 66, "raced\n"),
        ("hook", 66, "raced\nhook\n"),
    ] {
        let outcome = workspace.run(&mut workspace.watched_java(&[], &["Racy", how]));
        assert_eq!(outcome.status, Some(status), "{how}: {}", outcome.stderr);
        assert_eq!(outcome.stdout, output, "{how}");
        assert_eq!(outcome.races(), on_value(1), "{how}");
        assert_eq!(killed_jvms(&outcome), 0, "{how}");
        let summary = "redflag: 1 data race (1 occurrence) in 1 JVM;";
        assert!(outcome.stderr.contains(summary), "{how}");
    }
}

/// A watched program that has raced and goes on until it is ended.
struct Running {
    redflag: Child,
    output: BufReader<ChildStdout>,
    jvm: Pid,
}

impl Running {
    fn start(mut command: Command) -> Running {
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        signals::by_default(&mut command);
        let mut redflag = command.spawn().unwrap();
        let mut output = BufReader::new(redflag.stdout.take().unwrap());
        assert_eq!(line(&mut output), "raced");
        let jvm = line(&mut output).parse().unwrap();
        Running {
            redflag,
            output,
            jvm: Pid::from_raw(jvm).unwrap(),
        }
    }

    fn end(self, workspace: &Workspace) -> Outcome {
        drop(self.output);
        workspace.outcome(self.redflag.wait_with_output().unwrap())
    }
}

fn line(output: &mut impl BufRead) -> String {
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    line.trim_end().to_owned()
}

#[test]
fn a_signal_ends_the_program_and_its_races_are_told() {
    let workspace = racy();
    for (signal, number) in [(Signal::TERM, 15), (Signal::INT, 2), (Signal::HUP, 1)] {
        let command = workspace.watched_java(&[], &["Racy", "forever"]);
        let running = Running::start(command);
        kill_process(Pid::from_child(&running.redflag), signal).unwrap();
        let outcome = running.end(&workspace);
        assert_eq!(outcome.status, Some(128 + number), "{}", outcome.stderr);
        assert_eq!(outcome.races(), on_value(1));
        assert_eq!(killed_jvms(&outcome), 0);
    }
}

#[test]
fn what_a_killed_jvm_had_found_is_told() {
    let workspace = racy();
    let running = Running::start(workspace.watched_java(&[], &["Racy", "forever"]));
    kill_process(running.jvm, Signal::KILL).unwrap();
    let outcome = running.end(&workspace);
    assert_eq!(outcome.status, Some(128 + 9));
    assert_eq!(outcome.races(), on_value(1));
    assert_eq!(killed_jvms(&outcome), 1);
}

/// What threads have put off is checked by the thread that ends the JVM, while they go on from array to array.
#[test]
fn what_is_accessed_while_the_jvm_ends_is_told_as_it_is() {
    let workspace = Workspace::with(&["Ending.java"]);
    for (how, status, races) in [("ordered", 0, 0), ("racy", 66, 1), ("scattered", 66, 1)] {
        for _ in 0..5 {
            let outcome = workspace.run(&mut workspace.watched_java(&[], &["Ending", how]));
            assert_eq!(outcome.status, Some(status), "{how}: {}", outcome.stderr);
            assert_eq!(outcome.races().len(), races, "{how}: {}", outcome.stderr);
        }
    }
}

#[test]
fn the_first_race_halts_the_program_if_asked_to() {
    let workspace = racy();
    for (options, status) in [
        (&["--halt-on-race"][..], 66),
        (&["--halt-on-race", "--exit-code", "7"], 7),
    ] {
        let outcome = workspace.run(&mut workspace.watched_java(options, &["Racy", "forever"]));
        assert_eq!(outcome.status, Some(status), "{}", outcome.stderr);
        assert_eq!(outcome.stdout, "", "the program went on");
        assert_eq!(outcome.races(), on_value(1));
    }
}

#[test]
fn the_exit_status_of_races_is_the_users_choice() {
    let workspace = racy();
    for (code, how, status) in [("5", "return", 5), ("0", "return", 0), ("5", "exit-3", 3)] {
        let mut command = workspace.watched_java(&["--exit-code", code], &["Racy", how]);
        assert_eq!(workspace.run(&mut command).status, Some(status));
    }
}

#[test]
fn as_many_races_are_printed_as_asked_for_and_all_are_written() {
    let workspace = racy();
    for (options, printed) in [
        (&[][..], 4),
        (&["--max-reports", "2"], 2),
        (&["--max-reports", "0"], 0),
    ] {
        let mut command = workspace.watched_java(options, &["Racy", "return", "3"]);
        let outcome = workspace.run(&mut command);
        let stderr = &outcome.stderr;
        assert_eq!(stderr.matches("\nSUMMARY:").count(), printed, "{stderr}");
        assert_eq!(stderr.contains("--max-reports"), printed < 4, "{stderr}");
        assert_eq!(outcome.races().len(), 4);
    }
}

#[test]
fn packages_choose_what_is_checked() {
    let workspace = racy();
    for (options, found) in [
        (&["--include", "Racy"][..], true),
        (&["--include", "com.acme"], false),
        (&["--exclude", "Racy"], false),
        (&["--exclude", "com.acme"], true),
        (&["--include", "Racy", "--exclude", "Racy"], false),
    ] {
        let outcome = workspace.run(&mut workspace.watched_java(options, &["Racy"]));
        let races = if found { on_value(1) } else { Vec::new() };
        assert_eq!(outcome.races(), races, "{options:?}");
        assert_eq!(outcome.status, Some(if found { 66 } else { 2 }));
        let filters = options.join(" ");
        let nothing = format!("redflag: nothing was checked: {filters} left no class to check\n");
        let said = outcome.stderr.contains(&nothing);
        assert_eq!(said, !found, "{options:?}: {}", outcome.stderr);
        assert!(!outcome.stderr.contains("no data races"));
    }
}

#[test]
fn a_pattern_chooses_the_jvms() {
    let workspace = racy();
    for (pattern, status) in [("Racy*exit-0", 66), ("Racy*exit-3", 2)] {
        let mut command = workspace.watched_java(&["--jvm", pattern], &["Racy", "exit-0"]);
        assert_eq!(workspace.run(&mut command).status, Some(status));
    }
}

#[test]
fn what_several_jvms_find_is_one_report() {
    let workspace = racy();
    let java = jdk_tool("java");
    let script = format!("{java} -cp . Racy & {java} -cp . Racy return 1; wait");
    let mut command = workspace.redflag(&[]);
    let outcome = workspace.run(command.args(["sh", "-c", &script]));
    assert_eq!(outcome.status, Some(66), "{}", outcome.stderr);
    let races = [("[I".to_owned(), 1), ("value".to_owned(), 2)];
    assert_eq!(outcome.races(), races);
    assert_eq!(outcome.report["stats"]["jvms"], 2);
    assert!(outcome.stderr.contains("in 2 JVMs"));
}

#[test]
fn a_program_without_races_ends_as_it_would() {
    let workspace = Workspace::with(&["Threads.java"]);
    let outcome = workspace.run(&mut workspace.watched_java(&[], &["Threads", "4"]));
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    assert_eq!(outcome.stdout, "2 2 2\n");
    assert_eq!(outcome.report["findings"], json!([]));
}

#[test]
fn a_program_without_accesses_gets_no_verdict() {
    let text = "class Idle { public static void main(String[] args) {} }";
    let workspace = Workspace::with_text("Idle.java", text);
    for (options, status) in [(&[][..], 0), (&["--include", "Idle"], 2)] {
        let outcome = workspace.run(&mut workspace.watched_java(options, &["Idle"]));
        assert_eq!(outcome.status, Some(status), "{}", outcome.stderr);
        assert!(outcome.stderr.contains("redflag: nothing was checked"));
        assert!(!outcome.stderr.contains("no data races"));
    }
}

#[test]
fn the_monitor_of_a_class_is_named_after_it() {
    let text = "class Locked {
        static int value;
        public static void main(String[] args) throws Exception {
            Thread other = new Thread(() -> value++);
            other.start();
            synchronized (Locked.class) {
                value++;
            }
            other.join();
        }
    }";
    let workspace = Workspace::with_text("Locked.java", text);
    let outcome = workspace.run(&mut workspace.watched_java(&[], &["Locked"]));
    let findings = outcome.report["findings"].as_array().unwrap();
    let accesses = findings.iter().flat_map(|f| f["accesses"].as_array());
    let locks: Vec<&Value> = accesses.flatten().map(|a| &a["locks"]).collect();
    assert!(
        locks.contains(&&json!(["class Locked#1"])),
        "{}",
        outcome.stderr
    );
    assert!(!outcome.stderr.contains("$Lambda"), "{}", outcome.stderr);
}

#[test]
fn the_locks_of_an_access_gone_by_are_told() {
    let text = "import java.lang.invoke.MethodHandles;
    import java.lang.invoke.VarHandle;
    import java.util.concurrent.locks.ReentrantLock;
    class Chain {
        static final ReentrantLock A = new ReentrantLock(), B = new ReentrantLock(), C = new ReentrantLock();
        static int bAndC, onlyC, none, twice, once;
        static int done;
        static final VarHandle DONE;
        static {
            try {
                DONE = MethodHandles.lookup().findStaticVarHandle(Chain.class, \"done\", int.class);
            } catch (ReflectiveOperationException e) {
                throw new Error(e);
            }
        }
        static void first() {
            A.lock();
            B.lock();
            A.unlock();
            C.lock();
            bAndC = 1;
            B.unlock();
            onlyC = 1;
            C.unlock();
            none = 1;
            synchronized (Chain.class) {
                synchronized (Chain.class) {
                    twice = 1;
                }
                once = 1;
            }
            DONE.setOpaque(1);
        }
        public static void main(String[] args) throws Exception {
            DONE.setOpaque(0);
            Thread first = new Thread(Chain::first);
            first.start();
            while ((int) DONE.getOpaque() == 0) {
                Thread.onSpinWait();
            }
            bAndC = 2;
            onlyC = 2;
            none = 2;
            twice = 2;
            once = 2;
            first.join();
        }
    }";
    let workspace = Workspace::with_text("Chain.java", text);
    let outcome = workspace.run(&mut workspace.watched_java(&[], &["Chain"]));
    let locks = |field: &str| -> Vec<String> {
        let findings = outcome.report["findings"].as_array().unwrap();
        let finding = findings.iter().find(|f| f["location"]["field"] == field);
        let earlier =
            &finding.unwrap_or_else(|| panic!("{field}: {}", outcome.stderr))["accesses"][1];
        assert_eq!(earlier["method"], "first");
        let locks = earlier["locks"].as_array().unwrap();
        locks
            .iter()
            .map(|l| l.as_str().unwrap().to_owned())
            .collect()
    };
    let [b, c] = &locks("bAndC")[..] else {
        panic!("{}", outcome.stderr);
    };
    assert_ne!(b, c);
    assert_eq!(locks("onlyC"), [c.as_str()]);
    assert!(locks("none").is_empty());
    // The inner exit releases nothing: accesses before and behind it are not told apart.
    for field in ["twice", "once"] {
        let [monitor] = &locks(field)[..] else {
            panic!("{field}: {}", outcome.stderr);
        };
        assert!(monitor.starts_with("class Chain#"), "{monitor}");
    }
}

fn keys(value: &Value) -> Vec<&str> {
    let object = value.as_object().unwrap();
    object.keys().map(String::as_str).collect()
}

#[test]
fn the_report_has_every_field() {
    let workspace = racy();
    let mut command = workspace.watched_java(&[], &["Racy", "return", "1"]);
    let report = workspace.run(&mut command).report;
    assert_eq!(keys(&report), ["findings", "stats", "tool", "version"]);
    assert_eq!(report["tool"], "redflag");
    assert_eq!(report["version"], env!("CARGO_PKG_VERSION"));

    let [field, element] = report["findings"].as_array().unwrap().as_slice() else {
        panic!("two findings: {report}");
    };
    assert_eq!(
        field["location"],
        json!({"class": "Racy", "field": "value"})
    );
    assert_eq!(element["location"], json!({"array": "[I", "index": 0}));
    assert_eq!(element["note"], "the array was loaded from Racy.elements");
    for finding in [field, element] {
        assert_eq!(finding["rule"], "data-race");
        assert_eq!(finding["kind"], "write-write");
        assert_eq!(finding["count"], 1);
        let fingerprint = finding["fingerprint"].as_str().unwrap();
        assert_eq!(fingerprint.len(), 16);
        let [later, earlier] = finding["accesses"].as_array().unwrap().as_slice() else {
            panic!("two accesses: {finding}");
        };
        access(later);
        access(earlier);
        assert_eq!(later["locks"], json!([]));
        for access in [later, earlier] {
            let top = &access["stack"][0];
            for key in ["class", "method", "file", "line"] {
                assert_eq!(top[key], access[key], "the stack begins at the access");
            }
        }
    }
    let [later, earlier] = [0, 1].map(|i| &field["accesses"][i]);
    assert_eq!(later["thread"], "second");
    assert_eq!(earlier["thread"], "first");
    for access in [later, earlier] {
        assert_eq!(access["method"], "write");
        assert_eq!(access["descriptor"], "(I)V");
        let created = access["thread_created"].as_array().unwrap();
        assert!(created.iter().any(|frame| frame["method"] == "main"));
    }
}

fn access(access: &Value) {
    let expected = [
        "class",
        "descriptor",
        "file",
        "line",
        "locks",
        "method",
        "op",
        "stack",
        "thread",
        "thread_created",
    ];
    assert_eq!(keys(access), expected);
    assert_eq!(access["op"], "write");
    assert_eq!(access["class"], "Racy");
    assert_eq!(access["file"], "Racy.java");
    assert!(access["line"].is_u64());
}

#[test]
fn lines_and_file_are_null_where_the_compiler_left_them_out() {
    let workspace = Workspace::empty();
    workspace.javac(&["-g:none"], &[java::source("Racy.java")]);
    let report = workspace
        .run(&mut workspace.watched_java(&[], &["Racy"]))
        .report;
    for access in report["findings"][0]["accesses"].as_array().unwrap() {
        assert_eq!(access["file"], Value::Null);
        assert_eq!(access["line"], Value::Null);
        assert_eq!(access["method"], "write");
    }
}
