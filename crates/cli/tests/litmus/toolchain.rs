//! The JDK at hand: compiles the programs once and runs each of them under redflag.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output};
use std::time::{Duration, Instant};
use std::{env, thread};

use findings::Document;

use crate::expectation;
use crate::program::{Error, Outcome, Program};

const TIMEOUT: Duration = Duration::from_secs(120);
/// For runs with something left out, which may well hang.
const MUTANT_TIMEOUT: Duration = Duration::from_secs(30);
/// The oldest JDK that runs the programs, and the oldest whose compiler may compile them.
const OLDEST_RELEASE: u32 = 11;
const OLDEST_COMPILER: u32 = 17;
/// Sources in a directory of this name use classes of which javac warns whatever it is told, unless it sees those of its own JDK.
const PROPRIETARY: &str = "proprietary";
const REPEAT: &str = "REDFLAG_LITMUS_REPEAT";

#[derive(Clone)]
pub struct Toolchain {
    java: String,
    flags: Vec<String>,
    repeat: u32,
    /// Where checks stand.
    checks: String,
    timeout: Duration,
    jdk: u32,
    classes: PathBuf,
    reports: PathBuf,
    /// What `redflag instrument` made of the classes, if they are to run without an agent.
    offline: Option<PathBuf>,
}

impl Toolchain {
    /// Finds the tools and compiles all sources.
    pub fn prepare(sources: &[PathBuf]) -> Result<Toolchain, Error> {
        let java = env::var("REDFLAG_LITMUS_JAVA").unwrap_or_else(|_| tool("java"));
        let flags = env::var("REDFLAG_LITMUS_FLAGS").unwrap_or_default();
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("litmus");
        let mut toolchain = Toolchain {
            jdk: major_version(&java)?,
            java,
            flags: flags.split_whitespace().map(str::to_owned).collect(),
            repeat: repeat()?,
            checks: env::var("REDFLAG_LITMUS_CHECKS").unwrap_or_else(|_| "bigfoot".to_owned()),
            timeout: TIMEOUT,
            classes: target.join("classes"),
            reports: target.join("reports"),
            offline: None,
        };
        for directory in [&toolchain.classes, &toolchain.reports] {
            // What an earlier state of the sources left must not be run.
            if directory.exists() {
                fs::remove_dir_all(directory).map_err(Error::io(directory))?;
            }
            fs::create_dir_all(directory).map_err(Error::io(directory))?;
        }
        toolchain.compile(sources)?;
        if env::var_os("REDFLAG_LITMUS_OFFLINE").is_some() {
            toolchain.offline = Some(toolchain.instrument(target.join("offline"))?);
        }
        Ok(toolchain)
    }

    fn instrument(&self, output: PathBuf) -> Result<PathBuf, Error> {
        if output.exists() {
            fs::remove_dir_all(&output).map_err(Error::io(&output))?;
        }
        let redflag = env!("CARGO_BIN_EXE_redflag");
        let instrumented = Command::new(redflag)
            .arg("instrument")
            .arg(&self.classes)
            .arg("-o")
            .arg(&output)
            .arg("--jdk")
            .arg(java_home(&self.java)?)
            .output()
            .map_err(|source| Error::Start {
                program: redflag.to_owned(),
                source,
            })?;
        if instrumented.status.success() {
            return Ok(output);
        }
        let said = String::from_utf8_lossy(&instrumented.stderr);
        Err(Error::Instrument(said.into_owned()))
    }

    /// Whether programs run without an agent, and so without a trace.
    pub fn is_offline(&self) -> bool {
        self.offline.is_some()
    }

    pub fn jdk(&self) -> u32 {
        self.jdk
    }

    /// Whether the programs run on another JVM than that of the JDK that compiles them.
    pub fn is_elsewhere(&self) -> bool {
        self.java != tool("java")
    }

    pub fn repeat(&self) -> u32 {
        self.repeat
    }

    pub fn describe(&self) -> String {
        [std::slice::from_ref(&self.java), self.flags.as_slice()]
            .concat()
            .join(" ")
    }

    /// The same for mutants, with a directory of its own for reports, so that two may run one program at a time.
    pub fn for_mutants(&self, user: &str) -> Result<Toolchain, Error> {
        let reports = self.reports.join(user);
        fs::create_dir_all(&reports).map_err(Error::io(&reports))?;
        Ok(Toolchain {
            reports,
            timeout: MUTANT_TIMEOUT,
            ..self.clone()
        })
    }

