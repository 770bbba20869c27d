//! Which conflicts are surely races: the reports of RacerDX, for which there is a theorem (POPL 2019, theorem 6.10).
//!
//! It says that two methods, called at the same time, have a run in which both are about to make their accesses, if these
//! are to stable paths with the same fields, one is a write, and no lock that one holds can be one that the other
//! holds. It is true under assumptions, of which the paper's A1 to A6 are here, with what Java has beyond its language:
//!
//! - A1, one class: a call runs the method that it names, none that overrides it, and a type stands for no other.
//! - A2, two threads, locks in pairs: any two methods that others may call do get called at the same time, on objects that
//!   both know. Nothing but locks orders them: neither volatile fields nor the start of threads. Methods whose
//!   locks do not come in pairs, or that ask for one (`tryLock`), give no report; see [`crate::pairs`]. The paper has one lock. Here two count as
//!   different if each was made for a final field of its own, or one is the monitor of a class or of the object itself.
//! - A3, parameters may be anything: a caller may pass any object of the type, so also the same one to both. Static fields are
//!   roots like parameters, but the same for all.
//! - A4, nothing goes away: no method waits for garbage.
//! - A5, no recursion: what recursive methods access is not reported; where others call them, they return.
//! - A6, any branch may be taken: conditions are not looked at, and loops end.
//!
//! And: code that is not there does not write fields of the program, other than of objects that it was given.

use std::collections::BTreeSet;
use std::sync::Arc;

use cache::Digester;
use classfile::{ClassFile, Reader, access};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::annotations::Mark;
use crate::domains::{Lock, Mode};
use crate::memory::Memory;
use crate::path::{Path, Root, Step};
use crate::program::{FieldId, MethodId, Program};
use crate::summaries::{AllSigns, Summaries};
use crate::summary::{Access, Given, Kind};
use crate::way::{MAX_CALLS, Place, Way};

/// What is known of the whole program.
pub struct Certainty<'p> {
    program: &'p Program<'p>,
    summaries: &'p Summaries<'p>,
    recursive: BTreeSet<MethodId>,
    runs_functions: BTreeSet<Place>,
    /// Final fields, each with an object that was made for it alone.
    own: BTreeSet<FieldId>,
    /// Fields that were given a container that is not for several threads.
    plain_containers: BTreeSet<FieldId>,
}

/// A lock of which it is known that certain others are not it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Identity {
    /// The monitor of a class.
    Class(Arc<str>),
    /// The monitor of the object with the location; of a static one, of the object whose method it is.
    Object,
    /// The monitor of what was made for this field, or the lock that it is.
    Own(FieldId, Sort),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sort {
    Monitor,
    Library,
}

