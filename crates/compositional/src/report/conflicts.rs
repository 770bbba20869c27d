//! Which of the accesses to a location conflict, and which of two is told of.

use findings::{
    GUARDED_BY_VIOLATION as GUARDED_BY, INCONSISTENT_GUARD as INCONSISTENT,
    INTERFACE_NOT_THREAD_SAFE as INTERFACE, THREAD_SAFETY_VIOLATION as VIOLATION,
};

use super::peers::Peers;
use super::{Candidate, Reporter};
use crate::annotations::Mark;
use crate::domains::Lock;
use crate::entries::{Belief, Entry, Spot};
use crate::guards;
use crate::summary::Kind;

/// Why one access is told of.
pub(super) struct Conflict<'e, 'p> {
    pub rule: &'static str,
    pub other: &'e Entry<'p>,
    /// If nothing but writes without protection conflict with a protected read: these. It is there that something is to be done.
    pub bare: Vec<&'e Entry<'p>>,
}

impl<'e, 'p> Conflict<'e, 'p> {
    fn new(rule: &'static str, other: &'e Entry<'p>) -> Conflict<'e, 'p> {
        let bare = Vec::new();
        Conflict { rule, other, bare }
    }
}

impl<'p> Reporter<'p> {
    pub(super) fn of_location<'e>(
        &self,
        spot: &'e Spot<'p>,
        peers: &'e Peers<'e, 'p>,
        is_looked_at: bool,
        candidates: &mut Vec<Candidate<'e, 'p>>,
    ) {
        for entry in peers.entries {
            let broken = self.guard_violation(entry);
            let conflict = match broken {
                Some(_) => Some(Conflict::new(GUARDED_BY, entry)),
                None if is_looked_at => self.conflict(entry, peers, Belief::OfMost),
                None => None,
            };
            let conflict = conflict.filter(|it| !self.is_silenced(it.rule, entry));
            candidates.extend(conflict.map(|conflict| Candidate {
                spot,
                entry,
                peers,
                conflict,
                broken,
                lacking: None,
                told_by: Vec::new(),
            }));
        }
    }

    /// What is not told of because too few hold a lock.
    pub(super) fn withheld<'e>(
        &self,
        spot: &'e Spot<'p>,
        peers: &'e Peers<'e, 'p>,
        lacking: usize,
    ) -> impl Iterator<Item = Candidate<'e, 'p>> {
        peers.entries.iter().filter_map(move |entry| {
            let is_told = self.guard_violation(entry).is_some()
                || self.conflict(entry, peers, Belief::OfMost).is_some();
            let conflict = match is_told {
                true => None,
                false => self.conflict(entry, peers, Belief::OfSome),
            };
            let mut conflict = conflict.filter(|it| !self.is_silenced(it.rule, entry))?;
            conflict.bare.clear();
            Some(Candidate {
                spot,
                entry,
                peers,
                conflict,
                broken: None,
                lacking: Some(lacking),
                told_by: Vec::new(),
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
    pub(super) fn is_true(&self, told: &Candidate<'_, 'p>) -> bool {
        match told.conflict.rule {
            GUARDED_BY => {
                let race = self.conflict(told.entry, told.peers, Belief::OfMost);
                race.is_some_and(|it| told.entry.surely_races(it.other))
            }
            _ => told.entry.surely_races(told.conflict.other),
        }
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
        peers: &Peers<'e, 'p>,
        belief: Belief,
    ) -> Option<Conflict<'e, 'p>> {
        if let Kind::Calls(_) = entry.access.kind {
            let is_bare = !entry.is_protected()
                && entry.is_any
                && self
                    .program
                    .class_says(self.program[entry.method].class, Mark::ThreadSafe);
            return is_bare.then(|| Conflict::new(INTERFACE, entry));
        }
        let others = peers.others(entry, belief);
        let violation = |other| Conflict::new(VIOLATION, other);
        if !entry.is_protected() {
            if entry.is_write() && entry.is_any && others.has_itself() {
                return Some(violation(entry));
            }
            // A write says more than a read beside it.
            let told = others.clearest(Entry::is_write);
            return told.or_else(|| others.clearest(|_| true)).map(violation);
        }
        let is_bare = |it: &Entry<'_>| !it.is_protected() && it.is_any;
        let act_at = |conflict: Conflict<'e, 'p>| Conflict {
            bare: others.all(is_bare),
            ..conflict
        };
        if entry.locks.is_empty() {
            // A lock on the other side excludes nobody here.
            let is_locked = |it: &Entry<'_>| !it.locks.is_empty();
            let is_such = |it: &Entry<'_>| is_locked(it) || !entry.is_write() && !it.is_protected();
            let told = others.clearest(is_such).map(violation);
            return match entry.is_write() || others.first(is_locked).is_some() {
                true => told,
                false => told.map(act_at),
            };
        }
        let is_unlike = |it: &Entry<'_>| entry.holds_own_lock() && it.holds_own_lock();
        let unlike = others.clearest(is_unlike);
        let unlike = unlike.filter(|it| is_odd(entry, it, peers));
        let told = match entry.is_write() {
            true => None,
            false => others.clearest(is_bare),
        };
        match (told, unlike) {
            (Some(other), Some(_)) => Some(violation(other)),
            (Some(other), None) => Some(act_at(violation(other))),
            (None, unlike) => unlike.map(|other| Conflict::new(INCONSISTENT, other)),
        }
    }
}

/// Of two accesses under different locks, whether this is the one that has the wrong one: fewer have it, or it only
/// reads, or it comes later.
fn is_odd(entry: &Entry<'_>, other: &Entry<'_>, peers: &Peers<'_, '_>) -> bool {
    let rank = |of: &Entry<'_>| {
        let line = std::cmp::Reverse(of.line());
        (peers.company(of), of.is_write(), line)
    };
    std::ptr::eq(entry, other) || rank(entry) < rank(other)
}
