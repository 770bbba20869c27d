//! What the agent knows in one JVM.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Instant;

use classfile::NEWEST_KNOWN_MAJOR;
use classfile::container::JImage;
use findings::run::{CONFIG_FILE, Config, Event, Stats};
use host::{JdkPackages, SiteTable, UserModels, race_id};
use instrument::{BulkIndex, CallIndex, ContainerIndex, HookKind, HookKinds, SilentCarriers};
use rustc_hash::{FxHashMap, FxHashSet};
use thiserror::Error;
use world::models::{Hook, Models};

use crate::classes::placement;
use crate::jvm::jvmti::DeclaredField;
use crate::jvm::{Class, Jni, Jvmti};
use crate::kept::{KeptClasses, Outcome};
use crate::log::Log;
use crate::plan::Planning;
use crate::runtime;
use crate::trace_file::TraceFile;

static SESSION: OnceLock<Session> = OnceLock::new();

pub struct Session {
    pub jvmti: Jvmti,
    pub config: Config,
    pub jdk: u16,
    /// The rules for the JDK's classes, bundled and the user's.
    pub models: &'static Models,
    /// All of the user's rules, those for the program's classes among them.
    pub user_models: UserModels,
    pub calls: CallIndex<'static>,
    pub containers: ContainerIndex<'static>,
    pub bulks: BulkIndex<'static>,
    pub silent: SilentCarriers<'static>,
    /// For tests: the kinds of hooks that are left out.
    pub without: HookKinds,
    /// For checks that are placed sparingly.
    pub planning: Planning,
    /// Classes that earlier JVMs have rewritten; none if they are of no use to this one.
    pub kept: Option<KeptClasses>,
    pub sites: SiteTable,
    pub log: Log,
    pub trace: Option<TraceFile>,
    pub counts: Counts,
    /// How often the races reported so far were seen.
    pub reported: Mutex<FxHashMap<u64, u64>>,
    /// By the signature and the hash code of the class.
    declared: Mutex<FxHashMap<(String, i32), Arc<FieldNames>>>,
    jdk_packages: JdkPackages,
    started: Instant,
    /// Whether the user was told of a class file that is newer than redflag.
    told_newer: AtomicBool,
    /// Set when the runtime could not be installed: classes are left alone from then on.
    failed: AtomicBool,
}

/// Names and descriptors of the fields that a class declares.
pub type FieldNames = FxHashSet<(String, String)>;

/// Of more classes than this the fields are not remembered.
const MOST_DECLARED: usize = 1 << 12;

#[derive(Default)]
pub struct Counts {
    pub classes: AtomicU64,
    pub methods: AtomicU64,
    pub skipped_methods: AtomicU64,
    pub checked_sites: AtomicU64,
    pub exempt_fields: AtomicU64,
    pub exempt_methods: AtomicU64,
    pub settled_fields: AtomicU64,
    /// What analysing and rewriting the program's classes took of a processor.
    pub analysis_nanos: AtomicU64,
    /// Classes that an earlier JVM had rewritten.
    pub kept_classes: AtomicU64,
}

impl Counts {
    /// A class that is checked was rewritten.
    pub fn add(&self, outcome: &Outcome) {
        self.classes.fetch_add(1, Ordering::Relaxed);
        let counts = [
            (&self.methods, outcome.methods),
            (&self.checked_sites, outcome.checked_sites),
            (&self.exempt_fields, outcome.exempt_fields),
            (&self.exempt_methods, outcome.exempt_methods),
            (&self.settled_fields, outcome.settled_fields),
        ];
        for (count, more) in counts {
            count.fetch_add(u64::from(more), Ordering::Relaxed);
        }
    }
}

#[derive(Debug, Error)]
pub enum StartError {
    #[error("cannot read {0}: {1}")]
    Config(String, String),
    #[error(transparent)]
    Models(#[from] host::WrongModels),
    #[error("cannot write the trace {0}: {1}")]
    Trace(String, std::io::Error),
    #[error("cannot write its events: {0}")]
    Log(std::io::Error),
    #[error("its version is unknown (java.vm.specification.version is {0:?})")]
    Version(Option<String>),
    #[error("redflag needs Java 11 or later, this is {0}")]
    Old(u16),
    #[error("there is no rule and no kind of hook {0:?} to leave out")]
    Without(String),
    #[error("cannot read the JDK's classes: {0}")]
    Jdk(String),
}

impl Session {
    pub fn get() -> Option<&'static Session> {
        SESSION.get().filter(|s| !s.failed.load(Ordering::Relaxed))
    }

