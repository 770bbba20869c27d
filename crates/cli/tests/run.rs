//! `redflag run` as its users see it: exit status, output, signals, files. The commands are shell
//! scripts that write into the run directory what an agent would, so each outcome is forced.

mod signals;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use findings::run::{Event, Stats};
use findings::{Access, Document, Finding, Location, Op};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

/// A redflag with an agent library beside it, in a directory of its own.
struct Installation {
    directory: TempDir,
}

impl Installation {
    fn new() -> Installation {
        let bare = Installation::without_agent();
        let agent = format!(
            "{}redflag_agent{}",
            std::env::consts::DLL_PREFIX,
            std::env::consts::DLL_SUFFIX
        );
        fs::write(bare.path(&agent), "").unwrap();
        fs::create_dir(bare.path("tmp")).unwrap();
        bare
    }

    fn without_agent() -> Installation {
        let directory = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        // A link, not a copy: a file open for writing, in a child forked meanwhile, cannot be run.
        let redflag = directory.path().join("redflag");
        fs::hard_link(env!("CARGO_BIN_EXE_redflag"), redflag).unwrap();
        Installation { directory }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// `redflag run OPTIONS -- sh -c SCRIPT`, in this directory.
    fn script(&self, options: &[&str], script: &str) -> Command {
        let mut command = self.redflag();
        command.arg("run").args(options);
        command.args(["--", "sh", "-c", script]);
        command
    }

    fn redflag(&self) -> Command {
        let mut command = Command::new(self.path("redflag"));
        command
            .current_dir(&self.directory)
            .env("TMPDIR", self.path("tmp"))
            .env_remove("JAVA_TOOL_OPTIONS")
            .env_remove("REDFLAG_RUN_DIR");
        command
    }

    /// Leaves these events in a file for a script to copy into the run directory.
    fn events(&self, name: &str, events: &[Event]) {
        let line = |event| serde_json::to_string(event).unwrap() + "\n";
        let lines: String = events.iter().map(line).collect();
        fs::write(self.path(name), lines).unwrap();
    }

    fn run_directories_left(&self) -> usize {
        fs::read_dir(self.path("tmp")).unwrap().count()
    }
}

fn race(field: &str) -> Event {
    let access = |op, method: &str, line| Access {
        op,
        class: "com/acme/Cache".into(),
        method: method.into(),
        descriptor: "()V".into(),
        file: Some("Cache.java".into()),
        line: Some(line),
        thread: Some("main".into()),
        locks: None,
        stack: None,
        thread_created: None,
    };
    let accesses = [access(Op::Read, "get", 7), access(Op::Write, "put", 9)];
    let location = Location::Field {
        class: "com/acme/Cache".into(),
        field: field.into(),
    };
    Event::Race {
        id: u64::from(field.as_bytes()[0]),
        finding: Finding::data_race(location, accesses, None),
    }
}

/// The events of a JVM whose process is gone.
fn jvm(body: &[Event]) -> Vec<Event> {
    let mut events = vec![Event::Start {
        pid: 1 << 30,
        command: "com.acme.Main".into(),
        java: "17".into(),
    }];
    events.extend_from_slice(body);
    events
}

fn end() -> Event {
    let stats = Stats {
        classes: 2,
        methods: 10,
        accesses_checked_sites: 1234,
        ..Stats::default()
    };
    Event::End { stats }
}

const ONE_JVM: &str = r#"cat events >"$REDFLAG_RUN_DIR/1.jsonl""#;

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn code(output: &Output) -> i32 {
    output
        .status
        .code()
        .expect("redflag is not ended by a signal")
}

#[test]
fn races_set_the_exit_status_only_if_the_program_ended_well() {
    let redflag = Installation::new();
    redflag.events("events", &jvm(&[race("size"), end()]));
    for (options, script, expected) in [
        (&[][..], "true", 66),
        (&["--exit-code", "5"], "true", 5),
        (&["--exit-code", "0"], "true", 0),
        (&[], "exit 7", 7),
        (&["--halt-on-race"], "exit 7", 66),
        (&[], "kill -TERM $$", 128 + 15),
    ] {
        let script = format!("{ONE_JVM}; {script}");
        let output = redflag.script(options, &script).output().unwrap();
        assert_eq!(code(&output), expected, "{options:?} {script}");
        assert!(stderr(&output).contains("DATA RACE (write-read) on com.acme.Cache.size"));
        assert!(stderr(&output).ends_with(
            "redflag: 1 data race (1 occurrence) in 1 JVM; 1,234 sites checked in 10 methods\n"
        ));
    }
    assert_eq!(redflag.run_directories_left(), 0);
}

#[test]
fn a_clean_run_ends_with_0() {
    let redflag = Installation::new();
    redflag.events("events", &jvm(&[end()]));
    let output = redflag.script(&[], ONE_JVM).output().unwrap();
    assert_eq!(code(&output), 0);
    assert_eq!(
        stderr(&output),
        "redflag: no data races in 1 JVM; 1,234 sites checked in 10 methods\n"
    );
}

#[test]
fn silence_without_a_jvm_is_a_failure() {
    let redflag = Installation::new();
    for (script, expected) in [("true", 2), ("exit 3", 3)] {
        let output = redflag.script(&[], script).output().unwrap();
        assert_eq!(code(&output), expected);
        assert!(stderr(&output).contains("no JVM was watched"));
    }
    let left_alone = Event::Unwatched {
        pid: 1,
        command: "org.gradle.wrapper.GradleWrapperMain test".into(),
    };
    redflag.events("events", &[left_alone]);
    let output = redflag.script(&[], ONE_JVM).output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("org.gradle.wrapper.GradleWrapperMain test"));
}

