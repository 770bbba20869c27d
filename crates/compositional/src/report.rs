//! Which accesses of a class make a finding.
//!
//! Two accesses are to one location if the class names it in the same way: from an object of the same class, or a static
//! field on. What private methods access is told at their callers. Between an access that is protected and one that is not, the latter
//! is told of, as that is where to act.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::rc::Rc;

use classfile::{MethodDescriptor, access};
use findings::{
    EACH_ITS_OWN, Engine, Finding, Frame, GUARDED_BY_VIOLATION as GUARDED_BY,
    INCONSISTENT_GUARD as INCONSISTENT, INTERFACE_NOT_THREAD_SAFE as INTERFACE, ITS_MONITOR,
    Location, Op, THREAD_SAFETY_VIOLATION as VIOLATION, TO_READ,
};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use world::models::known::Is;

use crate::Options;
use crate::annotations::Mark;
use crate::beliefs;
use crate::callers::Callers;
use crate::domains::{Lock, Locks, Mode, Threads};
use crate::entries::{Base, Belief, Entry, Locations, Spot, see_guards};
use crate::guards;
use crate::identity::Digest;
use crate::memory::{Given, Memory};
use crate::parallel;
use crate::path::{Path, Root, Step};
use crate::program::{ClassId, FieldId, MethodId, Program, class_named};
use crate::sharing::Sharing;
use crate::summaries::{AllSigns, Summaries};
use crate::summary::{Access, Kind};
use crate::tasks::Tasks;
use crate::true_positives::{Certainty, Identity};
use crate::way::{Place, Way};

pub fn findings(
    program: &Program<'_>,
    summaries: &Summaries<'_>,
    options: &Options,
    classes: &[ClassId],
    threads: NonZeroUsize,
) -> (Vec<Finding>, Vec<Withheld>) {
    let signs: AllSigns<'_> = summaries.signs().collect();
    let tasks = Tasks::of(program, &signs);
    let sharing = Sharing::of(program, &signs, &tasks, options);
    let reporter = Reporter {
        program,
        summaries,
        fields: exempt_fields(program, &sharing.safe_fields),
        sharing,
        internal: program.internal_methods(),
        inner: inner(program),
        certainty: Certainty::of(program, summaries, &signs),
        callers: Callers::of(program, &signs),
        tasks,
        options,
    };
    let summary = |id| summaries.digest(id);
    let is_internal = |id| reporter.internal.contains(&id);
    let memory = summaries.memory().map(|(memory, callees)| {
        let given = Given {
            all: reporter.all_given(memory),
            callees,
            summary: &summary,
            is_internal: &is_internal,
        };
        (memory, given)
    });
    let told = parallel::map(threads, classes, |&class| match &memory {
        Some((memory, given)) => {
            let together: Vec<ClassId> = reporter.told_with(class).collect();
            memory.findings(program, given, &together, || reporter.of_class(class))
        }
        None => reporter.of_class(class),
    });
    let told: Vec<Told> = told.into_iter().flatten().collect();
    let mut told = match options.repeats {
        true => told,
        false => without_repeated_statics(told),
    };
    told.retain(|it| it.is_true || !options.true_positives);
    let (withheld, told): (Vec<Told>, Vec<Told>) =
        told.into_iter().partition(|it| it.lacking.is_some());
    let findings: Vec<Finding> = told.into_iter().map(|it| it.finding).collect();
    let mut known: FxHashSet<String> = findings.iter().map(|it| it.fingerprint.clone()).collect();
    let withheld = withheld
        .into_iter()
        .filter(|it| known.insert(it.finding.fingerprint.clone()))
        .map(|it| Withheld {
            finding: it.finding,
            lacking: it.lacking.unwrap_or_default(),
        });
    let withheld = withheld.collect();
    (findings, withheld)
}

