//! What was found out before, in a file, by the digest of all that it depends on.
//!
//! Invariant: nothing in it is out of date, as who asks with another digest finds nothing. What is damaged, or was written by another
//! build of redflag, is not there. Files are replaced as a whole and never changed, so that several redflags may use one.

mod digest;

use std::collections::BTreeMap;
use std::env;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::SystemTime;

use memmap2::Mmap;
use rustc_hash::FxHashMap;

pub use crate::digest::{Digest, Digester, digest, of_file};

/// The format of the file, which is part of the build: only to tell it from other files.
const MAGIC: &[u8; 16] = b"redflag cache 2\n";

const EXTENSION: &str = "redflag-cache";

/// Where what nobody asked for stays too, this part of a file has to be new before all of it is written again.
const WORTH_WRITING: usize = 50;

/// All files of a directory together; beyond, those that were not used for longest go.
const MAX_TOTAL: u64 = 1 << 30;

const DIGEST: usize = size_of::<Digest>();

/// Key, start, length, and digest of the value.
const INDEX_ENTRY: usize = 2 * DIGEST + 16;

/// A file for each name in a directory that several programs may share.
#[derive(Debug, Clone)]
pub struct Place {
    pub directory: PathBuf,
    /// Whatever tells one program that is looked at from another.
    pub name: String,
}

/// How much a file gets to hold.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// What is added in a run. More would take as long to write as to find out.
    pub added: usize,
    /// What nobody asked for in a run stays, if the file is no larger than this.
    pub unused: usize,
}

pub struct Cache {
    directory: PathBuf,
    file: PathBuf,
    build: Digest,
    limits: Limits,
    bytes: Option<Mmap>,
    found: FxHashMap<Digest, Entry>,
    added: Mutex<Spool>,
    added_bytes: AtomicUsize,
    is_broken: AtomicBool,
}

struct Entry {
    span: Span,
    /// Of the value.
    digest: Digest,
    is_used: AtomicBool,
}

/// What a run adds, in a file without a name until it is saved: as memory it would be the program's.
#[derive(Default)]
struct Spool {
    /// Made for the first value.
    file: Option<BufWriter<File>>,
    /// Key, span and digest of the values.
    values: Vec<(Digest, Span, Digest)>,
    end: usize,
    /// Why values are missing.
    failed: Option<io::Error>,
}

