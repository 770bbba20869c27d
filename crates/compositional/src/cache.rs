//! What was found out before, in a file, by the digest of all that it depends on.
//!
//! Nothing in it can be out of date: who asks with another digest finds nothing. A file that is damaged, or that another build of
//! redflag wrote, holds nothing. Files are replaced as a whole, so that several redflags may use one.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::SystemTime;

use rustc_hash::FxHashMap;

use crate::identity::{Digest, Digester, digest};
use crate::parallel::lock;

/// The format of the file, which is part of the build: only to tell it from other files.
const MAGIC: &[u8; 16] = b"redflag cache 1\n";

const EXTENSION: &str = "redflag-cache";

/// What is added in a run. More would take as long to write as to find out.
const MAX_ADDED: usize = 64 << 20;

/// All files of a directory together; beyond, those that were not used for longest go.
const MAX_TOTAL: u64 = 1 << 30;

const DIGEST: usize = size_of::<Digest>();

/// Key, start and length.
const INDEX_ENTRY: usize = DIGEST + 16;

pub struct Cache {
    directory: PathBuf,
    file: PathBuf,
    build: Digest,
    bytes: Vec<u8>,
    found: FxHashMap<Digest, Entry>,
    added: Mutex<Vec<(Digest, Vec<u8>)>>,
    added_bytes: AtomicUsize,
    is_broken: AtomicBool,
}

struct Entry {
    span: Span,
    is_used: AtomicBool,
}

/// A part of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    start: usize,
    end: usize,
}

impl Span {
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The first bytes; the rest stays.
    pub fn split_off(&mut self, len: usize) -> Option<Span> {
        let at = self.start.checked_add(len).filter(|it| *it <= self.end)?;
        let first = Span {
            start: self.start,
            end: at,
        };
        self.start = at;
        Some(first)
    }
}

impl Cache {
    /// The cache for what is named so. `None` if nobody knows which build this is.
    pub fn open(directory: &Path, name: &str) -> Option<Cache> {
        let build = build()?;
        let name = format!("{:032x}.{EXTENSION}", digest(name.as_bytes()));
        let file = directory.join(name);
        let bytes = fs::read(&file).unwrap_or_default();
        let found = index(&bytes, build);
        Some(Cache {
            directory: directory.to_owned(),
            file,
            build,
            found: found.unwrap_or_default(),
            bytes,
            added: Mutex::default(),
            added_bytes: AtomicUsize::new(0),
            is_broken: AtomicBool::new(false),
        })
    }

    pub fn build(&self) -> Digest {
        self.build
    }

    pub fn get(&self, key: Digest) -> Option<Span> {
        let entry = self.found.get(&key)?;
        entry.is_used.store(true, Ordering::Relaxed);
        Some(entry.span)
    }

    pub fn bytes(&self, span: Span) -> &[u8] {
        &self.bytes[span.start..span.end]
    }

    /// The first bytes of a span, which then begins behind them.
    pub fn take<const N: usize>(&self, span: &mut Span) -> Option<[u8; N]> {
        let first = span.split_off(N)?;
        self.bytes(first).try_into().ok()
    }

    pub fn add(&self, key: Digest, value: Vec<u8>) {
        let before = self.added_bytes.fetch_add(value.len(), Ordering::Relaxed);
        if before + value.len() <= MAX_ADDED {
            lock(&self.added).push((key, value));
        } else {
            lock(&self.added).clear();
        }
    }

    /// Whether nothing of this run will be kept: it is too much.
    pub fn is_full(&self) -> bool {
        self.added_bytes.load(Ordering::Relaxed) > MAX_ADDED
    }

    /// Something in it cannot be read though it is whole: all that came out of it is void.
    pub fn set_broken(&self) {
        self.is_broken.store(true, Ordering::Relaxed);
    }

    pub fn is_broken(&self) -> bool {
        self.is_broken.load(Ordering::Relaxed)
    }

