//! Bad input and faults: for each a clear message or a counted skip, the program's own behaviour as
//! it would be alone, and nothing lost of what was found.
//!
//! Slow ones are ignored here; `make faults` runs them too.

mod java;

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use java::{Outcome, Workspace, jdk_tool};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

/// With the classes of these sources of `tests/faults`, and of `Racy`, which has one race behind it
/// when it says so.
fn workspace(sources: &[&str]) -> Workspace {
    let workspace = Workspace::empty();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults");
    let mut paths: Vec<PathBuf> = sources.iter().map(|name| folder.join(name)).collect();
    paths.push(java::source("Racy.java"));
    workspace.javac(&[], &paths);
    workspace
}

/// Runs a program bare and watched; what it prints and how it ends must be the same.
fn same(workspace: &Workspace, options: &[&str], arguments: &[&str]) -> Outcome {
    let bare = workspace.bare_java(arguments).output().unwrap();
    let watched = workspace.run(&mut workspace.watched_java(options, arguments));
    let bare_output = String::from_utf8_lossy(&bare.stdout);
    assert_eq!(watched.stdout, bare_output, "{}", watched.stderr);
    let status = match watched.races().len() {
        0 => bare.status.code(),
        _ => Some(66),
    };
    assert_eq!(watched.status, status, "{}", watched.stderr);
    watched
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn fields(outcome: &Outcome) -> Vec<String> {
    let mut fields: Vec<String> = outcome.races().into_iter().map(|(name, _)| name).collect();
    fields.dedup();
    fields
}

/// A shell's redirections and limits, then the command.
fn in_shell(prepare: &str, workspace: &Workspace, options: &[&str], java: &[&str]) -> Command {
    let watched = workspace.watched_java(options, java);
    let mut shell = Command::new("sh");
    shell
        .args(["-c", prepare, "sh"])
        .arg(watched.get_program())
        .args(watched.get_args())
        .current_dir(watched.get_current_dir().unwrap())
        .env_remove("JAVA_TOOL_OPTIONS")
        .env_remove("REDFLAG_RUN_DIR");
    shell
}

mod command {
    use super::*;

    fn output(workspace: &Workspace, command: &[&str]) -> Output {
        workspace.redflag(&[]).args(command).output().unwrap()
    }

    #[test]
    fn starts_no_jvm() {
        let output = output(&Workspace::empty(), &["true"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("no JVM was watched, so nothing was checked"));
    }

    #[test]
    fn is_not_there_or_cannot_be_run() {
        let workspace = Workspace::empty();
        fs::write(workspace.path("text"), "no program").unwrap();
        fs::write(workspace.path("broken"), "\x7fELF, so to speak").unwrap();
        let everybody = fs::Permissions::from_mode(0o755);
        fs::set_permissions(workspace.path("broken"), everybody).unwrap();
        for (command, reason) in [
            ("no-such-command", "command not found: no-such-command"),
            ("./nothing", "command not found: ./nothing"),
            ("./text", "cannot start ./text: Permission denied"),
            ("./", "cannot start ./: Permission denied"),
            ("./broken", "cannot start ./broken: Exec format error"),
        ] {
            let output = output(&workspace, &[command]);
            assert_eq!(output.status.code(), Some(2), "{command}");
            let message = stderr(&output);
            let expected = format!("redflag: error: {reason}");
            assert!(message.starts_with(&expected), "{message}");
            assert_eq!(message.lines().count(), 1, "{message}");
        }
    }

    #[test]
    fn names_a_missing_jar_or_class() {
        let workspace = Workspace::empty();
        for arguments in [&["-jar", "no-such.jar"][..], &["NoSuchClass"]] {
            let java = jdk_tool("java");
            let bare = workspace.bare("java").args(arguments).output().unwrap();
            let watched = output(&workspace, &[&[java.as_str()], arguments].concat());
            assert_eq!(watched.status.code(), bare.status.code());
            let said = stderr(&watched);
            let own = stderr(&bare);
            assert!(own.lines().all(|line| said.contains(line)), "{said}");
            assert!(said.contains("nothing was checked"), "{said}");
            assert!(!said.contains("no data races"), "{said}");
        }
    }

    #[test]
    fn finds_no_place_for_the_run_directory() {
        let workspace = Workspace::empty();
        for place in ["/proc", "/dev/null", "/no/such/place"] {
            let mut command = workspace.redflag(&[]);
            command.args(["touch", "started"]).env("TMPDIR", place);
            let output = command.output().unwrap();
            assert_eq!(output.status.code(), Some(2));
            let expected = format!("redflag: error: cannot make a run directory in {place}: ");
            assert!(stderr(&output).starts_with(&expected));
            assert!(!workspace.path("started").exists());
        }
    }
}

mod agent {
    use super::*;

    fn installation(workspace: &Workspace) -> Command {
        let redflag = workspace.path("redflag");
        if !redflag.exists() {
            fs::hard_link(env!("CARGO_BIN_EXE_redflag"), &redflag).unwrap();
        }
        let mut command = Command::new(redflag);
        command
            .args(["run", "--", &jdk_tool("java"), "-version"])
            .env_remove("JAVA_TOOL_OPTIONS")
            .env_remove("REDFLAG_RUN_DIR");
        command
    }

    #[test]
    fn is_missing() {
        let workspace = Workspace::empty();
        let output = installation(&workspace).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("the agent library is missing"));
    }

    /// As by a JVM of 32 bits, for which ours is the wrong kind of library: the JVM says so and does
    /// not start, and redflag does not pass that for a clean bill.
    #[test]
    fn cannot_be_loaded_by_the_jvm() {
        let workspace = Workspace::empty();
        let mut other_machine = b"\x7fELF\x01\x01\x01".to_vec();
        other_machine.resize(512, 0);
        for library in [&other_machine[..], b"", b"text"] {
            fs::write(workspace.path("libredflag_agent.so"), library).unwrap();
            let output = installation(&workspace).output().unwrap();
            assert_eq!(output.status.code(), Some(1), "the JVM's own status");
            let said = [&output.stdout[..], &output.stderr].concat();
            let said = String::from_utf8_lossy(&said);
            assert!(said.contains("Could not find agent library"), "{said}");
            assert!(said.contains("no JVM was watched"), "{said}");
        }
    }
}

mod classes {
    use super::*;
    use std::collections::BTreeSet;

    use classfile::{Attribute, ClassFile, Code, Constant, Frame, Insn, Label, TypeTable, op};

    fn mutants(seeds: &[&str], each: &str) {
        let workspace = workspace(&["Mutants.java", "Single.java"]);
        for seed in seeds {
            let arguments = ["Mutants", seed, each, "Single.class"];
            let watched = || {
                let watched = workspace.run(&mut workspace.watched_java(&[], &arguments));
                assert_eq!(watched.status, Some(0), "{}", watched.stderr);
                verdicts(&watched.stdout)
            };
            let bare = || {
                let output = workspace.bare_java(&arguments).output().unwrap();
                verdicts(&String::from_utf8_lossy(&output.stdout))
            };
            let mut unlike = watched();
            assert_eq!(unlike.len(), each.parse::<usize>().unwrap());
            // Of two faulty methods the JVM names either, by chance, and one of them hardly ever: both sides are asked again.
            let mut known = BTreeSet::new();
            for turn in 0..20 {
                if turn > 0 {
                    let (refused, others): (BTreeSet<_>, BTreeSet<_>) = unlike
                        .into_iter()
                        .partition(|it| it.contains("VerifyError"));
                    let again: BTreeSet<String> = refused.iter().map(|it| class_of(it)).collect();
                    unlike = watched();
                    unlike.retain(|it| again.contains(&class_of(it)));
                    unlike.extend(others);
                }
                known.extend(bare());
                unlike.retain(|verdict| !known.contains(verdict));
                if unlike.is_empty() {
                    break;
                }
            }
            assert_eq!(unlike, BTreeSet::new(), "seed {seed}");
        }
    }

    /// The class that a verdict is about.
    fn class_of(verdict: &str) -> String {
        verdict.split(':').next().unwrap_or(verdict).to_owned()
    }

    /// What the JVM said of each class. Where classes do not fit each other, the verifier's details
    /// (offsets, types, bytes) are those of the rewritten code: they are left out.
    fn verdicts(output: &str) -> BTreeSet<String> {
        let of_class = |line: &&str| line.starts_with("Single.class ");
        let verdicts = output.lines().filter(of_class);
        let shorten = |line: &str| match line.split_once("VerifyError") {
            Some((class, reason)) => format!(
                "{class}VerifyError{}",
                reason.replace(|c: char| c.is_ascii_digit(), "")
            ),
            None => line.to_owned(),
        };
        verdicts.map(shorten).collect()
    }

    #[test]
    fn damaged_at_random_are_refused_in_the_jvms_own_words() {
        mutants(&["1", "2"], "2000");
    }

    #[test]
    #[ignore = "slow"]
    fn damaged_at_random_are_refused_in_the_jvms_own_words_again_and_again() {
        let seeds: Vec<String> = (100..130).map(|seed: u32| seed.to_string()).collect();
        let seeds: Vec<&str> = seeds.iter().map(String::as_str).collect();
        mutants(&seeds, "5000");
    }

    /// The program loads `Victim` from each of these directories or jars in turn.
    fn same_from(workspace: &Workspace, sources: &[String]) -> Outcome {
        let mut arguments = vec!["Sources"];
        arguments.extend(sources.iter().map(String::as_str));
        same(workspace, &["--stats"], &arguments)
    }

    /// Writes the class into a directory of this name.
    fn put(workspace: &Workspace, name: &str, bytes: &[u8]) -> String {
        let folder = workspace.path(name);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("Victim.class"), bytes).unwrap();
        name.to_owned()
    }

    fn victim(workspace: &Workspace) -> Vec<u8> {
        let bytes = fs::read(workspace.path("Victim.class")).unwrap();
        fs::remove_file(workspace.path("Victim.class")).unwrap();
        bytes
    }

    #[test]
    fn cut_off_or_with_absurd_lengths() {
        let workspace = workspace(&["Sources.java", "Victim.java"]);
        let whole = victim(&workspace);
        let mut sources = vec![put(&workspace, "whole", &whole)];
        for (name, length) in [("empty", 0), ("magic", 4), ("half", whole.len() / 2)] {
            sources.push(put(&workspace, name, &whole[..length]));
        }
        sources.push(put(&workspace, "longer", &[&whole[..], b"more"].concat()));
        sources.push(put(&workspace, "text", b"no class file"));

        let mut attribute = whole.clone();
        let length = attribute.len() - 6;
        attribute[length..length + 4].fill(0xFF);
        sources.push(put(&workspace, "attribute", &attribute));

        let mut versions = whole.clone();
        for (name, version) in [
            ("version-0", 0),
            ("version-44", 44),
            ("version-max", 0xFFFF),
        ] {
            versions[6..8].copy_from_slice(&u16::to_be_bytes(version));
            sources.push(put(&workspace, name, &versions));
        }
        same_from(&workspace, &sources);
    }

    #[test]
    fn with_65_534_constants() {
        let workspace = workspace(&["Sources.java", "Victim.java"]);
        let bytes = victim(&workspace);
        let mut class = ClassFile::read(&bytes).unwrap();
        let mut number = 1_000_000;
        while class.pool.intern(Constant::Integer(number)).is_ok() {
            number += 1;
        }
        let sources = [put(&workspace, "full", &class.write())];
        let outcome = same_from(&workspace, &sources);
        assert!(outcome.stdout.contains("ran, "), "{}", outcome.stdout);
        let skipped = outcome.report["stats"]["skipped"].as_array().unwrap();
        assert!(skipped.iter().any(|skip| skip["class"] == "Victim"));
    }

    #[test]
    fn that_are_their_own_superclass() {
        let workspace = workspace(&["Sources.java", "Victim.java"]);
        let bytes = victim(&workspace);
        let mut class = ClassFile::read(&bytes).unwrap();
        class.super_class = class.this_class;
        let own = put(&workspace, "own", &class.write());
        class.super_class = class.pool.intern_class("Other").unwrap();
        let cycle = put(&workspace, "cycle", &class.write());
        class.super_class = class.this_class;
        class.this_class = class.pool.intern_class("Other").unwrap();
        fs::write(workspace.path("cycle/Other.class"), class.write()).unwrap();
        let outcome = same_from(&workspace, &[own, cycle]);
        assert_eq!(outcome.stdout.matches("ClassCircularityError").count(), 2);
    }

    /// The class with other code in `run`, under this version.
    fn with_code(bytes: &[u8], major: u16, change: impl FnOnce(&mut Code)) -> Vec<u8> {
        let mut class = ClassFile::read(bytes).unwrap();
        class.major = major;
        let methods = &class.methods;
        let run = methods
            .iter()
            .position(|m| class.pool.utf8(m.name) == Some("run"))
            .unwrap();
        let mut types = TypeTable::default();
        let entry = Frame::at_entry(&mut types, "Victim", "run", "(I)I", true).unwrap();
        let info = class.find(&methods[run].attributes, "Code").unwrap();
        let mut code = Code::decode(info, &class.pool, &mut types, &entry).unwrap();
        change(&mut code);
        let info = code.encode(&mut class.pool, &types, &entry).unwrap();
        let name = class.pool.intern_utf8("Code").unwrap();
        class.methods[run].attributes = vec![Attribute {
            name,
            info: info.into(),
        }];
        class.write()
    }

    fn replace(code: &mut Code, insns: Vec<Insn>) {
        code.labels = (0..=insns.len() as u32).collect();
        code.insns = insns;
        code.max_stack = 2;
        code.max_locals = 3;
        code.handlers.clear();
        code.lines.clear();
        code.vars.clear();
        code.frames = None;
        code.annotations.clear();
    }

    /// A `jsr` of Java 1.4 and before, which later versions forbid.
    #[test]
    fn with_subroutines() {
        let workspace = workspace(&["Sources.java", "Victim.java"]);
        let bytes = victim(&workspace);
        let subroutine = |code: &mut Code| {
            let insns = vec![
                Insn::Jump(op::JSR, Label(3)),
                Insn::Local(op::ILOAD, 0),
                Insn::Plain(op::IRETURN),
                Insn::Local(op::ASTORE, 1),
                Insn::Iinc(0, 5),
                Insn::Local(op::RET, 1),
            ];
            replace(code, insns);
        };
        let sources = [45, 48, 49, 50, 51, 61].map(|major| {
            let class = with_code(&bytes, major, subroutine);
            put(&workspace, &format!("jsr-{major}"), &class)
        });
        let outcome = same_from(&workspace, &sources);
        assert!(outcome.stdout.contains("jsr-49: ran, 8"));
    }

    #[test]
    fn with_absurd_tables_and_switches() {
        let workspace = workspace(&["Sources.java", "Victim.java"]);
        let bytes = victim(&workspace);
        let many_lines = with_code(&bytes, 61, |code| {
            code.lines = (0..=u16::MAX - 1).map(|line| (Label(0), line)).collect();
        });
        let line_behind = with_code(&bytes, 61, |code| {
            code.lines = vec![(Label(code.insns.len() as u32), 1)];
        });
        let no_lines = with_code(&bytes, 61, |code| code.lines.clear());
        let deep = with_code(&bytes, 61, |code| {
            code.max_stack = u16::MAX;
            code.max_locals = u16::MAX;
        });
        let shallow = with_code(&bytes, 61, |code| code.max_stack = 1);
        let switch = |count: u16| {
            with_code(&bytes, 49, |code| {
                let cases = classfile::Switch {
                    default: Label(2),
                    cases: classfile::SwitchCases::Table {
                        low: i32::MAX - i32::from(count),
                        targets: vec![Label(2); usize::from(count)],
                    },
                };
                let insns = vec![
                    Insn::Local(op::ILOAD, 0),
                    Insn::Switch(Box::new(cases)),
                    Insn::Plain(op::ICONST_1),
                    Insn::Plain(op::IRETURN),
                ];
                replace(code, insns);
            })
        };
        let sources = [
            put(&workspace, "many-lines", &many_lines),
            put(&workspace, "line-behind", &line_behind),
            put(&workspace, "no-lines", &no_lines),
            put(&workspace, "deep", &deep),
            put(&workspace, "shallow", &shallow),
            put(&workspace, "switch", &switch(100)),
            put(&workspace, "huge-switch", &switch(16_000)),
        ];
        let outcome = same_from(&workspace, &sources);
        for (name, runs) in [
            ("many-lines", true),
            ("shallow", false),
            ("huge-switch", true),
        ] {
            let ran = outcome.stdout.contains(&format!("{name}: ran, "));
            assert_eq!(ran, runs, "{}", outcome.stdout);
        }
    }

    #[test]
    fn in_hostile_jars() {
        let workspace = workspace(&["Sources.java", "Victim.java", "Jars.java"]);
        java::succeeds(&mut workspace.bare_java(&["Jars", "Victim.class"]));
        victim(&workspace);
        let mut jars: Vec<String> = fs::read_dir(workspace.path(""))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name.ends_with(".jar"))
            .collect();
        jars.sort();
        assert_eq!(jars.len(), 9);
        let outcome = same_from(&workspace, &jars);
        assert!(outcome.stdout.contains("plain.jar: ran, "));
    }
}

