//! What `redflag instrument` leaves for the runtime and for `redflag report`: the table of sites,
//! classes and containers, and the event files of JVMs that ran with it.
//!
//! The table is made of numbers in four bytes, high byte first. Strings come first, as each is
//! used many times: their count, then each with its length in two bytes; they are numbered from 1, 0 is none. Then
//!
//! | part | content |
//! |---|---|
//! | JDK | its version, a string; the size of its `lib/modules`, two numbers |
//! | sites | their count; of each class, method, descriptor, file, line, flags, and three numbers of its target |
//! | classes | their count; of each its name and the numbers of [`ClassNumbers`] |
//! | methods of containers | their count, the name of each |
//! | containers | their count; of each its name and the count of what [`ContainerIndex::said`] answers, which follows |
//!
//! `runtime/offline` reads all of it, `redflag report` the sites.

use std::collections::BTreeMap;
use std::sync::Arc;

use findings::Skipped;
use findings::run::{Event, Stats};
use instrument::{ContainerIndex, Op, Site, Target};
use rustc_hash::FxHashMap;
use serde::Deserialize;
use thiserror::Error;

use crate::race::{Told, race_id};
use crate::runtime::{COUNTERS, possible_misses};

/// The first number of a table.
const MAGIC: u32 = 0x5EDF_1A61;

/// What one class has to be counted for when it is loaded.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ClassNumbers {
    pub methods: u32,
    pub checked_sites: u32,
    pub skipped_methods: u32,
    pub exempt_fields: u32,
    pub exempt_methods: u32,
    /// All its sites have numbers from this one on.
    pub first_site: u32,
    pub sites: u32,
}

/// What a table is made from.
pub struct Contents<'c> {
    pub jdk_version: &'c str,
    /// Of the JDK's `lib/modules`.
    pub image_size: u64,
    pub sites: &'c [Site],
    pub classes: &'c BTreeMap<String, ClassNumbers>,
    pub containers: &'c ContainerIndex<'c>,
}

/// A table of sites could not be read.
#[derive(Debug, Error)]
pub enum Damaged {
    #[error("it was written by another version of redflag, or is none of its files")]
    Foreign,
    #[error("it is damaged")]
    Cut,
}

const WRITES: u32 = 1;
const IS_FIELD: u32 = 1 << 1;
const IS_STATIC: u32 = 1 << 2;
const IS_DEREFERENCED: u32 = 1 << 3;
const IS_CONTAINER: u32 = 1 << 4;
const IS_VARIABLE: u32 = 1 << 5;

/// Line numbers have 16 bits; this one is none.
const NO_LINE: u32 = u32::MAX;

/// The bytes of a table. Fails if a string is longer than class files can have them.
pub fn table(contents: &Contents<'_>) -> Option<Vec<u8>> {
    let mut writer = TableWriter::default();
    writer.string(contents.jdk_version)?;
    writer.number((contents.image_size >> 32) as u32);
    writer.number(contents.image_size as u32);
    writer.number(contents.sites.len() as u32);
    for site in contents.sites {
        writer.site(site)?;
    }
    writer.number(contents.classes.len() as u32);
    for (name, numbers) in contents.classes {
        writer.string(name)?;
        writer.number(numbers.methods);
        writer.number(numbers.checked_sites);
        writer.number(numbers.skipped_methods);
        writer.number(numbers.exempt_fields);
        writer.number(numbers.exempt_methods);
        writer.number(numbers.first_site);
        writer.number(numbers.sites);
    }
    writer.containers(contents.containers)?;
    Some(writer.finish())
}

#[derive(Default)]
struct TableWriter {
    strings: Vec<u8>,
    numbers: FxHashMap<String, u32>,
    body: Vec<u8>,
}

impl TableWriter {
    fn number(&mut self, number: u32) {
        self.body.extend_from_slice(&number.to_be_bytes());
    }

    fn string(&mut self, text: &str) -> Option<()> {
        let number = match self.numbers.get(text) {
            Some(&number) => number,
            None => {
                let length = u16::try_from(text.len()).ok()?;
                self.strings.extend_from_slice(&length.to_be_bytes());
                self.strings.extend_from_slice(text.as_bytes());
                let number = self.numbers.len() as u32 + 1;
                self.numbers.insert(text.to_owned(), number);
                number
            }
        };
        self.number(number);
        Some(())
    }

