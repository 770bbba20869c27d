//! What earlier runs found out that still holds: see [`Cache`].
//!
//! What is kept of a component of the call graph depends on the bytes of its classes, on what their constants mean (see
//! `identity`), on what the final fields that they name always hold, and on the summaries of its callees. These are
//! compared by content, so that a change ends where summaries come out the same. The findings of a class depend on those of the methods at
//! its boundary.

use std::num::NonZeroUsize;
use std::sync::Arc;

use cache::{Bytes, Cache, Digest, Digester, digest};
use classfile::{Constant, access};

use crate::Options;
use crate::calls::Component;
use crate::codec::{self, Coded};
use crate::identity::Identities;
use crate::parallel;
use crate::program::{ClassId, FieldId, MethodId, Program};
use crate::report::Told;
use crate::summary::Stores;

/// What kind of thing a key is for.
#[derive(Clone, Copy)]
enum Of {
    Constructors,
    Component,
    Findings,
}

pub struct Memory<'c> {
    cache: &'c Cache,
    pub identities: Identities,
    /// Of what everything depends on.
    all: Digest,
    /// By class, its bytes and what its constants mean.
    classes: Vec<Digest>,
    /// The same with what final fields hold, once that is known.
    with_aliases: Vec<Digest>,
}

/// What is kept of a method.
pub enum Kept {
    NoCode,
    Skipped,
    Summary { summary: Bytes, signs: Bytes },
}

/// What is kept of the methods of a component, one after the other.
#[derive(Default)]
pub struct Record(Vec<u8>);

impl Record {
    const NO_CODE: u8 = 0;
    const SKIPPED: u8 = 1;
    const SUMMARY: u8 = 2;

    pub fn add(&mut self, summary: &[u8], signs: &[u8]) {
        self.0.push(Record::SUMMARY);
        for part in [summary, signs] {
            self.0.extend((part.len() as u32).to_le_bytes());
            self.0.extend(part);
        }
    }

    pub fn add_none(&mut self, is_skipped: bool) {
        let tag = if is_skipped {
            Record::SKIPPED
        } else {
            Record::NO_CODE
        };
        self.0.push(tag);
    }

    /// What stands first in a span of the cache, which then begins behind it.
    fn take(rest: &mut Bytes) -> Option<Kept> {
        let [tag] = rest.take()?;
        Some(match tag {
            Record::NO_CODE => Kept::NoCode,
            Record::SKIPPED => Kept::Skipped,
            _ => {
                let mut part = || {
                    let len = u32::from_le_bytes(rest.take()?);
                    rest.split_off(len as usize)
                };
                Kept::Summary {
                    summary: part()?,
                    signs: part()?,
                }
            }
        })
    }
}

impl<'c> Memory<'c> {
    pub fn of(program: &Program<'_>, cache: &'c Cache, threads: NonZeroUsize) -> Option<Self> {
        let identities = Identities::of(program, threads)?;
        let ids: Vec<ClassId> = program.class_ids().collect();
        let classes = parallel::map(threads, &ids, |&id| identities.of_code(program, id));
        let mut all = Digester::default();
        all.digest(cache.build());
        all.digest(program.library.digest());
        all.digest(program.guarding_classes());
        Some(Memory {
            cache,
            identities,
            all: all.finish(),
            with_aliases: classes.clone(),
            classes,
        })
    }

    /// Whether nothing more can be kept.
    pub fn is_full(&self) -> bool {
        self.cache.is_full()
    }

    fn key(&self, of: Of) -> Digester {
        let mut key = Digester::default();
        key.digest(self.all);
        key.number(of as u64);
        key
    }

    /// What the constructors of a class store, one after the other.
    pub fn constructors(&self, class: ClassId, find: impl Fn() -> Vec<Stores>) -> Vec<Stores> {
        let mut key = self.key(Of::Constructors);
        key.digest(self.classes[class.index()]);
        let key = key.finish();
        let known = self.cache.get(key).and_then(|it| self.read(&it));
        known.unwrap_or_else(|| {
            let found = find();
            self.cache
                .add(key, &codec::encode(&found, &self.identities));
            found
        })
    }

