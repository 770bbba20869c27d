//! `redflag run`: starts the command, follows what the agents in its JVMs find, reports.

use std::ffi::OsString;
use std::io::{self, Write, stderr};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use findings::run::Config;
use thiserror::Error;

use crate::FAILURE;
use crate::arguments::RunOptions;
use crate::collected::{Collected, Outcome};
use crate::event_files::EventFiles;
use crate::launch::{
    self, JAVA_OPTIONS_VARIABLE, LAST_OPTIONS_VARIABLE, LaunchError, RUN_DIRECTORY_VARIABLE,
};
use crate::models::{ModelsError, UserModels};
use crate::outputs::{self, OutputError, Outputs};
use crate::signals::{self, Wake};
use crate::sources::SourceFolders;
use crate::suppressions::{Suppressions, SuppressionsError};

/// How long a race may lie in its file before it is printed.
const POLL: Duration = Duration::from_millis(100);

/// How long a race without the earlier access's stack waits for the stack before it is printed: a race that
/// comes again may bring it.
const STACK_WAIT: Duration = Duration::from_millis(500);

/// How long JVMs may outlive the command and still be listened to. After Ctrl-C a shell dies at
/// once, while the JVM that it started runs its shutdown hooks.
const GRACE: Duration = Duration::from_secs(2);

#[derive(Debug, Error)]
pub enum RunError {
    #[error(transparent)]
    Launch(#[from] LaunchError),
    #[error(transparent)]
    Models(#[from] ModelsError),
    #[error(transparent)]
    Suppressions(#[from] SuppressionsError),
    #[error(transparent)]
    Output(#[from] OutputError),
    #[error("cannot catch signals: {0}")]
    Signals(io::Error),
    #[error("command not found: {0}")]
    NotFound(String),
    #[error("cannot start {command}: {cause}")]
    Start { command: String, cause: io::Error },
    #[error("lost sight of the program: {0}")]
    Wait(io::Error),
}

/// Runs the command to its end and returns the exit status that redflag is to have.
pub fn run(options: &RunOptions) -> Result<u8, RunError> {
    launch::refuse_nesting()?;
    let agent = launch::agent_library()?;
    let last_options = launch::last_java_options(&options.command)?;
    let documents = &options.report.documents;
    let suppressions = Suppressions::read(&documents.suppressions)?;
    let models = UserModels::read(&options.checking.models)?;
    let outputs = Outputs::create(documents, SourceFolders::new(&documents.sources))?;
    outputs::prepare_trace(options.trace.as_deref())?;
    let config = Config {
        cache: launch::cache(&options.cache),
        ..options.config(suppressions.patterns(), models.files.clone())
    };
    let directory = launch::run_directory(&config)?;
    let wakes = signals::listen().map_err(RunError::Signals)?;

    let mut session = Session {
        events: EventFiles::new(directory.path().to_owned()),
        collected: Collected::new(&options.report, suppressions),
    };
    let mut child = start(options, &agent, directory.path(), last_options)?;
    let status = session.follow(&mut child, &wakes)?;
    session.linger(&wakes);

    let problems = session.events.finish();
    let mut outcome = session.collected.finish(problems, options.filters());
    let loaded = &outcome.total.modelled;
    let unused = models.unused(|class| loaded.contains(class), "loaded");
    outcome.total.stats.notes.extend(unused);
    if !outcome.problems.is_empty() {
        let kept = directory.keep();
        say(&unreadable(&outcome.problems, &kept));
    }
    say(&outcome.summary(&options.report));
    let errors = outputs.write(&outcome.run());
    for error in &errors {
        say(&format!("redflag: error: {error}\n"));
    }
    if !errors.is_empty() && status.success() {
        return Ok(FAILURE);
    }
    Ok(exit_status(options, status, &outcome))
}

fn start(
    options: &RunOptions,
    agent: &Path,
    directory: &Path,
    last_options: Option<OsString>,
) -> Result<Child, RunError> {
    let own = std::env::var_os(JAVA_OPTIONS_VARIABLE);
    let java_options = launch::java_options(own.as_deref(), agent, directory);
    // clap refuses a run without a command.
    let (program, arguments) = options.command.split_first().expect("a command");
    Command::new(program)
        .args(arguments)
        .env(JAVA_OPTIONS_VARIABLE, java_options)
        .env(RUN_DIRECTORY_VARIABLE, directory)
        .envs(last_options.map(|value| (LAST_OPTIONS_VARIABLE, value)))
        .spawn()
        .map_err(|cause| {
            let command = program.display().to_string();
            match cause.kind() {
                io::ErrorKind::NotFound => RunError::NotFound(command),
                _ => RunError::Start { command, cause },
            }
        })
}

/// A run under way.
struct Session {
    events: EventFiles,
    collected: Collected,
}

impl Session {
    /// Until the command ends. Only here is the child waited for, so that a signal forwarded
    /// from here can reach no other process.
    fn follow(
        &mut self,
        child: &mut Child,
        wakes: &Receiver<Wake>,
    ) -> Result<ExitStatus, RunError> {
        loop {
            match wakes.recv_timeout(POLL) {
                Ok(Wake::Forward(signal)) => signals::forward(signal, child),
                Ok(Wake::Child | Wake::Delivered) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => std::thread::sleep(POLL),
            }
            self.poll();
            if let Some(status) = child.try_wait().map_err(RunError::Wait)? {
                return Ok(status);
            }
        }
    }

    /// Until the JVMs that the command left behind have ended, but not for ever.
    fn linger(&mut self, wakes: &Receiver<Wake>) {
        let deadline = Instant::now() + GRACE;
        self.poll();
        while self.collected.is_any_running() && Instant::now() < deadline {
            if let Ok(Wake::Forward(_) | Wake::Delivered) = wakes.recv_timeout(POLL / 4) {
                break;
            }
            self.poll();
        }
        self.poll();
    }

    fn poll(&mut self) {
        for (number, event) in self.events.poll() {
            self.collected.take(number, event);
        }
        self.collected.print_waiting(STACK_WAIT);
    }
}

fn exit_status(options: &RunOptions, program: ExitStatus, outcome: &Outcome) -> u8 {
    let raced = outcome.has_races();
    if raced && options.halt_on_race {
        // The agent ended the program, whose own status says nothing then.
        return options.report.exit_code;
    }
    match program_status(program) {
        0 if raced => options.report.exit_code,
        0 if outcome.is_worthless() => FAILURE,
        own => own,
    }
}

/// The program's status as a shell tells it.
fn program_status(program: ExitStatus) -> u8 {
    let status = match (program.code(), program.signal()) {
        (Some(code), _) => code,
        (None, Some(signal)) => 128 + signal,
        (None, None) => i32::from(FAILURE),
    };
    u8::try_from(status).unwrap_or(u8::MAX)
}

fn unreadable(problems: &[String], directory: &Path) -> String {
    let mut text = format!(
        "redflag: warning: not all that the JVMs told could be read; it is kept in {}\n",
        directory.display()
    );
    for problem in problems {
        text.push_str(&format!("  {problem}\n"));
    }
    text
}

/// Writes to standard error, in one piece so that the program's own lines do not fall in between.
/// When standard error is closed there is nobody left to tell.
pub fn say(text: &str) {
    let _ = stderr().lock().write_all(text.as_bytes());
}