impl Spool {
    fn add(&mut self, path: &Path, key: Digest, value: &[u8]) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            None => self.file.insert(BufWriter::new(nameless(path)?)),
        };
        file.write_all(value)?;
        let span = Span {
            start: self.end,
            end: self.end + value.len(),
        };
        self.end = span.end;
        self.values.push((key, span, digest(value)));
        Ok(())
    }

    /// All that was added.
    fn bytes(&mut self) -> io::Result<Option<Mmap>> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let Some(file) = &mut self.file else {
            return Ok(None);
        };
        file.flush()?;
        // SAFETY: nobody else can open the file, and nothing is written to it while it is mapped.
        unsafe { Mmap::map(file.get_ref()) }.map(Some)
    }
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
    /// The cache of this build at a place.
    pub fn open(place: &Place, build: Digest, limits: Limits) -> Cache {
        let name = format!("{:032x}.{EXTENSION}", digest(place.name.as_bytes()));
        let file = place.directory.join(name);
        let bytes = map(&file);
        let found = index(bytes.as_deref().unwrap_or_default(), build);
        Cache {
            directory: place.directory.clone(),
            file,
            build,
            limits,
            found: found.unwrap_or_default(),
            bytes,
            added: Mutex::default(),
            added_bytes: AtomicUsize::new(0),
            is_broken: AtomicBool::new(false),
        }
    }

    pub fn build(&self) -> Digest {
        self.build
    }

    pub fn get(&self, key: Digest) -> Option<Span> {
        let entry = self.found.get(&key)?;
        if !entry.is_used.load(Ordering::Relaxed) {
            if digest(self.bytes(entry.span)) != entry.digest {
                return None;
            }
            entry.is_used.store(true, Ordering::Relaxed);
        }
        Some(entry.span)
    }

    pub fn bytes(&self, span: Span) -> &[u8] {
        &self.bytes.as_deref().unwrap_or_default()[span.start..span.end]
    }

    /// The first bytes of a span, which then begins behind them.
    pub fn take<const N: usize>(&self, span: &mut Span) -> Option<[u8; N]> {
        let first = span.split_off(N)?;
        self.bytes(first).try_into().ok()
    }

    /// Adds a value, or puts it in the place of the one that there is.
    pub fn add(&self, key: Digest, value: &[u8]) {
        let before = self.added_bytes.fetch_add(value.len(), Ordering::Relaxed);
        let mut added = lock(&self.added);
        if before + value.len() > self.limits.added {
            *added = Spool::default();
        } else if added.failed.is_none() {
            added.failed = added.add(&self.temporary("added"), key, value).err();
        }
    }

    /// A name beside the file's, of this process.
    fn temporary(&self, what: &str) -> PathBuf {
        let process = std::process::id();
        self.file
            .with_extension(format!("{process}-{what}.{EXTENSION}"))
    }

    /// Whether nothing of this run will be kept: it is too much.
    pub fn is_full(&self) -> bool {
        self.added_bytes.load(Ordering::Relaxed) > self.limits.added
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
        if self.is_broken() {
            let _ = fs::remove_file(&self.file);
            return Ok(());
        }
        if self.is_full() {
            return Ok(());
        }
        let mut added = lock(&self.added);
        let keeps_unused = self.len() <= self.limits.unused;
        let keeps = |it: &Entry| keeps_unused || it.is_used.load(Ordering::Relaxed);
        let added_bytes = self.added_bytes.load(Ordering::Relaxed);
        let is_little = self.limits.unused > 0 && added_bytes < self.len() / WORTH_WRITING;
        if (added_bytes == 0 || is_little) && self.found.values().all(keeps) {
            let opened = File::options().append(true).open(&self.file);
            // Where nothing needs to be written, nobody minds that nothing can be.
            let _ = opened.and_then(|it| it.set_modified(SystemTime::now()));
            return Ok(());
        }
        let kept = self.found.iter().filter(|(_, it)| keeps(it));
        let kept = kept.map(|(&key, it)| (key, (self.bytes(it.span), it.digest)));
        let mut all: BTreeMap<Digest, (&[u8], Digest)> = kept.collect();
        let added_bytes = added.bytes()?;
        let added_bytes = added_bytes.as_deref().unwrap_or_default();
        let values = added.values.iter();
        all.extend(values.map(|&(key, span, digest)| {
            let value = &added_bytes[span.start..span.end];
            (key, (value, digest))
        }));
        self.replace(&all)?;
        prune(&self.directory);
        Ok(())
    }

    /// Whoever reads the file meanwhile sees the old one or the new one.
    fn replace(&self, values: &BTreeMap<Digest, (&[u8], Digest)>) -> io::Result<()> {
        let temporary = self.temporary("new");
        let written = create(&temporary)
            .and_then(|file| self.write(BufWriter::new(file), values))
            .and_then(|()| fs::rename(&temporary, &self.file));
        if written.is_err() {
            let _ = fs::remove_file(&temporary);
        }
        written
    }

    /// How large the file was.
    fn len(&self) -> usize {
        self.bytes.as_deref().map_or(0, <[u8]>::len)
    }

    fn write(
        &self,
        mut file: BufWriter<File>,
        values: &BTreeMap<Digest, (&[u8], Digest)>,
    ) -> io::Result<()> {
        let mut index = MAGIC.to_vec();
        index.extend(self.build.to_le_bytes());
        index.extend((values.len() as u64).to_le_bytes());
        let mut start = index.len() + values.len() * INDEX_ENTRY + DIGEST;
        for (key, (value, digest)) in values {
            index.extend(key.to_le_bytes());
            index.extend((start as u64).to_le_bytes());
            index.extend((value.len() as u64).to_le_bytes());
            index.extend(digest.to_le_bytes());
            start += value.len();
        }
        file.write_all(&index)?;
        file.write_all(&digest(&index).to_le_bytes())?;
        for (value, _) in values.values() {
            file.write_all(value)?;
        }
        file.flush()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|it| it.into_inner())
}

/// As the XDG Base Directory Specification has it.
pub fn user_directory() -> Option<PathBuf> {
    let set = |name| env::var_os(name).map(PathBuf::from);
    let given = set("XDG_CACHE_HOME").filter(|it| it.is_absolute());
    let caches = given.or_else(|| Some(set("HOME")?.join(".cache")))?;
    Some(caches.join("redflag"))
}

fn map(file: &Path) -> Option<Mmap> {
    let file = File::open(file).ok()?;
    // SAFETY: whoever writes a cache puts another file in its place.
    unsafe { Mmap::map(&file) }.ok()
}