#[test]
fn the_programs_input_and_output_are_its_own() {
    let redflag = Installation::new();
    redflag.events("events", &jvm(&[race("size"), end()]));
    let input = redflag.path("input");
    fs::write(&input, "in\n").unwrap();
    let script = format!("{ONE_JVM}; cat; echo out");
    let mut command = redflag.script(&[], &script);
    let output = command.stdin(fs::File::open(input).unwrap()).output();
    assert_eq!(output.unwrap().stdout, b"in\nout\n");
}

#[test]
fn a_command_may_follow_without_dashes_and_keeps_its_options() {
    let redflag = Installation::new();
    let mut command = redflag.redflag();
    let output = command.args(["run", "echo", "--stats"]).output().unwrap();
    assert_eq!(output.stdout, b"--stats\n");
}

#[test]
fn what_keeps_redflag_from_starting_is_said_and_ends_with_2() {
    let redflag = Installation::new();
    let mut command = redflag.redflag();
    let output = command.args(["run", "--", "no-such-command"]).output();
    let output = output.unwrap();
    assert_eq!(code(&output), 2);
    assert_eq!(
        stderr(&output),
        "redflag: error: command not found: no-such-command\n"
    );
    assert_eq!(redflag.run_directories_left(), 0);

    let json = ["--json", "no/such/directory/out.json"];
    let output = redflag.script(&json, "touch started").output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).starts_with("redflag: error: cannot write no/such/directory"));
    assert!(!redflag.path("started").exists());

    let mut command = redflag.script(&[], "touch started");
    let output = command.env("TMPDIR", "/no/such/place").output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("cannot make a run directory in /no/such/place"));

    let bare = Installation::without_agent();
    let output = bare.script(&[], "touch started").output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("the agent library is missing"));
    assert!(!bare.path("started").exists());
}

#[test]
fn a_run_within_a_run_is_refused() {
    let redflag = Installation::new();
    let output = redflag.script(&[], "./redflag run -- touch started");
    let output = { output }.output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("already inside a `redflag run`"));
    assert!(!redflag.path("started").exists());
}

