//! Following the event files of the run directory while the agents write them, and the pipe that
//! they use when its disk is full.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use findings::run::{EVENTS_EXTENSION, EVENTS_PIPE, Event, PipedPart};
use rustix::fs::{CWD, FileType, Mode, mknodat};

/// Which event file, and so which JVM, an event came from: files are numbered as they appear.
pub type FileNumber = usize;

/// All event files of a run directory.
#[derive(Debug)]
pub struct EventFiles {
    directory: PathBuf,
    known: BTreeSet<OsString>,
    files: Vec<EventFile>,
    /// `None` where no pipe can be made: then a full disk costs what it costs.
    pipe: Option<Pipe>,
    problems: Vec<String>,
}

impl EventFiles {
    /// To be called before the first agent starts.
    pub fn new(directory: PathBuf) -> EventFiles {
        EventFiles {
            pipe: Pipe::create(&directory.join(EVENTS_PIPE)).ok(),
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
        self.read_pipe(&mut events, &mut problems);
        for problem in problems {
            self.problem(problem);
        }
        events
    }

    /// The pipe after the files: what an agent sends there follows what it wrote before.
    fn read_pipe(&mut self, events: &mut Vec<(FileNumber, Event)>, problems: &mut Vec<String>) {
        let Some(pipe) = &mut self.pipe else {
            return;
        };
        for (pid, line) in pipe.new_lines(problems) {
            let name = OsString::from(format!("{pid}.{EVENTS_EXTENSION}"));
            let number = self.number(&name);
            // The agent began this line in its file, too, and found no room for it.
            self.files[number].unfinished.clear();
            match serde_json::from_slice(&line) {
                Ok(event) => events.push((number, event)),
                Err(error) => problems.push(format!("{EVENTS_PIPE}: {error}")),
            }
        }
    }

    /// Of the file with this name, which there may have been no room for.
    fn number(&mut self, name: &OsStr) -> FileNumber {
        let known = self.files.iter().position(|file| file.name == name);
        known.unwrap_or_else(|| {
            self.known.insert(name.to_owned());
            self.files.push(EventFile {
                name: name.to_owned(),
                file: None,
                unfinished: Vec::new(),
            });
            self.files.len() - 1
        })
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
            let file = File::open(self.directory.join(&name))?;
            self.known.insert(name.clone());
            self.files.push(EventFile {
                name,
                file: Some(file),
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
    name: OsString,
    /// `None` if the agent could not make it.
    file: Option<File>,
    /// What follows the last newline read so far.
    unfinished: Vec<u8>,
}

impl EventFile {
    fn name(&self) -> String {
        self.name.to_string_lossy().into_owned()
    }

    fn new_lines(&mut self, problems: &mut Vec<String>) -> Vec<Vec<u8>> {
        if let Some(file) = &mut self.file
            && let Err(error) = file.read_to_end(&mut self.unfinished)
        {
            problems.push(format!("{}: {error}", self.name()));
        }
        whole_lines(&mut self.unfinished)
    }
}

/// Takes all lines that have their end.
fn whole_lines(unfinished: &mut Vec<u8>) -> Vec<Vec<u8>> {
    let Some(last_newline) = unfinished.iter().rposition(|&b| b == b'\n') else {
        return Vec::new();
    };
    let rest = unfinished.split_off(last_newline + 1);
    let complete = std::mem::replace(unfinished, rest);
    complete
        .split(|&b| b == b'\n')
        .filter(|line| !line.is_empty())
        .map(<[u8]>::to_vec)
        .collect()
}

/// Takes no room on the disk. All JVMs share it, so long lines come in parts.
#[derive(Debug)]
struct Pipe {
    file: File,
    unfinished: Vec<u8>,
    /// By JVM, the parts of a line that has not ended.
    parts: BTreeMap<u32, Vec<u8>>,
}

impl Pipe {
    fn create(path: &Path) -> io::Result<Pipe> {
        let mode = Mode::RUSR | Mode::WUSR;
        mknodat(CWD, path, FileType::Fifo, mode, 0)?;
        // With a writer of our own it never ends, however many agents come and go.
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .custom_flags(libc::O_NONBLOCK)
            .open(path)?;
        Ok(Pipe {
            file,
            unfinished: Vec::new(),
            parts: BTreeMap::new(),
        })
    }

    fn new_lines(&mut self, problems: &mut Vec<String>) -> Vec<(u32, Vec<u8>)> {
        match self.file.read_to_end(&mut self.unfinished) {
            Err(error) if error.kind() != io::ErrorKind::WouldBlock => {
                problems.push(format!("{EVENTS_PIPE}: {error}"));
            }
            _ => {}
        }
        let mut lines = Vec::new();
        for part in whole_lines(&mut self.unfinished) {
            let Some(part) = PipedPart::parse(&part) else {
                problems.push(format!("{EVENTS_PIPE}: not a part of an event"));
                continue;
            };
            let line = self.parts.entry(part.pid).or_default();
            line.extend_from_slice(part.text);
            if part.is_last {
                lines.push((part.pid, std::mem::take(line)));
            }
        }
        lines
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
    fn what_found_no_room_comes_through_the_pipe() {
        let directory = tempfile::tempdir().unwrap();
        let mut events = EventFiles::new(directory.path().to_owned());
        let cut = "{\"event\":\"note\",\"text\":\"a\"}\n{\"event\":\"no";
        fs::write(directory.path().join("7.jsonl"), cut).unwrap();
        let mut pipe = OpenOptions::new()
            .write(true)
            .open(directory.path().join(EVENTS_PIPE))
            .unwrap();
        let line = |text| serde_json::to_vec(&note(text)).unwrap();
        let long = "b".repeat(10_000);
        let [seven, eight] = [(7, line(&long)), (8, line("c"))].map(|(pid, line)| {
            let parts = PipedPart::cut(pid, &line);
            parts.map(|part| part.to_bytes()).collect::<Vec<_>>()
        });
        pipe.write_all(&seven[0]).unwrap();
        pipe.write_all(&eight[0]).unwrap();
        assert_eq!(events.poll(), [(0, note("a")), (1, note("c"))]);
        for part in &seven[1..] {
            assert!(part.len() <= 4096);
            pipe.write_all(part).unwrap();
        }
        assert_eq!(events.poll(), [(0, note(&long))]);
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
