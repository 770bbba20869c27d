//! Commands that are sent signals.

use std::os::unix::process::CommandExt;
use std::process::Command;

const SENT: [libc::c_int; 6] = [
    libc::SIGINT,
    libc::SIGTERM,
    libc::SIGHUP,
    libc::SIGQUIT,
    libc::SIGUSR1,
    libc::SIGUSR2,
];

/// Has the command start with the default actions of signals. One that is ignored stays so over `exec`: a shell script has what it starts
/// in the background ignore SIGINT, and `nohup` SIGHUP, tests included.
pub fn by_default(command: &mut Command) {
    let reset = || {
        for signal in SENT {
            // SAFETY: the default action is one that a signal can have.
            if unsafe { libc::signal(signal, libc::SIG_DFL) } == libc::SIG_ERR {
                return Err(std::io::Error::last_os_error());
            }
        }
        Ok(())
    };
    // SAFETY: the closure makes system calls and allocates nothing.
    unsafe { command.pre_exec(reset) };
}
