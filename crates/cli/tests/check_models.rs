//! `redflag check --models`: what the user says of classes and methods, be their code looked at or not.

mod java;

use std::collections::BTreeSet;
use std::fs;

use java::{Workspace, ended};

/// What stands for a library.
const LIBRARY: &str = r#"
package lib;

public class Library {
    public static class Gate {
        public void enter() {}
        public boolean tryEnter() { return true; }
        public void leave() {}
        public static void close(Object gate) {}
        public static void open(Object gate) {}
    }
    public static class Holder {
        private final Gate sync = new Gate();
        public void hold() {}
        public void drop() {}
        public static void holdAll() {}
        public static void dropAll() {}
    }
    public static class Grid {
        public void put(int at) {}
        public int get(int at) { return at; }
    }
    public static class Queue {
        private int size;
        public void offer() { size++; }
    }
    public static class Grids {
        public static void sort(Object grid) {}
    }
    public interface Sink { void drop(); }
    public static class Jobs {
        public static void later(Runnable job) { job.run(); }
        public static void ui(Runnable job) { job.run(); }
        public static void start(Runnable job) { job.run(); }
    }
    public static class Checks {
        public static void assertEdt() {}
        public static boolean onEdt() { return true; }
    }
    public static class Sums {
        public native int hash();
    }
    public static class Car { public int wheels, doors, seats; }
    public static class CarMaker {
        private final Car car = new Car();
        public Car build() { return car; }
    }
    public static class Lot {
        private final Car car = new Car();
        public Car take() { return car; }
        public native Car washed(Car car);
    }
    public static class Worker { public void run() {} }
    public interface Work { Object work(); }
    public static class Scope { public static native Object within(Work work); }
}
"#;

const PROGRAM: &str = r#"
import lib.Library.*;

@interface ThreadSafe {}

@ThreadSafe
class Program {
    private final Gate gate = new Gate();
    private final Holder holder = new Holder();
    private final Grid grid = new Grid();
    private final Object sorted = new Object();
    private final Queue queue = new Queue();
    private final Sums sums = new Sums();
    private final CarMaker maker = new CarMaker();
    private final Lot lot = new Lot();
    private final Car own = new Car();
    private Sink sink;
    private int entered, tried, closed, held, all, later, ui, edt, asked, sum;

    void enter() { gate.enter(); entered++; gate.leave(); }
    void tries() { if (gate.tryEnter()) { tried++; gate.leave(); } }
    void close() { Gate.close(gate); closed++; Gate.open(gate); }
    void hold() { holder.hold(); held++; holder.drop(); }
    void holdAll() { Holder.holdAll(); all++; Holder.dropAll(); }
    void put() { grid.put(1); }
    synchronized int get() { return grid.get(1); }
    void sort() { Grids.sort(sorted); }
    void offer() { queue.offer(); }
    void drop() { sink.drop(); }
    synchronized void later() { Jobs.later(() -> later++); }
    void ui() { Jobs.ui(() -> ui++); }
    void edt() { Checks.assertEdt(); edt++; }
    void ask() { if (Checks.onEdt()) asked++; }
    int sum() { if (sum == 0) sum = sums.hash(); return sum; }
    void build() { maker.build().wheels = 4; }
    void take() { lot.take().doors = 4; }
    void wash() { lot.washed(own).seats = 4; }
}

class Starter {
    private int started;
    void start() { Jobs.start(() -> started++); }
}

class Digger extends Worker {
    private int dug;
    public void run() { dug++; }
    public int dug() { return dug; }
}

class Scoped implements Work {
    private int scoped;
    public Object work() { scoped++; return null; }
    synchronized void run() { Scope.within(this); }
    synchronized int scoped() { return scoped; }
}
"#;

/// The library and the program, compiled to directories of their own.
fn compiled() -> Workspace {
    let workspace = Workspace::empty();
    for (folder, name, text) in [
        ("library", "Library.java", LIBRARY),
        ("program", "Program.java", PROGRAM),
    ] {
        fs::write(workspace.path(name), text).unwrap();
        workspace.javac(&["-cp", "library", "-d", folder], &[workspace.path(name)]);
    }
    workspace
}