    fn optional(&mut self, text: Option<&str>) -> Option<()> {
        match text {
            Some(text) => self.string(text),
            None => {
                self.number(0);
                Some(())
            }
        }
    }

    fn site(&mut self, site: &Site) -> Option<()> {
        self.string(&site.class)?;
        self.string(&site.method)?;
        self.string(&site.descriptor)?;
        self.optional(site.file.as_deref())?;
        self.number(site.line.map_or(NO_LINE, u32::from));
        let flag = |is: bool, flag| if is { flag } else { 0 };
        let common = flag(site.op == Op::Write, WRITES) | flag(site.dereferenced, IS_DEREFERENCED);
        let (flags, target) = match &site.target {
            Target::Field {
                class,
                name,
                descriptor,
                is_static,
            } => (
                IS_FIELD | flag(*is_static, IS_STATIC),
                [Some(class), Some(name), Some(descriptor)],
            ),
            Target::Element { field } => (0, [None, field.as_ref(), None]),
            Target::Container => (IS_CONTAINER, [None; 3]),
            Target::Variable => (IS_VARIABLE, [None; 3]),
        };
        self.number(common | flags);
        for text in target {
            self.optional(text.map(|it| &**it))?;
        }
        Some(())
    }

    fn containers(&mut self, containers: &ContainerIndex<'_>) -> Option<()> {
        let methods = containers.methods();
        self.number(methods.len() as u32);
        for method in methods {
            self.string(method)?;
        }
        let mut classes: Vec<&str> = containers.classes().collect();
        classes.sort_unstable();
        self.number(classes.len() as u32);
        for class in classes {
            self.string(class)?;
            let said = containers.said(class, &[]).unwrap_or_default();
            self.number(said.len() as u32);
            for text in &said {
                self.optional(text.as_deref())?;
            }
        }
        Some(())
    }

    fn finish(self) -> Vec<u8> {
        let mut table = MAGIC.to_be_bytes().to_vec();
        table.extend_from_slice(&(self.numbers.len() as u32).to_be_bytes());
        table.extend(self.strings);
        table.extend(self.body);
        table
    }
}

/// The sites of a table.
pub fn sites(table: &[u8]) -> Result<Vec<Site>, Damaged> {
    let mut reader = TableReader {
        rest: table,
        strings: Vec::new(),
    };
    if reader.number().ok() != Some(MAGIC) {
        return Err(Damaged::Foreign);
    }
    for _ in 0..reader.number()? {
        let length = u16::from_be_bytes(reader.bytes()?);
        let text = reader.slice(usize::from(length))?;
        let text = std::str::from_utf8(text).map_err(|_| Damaged::Cut)?;
        reader.strings.push(text.into());
    }
    for _ in ["version", "high half of the size", "low half"] {
        reader.number()?;
    }
    (0..reader.number()?).map(|_| reader.site()).collect()
}

struct TableReader<'t> {
    rest: &'t [u8],
    strings: Vec<Arc<str>>,
}

impl<'t> TableReader<'t> {
    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], Damaged> {
        let (first, rest) = self.rest.split_first_chunk().ok_or(Damaged::Cut)?;
        self.rest = rest;
        Ok(*first)
    }

    fn slice(&mut self, length: usize) -> Result<&'t [u8], Damaged> {
        let (first, rest) = self.rest.split_at_checked(length).ok_or(Damaged::Cut)?;
        self.rest = rest;
        Ok(first)
    }

    fn number(&mut self) -> Result<u32, Damaged> {
        self.bytes().map(u32::from_be_bytes)
    }

    fn optional(&mut self) -> Result<Option<Arc<str>>, Damaged> {
        let number = self.number()? as usize;
        match number.checked_sub(1) {
            None => Ok(None),
            Some(index) => {
                let text = self.strings.get(index).ok_or(Damaged::Cut)?;
                Ok(Some(Arc::clone(text)))
            }
        }
    }

    fn string(&mut self) -> Result<Arc<str>, Damaged> {
        self.optional()?.ok_or(Damaged::Cut)
    }

    fn site(&mut self) -> Result<Site, Damaged> {
        let (class, method, descriptor) = (self.string()?, self.string()?, self.string()?);
        let file = self.optional()?;
        let line = u16::try_from(self.number()?).ok();
        let flags = self.number()?;
        let is = |flag| flags & flag != 0;
        let [owner, name, of] = [self.optional()?, self.optional()?, self.optional()?];
        let target = if is(IS_FIELD) {
            Target::Field {
                class: owner.ok_or(Damaged::Cut)?,
                name: name.ok_or(Damaged::Cut)?,
                descriptor: of.ok_or(Damaged::Cut)?,
                is_static: is(IS_STATIC),
            }
        } else if is(IS_CONTAINER) {
            Target::Container
        } else if is(IS_VARIABLE) {
            Target::Variable
        } else {
            Target::Element { field: name }
        };
        Ok(Site {
            class,
            method,
            descriptor,
            file,
            line,
            op: if is(WRITES) { Op::Write } else { Op::Read },
            target,
            dereferenced: is(IS_DEREFERENCED),
        })
    }
}

