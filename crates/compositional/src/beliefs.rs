//! Which locks the author of a class seems to believe that its fields are guarded by.
//!
//! A class that is not annotated says nowhere what its locks are for, and that it has one does not mean that threads share all of its
//! fields. What its methods do most of the time says more: where they write a field under a lock, and half of them or more hold it for
//! the field, those that go without deviate, and one of both is wrong (Engler et al., "Bugs as Deviant Behavior", SOSP 2001).
//! SpotBugs finds inconsistent synchronization that way. Methods are counted, not accesses: it is in a method that a lock is forgotten.
//!
//! What only fewer hold says too little: the accesses that go without it are withheld, and counted, as one more of them may be what made
//! the difference.
//!
//! Not counted are methods that begin or end an object's life, which often is before other threads know the object, or after: constructors,
//! what is only called for a new object, and what sets many fields and takes no lock for it, as `open`, `reset` and `close` do.

use std::collections::{BTreeMap, BTreeSet};

use classfile::access;
use rustc_hash::FxHashSet;

use crate::Options;
use crate::callers::Callers;
use crate::domains::{Lock, Mode};
use crate::entries::{Base, Entry, Guard, Locations, Spot};
use crate::path::{Path, Root, Step, Steps};
use crate::program::{ClassId, MethodId, Program, outermost};

/// So few methods that go without a lock are deviant, even if fewer hold it.
const FEW: usize = 2;

/// Who sets as many fields of an object begins or ends its life.
const MANY_FIELDS: usize = 5;

/// Notes which locks that their location is believed to be guarded by accesses hold, and which belong to a life cycle.
/// Of locations with locks that too few hold for a belief, answers how many methods would have to hold one, or not to be, for it.
pub fn see<'p>(
    program: &Program<'_>,
    class: ClassId,
    callers: &Callers,
    options: &Options,
    locations: &mut Locations<'p>,
) -> BTreeMap<Spot<'p>, usize> {
    let mut doubts = BTreeMap::new();
    let of_life_cycle = of_life_cycle(&program[class].name, locations);
    for (spot, entries) in locations.iter_mut() {
        let is_of_object = matches!(spot.base, Base::Object(_));
        for entry in entries
            .iter_mut()
            .filter(|it| is_of_object && is_of_own(program, it))
        {
            entry.is_of_life_cycle |= program[entry.method].is_constructor()
                || callers.serves_only(entry.method, &of_life_cycle);
        }
    }
    let single = of_one_purpose(locations);
    for (spot, entries) in locations {
        let held: Vec<Guards> = entries.iter().map(Entry::guards).collect();
        let beliefs = Beliefs {
            program,
            class,
            spot,
            entries,
            held: &held,
            single: &single,
            options,
        };
        let (believed, doubted) = beliefs.guards();
        let keeps = |entry: &Entry<'_>, held: &Guards, guards: &[Guard]| {
            let kept = (0..).zip(guards);
            let kept =
                kept.filter(|(_, it)| holds(entry, held, it) || beliefs.is_by_way_of(entry, it));
            kept.fold(0, |all, (bit, _)| all | 1u64.checked_shl(bit).unwrap_or(0))
        };
        let lacking = doubted.iter().map(|it| beliefs.lacking(it)).min();
        doubts.extend(lacking.map(|it| (*spot, it)));
        let of_both = |(it, held)| (keeps(it, held, &believed), keeps(it, held, &doubted));
        let kept: Vec<(u64, u64)> = entries.iter().zip(&held).map(of_both).collect();
        for (entry, kept) in entries.iter_mut().zip(kept) {
            (entry.believed, entry.doubted) = kept;
        }
    }
    doubts
}

/// Whether an access is to the object whose method makes it.
fn is_of_own(program: &Program<'_>, entry: &Entry<'_>) -> bool {
    entry.object == Path::of(Root::Formal(0)) && !program[entry.method].is(access::STATIC)
}

/// The methods that set many fields of an object, without a lock.
fn of_life_cycle(class: &str, locations: &Locations<'_>) -> BTreeSet<MethodId> {
    let mut set: BTreeMap<MethodId, usize> = BTreeMap::new();
    for (spot, entries) in locations {
        let is_field = matches!(*spot.steps, [Step::Field(_)]) && !spot.is_content;
        if is_field && matches!(spot.base, Base::Object(of) if of == class) {
            let bare = entries
                .iter()
                .filter(|it| it.is_write() && it.locks.is_empty());
            let methods: BTreeSet<MethodId> = bare.map(|it| it.method).collect();
            methods
                .into_iter()
                .for_each(|it| *set.entry(it).or_default() += 1);
        }
    }
    set.retain(|_, fields| *fields >= MANY_FIELDS);
    set.into_keys().collect()
}

/// The methods that hold locks for one location alone, which says what these are for.
fn of_one_purpose(locations: &Locations<'_>) -> BTreeSet<MethodId> {
    let mut locked: BTreeMap<MethodId, BTreeSet<(Base<'_>, Steps)>> = BTreeMap::new();
    for (spot, entries) in locations {
        for entry in entries.iter().filter(|it| it.holds_own_lock()) {
            let known = locked.entry(entry.method).or_default();
            known.insert((spot.base, spot.steps));
        }
    }
    locked.retain(|_, locations| locations.len() == 1);
    locked.into_keys().collect()
}

/// What is believed of a location.
struct Beliefs<'b, 'p> {
    program: &'b Program<'p>,
    class: ClassId,
    spot: &'b Spot<'p>,
    entries: &'b [Entry<'p>],
    /// The guards of each entry.
    held: &'b [Guards],
    /// Methods that hold locks for one location alone.
    single: &'b BTreeSet<MethodId>,
    options: &'b Options,
}

