//! Happens-before by vector clocks, and nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::order::{Effect, Order, VectorClock};
use crate::{Error, Event, Item, Kind, Op, Reader, Site};

/// A field of an object (or of a class, if static) or an element of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Location {
    pub object: u32,
    pub key: u32,
}

/// Two sites whose accesses race, the earlier in the trace first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pair {
    pub earlier: u32,
    pub later: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RacyLocation {
    pub location: Location,
    pub pairs: BTreeSet<Pair>,
}

/// The last access of one kind by each thread: when, and where. An earlier access of the same
/// thread is ordered before whatever this one is ordered before.
#[derive(Debug, Default)]
struct LastAccesses(BTreeMap<u32, (u64, u32)>);

impl LastAccesses {
    fn unordered<'l>(
        &'l self,
        thread: u32,
        known: &'l VectorClock,
    ) -> impl Iterator<Item = u32> + 'l {
        self.0
            .iter()
            .filter(move |&(&by, &(time, _))| by != thread && time > known.of(by))
            .map(|(_, &(_, site))| site)
    }
}

#[derive(Debug, Default)]
struct History {
    reads: LastAccesses,
    writes: LastAccesses,
}

/// Takes events one by one.
#[derive(Debug, Default)]
pub struct Detector {
    order: Order,
    history: FxHashMap<Location, History>,
    races: BTreeMap<Location, BTreeSet<Pair>>,
    /// By thread: races of its reads since it last synchronized with writes, which an `Excused` may take back.
    pending: FxHashMap<u32, FxHashMap<Location, Vec<Pair>>>,
    /// Reads that were excused, and when: the run looks at a location once between two releases of a thread.
    excused: FxHashMap<(u32, Location), u64>,
}

impl Detector {
    /// `op` is the operation of the site, for accesses.
    pub fn event(&mut self, event: &Event, op: Option<Op>) {
        let thread = event.thread;
        if event.is_of_checks() {
            return;
        }
        match (&event.kind, op) {
            (&Kind::Excused { object, key }, _) => self.excuse(thread, Location { object, key }),
            (&Kind::Access { site, object, key }, Some(op))
            | (
                &Kind::Tentative {
                    site, object, key, ..
                },
                Some(op),
            ) => self.access(thread, Location { object, key }, op, site),
            _ => {
                // The run puts nothing in order either when there is no news.
                if self.order.event(event) != Effect::None {
                    self.settle(thread);
                }
            }
        }
    }

    fn excuse(&mut self, thread: u32, location: Location) {
        if let Some(pending) = self.pending.get_mut(&thread) {
            pending.remove(&location);
        }
        let now = self.order.known(thread).of(thread);
        self.excused.insert((thread, location), now);
    }

    fn access(&mut self, thread: u32, location: Location, op: Op, site: u32) {
        let known = self.order.known(thread);
        let history = self.history.entry(location).or_default();
        let pair = |earlier| Pair {
            earlier,
            later: site,
        };
        let mut found: Vec<Pair> = history.writes.unordered(thread, known).map(pair).collect();
        let now = known.of(thread);
        match op {
            Op::Read => {
                history.reads.0.insert(thread, (now, site));
                if !found.is_empty() && self.excused.get(&(thread, location)) != Some(&now) {
                    let pending = self.pending.entry(thread).or_default();
                    pending.entry(location).or_default().extend(found);
                }
            }
            Op::Write => {
                found.extend(history.reads.unordered(thread, known).map(pair));
                history.writes.0.insert(thread, (now, site));
                if !found.is_empty() {
                    self.races.entry(location).or_default().extend(found);
                }
            }
        }
    }

    fn settle(&mut self, thread: u32) {
        for (location, found) in self.pending.remove(&thread).into_iter().flatten() {
            self.races.entry(location).or_default().extend(found);
        }
    }

    pub fn finish(mut self) -> Vec<RacyLocation> {
        let threads: Vec<u32> = self.pending.keys().copied().collect();
        for thread in threads {
            self.settle(thread);
        }
        self.races
            .into_iter()
            .map(|(location, pairs)| RacyLocation { location, pairs })
            .collect()
    }
}

/// What a whole trace says.
#[derive(Debug)]
pub struct Verdict {
    pub sites: FxHashMap<u32, Site>,
    pub racy: Vec<RacyLocation>,
    /// The locations that the detector inside the JVM reported.
    pub reported: BTreeSet<Location>,
    pub events: u64,
    /// Whether the end of the trace is missing.
    pub cut: bool,
}

impl Verdict {
    /// Locations that only one of the two detectors found racy.
    pub fn disagreement(&self) -> BTreeSet<Location> {
        let replayed: BTreeSet<Location> = self.racy.iter().map(|r| r.location).collect();
        replayed
            .symmetric_difference(&self.reported)
            .copied()
            .collect()
    }
}

/// Replays a trace, which is read twice: what was kept of optimistic sections shows only later.
pub fn judge<R: Read>(open: impl Fn() -> std::io::Result<R>) -> Result<Verdict, Error> {
    let kept = kept(open()?)?;
    let mut verdict = Verdict {
        sites: FxHashMap::default(),
        racy: Vec::new(),
        reported: BTreeSet::new(),
        events: 0,
        cut: false,
    };
    let mut detector = Detector::default();
    let mut reader = Reader::new(open()?)?;
    for item in reader.by_ref() {
        match item? {
            Item::Site(site) => {
                verdict.sites.insert(site.number, site);
            }
            Item::Event(event) => {
                verdict.events += 1;
                let site = match event.kind {
                    Kind::Race { object, key } => {
                        verdict.reported.insert(Location { object, key });
                        continue;
                    }
                    Kind::Access { site, .. } | Kind::Tentative { site, .. } => Some(site),
                    _ => None,
                };
                let op = site.and_then(|s| verdict.sites.get(&s)).map(|s| s.op);
                if let Kind::Tentative { number, .. } = event.kind
                    && op == Some(Op::Read)
                    && !kept.contains(&number)
                {
                    continue;
                }
                detector.event(&event, op);
            }
        }
    }
    verdict.cut = reader.is_cut();
    verdict.racy = detector.finish();
    Ok(verdict)
}

/// The numbers of the reads in optimistic sections that count.
pub fn kept<R: Read>(trace: R) -> Result<FxHashSet<u32>, Error> {
    let mut kept = FxHashSet::default();
    for item in Reader::new(trace)? {
        if let Item::Event(Event {
            kind: Kind::Kept { number },
            ..
        }) = item?
        {
            kept.insert(number);
        }
    }
    Ok(kept)
}