mod disk {
    use super::*;

    #[test]
    fn is_full_where_the_findings_should_go() {
        let workspace = workspace(&[]);
        let mut command = Command::new(env!("CARGO_BIN_EXE_redflag"));
        command
            .args(["run", "--json", "/dev/full", "--", &jdk_tool("java"), "-cp"])
            .arg(workspace.path(""))
            .args(["Racy"])
            .env_remove("JAVA_TOOL_OPTIONS")
            .env_remove("REDFLAG_RUN_DIR");
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(output.stdout, b"raced\n");
        let said = stderr(&output);
        assert!(said.contains("SUMMARY: data race on Racy.value"), "{said}");
        assert!(said.contains("redflag: 1 data race (1 occurrence)"));
        let last = "redflag: error: cannot write /dev/full: No space left on device";
        assert!(said.contains(last), "{said}");
    }

    #[test]
    fn is_read_only_where_the_findings_should_go() {
        let workspace = Workspace::empty();
        let mut command = Command::new(env!("CARGO_BIN_EXE_redflag"));
        command
            .args(["run", "--json", "/proc/races.json", "--", "touch"])
            .arg(workspace.path("started"))
            .env_remove("REDFLAG_RUN_DIR");
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let expected = "redflag: error: cannot write /proc/races.json";
        assert!(stderr(&output).starts_with(expected));
        assert!(!workspace.path("started").exists());
    }