    /// Reads the run's configuration; `None` if this JVM is none that the user wants watched.
    pub fn open(jvmti: Jvmti, folder: &Path) -> Result<Option<Session>, StartError> {
        let path = folder.join(CONFIG_FILE);
        let config_error = |e: &dyn std::fmt::Display| {
            StartError::Config(path.display().to_string(), e.to_string())
        };
        let text = std::fs::read(&path).map_err(|e| config_error(&e))?;
        let config: Config = serde_json::from_slice(&text).map_err(|e| config_error(&e))?;
        let log = Log::create(folder).map_err(StartError::Log)?;
        let command = jvmti
            .system_property("sun.java.command")
            .unwrap_or_default();
        let pid = std::process::id();
        if !config.watches_jvm(&command) {
            log.write(&Event::Unwatched { pid, command });
            return Ok(None);
        }
        let version = jvmti.system_property("java.vm.specification.version");
        let jdk = match version.as_deref().and_then(feature) {
            Some(jdk @ 11..) => jdk,
            Some(old) => return Err(StartError::Old(old)),
            None => return Err(StartError::Version(version)),
        };
        let home = jvmti.system_property("java.home").unwrap_or_default();
        let modules = Path::new(&home).join("lib/modules");
        let jdk_packages = JImage::open(&modules)
            .and_then(|image| JdkPackages::of(&image))
            .map_err(|e| StartError::Jdk(e.to_string()))?;
        let trace = match &config.trace {
            Some(path) => Some(
                TraceFile::create(path)
                    .map_err(|e| StartError::Trace(path.display().to_string(), e))?,
            ),
            None => None,
        };
        let planning = if placement(config.checks).skips_redundant() {
            Planning::begin(jvmti, jdk)
        } else {
            Planning::default()
        };
        let kept = KeptClasses::open(jvmti, &config);
        let java = jvmti.system_property("java.vm.version").unwrap_or_default();
        log.write(&Event::Start { pid, command, java });
        let user_models = UserModels::parse(&config.models)?;
        let (mut models, notes) = user_models
            .with_bundled(&jdk_packages, &modules)
            .map_err(|e| StartError::Jdk(e.to_string()))?;
        for text in notes {
            log.write(&Event::Note { text });
        }
        let names = config.without.iter().map(String::as_str);
        let without = names.clone().filter_map(HookKind::from_word).collect();
        let rules: Vec<&str> = names
            .filter(|name| HookKind::from_word(name).is_none())
            .collect();
        if !rules.is_empty() {
            models = without_rules(models, &rules)?;
        }
        Ok(Some(Session {
            jvmti,
            config,
            jdk,
            models,
            user_models,
            calls: CallIndex::new(models, jdk),
            containers: ContainerIndex::new(models, jdk),
            bulks: BulkIndex::new(models, jdk),
            silent: SilentCarriers::new(models, jdk),
            without,
            planning,
            sites: SiteTable::behind(kept.as_ref().map_or(0, KeptClasses::highest_site)),
            kept,
            log,
            trace,
            counts: Counts::default(),
            reported: Mutex::default(),
            declared: Mutex::default(),
            jdk_packages,
            started: Instant::now(),
            told_newer: AtomicBool::new(false),
            failed: AtomicBool::new(false),
        }))
    }

    pub fn install(self) {
        let _ = SESSION.set(self);
    }

    /// Whether the class belongs to the JDK.
    pub fn is_jdk_class(&self, name: &str) -> bool {
        self.jdk_packages.own(name)
    }

    /// The user's rules for a class.
    pub fn user_hooks(&self, class: &str) -> impl Iterator<Item = &Hook> {
        self.user_models.hooks(class, self.jdk)
    }

    pub fn millis(&self) -> u64 {
        self.started.elapsed().as_millis() as u64
    }

    /// Tells, once, that a class was read as one of the newest version known.
    pub fn note_version(&self, class: &str, bytes: &[u8]) {
        let major = bytes
            .get(6..8)
            .map_or(0, |v| u16::from_be_bytes([v[0], v[1]]));
        if major > NEWEST_KNOWN_MAJOR && !self.told_newer.swap(true, Ordering::Relaxed) {
            self.log.write(&Event::Note {
                text: format!(
                    "class files newer than this redflag knows were read as version {NEWEST_KNOWN_MAJOR}, \
                     such as {} of version {major}",
                    class.replace('/', ".")
                ),
            });
        }
    }

