//! Which accesses of a class make a finding.
//!
//! Two accesses are to one location if the class names it in the same way: from an object of the same class, or a static
//! field on. What private methods access is told at their callers. Between an access that is protected and one that is not, the latter
//! is told of, as that is where to act.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use classfile::{MethodDescriptor, access};
use findings::{Finding, Frame, Location, Op};
use rustc_hash::FxHashMap;

use crate::Options;
use crate::annotations::Mark;
use crate::domains::{Lock, Locks, Mode, Threads};
use crate::guards;
use crate::library;
use crate::path::{Path, Root, Step};
use crate::program::{ClassId, FieldId, MethodId, Program};
use crate::summary::{Access, Attribute, Kind, Place, Summary};
use crate::true_positives::{Certainty, Identity, exclude_nothing};

const VIOLATION: &str = "thread-safety-violation";
const INCONSISTENT: &str = "inconsistent-guard";
const GUARDED_BY: &str = "guarded-by-violation";
const INTERFACE: &str = "interface-not-thread-safe";

pub fn findings(
    program: &Program<'_>,
    summaries: &[Option<Arc<Summary>>],
    options: &Options,
) -> Vec<Finding> {
    let reporter = Reporter {
        program,
        summaries,
        safe_fields: safe_fields(summaries),
        inner: inner(program),
        certainty: Certainty::of(program, summaries),
        options,
    };
    let mut findings = Vec::new();
    for class in program.class_ids() {
        findings.extend(reporter.of_class(class));
    }
    findings
}

/// Fields that never hold anything but containers for several threads.
fn safe_fields(summaries: &[Option<Arc<Summary>>]) -> BTreeSet<FieldId> {
    let mut all = Summary::default();
    for (&field, value) in summaries.iter().flatten().flat_map(|it| &it.stores) {
        all.store(field, value);
    }
    let safe = all
        .stores
        .into_iter()
        .filter(|(_, value)| value.attribute == Attribute::SafeContainer);
    safe.map(|(field, _)| field).collect()
}

fn inner(program: &Program<'_>) -> FxHashMap<ClassId, Vec<ClassId>> {
    let mut inner: FxHashMap<ClassId, Vec<ClassId>> = FxHashMap::default();
    for class in program.class_ids() {
        if let Some((_, around)) = program[class].around {
            inner.entry(around).or_default().push(class);
        }
    }
    inner
}

struct Reporter<'p> {
    program: &'p Program<'p>,
    summaries: &'p [Option<Arc<Summary>>],
    safe_fields: BTreeSet<FieldId>,
    /// The classes of inner objects, by that of the object around them.
    inner: FxHashMap<ClassId, Vec<ClassId>>,
    certainty: Certainty<'p>,
    options: &'p Options,
}

/// What a location begins with.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Base {
    /// Any object of a type.
    Object(String),
    Static(FieldId),
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Spot {
    base: Base,
    steps: Vec<Step>,
    /// Not a location, but a method of an interface.
    called: Option<MethodId>,
}

/// A lock as an access sees it that has it.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Guard {
    /// It is reached from the same object as the location.
    Beside(bool, Vec<Step>),
    Elsewhere(Lock),
    /// It belongs to an object, the location to all: each object has another.
    OfEach,
    Unknown,
}

/// An access that a method at the class's boundary makes, itself or through others.
struct Entry<'s> {
    method: MethodId,
    access: &'s Access,
    places: &'s [Place],
    /// The path of the object that the location is named from.
    object: Path,
    /// Those that protect it.
    locks: Locks,
    is_any: bool,
    /// Whether there is one object only that has the method.
    is_of_singleton: bool,
    /// Whether the method has a run that makes this access; then the locks that it holds there.
    certain: Option<Vec<(Option<Identity>, Mode)>>,
}

