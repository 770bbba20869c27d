//! Sets of small numbers, one for each block of a method.

/// A row of sets over the same numbers.
#[derive(Debug, Clone)]
pub struct Sets {
    words: usize,
    bits: Vec<u64>,
}

impl Sets {
    pub fn full(sets: usize, numbers: usize) -> Sets {
        Sets::of(sets, numbers, u64::MAX)
    }

    pub fn empty(sets: usize, numbers: usize) -> Sets {
        Sets::of(sets, numbers, 0)
    }

    fn of(sets: usize, numbers: usize, word: u64) -> Sets {
        let words = numbers.div_ceil(64);
        Sets {
            words,
            bits: vec![word; sets * words],
        }
    }

    pub fn set(&self, index: usize) -> &[u64] {
        &self.bits[index * self.words..][..self.words]
    }

    pub fn set_mut(&mut self, index: usize) -> &mut [u64] {
        &mut self.bits[index * self.words..][..self.words]
    }

    /// Puts another set there; answers whether that changed anything.
    pub fn replace(&mut self, index: usize, new: &[u64]) -> bool {
        let old = self.set_mut(index);
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

pub fn unite(set: &mut [u64], other: &[u64]) {
    for (a, b) in set.iter_mut().zip(other) {
        *a |= b;
    }
}
