//! Lists that mostly have two entries at most, as those of the edges of a block: such need no memory of their own.

use std::ops::{Deref, DerefMut};

#[derive(Debug, Clone)]
pub struct Few<T>(Entries<T>);

#[derive(Debug, Clone)]
enum Entries<T> {
    /// So many of these.
    Inside([T; 2], u8),
    Outside(Vec<T>),
}

impl<T: Copy + Default> Few<T> {
    pub fn push(&mut self, entry: T) {
        match &mut self.0 {
            Entries::Inside(entries, count) if usize::from(*count) < entries.len() => {
                entries[usize::from(*count)] = entry;
                *count += 1;
            }
            Entries::Inside(entries, _) => {
                let mut all = Vec::with_capacity(2 * entries.len());
                all.extend_from_slice(entries);
                all.push(entry);
                self.0 = Entries::Outside(all);
            }
            Entries::Outside(entries) => entries.push(entry),
        }
    }
}

impl<T: Copy + Default> Default for Few<T> {
    fn default() -> Self {
        Few(Entries::Inside([T::default(); 2], 0))
    }
}

impl<T> Deref for Few<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match &self.0 {
            Entries::Inside(entries, count) => &entries[..usize::from(*count)],
            Entries::Outside(entries) => entries,
        }
    }
}

impl<T> DerefMut for Few<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        match &mut self.0 {
            Entries::Inside(entries, count) => &mut entries[..usize::from(*count)],
            Entries::Outside(entries) => entries,
        }
    }
}

impl<T: Copy + Default> FromIterator<T> for Few<T> {
    fn from_iter<I: IntoIterator<Item = T>>(entries: I) -> Self {
        let mut all = Few::default();
        for entry in entries {
            all.push(entry);
        }
        all
    }
}

impl<'f, T> IntoIterator for &'f Few<T> {
    type Item = &'f T;
    type IntoIter = std::slice::Iter<'f, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::Few;

    #[test]
    fn entries_stay_in_order_however_many_they_are() {
        for count in 0..9 {
            let mut few: Few<usize> = (0..count).collect();
            few.push(count);
            assert!(few.iter().copied().eq(0..=count), "{few:?}");
        }
    }
}
