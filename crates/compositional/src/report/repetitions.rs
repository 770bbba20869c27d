//! What is told once, of all that says much the same. What is surely a race comes before what may be one, so that
//! `--true-positives` tells a part of what is told without it.

use std::collections::BTreeSet;

use findings::{Finding, Op};
use rustc_hash::FxHashMap;

use super::{Candidate, Reporter};

impl<'p> Reporter<'p> {
    /// Of each location one finding a line, writes first, and one read and one write in a method: the one with the shortest way.
    /// Findings of different locations are never taken for one: who knows of one of them, and says so, still has to hear of the others.
    pub(super) fn without_repetitions<'e>(
        &self,
        mut candidates: Vec<Candidate<'e, 'p>>,
    ) -> Vec<Candidate<'e, 'p>> {
        candidates.sort_by_cached_key(|it| {
            let way = it.entry.way;
            (!self.is_true(it), it.is_read(), way.len(), way, it.spot)
        });
        let (mut lines, mut told) = (BTreeSet::new(), BTreeSet::new());
        candidates.retain(|it| {
            let location = self.location(it.spot, it.entry);
            let line = (it.entry.method, it.entry.line(), location);
            let location = (it.entry.method, it.is_read(), it.spot);
            self.options.repeats || told.insert(location) && lines.insert(line)
        });
        candidates.sort_by(|a, b| {
            let key = |it: &Candidate<'e, 'p>| (it.entry.way, it.is_read(), it.spot);
            key(a).cmp(&key(b))
        });
        candidates
    }
}

/// An access that several methods lead to is told of once: where the way to it is the shortest. Whoever leaves findings out, for being
/// known or for not being touched by a change, has to do that first: another way to the same access may be a new one.
pub fn each_access_once(findings: Vec<Finding>) -> Vec<Finding> {
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