#[test]
fn jvm_options_follow_the_users_and_the_configuration_is_there() {
    let redflag = Installation::new();
    let script = r#"echo "$JAVA_TOOL_OPTIONS"; cat "$REDFLAG_RUN_DIR/config.json""#;
    let options = ["--include", "com.acme", "--include", "org.x"];
    let mut command = redflag.script(&options, script);
    let output = command.env("JAVA_TOOL_OPTIONS", "-Xmx1g").output();
    let stdout = String::from_utf8(output.unwrap().stdout).unwrap();
    let (java_options, config) = stdout.split_once('\n').unwrap();
    assert!(java_options.starts_with("-Xmx1g -agentpath:/"));
    let config: findings::run::Config = serde_json::from_str(config).unwrap();
    assert_eq!(config.include, ["com.acme", "org.x"]);
    assert_eq!(config.heap_factor, 3.0);
}

#[test]
fn json_merges_what_several_jvms_found() {
    let redflag = Installation::new();
    redflag.events("one", &jvm(&[race("size"), end()]));
    redflag.events("two", &jvm(&[race("size"), race("head"), end()]));
    let script = r#"cat one >"$REDFLAG_RUN_DIR/1.jsonl"; cat two >"$REDFLAG_RUN_DIR/2.jsonl""#;
    let output = redflag.script(&["--json", "out.json"], script).output();
    let output = output.unwrap();
    assert_eq!(code(&output), 66);
    let on_size = "DATA RACE (write-read) on com.acme.Cache.size";
    assert_eq!(stderr(&output).matches(on_size).count(), 1);

    let json = fs::read(redflag.path("out.json")).unwrap();
    let document: Document = serde_json::from_slice(&json).unwrap();
    let counts: Vec<_> = document.findings.iter().map(|f| f.count).collect();
    assert_eq!(counts, [2, 1]);
    assert_eq!(document.stats.jvms, 2);
    assert_eq!(document.stats.totals.methods, 20);
}

#[test]
fn a_command_in_the_wrong_place_is_told_the_right_one() {
    let redflag = Installation::new();
    for arguments in [
        &["java", "-jar", "app.jar"][..],
        &["run"],
        &["run", "--stats"],
    ] {
        let output = redflag.redflag().args(arguments).output().unwrap();
        assert_eq!(code(&output), 2);
        let text = stderr(&output);
        let tip = "tip: put `redflag run --` before the command";
        assert!(text.contains(tip), "{text}");
    }
    for arguments in [&["run", "--no-such-option"][..], &["replay"]] {
        let output = redflag.redflag().args(arguments).output().unwrap();
        assert_eq!(code(&output), 2);
        assert!(!stderr(&output).contains("redflag run --`"), "{output:?}");
    }
}

#[test]
fn reports_beyond_the_limit_are_counted_not_printed() {
    let redflag = Installation::new();
    let races = [race("a"), race("b"), race("c"), end()];
    redflag.events("events", &jvm(&races));
    let output = redflag.script(&["--max-reports", "2"], ONE_JVM).output();
    let text = stderr(&output.unwrap());
    assert_eq!(text.matches("SUMMARY:").count(), 2);
    assert!(text.contains("redflag: 3 data races (3 occurrences)"));
    assert!(text.contains("redflag: 2 of 3 races were printed (--max-reports)"));
}

#[test]
fn what_a_killed_jvm_found_is_reported() {
    let redflag = Installation::new();
    redflag.events("events", &jvm(&[race("size")]));
    let script = format!("{ONE_JVM}; kill -KILL $$");
    let output = redflag.script(&[], &script).output().unwrap();
    assert_eq!(code(&output), 128 + 9);
    assert!(stderr(&output).contains("SUMMARY: data race on com.acme.Cache.size"));
    assert!(stderr(&output).contains("1 JVM was killed; what it found before is included"));
}

