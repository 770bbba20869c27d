//! Where checks stood: whether every access of a trace has a check that covers it, and every check an access that it is
//! legitimate for.
//!
//! BigFoot (Rhodes, Flanagan and Freund, 2017), section 2, and 5.1 for reads and writes. A check *covers* an access of the same
//! thread to the same location if it stands before it with no release between them, or after it with no acquire between
//! them: no race is missed then. It is *legitimate* for an access if it stands before it with no acquire, or after it
//! with no release: no race is made up then. A check of a write covers reads too, and one of a read is legitimate for
//! a write too. Where this differs:
//!
//! - An acquire that tells the thread nothing new is none: it orders no other thread's actions before the thread's next ones.
//! - Some accesses are said to need no check, or one that leaves something out ([`Fault`] lists these claims). A trace
//!   cannot prove a claim, but it must not show the contrary.
//! - What a thread had put off when the JVM ended is checked by another thread, if it can be; it may be too late.

use std::io::Read;

use rustc_hash::FxHashMap;

use crate::detector::kept;
use crate::order::{Effect, Order};
use crate::{Error, Event, Item, Kind, Location, Manner, Op, Range, Reader, Site};

/// So many elements of one range that nobody accessed, and the rest is not looked at.
const MOST_FAULTS_OF_RANGE: usize = 16;

/// What is wrong with an access or check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fault {
    /// No check covers the access.
    Uncovered,
    /// The check is legitimate for no access.
    Illegitimate,
    /// The access is to what another thread was said not to know, or the thread's claim to be alone came after the other's access.
    Shared,
    /// An object that was said to be known to its constructor alone had been accessed by another thread.
    NotFresh,
    /// A field that only constructors were said to write is written after another thread has read it.
    Unsettled,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Violation {
    /// The place of the access or check among all events, from 1.
    pub event: u64,
    pub fault: Fault,
    pub thread: u32,
    pub location: Location,
    /// Of the access or check; of a check of a range that of some access to the array.
    pub site: Option<u32>,
}

/// How many accesses are covered, and by what.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    pub accesses: u64,
    /// By a check that follows at once.
    pub own: u64,
    pub earlier: u64,
    pub later: u64,
    /// By the mark of a thread that alone knows the object.
    pub fresh: u64,
    /// By a check that is not remembered, as nobody will write.
    pub settled: u64,
    /// By none, as only the thread can know what is accessed.
    pub unshared: u64,
    /// By none, as the optimistic section that has the read failed.
    pub dropped: u64,
    /// By none, as the JVM ended before the thread came to it.
    pub cut_off: u64,
    /// Locations checked, an element of a range being one.
    pub checks: u64,
}

/// What a whole trace says.
#[derive(Debug, Default)]
pub struct Placement {
    pub count: Count,
    pub sites: FxHashMap<u32, Site>,
    /// In the order of their events.
    pub violations: Vec<Violation>,
    pub events: u64,
    /// Whether the end of the trace is missing.
    pub cut: bool,
}

/// Looks at the checks of a trace, which is read twice: what was kept of optimistic sections shows only later.
pub fn examine<R: Read>(open: impl Fn() -> std::io::Result<R>) -> Result<Placement, Error> {
    let kept = kept(open()?)?;
    let mut placement = Placement::default();
    let mut examiner = Examiner::default();
    let mut reader = Reader::new(open()?)?;
    for item in reader.by_ref() {
        match item? {
            Item::Site(site) => {
                placement.sites.insert(site.number, site);
            }
            Item::Event(event) => {
                placement.events += 1;
                let op = |site| placement.sites.get(&site).map(|s| s.op);
                match event.kind {
                    Kind::Tentative { site, number, .. }
                        if op(site) == Some(Op::Read) && !kept.contains(&number) =>
                    {
                        examiner.dropped(event.thread);
                    }
                    _ => examiner.event(&event, op),
                }
            }
        }
    }
    placement.cut = reader.is_cut();
    (placement.count, placement.violations) = examiner.finish();
    Ok(placement)
}

/// How often the thread has acquired and released until an action.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Moment {
    acquires: u32,
    releases: u32,
}

#[derive(Debug, Default)]
struct Thread {
    now: Moment,
    /// The last event, if it was an access.
    last: Option<Access>,
    ended: bool,
}