/// What would be told of if more methods held the lock that some hold for the field.
#[derive(Debug)]
pub struct Withheld {
    pub finding: Finding,
    /// Of so many methods more.
    pub lacking: usize,
}

/// A finding of a class.
#[derive(Debug, Serialize, Deserialize)]
pub struct Told {
    finding: Finding,
    /// Whether the location begins with a static field, which other classes may access as well.
    is_of_static: bool,
    /// Whether it is surely a race; seen to only where nothing else is asked for.
    is_true: bool,
    /// If too few hold the lock for it to be told of: how many methods more would have to.
    lacking: Option<usize>,
}

/// What several classes do to a static field is told of once an access: where the way to it is the shortest.
fn without_repeated_statics(told: Vec<Told>) -> Vec<Told> {
    let mut kept: Vec<Told> = Vec::new();
    let mut known: FxHashMap<String, usize> = FxHashMap::default();
    let calls = |it: &Told| it.finding.accesses[0].stack.as_ref().map_or(0, Vec::len);
    for told in told {
        let access = &told.finding.accesses[0];
        let innermost = access.stack.as_ref().and_then(|it| it.first());
        let is_withheld = told.lacking.is_some();
        let key = format!("{is_withheld} {:?} {innermost:?}", told.finding.location);
        match known.get(&key).filter(|_| told.is_of_static) {
            Some(&at) if calls(&told) < calls(&kept[at]) => kept[at] = told,
            Some(_) => {}
            None => {
                if told.is_of_static {
                    known.insert(key, kept.len());
                }
                kept.push(told);
            }
        }
    }
    kept
}

/// What of a field is not told of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Exempt {
    Nothing,
    /// It never holds anything but containers for several threads.
    Containers,
    All,
}

/// By field.
fn exempt_fields(program: &Program<'_>, safe: &BTreeSet<FieldId>) -> Vec<Exempt> {
    let lazy = lazy_values(program);
    let exempt = |id: FieldId| {
        let field = &program[id];
        let declarer = program.class_named(&field.class);
        let is_exempt = declarer
            .is_some_and(|it| program[it].said.is(Mark::Suppressed) || is_machinery(program, it));
        let is_said = field.said.is(Mark::Suppressed) || field.said.is(Mark::Confined);
        let is_lazy = declarer.is_some_and(|it| lazy.contains(&(it, &*field.name)));
        let is_safe = safe.contains(&id)
            || program
                .sorts(class_named(&field.descriptor))
                .is(Is::ThreadSafe)
            || field.said.is(Mark::SafeContainer);
        match (is_exempt || is_said || is_lazy, is_safe) {
            (true, _) => Exempt::All,
            (_, true) => Exempt::Containers,
            _ => Exempt::Nothing,
        }
    };
    program.field_ids().map(exempt).collect()
}

/// Lazy values of Scala's, by class and name: each is set under a lock, and read after a volatile flag.
fn lazy_values<'p>(program: &'p Program<'_>) -> FxHashSet<(ClassId, &'p str)> {
    let methods = program.method_ids().map(|it| &program[it]);
    let setters = methods.filter_map(|it| Some((it.class, it.name.strip_suffix("$lzycompute")?)));
    setters.collect()
}

/// Code that a compiler makes to run a program's, and that nobody reads.
fn is_machinery(program: &Program<'_>, class: ClassId) -> bool {
    let above = program[class].file.super_name().unwrap_or_default();
    program.library.class(above).is(Is::Machinery)
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
    summaries: &'p Summaries<'p>,
    fields: Vec<Exempt>,
    sharing: Sharing,
    /// Methods that only their class, and those below it, call.
    internal: BTreeSet<MethodId>,
    /// The classes of inner objects, by that of the object around them.
    inner: FxHashMap<ClassId, Vec<ClassId>>,
    certainty: Certainty<'p>,
    callers: Callers,
    tasks: Tasks,
    options: &'p Options,
}