/// The fields on which anything is reported, and what is said beside.
fn told(workspace: &Workspace, models: &str, inputs: &[&str]) -> (BTreeSet<String>, String) {
    fs::write(workspace.path("rules.toml"), models).unwrap();
    let options = ["check", "--models", "rules.toml", "--json", "found.json"];
    let mut command = workspace.redflag_command(&options);
    let output = ended(command.args(inputs));
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(matches!(output.status.code(), Some(0 | 1)), "{stderr}");
    let found: serde_json::Value =
        serde_json::from_slice(&fs::read(workspace.path("found.json")).unwrap()).unwrap();
    let findings = found["findings"].as_array().unwrap().iter();
    let fields = findings.map(|it| it["location"]["field"].as_str().unwrap().to_owned());
    (fields.collect(), stderr)
}

/// Rules, and the fields that are reported no more and now because of them: with the library's code, and without.
type Case = (
    &'static str,
    [&'static [&'static str]; 2],
    [&'static [&'static str]; 2],
);

const NOTHING: &[&str] = &[];

const CASES: &[Case] = &[
    (
        // The form that `redflag run` takes too.
        "[[hook]]
        class = 'lib/Library$Gate'
        method = 'enter()V'
        return = ['lock this']
        [[hook]]
        class = 'lib/Library$Gate'
        method = 'tryEnter()Z'
        return = ['lock this if true']
        [[hook]]
        class = 'lib/Library$Gate'
        method = 'leave()V'
        entry = ['unlock this']",
        [&["entered", "tried"], &["entered", "tried"]],
        [NOTHING, NOTHING],
    ),
    (
        "[[method]]
        class = 'lib/Library$Grids'
        method = 'sort'
        writes = ['arg1']",
        [NOTHING, NOTHING],
        [&["sorted"], &["sorted"]],
    ),
    (
        "[[method]]
        class = 'lib/Library$Gate'
        method = 'close'
        does = 'lock arg1'
        [[method]]
        class = 'lib/Library$Gate'
        method = 'open'
        does = 'unlock arg1'",
        [&["closed"], &["closed"]],
        [NOTHING, NOTHING],
    ),
    (
        "[[hook]]
        class = 'lib/Library$Holder'
        method = 'hold()V'
        return = ['lock this.sync']
        [[hook]]
        class = 'lib/Library$Holder'
        method = 'drop()V'
        entry = ['unlock this.sync']
        [[method]]
        class = 'lib/Library$Holder'
        method = 'holdAll'
        does = 'lock class'
        [[method]]
        class = 'lib/Library$Holder'
        method = 'dropAll'
        does = 'unlock class'",
        [&["held", "all"], &["held", "all"]],
        [NOTHING, NOTHING],
    ),
    (
        "[[container]]
        class = 'lib/Library$Grid'
        read = ['get']
        write = ['put']",
        [NOTHING, NOTHING],
        [&["grid"], &["grid"]],
    ),
    (
        "[[class]]
        classes = ['lib/Library$Queue', 'lib/Library$Sink']
        is = 'thread-safe'",
        [&["size", "drop"], NOTHING],
        [NOTHING, NOTHING],
    ),
    (
        "[[class]]
        class = 'lib/*'
        is = 'unannotated'",
        [&["drop"], NOTHING],
        [NOTHING, NOTHING],
    ),
    (
        "[[method]]
        class = 'lib/Library$Jobs'
        method = 'later(Ljava/lang/Runnable;)V'
        runs = 'any-thread'",
        [NOTHING, NOTHING],
        [&["later"], NOTHING],
    ),
    (
        "[[method]]
        class = 'lib/Library$Jobs'
        method = 'ui'
        runs = 'one-thread'",
        [&["ui"], &["ui"]],
        [NOTHING, NOTHING],
    ),
    (
        "[[method]]
        class = '*'
        method = 'assertEdt()V'
        thread = 'one'
        [[method]]
        class = 'lib/Library$Checks'
        method = 'onEdt'
        thread = 'asks'",
        [&["edt", "asked"], &["edt", "asked"]],
        [NOTHING, NOTHING],
    ),
    (
        "[[method]]
        class = 'lib/Library$Sums'
        method = 'hash'
        result = 'functional'",
        [&["sum"], &["sum"]],
        [NOTHING, NOTHING],
    ),
    (
        "[[class]]
        class = 'lib/Library$CarMaker'
        is = 'builder'",
        [&["wheels"], NOTHING],
        [NOTHING, NOTHING],
    ),
    (
        "[[method]]
        class = 'lib/Library$Lot'
        method = 'take'
        result = 'owned'",
        [&["doors"], NOTHING],
        [NOTHING, NOTHING],
    ),
    (
        "[[method]]
        class = 'lib/Library$Lot'
        method = 'washed'
        result = 'arg1'",
        [NOTHING, NOTHING],
        [&["seats"], &["seats"]],
    ),
    (
        "[[method]]
        class = 'lib/Library$Jobs'
        method = 'start'
        runs = 'any-thread'
        starts-threads = true",
        [NOTHING, NOTHING],
        [&["started"], &["started"]],
    ),
    (
        "[[class]]
        class = 'lib/Library$Worker'
        is = 'thread'",
        [NOTHING, NOTHING],
        [&["dug"], &["dug"]],
    ),
    (
        "[[method]]
        class = 'lib/Library$Scope'
        method = 'within'
        runs = 'now'
        calls = ['lib/Library$Work.work()Ljava/lang/Object;']",
        [&["scoped"], &["scoped"]],
        [NOTHING, NOTHING],
    ),
];