    /// What needs a newer JDK is compiled for it, after the others, which it may use.
    fn compile(&self, sources: &[PathBuf]) -> Result<(), Error> {
        let is_proprietary =
            |it: &&PathBuf| it.parent().is_some_and(|it| it.ends_with(PROPRIETARY));
        let (proprietary, others): (Vec<_>, Vec<_>) = sources.iter().partition(is_proprietary);
        let oldest = OLDEST_RELEASE.to_string();
        let own_jdk = ["-source", &oldest, "-target", &oldest];
        let silenced = ["-XDignore.symbol.file", "-Xlint:all,-options"];
        self.compile_with(&[&own_jdk[..], &silenced].concat(), &proprietary)?;
        let mut by_release: BTreeMap<u32, Vec<&PathBuf>> = BTreeMap::new();
        for path in others {
            let text = fs::read_to_string(path).map_err(Error::io(path))?;
            by_release.entry(release(&text)).or_default().push(path);
        }
        by_release.iter().try_for_each(|(release, sources)| {
            self.compile_with(&["--release", &release.to_string(), "-Xlint:all"], sources)
        })
    }

    fn compile_with(&self, options: &[&str], sources: &[&PathBuf]) -> Result<(), Error> {
        let javac = tool("javac");
        let output = Command::new(&javac)
            .args(options)
            .args(["-g", "-Werror", "-d"])
            .arg(&self.classes)
            .arg("-cp")
            .arg(&self.classes)
            .args(sources)
            .output()
            .map_err(|source| Error::Start {
                program: javac,
                source,
            })?;
        if output.status.success() {
            return Ok(());
        }
        Err(Error::Compile(
            String::from_utf8_lossy(&output.stderr).into_owned(),
        ))
    }

    /// Runs a program under redflag.
    pub fn run(&self, program: &Program) -> Result<Outcome, Error> {
        self.run_with(program, &[], &[])
    }

    /// Runs a program with some rules or kinds of hooks left out.
    pub fn run_without(&self, program: &Program, names: &[String]) -> Result<Outcome, Error> {
        let options: Vec<&OsStr> = names
            .iter()
            .flat_map(|name| ["--without".as_ref(), name.as_ref()])
            .collect();
        self.run_with(program, &options, &[])
    }

    /// Runs a program under redflag with a trace, which is replayed; the error is what replay says if
    /// the two disagree, or if a check is missing or out of place.
    pub fn run_traced(&self, program: &Program) -> Result<(Outcome, Result<(), String>), Error> {
        let trace = self.reports.join(format!("{}.trace", program.class));
        let outcome = self.run_with(program, &["--trace".as_ref(), trace.as_os_str()], &[])?;
        let replayed = replay(&trace, &[])?;
        let placed = replay(&trace, &["--placement"])?;
        let text = |output: &Output| String::from_utf8_lossy(&output.stderr).into_owned();
        let agrees = match replayed.status.code() {
            _ if !placed.status.success() => Err(text(&placed)),
            Some(0) if outcome.findings.is_empty() => Ok(()),
            Some(66) if !outcome.findings.is_empty() => Ok(()),
            _ => Err(text(&replayed)),
        };
        Ok((outcome, agrees))
    }

