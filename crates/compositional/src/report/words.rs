//! A finding of two accesses that conflict, in the program's names.

use cache::digest;
use findings::{EACH_ITS_OWN, Engine, Finding, Frame, ITS_MONITOR, Location, Op, TO_READ};

use super::conflicts::Conflict;
use super::{Candidate, Reporter};
use crate::domains::{Lock, Mode};
use crate::entries::{Base, Entry, Spot};
use crate::path::{Path, Root, Step};
use crate::program::{ClassId, FieldId, MethodId};
use crate::way::Place;

impl<'p> Reporter<'p> {
    pub(super) fn finding(
        &self,
        class: ClassId,
        candidate: &Candidate<'_, 'p>,
        reason: &str,
    ) -> Finding {
        let Candidate { spot, entry, .. } = candidate;
        let Conflict { rule, other, .. } = candidate.conflict;
        let why = candidate.broken.as_deref().unwrap_or(reason);
        let accesses = [self.access(entry, other), self.access(other, entry)];
        let location = self.location(spot, entry);
        let kind = match (entry.is_write(), other.is_write()) {
            _ if spot.called.is_some() => "call",
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
            sure: Some(self.is_true(candidate)),
            told_by: candidate.told_by.clone(),
            hints: Some(self.hints(candidate)),
            leads_to: Some(self.leads_to(class, candidate)),
            suppressed: None,
        }
    }

    pub(super) fn location(&self, spot: &Spot<'_>, entry: &Entry<'_>) -> Location {
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

    /// A name for the location, as objects of the class know it, and the place where it is accessed. What is static is the same
    /// to all classes.
    pub(super) fn leads_to(
        &self,
        class: ClassId,
        Candidate { spot, entry, .. }: &Candidate<'_, '_>,
    ) -> String {
        let field = |it: FieldId| format!("{}.{}", self.program[it].class, self.program[it].name);
        let base = match spot.base {
            Base::Static(it) => field(it),
            Base::Object(of) => format!("{} {of}", self.program[class].name),
        };
        let steps = spot.steps.iter().map(|step| match step {
            Step::Field(it) => field(*it),
            Step::Element => "[]".to_owned(),
        });
        let called = spot.called.map(|it| &*self.program[it].name);
        let place = entry.way.places().last().map(|it| self.frame(it));
        let steps = steps.collect::<Vec<_>>();
        let text = format!("{base} {steps:?} {called:?} {} {place:?}", spot.is_content);
        format!("{:016x}", digest(text.as_bytes()) as u64)
    }

    /// What the source calls the parameter that an access begins with.
    fn parameter_name(&self, entry: &Entry<'_>) -> String {
        match entry.access.path.root {
            Root::Formal(formal) => self.formal_name(entry.method, formal),
            Root::Static(_) => String::new(),
        }
    }

    pub(super) fn formal_name(&self, method: MethodId, formal: u8) -> String {
        let locals = self.program[method].locals();
        let local = locals.get(usize::from(formal)).copied();
        let name = local.and_then(|local| crate::method::parameter(self.program, method, local));
        name.unwrap_or_else(|| format!("argument {formal}"))
    }

    fn access(&self, entry: &Entry<'_>, beside: &Entry<'_>) -> findings::Access {
        let places: Vec<Place> = entry.way.places().collect();
        let innermost = places[places.len() - 1].method;
        let before_task = self.before_task(entry, &places);
        let frames: Vec<Frame> = places.into_iter().rev().map(|it| self.frame(it)).collect();
        let thread_created = before_task.map(|it| frames[frames.len() - it..].to_vec());
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
            thread_created,
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
        let is_of_many = self.program.instance_with(entry.method).is_none();
        let apart = match lock {
            Lock::Monitor(path) | Lock::Object(path)
                if is_of_all && is_of_many && matches!(path.root, Root::Formal(_)) =>
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

    pub(super) fn lock_name(&self, lock: &Lock) -> String {
        match lock {
            Lock::Monitor(path) | Lock::Object(path) => self.path_name(path),
            Lock::Class(class) => format!("{}.class", class.replace('/', ".")),
            Lock::Unknown => "a lock".to_owned(),
        }
    }

    pub(super) fn path_name(&self, path: &Path) -> String {
        let root = match path.root {
            Root::Formal(0) => "this".to_owned(),
            Root::Formal(formal) => format!("argument {formal}"),
            Root::Static(field) => {
                let field = &self.program[field];
                format!("{}.{}", field.class.replace('/', "."), field.name)
            }
        };
        self.path_name_from(root, &path.steps)
    }

    pub(super) fn path_name_from(&self, root: String, steps: &[Step]) -> String {
        let mut name = root;
        for step in steps {
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
