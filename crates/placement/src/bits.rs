//! Sets of small numbers, one for each block of a method.

/// A row of sets over the same numbers.
#[derive(Debug, Clone)]
pub struct Sets {
    words: usize,
    bits: Vec<u64>,
}

impl Sets {
    pub fn full(sets: usize, numbers: usize) -> Sets {
        let words = numbers.div_ceil(64);
        Sets {
            words,
            bits: vec![u64::MAX; sets * words],
        }
    }

    pub fn set(&self, index: usize) -> &[u64] {
        &self.bits[index * self.words..][..self.words]
    }

    /// Puts another set there; answers whether that changed anything.
    pub fn replace(&mut self, index: usize, new: &[u64]) -> bool {
        let old = &mut self.bits[index * self.words..][..self.words];
        let changed = old != new;
        old.copy_from_slice(new);
        changed
    }
}

pub fn contains(set: &[u64], number: usize) -> bool {
    set[number / 64] >> (number % 64) & 1 == 1
}

pub fn insert(set: &mut [u64], number: usize) {
    set[number / 64] |= 1 << (number % 64);
}

pub fn remove(set: &mut [u64], number: usize) {
    set[number / 64] &= !(1 << (number % 64));
}

pub fn intersect(set: &mut [u64], other: &[u64]) {
    for (a, b) in set.iter_mut().zip(other) {
        *a &= b;
    }
}
