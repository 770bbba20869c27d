//! Big-endian reading with errors that say where and what.

use thiserror::Error;

/// Input that does not follow the format.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("malformed class file (byte {at}): {what}")]
pub struct Malformed {
    /// Counted from the start of what was being read: the class, or one method's code.
    pub at: usize,
    pub what: &'static str,
}

/// A cursor over borrowed bytes; every read is bounds-checked.
#[derive(Clone)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Reader { bytes, at: 0 }
    }

    pub fn position(&self) -> usize {
        self.at
    }

    pub fn at_end(&self) -> bool {
        self.at == self.bytes.len()
    }

    /// How many elements of at least `size` bytes to make room for when the input announces `count`:
    /// never more than what is left can hold.
    pub(crate) fn capacity(&self, count: usize, size: usize) -> usize {
        count.min((self.bytes.len() - self.at) / size)
    }

    pub fn fail<T>(&self, what: &'static str) -> Result<T, Malformed> {
        Err(Malformed { at: self.at, what })
    }

    pub fn take(&mut self, n: usize) -> Result<&'a [u8], Malformed> {
        match self.bytes.get(self.at..).and_then(|rest| rest.get(..n)) {
            Some(slice) => {
                self.at += n;
                Ok(slice)
            }
            None => self.fail("unexpected end"),
        }
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        let mut out = [0; N];
        out.copy_from_slice(self.take(N)?);
        Ok(out)
    }

    pub fn u8(&mut self) -> Result<u8, Malformed> {
        self.array::<1>().map(|[b]| b)
    }

    pub fn u16(&mut self) -> Result<u16, Malformed> {
        self.array().map(u16::from_be_bytes)
    }

    pub fn u32(&mut self) -> Result<u32, Malformed> {
        self.array().map(u32::from_be_bytes)
    }

    pub fn u64(&mut self) -> Result<u64, Malformed> {
        self.array().map(u64::from_be_bytes)
    }

    pub fn i16(&mut self) -> Result<i16, Malformed> {
        self.array().map(i16::from_be_bytes)
    }

    pub fn i32(&mut self) -> Result<i32, Malformed> {
        self.array().map(i32::from_be_bytes)
    }
}

/// Big-endian appending.
pub(crate) trait Append {
    fn u8(&mut self, v: u8);
    fn u16(&mut self, v: u16);
    fn u32(&mut self, v: u32);
}

impl Append for Vec<u8> {
    fn u8(&mut self, v: u8) {
        self.push(v);
    }
    fn u16(&mut self, v: u16) {
        self.extend_from_slice(&v.to_be_bytes());
    }
    fn u32(&mut self, v: u32) {
        self.extend_from_slice(&v.to_be_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_made_for_no_more_than_the_input_holds() {
        let mut r = Reader::new(&[0; 9]);
        r.u8().unwrap();
        assert_eq!(r.capacity(1, 4), 1);
        assert_eq!(r.capacity(65_535, 4), 2);
        assert_eq!(r.capacity(65_535, 9), 0);
    }
}
