//! Classes as an earlier JVM of the same program rewrote them.
//!
//! What becomes of a class depends on its bytes, on what is the same for all classes of a run, and on the answers to what the rewriter
//! asked of the other classes ([`Writers`]). The first two are in the key; the questions are kept with the class and asked again, so that
//! a class is rewritten anew only if it, or an answer, has changed.
//!
//! Rewritten code has numbers of sites in it. Those of a file are all different, and this JVM's own begin behind them; a class that is loaded
//! a second time is rewritten, as two loads may not share numbers.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use cache::{Bytes, Cache, Digest, Digester, Place, Usage};
use classfile::MemberRef;
use findings::run::Config;
use host::{PackedSites, SiteTable};
use instrument::{Rewritten, Site, Writers};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use crate::jvm::Jvmti;

/// A program of 9,000 classes takes some 110 MB.
const USAGE: Usage = Usage {
    reads_whole: false,
    added: 256 << 20,
    unused: 256 << 20,
};

/// Where the highest number of a site is kept.
const HIGHEST_SITE: Digest = 0;

/// A file that has given more numbers begins anew: the runtime has tables by number, and every JVM of the file has them. A program of 9,000
/// classes takes a quarter of a million.
const MOST_SITES: u32 = 1 << 20;

pub struct KeptClasses {
    cache: Cache,
    /// Of the classes that were there.
    highest_site: u32,
    /// Of all that are there now.
    highest_added: AtomicU32,
    /// What this JVM has loaded, from the file or not.
    loaded: Mutex<FxHashSet<Digest>>,
}

/// What came of rewriting a class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    #[serde(skip)]
    pub bytes: Vec<u8>,
    pub methods: u32,
    pub checked_sites: u32,
    /// Methods whose accesses are not checked, and why.
    pub skipped: Vec<(String, String)>,
    pub exempt_fields: u32,
    pub exempt_methods: u32,
    pub settled_fields: u32,
}

impl From<Rewritten> for Outcome {
    fn from(rewritten: Rewritten) -> Self {
        let skipped = rewritten.skipped.into_iter();
        Outcome {
            bytes: rewritten.bytes,
            methods: rewritten.methods,
            checked_sites: rewritten.checked_sites,
            skipped: skipped
                .map(|(method, it)| (method, it.to_string()))
                .collect(),
            exempt_fields: rewritten.exempt_fields,
            exempt_methods: rewritten.exempt_methods,
            settled_fields: rewritten.settled_fields,
        }
    }
}

/// What the rewriter asks of other classes, about a field by its name and descriptor.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum Question {
    OthersWrite(String, String),
    ExpectsSettled(String, String, String),
    IsPlain(String, String, String),
}

impl Question {
    fn answer(&self, writers: &dyn Writers) -> bool {
        match self {
            Question::OthersWrite(name, descriptor) => writers.others_write(name, descriptor),
            Question::ExpectsSettled(class, name, descriptor) => {
                writers.expects_settled(reference(class, name, descriptor))
            }
            Question::IsPlain(class, name, descriptor) => {
                writers.is_plain(reference(class, name, descriptor))
            }
        }
    }
}

fn reference<'t>(class: &'t str, name: &'t str, descriptor: &'t str) -> MemberRef<'t> {
    MemberRef {
        class,
        name,
        descriptor,
    }
}

/// Notes what is asked, with the answers.
pub struct Noted<'w> {
    writers: &'w dyn Writers,
    answers: RefCell<BTreeMap<Question, bool>>,
}

impl<'w> Noted<'w> {
    pub fn new(writers: &'w dyn Writers) -> Self {
        Noted {
            writers,
            answers: RefCell::default(),
        }
    }

    fn note(&self, question: Question, answer: bool) -> bool {
        self.answers.borrow_mut().insert(question, answer);
        answer
    }
}

impl Writers for Noted<'_> {
    fn others_write(&self, name: &str, descriptor: &str) -> bool {
        let question = Question::OthersWrite(name.to_owned(), descriptor.to_owned());
        self.note(question, self.writers.others_write(name, descriptor))
    }

    fn expects_settled(&self, field: MemberRef<'_>) -> bool {
        let [class, name, descriptor] = owned(field);
        let question = Question::ExpectsSettled(class, name, descriptor);
        self.note(question, self.writers.expects_settled(field))
    }

    fn is_plain(&self, field: MemberRef<'_>) -> bool {
        let [class, name, descriptor] = owned(field);
        let question = Question::IsPlain(class, name, descriptor);
        self.note(question, self.writers.is_plain(field))
    }
}

