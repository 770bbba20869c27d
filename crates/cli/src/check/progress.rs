//! How far the analysis is, for people who wait for it.

use std::io::{IsTerminal, stderr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::run::say;

/// Who waits no longer sees nothing.
const PATIENCE: Duration = Duration::from_secs(1);
const STEP: Duration = Duration::from_millis(100);
const WIDTH: usize = 30;
/// Back to the line's beginning, and nothing is left of it.
const CLEARED: &str = "\r\x1b[K";

/// A bar on a terminal, from a second after its start until it is dropped.
pub struct Progress {
    over: Option<Sender<()>>,
    painter: Option<JoinHandle<()>>,
}

impl Progress {
    /// Of methods that are followed, so many in all.
    pub fn start(followed: Arc<AtomicUsize>, methods: usize) -> Progress {
        let is_dumb = std::env::var_os("TERM").is_some_and(|it| it == "dumb");
        if !stderr().is_terminal() || is_dumb {
            return Progress {
                over: None,
                painter: None,
            };
        }
        let (over, is_over) = mpsc::channel();
        let painter = thread::spawn(move || {
            let mut wait = PATIENCE;
            let mut is_painted = false;
            while let Err(RecvTimeoutError::Timeout) = is_over.recv_timeout(wait) {
                let done = followed.load(Ordering::Relaxed);
                say(&format!("{CLEARED}{}", bar(done, methods)));
                (wait, is_painted) = (STEP, true);
            }
            if is_painted {
                say(CLEARED);
            }
        });
        Progress {
            over: Some(over),
            painter: Some(painter),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        drop(self.over.take());
        if let Some(painter) = self.painter.take() {
            let _ = painter.join();
        }
    }
}

fn bar(done: usize, all: usize) -> String {
    let full = (done * WIDTH).checked_div(all).unwrap_or(0).min(WIDTH);
    let (done_part, rest) = ("#".repeat(full), " ".repeat(WIDTH - full));
    let done = report::counted(done as u64, "method", "methods");
    format!("redflag: [{done_part}{rest}] {done}")
}

#[cfg(test)]
mod tests {
    use super::bar;

    #[test]
    fn a_bar_fills() {
        let empty = " ".repeat(30);
        assert_eq!(bar(0, 0), format!("redflag: [{empty}] 0 methods"));
        assert_eq!(bar(1, 1_000), format!("redflag: [{empty}] 1 method"));
        let half = format!("{}{}", "#".repeat(15), " ".repeat(15));
        assert_eq!(
            bar(1_000, 2_000),
            format!("redflag: [{half}] 1,000 methods")
        );
        assert!(bar(9, 3).contains(&"#".repeat(30)));
    }
}
