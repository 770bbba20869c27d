//! Java programs for tests: compiled with the JDK at hand, run bare or under `redflag run`.
//!
//! Each test file takes what it needs from here.
#![allow(dead_code)]

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use rustix::process::{Signal, kill_process_group};
use serde_json::Value;
use tempfile::TempDir;

/// A directory with compiled classes and whatever else a test puts there.
pub struct Workspace {
    directory: TempDir,
}

impl Workspace {
    pub fn empty() -> Workspace {
        let directory = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        Workspace { directory }
    }

    /// With the classes of these sources of `tests/traps`.
    pub fn with(sources: &[&str]) -> Workspace {
        let workspace = Workspace::empty();
        let paths: Vec<_> = sources.iter().map(|name| source(name)).collect();
        workspace.javac(&[], &paths);
        workspace
    }

    /// With the classes of a source given as text.
    pub fn with_text(name: &str, text: &str) -> Workspace {
        let workspace = Workspace::empty();
        let path = workspace.path(name);
        fs::write(&path, text).unwrap();
        workspace.javac(&[], &[path]);
        workspace
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Compiles into this directory, unless the options say otherwise.
    pub fn javac(&self, options: &[&str], sources: &[PathBuf]) {
        let mut command = self.bare("javac");
        command.args(["-g", "-d", "."]).args(options).args(sources);
        succeeds(&mut command);
    }

    /// A tool of the JDK, run in this directory.
    pub fn bare(&self, tool: &str) -> Command {
        let mut command = Command::new(jdk_tool(tool));
        self.prepare(&mut command);
        command
    }

    /// `redflag run OPTIONS`, to be followed by the command. Findings are left for [`Self::run`].
    pub fn redflag(&self, options: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_redflag"));
        self.prepare(&mut command);
        command.args(["run", "--json", "races.json"]);
        command.args(options).arg("--");
        command
    }

    /// Another command of redflag.
    pub fn redflag_command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_redflag"));
        self.prepare(&mut command);
        command.args(arguments);
        command
    }

    /// `redflag run OPTIONS -- java -Xverify:all -cp . ARGUMENTS`
    pub fn watched_java(&self, options: &[&str], arguments: &[&str]) -> Command {
        let mut command = self.redflag(options);
        command.arg(jdk_tool("java")).args(JAVA).args(arguments);
        command
    }

    pub fn bare_java(&self, arguments: &[&str]) -> Command {
        let mut command = self.bare("java");
        command.args(JAVA).args(arguments);
        command
    }

    /// Runs a command made by [`Self::redflag`] and reads what it found.
    pub fn run(&self, command: &mut Command) -> Outcome {
        self.outcome(ended(command))
    }

    pub fn outcome(&self, output: Output) -> Outcome {
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        let json = fs::read(self.path("races.json")).unwrap_or_default();
        Outcome {
            status: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            report: serde_json::from_slice(&json)
                .unwrap_or_else(|error| panic!("the JSON report: {error}\n{stderr}")),
            stderr,
        }
    }

    fn prepare(&self, command: &mut Command) {
        command
            .current_dir(&self.directory)
            .env_remove("JAVA_TOOL_OPTIONS")
            .env_remove("REDFLAG_RUN_DIR")
            .env("XDG_CACHE_HOME", self.path("cache"));
    }
}

/// Every class is verified, ours included.
const JAVA: &[&str] = &["-Xverify:all", "-cp", "."];

/// How a watched run ended and what it found.
pub struct Outcome {
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
    pub report: Value,
}

impl Outcome {
    /// The fields (or array types) raced on, with how often.
    pub fn races(&self) -> Vec<(String, u64)> {
        let findings = self.report["findings"].as_array().unwrap();
        let mut races: Vec<_> = findings.iter().map(race).collect();
        races.sort();
        races
    }
}

fn race(finding: &Value) -> (String, u64) {
    let location = &finding["location"];
    let name = location.get("field").or_else(|| location.get("array"));
    let name = name.and_then(Value::as_str).unwrap();
    (name.to_owned(), finding["count"].as_u64().unwrap())
}

pub fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/traps")
        .join(name)
}

/// Runs a command that has to end well; answers its standard output.
pub fn succeeds(command: &mut Command) -> String {
    let output = ended(command);
    assert!(
        output.status.success(),
        "{command:?}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

/// No command of a test takes so long, on a slow machine either.
const PATIENCE: Duration = Duration::from_secs(900);

/// Waits for the command's end. One that hangs is ended, with all that it started, after the JVMs among
/// them have shown where their threads are.
pub fn ended(command: &mut Command) -> Output {
    let piped = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = piped.process_group(0).spawn().unwrap();
    let group = rustix::process::Pid::from_child(&child);
    let (done, waits) = mpsc::channel();
    let watch = thread::spawn(move || {
        let hangs = waits.recv_timeout(PATIENCE).is_err();
        if hangs {
            let _ = kill_process_group(group, Signal::QUIT);
            thread::sleep(Duration::from_secs(5));
            let _ = kill_process_group(group, Signal::KILL);
        }
        hangs
    });
    let output = child.wait_with_output().unwrap();
    done.send(()).ok();
    let hangs = watch.join().unwrap();
    let shown = [&output.stdout[..], &output.stderr].concat();
    assert!(
        !hangs,
        "{command:?} hangs\n{}",
        String::from_utf8_lossy(&shown)
    );
    output
}

/// A tool of the JDK: that of `JAVA_HOME` if it is set, else the one on the path.
pub fn jdk_tool(name: &str) -> String {
    match std::env::var("JAVA_HOME") {
        Ok(home) if !home.is_empty() => format!("{home}/bin/{name}"),
        _ => name.to_owned(),
    }
}
