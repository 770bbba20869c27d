//! What all classes on a program's class path say together: which fields are settled.
//!
//! The plan is made once, before the program's classes are loaded. It holds for classes with the very bytes that were
//! looked at; code that comes from elsewhere is noticed when it is loaded, or at the latest when it writes.

use std::collections::hash_map::Entry;
use std::fs;
use std::hash::Hasher;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use classfile::container::{self, ClassEntry, jar};
use classfile::{ClassFile, Member, MemberRef, TypeTable, access};
use instrument::{FieldKey, Writers, Writes};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

/// Where a JVM looks for the program's classes.
#[derive(Debug, Clone, Default)]
pub struct ClassPaths {
    /// Jars and directories of classes.
    pub classes: Vec<PathBuf>,
    /// Jars, and directories that are a module or hold some.
    pub modules: Vec<PathBuf>,
}

#[derive(Debug, Default)]
pub struct Plan {
    classes: FxHashMap<String, Planned>,
}

/// What is known of a class, or of all of one name.
#[derive(Debug, Default)]
struct Planned {
    /// Of the bytes that were looked at.
    digests: Vec<u64>,
    supers: Vec<String>,
    /// Its instance fields.
    declared: FxHashSet<FieldKey>,
    /// Its volatile and its static fields.
    ordering: FxHashSet<FieldKey>,
    settled: FxHashSet<FieldKey>,
}

impl Plan {
    /// Looks at all classes that a JVM of this feature release may load from there; `None` if that is not done in time.
    pub fn of(paths: &ClassPaths, feature: u16, deadline: Instant) -> Option<Plan> {
        // What cannot be read cannot be loaded either.
        let containers = with_manifests(paths).into_iter();
        let containers: Vec<_> = containers.flat_map(|it| container::open(&it)).collect();
        let entries = containers.iter().flat_map(|it| it.classes(feature));
        let entries = Mutex::new(entries.flatten());
        let scan = || Scan::of(&entries, deadline);
        let scans = thread::scope(|scope| {
            // Where there are no more threads, those that there are do it.
            let start = |_| thread::Builder::new().spawn_scoped(scope, scan);
            let others: Vec<_> = (1..scanners()).flat_map(start).collect();
            let mut scans = vec![scan()];
            scans.extend(others.into_iter().map(|it| it.join().ok().flatten()));
            scans
        });
        let mut all = Scan::default();
        for scan in scans {
            all.join(scan?);
        }
        Some(all.finish())
    }

    /// Whether the class was looked at, with just these bytes.
    pub fn has(&self, class: &str, bytes: &[u8]) -> bool {
        let digest = digest(bytes);
        let planned = self.classes.get(class);
        planned.is_some_and(|it| it.digests.contains(&digest))
    }

    /// Whether a field that the class declares is settled, as far as the plan goes.
    pub fn is_settled(&self, class: &str, name: &str, descriptor: &str) -> bool {
        let key = (name.to_owned(), descriptor.to_owned());
        let planned = self.classes.get(class);
        planned.is_some_and(|it| it.settled.contains(&key))
    }

    /// The same for a field that code names; it may be declared in a class above.
    pub fn resolves_to_settled(&self, field: MemberRef<'_>) -> bool {
        let key = (field.name.to_owned(), field.descriptor.to_owned());
        let mut declarers = Vec::new();
        let is_known = declarers_of(&self.classes, field.class, &key, &mut declarers);
        let is_settled = |class: &String| self.classes[class].settled.contains(&key);
        is_known && !declarers.is_empty() && declarers.iter().all(is_settled)
    }