    /// A limit on the size of files stands for a full disk, which only root can arrange. What is
    /// found goes through the pipe then, and through it comes what was cut off in the file.
    #[test]
    fn is_full_where_events_should_go() {
        let workspace = workspace(&[]);
        for blocks in 1..8 {
            let limit = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
            let racy = ["-XX:-UsePerfData", "Racy", "return", "3"];
            let output = in_shell(&limit, &workspace, &[], &racy).output().unwrap();
            assert_eq!(output.stdout, b"raced\n");
            let said = stderr(&output);
            assert_eq!(said.matches("\nSUMMARY:").count(), 4, "{said}");
            assert!(said.contains("redflag: 4 data races (4 occurrences) in 1 JVM; 1"));
            assert!(!said.contains("was killed"), "{said}");
            // Here the findings do not fit either.
            assert!(said.contains("redflag: error: cannot write races.json: File too large"));
            assert_eq!(output.status.code(), Some(2));
        }
        let limit = "trap '' XFSZ; ulimit -f 1; exec \"$@\"";
        let racy = ["-XX:-UsePerfData", "Racy", "return", "3"];
        let output = in_shell(limit, &workspace, &[], &racy).output().unwrap();
        let why = "cannot be written (File too large (os error 27)); nothing was lost so far";
        assert!(stderr(&output).contains(why), "{}", stderr(&output));
    }

