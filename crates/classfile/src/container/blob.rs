use std::fs::{self, File};
use std::ops::{Deref, Range};
use std::path::Path;
use std::sync::Arc;

use memmap2::Mmap;

use super::Problem;

/// Bytes that archives are read from: a mapped file, an inflated nested jar, or a part of either.
/// Clones share the bytes, so that entries may outlive the iteration that found them.
#[derive(Clone)]
pub(super) struct Blob {
    owner: Arc<Owner>,
    range: Range<usize>,
}

enum Owner {
    Mapped(Mmap),
    Inflated(Vec<u8>),
}

impl Blob {
    pub(super) fn map(path: &Path) -> Result<Blob, Problem> {
        // Asked before opening, which would wait for a writer if this were a pipe.
        if !fs::metadata(path)?.is_file() {
            return Err(Problem::NotAFile);
        }
        let file = File::open(path)?;
        // SAFETY: the mapping is read-only and private. Its bytes are treated as untrusted at every
        // read, so another process that writes to the file can at worst make entries fail; one
        // that truncates it while it is in use ends this process, as with any mapped file (the
        // JVM maps lib/modules in the same way).
        let map = unsafe { Mmap::map(&file)? };
        let range = 0..map.len();
        Ok(Blob {
            owner: Arc::new(Owner::Mapped(map)),
            range,
        })
    }

    pub(super) fn inflated(bytes: Vec<u8>) -> Blob {
        let range = 0..bytes.len();
        Blob {
            owner: Arc::new(Owner::Inflated(bytes)),
            range,
        }
    }

    /// The part of this blob at `range`, which must lie inside it.
    pub(super) fn part(&self, range: Range<usize>) -> Blob {
        assert!(range.start <= range.end && range.end <= self.len());
        Blob {
            owner: Arc::clone(&self.owner),
            range: self.range.start + range.start..self.range.start + range.end,
        }
    }
}

impl Deref for Blob {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        let all: &[u8] = match &*self.owner {
            Owner::Mapped(map) => map,
            Owner::Inflated(bytes) => bytes,
        };
        &all[self.range.clone()]
    }
}

impl AsRef<[u8]> for Blob {
    fn as_ref(&self) -> &[u8] {
        self
    }
}