    fn run_with(
        &self,
        program: &Program,
        options: &[&OsStr],
        flags: &[&str],
    ) -> Result<Outcome, Error> {
        let json = self.reports.join(format!("{}.json", program.class));
        let stderr = self.reports.join(format!("{}.stderr", program.class));
        let stdout = self.reports.join(format!("{}.stdout", program.class));
        if json.exists() {
            fs::remove_file(&json).map_err(Error::io(&json))?;
        }
        let redflag = env!("CARGO_BIN_EXE_redflag");
        let runs = self.reports.join(format!("{}.runs", program.class));
        let mut command = match &self.offline {
            None => {
                let mut command = Command::new(redflag);
                command.args(["run", "--checks", &self.checks, "--json"]);
                command.arg(&json).args(options);
                command.args(["--", &self.java]);
                command
            }
            Some(output) => {
                if runs.exists() {
                    fs::remove_dir_all(&runs).map_err(Error::io(&runs))?;
                }
                let mut command = Command::new(&self.java);
                command.arg(format!("@{}", output.join("redflag.args").display()));
                command.arg(format!("-Dredflag.runs={}", runs.display()));
                command
            }
        };
        let classes = self.offline.as_ref().map(|it| it.join("classes"));
        let mut child = command
            .args(&self.flags)
            .args(flags)
            .arg("-cp")
            .arg(classes.as_ref().unwrap_or(&self.classes))
            .arg(&program.class)
            .stdout(File::create(&stdout).map_err(Error::io(&stdout))?)
            .stderr(File::create(&stderr).map_err(Error::io(&stderr))?)
            .process_group(0)
            .spawn()
            .map_err(|source| Error::Start {
                program: redflag.to_owned(),
                source,
            })?;
        let status = wait(&mut child, self.timeout);
        let stderr = fs::read_to_string(&stderr).map_err(Error::io(&stderr))?;
        let Some(mut status) = status.map_err(Error::io(&json))? else {
            return Err(Error::Timeout {
                seconds: self.timeout.as_secs(),
                stderr,
            });
        };
        if let Some(output) = &self.offline {
            let mut report = Command::new(redflag);
            report.arg("report").arg(output).arg("--runs").arg(&runs);
            let reported = report.arg("--json").arg(&json).output();
            let reported = reported.map_err(Error::io(&json))?.status;
            status = if status.success() { reported } else { status };
        }
        let Ok(text) = fs::read(&json) else {
            return Err(Error::NoReport { path: json, stderr });
        };
        match serde_json::from_slice::<Document>(&text) {
            Ok(document) => Ok(Outcome {
                status: status.code(),
                findings: document.findings,
                stderr,
            }),
            Err(source) => Err(Error::Report {
                path: json,
                source,
                stderr,
            }),
        }
    }
}

/// The release for which to compile a program: that which it needs, if every compiler in use knows it.
fn release(source: &str) -> u32 {
    let needed = expectation::parse(source).ok().and_then(|it| it.min_jdk);
    needed
        .filter(|it| *it <= OLDEST_COMPILER)
        .unwrap_or(OLDEST_RELEASE)
}

/// Waits for the child; when it takes too long, ends it and its JVM, which share a process group.
fn wait(child: &mut Child, timeout: Duration) -> std::io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() > timeout {
            let group = format!("-{}", child.id());
            Command::new("kill")
                .args(["-KILL", "--", &group])
                .status()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// A tool of the JDK: that of `JAVA_HOME` if it is set, else the one on the path.
fn tool(name: &str) -> String {
    match env::var("JAVA_HOME") {
        Ok(home) if !home.is_empty() => format!("{home}/bin/{name}"),
        _ => name.to_owned(),
    }
}

/// Where this `java` has its JDK.
fn java_home(java: &str) -> Result<String, Error> {
    let mut command = Command::new(java);
    command.args(["-XshowSettings:properties", "-version"]);
    let output = command.output().map_err(|source| Error::Start {
        program: java.to_owned(),
        source,
    })?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let mut lines = text.lines().map(str::trim);
    match lines.find_map(|line| line.strip_prefix("java.home = ")) {
        Some(home) => Ok(home.to_owned()),
        None => Err(Error::Version {
            java: java.to_owned(),
            output: text,
        }),
    }
}

fn repeat() -> Result<u32, Error> {
    match env::var(REPEAT) {
        Err(_) => Ok(1),
        Ok(value) => value.parse().map_err(|_| Error::Repeat {
            variable: REPEAT,
            value,
        }),
    }
}

/// The 17 of `openjdk version "17.0.15"`; early builds say `"26-ea"`.
fn major_version(java: &str) -> Result<u32, Error> {
    let output = Command::new(java)
        .arg("-version")
        .output()
        .map_err(|source| Error::Start {
            program: java.to_owned(),
            source,
        })?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let quoted = text.split('"').nth(1).unwrap_or_default();
    let digits = quoted
        .split(|c: char| !c.is_ascii_digit())
        .next()
        .unwrap_or_default();
    digits.parse().map_err(|_| Error::Version {
        java: java.to_owned(),
        output: text,
    })
}

/// Runs `redflag replay`.
fn replay(trace: &Path, options: &[&str]) -> Result<Output, Error> {
    let redflag = env!("CARGO_BIN_EXE_redflag");
    Command::new(redflag)
        .arg("replay")
        .args(options)
        .arg(trace)
        .output()
        .map_err(|source| Error::Start {
            program: redflag.to_owned(),
            source,
        })
}
