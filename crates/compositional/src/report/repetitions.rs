//! What is told once, of all that says much the same. What is surely a race comes before what may be one, so that
//! `--true-positives` tells a part of what is told without it.

use std::collections::{BTreeMap, BTreeSet};

use findings::{Finding, Location, Op};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Candidate, Reporter};
use crate::entries::{Entry, Spot};
use crate::program::{ClassId, MethodId};
use crate::way::Place;

impl<'p> Reporter<'p> {
    /// Of each location one finding a line, writes first, and one read and one write in a method: the one with the shortest way.
    /// Findings of different locations or rules are never taken for one: who knows of one of them, and says so, still has to hear of the
    /// others, and what helps against one does not help against them. But a statement that reads what it writes is told of as a write.
    pub(super) fn without_repetitions<'e>(
        &self,
        class: ClassId,
        mut candidates: Vec<Candidate<'e, 'p>>,
    ) -> Vec<Candidate<'e, 'p>> {
        self.keep_untold(&mut candidates);
        candidates.sort_by_cached_key(|it| {
            let way = it.entry.way;
            let needs_nothing = !it.conflict.bare.is_empty();
            let order = (needs_nothing, !self.is_true(it), it.is_read());
            (order, way.len(), way, it.spot)
        });
        let mut kept: Vec<Candidate<'e, 'p>> = Vec::new();
        let mut told = Told::default();
        for candidate in candidates {
            let names = self.names(&candidate);
            let known = told.find(&names, &candidate);
            match known.filter(|_| !self.options.repeats) {
                // It is told for all of its kind in the method.
                Some(at) => told.add_repetition(names, at, &candidate),
                None => {
                    told.add(names, kept.len(), &candidate);
                    kept.push(candidate);
                }
            }
        }
        for at in 0..kept.len() {
            kept[at].told_by = self.told_by(class, &kept[at], &kept, &told);
        }
        let mut candidates = kept;
        candidates.sort_by(|a, b| {
            let key = |it: &Candidate<'e, 'p>| (it.entry.way, it.is_read(), it.spot);
            key(a).cmp(&key(b))
        });
        candidates
    }
    /// A read that something could be done about at the writes alone is told like any other if one of these is not told, or may be no race
    /// though the read surely races with it.
    fn keep_untold(&self, candidates: &mut [Candidate<'_, 'p>]) {
        let told: FxHashMap<*const Entry<'_>, bool> = candidates
            .iter()
            .filter(|it| !it.is_read())
            .map(|it| (std::ptr::from_ref(it.entry).cast(), self.is_true(it)))
            .collect();
        for Candidate {
            entry, conflict, ..
        } in candidates
        {
            let is_told = |it: &&Entry<'_>| {
                let write: *const Entry<'_> = std::ptr::from_ref(*it).cast();
                let is_sure = told.get(&write);
                is_sure.is_some_and(|sure| *sure || !entry.surely_races(it))
            };
            if !conflict.bare.iter().all(is_told) {
                conflict.bare.clear();
            }
        }
    }

    /// What the findings lead to at which to act, so that a read needs none of its own. Nothing, if that is not so.
    fn told_by(
        &self,
        class: ClassId,
        read: &Candidate<'_, 'p>,
        kept: &[Candidate<'_, 'p>],
        told: &Told<'_, 'p>,
    ) -> Vec<String> {
        let mut all = BTreeSet::new();
        for write in &read.conflict.bare {
            match told.of_entry(write).map(|at| &kept[at]) {
                Some(it) if !it.is_read() => {
                    // A read that is surely a race is told by what surely is one.
                    if !self.options.true_positives || self.is_true(it) {
                        all.insert(self.leads_to(class, it));
                    }
                }
                _ => return Vec::new(),
            }
        }
        all.into_iter().collect()
    }

    fn names(&self, candidate: &Candidate<'_, 'p>) -> Names<'p> {
        let Candidate { spot, entry, .. } = candidate;
        let sort = (candidate.conflict.rule, candidate.is_read());
        let line = (entry.method, entry.line(), self.location(spot, entry));
        ((entry.method, sort, **spot), line)
    }
}

