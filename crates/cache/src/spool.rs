//! What a run adds, in a file without a name until it is saved: as memory it would be the program's.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;

use crate::bytes::Bytes;
use crate::digest::{Digest, digest};
use crate::file::{self, Entry};

#[derive(Default)]
pub struct Spool {
    /// Made for the first value.
    file: Option<BufWriter<File>>,
    pub values: FxHashMap<Digest, Entry>,
    end: usize,
    /// Why values are missing.
    failed: Option<io::Error>,
}

impl Spool {
    /// Adds a value; the first one makes a file of the name that is asked for then.
    pub fn add(&mut self, key: Digest, value: &[u8], name: impl FnOnce() -> PathBuf) {
        if self.failed.is_none() {
            self.failed = self.write(key, value, name).err();
        }
    }

    fn write(
        &mut self,
        key: Digest,
        value: &[u8],
        name: impl FnOnce() -> PathBuf,
    ) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            None => self.file.insert(BufWriter::new(nameless(&name())?)),
        };
        file.write_all(value)?;
        let entry = Entry {
            start: self.end,
            len: value.len(),
            digest: digest(value),
        };
        self.end += value.len();
        self.values.insert(key, entry);
        Ok(())
    }

    /// All of it can be read from now on.
    pub fn finish(&mut self) -> io::Result<()> {
        match (self.failed.take(), &mut self.file) {
            (Some(error), _) => Err(error),
            (None, Some(file)) => file.flush(),
            (None, None) => Ok(()),
        }
    }

    pub fn value(&self, entry: &Entry) -> io::Result<Bytes> {
        let mut bytes = vec![0; entry.len];
        if let Some(file) = &self.file {
            let file = file.get_ref();
            file.read_exact_at(&mut bytes, entry.start as u64)?;
        }
        Ok(bytes.into())
    }
}

/// A file that is gone when it is closed.
fn nameless(path: &Path) -> io::Result<File> {
    let file = file::create(path)?;
    fs::remove_file(path)?;
    Ok(file)
}
