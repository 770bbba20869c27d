//! Running programs in a JVM under redflag.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use thiserror::Error;

use crate::assembler;
use crate::classes::{BODY, CALLER, classes};
use crate::comparison::compare;
use crate::program::Program;

#[derive(Debug, Error)]
pub enum Error {
    #[error("{}: {cause}", .path.display())]
    Io { path: PathBuf, cause: io::Error },
    #[error("cannot start {program}: {cause}")]
    Start { program: String, cause: io::Error },
    #[error("{program} failed ({status}):\n{stderr}")]
    Failed {
        program: String,
        status: String,
        stderr: String,
    },
    #[error("a program cannot be written as a class file: {0}")]
    Assembler(#[from] assembler::Error),
    #[error("the trace {0}")]
    Trace(#[from] trace::Error),
}

const RUNNER: &str = "Programs";

/// Where checks stand.
#[derive(Debug, Clone)]
pub struct Mode {
    /// As `redflag run` knows it.
    pub checks: String,
    pub precision: Precision,
}

/// What redflag has to find.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Precision {
    /// Every racy location.
    Address,
    /// Whether there is a race.
    Trace,
}

/// How programs are run.
pub struct Batch {
    pub redflag: PathBuf,
    pub java: PathBuf,
    pub mode: Mode,
    pub flags: Vec<String>,
    /// Has the runner's class.
    folder: tempfile::TempDir,
}

impl Batch {
    pub fn new(
        redflag: &Path,
        java: &Path,
        javac: &Path,
        mode: Mode,
        flags: &[String],
    ) -> Result<Batch, Error> {
        let folder = tempfile::tempdir().map_err(|cause| Error::Io {
            path: std::env::temp_dir(),
            cause,
        })?;
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("java/Programs.java");
        let mut compile = Command::new(javac);
        compile
            .args(["--release", "11", "-d"])
            .arg(folder.path())
            .arg(source);
        succeed(compile, &[0])?;
        Ok(Batch {
            redflag: redflag.to_owned(),
            java: java.to_owned(),
            mode,
            flags: flags.to_vec(),
            folder,
        })
    }

    /// Runs the programs; answers what is wrong, by the program's place in the list.
    pub fn run(&self, programs: &[Program]) -> Result<BTreeMap<usize, String>, Error> {
        let work = self.work()?;
        let trace = work.path().join("trace");
        self.trace(programs, work.path(), &trace)?;
        Ok(compare(programs, &trace, self.mode.precision)?)
    }

    /// Runs the programs; answers what the JVM prints, such as what its flags ask for.
    pub fn printed(&self, programs: &[Program]) -> Result<String, Error> {
        let work = self.work()?;
        let output = self.trace(programs, work.path(), &work.path().join("trace"))?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// An empty folder.
    fn work(&self) -> Result<tempfile::TempDir, Error> {
        tempfile::tempdir_in(self.folder.path()).map_err(|cause| Error::Io {
            path: self.folder.path().to_owned(),
            cause,
        })
    }

    /// Runs the programs, which it writes into a folder, and has a trace written.
    fn trace(&self, programs: &[Program], work: &Path, trace: &Path) -> Result<Output, Error> {
        for (number, program) in programs.iter().enumerate() {
            write_classes(program, &format!("p{number}"), work)?;
        }
        // Those that are loaded from elsewhere are to be known before, too.
        let class_path = [self.folder.path(), work].map(|it| it.display().to_string());
        let class_path = class_path.join(":");
        let mut run = Command::new(&self.redflag);
        run.args([
            "run",
            "--max-reports",
            "1",
            "--checks",
            &self.mode.checks,
            "--precision",
            match self.mode.precision {
                Precision::Address => "address",
                Precision::Trace => "trace",
            },
            "--trace",
        ])
        .arg(trace)
        .arg("--")
        .arg(&self.java)
        .args(&self.flags)
        .args(eager())
        .args(["-Xverify:all", "-cp"])
        .arg(class_path)
        .arg(RUNNER)
        .arg(work)
        .arg(programs.len().to_string());
        succeed(run, &[0, 66])
    }
}

/// Flags by which the JVM compiles the methods of hot programs after a hundredth of the usual calls, and waits for it: when
/// they go on, they are compiled.
fn eager() -> Vec<String> {
    let methods = [format!("*Shared::{CALLER}"), format!("*::{BODY}")];
    let options = methods.iter().flat_map(|method| {
        [
            format!("option,{method},double,CompileThresholdScaling,0.01"),
            format!("option,{method},bool,BackgroundCompilation,false"),
        ]
    });
    let quiet = std::iter::once("quiet".to_owned());
    quiet
        .chain(options)
        .map(|it| format!("-XX:CompileCommand={it}"))
        .collect()
}

fn write_classes(program: &Program, package: &str, folder: &Path) -> Result<(), Error> {
    let package_folder = folder.join(package);
    let io = |path: &Path| {
        let path = path.to_owned();
        move |cause| Error::Io { path, cause }
    };
    fs::create_dir(&package_folder).map_err(io(&package_folder))?;
    for (name, bytes) in classes(program, package)? {
        let path = folder.join(name).with_extension("class");
        fs::write(&path, bytes).map_err(io(&path))?;
    }
    Ok(())
}

fn succeed(mut command: Command, statuses: &[i32]) -> Result<Output, Error> {
    let program = command.get_program().display().to_string();
    let output = command.output().map_err(|cause| Error::Start {
        program: program.clone(),
        cause,
    })?;
    match output.status.code() {
        Some(status) if statuses.contains(&status) => Ok(output),
        _ => Err(Error::Failed {
            program,
            status: output.status.to_string(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }),
    }
}