/// What may be told.
struct Candidate<'e, 'p> {
    spot: &'e Spot<'p>,
    entry: &'e Entry<'p>,
    /// All that is known to access the location.
    entries: &'e [Entry<'p>],
    conflict: Conflict<'e, 'p>,
    /// What an annotation asks for that the access breaks.
    broken: Option<String>,
    lacking: Option<usize>,
}

impl Candidate<'_, '_> {
    fn is_read(&self) -> bool {
        !self.entry.is_write()
    }
}

/// Why one access is told of.
struct Conflict<'e, 'p> {
    rule: &'static str,
    other: &'e Entry<'p>,
}

impl<'p> Reporter<'p> {
    /// What the findings of any class depend on, beside summaries.
    fn all_given(&self, memory: &Memory<'_>) -> Digest {
        let mut all = memory.of_options(self.options);
        for exempt in [Exempt::Containers, Exempt::All] {
            let fields = self.program.field_ids();
            let fields: Vec<FieldId> = fields
                .filter(|it| self.fields[it.index()] == exempt)
                .collect();
            memory.add_fields(&mut all, fields.iter());
        }
        for class in self.program.class_ids() {
            if let Some(reason) = self.sharing.reason(class) {
                all.text(&self.program[class].name);
                all.text(reason);
            }
        }
        self.certainty.digest(&mut all, memory);
        self.callers.digest(&mut all, memory);
        self.tasks.digest(&mut all, memory);
        all.finish()
    }

    fn of_class(&self, class: ClassId) -> Vec<Told> {
        let said = &self.program[class].said;
        if said.is(Mark::NotLookedAt)
            || said.is(Mark::Suppressed)
            || is_machinery(self.program, class)
        {
            return Vec::new();
        }
        let reason = self.sharing.reason(class);
        if reason.is_none() && !self.program.has_guards() {
            return Vec::new();
        }
        let mut locations = self.locations(class);
        for entries in locations.values_mut() {
            self.see_threads(entries);
            see_guards(entries);
        }
        let doubts = beliefs::see(
            self.program,
            class,
            &self.callers,
            self.options,
            &mut locations,
        );
        let mut candidates = Vec::new();
        for (spot, entries) in &locations {
            self.of_location(spot, entries, reason.is_some(), &mut candidates);
        }
        let mut withheld = Vec::new();
        if reason.is_some() && !self.options.true_positives {
            for (spot, lacking) in &doubts {
                withheld.extend(self.withheld(spot, &locations[spot], *lacking));
            }
        }
        let told = [candidates, withheld].map(|it| self.without_repetitions(it));
        let told = told.into_iter().flatten().map(|it| Told {
            finding: self.finding(&it, reason.unwrap_or_default()),
            is_of_static: matches!(it.spot.base, Base::Static(_)),
            is_true: self.options.true_positives && self.is_true(&it),
            lacking: it.lacking,
        });
        told.collect()
    }

