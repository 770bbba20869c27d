//! Following the event files of the run directory while the agents write them.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::PathBuf;

use findings::run::{EVENTS_EXTENSION, Event};

/// Which event file, and so which JVM, an event came from: files are numbered as they appear.
pub type FileNumber = usize;

/// All event files of a run directory.
#[derive(Debug)]
pub struct EventFiles {
    directory: PathBuf,
    known: BTreeSet<OsString>,
    files: Vec<EventFile>,
    problems: Vec<String>,
}

impl EventFiles {
    pub fn new(directory: PathBuf) -> EventFiles {
        EventFiles {
            directory,
            known: BTreeSet::new(),
            files: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// The events written since the last call. A line still being written waits for its end.
    pub fn poll(&mut self) -> Vec<(FileNumber, Event)> {
        if let Err(error) = self.find_new() {
            let directory = self.directory.display();
            self.problem(format!("{directory}: {error}"));
        }
        let mut events = Vec::new();
        let mut problems = Vec::new();
        for (number, file) in self.files.iter_mut().enumerate() {
            for line in file.new_lines(&mut problems) {
                match serde_json::from_slice(&line) {
                    Ok(event) => events.push((number, event)),
                    Err(error) => problems.push(format!("{}: {error}", file.name())),
                }
            }
        }
        for problem in problems {
            self.problem(problem);
        }
        events
    }

    /// Says that nothing more will be written, and returns all that could not be read.
    pub fn finish(mut self) -> Vec<String> {
        let cut_off = |file: &EventFile| format!("{}: the last line is cut off", file.name());
        let unfinished = self.files.iter().filter(|file| !file.unfinished.is_empty());
        self.problems.extend(unfinished.map(cut_off));
        self.problems
    }

    fn find_new(&mut self) -> io::Result<()> {
        let mut new = Vec::new();
        for entry in fs::read_dir(&self.directory)? {
            let path = entry?.path();
            let is_event_file = path.extension().is_some_and(|e| e == EVENTS_EXTENSION);
            if let Some(name) = path.file_name().filter(|_| is_event_file)
                && !self.known.contains(name)
            {
                new.push(name.to_owned());
            }
        }
        new.sort();
        for name in new {
            let path = self.directory.join(&name);
            let file = File::open(&path)?;
            self.known.insert(name);
            self.files.push(EventFile {
                path,
                file,
                unfinished: Vec::new(),
            });
        }
        Ok(())
    }

    /// Remembers a problem once, though it may come back with every poll.
    fn problem(&mut self, problem: String) {
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }
}

#[derive(Debug)]
struct EventFile {
    path: PathBuf,
    file: File,
    /// What follows the last newline read so far.
    unfinished: Vec<u8>,
}

impl EventFile {
    fn name(&self) -> String {
        match self.path.file_name() {
            Some(name) => name.to_string_lossy().into_owned(),
            None => self.path.display().to_string(),
        }
    }

    fn new_lines(&mut self, problems: &mut Vec<String>) -> Vec<Vec<u8>> {
        if let Err(error) = self.file.read_to_end(&mut self.unfinished) {
            problems.push(format!("{}: {error}", self.name()));
        }
        let Some(last_newline) = self.unfinished.iter().rposition(|&b| b == b'\n') else {
            return Vec::new();
        };
        let rest = self.unfinished.split_off(last_newline + 1);
        let complete = std::mem::replace(&mut self.unfinished, rest);
        complete
            .split(|&b| b == b'\n')
            .filter(|line| !line.is_empty())
            .map(<[u8]>::to_vec)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn note(text: &str) -> Event {
        Event::Note { text: text.into() }
    }

    #[test]
    fn lines_come_when_they_are_whole_and_files_when_they_appear() {
        let directory = tempfile::tempdir().unwrap();
        let mut events = EventFiles::new(directory.path().to_owned());
        assert_eq!(events.poll(), []);

        let mut one = File::create(directory.path().join("1.jsonl")).unwrap();
        one.write_all(b"{\"event\":\"note\",\"text\":\"a\"}\n{\"event\":\"no")
            .unwrap();
        assert_eq!(events.poll(), [(0, note("a"))]);
        assert_eq!(events.poll(), []);

        fs::write(directory.path().join("config.json"), "{}").unwrap();
        fs::write(
            directory.path().join("0.jsonl"),
            "{\"event\":\"note\",\"text\":\"c\"}\n",
        )
        .unwrap();
        one.write_all(b"te\",\"text\":\"b\"}\n").unwrap();
        assert_eq!(events.poll(), [(0, note("b")), (1, note("c"))]);
        assert!(events.finish().is_empty());
    }

    #[test]
    fn what_cannot_be_read_is_told_and_the_rest_is_read() {
        let directory = tempfile::tempdir().unwrap();
        fs::write(
            directory.path().join("1.jsonl"),
            "nonsense\n{\"event\":\"note\",\"text\":\"a\"}\n{\"event\"",
        )
        .unwrap();
        let mut events = EventFiles::new(directory.path().to_owned());
        assert_eq!(events.poll(), [(0, note("a"))]);
        let problems = events.finish();
        assert_eq!(problems.len(), 2);
        assert!(problems[0].starts_with("1.jsonl: expected"));
        assert_eq!(problems[1], "1.jsonl: the last line is cut off");
    }
}
