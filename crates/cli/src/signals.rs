//! Signals that reach redflag belong to the program.

use std::io;
use std::sync::mpsc::{self, Receiver};
use std::thread;

use rustix::process::{Pid, Signal, kill_process};
use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};
use signal_hook::iterator::SignalsInfo;
use signal_hook::iterator::exfiltrator::WithOrigin;
use signal_hook::low_level::siginfo::{Cause, Origin};

const FORWARDED: &[i32] = &[SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2];

/// Something happened that the run should look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wake {
    /// A child changed its state.
    Child,
    /// A signal was sent to redflag alone: the program should get it.
    Forward(i32),
    /// The terminal sent a signal to the whole foreground group: the program has it already.
    Delivered,
}

/// Catches the signals from now on, so that none is lost while the program starts. The handlers do
/// not outlive `exec`, so the program starts with the default ones; what redflag was told to ignore
/// (as by `nohup`) is left ignored, for it and for the program.
pub fn listen() -> io::Result<Receiver<Wake>> {
    let mut caught = vec![SIGCHLD];
    for &signal in FORWARDED {
        if !is_ignored(signal)? {
            caught.push(signal);
        }
    }
    let mut signals = SignalsInfo::<WithOrigin>::new(caught)?;
    let (sender, receiver) = mpsc::channel();
    thread::Builder::new()
        .name("signals".to_owned())
        .spawn(move || {
            for origin in signals.forever() {
                if sender.send(wake(&origin)).is_err() {
                    break;
                }
            }
        })?;
    Ok(receiver)
}

fn wake(origin: &Origin) -> Wake {
    match (origin.signal, origin.cause) {
        (SIGCHLD, _) => Wake::Child,
        (signal, Cause::Sent(_)) => Wake::Forward(signal),
        _ => Wake::Delivered,
    }
}

fn is_ignored(signal: i32) -> io::Result<bool> {
    // SAFETY: sigaction is plain data, for which all zeros is a value.
    let mut current: libc::sigaction = unsafe { std::mem::zeroed() };
    // SAFETY: a null new action makes this a query, and `current` outlives the call.
    let result = unsafe { libc::sigaction(signal, std::ptr::null(), &mut current) };
    match result {
        0 => Ok(current.sa_sigaction == libc::SIG_IGN),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Passes a signal on. The child must not have been reaped, or its number may be another's.
pub fn forward(signal: i32, child: &std::process::Child) {
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    if let (Some(pid), Some(signal)) = (pid, Signal::from_named_raw(signal)) {
        // It can only fail when the child has ended, which the run learns in any case.
        let _ = kill_process(pid, signal);
    }
}
