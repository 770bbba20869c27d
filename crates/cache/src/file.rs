//! The file of a cache: an index, then the values.
//!
//! A file that others than the user may have written is not believed: what is in it may be run.

use std::fs::{DirBuilder, File, Metadata};
use std::io::{self, BufWriter, Read, Write};
use std::os::unix::fs::{DirBuilderExt, FileExt, MetadataExt, OpenOptionsExt};
use std::path::Path;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use rustix::fs::OFlags;
use rustix::process::geteuid;

use crate::bytes::Bytes;
use crate::digest::{Digest, digest};

/// The format of the file, which is part of the build: only to tell it from other files.
const MAGIC: &[u8; 16] = b"redflag cache 2\n";

const DIGEST: usize = size_of::<Digest>();

/// Magic, build, count.
const HEAD: usize = MAGIC.len() + DIGEST + 8;

/// Key, start, length, and digest of the value.
const INDEX_ENTRY: usize = 2 * DIGEST + 16;

/// Where a value is.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    pub start: usize,
    pub len: usize,
    pub digest: Digest,
}

/// A cache as it was found.
pub struct Found {
    contents: Contents,
    pub len: usize,
    pub entries: FxHashMap<Digest, Entry>,
}

enum Contents {
    Whole(Arc<[u8]>),
    /// To be read where it is asked for. It is not mapped: a file that another machine replaces may be gone at once, and a page
    /// that cannot be read would end the JVM.
    File(File),
}

impl Found {
    /// `None` if there is none, or none to be believed, or none of this build.
    pub fn open(path: &Path, build: Digest, reads_whole: bool) -> Option<Found> {
        let mut options = File::options();
        let no_follow = OFlags::NOFOLLOW.bits().cast_signed();
        let mut file = options.read(true).custom_flags(no_follow).open(path).ok()?;
        let metadata = file.metadata().ok().filter(is_own)?;
        let len = usize::try_from(metadata.len()).ok()?;
        let entries = index(&file, len, build)?;
        let contents = if reads_whole {
            let mut bytes = Vec::with_capacity(len);
            file.read_to_end(&mut bytes).ok()?;
            Contents::Whole(bytes.into())
        } else {
            Contents::File(file)
        };
        Some(Found {
            contents,
            len,
            entries,
        })
    }

    /// The value of an entry; `None` if it cannot be read any more, or is damaged.
    pub fn value(&self, entry: &Entry) -> Option<Bytes> {
        let value = match &self.contents {
            Contents::Whole(bytes) => Bytes::part(bytes, entry.start, entry.start + entry.len)?,
            Contents::File(file) => read(file, entry.start, entry.len)?.into(),
        };
        (digest(&value) == entry.digest).then_some(value)
    }
}

fn is_own(metadata: &Metadata) -> bool {
    const OTHERS_WRITE: u32 = 0o022;
    let is_own = metadata.uid() == geteuid().as_raw();
    metadata.is_file() && is_own && metadata.mode() & OTHERS_WRITE == 0
}

fn read(file: &File, start: usize, len: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0; len];
    file.read_exact_at(&mut bytes, start as u64).ok()?;
    Some(bytes)
}

fn index(file: &File, len: usize, build: Digest) -> Option<FxHashMap<Digest, Entry>> {
    let head = read(file, 0, HEAD)?;
    let mut rest = head.strip_prefix(MAGIC)?;
    let of_build = Digest::from_le_bytes(take(&mut rest)?);
    let count = number(&mut rest)?;
    let size = count.checked_mul(INDEX_ENTRY)?.checked_add(HEAD)?;
    if of_build != build || size > len {
        return None;
    }
    let checksum = read(file, size, DIGEST)?;
    let bytes = read(file, 0, size)?;
    if digest(&bytes).to_le_bytes() != *checksum {
        return None;
    }
    let mut rest = &bytes[HEAD..];
    let mut entries = FxHashMap::default();
    for _ in 0..count {
        let key = Digest::from_le_bytes(take(&mut rest)?);
        let entry = Entry {
            start: number(&mut rest)?,
            len: number(&mut rest)?,
            digest: Digest::from_le_bytes(take(&mut rest)?),
        };
        let end = entry.start.checked_add(entry.len)?;
        if end <= len {
            entries.insert(key, entry);
        }
    }
    Some(entries)
}

fn number(bytes: &mut &[u8]) -> Option<usize> {
    usize::try_from(u64::from_le_bytes(take(bytes)?)).ok()
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*taken)
}

/// Writes a file of values, of which length and digest are known before they are asked for.
pub fn write(
    file: File,
    build: Digest,
    values: &[(Digest, usize, Digest)],
    mut value: impl FnMut(Digest) -> io::Result<Bytes>,
) -> io::Result<()> {
    let mut index = MAGIC.to_vec();
    index.extend(build.to_le_bytes());
    index.extend((values.len() as u64).to_le_bytes());
    let mut start = HEAD + values.len() * INDEX_ENTRY + DIGEST;
    for (key, len, digest) in values {
        index.extend(key.to_le_bytes());
        index.extend((start as u64).to_le_bytes());
        index.extend((*len as u64).to_le_bytes());
        index.extend(digest.to_le_bytes());
        start += len;
    }
    let mut file = BufWriter::new(file);
    file.write_all(&index)?;
    file.write_all(&digest(&index).to_le_bytes())?;
    for (key, ..) in values {
        file.write_all(&value(*key)?)?;
    }
    file.flush()
}

/// A fresh file of the user's own, in a directory that may have to be made.
pub fn create(path: &Path) -> io::Result<File> {
    if let Some(directory) = path.parent() {
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(directory)?;
    }
    let mut options = File::options();
    options.read(true).write(true).create_new(true).mode(0o600);
    options.open(path)
}