#[derive(Debug, Clone, Copy)]
struct Access {
    location: Location,
    op: Op,
    site: u32,
    event: u64,
}

/// An access that no check covers yet, and how many like it there were since.
#[derive(Debug, Clone, Copy)]
struct Waiting {
    first: u64,
    site: u32,
    count: u32,
    since: Moment,
}

/// A check that is legitimate for no access yet.
#[derive(Debug, Clone, Copy)]
struct Early {
    event: u64,
    acquires: u32,
}

/// What is known of reads, and what of writes.
#[derive(Debug, Clone, Copy, Default)]
struct Each<T> {
    read: T,
    write: T,
}

impl<T> Each<T> {
    fn of(&mut self, op: Op) -> &mut T {
        match op {
            Op::Read => &mut self.read,
            Op::Write => &mut self.write,
        }
    }
}

/// One thread's dealings with one location.
#[derive(Debug, Default)]
struct Dealings {
    /// How often the thread had released something when it last accessed it.
    accessed: Each<Option<u32>>,
    /// … and when it was last checked.
    checked: Each<Option<u32>>,
    waiting: Each<Option<Waiting>>,
    early: Each<Option<Early>>,
}

impl Dealings {
    /// Whether a check that stands before now covers an access of now.
    fn has_earlier_check(&self, op: Op, releases: u32) -> bool {
        let now = Some(releases);
        self.checked.write == now || op == Op::Read && self.checked.read == now
    }

    /// Whether there is an access before now that a check of now is legitimate for.
    fn has_earlier_access(&self, op: Op, releases: u32) -> bool {
        let now = Some(releases);
        self.accessed.write == now || op == Op::Read && self.accessed.read == now
    }

    fn was_accessed(&self, op: Op) -> bool {
        self.accessed.write.is_some() || op == Op::Read && self.accessed.read.is_some()
    }
}

/// Threads of which all but their number is to be known if there is one.
#[derive(Debug, Clone, Copy)]
enum Who {
    One(u32),
    Several,
}

impl Who {
    fn and(self, thread: u32) -> Who {
        match self {
            Who::One(one) if one == thread => self,
            _ => Who::Several,
        }
    }

    fn is_only(self, thread: u32) -> bool {
        matches!(self, Who::One(one) if one == thread)
    }
}

/// An object or array.
#[derive(Debug)]
struct Object {
    accessed_by: Who,
    /// Whether only one thread is said to know it.
    is_unshared: bool,
    /// Some access.
    site: u32,
}

/// Takes events one by one.
#[derive(Debug, Default)]
struct Examiner {
    order: Order,
    threads: FxHashMap<u32, Thread>,
    dealings: FxHashMap<(u32, Location), Dealings>,
    objects: FxHashMap<u32, Object>,
    /// Who has made a clone, after how many releases.
    clones: FxHashMap<u32, (u32, u32)>,
    /// Who has read fields that only constructors write.
    settled: FxHashMap<Location, Who>,
    count: Count,
    violations: Vec<Violation>,
    /// The number of the event at hand.
    event: u64,
}

impl Examiner {
    /// `op` tells the operation of a site.
    fn event(&mut self, event: &Event, op: impl Fn(u32) -> Option<Op>) {
        self.event += 1;
        let thread = event.thread;
        match event.kind {
            Kind::Check {
                manner,
                site,
                object,
                key,
            } => {
                if let Some(op) = op(site) {
                    let location = Location { object, key };
                    self.own_check(thread, location, op, manner);
                    self.check(thread, location, op, Some(site), false);
                    self.claim(thread, location, op, manner, site);
                }
                return;
            }
            Kind::Unshared => return self.unshared(thread),
            // What the detector made of the access.
            Kind::Excused { .. } | Kind::Race { .. } => return,
            _ => self.close_access(thread),
        }
        match event.kind {
            Kind::Access { site, object, key } => {
                if let Some(op) = op(site) {
                    self.access(thread, Location { object, key }, op, site);
                }
            }
            Kind::Tentative {
                site, object, key, ..
            } => {
                let location = Location { object, key };
                match op(site) {
                    Some(Op::Write) => self.access(thread, location, Op::Write, site),
                    // It is kept, and counts as checked when it was made.
                    Some(Op::Read) => {
                        self.access(thread, location, Op::Read, site);
                        self.own_check(thread, location, Op::Read, Manner::Plain);
                        self.check(thread, location, Op::Read, Some(site), false);
                    }
                    None => {}
                }
            }
            Kind::Range(range) => self.range(thread, range),
            Kind::Cloned { object } => {
                let releases = self.now(thread).releases;
                self.clones.insert(object, (thread, releases));
            }
            Kind::Ended => self.threads.entry(thread).or_default().ended = true,
            _ => self.synchronization(event),
        }
    }

