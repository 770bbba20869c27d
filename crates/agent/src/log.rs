//! The JVM's event file: one JSON object a line, each written at once, so that nothing found is lost
//! when the JVM is killed. When the disk is full, events go to the command through a pipe.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use findings::run::{EVENTS_EXTENSION, EVENTS_PIPE, Event, PipedPart};

/// How long the command may take to make room in the pipe. It reads ten times a second, unless it
/// was stopped; the program must not wait for it then.
const PATIENCE: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(2);

pub struct Log {
    folder: PathBuf,
    channel: Mutex<Channel>,
}

enum Channel {
    File(File),
    Pipe(File),
    /// The command is gone, or no longer listens.
    Closed,
}

impl Log {
    pub fn create(folder: &Path) -> io::Result<Log> {
        let name = format!("{}.{EVENTS_EXTENSION}", std::process::id());
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(folder.join(name));
        let channel = match file {
            Ok(file) => Channel::File(file),
            Err(error) => Channel::Pipe(open_pipe(folder, &error).map_err(|_| error)?),
        };
        Ok(Log {
            folder: folder.to_owned(),
            channel: Mutex::new(channel),
        })
    }

    /// Appends an event. Whatever fails here must not disturb the program, so it is silent; the
    /// command notices the missing end.
    pub fn write(&self, event: &Event) {
        let (Ok(line), Ok(mut channel)) = (line(event), self.channel.lock()) else {
            return;
        };
        if let Channel::File(file) = &mut *channel {
            let Err(error) = file.write_all(&line) else {
                return;
            };
            // The line may be cut off now: no other can follow it.
            let pipe = open_pipe(&self.folder, &error);
            *channel = pipe.map_or(Channel::Closed, Channel::Pipe);
        }
        if let Channel::Pipe(pipe) = &mut *channel
            && send(pipe, &line).is_err()
        {
            *channel = Channel::Closed;
        }
    }
}

fn line(event: &Event) -> serde_json::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(event)?;
    line.push(b'\n');
    Ok(line)
}

/// Opens the pipe and says through it why. Fails if nobody reads from it.
fn open_pipe(folder: &Path, cause: &io::Error) -> io::Result<File> {
    let mut pipe = OpenOptions::new()
        .write(true)
        .custom_flags(libc::O_NONBLOCK)
        .open(folder.join(EVENTS_PIPE))?;
    let note = Event::Note {
        text: format!(
            "the run directory {} cannot be written ({cause}); nothing was lost so far",
            folder.display()
        ),
    };
    send(&mut pipe, &line(&note)?)?;
    Ok(pipe)
}

/// Sends a line in parts that the pipe takes whole.
fn send(pipe: &mut File, line: &[u8]) -> io::Result<()> {
    let mut left = PATIENCE;
    for part in PipedPart::cut(std::process::id(), line.trim_ascii_end()) {
        let bytes = part.to_bytes();
        while let Err(error) = pipe.write_all(&bytes) {
            if error.kind() != ErrorKind::WouldBlock || left.is_zero() {
                return Err(error);
            }
            std::thread::sleep(PAUSE);
            left = left.saturating_sub(PAUSE);
        }
    }
    Ok(())
}