fn owned(field: MemberRef<'_>) -> [String; 3] {
    [field.class, field.name, field.descriptor].map(str::to_owned)
}

impl KeptClasses {
    /// Those for JVMs that are started in this directory with this configuration; `None` if none are to be kept, or if what is rewritten is
    /// of use for this run alone.
    pub fn open(jvmti: Jvmti, config: &Config) -> Option<KeptClasses> {
        let place = config.cache.as_ref()?;
        if config.stats || config.trace.is_some() || !config.without.is_empty() {
            return None;
        }
        let directory = std::env::current_dir().ok()?;
        let property = |name| jvmti.system_property(name).unwrap_or_default();
        let image = Path::new(&property("java.home")).join("lib/modules");
        let name = format!(
            "run {} {:?} {:?} {} {:x} {:?}",
            directory.display(),
            config.checks,
            config.precision,
            property("java.vm.version"),
            cache::of_file(&image)?,
            config.models,
        );
        let place_of_file = Place {
            directory: place.directory.clone(),
            name,
        };
        let build = cache::digest(host::BUILD.as_bytes());
        let cache = Cache::open(&place_of_file, build, USAGE);
        let highest = cache.get(HIGHEST_SITE);
        let highest = highest.and_then(|mut it| it.take());
        let highest = highest.map(u32::from_le_bytes);
        if !cache.is_new() && highest.is_none_or(|it| it > MOST_SITES) {
            cache.set_broken();
        }
        let highest_site = highest.filter(|_| !cache.is_broken()).unwrap_or(0);
        Some(KeptClasses {
            cache,
            highest_site,
            highest_added: AtomicU32::new(highest_site),
            loaded: Mutex::default(),
        })
    }

    pub fn highest_site(&self) -> u32 {
        self.highest_site
    }

    /// What is kept under this key, if it is as the class would be rewritten now, and not loaded yet.
    pub fn take(&self, key: Digest, writers: &dyn Writers, sites: &SiteTable) -> Option<Outcome> {
        if self.cache.is_broken() || self.loaded.lock().ok()?.contains(&key) {
            return None;
        }
        let mut rest = self.cache.get(key)?;
        let head = part(&mut rest)?;
        let (answers, outcome): (Vec<(Question, bool)>, Outcome) =
            postcard::from_bytes(&head).ok()?;
        let holds = |(question, answer): &(Question, bool)| question.answer(writers) == *answer;
        if !answers.iter().all(holds) {
            return None;
        }
        let packed = PackedSites::read(part(&mut rest)?.to_vec())?;
        if !sites.add(packed) {
            return None;
        }
        self.loaded.lock().ok()?.insert(key);
        let bytes = rest.to_vec();
        Some(Outcome { bytes, ..outcome })
    }

    /// Keeps what a class was rewritten to.
    pub fn add(&self, key: Digest, noted: Noted<'_>, outcome: &Outcome, sites_of: &[(u32, Site)]) {
        let is_first = self.loaded.lock().is_ok_and(|mut it| it.insert(key));
        if !is_first || self.cache.is_full() || self.cache.is_broken() {
            return;
        }
        let answers: Vec<(Question, bool)> = noted.answers.into_inner().into_iter().collect();
        // Writing to memory does not fail.
        let head = postcard::to_stdvec(&(answers, outcome)).unwrap_or_default();
        let sites = PackedSites::pack(sites_of);
        let mut value = Vec::with_capacity(8 + head.len() + sites.len() + outcome.bytes.len());
        for part in [&head, &sites] {
            value.extend((part.len() as u32).to_le_bytes());
            value.extend(part);
        }
        value.extend(&outcome.bytes);
        let highest = sites_of.last().map_or(0, |(number, _)| *number);
        self.highest_added.fetch_max(highest, Ordering::Relaxed);
        self.cache.add(key, &value);
    }

    /// Writes them for later JVMs, which then number their own sites behind those.
    pub fn save(&self) -> std::io::Result<()> {
        if self.cache.has_added() {
            let highest = self.highest_added.load(Ordering::Relaxed);
            self.cache.add(HIGHEST_SITE, &highest.to_le_bytes());
        }
        self.cache.save()
    }
}

/// The next part, which has its length before it.
fn part(rest: &mut Bytes) -> Option<Bytes> {
    let length = u32::from_le_bytes(rest.take()?);
    rest.split_off(length as usize)
}

/// What a class is rewritten to depends on these two, beside what is asked.
pub fn key(bytes: &[u8], check_accesses: bool) -> Digest {
    let mut digester = Digester::default();
    digester.bytes(bytes);
    digester.number(check_accesses.into());
    digester.finish()
}