    /// Whether a field that code names is an instance field, and not volatile.
    pub fn resolves_to_plain(&self, field: MemberRef<'_>) -> bool {
        let key = (field.name.to_owned(), field.descriptor.to_owned());
        let mut pending = vec![field.class];
        let mut seen = FxHashSet::default();
        while let Some(class) = pending.pop() {
            let Some(planned) = self.classes.get(class) else {
                return false;
            };
            if planned.ordering.contains(&key) {
                return false;
            }
            if !planned.declared.contains(&key) && seen.insert(class) {
                pending.extend(planned.supers.iter().map(String::as_str));
            }
        }
        true
    }
}

/// What the plan knows of the fields of a class that it has, and of those that its code names.
pub struct PlannedClass<'p> {
    pub plan: &'p Plan,
    pub class: &'p str,
}

impl Writers for PlannedClass<'_> {
    fn others_write(&self, name: &str, descriptor: &str) -> bool {
        !self.plan.is_settled(self.class, name, descriptor)
    }

    fn expects_settled(&self, field: MemberRef<'_>) -> bool {
        self.plan.resolves_to_settled(field)
    }

    fn is_plain(&self, field: MemberRef<'_>) -> bool {
        self.plan.resolves_to_plain(field)
    }
}

#[derive(Default)]
struct Scan {
    classes: FxHashMap<String, Planned>,
    writes: FxHashSet<(String, FieldKey)>,
    named: FxHashSet<String>,
}

/// How many threads look at classes; the JVM waits for them soon.
fn scanners() -> usize {
    const MOST: usize = 4;
    thread::available_parallelism().map_or(1, |it| it.get().min(MOST))
}

impl Scan {
    /// Takes classes from these as long as there are some; `None` if that took too long.
    fn of(entries: &Mutex<impl Iterator<Item = ClassEntry>>, deadline: Instant) -> Option<Scan> {
        const AT_A_TIME: usize = 64;
        let mut scan = Scan::default();
        loop {
            let chunk: Vec<_> = entries.lock().ok()?.by_ref().take(AT_A_TIME).collect();
            if chunk.is_empty() {
                return Some(scan);
            }
            if Instant::now() > deadline {
                return None;
            }
            for bytes in chunk.iter().flat_map(ClassEntry::bytes) {
                scan.add(&bytes);
            }
        }
    }

    fn join(&mut self, other: Scan) {
        self.writes.extend(other.writes);
        self.named.extend(other.named);
        for (name, planned) in other.classes {
            self.add_planned(name, planned);
        }
    }

    fn add_planned(&mut self, name: String, planned: Planned) {
        match self.classes.entry(name) {
            Entry::Occupied(mut known) => known.get_mut().join(planned),
            Entry::Vacant(place) => {
                place.insert(planned);
            }
        }
    }

    fn add(&mut self, bytes: &[u8]) {
        let mut types = TypeTable::default();
        let Ok(class) = ClassFile::read(bytes) else {
            return;
        };
        let Some(name) = class.name() else {
            return;
        };
        // What cannot be followed is not rewritten either: its accesses go unchecked.
        let (settled, others, named) = match Writes::of(&class, &mut types) {
            Some(it) => (it.settled, it.others, it.named),
            None => Default::default(),
        };
        self.writes.extend(others);
        self.named.extend(named);
        let planned = Planned {
            digests: vec![digest(bytes)],
            supers: class.super_name().map(str::to_owned).into_iter().collect(),
            declared: fields(&class, |it| !it.is(access::STATIC)),
            ordering: fields(&class, |it| {
                it.is(access::STATIC) || it.is(access::VOLATILE)
            }),
            settled,
        };
        self.add_planned(name.to_owned(), planned);
    }

    fn finish(mut self) -> Plan {
        let mut anywhere = FxHashSet::default();
        for (class, key) in &self.writes {
            let mut declarers = Vec::new();
            if !declarers_of(&self.classes, class, key, &mut declarers) {
                anywhere.insert(key);
            }
            for class in declarers {
                if let Some(planned) = self.classes.get_mut(&class) {
                    planned.settled.remove(key);
                }
            }
        }
        for planned in self.classes.values_mut() {
            let named = &self.named;
            let settled = &mut planned.settled;
            settled.retain(|key| !anywhere.contains(key) && !named.contains(&key.0));
        }
        Plan {
            classes: self.classes,
        }
    }
}

