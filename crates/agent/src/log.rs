//! The JVM's event file: one JSON object a line, each written at once, so that nothing found is lost
//! when the JVM is killed.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Mutex;

use findings::run::{EVENTS_EXTENSION, Event};

pub struct Log(Mutex<File>);

impl Log {
    pub fn create(folder: &Path) -> io::Result<Log> {
        let name = format!("{}.{EVENTS_EXTENSION}", std::process::id());
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(folder.join(name))?;
        Ok(Log(Mutex::new(file)))
    }

    /// Appends an event. A full disk must not disturb the program, so failure is silent here; the
    /// command notices the missing end.
    pub fn write(&self, event: &Event) {
        let Ok(mut line) = serde_json::to_vec(event) else {
            return;
        };
        line.push(b'\n');
        if let Ok(mut file) = self.0.lock() {
            let _ = file.write_all(&line);
        }
    }
}
