//! The accesses to a location, in groups that are alike in all that decides which others they conflict with.
//!
//! A location that thousands of methods access has few such groups, and of a group one access answers for all. Only of those that are
//! made by way of the method itself each is asked: see [`Entry::deviates_from`].

use std::cell::OnceCell;

use rustc_hash::{FxHashMap, FxHashSet};

use super::hints::MostHeld;
use crate::domains::{Mode, Threads};
use crate::entries::{Belief, Entry};
use crate::program::MethodId;
use crate::true_positives::Identity;
use crate::turns::Turns;

pub(super) struct Peers<'e, 'p> {
    pub entries: &'e [Entry<'p>],
    /// Each with the numbers of its entries.
    groups: Vec<Vec<usize>>,
    /// By method the entries that are made by way of it, its own among them.
    through: FxHashMap<MethodId, Vec<usize>>,
    /// By number of guards, how many methods these keep away.
    company: Vec<OnceCell<usize>>,
    most_held: OnceCell<Option<MostHeld>>,
}

/// What is the same for all of a group. Who lets [`Entry::deviates_from`], [`Entry::excludes`] or [`Entry::surely_races`] go by more of
/// an entry than this, its method and its way, adds it here.
#[derive(PartialEq, Eq, Hash)]
struct Alike<'e> {
    guards: usize,
    threads: Threads,
    is_write: bool,
    is_any: bool,
    is_locked: bool,
    holds_own_lock: bool,
    has_each_its_own: bool,
    writes_to_read: bool,
    has_company: bool,
    is_of_life_cycle: bool,
    only_task: Option<MethodId>,
    handed_by: &'e [MethodId],
    turns: &'e Turns,
    believed: u64,
    doubted: u64,
    certain: Option<&'e [(Option<Identity>, Mode)]>,
}

impl<'e> Alike<'e> {
    fn of(entry: &'e Entry<'_>) -> Alike<'e> {
        Alike {
            guards: entry.guards,
            threads: entry.threads,
            is_write: entry.is_write(),
            is_any: entry.is_any,
            is_locked: !entry.locks.is_empty(),
            holds_own_lock: entry.holds_own_lock(),
            has_each_its_own: entry.has_each_its_own,
            writes_to_read: entry.writes_to_read(),
            has_company: entry.has_company,
            is_of_life_cycle: entry.is_of_life_cycle,
            only_task: entry.only_task,
            handed_by: &entry.handed_by,
            turns: &entry.turns,
            believed: entry.believed,
            doubted: entry.doubted,
            certain: entry.certain.as_deref(),
        }
    }
}

impl<'e, 'p> Peers<'e, 'p> {
    pub fn of(entries: &'e [Entry<'p>]) -> Peers<'e, 'p> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut numbers: FxHashMap<Alike<'_>, usize> = FxHashMap::default();
        let own = entries.iter().map(|it| (it.method, Vec::new()));
        let mut through: FxHashMap<MethodId, Vec<usize>> = own.collect();
        for (at, entry) in entries.iter().enumerate() {
            let number = *numbers.entry(Alike::of(entry)).or_insert(groups.len());
            if number == groups.len() {
                groups.push(Vec::new());
            }
            groups[number].push(at);
            for method in methods(entry) {
                if let Some(known) = through.get_mut(&method)
                    && known.last() != Some(&at)
                {
                    known.push(at);
                }
            }
        }
        let guards = entries.iter().map(|it| it.guards + 1).max();
        Peers {
            entries,
            groups,
            through,
            company: vec![OnceCell::new(); guards.unwrap_or_default()],
            most_held: OnceCell::new(),
        }
    }

    /// Of how many methods the accesses are that an entry's guards keep away.
    pub fn company(&self, of: &Entry<'_>) -> usize {
        *self.company[of.guards].get_or_init(|| {
            let kept_away = self.entries.iter().filter(|it| it.excludes(of));
            let methods: FxHashSet<MethodId> = kept_away.map(|it| it.method).collect();
            methods.len()
        })
    }

    /// The lock that most hold.
    pub fn most_held(&self) -> &Option<MostHeld> {
        self.most_held.get_or_init(|| MostHeld::of(self.entries))
    }

    pub fn others<'a>(&'a self, entry: &'e Entry<'p>, belief: Belief) -> Others<'a, 'e, 'p> {
        Others {
            peers: self,
            entry,
            belief,
        }
    }

    fn made_through(&self, method: MethodId) -> &[usize] {
        self.through.get(&method).map_or(&[], Vec::as_slice)
    }
}

/// The methods on the way to an access, from that at the boundary on.
fn methods(entry: &Entry<'_>) -> impl Iterator<Item = MethodId> {
    let on_way = entry.way.places().map(|it| it.method);
    std::iter::once(entry.method).chain(on_way)
}

/// The accesses that one conflicts with. What is asked of them has to be the same for all of a group.
pub(super) struct Others<'a, 'e, 'p> {
    peers: &'a Peers<'e, 'p>,
    entry: &'e Entry<'p>,
    belief: Belief,
}

impl<'e, 'p> Others<'_, 'e, 'p> {
    pub fn has_itself(&self) -> bool {
        self.conflicts(self.entry)
    }

    /// The first such access that this one surely races with, else the first.
    pub fn clearest(&self, is_such: impl Fn(&Entry<'p>) -> bool) -> Option<&'e Entry<'p>> {
        let sure = self.first(|it| is_such(it) && self.entry.surely_races(it));
        sure.or_else(|| self.first(is_such))
    }

    pub fn first(&self, is_such: impl Fn(&Entry<'p>) -> bool) -> Option<&'e Entry<'p>> {
        let entries = self.peers.entries;
        let is_it = |at: &usize| is_such(&entries[*at]) && self.conflicts(&entries[*at]);
        let mut own = self.peers.made_through(self.entry.method).iter().copied();
        let of_groups = self.peers.groups.iter();
        let of_groups = of_groups.filter_map(|it| self.strangers(it).next().filter(is_it));
        let first = of_groups.chain(own.find(is_it)).min();
        first.map(|at| &entries[at])
    }

    pub fn all(&self, is_such: impl Fn(&Entry<'p>) -> bool) -> Vec<&'e Entry<'p>> {
        let entries = self.peers.entries;
        let is_it = |at: &usize| is_such(&entries[*at]) && self.conflicts(&entries[*at]);
        let own = self.peers.made_through(self.entry.method).iter().copied();
        let mut all: Vec<usize> = own.filter(is_it).collect();
        for group in &self.peers.groups {
            if self.strangers(group).next().is_some_and(|it| is_it(&it)) {
                all.extend(self.strangers(group));
            }
        }
        all.sort_unstable();
        all.into_iter().map(|at| &entries[at]).collect()
    }

    /// Those of a group that are not made by way of the entry's method.
    fn strangers(&self, group: &[usize]) -> impl Iterator<Item = usize> {
        let is_stranger = |at: &usize| {
            let mut methods = methods(&self.peers.entries[*at]);
            methods.all(|it| it != self.entry.method)
        };
        group.iter().copied().filter(is_stranger)
    }

    fn conflicts(&self, other: &Entry<'_>) -> bool {
        let entry = self.entry;
        (entry.is_write() || other.is_write())
            && (entry.is_any || other.is_any)
            && !entry.excludes(other)
            && entry.deviates_from(other, self.belief)
    }
}