impl<'p> Certainty<'p> {
    pub fn of(
        program: &'p Program<'p>,
        summaries: &'p Summaries<'p>,
        signs: &AllSigns<'_>,
    ) -> Certainty<'p> {
        let mut given = AllGiven::default();
        let (mut recursive, mut runs_functions) = (BTreeSet::new(), BTreeSet::new());
        for &(method, ref signs) in signs {
            recursive.extend(signs.is_recursive.then_some(method));
            runs_functions.extend(&signs.runs_functions);
            for (field, it) in &signs.given {
                given.entry(*field).or_default().push((method, it.clone()));
            }
        }
        Certainty {
            program,
            summaries,
            recursive,
            runs_functions,
            own: own(program, &given),
            plain_containers: plain_containers(program, &given),
        }
    }

    /// All that is known of the whole program.
    pub fn digest(&self, to: &mut Digester, memory: &Memory<'_>) {
        memory.add_fields(to, self.own.iter());
        memory.add_fields(to, self.plain_containers.iter());
        to.number(self.recursive.len() as u64);
        for &method in &self.recursive {
            to.number(memory.identities.of_method(method));
        }
        for Place { method, line } in &self.runs_functions {
            to.number(memory.identities.of_method(*method));
            to.number(line.map_or(0, |it| u64::from(it) + 1));
        }
    }

    /// Whether there is a run of a method that makes this access, to this very path and with these locks, whatever else it does.
    pub fn is_sure(&self, method: MethodId, access: &Access, way: &Way) -> bool {
        let Some(summary) = self.summaries.get(method) else {
            return false;
        };
        // Whether anybody runs a lambda, or a private method that a reference names, is not known.
        let named = &self.program[method];
        let is_only_referred = named.is(access::PRIVATE) && !named.said.is(Mark::ThreadSafe);
        !named.is(access::SYNTHETIC)
            && !is_only_referred
            && self.is_called_by_others(method, &access.path)
            && !summary.has_unpaired_locks
            && self.is_straight(way)
            && self.is_one_location(access)
            && match access.kind.is_of_container() {
                true => summary
                    .unstable
                    .keeps_object(&access.path, |it| self.is_final(it)),
                false => summary
                    .unstable
                    .keeps_location(&access.path, |it| self.is_final(it)),
            }
    }

    fn is_final(&self, step: &Step) -> bool {
        match step {
            Step::Field(field) => self.program[*field].is(access::FINAL),
            Step::Element => false,
        }
    }

    /// Objects of anonymous and local classes are called by whoever was given them; of private ones, that holds for what they do to the object around them.
    fn is_called_by_others(&self, method: MethodId, path: &Path) -> bool {
        let class = &self.program[self.program[method].class];
        let around = class.around.map(|(field, _)| Step::Field(field));
        let reaches_out = path.root == Root::Formal(0) && path.steps.first() == around.as_ref();
        match visibility(&class.file) {
            Visibility::Local => false,
            Visibility::Private => !reaches_out || around.is_none(),
            Visibility::Others => true,
        }
    }

    /// Whether all methods on the way are such as the theorem is about. Locks of callees that are not in pairs are not in their callers.
    fn is_straight(&self, way: &Way) -> bool {
        let is_plain = |place: Place| {
            !self.recursive.contains(&place.method) && !self.runs_functions.contains(&place)
        };
        way.places().count() <= MAX_CALLS && way.places().all(is_plain)
    }

    /// Whether the path is that of one location: elements of arrays are not told apart, and a container may be one for several threads.
    fn is_one_location(&self, access: &Access) -> bool {
        let path = &access.path;
        if path.steps.contains(&Step::Element) {
            return false;
        }
        match access.kind {
            Kind::Read | Kind::Write => true,
            Kind::ContainerRead | Kind::ContainerWrite => path.field().is_none_or(|field| {
                let descriptor = &self.program[field].descriptor;
                let class = descriptor.trim_start_matches('L').trim_end_matches(';');
                self.plain_containers.contains(&field)
                    || self.program.library.is_plain_container(class)
            }),
            Kind::Calls(_) => false,
        }
    }

    /// What an access holds, where the object with the location is at a path; `None` for what may be any lock.
    pub fn identities(
        &self,
        method: MethodId,
        access: &Access,
        object: &Path,
    ) -> Vec<(Option<Identity>, Mode)> {
        let locks = access.locks.iter();
        let locks = locks.map(|(lock, mode)| (self.identity(method, lock, object), mode));
        // Whom a turn keeps away is not known for sure.
        let turns = access.turns.iter().map(|_| (None, Mode::Exclusive));
        locks.chain(turns).collect()
    }

    fn identity(&self, method: MethodId, lock: &Lock, object: &Path) -> Option<Identity> {
        let (path, sort) = match lock {
            Lock::Class(class) => return Some(Identity::Class(class.clone())),
            Lock::Monitor(path) => (path, Sort::Monitor),
            Lock::Object(path) => (path, Sort::Library),
            Lock::Unknown => return None,
        };
        let unstable = &self.summaries.get(method)?.unstable;
        if !unstable.keeps_object(path, |it| self.is_final(it)) {
            return None;
        }
        let is_of_instance = matches!(object.root, Root::Formal(_));
        let this = Path::of(Root::Formal(0));
        let itself = if is_of_instance { object } else { &this };
        if path == itself && sort == Sort::Monitor {
            return Some(Identity::Object);
        }
        let own = match (path.root, path.steps.split_last()) {
            (Root::Static(field), None) => Some(field),
            (_, Some((Step::Field(field), before)))
                if is_of_instance && path.root == object.root && before == &*object.steps =>
            {
                Some(*field)
            }
            _ => None,
        };
        let own = own.filter(|field| self.own.contains(field))?;
        Some(Identity::Own(own, sort))
    }
}