    /// Keeps what was used or added. A cache that cannot be written is as good as none, but whoever named it wants to know.
    pub fn save(self) -> io::Result<()> {
        if self.is_broken() {
            let _ = fs::remove_file(&self.file);
            return Ok(());
        }
        if self.is_full() {
            return Ok(());
        }
        let is_used = |it: &Entry| it.is_used.load(Ordering::Relaxed);
        let added = lock(&self.added).len();
        if added == 0 && self.found.values().all(is_used) {
            let opened = File::options().append(true).open(&self.file);
            // Where nothing needs to be written, nobody minds that nothing can be.
            let _ = opened.and_then(|it| it.set_modified(SystemTime::now()));
            return Ok(());
        }
        replace(&self.file, &self.content())?;
        prune(&self.directory);
        Ok(())
    }

    fn content(&self) -> Vec<u8> {
        let added = lock(&self.added);
        let used = self.found.iter();
        let used = used.filter(|(_, it)| it.is_used.load(Ordering::Relaxed));
        let mut all: Vec<(Digest, &[u8])> = used
            .map(|(key, it)| (*key, self.bytes(it.span)))
            .chain(added.iter().map(|(key, value)| (*key, &**value)))
            .collect();
        all.sort_unstable_by_key(|(key, _)| *key);
        all.dedup_by_key(|(key, _)| *key);
        let mut content = MAGIC.to_vec();
        content.extend(self.build.to_le_bytes());
        content.extend((all.len() as u64).to_le_bytes());
        let mut start = content.len() + all.len() * INDEX_ENTRY;
        for (key, value) in &all {
            content.extend(key.to_le_bytes());
            content.extend((start as u64).to_le_bytes());
            content.extend((value.len() as u64).to_le_bytes());
            start += value.len();
        }
        all.iter().for_each(|(_, value)| content.extend(*value));
        content.extend(digest(&content).to_le_bytes());
        content
    }
}

/// What a file holds; `None` if it is not whole, or not of this build.
fn index(bytes: &[u8], build: Digest) -> Option<FxHashMap<Digest, Entry>> {
    let (content, checksum) = bytes.split_last_chunk::<DIGEST>()?;
    let mut rest = content.strip_prefix(MAGIC)?;
    let is_whole = digest(content) == Digest::from_le_bytes(*checksum);
    let of_build = Digest::from_le_bytes(take(&mut rest)?);
    if !is_whole || of_build != build {
        return None;
    }
    let count = usize::try_from(u64::from_le_bytes(take(&mut rest)?)).ok()?;
    let mut found = FxHashMap::default();
    for _ in 0..count {
        let key = Digest::from_le_bytes(take(&mut rest)?);
        let start = usize::try_from(u64::from_le_bytes(take(&mut rest)?)).ok()?;
        let len = usize::try_from(u64::from_le_bytes(take(&mut rest)?)).ok()?;
        let end = start.checked_add(len).filter(|it| *it <= content.len())?;
        let entry = Entry {
            span: Span { start, end },
            is_used: AtomicBool::new(false),
        };
        found.insert(key, entry);
    }
    Some(found)
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*taken)
}

/// Which redflag this is: its version alone would not tell two builds of one apart.
fn build() -> Option<Digest> {
    let program = std::env::current_exe().ok()?;
    let metadata = fs::metadata(&program).ok()?;
    let mut digester = Digester::default();
    digester.text(env!("CARGO_PKG_VERSION"));
    digester.text(&program.to_string_lossy());
    digester.number(metadata.len());
    let modified = metadata.modified().ok()?;
    let modified = modified.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    digester.number(modified.as_secs());
    digester.number(modified.subsec_nanos().into());
    Some(digester.finish())
}