impl Beliefs<'_, '_> {
    /// The locks that most methods hold, of those that some hold for the location; or if there are none, those that fewer hold.
    fn guards(&self) -> (Vec<Guard>, Vec<Guard>) {
        if !self.is_own() {
            return Default::default();
        }
        let mut guards: Vec<(Guard, usize)> = Vec::new();
        let mut doubted: Vec<Guard> = Vec::new();
        let mut seen = FxHashSet::default();
        for (guard, _) in self.for_the_location().flat_map(|(_, held)| held) {
            if seen.insert(guard) && self.is_of_location(guard) {
                let (with, without) = self.methods(guard);
                if with > 0 && without <= with.max(FEW) {
                    guards.push((guard.clone(), with));
                } else if with > 0 {
                    doubted.push(guard.clone());
                }
            }
        }
        if guards.is_empty() {
            return (Vec::new(), doubted);
        }
        let most = guards.iter().map(|(_, with)| *with).max();
        guards.retain(|(_, with)| Some(*with) == most);
        let believed = guards.into_iter().map(|(guard, _)| guard);
        (believed.collect(), Vec::new())
    }

    /// How many methods without a lock that is not believed in would make it one that is, if they held it.
    fn lacking(&self, guard: &Guard) -> usize {
        let (with, without) = self.methods(guard);
        let for_half = without.saturating_sub(with).div_ceil(2);
        for_half.min(without.saturating_sub(FEW))
    }

    /// The accesses that say that a lock is there for the location. Reads may be made under one that is there for what else
    /// a method does, and of an object's own privileged action it is not known for which of its callers it does what.
    fn for_the_location(&self) -> impl Iterator<Item = (&Entry<'_>, &Guards)> {
        self.counted().filter(|(it, _)| {
            let mut ways = it.way.places();
            it.holds_own_lock()
                && (it.is_write() || self.single.contains(&it.method))
                && !ways.any(|it| self.program.is_action(it.method))
        })
    }

    /// Whether all that speaks for a lock is that others hold it when they call the method of an access: what it guards is theirs.
    fn is_by_way_of(&self, entry: &Entry<'_>, guard: &Guard) -> bool {
        let mut speaking = self
            .for_the_location()
            .filter(|(it, held)| holds(it, held, guard));
        speaking.all(|(it, _)| it.is_made_through(entry.method))
    }

    fn counted(&self) -> impl Iterator<Item = (&Entry<'_>, &Guards)> {
        let all = self.entries.iter().zip(self.held);
        all.filter(|(it, _)| !it.is_of_life_cycle)
    }

    /// Whether a lock belongs to the class, or to the object with the field. That callers hold those of other objects says nothing
    /// of this one.
    fn is_of_location(&self, guard: &Guard) -> bool {
        match guard {
            Guard::Beside(_, steps) => steps.starts_with(self.holder()),
            Guard::Elsewhere(Lock::Class(_)) => true,
            Guard::Elsewhere(Lock::Monitor(path) | Lock::Object(path)) => {
                matches!(path.root, Root::Static(_))
            }
            Guard::Unknown => self.options.one_lock,
            Guard::Elsewhere(Lock::Unknown) | Guard::OfEach => false,
        }
    }

    /// How the object with the field is reached.
    fn holder(&self) -> &[Step] {
        let steps = &*self.spot.steps;
        let field = steps.iter().rposition(|it| *it != Step::Element);
        &steps[..field.unwrap_or(0)]
    }

    /// Whether a location is a field of the class, or of one that stands in the same outermost class. How others are guarded is
    /// told with these.
    fn is_own(&self) -> bool {
        let class = &*self.program[self.class].name;
        let field = self.spot.steps.iter().rev().find_map(|it| match it {
            Step::Field(field) => Some(&*self.program[*field].class),
            Step::Element => None,
        });
        match (self.spot.base, field) {
            (Base::Object(of), _) if of == class && self.holder().is_empty() => true,
            (Base::Static(_), None) => true,
            (_, field) => field.is_some_and(|it| outermost(it) == outermost(class)),
        }
    }

    /// How many methods hold a lock for the location, and how many do not: who looks first and then locks to write, does.
    fn methods(&self, guard: &Guard) -> (usize, usize) {
        let (mut with, mut without) = (BTreeSet::new(), BTreeSet::new());
        for (entry, held) in self.counted() {
            match holds(entry, held, guard) {
                true if entry.is_write() => {
                    with.insert(entry.method);
                }
                true => {}
                false => {
                    without.insert(entry.method);
                }
            }
        }
        let all: BTreeSet<MethodId> = self.counted().map(|(it, _)| it.method).collect();
        let without = without.difference(&with).count();
        (all.len() - without, without)
    }
}

/// The guards that an access has.
type Guards = Vec<(Guard, Mode)>;

fn holds(entry: &Entry<'_>, held: &Guards, guard: &Guard) -> bool {
    held.iter().any(|(held, mode)| {
        let is_it = held == guard || *held == Guard::Unknown;
        is_it && (*mode == Mode::Exclusive || !entry.is_write())
    })
}