impl Entry<'_> {
    fn is_write(&self) -> bool {
        self.access.kind.is_write()
    }

    fn is_confined(&self) -> bool {
        self.access.threads == Threads::AnyButSelf
    }

    fn is_protected(&self) -> bool {
        !self.locks.is_empty() || self.is_confined()
    }

    /// Whether there is a run in which the two are made at the same time, to one location.
    fn surely_races(&self, other: &Entry<'_>) -> bool {
        let same_sort = self.access.kind.is_of_container() == other.access.kind.is_of_container();
        match (&self.certain, &other.certain) {
            (Some(one), Some(two)) => same_sort && exclude_nothing(one, two),
            _ => false,
        }
    }

    fn line(&self) -> Option<u16> {
        self.places.first().and_then(|it| it.line)
    }

    fn guards(&self) -> Vec<(Guard, Mode)> {
        let beside = |path: &Path| {
            let is_beside = path.starts_with(&self.object);
            is_beside.then(|| path.steps[self.object.steps.len()..].to_vec())
        };
        let seen = |lock: &Lock| match lock {
            Lock::Monitor(Path {
                root: Root::Formal(_),
                ..
            })
            | Lock::Object(Path {
                root: Root::Formal(_),
                ..
            }) if matches!(self.access.path.root, Root::Static(_)) && !self.is_of_singleton => {
                Some(Guard::OfEach)
            }
            Lock::Monitor(path) => beside(path).map(|steps| Guard::Beside(true, steps)),
            Lock::Object(path) => beside(path).map(|steps| Guard::Beside(false, steps)),
            Lock::Unknown => Some(Guard::Unknown),
            Lock::Class(_) => None,
        };
        let locks = self.locks.iter();
        let guards = locks.map(|(lock, mode)| {
            (
                seen(lock).unwrap_or_else(|| Guard::Elsewhere(lock.clone())),
                mode,
            )
        });
        guards.collect()
    }

    /// Whether the two can never be at the same time, as far as locks are known.
    fn excludes(&self, other: &Entry<'_>) -> bool {
        let (own, others) = (self.guards(), other.guards());
        own.iter().any(|(guard, mode)| {
            others.iter().any(|(g, m)| {
                let same = guard == g && *guard != Guard::OfEach;
                let same = same || *guard == Guard::Unknown || *g == Guard::Unknown;
                same && (*mode == Mode::Exclusive || *m == Mode::Exclusive)
            })
        })
    }
}

/// What may be told.
struct Candidate {
    is_read: bool,
    places: Vec<Place>,
    method: MethodId,
    spot: Spot,
    finding: Finding,
}

/// Why one access is told of.
struct Conflict<'e, 's> {
    rule: &'static str,
    other: &'e Entry<'s>,
}

