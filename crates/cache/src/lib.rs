//! What was found out before, in a file, by the digest of all that it depends on.
//!
//! Invariant: nothing in it is out of date, as who asks with another digest finds nothing. What is damaged, or was written by another
//! build of redflag, is not there. Files are replaced as a whole and never changed, so that several redflags may use one.

mod bytes;
mod digest;
mod directory;
mod file;
mod spool;

use std::fs::{self, File};
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::SystemTime;

use rustc_hash::FxHashSet;

pub use crate::bytes::Bytes;
pub use crate::digest::{Digest, Digester, digest, of_file};
pub use crate::directory::{Place, user_directory};

use crate::file::{Entry, Found};
use crate::spool::Spool;

/// Where what nobody asked for stays too, this part of a file has to be new before all of it is written again.
const WORTH_WRITING: usize = 50;

/// How a cache is used.
#[derive(Debug, Clone, Copy)]
pub struct Usage {
    /// Whether nearly all values will be asked for.
    pub reads_whole: bool,
    /// How much is added in a run, more or less. More would take as long to write as to find out.
    pub added: usize,
    /// What nobody asked for in a run stays, if the file is no larger than this.
    pub unused: usize,
}

pub struct Cache {
    place: Place,
    build: Digest,
    usage: Usage,
    found: Option<Found>,
    /// The keys of values that were asked for.
    used: Mutex<FxHashSet<Digest>>,
    added: Mutex<Spool>,
    added_bytes: AtomicUsize,
    is_broken: AtomicBool,
}

/// What becomes of a file after a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum After {
    /// It stays as it is.
    Same,
    /// With what was added.
    More,
    /// With what was added, and without what was not used.
    Used,
}

impl Cache {
    /// The cache of this build at a place.
    pub fn open(place: &Place, build: Digest, usage: Usage) -> Cache {
        Cache {
            place: place.clone(),
            build,
            usage,
            found: Found::open(&place.file(), build, usage.reads_whole),
            used: Mutex::default(),
            added: Mutex::default(),
            added_bytes: AtomicUsize::new(0),
            is_broken: AtomicBool::new(false),
        }
    }

    pub fn build(&self) -> Digest {
        self.build
    }

    pub fn get(&self, key: Digest) -> Option<Bytes> {
        let found = self.found.as_ref()?;
        let value = found.value(found.entries.get(&key)?)?;
        lock(&self.used).insert(key);
        Some(value)
    }

    /// Whether there was nothing to begin with.
    pub fn is_new(&self) -> bool {
        self.found.is_none()
    }

    /// Adds a value, or puts it in the place of the one that there is. Who has much to add asks whether the cache is full.
    pub fn add(&self, key: Digest, value: &[u8]) {
        self.added_bytes.fetch_add(value.len(), Ordering::Relaxed);
        lock(&self.added).add(key, value, || directory::temporary(&self.place.file()));
    }

    /// Whether so much was added that nothing more should be.
    pub fn is_full(&self) -> bool {
        self.added_bytes.load(Ordering::Relaxed) > self.usage.added
    }

    /// Whether this run has added something.
    pub fn has_added(&self) -> bool {
        self.added_bytes.load(Ordering::Relaxed) > 0
    }

    /// Something in it cannot be read though it is whole: all that came out of it is void.
    pub fn set_broken(&self) {
        self.is_broken.store(true, Ordering::Relaxed);
    }

    pub fn is_broken(&self) -> bool {
        self.is_broken.load(Ordering::Relaxed)
    }

    /// Keeps what was used or added. A cache that cannot be written is as good as none, but whoever named it wants to know.
    pub fn save(&self) -> io::Result<()> {
        let path = self.place.file();
        if self.is_broken() {
            let _ = fs::remove_file(path);
            return Ok(());
        }
        let mut added = lock(&self.added);
        added.finish()?;
        let used = lock(&self.used);
        let replaced = match self.after(&added, &used) {
            After::Same => {
                let opened = File::options().append(true).open(&path);
                // Where nothing needs to be written, nobody minds that nothing can be.
                let _ = opened.and_then(|it| it.set_modified(SystemTime::now()));
                Ok(())
            }
            After::More => self.replace(&added, |_| true),
            After::Used => self.replace(&added, |key| used.contains(&key)),
        };
        match replaced {
            // Something in it is damaged: it begins anew.
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                let _ = fs::remove_file(path);
                Ok(())
            }
            replaced => replaced,
        }
    }

    fn after(&self, added: &Spool, used: &FxHashSet<Digest>) -> After {
        let length = |entries: &mut dyn Iterator<Item = &Entry>| entries.map(|it| it.len).sum();
        let added: usize = length(&mut added.values.values());
        let Some(found) = &self.found else {
            return if added > 0 { After::More } else { After::Same };
        };
        let entries = found.entries.iter();
        let mut used = entries.filter_map(|(key, it)| used.contains(key).then_some(it));
        if self.usage.unused == 0 {
            let is_same = added == 0 && used.count() == found.entries.len();
            return if is_same { After::Same } else { After::Used };
        }
        let is_large = found.len > self.usage.unused;
        if is_large && length(&mut used) + added >= self.usage.unused / 2 {
            After::Used
        } else if is_large || added == 0 || added < found.len / WORTH_WRITING {
            // Who uses little of a large file leaves the rest to others.
            After::Same
        } else {
            After::More
        }
    }

    /// Writes a file of what was added and of what is kept of the old one. Whoever reads meanwhile sees the old one or the new one.
    fn replace(&self, added: &Spool, keeps: impl Fn(Digest) -> bool) -> io::Result<()> {
        let found = self.found.as_ref();
        let old = found.into_iter().flat_map(|it| &it.entries);
        let old = old.filter(|(key, _)| keeps(**key) && !added.values.contains_key(key));
        let mut values: Vec<_> = old
            .chain(&added.values)
            .map(|(key, it)| (*key, it.len, it.digest))
            .collect();
        values.sort_unstable_by_key(|(key, ..)| *key);
        let value = |key: Digest| match added.values.get(&key) {
            Some(entry) => added.value(entry),
            None => {
                let value = found.and_then(|it| it.value(it.entries.get(&key)?));
                value.ok_or_else(|| io::ErrorKind::InvalidData.into())
            }
        };
        let path = self.place.file();
        let temporary = directory::temporary(&path);
        let written = file::create(&temporary)
            .and_then(|new| file::write(new, self.build, &values, value))
            .and_then(|()| fs::rename(&temporary, &path));
        if written.is_err() {
            let _ = fs::remove_file(&temporary);
        }
        directory::prune(&self.place.directory);
        written
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|it| it.into_inner())
}

#[cfg(test)]
mod tests;