/// One line of an event file that the runtime wrote by itself.
#[derive(Debug, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
enum Line {
    Start {
        pid: u32,
        command: String,
        java: String,
    },
    /// A site like another one that accesses this field.
    Site {
        number: u32,
        of: u32,
        class: String,
        name: String,
        descriptor: String,
        is_static: bool,
    },
    Race {
        site: u32,
        earlier_site: u32,
        #[serde(flatten)]
        told: Told,
    },
    Count {
        site: u32,
        earlier_site: u32,
        count: u64,
    },
    /// A class was loaded of which something is left unchecked.
    Skipped {
        class: String,
    },
    Stopped {
        reason: String,
        millis: u64,
    },
    End(Box<End>),
}

#[derive(Debug, Deserialize)]
struct End {
    classes: u64,
    methods: u64,
    sites: u64,
    skipped_methods: u64,
    exempt_fields: u64,
    exempt_methods: u64,
    elsewhere: u64,
    an_elsewhere: Option<String>,
    counters: Vec<u64>,
}

/// An event that makes no sense.
#[derive(Debug, Error)]
pub enum Unreadable {
    #[error(transparent)]
    Line(#[from] serde_json::Error),
    #[error(
        "there is no site {0}: it was written by a program that another run of `redflag instrument` made"
    )]
    Site(u32),
}

/// Turns the lines of one JVM's event file into the events that an agent would have written.
pub struct Translator<'t> {
    sites: &'t [Site],
    /// What was left unchecked, as `redflag instrument` found it.
    skipped: &'t [Skipped],
    added: FxHashMap<u32, Site>,
}

impl<'t> Translator<'t> {
    pub fn new(sites: &'t [Site], skipped: &'t [Skipped]) -> Self {
        Translator {
            sites,
            skipped,
            added: FxHashMap::default(),
        }
    }

    pub fn events(&mut self, line: &[u8]) -> Result<Vec<Event>, Unreadable> {
        Ok(match serde_json::from_slice(line)? {
            Line::Start { pid, command, java } => vec![Event::Start { pid, command, java }],
            Line::Site {
                number,
                of,
                class,
                name,
                descriptor,
                is_static,
            } => {
                let target = Target::Field {
                    class: class.into(),
                    name: name.into(),
                    descriptor: descriptor.into(),
                    is_static,
                };
                let site = self.site(of)?.clone();
                self.added.insert(number, Site { target, ..site });
                Vec::new()
            }
            Line::Race {
                site,
                earlier_site,
                told,
            } => {
                let finding = told.finding(self.site(site)?, self.site(earlier_site)?);
                let id = race_id(site, earlier_site);
                vec![Event::Race { id, finding }]
            }
            Line::Count {
                site,
                earlier_site,
                count,
            } => vec![Event::Count {
                id: race_id(site, earlier_site),
                count,
            }],
            Line::Skipped { class } => self.skipped_of(&class).collect(),
            Line::Stopped { reason, millis } => vec![Event::Stopped { reason, millis }],
            Line::End(end) => end.events(),
        })
    }

    fn site(&self, number: u32) -> Result<&Site, Unreadable> {
        let index = (number as usize).checked_sub(1);
        index
            .and_then(|index| self.sites.get(index))
            .or_else(|| self.added.get(&number))
            .ok_or(Unreadable::Site(number))
    }