#[test]
fn each_kind_of_rule_is_used_with_and_without_the_code_that_it_is_about() {
    let workspace = compiled();
    for (at, inputs) in [&["program", "library"][..], &["program"]]
        .iter()
        .enumerate()
    {
        let (before, _) = told(&workspace, "", inputs);
        for (rules, gone, new) in CASES {
            let (after, stderr) = told(&workspace, rules, inputs);
            let names = |it: &[&str]| {
                it.iter()
                    .map(|it| (*it).to_owned())
                    .collect::<BTreeSet<_>>()
            };
            let changes = (&before - &after, &after - &before);
            assert_eq!(
                changes,
                (names(gone[at]), names(new[at])),
                "{rules}\n{inputs:?}\n{stderr}"
            );
            assert!(!stderr.contains("in the models"), "{rules}\n{stderr}");
        }
    }
}

#[test]
fn of_a_file_for_both_engines_all_is_used_that_concerns_code_alone() {
    let rules = "
        [[hook]]
        class = 'lib/Library$Gate'
        method = 'enter()V'
        return = ['lock this']
        [[hook]]
        class = 'lib/Library$Gate'
        method = 'leave()V'
        entry = ['unlock this']
        [[hook]]
        class = 'java/util/zip/CRC32C'
        method = 'update(I)V'
        entry = ['release this']
        [[container]]
        class = 'lib/Library$Grid'
        write = ['put']
        [[class]]
        class = 'lib/Library$Queue'
        is = 'thread-safe'
        [[method]]
        class = '*'
        method = 'assertEdt()V'
        thread = 'one'
    ";
    let workspace = compiled();
    let (found, stderr) = told(&workspace, rules, &["program", "library"]);
    assert!(
        !found.contains("entered") && found.contains("grid"),
        "{found:?}"
    );
    assert!(!stderr.contains("in the models"), "{stderr}");
}

#[test]
fn several_files_add_up_and_the_last_word_counts() {
    let workspace = compiled();
    let rule = |runs: &str| {
        format!("[[method]]\nclass = 'lib/Library$Jobs'\nmethod = 'ui'\nruns = '{runs}'\n")
    };
    let others = "[[method]]\nclass = 'lib/Library$Sums'\nmethod = 'hash'\nresult = 'functional'\n";
    fs::write(workspace.path("first.toml"), rule("one-thread") + others).unwrap();
    let told_after = |runs| {
        fs::write(workspace.path("second.toml"), rule(runs)).unwrap();
        let options = [
            "check",
            "program",
            "--models",
            "first.toml",
            "--models",
            "second.toml",
        ];
        let output = ended(&mut workspace.redflag_command(&options));
        String::from_utf8(output.stdout).unwrap()
    };
    // The cache knows what was found with the other rules.
    for (runs, is_told) in [("one-thread", false), ("now", true), ("one-thread", false)] {
        let told = told_after(runs);
        assert_eq!(told.contains("Program.ui"), is_told, "{runs}\n{told}");
        assert!(!told.contains("Program.sum"), "{told}");
    }
}

