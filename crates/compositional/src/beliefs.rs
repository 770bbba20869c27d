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
use rustc_hash::{FxHashMap, FxHashSet};

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
    let of_life_cycle = of_life_cycle(program, &program[class].name, locations);
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
            holders: Holders::of(entries, &held),
            single: &single,
            options,
        };
        let Believed {
            guards,
            doubted,
            lacking,
        } = beliefs.guards();
        doubts.extend(lacking.map(|it| (*spot, it)));
        let (believed, doubted) = (beliefs.kept(&guards), beliefs.kept(&doubted));
        for (entry, kept) in entries.iter_mut().zip(believed.into_iter().zip(doubted)) {
            (entry.believed, entry.doubted) = kept;
        }
    }
    doubts
}

/// Whether an access is to the object whose method makes it.
fn is_of_own(program: &Program<'_>, entry: &Entry<'_>) -> bool {
    entry.object == Path::of(Root::Formal(0)) && !program[entry.method].is(access::STATIC)
}

/// The methods that are known to begin or end an object's life, or set many fields of it without a lock.
fn of_life_cycle(
    program: &Program<'_>,
    class: &str,
    locations: &Locations<'_>,
) -> BTreeSet<MethodId> {
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
    let methods: BTreeSet<MethodId> = locations.values().flatten().map(|it| it.method).collect();
    let known = methods
        .into_iter()
        .filter(|&it| program.is_of_life_cycle(it));
    set.into_keys().chain(known).collect()
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
    holders: Holders<'b>,
    /// Methods that hold locks for one location alone.
    single: &'b BTreeSet<MethodId>,
    options: &'b Options,
}

impl Beliefs<'_, '_> {
    /// The locks that most methods hold, of those that some hold for the location; or if there are none, those that fewer hold.
    fn guards(&self) -> Believed<'_> {
        let mut all = Believed::default();
        if !self.is_own() {
            return all;
        }
        let methods = self.holders.methods.len();
        let (mut most, mut fewest) = (0, usize::MAX);
        let mut seen = FxHashSet::default();
        let for_the_location = self.for_the_location();
        for (guard, _) in for_the_location.flat_map(|it| &self.holders.held[it]) {
            if !seen.insert(guard) || !self.is_of_location(guard) {
                continue;
            }
            let with = self.methods_with(guard);
            let without = methods - with;
            if with > 0 && without <= with.max(FEW) {
                if with > most {
                    all.guards.clear();
                    most = with;
                }
                if with == most {
                    all.guards.push(guard);
                }
            } else if with > 0 {
                fewest = fewest.min(lacking(with, without));
                all.doubted.push(guard);
            }
        }
        match all.guards.is_empty() {
            true => all.lacking = (!all.doubted.is_empty()).then_some(fewest),
            false => all.doubted.clear(),
        }
        all
    }

    /// By entry which of the guards it keeps to, a bit for each.
    fn kept(&self, guards: &[&Guard]) -> Vec<u64> {
        let mut kept = vec![0; self.entries.len()];
        for (bit, guard) in (0..u64::BITS).zip(guards) {
            let made_through = self.always_made_through(guard);
            let holding = self.holders.of_guard(guard);
            let is_through =
                |it: &Entry<'_>| !it.is_given_away && made_through.contains(&it.method);
            let through = (0..self.entries.len()).filter(|&it| is_through(&self.entries[it]));
            for entry in holding.chain(through) {
                kept[entry] |= 1 << bit;
            }
        }
        kept
    }

    /// The accesses that say that a lock is there for the location. Reads may be made under one that is there for what else
    /// a method does, and of an object's own privileged action it is not known for which of its callers it does what.
    fn for_the_location(&self) -> impl Iterator<Item = usize> {
        (0..self.entries.len()).filter(|&it| self.is_for_the_location(&self.entries[it]))
    }

    fn is_for_the_location(&self, entry: &Entry<'_>) -> bool {
        let mut ways = entry.way.places();
        !entry.is_of_life_cycle
            && entry.holds_own_lock()
            && (entry.is_write() || self.single.contains(&entry.method))
            && !ways.any(|it| self.program.is_action(it.method))
    }

    /// The methods by way of which all accesses are made that speak for a lock: others hold it when they call them, and what it
    /// guards is theirs.
    fn always_made_through(&self, guard: &Guard) -> BTreeSet<MethodId> {
        let speaking = self.holders.of_guard(guard).map(|it| &self.entries[it]);
        let speaking = speaking.filter(|it| self.is_for_the_location(it));
        let through = speaking.map(|it| {
            let methods = it.way.places().map(|place| place.method);
            methods.filter(|method| *method != it.method).collect()
        });
        let both = |one: BTreeSet<MethodId>, other| &one & &other;
        through.reduce(both).unwrap_or_default()
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

    /// How many methods hold a lock for the location: who looks first and then locks to write, does.
    fn methods_with(&self, guard: &Guard) -> usize {
        let mut with = BTreeSet::new();
        let mut reading: BTreeMap<MethodId, usize> = BTreeMap::new();
        let holding = self.holders.of_guard(guard).map(|it| &self.entries[it]);
        for entry in holding.filter(|it| !it.is_of_life_cycle) {
            match entry.is_write() {
                true => drop(with.insert(entry.method)),
                false => *reading.entry(entry.method).or_default() += 1,
            }
        }
        // All that these do with the location are reads, and under the lock.
        let readers = reading
            .into_iter()
            .filter(|(method, count)| self.holders.methods[method] == *count);
        with.extend(readers.map(|(method, _)| method));
        with.len()
    }
}

/// How many methods without a lock that is not believed in would make it one that is, if they held it.
fn lacking(with: usize, without: usize) -> usize {
    let for_half = without.saturating_sub(with).div_ceil(2);
    for_half.min(without.saturating_sub(FEW))
}

/// What the locks of a location seem to be for.
#[derive(Default)]
struct Believed<'g> {
    guards: Vec<&'g Guard>,
    /// If there are none: those that too few methods hold.
    doubted: Vec<&'g Guard>,
    /// How many methods would have to hold one of these.
    lacking: Option<usize>,
}

/// Who holds what.
struct Holders<'b> {
    /// The guards of each entry.
    held: &'b [Guards],
    /// By guard the entries that hold it.
    by_guard: FxHashMap<&'b Guard, Vec<usize>>,
    /// How many entries a method has, but for what belongs to a life cycle.
    methods: BTreeMap<MethodId, usize>,
}

impl<'b> Holders<'b> {
    fn of(entries: &[Entry<'_>], held: &'b [Guards]) -> Holders<'b> {
        let mut by_guard: FxHashMap<&Guard, Vec<usize>> = FxHashMap::default();
        let mut methods: BTreeMap<MethodId, usize> = BTreeMap::new();
        for (at, entry) in entries.iter().enumerate() {
            for (guard, mode) in &held[at] {
                if *mode == Mode::Exclusive || !entry.is_write() {
                    by_guard.entry(guard).or_default().push(at);
                }
            }
            if !entry.is_of_life_cycle {
                *methods.entry(entry.method).or_default() += 1;
            }
        }
        Holders {
            held,
            by_guard,
            methods,
        }
    }

    /// The entries that hold a guard, or one that may be any, each once.
    fn of_guard(&self, guard: &Guard) -> impl Iterator<Item = usize> {
        let of = |guard: &Guard| self.by_guard.get(guard).into_iter().flatten().copied();
        let all: BTreeSet<usize> = of(guard).chain(of(&Guard::Unknown)).collect();
        all.into_iter()
    }
}

/// The guards that an access has.
type Guards = Vec<(Guard, Mode)>;