    /// A read that did not happen after all.
    fn dropped(&mut self, thread: u32) {
        self.event += 1;
        self.close_access(thread);
        self.count.accesses += 1;
        self.count.dropped += 1;
    }

    fn now(&mut self, thread: u32) -> Moment {
        self.threads.entry(thread).or_default().now
    }

    fn synchronization(&mut self, event: &Event) {
        let effect = self.order.event(event);
        let now = &mut self.threads.entry(event.thread).or_default().now;
        match effect {
            Effect::Acquired => now.acquires += 1,
            Effect::Released => now.releases += 1,
            Effect::None => {}
        }
    }

    fn access(&mut self, thread: u32, location: Location, op: Op, site: u32) {
        self.count.accesses += 1;
        let event = self.event;
        let access = Access {
            location,
            op,
            site,
            event,
        };
        let now = self.now(thread);
        let object = self.objects.entry(location.object).or_insert(Object {
            accessed_by: Who::One(thread),
            is_unshared: false,
            site,
        });
        object.accessed_by = object.accessed_by.and(thread);
        object.site = site;
        if object.is_unshared && !object.accessed_by.is_only(thread) {
            self.blame(Fault::Shared, event, thread, location, Some(site));
        }
        let readers = self.settled.get(&location);
        if op == Op::Write && readers.is_some_and(|who| !who.is_only(thread)) {
            self.blame(Fault::Unsettled, event, thread, location, Some(site));
        }
        let dealings = self.dealings.entry((thread, location)).or_default();
        *dealings.accessed.of(op) = Some(now.releases);
        let mut unfounded = Vec::new();
        for checked in [Op::Read, Op::Write] {
            if checked == Op::Write && op == Op::Read {
                continue;
            }
            if let Some(early) = dealings.early.of(checked).take()
                && early.acquires != now.acquires
            {
                unfounded.push(early.event);
            }
        }
        for event in unfounded {
            self.blame(Fault::Illegitimate, event, thread, location, None);
        }
        self.threads.entry(thread).or_default().last = Some(access);
    }

    /// Another event than a check comes after an access: it has no check of its own.
    fn close_access(&mut self, thread: u32) {
        let Some(access) = self.threads.entry(thread).or_default().last.take() else {
            return;
        };
        let now = self.now(thread);
        let cloned = self.clones.get(&access.location.object) == Some(&(thread, now.releases));
        let dealings = self.dealings.entry((thread, access.location)).or_default();
        if cloned || dealings.has_earlier_check(access.op, now.releases) {
            self.count.earlier += 1;
            return;
        }
        let fresh = Waiting {
            first: access.event,
            site: access.site,
            count: 0,
            since: now,
        };
        let waiting = dealings.waiting.of(access.op);
        let before = waiting.filter(|w| w.since.acquires != now.acquires);
        let still = waiting.filter(|w| w.since.acquires == now.acquires);
        let mut all = still.unwrap_or(fresh);
        all.count += 1;
        *waiting = Some(all);
        if let Some(before) = before {
            self.uncovered(thread, access.location, before);
        }
    }

    /// If the check is that of the access just made, the access is settled.
    fn own_check(&mut self, thread: u32, location: Location, op: Op, manner: Manner) {
        let last = self.threads.entry(thread).or_default().last;
        let own = last.filter(|a| a.location == location && covers(op, a.op));
        if own.is_none() {
            return self.close_access(thread);
        }
        self.threads.entry(thread).or_default().last = None;
        match manner {
            Manner::Fresh => self.count.fresh += 1,
            Manner::Settled if op == Op::Read => self.count.settled += 1,
            _ => self.count.own += 1,
        }
    }