    /// A file system of so many KiB under the run directory, in a mount namespace of its own; `$1`
    /// is where it is.
    fn on_a_small_disk(workspace: &Workspace, size: &str, script: &str) -> Outcome {
        fs::create_dir_all(workspace.path("disk")).unwrap();
        let mounted = "mount -t tmpfs -o size=$2 tmpfs disk && exec env TMPDIR=disk \"$3\" \
            run --json races.json -- sh -c \"$4\"";
        let mut command = Command::new("unshare");
        command
            .args(["--map-root-user", "--mount", "sh", "-c", mounted, "sh"])
            .args(["", size, env!("CARGO_BIN_EXE_redflag"), script])
            .current_dir(workspace.path(""))
            .env_remove("JAVA_TOOL_OPTIONS")
            .env_remove("REDFLAG_RUN_DIR");
        workspace.run(&mut command)
    }

    #[test]
    #[ignore = "needs user namespaces"]
    fn is_a_small_one_and_full_or_becomes_read_only() {
        let workspace = workspace(&[]);
        let racy = format!("{} -XX:-UsePerfData -cp . Racy return 3", jdk_tool("java"));
        let full = "No space left on device";
        let read_only = "Read-only file system";
        for (size, script, reason) in [
            ("4k", racy.clone(), full),
            ("8k", racy.clone(), full),
            (
                "64k",
                format!("mount -o remount,ro disk; {racy}"),
                read_only,
            ),
        ] {
            let outcome = on_a_small_disk(&workspace, size, &script);
            assert_eq!(outcome.status, Some(66), "{}", outcome.stderr);
            assert_eq!(outcome.races().len(), 4, "{}", outcome.stderr);
            assert_eq!(outcome.report["stats"]["killed_jvms"], 0);
            assert!(outcome.stderr.contains(reason), "{}", outcome.stderr);
            fs::remove_file(workspace.path("races.json")).unwrap();
        }
    }
}