    /// What the methods at a class's boundary access, by location.
    fn locations(&self, class: ClassId) -> Locations<'p> {
        let nothing: Rc<[bool]> = Rc::default();
        let mut locations = Locations::new();
        for method in self.boundary(class) {
            let Some(summary) = self.summaries.get(method) else {
                continue;
            };
            let types = self.types(method);
            let is_promised = self.is_promised(class, method);
            // Another thread has none of the callers' locks.
            let is_called = !is_promised && !self.tasks.is_task(method);
            let held = self.callers.held(method).filter(|_| is_called);
            let held = held.cloned().unwrap_or_default();
            let is_constructing = is_called && self.callers.is_constructing(method);
            let is_of_singleton = self.program.is_singleton(self.program[method].class);
            let mut accesses: Vec<_> = summary.accesses.iter().collect();
            accesses.sort_unstable_by(|a, b| (&a.1, &a.0).cmp(&(&b.1, &b.0)));
            for (access, ways) in accesses {
                let Some((spot, object)) = self.spot(class, method, &types, access) else {
                    continue;
                };
                let threads = match is_promised {
                    true => access.threads,
                    false => self.tasks.threads(self.program, method, access),
                };
                let is_all = self.options.all_classes && threads == Threads::NoEvidence;
                let locks = self.protecting(access, &held);
                let entries = locations.entry(spot).or_default();
                entries.extend(ways.iter().map(|way| Entry {
                    method,
                    access,
                    way,
                    threads,
                    object,
                    held: held.clone(),
                    locks: locks.clone(),
                    guards: 0,
                    excluded: Rc::clone(&nothing),
                    is_any: threads >= Threads::Any || is_all,
                    is_of_singleton,
                    certain: self.certain(method, access, way, &object),
                    has_company: is_promised
                        || matches!(threads, Threads::AnyButSelf | Threads::Background),
                    is_of_life_cycle: is_constructing && object == Path::of(Root::Formal(0)),
                    believed: 0,
                    doubted: 0,
                }));
            }
        }
        locations
    }

    fn certain(
        &self,
        method: MethodId,
        access: &Access,
        way: &Way,
        object: &Path,
    ) -> Option<Vec<(Option<Identity>, Mode)>> {
        let is_sure = self.certainty.is_sure(method, access, way);
        is_sure.then(|| self.certainty.identities(method, access, object))
    }

    /// What a thread of its own accesses, others access beside it.
    fn see_threads(&self, entries: &mut [Entry<'_>]) {
        let is_of_thread = |it: &Entry<'_>| {
            let is_task = it.is_confined() && self.tasks.is_task(it.method);
            is_task || self.program.is_thread(self.program[it.method].class)
        };
        if entries.iter().any(is_of_thread) {
            for entry in entries
                .iter_mut()
                .filter(|it| it.threads == Threads::NoEvidence)
            {
                entry.is_any = true;
            }
        }
    }

    /// Whether several threads are said to run a method, or to be asked about.
    fn is_promised(&self, class: ClassId, method: MethodId) -> bool {
        self.options.all_classes
            || self.program.class_says(class, Mark::ThreadSafe)
            || self.program.method_says(method, Mark::ThreadSafe)
    }

    /// The locks that protect an access, with those that all callers hold.
    fn protecting(&self, access: &Access, held: &Locks) -> Locks {
        let locks = access.locks.and(held, |it| Some(*it));
        let locks = locks.protecting(access.kind.is_write());
        match self.options.one_lock && !locks.is_empty() {
            true => {
                let mut one = Locks::default();
                one.take(Lock::Unknown, Mode::Exclusive);
                one
            }
            false => locks,
        }
    }

    /// A class and those of its inner objects: what these do to it is told with it.
    fn told_with(&self, class: ClassId) -> impl Iterator<Item = ClassId> {
        let inner = self.inner.get(&class).into_iter().flatten().copied();
        let inner = inner.filter(|&it| !is_machinery(self.program, it));
        std::iter::once(class).chain(inner)
    }

    /// The methods that code outside may call, those of inner objects included.
    fn boundary(&self, class: ClassId) -> Vec<MethodId> {
        let mut found = Vec::new();
        for class in self.told_with(class) {
            for id in self.program.methods_of(class) {
                found.extend(self.is_boundary(id).then_some(id));
                let summary = self.summaries.get(id).into_iter();
                found.extend(summary.flat_map(|it| &it.escaping));
            }
        }
        found
    }

    fn is_boundary(&self, id: MethodId) -> bool {
        let method = &self.program[id];
        let hidden = access::PRIVATE | access::SYNTHETIC | access::ABSTRACT | access::NATIVE;
        (!method.is(hidden) || method.said.is(Mark::ThreadSafe))
            && &*method.name != "<clinit>"
            && !method.is_accessor()
            && !self.internal.contains(&id)
            && !self.program.is_action(id)
            && !method.said.is(Mark::ForTests)
    }

    /// The location of an access that counts, and the object that it is named from.
    fn spot(
        &self,
        class: ClassId,
        method: MethodId,
        types: &[&'p str],
        access: &Access,
    ) -> Option<(Spot<'p>, Path)> {
        let exempt = access.path.field().map(|it| self.fields[it.index()]);
        match exempt {
            Some(Exempt::All) => return None,
            Some(Exempt::Containers) if access.kind.is_of_container() => return None,
            _ => {}
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
                Base::Object(&self.program[class].name)
            }
            Root::Formal(0) if self.is_of_outer(declarer, method, path) => return None,
            Root::Formal(formal) => {
                let of = types.get(usize::from(formal))?;
                let is_shared = self.is_this(method, formal)
                    || self.program.class_says(declarer, Mark::ThreadSafe)
                    || self.is_looked_at(of);
                Base::Object(is_shared.then_some(of)?)
            }
        };
        let steps = path.steps[object.steps.len()..].iter().copied().collect();
        let called = match access.kind {
            Kind::Calls(method) => Some(method),
            _ => None,
        };
        let spot = Spot {
            base,
            steps,
            called,
            is_content: access.kind.is_of_container(),
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

    fn is_this(&self, method: MethodId, formal: u8) -> bool {
        formal == 0 && !self.program[method].is(access::STATIC)
    }

    /// Whether there is a reason to think that several threads have objects of a class. Others, if they are arguments, are
    /// the caller's.
    fn is_looked_at(&self, class: &str) -> bool {
        let class = self.program.class_named(class);
        class.is_some_and(|it| self.sharing.reason(it).is_some())
    }

    /// The types of a method's parameters, that of `this` among them.
    fn types(&self, method: MethodId) -> Vec<&'p str> {
        let program = self.program;
        let method = &program[method];
        let this = (!method.is(access::STATIC)).then(|| &*program[method.class].name);
        let descriptor = MethodDescriptor::parse(&method.descriptor);
        let parameters = descriptor.into_iter().flat_map(|it| it.parameters);
        this.into_iter()
            .chain(parameters.map(class_named))
            .collect()
    }

    fn of_location<'e>(
        &self,
        spot: &'e Spot<'p>,
        entries: &'e [Entry<'p>],
        is_looked_at: bool,
        candidates: &mut Vec<Candidate<'e, 'p>>,
    ) {
        for entry in entries {
            let broken = self.guard_violation(entry);
            let conflict = match broken {
                Some(_) => Some(Conflict {
                    rule: GUARDED_BY,
                    other: entry,
                }),
                None if is_looked_at => self.conflict(entry, entries, Belief::OfMost),
                None => None,
            };
            let conflict = conflict.filter(|it| !self.is_silenced(it.rule, entry));
            candidates.extend(conflict.map(|conflict| Candidate {
                spot,
                entry,
                entries,
                conflict,
                broken,
                lacking: None,
            }));
        }
    }

    /// What is not told of because too few hold a lock.
    fn withheld<'e>(
        &self,
        spot: &'e Spot<'p>,
        entries: &'e [Entry<'p>],
        lacking: usize,
    ) -> impl Iterator<Item = Candidate<'e, 'p>> {
        entries.iter().filter_map(move |entry| {
            let is_told = self.guard_violation(entry).is_some()
                || self.conflict(entry, entries, Belief::OfMost).is_some();
            let conflict = match is_told {
                true => None,
                false => self.conflict(entry, entries, Belief::OfSome),
            };
            let conflict = conflict.filter(|it| !self.is_silenced(it.rule, entry))?;
            Some(Candidate {
                spot,
                entry,
                entries,
                conflict,
                broken: None,
                lacking: Some(lacking),
            })
        })
    }

    /// Whether an annotation of the field, of a method on the way to the access or of its class says that this rule's findings
    /// are not wanted.
    fn is_silenced(&self, rule: &str, entry: &Entry<'_>) -> bool {
        let field = entry.access.path.field().map(|it| &self.program[it].said);
        let methods = entry.way.places().flat_map(|place| {
            let method = &self.program[place.method];
            [&method.said, &self.program[method.class].said]
        });
        methods.chain(field).any(|said| said.silences(rule))
    }

    /// Whether a conflict is surely a race. A broken promise is one if the access races at all.
    fn is_true(&self, told: &Candidate<'_, 'p>) -> bool {
        match told.conflict.rule {
            GUARDED_BY => {
                let race = self.conflict(told.entry, told.entries, Belief::OfMost);
                race.is_some_and(|it| told.entry.surely_races(it.other))
            }
            _ => told.entry.surely_races(told.conflict.other),
        }
    }

    /// Of each location one finding a line, writes first, and one read and one write in a method; and of each access one, with the
    /// shortest way from a method that others call. Findings of different locations are never taken for one: who knows of one of
    /// them, and says so, still has to hear of the others.
    fn without_repetitions<'e>(
        &self,
        mut candidates: Vec<Candidate<'e, 'p>>,
    ) -> Vec<Candidate<'e, 'p>> {
        candidates.sort_by(|a, b| {
            let ways = || a.entry.way.by_length(b.entry.way);
            let kinds = a.is_read().cmp(&b.is_read());
            kinds.then_with(ways).then_with(|| a.spot.cmp(b.spot))
        });
        let (mut lines, mut told, mut accessed) =
            (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        candidates.retain(|it| {
            let line = (
                it.entry.method,
                it.entry.line(),
                self.location(it.spot, it.entry),
            );
            let location = (it.entry.method, it.is_read(), it.spot);
            let access = (it.entry.way.last(), it.spot);
            let is_told = self.options.repeats
                || !accessed.contains(&access) && told.insert(location) && lines.insert(line);
            is_told && (accessed.insert(access) || self.options.repeats)
        });
        candidates.sort_by(|a, b| {
            let key = |it: &Candidate<'e, 'p>| (it.entry.way, it.is_read(), it.spot);
            key(a).cmp(&key(b))
        });
        candidates
    }

    /// If an access breaks what an annotation of its field asks for: what that is.
    fn guard_violation(&self, entry: &Entry<'_>) -> Option<String> {
        let path = &entry.access.path;
        let field = path.field().filter(|_| entry.is_write())?;
        let field = &self.program[field];
        if field.said.guards.is_empty() {
            return None;
        }
        let object = path.parent().unwrap_or(*path);
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
    fn conflict<'e>(
        &self,
        entry: &'e Entry<'p>,
        entries: &'e [Entry<'p>],
        belief: Belief,
    ) -> Option<Conflict<'e, 'p>> {
        let conflicting = |other: &&Entry<'_>| {
            (entry.is_write() || other.is_write())
                && (entry.is_any || other.is_any)
                && entry.deviates_from(other, belief)
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
            if entry.is_write() && entry.is_any && entry.deviates_from(entry, belief) {
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
        let is_unlike = |it: &Entry<'_>| {
            !entry.access.locks.is_empty() && !it.access.locks.is_empty() && !entry.excludes(it)
        };
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

    fn finding(&self, candidate: &Candidate<'_, '_>, reason: &str) -> Finding {
        let Candidate { spot, entry, .. } = candidate;
        let Conflict { rule, other } = candidate.conflict;
        let why = candidate.broken.as_deref().unwrap_or(reason);
        let accesses = [self.access(entry, other), self.access(other, entry)];
        let location = self.location(spot, entry);
        let kind = match (entry.is_write(), other.is_write()) {
            (true, true) => "write-write",
            (true, false) => "read-write",
            (false, _) => "write-read",
        };
        Finding {
            engine: Engine::Compositional,
            rule: rule.to_owned(),
            kind: kind.to_owned(),
            fingerprint: Finding::static_fingerprint_of(rule, &location, &accesses[0]),
            location,
            count: 1,
            accesses,
            note: Some(why.to_owned()),
            suppressed: None,
        }
    }

    fn location(&self, spot: &Spot<'_>, entry: &Entry<'_>) -> Location {
        if let Some(called) = spot.called {
            let method = &self.program[called];
            return Location::Field {
                class: self.program[method.class].name.to_string(),
                field: method.name.to_string(),
            };
        }
        let field = entry.access.path.field().map(|it| &self.program[it]);
        match (field, spot.base) {
            (Some(field), _) => Location::Field {
                class: field.class.to_string(),
                field: field.name.to_string(),
            },
            (None, Base::Object(class)) => Location::Field {
                class: class.to_owned(),
                field: self.parameter_name(entry),
            },
            (None, Base::Static(field)) => Location::Field {
                class: self.program[field].class.to_string(),
                field: self.program[field].name.to_string(),
            },
        }
    }

    /// What the source calls the parameter that an access begins with.
    fn parameter_name(&self, entry: &Entry<'_>) -> String {
        let method = &self.program[entry.method];
        let Root::Formal(formal) = entry.access.path.root else {
            return String::new();
        };
        let local = method.locals().get(usize::from(formal)).copied();
        let name =
            local.and_then(|local| crate::method::parameter(self.program, entry.method, local));
        name.unwrap_or_else(|| format!("argument {formal}"))
    }

    fn access(&self, entry: &Entry<'_>, beside: &Entry<'_>) -> findings::Access {
        let places: Vec<Place> = entry.way.places().collect();
        let innermost = places[places.len() - 1].method;
        let frames: Vec<Frame> = places.into_iter().rev().map(|it| self.frame(it)).collect();
        let method = &self.program[innermost];
        let first = frames.first();
        findings::Access {
            op: match entry.is_write() {
                true => Op::Write,
                false => Op::Read,
            },
            class: self.program[method.class].name.to_string(),
            method: method.name.to_string(),
            descriptor: method.descriptor.to_string(),
            file: first.and_then(|it| it.file.clone()),
            line: first.and_then(|it| it.line),
            thread: None,
            locks: Some(self.lock_names(entry, beside)),
            stack: Some(frames),
            thread_created: None,
        }
    }

    fn frame(&self, place: Place) -> Frame {
        let method = &self.program[place.method];
        let class = &self.program[method.class];
        Frame {
            class: class.name.to_string(),
            method: method.name.to_string(),
            file: class.file.source_file().map(str::to_owned),
            line: place.line.map(u32::from),
        }
    }

    /// The locks that a method takes, and those that its callers hold.
    fn lock_names(&self, entry: &Entry<'_>, beside: &Entry<'_>) -> Vec<String> {
        let all = entry.access.locks.iter().chain(entry.held.iter());
        let mut names = Vec::new();
        for name in all.map(|(lock, mode)| self.told_apart(entry, lock, mode, beside)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The name of a lock, and how it may be another one, or held in another way, than one of that name that another access holds.
    fn told_apart(&self, entry: &Entry<'_>, lock: &Lock, mode: Mode, beside: &Entry<'_>) -> String {
        let name = self.lock_name(lock);
        let is_of_all = matches!(entry.access.path.root, Root::Static(_));
        let apart = match lock {
            Lock::Monitor(path) | Lock::Object(path)
                if is_of_all && !entry.is_of_singleton && matches!(path.root, Root::Formal(_)) =>
            {
                EACH_ITS_OWN
            }
            _ if mode == Mode::Shared => TO_READ,
            Lock::Monitor(path)
                if beside
                    .access
                    .locks
                    .iter()
                    .any(|(it, _)| matches!(it, Lock::Object(other) if other == path)) =>
            {
                ITS_MONITOR
            }
            _ => "",
        };
        name + apart
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
        for step in &*path.steps {
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
