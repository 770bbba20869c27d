//! Which accesses of a class make a finding.
//!
//! Two accesses are to one location if the class names it in the same way: from an object of the same class, or a static
//! field on. What private methods access is told at their callers. Between an access that is protected and one that is not, the latter
//! is told of, as that is where to act; the former only where that one is not told.

mod boundary;
mod conflicts;
mod hints;
mod peers;
mod repetitions;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;

use cache::Digest;
use findings::Finding;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use crate::Options;
use crate::annotations::Mark;
use crate::beliefs;
use crate::callers::Callers;
use crate::entries::{Entry, Spot, see_guards};
use crate::memory::{Given, Memory};
use crate::parallel;
use crate::program::{ClassId, FieldId, MethodId, Program};
use crate::sharing::Sharing;
use crate::summaries::{AllSigns, Summaries};
use crate::tasks::Tasks;
use crate::true_positives::Certainty;

use boundary::{Exempt, exempt_fields, is_machinery};
use conflicts::Conflict;
use peers::Peers;
pub use repetitions::each_access_once;

pub fn findings(
    program: &Program<'_>,
    summaries: &Summaries<'_>,
    options: &Options,
    classes: &[ClassId],
    threads: NonZeroUsize,
) -> (Vec<Finding>, Vec<Withheld>) {
    let signs: AllSigns<'_> = summaries.signs().collect();
    let tasks = Tasks::of(program, &signs);
    let sharing = Sharing::of(program, &signs, &tasks, options);
    let reporter = Reporter {
        program,
        summaries,
        fields: exempt_fields(program, &sharing.safe_fields),
        sharing,
        internal: program.internal_methods(),
        inner: inner(program),
        certainty: Certainty::of(program, summaries, &signs),
        callers: Callers::of(program, &signs),
        tasks,
        options,
    };
    let summary = |id| summaries.digest(id);
    let is_internal = |id| reporter.internal.contains(&id);
    let memory = summaries.memory().map(|(memory, callees)| {
        let given = Given {
            all: reporter.all_given(memory),
            callees,
            summary: &summary,
            is_internal: &is_internal,
        };
        (memory, given)
    });
    let told = parallel::map(threads, classes, |&class| match &memory {
        Some((memory, given)) => {
            let together: Vec<ClassId> = reporter.told_with(class).collect();
            memory.findings(program, given, &together, || reporter.of_class(class))
        }
        None => reporter.of_class(class),
    });
    let told = told.into_iter().flatten();
    let (withheld, told): (Vec<Told>, Vec<Told>) = told
        .filter(|it| !options.true_positives || it.finding.sure == Some(true))
        .partition(|it| it.lacking.is_some());
    let findings: Vec<Finding> = told.into_iter().map(|it| it.finding).collect();
    let mut known: FxHashSet<String> = findings.iter().map(|it| it.fingerprint.clone()).collect();
    let withheld = withheld
        .into_iter()
        .filter(|it| known.insert(it.finding.fingerprint.clone()))
        .map(|it| Withheld {
            finding: it.finding,
            lacking: it.lacking.unwrap_or_default(),
        });
    let withheld = withheld.collect();
    (findings, withheld)
}

/// What would be told of if more methods held the lock that some hold for the field.
#[derive(Debug)]
pub struct Withheld {
    pub finding: Finding,
    /// Of so many methods more.
    pub lacking: usize,
}

/// A finding of a class.
#[derive(Debug, Serialize, Deserialize)]
pub struct Told {
    finding: Finding,
    /// If too few hold the lock for it to be told of: how many methods more would have to.
    lacking: Option<usize>,
}

fn inner(program: &Program<'_>) -> FxHashMap<ClassId, Vec<ClassId>> {
    let mut inner: FxHashMap<ClassId, Vec<ClassId>> = FxHashMap::default();
    for class in program.class_ids() {
        if let Some((_, around)) = program[class].around {
            inner.entry(around).or_default().push(class);
        }
    }
    inner
}

struct Reporter<'p> {
    program: &'p Program<'p>,
    summaries: &'p Summaries<'p>,
    fields: Vec<Exempt>,
    sharing: Sharing,
    /// Methods that only their class, and those below it, call.
    internal: BTreeSet<MethodId>,
    /// The classes of inner objects, by that of the object around them.
    inner: FxHashMap<ClassId, Vec<ClassId>>,
    certainty: Certainty<'p>,
    callers: Callers,
    tasks: Tasks,
    options: &'p Options,
}

/// What may be told.
struct Candidate<'e, 'p> {
    spot: &'e Spot<'p>,
    entry: &'e Entry<'p>,
    /// All that is known to access the location.
    peers: &'e Peers<'e, 'p>,
    conflict: Conflict<'e, 'p>,
    /// What an annotation asks for that the access breaks.
    broken: Option<String>,
    lacking: Option<usize>,
    /// See [`Finding::told_by`].
    told_by: Vec<String>,
}

impl Candidate<'_, '_> {
    fn is_read(&self) -> bool {
        !self.entry.is_write()
    }
}

impl<'p> Reporter<'p> {
    /// What the findings of any class depend on, beside summaries.
    fn all_given(&self, memory: &Memory<'_>) -> Digest {
        let mut all = memory.of_options(self.options);
        for exempt in [Exempt::Containers, Exempt::All] {
            let fields = self.program.field_ids();
            let fields: Vec<FieldId> = fields
                .filter(|it| self.fields[it.index()] == exempt)
                .collect();
            memory.add_fields(&mut all, fields.iter());
        }
        for class in self.program.class_ids() {
            memory.add_fields(&mut all, self.program[class].instance.iter());
            if let Some(reason) = self.sharing.reason(class) {
                all.text(&self.program[class].name);
                all.text(reason);
            }
        }
        self.certainty.digest(&mut all, memory);
        self.callers.digest(&mut all, memory);
        self.tasks.digest(&mut all, memory);
        all.finish()
    }

    fn of_class(&self, class: ClassId) -> Vec<Told> {
        let said = &self.program[class].said;
        if said.is(Mark::NotLookedAt)
            || said.is(Mark::Suppressed)
            || is_machinery(self.program, class)
        {
            return Vec::new();
        }
        let reason = self.sharing.reason(class);
        if reason.is_none() && !self.program.has_guards() {
            return Vec::new();
        }
        let mut locations = self.locations(class);
        for entries in locations.values_mut() {
            self.see_threads(entries);
            see_guards(entries);
        }
        let doubts = beliefs::see(
            self.program,
            class,
            &self.callers,
            self.options,
            &mut locations,
        );
        let peers = locations.iter().map(|(spot, it)| (spot, Peers::of(it)));
        let peers: BTreeMap<&Spot<'_>, Peers<'_, '_>> = peers.collect();
        let mut candidates = Vec::new();
        for (spot, peers) in &peers {
            self.of_location(spot, peers, reason.is_some(), &mut candidates);
        }
        let mut withheld = Vec::new();
        if reason.is_some() && !self.options.true_positives {
            for (spot, lacking) in &doubts {
                withheld.extend(self.withheld(spot, &peers[spot], *lacking));
            }
        }
        let told = [candidates, withheld].map(|it| self.without_repetitions(class, it));
        let told = told.into_iter().flatten().map(|it| Told {
            finding: self.finding(class, &it, reason.unwrap_or_default()),
            lacking: it.lacking,
        });
        told.collect()
    }
}