mod streams {
    use super::*;

    #[test]
    fn are_closed_or_full() {
        let workspace = workspace(&[]);
        for redirection in [
            "2>&-",
            ">&-",
            "<&- >&- 2>&-",
            "2>/dev/full",
            ">/dev/full",
            ">/dev/full 2>/dev/full",
        ] {
            let shell = format!("exec \"$@\" {redirection}");
            let mut command = in_shell(&shell, &workspace, &[], &["Racy"]);
            let outcome = workspace.run(&mut command);
            assert_eq!(outcome.status, Some(66), "{redirection} {}", outcome.stderr);
            assert_eq!(fields(&outcome), ["value"], "{redirection}");
            fs::remove_file(workspace.path("races.json")).unwrap();
        }
    }

    /// As by `| head -1`. The line is the JVM's own, which without a reader would end it: it has
    /// not learnt to ignore that yet.
    #[test]
    fn are_read_by_nobody_after_their_first_line() {
        let workspace = workspace(&[]);
        let mut command = workspace.watched_java(&[], &["Racy"]);
        let mut redflag = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(redflag.stdout.take());
        let mut lines = BufReader::new(redflag.stderr.take().unwrap()).lines();
        let first = lines.next().unwrap().unwrap();
        assert!(first.starts_with("Picked up JAVA_TOOL_OPTIONS"), "{first}");
        drop(lines);
        let outcome = workspace.outcome(redflag.wait_with_output().unwrap());
        assert_eq!(outcome.status, Some(66));
        assert_eq!(fields(&outcome), ["value"]);
    }
}

