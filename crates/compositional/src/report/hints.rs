//! What is known of a location beside the two accesses of a finding, and helps to say what would help.

use classfile::access;
use findings::{Hints, Of};
use rustc_hash::FxHashSet;

use super::peers::Peers;
use super::{Candidate, Reporter};
use crate::domains::{Lock, Mode, Threads};
use crate::entries::{Base, Entry, Guard, Spot};
use crate::path::{Path, Root, Step};
use crate::program::MethodId;
use crate::turns::Cause;
use crate::way::Place;

impl<'p> Reporter<'p> {
    pub(super) fn hints(&self, candidate: &Candidate<'_, 'p>) -> Hints {
        let Candidate { spot, peers, .. } = candidate;
        let pair = [candidate.entry, candidate.conflict.other];
        Hints {
            of: of(spot, candidate.entry),
            updates: pair.iter().any(|it| updates(it, peers.entries)),
            guard: self.guard(spot, peers, pair),
        }
    }

    /// How many of the places on the way to an access come before a task that is handed over to another thread; `None` if the one
    /// that begins the way makes it itself.
    pub(super) fn before_task(&self, entry: &Entry<'_>, places: &[Place]) -> Option<usize> {
        let is_handed_over = |it: Threads| it.are_awaited() || it == Threads::Background;
        if !is_handed_over(entry.access.threads) {
            return None;
        }
        let is_lambda = |it: &Place| self.program[it.method].is(access::SYNTHETIC);
        let lambda = places.iter().skip(1).position(is_lambda);
        // Of a method that is named where it is handed over nothing says so but that it does not do it on such a thread itself.
        let named = || {
            let (_, rest) = places.split_first()?;
            let summary = self.summaries.get(rest.first()?.method)?;
            let mut own = summary.accesses.iter().map(|(it, _)| it);
            let is_it = |it: &crate::summary::Access| {
                it.kind == entry.access.kind && it.path.field() == entry.access.path.field()
            };
            let is_elsewhere = own.any(|it| is_it(it) && !is_handed_over(it.threads));
            (rest.len() == 1 && is_elsewhere).then_some(0)
        };
        lambda.or_else(named).map(|it| it + 1)
    }

    /// The lock that most hold for the location.
    fn guard(
        &self,
        spot: &Spot<'p>,
        peers: &Peers<'_, 'p>,
        pair: [&Entry<'p>; 2],
    ) -> Option<findings::Guard> {
        let most = peers.most_held().as_ref()?;
        let has = |entry: &Entry<'p>| entry.guards().iter().any(|(it, _)| *it == most.guard);
        if peers.entries.iter().any(|it| has(it) && waits(it, pair)) {
            return None;
        }
        let holder = pair.into_iter().rev().find(|it| has(it));
        let holder = holder.map_or(most.holder, |it| it.method);
        Some(findings::Guard {
            names: pair.map(|it| self.name_at(spot, it, &most.guard)),
            held: pair.map(has),
            holder: self.program[holder].name.to_string(),
            by_most: most.by_most,
        })
    }

    /// What a lock is called in the method that makes an access.
    fn name_at(&self, spot: &Spot<'p>, entry: &Entry<'p>, guard: &Guard) -> String {
        let this = self.program.instance_with(entry.method).map(Root::Static);
        match guard {
            Guard::Elsewhere(Lock::Monitor(path) | Lock::Object(path))
                if Some(path.root) == this =>
            {
                self.path_name_from("this".to_owned(), &path.steps)
            }
            Guard::Elsewhere(lock) => self.lock_name(lock),
            Guard::Beside(_, steps) => {
                let is_inner = !entry.object.steps.is_empty() && entry.object.root == THIS;
                let object = match (spot.base, entry.object.root) {
                    (Base::Object(class), _) if is_inner => format!("{}.this", simple(class)),
                    (_, THIS) if !self.program[entry.method].is(access::STATIC) => {
                        "this".to_owned()
                    }
                    (_, Root::Formal(formal)) => self.formal_name(entry.method, formal),
                    (_, Root::Static(_)) => self.path_name(&entry.object),
                };
                self.path_name_from(object, steps)
            }
            Guard::OfEach | Guard::Unknown => String::new(),
        }
    }
}

/// Whether a method waits for tasks, as far as its access tells. If these took the lock that it holds meanwhile, it would wait for ever.
fn waits(holder: &Entry<'_>, tasks: [&Entry<'_>; 2]) -> bool {
    let has_waited = holder.turns.iter().any(|it| it.cause == Cause::NoTask);
    has_waited || tasks.iter().any(|it| it.handed_by.contains(&holder.method))
}

const THIS: Root = Root::Formal(0);

fn simple(class: &str) -> &str {
    class.rsplit(['/', '$']).next().unwrap_or(class)
}

/// Whether all that access the location can name a lock.
fn is_of_all(guard: &Guard) -> bool {
    match guard {
        Guard::Beside(..) | Guard::Elsewhere(Lock::Class(_)) => true,
        Guard::Elsewhere(Lock::Monitor(path) | Lock::Object(path)) => {
            matches!(path.root, Root::Static(_))
        }
        Guard::Elsewhere(Lock::Unknown) | Guard::OfEach | Guard::Unknown => false,
    }
}

fn of(spot: &Spot<'_>, entry: &Entry<'_>) -> Of {
    let path: &Path = &entry.access.path;
    match (path.field(), spot.base) {
        (None, Base::Object(_)) if spot.called.is_none() => Of::Parameter,
        _ if spot.is_content => Of::Content,
        _ if path.steps.last() == Some(&Step::Element) => Of::Elements,
        _ => Of::Field,
    }
}

/// The lock of a location that more methods hold than any other; among several the one that more accesses are made under, then the
/// first.
pub(super) struct MostHeld {
    guard: Guard,
    /// The method that is the first to hold it.
    holder: MethodId,
    /// Whether half of the methods hold it, or more.
    by_most: bool,
}

impl MostHeld {
    pub fn of(entries: &[Entry<'_>]) -> Option<MostHeld> {
        let mut held: Vec<(Guard, FxHashSet<MethodId>, usize)> = Vec::new();
        for entry in entries.iter().filter(|it| !it.is_of_life_cycle) {
            for (guard, mode) in entry.guards() {
                if !is_of_all(&guard) || mode == Mode::Shared && entry.is_write() {
                    continue;
                }
                let at = held.iter().position(|(it, ..)| *it == guard);
                let at = at.unwrap_or_else(|| {
                    held.push((guard, FxHashSet::default(), 0));
                    held.len() - 1
                });
                held[at].1.insert(entry.method);
                held[at].2 += 1;
            }
        }
        // The last of those that are alike is the greatest.
        let held = held.into_iter().rev();
        let (guard, methods, _) =
            held.max_by_key(|(_, methods, accesses)| (methods.len(), *accesses))?;
        let has = |entry: &&Entry<'_>| entry.guards().iter().any(|(it, _)| *it == guard);
        let holder = entries.iter().find(has)?.method;
        let all: FxHashSet<MethodId> = entries.iter().map(|it| it.method).collect();
        Some(MostHeld {
            holder,
            by_most: methods.len() * 2 >= all.len(),
            guard,
        })
    }
}

/// Whether an access writes where the method has just read: what it writes may depend on that.
fn updates(write: &Entry<'_>, entries: &[Entry<'_>]) -> bool {
    let place = |it: &Entry<'_>| it.way.places().last();
    let reads = |it: &&Entry<'_>| !it.is_write() && it.method == write.method;
    write.is_write()
        && entries
            .iter()
            .filter(reads)
            .any(|it| place(it) == place(write))
}