    pub fn see_aliases(&mut self, program: &Program<'_>, aliases: &Stores, threads: NonZeroUsize) {
        let ids: Vec<ClassId> = program.class_ids().collect();
        self.with_aliases = parallel::map(threads, &ids, |&id| {
            let mut digester = Digester::default();
            digester.digest(self.classes[id.index()]);
            for (index, constant) in (0..).zip(program[id].file.pool.entries()) {
                if let Constant::Field(..) = constant
                    && let Some(value) = program.field(id, index).and_then(|it| aliases.0.get(&it))
                {
                    digester.number(index.into());
                    digester.digest(digest(&codec::encode(value, &self.identities)));
                }
            }
            digester.finish()
        });
    }

    pub fn key_of_component(
        &self,
        program: &Program<'_>,
        component: &Component,
        callees: &[Vec<MethodId>],
        summary: impl Fn(MethodId) -> Option<Digest>,
    ) -> Digest {
        let mut key = self.key(Of::Component);
        for &id in &component.methods {
            let method = &program[id];
            key.digest(self.with_aliases[method.class.index()]);
            key.number(method.number as u64);
            for &callee in &callees[id.index()] {
                if component.methods.binary_search(&callee).is_err() {
                    key.digest(summary(callee).unwrap_or_default());
                }
            }
        }
        key.finish()
    }

    /// What is known of a component's methods.
    pub fn component(&self, key: Digest, methods: usize) -> Option<Vec<Kept>> {
        let mut rest = self.cache.get(key)?;
        let kept = (0..methods).map(|_| Record::take(&mut rest)).collect();
        if rest.is_empty() { kept } else { None }
    }

    pub fn keep_component(&self, key: Digest, Record(bytes): Record) {
        self.cache.add(key, &bytes);
    }

    /// The findings of a class, as they were or as they are found now.
    pub fn findings(
        &self,
        program: &Program<'_>,
        given: &Given<'_>,
        classes: &[ClassId],
        find: impl Fn() -> Vec<Told>,
    ) -> Vec<Told> {
        let key = self.key_of_findings(program, given, classes);
        let known = self.cache.get(key);
        let known = known.and_then(|it| serde_json::from_slice(&it).ok());
        known.unwrap_or_else(|| {
            let found = find();
            if let Ok(bytes) = serde_json::to_vec(&found) {
                self.cache.add(key, &bytes);
            }
            found
        })
    }

    fn key_of_findings(
        &self,
        program: &Program<'_>,
        given: &Given<'_>,
        classes: &[ClassId],
    ) -> Digest {
        let mut key = self.key(Of::Findings);
        key.digest(given.all);
        for &class in classes {
            key.digest(self.with_aliases[class.index()]);
            for id in program.methods_of(class) {
                key.digest((given.summary)(id).unwrap_or_default());
                key.number((given.is_internal)(id).into());
                // Bodies of lambdas are told of where these are made.
                let callees = given.callees[id.index()].iter();
                for &body in callees.filter(|it| program[**it].is(access::SYNTHETIC)) {
                    key.digest(self.with_aliases[program[body].class.index()]);
                    key.digest((given.summary)(body).unwrap_or_default());
                }
            }
        }
        key.finish()
    }

    /// The options that reports depend on.
    pub fn of_options(&self, options: &Options) -> Digester {
        let mut digester = Digester::default();
        let options = Options {
            threads: None,
            cache: None,
            followed: Arc::default(),
            ..options.clone()
        };
        digester.text(&format!("{options:?}"));
        digester
    }

    pub fn add_fields<'f>(
        &self,
        to: &mut Digester,
        fields: impl ExactSizeIterator<Item = &'f FieldId>,
    ) {
        to.number(fields.len() as u64);
        fields.for_each(|&it| to.number(self.identities.of_field(it)));
    }

    /// Reads what is in the cache, or notes that it cannot be read.
    pub fn read<T: Coded>(&self, kept: &Bytes) -> Option<T> {
        let read = codec::decode(kept, &self.identities);
        if read.is_none() {
            self.cache.set_broken();
        }
        read
    }
}

/// What the findings of a class are found from.
pub struct Given<'g> {
    /// Of what all classes share.
    pub all: Digest,
    pub callees: &'g [Vec<MethodId>],
    pub summary: &'g (dyn Fn(MethodId) -> Option<Digest> + Sync),
    pub is_internal: &'g (dyn Fn(MethodId) -> bool + Sync),
}