/// Whether two accesses can be at the same time, for all that is known of their locks.
pub fn exclude_nothing(one: &[(Option<Identity>, Mode)], two: &[(Option<Identity>, Mode)]) -> bool {
    one.iter().all(|(a, mode)| {
        two.iter().all(|(b, other)| {
            let both_share = (*mode, *other) == (Mode::Shared, Mode::Shared);
            // Known identities are of different locks unless they are the same.
            both_share || a.is_some() && b.is_some() && a != b
        })
    })
}

type AllGiven = FxHashMap<FieldId, Vec<(MethodId, Given)>>;

/// Nothing is known of the class, so that no object with fields that are looked at is of it.
fn own(program: &Program<'_>, given: &AllGiven) -> BTreeSet<FieldId> {
    let mut holders: FxHashMap<(MethodId, u64), FxHashSet<FieldId>> = FxHashMap::default();
    for (field, all) in given {
        for (method, given) in all {
            if let Given::New(_, maker) = given {
                holders.entry((*method, *maker)).or_default().insert(*field);
            }
        }
    }
    let is_own = |(method, given): &(MethodId, Given)| match given {
        Given::New(class, maker) => {
            let is_unknown = &**class == "java/lang/Object" || program.class_named(class).is_none();
            is_unknown && holders[&(*method, *maker)].len() == 1
        }
        Given::Other => false,
    };
    let fields = given
        .iter()
        .filter(|(field, all)| program[**field].is(access::FINAL) && all.iter().all(is_own));
    fields.map(|(field, _)| *field).collect()
}

fn plain_containers(program: &Program<'_>, given: &AllGiven) -> BTreeSet<FieldId> {
    let is_plain = |(_, given): &(MethodId, Given)| match given {
        Given::New(class, _) => program.library.is_plain_container(class),
        Given::Other => false,
    };
    let fields = given.iter().filter(|(_, all)| all.iter().any(is_plain));
    fields.map(|(field, _)| *field).collect()
}

/// Who can name a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Visibility {
    /// The method that it stands in.
    Local,
    /// The class that it stands in.
    Private,
    Others,
}

/// JVMS 4.7.6.
fn visibility(file: &ClassFile<'_>) -> Visibility {
    let info = file.find(&file.attributes, "InnerClasses");
    let own = info.and_then(|info| {
        let mut reader = Reader::new(info);
        let count = reader.u16().ok()?;
        (0..count).find_map(|_| {
            let [inner, outer, _, flags] = [(); 4].map(|()| reader.u16().ok());
            (file.pool.class_name(inner?) == file.name()).then_some((outer?, flags?))
        })
    });
    match own {
        // The class of an enum's constant is as well known as the enum.
        Some((0, flags)) if flags & access::ENUM == 0 => Visibility::Local,
        Some((_, flags)) if flags & access::PRIVATE != 0 => Visibility::Private,
        _ => Visibility::Others,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locks_are_different_only_if_both_are_known() {
        let class = |name: &str| Some(Identity::Class(name.into()));
        let held = |identity, mode| vec![(identity, mode)];
        let a = held(class("A"), Mode::Exclusive);
        let b = held(class("B"), Mode::Exclusive);
        let unknown = held(None, Mode::Exclusive);
        let object = held(Some(Identity::Object), Mode::Exclusive);
        assert!(exclude_nothing(&a, &b));
        assert!(exclude_nothing(&a, &object));
        assert!(exclude_nothing(&unknown, &[]));
        assert!(!exclude_nothing(&a, &a));
        assert!(!exclude_nothing(&a, &unknown));
        let shared = held(None, Mode::Shared);
        assert!(exclude_nothing(&shared, &shared));
        assert!(!exclude_nothing(&shared, &unknown));
    }
}