/// By which rule something is told of, and whether it is a read.
type Sort = (&'static str, bool);

/// What only one finding has: the method with the sort of finding and the location, and the line with the location's name.
type Names<'p> = ((MethodId, Sort, Spot<'p>), Line);

type Line = (MethodId, Option<u16>, Location);

/// Where among the findings that are kept those with a name are.
#[derive(Default)]
struct Told<'e, 'p> {
    locations: BTreeMap<(MethodId, Sort, Spot<'p>), usize>,
    /// With where the access itself is.
    lines: BTreeMap<Line, Vec<(Sort, Place, usize)>>,
    entries: FxHashMap<*const Entry<'e>, usize>,
}

impl<'e, 'p> Told<'e, 'p> {
    fn find(&self, (location, line): &Names<'p>, of: &Candidate<'_, '_>) -> Option<usize> {
        let is_it = |(rule, reads): Sort, place: Place| {
            let is_statement = || of.is_read() && !reads && place == of.entry.way.last();
            rule == of.conflict.rule || is_statement()
        };
        let on_line = || {
            let mut all = self.lines.get(line)?.iter();
            let found = all.find(|(sort, place, _)| is_it(*sort, *place))?;
            Some(found.2)
        };
        self.locations.get(location).copied().or_else(on_line)
    }

    fn of_entry(&self, entry: &Entry<'_>) -> Option<usize> {
        let entry: *const Entry<'_> = std::ptr::from_ref(entry).cast();
        self.entries.get(&entry.cast()).copied()
    }

    fn add_repetition(&mut self, (location, _): Names<'p>, at: usize, of: &Candidate<'_, '_>) {
        let entry: *const Entry<'_> = std::ptr::from_ref(of.entry).cast();
        self.locations.entry(location).or_insert(at);
        self.entries.insert(entry.cast(), at);
    }

    fn add(&mut self, names: Names<'p>, at: usize, candidate: &Candidate<'_, '_>) {
        let (_, sort, _) = names.0;
        let on_line = self.lines.entry(names.1.clone()).or_default();
        on_line.push((sort, candidate.entry.way.last(), at));
        self.add_repetition(names, at, candidate);
    }
}

/// Without the protected reads that need nothing where all writes are told that they conflict with. Whoever leaves findings out has to
/// do that first: a read that a change makes is told if the write is not.
fn where_to_act(findings: Vec<Finding>) -> Vec<Finding> {
    let writes = findings.iter().filter(|it| it.accesses[0].op == Op::Write);
    let writes: FxHashSet<String> = writes.filter_map(|it| it.leads_to.clone()).collect();
    let needs_nothing =
        |it: &Finding| !it.told_by.is_empty() && it.told_by.iter().all(|it| writes.contains(it));
    let mut findings = findings;
    findings.retain(|it| !needs_nothing(it));
    findings
}

/// An access that several methods lead to is told of once: where the way to it is the shortest. Whoever leaves findings out, for being
/// known or for not being touched by a change, has to do that first: another way to the same access may be a new one.
pub fn each_access_once(findings: Vec<Finding>) -> Vec<Finding> {
    let findings = where_to_act(findings);
    let mut best: FxHashMap<(&str, bool), usize> = FxHashMap::default();
    let rank = |at: usize| {
        let finding = &findings[at];
        let access = &finding.accesses[0];
        let calls = access.stack.as_ref().map_or(0, Vec::len);
        (
            finding.sure != Some(true),
            access.op != Op::Write,
            calls,
            at,
        )
    };
    for (at, finding) in findings.iter().enumerate() {
        let name = finding.leads_to.as_ref().unwrap_or(&finding.fingerprint);
        let known = best.entry((name, finding.suppressed.is_some()));
        let known = known.or_insert(at);
        if rank(at) < rank(*known) {
            *known = at;
        }
    }
    let kept: BTreeSet<usize> = best.into_values().collect();
    let all = findings.into_iter().enumerate();
    all.filter(|(at, _)| kept.contains(at))
        .map(|(_, it)| it)
        .collect()
}
