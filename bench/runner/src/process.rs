//! Runs a command to its end and says what it printed and how much memory it took.

use std::io::{self, Read};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::Error;

pub struct Outcome {
    pub status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
    /// The largest resident set of any process in the command's tree, as far as parents waited for
    /// their children.
    pub peak_rss_kib: u64,
    pub elapsed: Duration,
    /// What the command and its children had of all processors, as far as parents waited for them.
    pub processor_time: Duration,
    /// Whether the time limit ended it.
    pub timed_out: bool,
}

/// Runs `command` without a time limit.
pub fn run(command: &mut Command) -> Result<Outcome, Error> {
    finish(command, None)
}

/// Runs `command`, and kills it and its children when `limit` has passed.
pub fn run_within(command: &mut Command, limit: Duration) -> Result<Outcome, Error> {
    // A group of its own, so that the JVM under `redflag run` can be killed together with it.
    command.process_group(0);
    finish(command, Some(limit))
}

/// Runs `command`; any status but 0 is an error.
pub fn run_successfully(command: &mut Command) -> Result<Outcome, Error> {
    let outcome = run(command)?;
    outcome.expect_status(command, 0)?;
    Ok(outcome)
}

impl Outcome {
    pub fn expect_status(&self, command: &Command, expected: i32) -> Result<(), Error> {
        if self.status.code() == Some(expected) {
            return Ok(());
        }
        Err(Error::Status {
            command: display(command),
            status: self.status.to_string(),
            expected: expected.to_string(),
            output: format!("{}{}", self.stdout, self.stderr),
        })
    }
}

/// The command line, for messages.
pub fn display(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}

fn finish(command: &mut Command, limit: Option<Duration>) -> Result<Outcome, Error> {
    let program = command.get_program().to_string_lossy().into_owned();
    let start = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|source| Error::Start {
            program: program.clone(),
            source,
        })?;
    let stdout = child.stdout.take();
    let stderr = child.stderr.take();
    // Both pipes are drained while waiting, or a talkative child would block.
    thread::scope(|scope| {
        let stdout = scope.spawn(|| drain(stdout));
        let stderr = scope.spawn(|| drain(stderr));
        let ended = wait(&child, limit.map(|limit| start + limit));
        let elapsed = start.elapsed();
        let stdout = stdout.join().unwrap_or_default();
        let stderr = stderr.join().unwrap_or_default();
        let (status, usage, timed_out) = ended.map_err(|source| Error::Wait { program, source })?;
        Ok(Outcome {
            status,
            stdout,
            stderr,
            peak_rss_kib: u64::try_from(usage.ru_maxrss).unwrap_or(0),
            elapsed,
            processor_time: duration(usage.ru_utime) + duration(usage.ru_stime),
            timed_out,
        })
    })
}

fn drain(pipe: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    if let Some(mut pipe) = pipe {
        // What was read before an error is still worth showing.
        let _ = pipe.read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn duration(time: libc::timeval) -> Duration {
    Duration::new(time.tv_sec as u64, time.tv_usec as u32 * 1000)
}

/// `wait4`, since the standard library's `wait` drops the resource usage. It polls where there is a
/// deadline; times are measured inside the programs, so the interval does not matter.
fn wait(child: &Child, deadline: Option<Instant>) -> io::Result<(ExitStatus, libc::rusage, bool)> {
    const POLL: Duration = Duration::from_millis(20);
    let pid = child.id() as libc::pid_t;
    let mut timed_out = false;
    loop {
        let options = match deadline {
            Some(_) if !timed_out => libc::WNOHANG,
            _ => 0,
        };
        let mut status = 0;
        // SAFETY: rusage is plain numbers, for which zero is a value.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        // SAFETY: both pointers are to live locals of the right type.
        let waited = unsafe { libc::wait4(pid, &mut status, options, &mut usage) };
        match waited {
            0 => thread::sleep(POLL),
            -1 => {
                let error = io::Error::last_os_error();
                if error.kind() != io::ErrorKind::Interrupted {
                    return Err(error);
                }
            }
            _ => return Ok((ExitStatus::from_raw(status), usage, timed_out)),
        }
        if !timed_out && deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            timed_out = true;
            // SAFETY: a system call on the group that `run_within` made; the child is not reaped yet,
            // so its number still names it.
            unsafe { libc::kill(-pid, libc::SIGKILL) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn output_status_and_memory_are_told() {
        let outcome = run(&mut shell("echo out; echo err >&2; exit 3")).unwrap();
        assert_eq!(outcome.stdout, "out\n");
        assert_eq!(outcome.stderr, "err\n");
        assert_eq!(outcome.status.code(), Some(3));
        assert!(outcome.peak_rss_kib > 0);
        assert!(!outcome.timed_out);
    }

    #[test]
    fn a_child_of_the_command_does_not_outlive_the_limit() {
        // The grandchild holds the pipe open: draining ends only when it is dead as well.
        let outcome =
            run_within(&mut shell("sleep 600 & wait"), Duration::from_millis(100)).unwrap();
        assert!(outcome.timed_out);
        assert_eq!(outcome.status.code(), None);
        assert!(outcome.elapsed < Duration::from_secs(300));
    }

    #[test]
    fn another_status_is_an_error_that_shows_the_output() {
        let mut command = shell("echo broken; exit 1");
        let Err(error) = run_successfully(&mut command) else {
            panic!("status 1 was taken for success");
        };
        assert!(error.to_string().contains("broken"), "{error}");
    }
}