mod end {
    use super::*;

    /// A program that has raced and goes on until it is ended.
    struct Running {
        redflag: std::process::Child,
        jvm: Pid,
    }

    fn forever(workspace: &Workspace, java: &[&str]) -> Running {
        let arguments = [java, &["Racy", "forever"]].concat();
        let mut command = workspace.watched_java(&[], &arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut redflag = command.spawn().unwrap();
        let mut lines = BufReader::new(redflag.stdout.take().unwrap()).lines();
        assert_eq!(lines.next().unwrap().unwrap(), "raced");
        let jvm = lines.next().unwrap().unwrap().parse().unwrap();
        Running {
            redflag,
            jvm: Pid::from_raw(jvm).unwrap(),
        }
    }

    #[test]
    fn of_the_jvm_by_force() {
        let workspace = workspace(&[]);
        for (signal, status) in [(Signal::KILL, 128 + 9), (Signal::ABORT, 128 + 6)] {
            let quiet = ["-XX:-CreateCoredumpOnCrash", "-XX:ErrorFile=/dev/null"];
            let running = forever(&workspace, &quiet);
            kill_process(running.jvm, signal).unwrap();
            let outcome = workspace.outcome(running.redflag.wait_with_output().unwrap());
            assert_eq!(outcome.status, Some(status));
            assert_eq!(fields(&outcome), ["value"]);
            assert_eq!(outcome.report["stats"]["killed_jvms"], 1);
            fs::remove_file(workspace.path("races.json")).unwrap();
        }
    }

    /// The JVM goes on, with nobody to tell.
    #[test]
    fn of_redflag_by_force() {
        let workspace = workspace(&[]);
        let mut running = forever(&workspace, &[]);
        running.redflag.kill().unwrap();
        running.redflag.wait().unwrap();
        let stat = fs::read_to_string(format!("/proc/{}/stat", running.jvm.as_raw_nonzero()));
        let stat = stat.expect("the JVM is there");
        let state = stat.rsplit_once(") ").unwrap().1;
        assert!(!state.starts_with(['Z', 'X']), "{state}");
        kill_process(running.jvm, Signal::KILL).unwrap();
    }

    #[test]
    fn by_one_of_many_racing_threads() {
        let workspace = workspace(&["Leaving.java"]);
        for _ in 0..5 {
            let outcome = workspace.run(&mut workspace.watched_java(&[], &["Leaving"]));
            assert_eq!(outcome.status, Some(66), "{}", outcome.stderr);
            assert_eq!(fields(&outcome), ["[I", "value"]);
            assert_eq!(outcome.report["stats"]["killed_jvms"], 0);
        }
    }

    #[test]
    fn in_another_program() {
        let workspace = workspace(&[]);
        let java = jdk_tool("java");
        let script = format!("{java} -cp . Racy; exec echo another");
        let mut command = workspace.redflag(&[]);
        let outcome = workspace.run(command.args(["sh", "-c", &script]));
        assert_eq!(outcome.status, Some(66));
        assert_eq!(outcome.stdout, "raced\nanother\n");
        assert_eq!(fields(&outcome), ["value"]);
    }

    fn forks(count: u64) {
        let workspace = workspace(&["Forks.java"]);
        let java = jdk_tool("java");
        let count = count.to_string();
        let arguments = ["Forks", &count, &java, "-Xint", "-cp", ".", "Racy"];
        let outcome = workspace.run(&mut workspace.watched_java(&[], &arguments));
        let count: u64 = count.parse().unwrap();
        assert_eq!(outcome.status, Some(66), "{}", outcome.stderr);
        assert_eq!(outcome.stdout, "raced\n".repeat(count as usize));
        assert_eq!(outcome.races(), [("value".to_owned(), count)]);
        assert_eq!(outcome.report["stats"]["jvms"], count + 1);
        assert_eq!(outcome.report["stats"]["killed_jvms"], 0);
    }

    #[test]
    fn of_ten_jvms_started_by_one() {
        forks(10);
    }

    #[test]
    #[ignore = "slow"]
    fn of_fifty_jvms_started_by_one() {
        forks(50);
    }
}

mod limits {
    use super::*;