#[test]
fn names_that_nothing_has_are_told() {
    let rules = "
        [[method]]
        class = 'lib/Library$Gaet'
        method = 'enter'
        does = 'lock this'
        [[hook]]
        class = 'lib/Library$Gate'
        method = 'tryEnter(J)Z'
        return = ['lock this if true']
        [[class]]
        class = 'lib/Library$Queue'
        is = 'thread-safe'
    ";
    let (_, stderr) = told(&compiled(), rules, &["program", "library"]);
    let expected = "2 names in the models that nothing here has, so that their rules were not used: \
        lib.Library$Gaet; lib.Library$Gate.tryEnter(J)Z";
    assert!(stderr.contains(expected), "{stderr}");
}

#[test]
fn a_wrong_file_is_refused_with_its_line() {
    let method = |rest: &str| format!("[[method]]\nclass = 'a/B'\nmethod = 'm'\n{rest}\n");
    let descriptor = |rest: &str| format!("[[method]]\nclass = 'a/B'\nmethod = 'm()V'\n{rest}\n");
    let workspace = compiled();
    for (text, line, reason) in [
        (
            method(""),
            1,
            "the rule says nothing: it needs `does`, `runs`",
        ),
        (
            method("does = 'seize this'"),
            4,
            "`seize` is not a verb here: lock, unlock",
        ),
        (
            method("does = 'lock that'"),
            4,
            "`that` is not a key here: this, arg1",
        ),
        (
            method("does = 'unlock this if true'"),
            4,
            "`unlock` has no condition",
        ),
        (
            method("does = 'lock this if null'"),
            4,
            "`null` is not a condition here: true or nonzero",
        ),
        (
            descriptor("does = 'lock this if true'"),
            3,
            "does not fit the type of the result",
        ),
        (descriptor("does = 'lock arg1'"), 3, "no such argument"),
        (descriptor("result = 'owned'"), 3, "there is no result"),
        (
            method("result = 'mine'"),
            4,
            "`mine` is not a result: owned, functional",
        ),
        (
            method("runs = 'soon'"),
            4,
            "expected one of `now`, `any-thread`, `one-thread`, `unknown`",
        ),
        (
            method("thread = 'two'"),
            4,
            "expected one of `one`, `others`, `asks`",
        ),
        (
            method("calls = ['run()V']"),
            4,
            "is not of the form class.method(descriptor)",
        ),
        (method("dose = 'lock this'"), 4, "unknown field `dose`"),
        (
            method("reads = ['this']"),
            4,
            "`this` is not an argument: arg1",
        ),
        (descriptor("writes = ['arg1']"), 3, "no such argument"),
        (
            "[[method]]\nclass = '*'\nmethod = '*'\nruns = 'now'\n".to_owned(),
            1,
            "every method of every class",
        ),
        (
            "[[class]]\nclass = 'a.B'\nis = 'thread'\n".to_owned(),
            2,
            "is not a class name with slashes, a package such as a/b/*",
        ),
        (
            "[[class]]\nclass = 'a/B'\nis = 'safe'\n".to_owned(),
            3,
            "expected one of `thread-safe`, `builder`",
        ),
        (
            "[[carrier]]\nclass = 'java/lang/String'\n".to_owned(),
            1,
            "redflag's own",
        ),
    ] {
        fs::write(workspace.path("wrong.toml"), &text).unwrap();
        let options = ["check", "--models", "wrong.toml", "program"];
        let output = ended(&mut workspace.redflag_command(&options));
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{text}\n{stderr}");
        let place = format!("redflag: error: wrong.toml:{line}: ");
        assert!(stderr.starts_with(&place), "{place}\n{stderr}");
        assert!(stderr.contains(reason), "{reason}\n{stderr}");
    }
    let output =
        ended(&mut workspace.redflag_command(&["check", "--models", "missing.toml", "program"]));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr.contains("cannot read the models in missing.toml"),
        "{stderr}"
    );
}