#[test]
fn a_jvm_that_outlives_the_command_is_heard_to_its_end() {
    let redflag = Installation::new();
    redflag.events("events", &[race("size"), end()]);
    let script = r#"
        ( sleep 0.3; cat events >>"$REDFLAG_RUN_DIR/1.jsonl" ) &
        echo '{"event":"start","pid":'$!',"command":"Main","java":"17"}' >"$REDFLAG_RUN_DIR/1.jsonl"
    "#;
    let output = redflag.script(&[], script).output().unwrap();
    assert_eq!(code(&output), 66);
    assert!(stderr(&output).ends_with("1,234 sites checked in 10 methods\n"));
}

#[test]
fn unreadable_events_are_kept_and_no_clean_bill_is_given() {
    let redflag = Installation::new();
    redflag.events("events", &jvm(&[end()]));
    let script = format!(r#"{ONE_JVM}; echo nonsense >>"$REDFLAG_RUN_DIR/1.jsonl""#);
    let output = redflag.script(&[], &script).output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("not all that the JVMs told could be read; it is kept in"));
    assert_eq!(redflag.run_directories_left(), 1);
}

/// A run whose command goes on until it is told to end.
struct Running {
    redflag: Child,
    stderr: BufReader<std::process::ChildStderr>,
}

impl Running {
    fn start(mut command: Command) -> Running {
        signals::by_default(&mut command);
        let mut redflag = command
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stderr = BufReader::new(redflag.stderr.take().unwrap());
        Running { redflag, stderr }
    }

    /// Blocks until a line of standard error contains this.
    fn wait_for(&mut self, text: &str) {
        let mut line = String::new();
        while !line.contains(text) {
            line.clear();
            let read = self.stderr.read_line(&mut line).unwrap();
            assert_ne!(read, 0, "the run ended without {text:?}");
        }
    }

    fn send(&self, signal: Signal) {
        let pid = Pid::from_raw(self.redflag.id() as i32).unwrap();
        kill_process(pid, signal).unwrap();
    }

    /// Exit status and the rest of standard error.
    fn end(mut self) -> (Option<i32>, String) {
        let mut rest = String::new();
        self.stderr.read_to_string(&mut rest).unwrap();
        (self.redflag.wait().unwrap().code(), rest)
    }
}