impl Planned {
    /// Takes in what is known of another class of the same name, or of several.
    fn join(&mut self, other: Planned) {
        if other.digests.iter().all(|it| self.digests.contains(it)) {
            return;
        }
        self.digests.extend(other.digests);
        self.supers.extend(other.supers);
        self.declared.extend(other.declared);
        self.ordering.extend(other.ordering);
        self.settled.retain(|it| other.settled.contains(it));
    }
}

/// Adds the classes that declare what `class.key` means (JVMS 5.4.3.2); false if that may be a class that is not known.
fn declarers_of(
    classes: &FxHashMap<String, Planned>,
    class: &str,
    key: &FieldKey,
    declarers: &mut Vec<String>,
) -> bool {
    let mut pending = vec![class];
    let mut seen = FxHashSet::default();
    while let Some(class) = pending.pop() {
        if !seen.insert(class) {
            continue;
        }
        let Some(planned) = classes.get(class) else {
            return false;
        };
        if planned.declared.contains(key) {
            declarers.push(class.to_owned());
        } else {
            pending.extend(planned.supers.iter().map(String::as_str));
        }
    }
    true
}

fn fields(class: &ClassFile<'_>, wanted: impl Fn(&Member<'_>) -> bool) -> FxHashSet<FieldKey> {
    let fields = class.fields.iter().filter(|it| wanted(it));
    let names = fields.filter_map(|it| {
        let (name, descriptor) = (class.pool.utf8(it.name)?, class.pool.utf8(it.descriptor)?);
        Some((name.to_owned(), descriptor.to_owned()))
    });
    names.collect()
}

fn digest(bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

/// The paths, what modules' directories hold, and what the manifests of jars add to them.
fn with_manifests(paths: &ClassPaths) -> Vec<PathBuf> {
    let mut pending: Vec<PathBuf> = paths.modules.clone();
    for path in &paths.modules {
        let files = fs::read_dir(path).into_iter().flatten().flatten();
        pending.extend(files.map(|it| it.path()).filter(|it| it.is_file()));
    }
    pending.extend(paths.classes.iter().cloned());
    pending.reverse();
    let mut seen = FxHashSet::default();
    let mut all = Vec::new();
    while let Some(path) = pending.pop() {
        if seen.insert(path.clone()) {
            pending.extend(beside(&path));
            all.push(path);
        }
    }
    all
}

/// The files that the manifest of a jar adds to the class path.
fn beside(jar: &Path) -> Vec<PathBuf> {
    let folder = jar.parent().unwrap_or(Path::new(""));
    let urls = manifest(jar).map(|it| jar::class_path(&it));
    let files = urls.unwrap_or_default().into_iter().filter_map(|url| {
        let path = match url.strip_prefix("file:") {
            Some(path) => path,
            None if url.contains(':') => return None,
            None => &url,
        };
        Some(folder.join(unescaped(path)))
    });
    files.collect()
}

fn manifest(jar: &Path) -> Option<Vec<u8>> {
    if !jar.is_file() {
        return None;
    }
    let jar = jar::Jar::open(jar).ok()?;
    let is_manifest = |path: &[u8]| path.eq_ignore_ascii_case(b"META-INF/MANIFEST.MF");
    let entries = jar.entries().ok()?;
    let entry = entries.iter().find(|it| is_manifest(&it.header.path))?;
    Some(jar.read(entry).ok()?.into_owned())
}

/// A URL's path without its `%20`s.
fn unescaped(url: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = url.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let escaped = after.get(..2).filter(|_| first == b'%');
        let digits = escaped.and_then(|it| std::str::from_utf8(it).ok());
        match digits.and_then(|it| u8::from_str_radix(it, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
