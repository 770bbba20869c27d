//! What a cache answers.

use std::ops::Deref;
use std::sync::Arc;

/// A value, or a part of one.
#[derive(Debug, Clone)]
pub struct Bytes {
    bytes: Arc<[u8]>,
    start: usize,
    end: usize,
}

impl Bytes {
    /// A part of these; `None` if they end before.
    pub(crate) fn part(bytes: &Arc<[u8]>, start: usize, end: usize) -> Option<Bytes> {
        let exists = start <= end && end <= bytes.len();
        exists.then(|| Bytes {
            bytes: Arc::clone(bytes),
            start,
            end,
        })
    }

    /// The first bytes; the rest stays.
    pub fn split_off(&mut self, len: usize) -> Option<Bytes> {
        let at = self.start.checked_add(len).filter(|it| *it <= self.end)?;
        let first = Bytes::part(&self.bytes, self.start, at);
        self.start = at;
        first
    }

    /// The first bytes, which then are no part of it any more.
    pub fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.split_off(N)?.as_ref().try_into().ok()
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[self.start..self.end]
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Bytes {
            start: 0,
            end: bytes.len(),
            bytes: bytes.into(),
        }
    }
}