/// What a file holds; `None` if its index is not whole, or not of this build.
fn index(bytes: &[u8], build: Digest) -> Option<FxHashMap<Digest, Entry>> {
    let mut rest = bytes.strip_prefix(MAGIC)?;
    let of_build = Digest::from_le_bytes(take(&mut rest)?);
    if of_build != build {
        return None;
    }
    let count = usize::try_from(u64::from_le_bytes(take(&mut rest)?)).ok()?;
    let mut entries = rest.get(..count.checked_mul(INDEX_ENTRY)?)?;
    let indexed = bytes.len() - rest.len() + entries.len();
    rest = &rest[entries.len()..];
    if digest(&bytes[..indexed]) != Digest::from_le_bytes(take(&mut rest)?) {
        return None;
    }
    let mut found = FxHashMap::default();
    for _ in 0..count {
        let key = Digest::from_le_bytes(take(&mut entries)?);
        let start = usize::try_from(u64::from_le_bytes(take(&mut entries)?)).ok()?;
        let len = usize::try_from(u64::from_le_bytes(take(&mut entries)?)).ok()?;
        let end = start.checked_add(len).filter(|it| *it <= bytes.len())?;
        let entry = Entry {
            span: Span { start, end },
            digest: Digest::from_le_bytes(take(&mut entries)?),
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

/// A fresh file, in a directory that may have to be made.
fn create(path: &Path) -> io::Result<File> {
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(true);
    options.open(path)
}

/// A file that is gone when it is closed.
fn nameless(path: &Path) -> io::Result<File> {
    let file = create(path)?;
    fs::remove_file(path)?;
    Ok(file)
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

    const BUILD: Digest = 17;

    fn open_with(directory: &Path, name: &str, unused: usize) -> Cache {
        let place = Place {
            directory: directory.to_owned(),
            name: name.to_owned(),
        };
        Cache::open(
            &place,
            BUILD,
            Limits {
                added: 1000,
                unused,
            },
        )
    }

    fn open(directory: &Path, name: &str) -> Cache {
        open_with(directory, name, 0)
    }

    fn text(cache: &Cache, key: Digest) -> Option<String> {
        let bytes = cache.bytes(cache.get(key)?);
        Some(String::from_utf8_lossy(bytes).into_owned())
    }

    fn saved(directory: &Path) -> PathBuf {
        let cache = open(directory, "a");
        cache.add(1, b"one");
        cache.add(2, b"two");
        cache.save().unwrap();
        cache.file
    }

    #[test]
    fn what_was_added_is_found_and_what_is_not_used_goes() {
        let directory = tempdir().unwrap();
        saved(directory.path());
        let cache = open(directory.path(), "a");
        assert_eq!(text(&cache, 1), Some("one".to_owned()));
        assert_eq!(cache.get(3), None);
        cache.add(3, b"three");
        cache.save().unwrap();
        let cache = open(directory.path(), "a");
        assert_eq!(text(&cache, 1), Some("one".to_owned()));
        assert_eq!(cache.get(2), None);
        assert_eq!(text(&cache, 3), Some("three".to_owned()));
        assert_eq!(open(directory.path(), "b").get(1), None);
    }

    #[test]
    fn what_is_not_used_stays_where_there_is_room() {
        let directory = tempdir().unwrap();
        saved(directory.path());
        let cache = open_with(directory.path(), "a", 1000);
        cache.add(3, b"three");
        cache.save().unwrap();
        let cache = open(directory.path(), "a");
        assert_eq!(text(&cache, 2), Some("two".to_owned()));
        assert_eq!(text(&cache, 3), Some("three".to_owned()));
    }

    #[test]
    fn what_is_added_again_is_found_as_it_was_added_last() {
        let directory = tempdir().unwrap();
        saved(directory.path());
        let cache = open(directory.path(), "a");
        cache.get(1);
        cache.add(1, b"another");
        cache.save().unwrap();
        assert_eq!(
            text(&open(directory.path(), "a"), 1),
            Some("another".to_owned())
        );
    }

    #[test]
    fn what_is_damaged_is_not_there() {
        let directory = tempdir().unwrap();
        let file = saved(directory.path());
        let whole = fs::read(&file).unwrap();
        let is_true = |cache: &Cache| {
            let [one, two] = [1, 2].map(|key| text(cache, key));
            assert!(one.is_none_or(|it| it == "one") && two.is_none_or(|it| it == "two"));
            cache.get(1).is_some() && cache.get(2).is_some()
        };
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            fs::write(&file, &damaged).unwrap();
            assert!(!is_true(&open(directory.path(), "a")));
            fs::write(&file, &whole[..at]).unwrap();
            assert!(!is_true(&open(directory.path(), "a")));
        }
    }

    #[test]
    fn what_another_build_wrote_is_not_believed() {
        let directory = tempdir().unwrap();
        let file = saved(directory.path());
        let bytes = fs::read(&file).unwrap();
        assert!(index(&bytes, BUILD).is_some());
        assert!(index(&bytes, BUILD + 1).is_none());
    }

    #[test]
    fn too_much_is_not_kept() {
        let directory = tempdir().unwrap();
        let cache = open(directory.path(), "a");
        cache.add(1, &[0; 1000]);
        assert!(!cache.is_full());
        cache.add(2, &[0]);
        assert!(cache.is_full());
        cache.save().unwrap();
        assert!(!cache.file.exists());
    }

    #[test]
    fn a_directory_that_cannot_be_made_is_told() {
        let directory = tempdir().unwrap();
        let file = directory.path().join("file");
        fs::write(&file, "").unwrap();
        let cache = open(&file.join("below"), "a");
        cache.add(1, b"one");
        assert!(cache.save().is_err());
    }
}