impl Reporter<'_> {
    /// Why a class is looked at; `None` if it is not.
    fn reason(&self, class: ClassId) -> Option<String> {
        if let Some(marked) = self.program.marked(class, Mark::ThreadSafe) {
            return Some(match marked == class {
                true => "the class is annotated as thread-safe".to_owned(),
                false => format!(
                    "{} is annotated as thread-safe",
                    self.program[marked].name.replace('/', ".")
                ),
            });
        }
        if self.program.is_thread(class) {
            return Some("the class is a thread".to_owned());
        }
        let mut methods = self.program.methods_of(class);
        let shows = |id: &MethodId| {
            let summary = &self.summaries[id.index()];
            summary.as_ref().is_some_and(|it| it.shows_concurrency)
        };
        match methods.find(shows) {
            Some(method) => Some(format!(
                "{} takes locks or starts threads, so several use the class",
                self.program[method].name
            )),
            None => self
                .options
                .all_classes
                .then(|| "all classes are looked at".to_owned()),
        }
    }

    fn of_class(&self, class: ClassId) -> Vec<Finding> {
        let said = &self.program[class].said;
        if said.is(Mark::NotLookedAt) || said.is(Mark::Suppressed) || self.is_machinery(class) {
            return Vec::new();
        }
        let reason = self.reason(class);
        let mut locations: BTreeMap<Spot, Vec<Entry<'_>>> = BTreeMap::new();
        for method in self.boundary(class) {
            let Some(summary) = &self.summaries[method.index()] else {
                continue;
            };
            let mut accesses: Vec<_> = summary.accesses.iter().collect();
            accesses.sort_by(|a, b| (a.1, a.0).cmp(&(b.1, b.0)));
            for (access, ways) in accesses {
                let Some((spot, object)) = self.spot(class, method, access) else {
                    continue;
                };
                let is_all = self.options.all_classes && access.threads == Threads::NoEvidence;
                let entries = locations.entry(spot).or_default();
                entries.extend(ways.iter().map(|places| Entry {
                    method,
                    access,
                    places,
                    object: object.clone(),
                    locks: self.protecting(access),
                    is_any: access.threads == Threads::Any || is_all,
                    is_of_singleton: self.program.is_singleton(self.program[method].class),
                    certain: self.certain(method, access, places, &object),
                }));
            }
        }
        for entries in locations.values_mut() {
            self.see_threads(entries);
        }
        let mut candidates = Vec::new();
        for (spot, entries) in &locations {
            self.of_location(spot, entries, reason.as_deref(), &mut candidates);
        }
        self.without_repetitions(candidates)
    }

    fn certain(
        &self,
        method: MethodId,
        access: &Access,
        places: &[Place],
        object: &Path,
    ) -> Option<Vec<(Option<Identity>, Mode)>> {
        let is_sure = self.certainty.is_sure(method, access, places);
        is_sure.then(|| self.certainty.identities(method, access, object))
    }

    /// What a thread of its own accesses, others access beside it.
    fn see_threads(&self, entries: &mut [Entry<'_>]) {
        let is_of_thread = |it: &Entry<'_>| self.program.is_thread(self.program[it.method].class);
        if entries.iter().any(is_of_thread) {
            for entry in entries
                .iter_mut()
                .filter(|it| it.access.threads == Threads::NoEvidence)
            {
                entry.is_any = true;
            }
        }
    }

    /// Code that a compiler makes to run a program's, and that nobody reads.
    fn is_machinery(&self, class: ClassId) -> bool {
        let above = self.program[class].file.super_name().unwrap_or_default();
        above.starts_with("kotlin/coroutines/jvm/internal/")
    }

    fn protecting(&self, access: &Access) -> Locks {
        let locks = access.locks.protecting(access.kind.is_write());
        match self.options.one_lock && !locks.is_empty() {
            true => {
                let mut one = Locks::default();
                one.take(Lock::Unknown, Mode::Exclusive);
                one
            }
            false => locks,
        }
    }

    /// The methods that code outside may call, those of inner objects included: what these do to this one is told here.
    fn boundary(&self, class: ClassId) -> Vec<MethodId> {
        let inner = self.inner.get(&class).into_iter().flatten().copied();
        let mut found = Vec::new();
        for class in std::iter::once(class).chain(inner.filter(|&it| !self.is_machinery(it))) {
            for id in self.program.methods_of(class) {
                found.extend(self.is_boundary(id).then_some(id));
                let summary = self.summaries[id.index()].iter();
                found.extend(summary.flat_map(|it| &it.escaping));
            }
        }
        found
    }

    fn is_boundary(&self, id: MethodId) -> bool {
        let method = &self.program[id];
        let hidden = access::PRIVATE | access::SYNTHETIC | access::ABSTRACT | access::NATIVE;
        (!method.is(hidden) || method.said.is(Mark::ThreadSafe))
            && method.name != "<clinit>"
            && !method.is_accessor()
            && !method.said.is(Mark::ForTests)
    }

    /// The location of an access that counts, and the object that it is named from.
    fn spot(&self, class: ClassId, method: MethodId, access: &Access) -> Option<(Spot, Path)> {
        if let Some(id) = access.path.field() {
            let field = &self.program[id];
            let is_safe =
                self.safe_fields.contains(&id) || library::is_safe(class_of(&field.descriptor));
            let declarer = self.program.class_named(&field.class);
            let is_exempt = declarer.is_some_and(|it| {
                self.program[it].said.is(Mark::Suppressed) || self.is_machinery(it)
            });
            let is_said = field.said.is(Mark::Suppressed) || field.said.is(Mark::Confined);
            let is_safe = is_safe || field.said.is(Mark::SafeContainer);
            // A lazy value of Scala's is set under a lock, and read after a volatile flag.
            let is_lazy = declarer.is_some_and(|it| {
                self.program
                    .has_method(it, &format!("{}$lzycompute", field.name))
            });
            if is_exempt || is_said || is_lazy || access.kind.is_of_container() && is_safe {
                return None;
            }
        }
        let path = &access.path;
        let mut object = Path::of(path.root);
        let declarer = self.program[method].class;
        let base = match path.root {
            Root::Static(field) => Base::Static(field),
            Root::Formal(0) if declarer != class => {
                let (field, _) = self.program[declarer].around?;
                object = object.then(Step::Field(field));
                if !path.starts_with(&object) {
                    return None;
                }
                Base::Object(self.program[class].name.clone())
            }
            Root::Formal(0) if self.is_of_outer(declarer, method, path) => return None,
            Root::Formal(formal) => Base::Object(self.type_of(method, formal)?),
        };
        let steps = path.steps[object.steps.len()..].to_vec();
        let called = match access.kind {
            Kind::Calls(method) => Some(method),
            _ => None,
        };
        let spot = Spot {
            base,
            steps,
            called,
        };
        Some((spot, object))
    }

    /// Whether a path leads to the object around an inner one, where it is told.
    fn is_of_outer(&self, class: ClassId, method: MethodId, path: &Path) -> bool {
        let around = self.program[class]
            .around
            .filter(|_| !self.program[method].is(access::STATIC));
        around.is_some_and(|(field, _)| path.steps.first() == Some(&Step::Field(field)))
    }

    fn type_of(&self, method: MethodId, formal: u8) -> Option<String> {
        let method = &self.program[method];
        let mut formal = usize::from(formal);
        if !method.is(access::STATIC) {
            if formal == 0 {
                return Some(self.program[method.class].name.clone());
            }
            formal -= 1;
        }
        let descriptor = MethodDescriptor::parse(&method.descriptor)?;
        descriptor
            .parameters
            .get(formal)
            .map(|it| class_of(it).to_owned())
    }

    fn of_location(
        &self,
        spot: &Spot,
        entries: &[Entry<'_>],
        reason: Option<&str>,
        candidates: &mut Vec<Candidate>,
    ) {
        for entry in entries {
            let guarded = self.guard_violation(entry);
            let conflict = match (&guarded, reason) {
                (Some(_), _) => Some(Conflict {
                    rule: GUARDED_BY,
                    other: entry,
                }),
                (None, Some(_)) => self.conflict(entry, entries),
                (None, None) => None,
            };
            let conflict = conflict.filter(|it| {
                !self.options.true_positives || self.is_true(it.rule, entry, it.other, entries)
            });
            if let Some(Conflict { rule, other }) = conflict {
                let why = guarded.as_deref().or(reason).unwrap_or_default();
                candidates.push(Candidate {
                    is_read: !entry.is_write(),
                    places: entry.places.to_vec(),
                    method: entry.method,
                    spot: spot.clone(),
                    finding: self.finding(rule, spot, entry, other, why),
                });
            }
        }
    }

    /// Whether a conflict is surely a race. A broken promise is one if the access races at all.
    fn is_true(
        &self,
        rule: &str,
        entry: &Entry<'_>,
        other: &Entry<'_>,
        entries: &[Entry<'_>],
    ) -> bool {
        match rule {
            GUARDED_BY => {
                let race = self.conflict(entry, entries);
                race.is_some_and(|it| entry.surely_races(it.other))
            }
            _ => entry.surely_races(other),
        }
    }

    /// One finding a line, writes first; and of each location one read and one write in a method.
    fn without_repetitions(&self, mut candidates: Vec<Candidate>) -> Vec<Finding> {
        let order = |it: &Candidate| (it.is_read, it.places.clone(), it.spot.clone());
        candidates.sort_by_key(order);
        let (mut lines, mut told) = (BTreeSet::new(), BTreeSet::new());
        candidates.retain(|it| {
            let line = (it.method, it.places.first().and_then(|place| place.line));
            let location = (it.method, it.is_read, it.spot.clone());
            self.options.repeats || told.insert(location) && lines.insert(line)
        });
        let mut findings: Vec<Candidate> = candidates;
        findings.sort_by_key(|it| (it.places.clone(), it.is_read, it.spot.clone()));
        findings.into_iter().map(|it| it.finding).collect()
    }

    /// If an access breaks what an annotation of its field asks for: what that is.
    fn guard_violation(&self, entry: &Entry<'_>) -> Option<String> {
        let path = &entry.access.path;
        let field = path.field().filter(|_| entry.is_write())?;
        let field = &self.program[field];
        let mut object = path.clone();
        object.steps.pop();
        let class = self.program.class_named(&field.class)?;
        let broken = field.said.guards.iter().find(|guard| {
            let named = guards::named(self.program, class, guard, &object);
            let holds = |lock: &Lock| {
                entry
                    .locks
                    .iter()
                    .any(|(held, _)| held == lock || *held == Lock::Unknown)
            };
            !named.is_empty() && !named.iter().any(holds)
        });
        broken.map(|guard| format!("the field is said to be guarded by {guard}"))
    }

    /// The access that one conflicts with, if it is the one to be told of.
    fn conflict<'e, 's>(
        &self,
        entry: &'e Entry<'s>,
        entries: &'e [Entry<'s>],
    ) -> Option<Conflict<'e, 's>> {
        let conflicting = |other: &&Entry<'_>| {
            (entry.is_write() || other.is_write()) && (entry.is_any || other.is_any)
        };
        if let Kind::Calls(_) = entry.access.kind {
            let is_bare = !entry.is_protected()
                && entry.is_any
                && self
                    .program
                    .class_says(self.program[entry.method].class, Mark::ThreadSafe);
            return is_bare.then_some(Conflict {
                rule: INTERFACE,
                other: entry,
            });
        }
        let others = entries.iter().filter(conflicting);
        let violation = |other| Conflict {
            rule: VIOLATION,
            other,
        };
        if !entry.is_protected() {
            if entry.is_write() && entry.is_any {
                return Some(violation(entry));
            }
            let is_other = |it: &Entry<'_>| !std::ptr::eq(it, entry);
            // A write says more than a read beside it.
            let told = clearest(entry, others.clone(), |it| is_other(it) && it.is_write());
            return told
                .or_else(|| clearest(entry, others, is_other))
                .map(violation);
        }
        if entry.locks.is_empty() {
            // A lock on the other side excludes nobody here.
            let is_locked =
                |it: &Entry<'_>| !it.locks.is_empty() || !entry.is_write() && !it.is_protected();
            return clearest(entry, others, is_locked).map(violation);
        }
        let is_bare = |it: &Entry<'_>| !it.is_protected() && it.is_any;
        let bare = clearest(entry, others.clone(), is_bare);
        if let Some(other) = bare.filter(|_| !entry.is_write()) {
            return Some(violation(other));
        }
        let is_unlike = |it: &Entry<'_>| !it.locks.is_empty() && !entry.excludes(it);
        let other = clearest(entry, others, is_unlike)?;
        self.is_odd(entry, other, entries).then_some(Conflict {
            rule: INCONSISTENT,
            other,
        })
    }

    /// Of two accesses under different locks, whether this is the one that has the wrong one: fewer have it, or it only
    /// reads, or it comes later.
    fn is_odd(&self, entry: &Entry<'_>, other: &Entry<'_>, entries: &[Entry<'_>]) -> bool {
        let company = |of: &Entry<'_>| {
            let methods = entries
                .iter()
                .filter(|it| it.excludes(of))
                .map(|it| it.method);
            methods.collect::<BTreeSet<_>>().len()
        };
        let rank = |of: &Entry<'_>| (company(of), of.is_write(), std::cmp::Reverse(of.line()));
        std::ptr::eq(entry, other) || rank(entry) < rank(other)
    }

    fn finding(
        &self,
        rule: &str,
        spot: &Spot,
        entry: &Entry<'_>,
        other: &Entry<'_>,
        why: &str,
    ) -> Finding {
        let accesses = [self.access(entry), self.access(other)];
        let location = self.location(spot, entry);
        let kind = match (entry.is_write(), other.is_write()) {
            (true, true) => "write-write",
            (true, false) => "read-write",
            (false, _) => "write-read",
        };
        Finding {
            rule: rule.to_owned(),
            kind: kind.to_owned(),
            fingerprint: Finding::fingerprint_of(&location, &accesses),
            location,
            count: 1,
            accesses,
            note: Some(why.to_owned()),
            suppressed: None,
        }
    }

    fn location(&self, spot: &Spot, entry: &Entry<'_>) -> Location {
        if let Some(called) = spot.called {
            let method = &self.program[called];
            return Location::Field {
                class: self.program[method.class].name.clone(),
                field: method.name.clone(),
            };
        }
        let field = entry.access.path.field().map(|it| &self.program[it]);
        match (field, &spot.base) {
            (Some(field), _) => Location::Field {
                class: field.class.clone(),
                field: field.name.clone(),
            },
            (None, Base::Object(class)) => Location::Field {
                class: class.clone(),
                field: self.parameter_name(entry),
            },
            (None, Base::Static(field)) => Location::Field {
                class: self.program[*field].class.clone(),
                field: self.program[*field].name.clone(),
            },
        }
    }

    /// What the source calls the parameter that an access begins with.
    fn parameter_name(&self, entry: &Entry<'_>) -> String {
        let method = &self.program[entry.method];
        let Root::Formal(formal) = entry.access.path.root else {
            return String::new();
        };
        let local = method
            .formals
            .iter()
            .find(|(_, it)| **it == formal)
            .map(|(local, _)| *local);
        let name =
            local.and_then(|local| crate::method::parameter(self.program, entry.method, local));
        name.unwrap_or_else(|| format!("argument {formal}"))
    }

    fn access(&self, entry: &Entry<'_>) -> findings::Access {
        let frames: Vec<Frame> = entry
            .places
            .iter()
            .rev()
            .map(|place| self.frame(*place))
            .collect();
        let innermost = entry.places.last().map_or(entry.method, |it| it.method);
        let method = &self.program[innermost];
        let first = frames.first();
        findings::Access {
            op: match entry.is_write() {
                true => Op::Write,
                false => Op::Read,
            },
            class: self.program[method.class].name.clone(),
            method: method.name.clone(),
            descriptor: method.descriptor.clone(),
            file: first.and_then(|it| it.file.clone()),
            line: first.and_then(|it| it.line),
            thread: None,
            locks: Some(
                entry
                    .access
                    .locks
                    .iter()
                    .map(|(lock, _)| self.lock_name(lock))
                    .collect(),
            ),
            stack: Some(frames),
            thread_created: None,
        }
    }

    fn frame(&self, place: Place) -> Frame {
        let method = &self.program[place.method];
        let class = &self.program[method.class];
        Frame {
            class: class.name.clone(),
            method: method.name.clone(),
            file: class.file.source_file().map(str::to_owned),
            line: place.line.map(u32::from),
        }
    }

    fn lock_name(&self, lock: &Lock) -> String {
        match lock {
            Lock::Monitor(path) | Lock::Object(path) => self.path_name(path),
            Lock::Class(class) => format!("{}.class", class.replace('/', ".")),
            Lock::Unknown => "a lock".to_owned(),
        }
    }

    fn path_name(&self, path: &Path) -> String {
        let mut name = match path.root {
            Root::Formal(0) => "this".to_owned(),
            Root::Formal(formal) => format!("argument {formal}"),
            Root::Static(field) => {
                let field = &self.program[field];
                format!("{}.{}", field.class.replace('/', "."), field.name)
            }
        };
        for step in &path.steps {
            match step {
                Step::Field(field) => {
                    name.push('.');
                    name.push_str(&self.program[*field].name);
                }
                Step::Element => name.push_str("[]"),
            }
        }
        name
    }
}

/// The first such access that another surely races with, else the first.
fn clearest<'e, 's>(
    entry: &Entry<'_>,
    mut others: impl Iterator<Item = &'e Entry<'s>> + Clone,
    is_such: impl Fn(&Entry<'s>) -> bool,
) -> Option<&'e Entry<'s>>
where
    's: 'e,
{
    let sure = others
        .clone()
        .find(|it| entry.surely_races(it) && is_such(it));
    sure.or_else(|| others.find(|it| is_such(it)))
}

/// The class that a descriptor names; of an array the descriptor itself.
fn class_of(descriptor: &str) -> &str {
    let class = descriptor
        .strip_prefix('L')
        .and_then(|it| it.strip_suffix(';'));
    class.unwrap_or(descriptor)
}