fn wait_until_exists(path: &Path) {
    while !path.exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_race_is_printed_while_the_program_runs() {
    let redflag = Installation::new();
    redflag.events("events", &jvm(&[race("size"), end()]));
    let script = format!("{ONE_JVM}; until test -e seen; do sleep 0.01; done");
    let mut running = Running::start(redflag.script(&[], &script));
    running.wait_for("SUMMARY: data race on com.acme.Cache.size");
    fs::write(redflag.path("seen"), "").unwrap();
    assert_eq!(running.end().0, Some(66));
}

#[test]
fn signals_are_forwarded_once_and_the_program_decides() {
    for (name, signal) in [
        ("INT", Signal::INT),
        ("TERM", Signal::TERM),
        ("HUP", Signal::HUP),
        ("QUIT", Signal::QUIT),
        ("USR1", Signal::USR1),
        ("USR2", Signal::USR2),
    ] {
        let redflag = Installation::new();
        redflag.events("events", &jvm(&[race("size"), end()]));
        let script = format!(
            "trap 'echo got >>got; touch stop' {name}; {ONE_JVM}; touch ready;
             until test -e stop; do sleep 0.01; done; exit 9"
        );
        let running = Running::start(redflag.script(&[], &script));
        wait_until_exists(&redflag.path("ready"));
        running.send(signal);
        let (status, rest) = running.end();
        assert_eq!(status, Some(9), "{name}");
        assert!(rest.contains("redflag: 1 data race"), "{name}");
        let got = fs::read_to_string(redflag.path("got")).unwrap();
        assert_eq!(got, "got\n", "{name}");
    }
}

#[test]
fn a_signal_that_ends_the_program_does_not_end_the_report() {
    let redflag = Installation::new();
    redflag.events("events", &jvm(&[race("size"), end()]));
    let script = format!("{ONE_JVM}; touch ready; while :; do sleep 0.01; done");
    let running = Running::start(redflag.script(&[], &script));
    wait_until_exists(&redflag.path("ready"));
    running.send(Signal::TERM);
    let (status, rest) = running.end();
    assert_eq!(status, Some(128 + 15));
    assert!(rest.contains("redflag: 1 data race"));
}

#[test]
fn what_redflag_is_told_to_ignore_the_program_ignores() {
    let redflag = Installation::new();
    redflag.events("events", &jvm(&[end()]));
    let script = format!("{ONE_JVM}; kill -HUP $$; exit 4");
    let mut command = Command::new("sh");
    command
        .args(["-c", r#"trap "" HUP; exec ./redflag run -- sh -c "$0""#])
        .arg(script)
        .current_dir(&redflag.directory)
        .env("TMPDIR", redflag.path("tmp"))
        .env_remove("REDFLAG_RUN_DIR");
    assert_eq!(code(&command.output().unwrap()), 4);
}

#[test]
fn colours_only_when_asked_for_or_on_a_terminal() {
    let redflag = Installation::new();
    redflag.events("events", &jvm(&[race("size"), end()]));
    let plain = redflag.script(&[], ONE_JVM).output().unwrap();
    assert!(!stderr(&plain).contains('\x1b'));
    let coloured = redflag.script(&["--color", "always"], ONE_JVM).output();
    assert!(stderr(&coloured.unwrap()).contains('\x1b'));
}

#[cfg(target_os = "linux")]
mod terminal {
    use super::*;
    use std::io::Write;
    use std::os::unix::fs::OpenOptionsExt;
    use std::os::unix::process::CommandExt;

    use rustix::process::{ioctl_tiocsctty, setsid};
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    /// Ctrl-C reaches every process of the foreground group, so redflag must not pass it on again. A
    /// command in a session of its own tells the two apart: what it gets can only come from redflag.
    #[test]
    fn an_interrupt_from_the_terminal_is_not_forwarded() {
        let redflag = Installation::new();
        redflag.events("events", &jvm(&[race("size"), end()]));
        let script = format!(
            "trap 'touch interrupted' INT; trap 'touch stop' USR1; {ONE_JVM}; touch ready;
         until test -e stop; do sleep 0.01; done; exit 9"
        );
        let mut terminal = Terminal::open();
        let mut command = redflag.redflag();
        command.args(["run", "--", "setsid", "sh", "-c", &script]);
        let running = Running::start(terminal.in_foreground(command));
        wait_until_exists(&redflag.path("ready"));
        terminal.interrupt();
        // An interrupt comes before this one wherever both are pending.
        running.send(Signal::USR1);
        assert_eq!(running.end().0, Some(9));
        assert!(!redflag.path("interrupted").exists());
    }

    /// A pseudo-terminal, from the side of the person typing.
    struct Terminal {
        keyboard: fs::File,
        name: PathBuf,
    }

    impl Terminal {
        fn open() -> Terminal {
            let keyboard = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
            grantpt(&keyboard).unwrap();
            unlockpt(&keyboard).unwrap();
            let name = ptsname(&keyboard, Vec::new()).unwrap();
            Terminal {
                keyboard: keyboard.into(),
                name: name.into_string().unwrap().into(),
            }
        }

        /// The command will lead a session of its own on this terminal.
        fn in_foreground(&self, mut command: Command) -> Command {
            let mut options = fs::OpenOptions::new();
            options.read(true).write(true).custom_flags(libc::O_NOCTTY);
            command.stdin(options.open(&self.name).unwrap());
            let take_terminal = || {
                setsid()?;
                ioctl_tiocsctty(rustix::stdio::stdin())?;
                Ok(())
            };
            // SAFETY: the closure makes two system calls and allocates nothing.
            unsafe { command.pre_exec(take_terminal) };
            command
        }

        /// Types Ctrl-C. The terminal sends the signal before it shows the key.
        fn interrupt(&mut self) {
            self.keyboard.write_all(b"\x03").unwrap();
            let mut shown = [0; 2];
            self.keyboard.read_exact(&mut shown).unwrap();
            assert_eq!(&shown, b"^C");
        }
    }
}
