//! Which accesses count, and of which location each is: those that code outside a class can bring about.

use std::collections::BTreeSet;
use std::rc::Rc;

use classfile::{MethodDescriptor, access};
use rustc_hash::FxHashSet;
use world::models::known::Is;

use super::Reporter;
use crate::annotations::Mark;
use crate::callers::AtStart;
use crate::domains::{Lock, Locks, Mode, Threads};
use crate::entries::{Base, Entry, Locations, Spot};
use crate::path::{Path, Root, Step};
use crate::program::{ClassId, FieldId, MethodId, Program, class_named};
use crate::summary::{Access, Kind};
use crate::true_positives::Identity;
use crate::turns::{Cause, Turn, Turns};
use crate::way::Way;

/// What of a field is not told of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Exempt {
    Nothing,
    /// It never holds anything but containers for several threads.
    Containers,
    All,
}

/// By field.
pub(super) fn exempt_fields(program: &Program<'_>, safe: &BTreeSet<FieldId>) -> Vec<Exempt> {
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
pub(super) fn is_machinery(program: &Program<'_>, class: ClassId) -> bool {
    let above = program[class].file.super_name().unwrap_or_default();
    program.library.class(above).is(Is::Machinery)
}

impl<'p> Reporter<'p> {
    /// What the methods at a class's boundary access, by location.
    pub(super) fn locations(&self, class: ClassId) -> Locations<'p> {
        let nothing: Rc<[bool]> = Rc::default();
        let mut locations = Locations::new();
        for (method, is_given_away) in self.boundary(class) {
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
                let held = match access.is_left_alone() {
                    true => AtStart::default(),
                    false => held.clone(),
                };
                let (locks, apart, mut turns) = self.protecting(method, access, &held);
                if self.tasks.is_task(method) || self.program.is_run_of_thread(method) {
                    turns.take(Turn {
                        of: object,
                        cause: Cause::Task(method, 0, false),
                    });
                }
                let entries = locations.entry(spot).or_default();
                entries.extend(ways.iter().map(|way| Entry {
                    method,
                    is_given_away,
                    access,
                    way,
                    threads,
                    object,
                    held: held.locks.clone(),
                    locks: locks.clone(),
                    apart: apart.clone(),
                    turns: turns.clone(),
                    guards: 0,
                    excluded: Rc::clone(&nothing),
                    has_each_its_own: false,
                    is_any: threads >= Threads::Any || is_all,
                    certain: self.certain(method, access, way, &object),
                    has_company: is_promised
                        || matches!(threads, Threads::AnyButSelf | Threads::Background),
                    only_task: (threads == Threads::AwaitedOne).then(|| self.task_on(method, way)),
                    handed_by: match threads.are_awaited() {
                        true => self.handed_by(method, way),
                        false => Vec::new(),
                    },
                    is_of_life_cycle: is_constructing && object == Path::of(Root::Formal(0)),
                    believed: 0,
                    doubted: 0,
                }));
            }
        }
        locations
    }

    /// The methods that may have handed over a task.
    fn handed_by(&self, method: MethodId, way: &Way) -> Vec<MethodId> {
        match self.tasks.handed_by(method) {
            Some(by) => by.iter().copied().collect(),
            None => way.places().map(|it| it.method).collect(),
        }
    }

    /// The method that a task runs, on the way from a method that is one, or hands one over.
    fn task_on(&self, method: MethodId, way: &Way) -> MethodId {
        let is_lambda = |it: &MethodId| self.program[*it].is(access::SYNTHETIC);
        let is_task = self.tasks.is_task(method).then_some(method);
        let lambda = || way.places().map(|it| it.method).find(is_lambda);
        let last = || way.places().last().map(|it| it.method);
        is_task.or_else(lambda).or_else(last).unwrap_or(method)
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
    pub(super) fn see_threads(&self, entries: &mut [Entry<'_>]) {
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

    /// The locks that protect an access, with those that all callers hold; those that only keep some others away; and the turns.
    fn protecting(
        &self,
        method: MethodId,
        access: &Access,
        held: &AtStart,
    ) -> (Locks, Locks, Turns) {
        let locks = access.locks.and(&held.locks, |it| Some(*it));
        let turns = access.turns.and(&held.turns);
        let (locks, turns) = match self.program.instance_with(method) {
            Some(instance) => {
                let renamed = |path: &Path| match path.root {
                    Root::Formal(0) => Some(path.from(&Path::of(Root::Static(instance)))),
                    _ => Some(*path),
                };
                (locks.renamed(renamed), turns.renamed(renamed))
            }
            None => (locks, turns),
        };
        let (locks, apart) = locks.protecting(access.kind.is_write());
        match self.options.one_lock && !locks.is_empty() {
            true => {
                let mut one = Locks::default();
                one.take(Lock::Unknown, Mode::Exclusive);
                (one, apart, turns)
            }
            false => (locks, apart, turns),
        }
    }

    /// A class and those of its inner objects: what these do to it is told with it.
    pub(super) fn told_with(&self, class: ClassId) -> impl Iterator<Item = ClassId> {
        let inner = self.inner.get(&class).into_iter().flatten().copied();
        let inner = inner.filter(|&it| !is_machinery(self.program, it));
        std::iter::once(class).chain(inner)
    }

    /// The methods that code outside may call, those of inner objects included; and whether that is code of which nothing is known, which has a
    /// reference.
    fn boundary(&self, class: ClassId) -> Vec<(MethodId, bool)> {
        let classes: Vec<ClassId> = self.told_with(class).collect();
        // What a reference names is told with its own class.
        let is_told = |it: &MethodId| {
            let method = &self.program[*it];
            method.is(access::SYNTHETIC) || classes.contains(&method.class)
        };
        let (mut found, mut given_away) = (Vec::new(), BTreeSet::new());
        for &class in &classes {
            for id in self.program.methods_of(class) {
                found.extend(self.is_boundary(id).then_some(id));
                let summary = self.summaries.get(id).into_iter();
                let escaping = summary.flat_map(|it| &it.escaping).copied();
                for body in escaping.filter(is_told) {
                    found.push(body);
                    given_away.insert(body);
                }
            }
        }
        let mut seen = BTreeSet::new();
        found.retain(|it| seen.insert(*it));
        let found = found.into_iter();
        found.map(|it| (it, given_away.contains(&it))).collect()
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
}