    #[test]
    fn of_the_stack_stay_the_programs_own() {
        let workspace = workspace(&["Recursion.java"]);
        let outcome = same(&workspace, &[], &["Recursion"]);
        assert_eq!(outcome.stdout, "locks free: true\ndeep: true\n");
        assert_eq!(outcome.races(), []);
    }

    fn exhausted(flag: &str, kind: &str, message: &str) {
        let workspace = workspace(&["Exhausted.java"]);
        let outcome = same(&workspace, &[], &[flag, "Exhausted", kind]);
        let expected = format!("{}went on: 4\n", format!("{message}\n").repeat(3));
        assert_eq!(outcome.stdout, expected);
        assert_eq!(outcome.races(), []);
    }

    #[test]
    fn of_the_heap_stay_the_programs_own() {
        exhausted("-Xmx32m", "arrays", "Java heap space");
    }

    #[test]
    #[ignore = "slow"]
    fn of_a_heap_full_of_objects_stay_the_programs_own() {
        exhausted("-Xmx64m", "objects", "Java heap space");
    }

    #[test]
    fn of_direct_memory_stay_the_programs_own() {
        let message = "Cannot reserve N bytes of direct buffer memory (allocated: N, limit: N)";
        exhausted("-XX:MaxDirectMemorySize=16m", "direct", message);
    }

    #[test]
    #[ignore = "slow"]
    fn of_the_metaspace_stay_the_programs_own() {
        exhausted("-XX:MaxMetaspaceSize=24m", "metaspace", "Metaspace");
    }