    /// Whether the check is, or may yet become, legitimate.
    fn check(
        &mut self,
        thread: u32,
        location: Location,
        op: Op,
        site: Option<u32>,
        at_end: bool,
    ) -> bool {
        self.count.checks += 1;
        let now = self.now(thread);
        let event = self.event;
        let dealings = self.dealings.entry((thread, location)).or_default();
        *dealings.checked.of(op) = Some(now.releases);
        let mut covered = vec![dealings.waiting.read.take()];
        if op == Op::Write {
            covered.push(dealings.waiting.write.take());
        }
        let legitimate =
            dealings.has_earlier_access(op, now.releases) || at_end && dealings.was_accessed(op);
        let mut unfounded = None;
        if !legitimate {
            let early = dealings.early.of(op);
            unfounded = early.filter(|e| e.acquires != now.acquires);
            let acquires = now.acquires;
            *early = Some(
                early
                    .filter(|e| e.acquires == acquires)
                    .unwrap_or(Early { event, acquires }),
            );
        }
        for waiting in covered.into_iter().flatten() {
            if waiting.since.acquires == now.acquires {
                self.count.later += u64::from(waiting.count);
            } else {
                self.uncovered(thread, location, waiting);
            }
        }
        if let Some(early) = unfounded {
            self.blame(Fault::Illegitimate, early.event, thread, location, site);
        }
        legitimate
    }

    fn range(&mut self, thread: u32, range: Range) {
        let mut faults = 0;
        for i in 0..range.count {
            let key = range.first + i * range.step;
            let location = Location {
                object: range.object,
                key,
            };
            let fine = self.check(thread, location, range.op, None, range.at_end);
            faults += usize::from(!fine);
            if faults == MOST_FAULTS_OF_RANGE {
                return;
            }
        }
    }

    /// What a check leaves out rests on a claim.
    fn claim(&mut self, thread: u32, location: Location, op: Op, manner: Manner, site: u32) {
        match manner {
            Manner::Plain => {}
            Manner::Fresh => {
                let object = self.objects.get(&location.object);
                if object.is_some_and(|o| !o.accessed_by.is_only(thread)) {
                    self.blame(Fault::NotFresh, self.event, thread, location, Some(site));
                }
            }
            Manner::Settled => {
                if op == Op::Read {
                    let readers = self.settled.entry(location);
                    let readers = readers.or_insert(Who::One(thread));
                    *readers = readers.and(thread);
                }
            }
        }
    }

    fn unshared(&mut self, thread: u32) {
        let Some(access) = self.threads.entry(thread).or_default().last.take() else {
            return;
        };
        self.count.unshared += 1;
        let Access {
            location,
            event,
            site,
            ..
        } = access;
        if let Some(object) = self.objects.get_mut(&location.object) {
            object.is_unshared = true;
            if !object.accessed_by.is_only(thread) {
                self.blame(Fault::Shared, event, thread, location, Some(site));
            }
        }
    }

    fn uncovered(&mut self, thread: u32, location: Location, waiting: Waiting) {
        let site = Some(waiting.site);
        self.blame(Fault::Uncovered, waiting.first, thread, location, site);
    }

    fn blame(
        &mut self,
        fault: Fault,
        event: u64,
        thread: u32,
        location: Location,
        at: Option<u32>,
    ) {
        let site = at.or_else(|| self.objects.get(&location.object).map(|o| o.site));
        self.violations.push(Violation {
            event,
            fault,
            thread,
            location,
            site,
        });
    }

    fn finish(mut self) -> (Count, Vec<Violation>) {
        let threads: Vec<u32> = self.threads.keys().copied().collect();
        for thread in threads {
            self.close_access(thread);
        }
        for ((thread, location), mut dealings) in std::mem::take(&mut self.dealings) {
            let Thread { now, ended, .. } = self.threads[&thread];
            for op in [Op::Read, Op::Write] {
                match dealings.waiting.of(op).take() {
                    Some(waiting) if !ended && waiting.since == now => {
                        self.count.cut_off += u64::from(waiting.count);
                    }
                    Some(waiting) => self.uncovered(thread, location, waiting),
                    None => {}
                }
                if let Some(early) = dealings.early.of(op).take() {
                    self.blame(Fault::Illegitimate, early.event, thread, location, None);
                }
            }
        }
        self.violations.sort_unstable();
        self.violations.dedup();
        (self.count, self.violations)
    }
}

/// Whether a check of this kind covers an access of that kind.
fn covers(check: Op, access: Op) -> bool {
    check == Op::Write || access == Op::Read
}
