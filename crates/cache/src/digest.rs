//! Digests of what something depends on.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use xxhash_rust::xxh3::{Xxh3, xxh3_128};

/// Two things with the same one are the same.
pub type Digest = u128;

pub fn digest(bytes: &[u8]) -> Digest {
    xxh3_128(bytes)
}

/// A digest of several things one after the other.
#[derive(Default)]
pub struct Digester(Xxh3);

impl Digester {
    pub fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.update(bytes);
    }

    pub fn number(&mut self, number: u64) {
        self.0.update(&number.to_le_bytes());
    }

    pub fn digest(&mut self, digest: Digest) {
        self.0.update(&digest.to_le_bytes());
    }

    pub fn finish(&self) -> Digest {
        self.0.digest128()
    }
}

/// Which file this is, as far as that can be told without reading it: a version alone would not tell two builds of one apart.
pub fn of_file(path: &Path) -> Option<Digest> {
    let metadata = fs::metadata(path).ok()?;
    let modified = metadata.modified().ok()?;
    let modified = modified.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    let mut digester = Digester::default();
    digester.text(&path.to_string_lossy());
    digester.number(metadata.len());
    digester.number(modified.as_secs());
    digester.number(modified.subsec_nanos().into());
    Some(digester.finish())
}
