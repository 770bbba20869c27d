//! All sites of the JVM, by number.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use instrument::{Site, Sites};
use rustc_hash::FxHashMap;

use crate::packed_sites::{PackedSites, Series};

/// Numbers have 24 bits in the runtime's shadow words; 0 is no site.
const MAX: usize = (1 << 24) - 1;

#[derive(Default)]
pub struct SiteTable(Mutex<Numbered>);

#[derive(Default)]
struct Numbered {
    /// Those with numbers that another JVM gave them: the sites of a class, by the first of each series of numbers, with the last.
    given: BTreeMap<u32, (u32, Arc<PackedSites>)>,
    /// The highest number that others may have given; this JVM's begin behind it.
    highest_given: u32,
    own: Vec<Site>,
}

impl Numbered {
    fn has_room(&self, series: Series) -> bool {
        let (first, last) = (series.first, series.last());
        let before = self.given.range(..=last).next_back();
        let is_free = before.is_none_or(|(_, (end, _))| *end < first);
        first > 0 && last <= self.highest_given && is_free
    }
}

impl SiteTable {
    /// A table whose own numbers begin behind this one.
    pub fn behind(highest_given: u32) -> SiteTable {
        SiteTable(Mutex::new(Numbered {
            highest_given,
            ..Numbered::default()
        }))
    }

    /// Takes the sites of a class with the numbers that they have; false if others have these here, or may.
    pub fn add(&self, sites: PackedSites) -> bool {
        let Ok(mut numbered) = self.0.lock() else {
            return false;
        };
        let sites = Arc::new(sites);
        let fits = sites.series().iter().all(|it| numbered.has_room(*it));
        if fits {
            let series = sites.series().iter();
            let given = series.map(|it| (it.first, (it.last(), Arc::clone(&sites))));
            numbered.given.extend(given);
        }
        fits
    }

    pub fn get(&self, number: u32) -> Option<Site> {
        let numbered = self.0.lock().ok()?;
        if let Some(own) = number.checked_sub(numbered.highest_given + 1) {
            return numbered.own.get(own as usize).cloned();
        }
        let (_, (_, sites)) = numbered.given.range(..=number).next_back()?;
        let sites = Arc::clone(sites);
        drop(numbered);
        sites.get(number)
    }

    /// The highest number.
    pub fn highest(&self) -> u32 {
        let highest = |it: &Numbered| it.highest_given + it.own.len() as u32;
        self.0.lock().map_or(0, |numbered| highest(&numbered))
    }

    /// All sites, the first being number 1, if other JVMs gave none.
    pub fn all(&self) -> Vec<Site> {
        let sites = self.0.lock().map(|numbered| numbered.own.clone());
        sites.unwrap_or_default()
    }

    /// The sites of this JVM's from this number on, with their numbers.
    pub fn since(&self, first: u32) -> Vec<(u32, Site)> {
        let Ok(numbered) = self.0.lock() else {
            return Vec::new();
        };
        let first_own = numbered.highest_given + 1;
        let own = (first_own..).zip(numbered.own.iter());
        let new = own.skip(first.saturating_sub(first_own) as usize);
        new.map(|(number, site)| (number, site.clone())).collect()
    }

    /// Numbers for the sites of one class. Numbers are never shared between two loads of a class:
    /// the runtime keeps what it linked by them.
    pub fn for_class(&self) -> ClassSites<'_> {
        ClassSites {
            table: self,
            known: FxHashMap::default(),
        }
    }
}

pub struct ClassSites<'t> {
    table: &'t SiteTable,
    known: FxHashMap<Site, u32>,
}

impl ClassSites<'_> {
    /// By their numbers.
    pub fn into_numbered(self) -> Vec<(u32, Site)> {
        let known = self.known.into_iter();
        let mut numbered: Vec<_> = known.map(|(site, number)| (number, site)).collect();
        numbered.sort_unstable_by_key(|(number, _)| *number);
        numbered
    }
}

impl Sites for ClassSites<'_> {
    fn number(&mut self, site: Site) -> Option<u32> {
        if let Some(&number) = self.known.get(&site) {
            return Some(number);
        }
        let mut numbered = self.table.0.lock().ok()?;
        if numbered.highest_given as usize + numbered.own.len() >= MAX {
            return None;
        }
        numbered.own.push(site.clone());
        let number = numbered.highest_given + numbered.own.len() as u32;
        self.known.insert(site, number);
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use instrument::{Op, Target};

    use super::*;

    fn site(line: u16) -> Site {
        Site {
            class: "a/B".into(),
            method: if line < 3 { "m" } else { "n" }.into(),
            descriptor: "()V".into(),
            file: (line != 2).then(|| "B.java".into()),
            line: Some(line),
            op: Op::Write,
            target: match line {
                1 => Target::Container,
                2 => Target::Variable,
                3 => Target::Element { field: None },
                4 => Target::Element {
                    field: Some("f".into()),
                },
                _ => Target::Field {
                    class: "a/C".into(),
                    name: "f".into(),
                    descriptor: "[I".into(),
                    is_static: true,
                },
            },
            dereferenced: line == 5,
        }
    }

    /// A class whose numbers have a gap, in which those of another class are.
    fn packed() -> (Vec<(u32, Site)>, PackedSites) {
        let table = SiteTable::default();
        let mut class = table.for_class();
        let mut other = table.for_class();
        for line in 1..=3 {
            class.number(site(line)).unwrap();
        }
        other.number(site(1)).unwrap();
        for line in 4..=5 {
            class.number(site(line)).unwrap();
        }
        let numbered = class.into_numbered();
        let packed = PackedSites::read(PackedSites::pack(&numbered)).unwrap();
        (numbered, packed)
    }

    #[test]
    fn sites_keep_the_numbers_that_another_jvm_gave_them() {
        let (numbered, packed) = packed();
        let table = SiteTable::behind(6);
        assert!(table.add(packed));
        assert_eq!(table.for_class().number(site(9)), Some(7));
        assert_eq!(table.highest(), 7);
        for (number, site) in numbered {
            assert_eq!(table.get(number), Some(site));
        }
        assert_eq!(table.get(4), None);
        assert_eq!(table.get(7), Some(site(9)));
        assert_eq!(table.since(1), [(7, site(9))]);
    }

    #[test]
    fn numbers_that_this_jvm_may_give_are_not_taken() {
        let (_, packed) = packed();
        let table = SiteTable::behind(5);
        assert!(!table.add(packed));
        assert_eq!(table.get(1), None);
    }

    #[test]
    fn numbers_are_not_taken_twice() {
        let ((_, packed), (_, again)) = (packed(), self::packed());
        let between = SiteTable::behind(3);
        between.for_class().number(site(9)).unwrap();
        let table = SiteTable::behind(6);
        assert!(table.add(packed));
        assert!(!table.add(again));
        let other = PackedSites::read(PackedSites::pack(&between.since(1))).unwrap();
        assert!(table.add(other));
        assert_eq!(table.get(4), Some(site(9)));
    }
}
