//! All sites of the JVM, by number.

use std::sync::Mutex;

use instrument::{Site, Sites};
use rustc_hash::FxHashMap;

/// Numbers have 24 bits in the runtime's shadow words; 0 is no site.
const MAX: usize = (1 << 24) - 1;

#[derive(Default)]
pub struct SiteTable(Mutex<Vec<Site>>);

impl SiteTable {
    pub fn get(&self, number: u32) -> Option<Site> {
        let sites = self.0.lock().ok()?;
        sites.get((number as usize).checked_sub(1)?).cloned()
    }

    /// How many there are, and so the highest number.
    pub fn count(&self) -> u32 {
        self.0.lock().map_or(0, |sites| sites.len() as u32)
    }

    /// All sites, the first being number 1.
    pub fn all(&self) -> Vec<Site> {
        self.0.lock().map(|sites| sites.clone()).unwrap_or_default()
    }

    /// The sites from this number on, with their numbers.
    pub fn since(&self, first: u32) -> Vec<(u32, Site)> {
        let Ok(sites) = self.0.lock() else {
            return Vec::new();
        };
        let numbered = (1..).zip(sites.iter());
        let new = numbered.skip((first as usize).saturating_sub(1));
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

impl Sites for ClassSites<'_> {
    fn number(&mut self, site: Site) -> Option<u32> {
        if let Some(&number) = self.known.get(&site) {
            return Some(number);
        }
        let mut sites = self.table.0.lock().ok()?;
        if sites.len() == MAX {
            return None;
        }
        sites.push(site.clone());
        let number = sites.len() as u32;
        self.known.insert(site, number);
        Some(number)
    }
}