/// Whoever reads the file meanwhile sees the old one or the new one.
fn replace(file: &Path, content: &[u8]) -> io::Result<()> {
    let temporary = file.with_extension(format!("{}.{EXTENSION}", std::process::id()));
    let written = file
        .parent()
        .map_or(Ok(()), fs::create_dir_all)
        .and_then(|()| fs::write(&temporary, content))
        .and_then(|()| fs::rename(&temporary, file));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// Removes the files that were not used for longest, until the rest is small enough.
fn prune(directory: &Path) {
    let Ok(entries) = fs::read_dir(directory) else {
        return;
    };
    let files = entries.filter_map(|entry| {
        let path = entry.ok()?.path();
        let metadata = fs::metadata(&path).ok()?;
        let is_cache = path.extension().is_some_and(|it| it == EXTENSION);
        is_cache.then_some((metadata.modified().ok()?, metadata.len(), path))
    });
    let mut files: Vec<(SystemTime, u64, PathBuf)> = files.collect();
    files.sort_unstable_by(|a, b| b.cmp(a));
    let mut total = 0;
    for (_, size, path) in files {
        total += size;
        if total > MAX_TOTAL {
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use tempfile::tempdir;

    use super::*;

    fn text(cache: &Cache, key: Digest) -> Option<String> {
        let bytes = cache.bytes(cache.get(key)?);
        Some(String::from_utf8_lossy(bytes).into_owned())
    }

    fn saved(directory: &Path) -> PathBuf {
        let cache = Cache::open(directory, "a").unwrap();
        cache.add(1, b"one".to_vec());
        cache.add(2, b"two".to_vec());
        let file = cache.file.clone();
        cache.save().unwrap();
        file
    }

    #[test]
    fn what_was_added_is_found_and_what_is_not_used_goes() {
        let directory = tempdir().unwrap();
        saved(directory.path());
        let cache = Cache::open(directory.path(), "a").unwrap();
        assert_eq!(text(&cache, 1), Some("one".to_owned()));
        assert_eq!(cache.get(3), None);
        cache.add(3, b"three".to_vec());
        cache.save().unwrap();
        let cache = Cache::open(directory.path(), "a").unwrap();
        assert_eq!(text(&cache, 1), Some("one".to_owned()));
        assert_eq!(cache.get(2), None);
        assert_eq!(text(&cache, 3), Some("three".to_owned()));
        assert_eq!(Cache::open(directory.path(), "b").unwrap().get(1), None);
    }

    #[test]
    fn a_damaged_file_holds_nothing() {
        let directory = tempdir().unwrap();
        let file = saved(directory.path());
        let whole = fs::read(&file).unwrap();
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            fs::write(&file, &damaged).unwrap();
            assert_eq!(Cache::open(directory.path(), "a").unwrap().get(1), None);
            fs::write(&file, &whole[..at]).unwrap();
            assert_eq!(Cache::open(directory.path(), "a").unwrap().get(1), None);
        }
    }

    #[test]
    fn what_another_build_wrote_is_not_believed() {
        let directory = tempdir().unwrap();
        let file = saved(directory.path());
        let bytes = fs::read(&file).unwrap();
        let build = Cache::open(directory.path(), "a").unwrap().build();
        assert!(index(&bytes, build).is_some());
        assert!(index(&bytes, build + 1).is_none());
    }

    #[test]
    fn too_much_is_not_kept() {
        let directory = tempdir().unwrap();
        let cache = Cache::open(directory.path(), "a").unwrap();
        cache.add(1, vec![0; MAX_ADDED]);
        assert!(!cache.is_full());
        cache.add(2, vec![0]);
        assert!(cache.is_full());
        let file = cache.file.clone();
        cache.save().unwrap();
        assert!(!file.exists());
    }

    #[test]
    fn a_directory_that_cannot_be_made_is_told() {
        let directory = tempdir().unwrap();
        let file = directory.path().join("file");
        fs::write(&file, "").unwrap();
        let cache = Cache::open(&file.join("below"), "a").unwrap();
        cache.add(1, b"one".to_vec());
        assert!(cache.save().is_err());
    }
}