    fn skipped_of(&self, class: &str) -> impl Iterator<Item = Event> {
        let of_class = self.skipped.iter().filter(move |it| it.class == class);
        of_class.cloned().map(|it| Event::Skip {
            class: it.class,
            method: it.method,
            reason: it.reason,
        })
    }
}

impl End {
    fn events(self) -> Vec<Event> {
        let counted = COUNTERS
            .iter()
            .zip(&self.counters)
            .filter(|&(_, n)| *n != 0);
        let counters: BTreeMap<String, u64> =
            counted.map(|(&name, &n)| (name.to_owned(), n)).collect();
        let mut notes = possible_misses(&counters);
        notes.extend(self.an_elsewhere.as_deref().map(|name| {
            let n = self.elsewhere;
            format!("classes that `redflag instrument` was not given were not checked: {n}, such as {name}")
        }));
        let notes = notes.into_iter().map(|text| Event::Note { text });
        let stats = Stats {
            classes: self.classes,
            methods: self.methods,
            skipped_methods: self.skipped_methods,
            exempt_fields: self.exempt_fields,
            exempt_methods: self.exempt_methods,
            accesses_checked_sites: self.sites,
            counters,
        };
        notes.chain([Event::End { stats }]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use world::models::Models;

    fn site(op: Op, target: Target) -> Site {
        Site {
            class: "com/acme/Caché".into(),
            method: "get".into(),
            descriptor: "()V".into(),
            file: (op == Op::Read).then(|| "Cache.java".into()),
            line: (op == Op::Read).then_some(u16::MAX),
            op,
            target,
            dereferenced: op == Op::Write,
        }
    }

    fn table_of(sites: &[Site]) -> Vec<u8> {
        let contents = Contents {
            jdk_version: "17.0.1",
            image_size: 1 << 33,
            sites,
            classes: &BTreeMap::from([("A".to_owned(), ClassNumbers::default())]),
            containers: &ContainerIndex::new(Models::builtin(), 17),
        };
        table(&contents).unwrap()
    }

    #[test]
    fn sites_are_read_as_they_were_written() {
        let field = |is_static| Target::Field {
            class: "com/acme/Caché".into(),
            name: "hits".into(),
            descriptor: "J".into(),
            is_static,
        };
        let from_field = Some("entries".into());
        let written = [
            site(Op::Read, field(false)),
            site(Op::Write, field(true)),
            site(Op::Write, Target::Element { field: from_field }),
            site(Op::Read, Target::Element { field: None }),
            site(Op::Write, Target::Container),
            site(Op::Read, Target::Variable),
        ];
        assert_eq!(sites(&table_of(&written)).unwrap(), written);
    }

    #[test]
    fn a_damaged_table_is_told() {
        let whole = table_of(&[site(Op::Read, Target::Container)]);
        assert!(matches!(sites(&whole[1..]), Err(Damaged::Foreign)));
        assert!(matches!(sites(&whole[..40]), Err(Damaged::Cut)));
    }

    #[test]
    fn a_site_that_was_added_is_like_the_one_it_comes_from() {
        let known = [site(Op::Write, Target::Variable)];
        let mut translator = Translator::new(&known, &[]);
        let added = br#"{"event":"site","number":2,"of":1,"class":"A","name":"x","descriptor":"I","is_static":true}"#;
        assert!(translator.events(added).unwrap().is_empty());
        let race = br#"{"event":"race","site":2,"earlier_site":2,"whole":null,"index":0}"#;
        let events = translator.events(race).unwrap();
        let [Event::Race { finding, .. }] = &events[..] else {
            panic!("{events:?}");
        };
        assert_eq!(finding.accesses[0].method, "get");
        let location = findings::Location::Field {
            class: "A".into(),
            field: "x".into(),
        };
        assert_eq!(finding.location, location);
        let unknown = br#"{"event":"count","site":3,"earlier_site":3,"count":2}"#;
        assert!(translator.events(unknown).is_ok());
        let unknown = br#"{"event":"race","site":3,"earlier_site":2,"whole":null,"index":0}"#;
        assert!(matches!(
            translator.events(unknown),
            Err(Unreadable::Site(3))
        ));
    }
}