    /// Turns the agent off if the runtime could not be installed.
    pub fn runtime_failed(&self, result: Result<(), crate::jvm::jni::Thrown>) {
        if let Err(thrown) = result {
            self.failed.store(true, Ordering::Relaxed);
            self.log.write(&Event::Stopped {
                reason: format!("the runtime could not be installed: {thrown}"),
                millis: self.millis(),
            });
            eprintln!("redflag: this JVM is not checked: {thrown}");
        }
    }

    /// Writes what is known at the end of the JVM.
    pub fn end(&self, jni: Jni) {
        runtime::end(jni);
        for ((site, other), count) in runtime::race_counts(jni) {
            self.count(race_id(site, other), count);
        }
        self.tell_stats(jni);
        self.keep_classes();
    }

    fn keep_classes(&self) {
        let saved = self.kept.as_ref().map(KeptClasses::save);
        if let (Some(Err(error)), Some(place)) = (saved, &self.config.cache)
            && place.was_named
        {
            let directory = place.directory.display();
            self.log.write(&Event::Note {
                text: format!("nothing can be kept in {directory} for the next time: {error}"),
            });
        }
    }

    /// Writes what was checked, and what was not.
    pub fn tell_stats(&self, jni: Jni) {
        let mut counters = runtime::counters(jni);
        let counts = [
            ("settled_fields", &self.counts.settled_fields),
            ("kept_classes", &self.counts.kept_classes),
        ];
        for (name, count) in counts {
            let count = count.load(Ordering::Relaxed);
            if count > 0 {
                counters.insert(name.to_owned(), count);
            }
        }
        let nanos = self.counts.analysis_nanos.load(Ordering::Relaxed);
        counters.insert("analysis_micros".to_owned(), nanos / 1000);
        for text in host::possible_misses(&counters) {
            self.log.write(&Event::Note { text });
        }
        self.log.write(&Event::End {
            stats: self.stats(counters),
        });
    }

    /// Tells how often a reported race was seen by now.
    pub fn count(&self, id: u64, count: u64) {
        let Ok(mut reported) = self.reported.lock() else {
            return;
        };
        if let Some(known) = reported.get_mut(&id)
            && *known != count
        {
            *known = count;
            self.log.write(&Event::Count { id, count });
        }
    }

    fn stats(&self, counters: std::collections::BTreeMap<String, u64>) -> Stats {
        Stats {
            classes: self.counts.classes.load(Ordering::Relaxed),
            methods: self.counts.methods.load(Ordering::Relaxed),
            skipped_methods: self.counts.skipped_methods.load(Ordering::Relaxed),
            accesses_checked_sites: self.counts.checked_sites.load(Ordering::Relaxed),
            exempt_fields: self.counts.exempt_fields.load(Ordering::Relaxed),
            exempt_methods: self.counts.exempt_methods.load(Ordering::Relaxed),
            counters,
        }
    }

    /// The fields that a class declares.
    pub fn declared_in(&self, class: Class) -> Option<Arc<FieldNames>> {
        let signature = self.jvmti.class_signature(class).ok()?;
        let key = (signature, self.jvmti.object_hash_code(class).ok()?);
        if let Some(known) = self.declared.lock().ok()?.get(&key) {
            return Some(Arc::clone(known));
        }
        let names = Arc::new(names_of(&self.jvmti.class_fields(class).ok()?));
        let mut declared = self.declared.lock().ok()?;
        if declared.len() >= MOST_DECLARED {
            declared.clear();
        }
        declared.insert(key, Arc::clone(&names));
        Some(names)
    }
}

pub fn names_of(fields: &[DeclaredField]) -> FieldNames {
    let names = fields.iter();
    names
        .map(|it| (it.name.clone(), it.descriptor.clone()))
        .collect()
}

/// The models that are left without the rules of these names; they live as long as the JVM.
fn without_rules(models: &Models, names: &[&str]) -> Result<&'static Models, StartError> {
    match models.without(names) {
        Ok(rest) => Ok(Box::leak(Box::new(rest))),
        Err(unknown) => Err(StartError::Without(unknown)),
    }
}

/// Java 8 and older call themselves 1.8 and so on.
fn feature(version: &str) -> Option<u16> {
    version.strip_prefix("1.").unwrap_or(version).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_told_by_their_feature_number() {
        let versions = ["1.8", "9", "17", "", "one"].map(feature);
        assert_eq!(versions, [Some(8), Some(9), Some(17), None, None]);
    }
}
