//! The sites of a class in few bytes, as they are kept for later JVMs.

use std::sync::{Arc, OnceLock};

use instrument::{Op, Site, Target};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// Looked into when somebody asks for a site: most are never asked for.
pub struct PackedSites {
    series: Vec<Series>,
    /// A [`Packed`].
    bytes: Vec<u8>,
    sites: OnceLock<Vec<Site>>,
}

/// Numbers one after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Series {
    pub first: u32,
    pub count: u32,
}

impl Series {
    pub fn last(self) -> u32 {
        self.first.saturating_add(self.count - 1)
    }
}

/// The place of a text among all of the class.
type TextId = u32;

#[derive(Serialize, Deserialize)]
struct Packed<'t> {
    #[serde(borrow)]
    texts: Vec<&'t str>,
    sites: Vec<PackedSite>,
}

#[derive(Serialize, Deserialize)]
struct PackedSite {
    class: TextId,
    method: TextId,
    descriptor: TextId,
    file: Option<TextId>,
    line: Option<u16>,
    writes: bool,
    target: PackedTarget,
    dereferenced: bool,
}

#[derive(Serialize, Deserialize)]
enum PackedTarget {
    Field {
        class: TextId,
        name: TextId,
        descriptor: TextId,
        is_static: bool,
    },
    Element(Option<TextId>),
    Container,
    Variable,
}

impl PackedSites {
    /// The bytes for [`PackedSites::read`], of sites in the order of their numbers.
    pub fn pack(numbered: &[(u32, Site)]) -> Vec<u8> {
        let mut series: Vec<Series> = Vec::new();
        for &(number, _) in numbered {
            match series.last_mut() {
                Some(last) if last.last() + 1 == number => last.count += 1,
                _ => series.push(Series {
                    first: number,
                    count: 1,
                }),
            }
        }
        let mut texts = Texts::default();
        let sites = numbered.iter().map(|(_, site)| texts.pack(site));
        let sites = sites.collect();
        let packed = Packed {
            texts: texts.all,
            sites,
        };
        let written =
            postcard::to_stdvec(&series).and_then(|series| postcard::to_extend(&packed, series));
        // Writing to memory does not fail.
        written.unwrap_or_default()
    }

    pub fn read(bytes: Vec<u8>) -> Option<PackedSites> {
        let (series, packed) = postcard::take_from_bytes::<Vec<Series>>(&bytes).ok()?;
        let is_whole = series.iter().all(|it| it.count > 0);
        is_whole.then(|| PackedSites {
            series,
            bytes: packed.to_vec(),
            sites: OnceLock::new(),
        })
    }

    pub fn series(&self) -> &[Series] {
        &self.series
    }

    pub fn get(&self, number: u32) -> Option<Site> {
        let mut before = 0;
        for series in &self.series {
            if let Some(at) = number.checked_sub(series.first)
                && at < series.count
            {
                return self.sites().get((before + at) as usize).cloned();
            }
            before += series.count;
        }
        None
    }

    fn sites(&self) -> &[Site] {
        let unpack = || unpack(&postcard::from_bytes(&self.bytes).ok()?);
        self.sites.get_or_init(|| unpack().unwrap_or_default())
    }
}

#[derive(Default)]
struct Texts<'t> {
    all: Vec<&'t str>,
    ids: FxHashMap<&'t str, TextId>,
}

impl<'t> Texts<'t> {
    fn id(&mut self, text: &'t Arc<str>) -> TextId {
        *self.ids.entry(text).or_insert_with(|| {
            self.all.push(text);
            self.all.len() as TextId - 1
        })
    }

    fn pack(&mut self, site: &'t Site) -> PackedSite {
        PackedSite {
            class: self.id(&site.class),
            method: self.id(&site.method),
            descriptor: self.id(&site.descriptor),
            file: site.file.as_ref().map(|it| self.id(it)),
            line: site.line,
            writes: site.op == Op::Write,
            target: match &site.target {
                Target::Field {
                    class,
                    name,
                    descriptor,
                    is_static,
                } => PackedTarget::Field {
                    class: self.id(class),
                    name: self.id(name),
                    descriptor: self.id(descriptor),
                    is_static: *is_static,
                },
                Target::Element { field } => {
                    PackedTarget::Element(field.as_ref().map(|it| self.id(it)))
                }
                Target::Container => PackedTarget::Container,
                Target::Variable => PackedTarget::Variable,
            },
            dereferenced: site.dereferenced,
        }
    }
}

/// `None` if a text is missing.
fn unpack(packed: &Packed<'_>) -> Option<Vec<Site>> {
    let texts: Vec<Arc<str>> = packed.texts.iter().map(|&it| it.into()).collect();
    let text = |id: TextId| texts.get(id as usize).cloned();
    let maybe = |id: Option<TextId>| id.map(text).map_or(Some(None), |it| it.map(Some));
    let site = |it: &PackedSite| {
        Some(Site {
            class: text(it.class)?,
            method: text(it.method)?,
            descriptor: text(it.descriptor)?,
            file: maybe(it.file)?,
            line: it.line,
            op: if it.writes { Op::Write } else { Op::Read },
            target: match it.target {
                PackedTarget::Field {
                    class,
                    name,
                    descriptor,
                    is_static,
                } => Target::Field {
                    class: text(class)?,
                    name: text(name)?,
                    descriptor: text(descriptor)?,
                    is_static,
                },
                PackedTarget::Element(field) => Target::Element {
                    field: maybe(field)?,
                },
                PackedTarget::Container => Target::Container,
                PackedTarget::Variable => Target::Variable,
            },
            dereferenced: it.dereferenced,
        })
    };
    packed.sites.iter().map(site).collect()
}