    #[test]
    fn of_names_are_not_those_of_a_line() {
        let workspace = workspace(&["Names.java"]);
        let names = [
            "two\nlines\r\n==================",
            "\u{1b}[31mred\u{1b}[0m\u{7}",
            "lone \u{fffd} surrogate",
            "nul \0 inside",
            "\u{1f680} rocket",
            "\"quoted\\\" \u{2028}\u{202e} right to left",
            "",
        ];
        for (number, name) in names.iter().enumerate() {
            let arguments = ["Names", &number.to_string()];
            let outcome = workspace.run(&mut workspace.watched_java(&[], &arguments));
            assert_eq!(outcome.status, Some(66), "{}", outcome.stderr);
            let threads = outcome.report["findings"].as_array().unwrap().iter();
            for thread in threads.flat_map(|f| f["accesses"].as_array().unwrap()) {
                assert_eq!(thread["thread"], Value::from(*name));
            }
            let report = &outcome.stderr;
            let odd = |c: char| c.is_control() && c != '\n' || "\u{2028}\u{202e}".contains(c);
            assert!(!report.contains(odd), "{report:?}");
            assert!(!report.contains("\nlines"), "{report:?}");
        }
    }

    #[test]
    fn of_distinct_races() {
        let workspace = workspace(&["Pairs.java"]);
        let arguments = ["Pairs", "10", "1000"];
        let mut command = workspace.watched_java(&["--max-reports", "3"], &arguments);
        let outcome = workspace.run(&mut command);
        assert_eq!(outcome.status, Some(66), "{}", outcome.stderr);
        assert_eq!(outcome.stdout, "raced\n");
        assert_eq!(outcome.races().len(), 10_000);
        assert!(outcome.stderr.contains("redflag: 10,000 data races"));
        assert!(outcome.stderr.contains("3 of 10,000 races were printed"));
    }

    #[test]
    #[ignore = "slow"]
    fn of_threads_at_once() {
        let workspace = workspace(&["Crowd.java"]);
        let outcome = same(&workspace, &[], &["Crowd", "10000"]);
        assert_eq!(outcome.stdout, "all, counted true\n");
        assert_eq!(fields(&outcome), ["racy"]);
    }

    /// One array goes unchecked, which is counted and said; the rest is checked.
    fn large_array(options: &[&str], heap: &str, length: &str) {
        let workspace = workspace(&["Large.java"]);
        let outcome = same(&workspace, options, &[heap, "Large", length]);
        assert_eq!(outcome.stdout, "6\n");
        assert_eq!(outcome.races(), []);
        let stats = &outcome.report["stats"];
        assert_eq!(stats["stopped"], serde_json::json!([]));
        assert_eq!(stats["counters"]["unchecked_arrays"], 1);
        let note = "redflag: possible misses: arrays too large for redflag to check: 1\n";
        assert!(outcome.stderr.contains(note), "{}", outcome.stderr);
    }

    #[test]
    #[ignore = "slow, needs 4 GB"]
    fn of_the_length_of_an_array() {
        large_array(&[], "-Xmx3g", "2147483645");
    }

    #[test]
    fn of_the_heap_for_the_shadow_of_an_array() {
        let options = ["--checks", "all", "--heap-factor", "1"];
        large_array(&options, "-Xmx64m", "8000000");
    }

    /// On the JREs that `make jres` fetches, or those in `REDFLAG_JRES`.
    #[test]
    #[ignore = "slow, needs JREs of Java 21 and later"]
    fn of_virtual_threads() {
        let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/jres");
        let jres = std::env::var_os("REDFLAG_JRES").map_or(default, PathBuf::from);
        let workspace = workspace(&["Million.java"]);
        for version in ["21", "25"] {
            let java = jres.join(version).join("bin/java");
            assert!(java.exists(), "{java:?} is missing: run `make jres`");
            let mut command = workspace.redflag(&[]);
            // Bare it takes seconds: a hang must fail here, not last.
            command.args(["timeout", "-s", "KILL", "600"]);
            command.arg(java).args(["-cp", ".", "Million"]);
            let outcome = workspace.run(&mut command);
            assert_eq!(outcome.status, Some(66), "{}", outcome.stderr);
            assert_eq!(outcome.stdout, "counted 1000000\n");
            assert_eq!(fields(&outcome), ["racy"]);
        }
    }
}
