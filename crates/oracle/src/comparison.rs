//! A trace beside the programs that made it.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::File;
use std::path::Path;

use trace::{Event, Item, Kind, Location, Reader, Site, Verdict};

use crate::batch::Precision;
use crate::classes::{FRESH_CLASS, thread_name};
use crate::expectation::{Action, Place, Sync, actions};
use crate::program::{Access, Program};

/// What is wrong with each program, by its number in the batch; what is right is left out. With precision for traces, neither locations
/// nor checks are compared in a program of which both say that it races.
pub fn compare(
    programs: &[Program],
    trace: &Path,
    precision: Precision,
) -> Result<BTreeMap<usize, String>, trace::Error> {
    let verdict = trace::judge(|| File::open(trace))?;
    let placement = trace::examine(|| File::open(trace))?;
    let mut wrong = BTreeMap::new();
    let recorded = Recorded::read(trace, &verdict)?;
    for (number, program) in programs.iter().enumerate() {
        if let Err(what) = recorded.follows(program, number) {
            wrong.insert(number, what);
        }
    }
    for (number, what) in recorded.false_alarms() {
        wrong.entry(number).or_insert(what);
    }
    let disagreement = verdict.disagreement().into_iter().map(|location| {
        let by = if verdict.reported.contains(&location) {
            "run"
        } else {
            "replay"
        };
        (location, format!("{location:?} is racy for {by} alone"))
    });
    let misplaced = placement.violations.iter();
    let misplaced = misplaced.map(|v| (v.location, format!("{v:?}")));
    let reported = recorded.programs_of(verdict.reported.iter());
    let replayed = recorded.programs_of(verdict.racy.iter().map(|r| &r.location));
    let both_say = |number| reported.contains(&number) && replayed.contains(&number);
    for (location, what) in disagreement.chain(misplaced) {
        match recorded.program_of(location) {
            Some(number) if precision == Precision::Trace && both_say(number) => {}
            Some(number) => {
                wrong.entry(number).or_insert(what);
            }
            None => {
                // Not a program's own: blame all.
                (0..programs.len()).for_each(|n| {
                    wrong.entry(n).or_insert_with(|| what.clone());
                });
            }
        }
    }
    Ok(wrong)
}

/// The events of each thread, by its name.
struct Recorded<'v> {
    threads: HashMap<String, Vec<Kind>>,
    names: HashMap<u32, String>,
    verdict: &'v Verdict,
    /// A site of each location.
    sites: HashMap<Location, u32>,
    /// Clocks of objects that belong to the JDK: it synchronizes when it loads a class.
    foreign: HashSet<u32>,
}

impl<'v> Recorded<'v> {
    fn read(trace: &Path, verdict: &'v Verdict) -> Result<Self, trace::Error> {
        let mut recorded = Recorded {
            threads: HashMap::new(),
            names: HashMap::new(),
            verdict,
            sites: HashMap::new(),
            foreign: HashSet::new(),
        };
        for item in Reader::new(File::open(trace)?)? {
            if let Item::Event(event) = item? {
                recorded.add(event);
            }
        }
        Ok(recorded)
    }

    fn add(&mut self, event: Event) {
        match &event.kind {
            Kind::Fork { child, name } => {
                self.names.insert(*child, name.clone());
            }
            &Kind::Access { site, object, key } => {
                self.sites.entry(Location { object, key }).or_insert(site);
            }
            Kind::Acquire { clock, initializer } | Kind::Release { clock, initializer }
                if *initializer || self.foreign.contains(clock) =>
            {
                return;
            }
            Kind::Clock { clock, class } => {
                // What a program synchronizes on no other thread has used before.
                let by_program = self.names.contains_key(&event.thread);
                if !by_program || !is_programs(class) {
                    self.foreign.insert(*clock);
                }
                return;
            }
            Kind::Race { .. } | Kind::Excused { .. } => return,
            _ if event.is_of_checks() => return,
            _ => {}
        }
        if let Some(name) = self.names.get(&event.thread) {
            let events = self.threads.entry(name.clone()).or_default();
            events.push(event.kind);
        }
    }

    fn site(&self, number: u32) -> Option<&'v Site> {
        self.verdict.sites.get(&number)
    }

    fn programs_of<'l>(&self, locations: impl Iterator<Item = &'l Location>) -> HashSet<usize> {
        locations.filter_map(|&l| self.program_of(l)).collect()
    }

    /// The number of the program whose code accesses the location.
    fn program_of(&self, location: Location) -> Option<usize> {
        let site = self.site(*self.sites.get(&location)?)?;
        let (package, _) = site.class.split_once('/')?;
        package.strip_prefix('p')?.parse().ok()
    }

    /// Whether it is an element of an array in a final field, to which nothing but a constructor writes.
    fn is_of_final(&self, location: Location) -> bool {
        let site = self.sites.get(&location).and_then(|&site| self.site(site));
        site.is_some_and(|site| {
            let class = site.class.split_once('/').map(|(_, name)| name);
            class == Some(FRESH_CLASS) && site.field.is_none()
        })
    }

    /// Races of such elements, by program. Run and replay excuse the same reads, so they could be wrong together.
    fn false_alarms(&self) -> impl Iterator<Item = (usize, String)> {
        let run = self.verdict.reported.iter().map(|&it| (it, "run"));
        let replayed = self.verdict.racy.iter().map(|it| it.location);
        let all = run.chain(replayed.map(|it| (it, "replay")));
        let alarms = all.filter(|&(location, _)| self.is_of_final(location));
        alarms.filter_map(|(location, by)| {
            let what = format!("{location:?}, which only a constructor writes, is racy for {by}");
            Some((self.program_of(location)?, what))
        })
    }

    /// Whether the program's threads did exactly what they must.
    fn follows(&self, program: &Program, number: usize) -> Result<(), String> {
        let package = format!("p{number}");
        let mut names = Names::default();
        for thread in 0..program.threads.len() {
            let name = thread_name(&package, thread);
            let started = self.names.values().any(|n| *n == name);
            let empty = Vec::new();
            let events = self.threads.get(&name).unwrap_or(&empty);
            if !started {
                continue;
            }
            let mut rest = events.as_slice();
            for (step, action) in actions(program, thread).into_iter().enumerate() {
                rest = self
                    .step(&action, rest, &package, &mut names)
                    .map_err(|what| format!("thread {thread}, step {step}: {what}"))?;
            }
            if let Some(more) = rest.first() {
                return Err(format!("thread {thread} did too much: {more:?}"));
            }
        }
        Ok(())
    }

    /// Takes the events of one action; answers those after them.
    fn step<'e>(
        &self,
        action: &Action,
        events: &'e [Kind],
        package: &str,
        names: &mut Names,
    ) -> Result<&'e [Kind], String> {
        if let Action::Perhaps(access, places) = action {
            let pairs = events.iter().zip(places);
            let taken = pairs.take_while(|&(event, &place)| self.is_access(event, *access, place));
            let taken = taken.count();
            return match places.get(taken) {
                Some(next) if taken > 0 => Err(format!("{access:?} of {next:?} is missing")),
                _ => Ok(&events[taken..]),
            };
        }
        let wanted = || format!("{action:?} is missing");
        let (event, rest) = events.split_first().ok_or_else(wanted)?;
        let fits = match (action, event) {
            (&Action::Access(access, place), &Kind::Access { object, key, .. }) => {
                self.is_access(event, access, place) && names.place(place, Location { object, key })
            }
            (&Action::Acquire(sync), &Kind::Acquire { clock, .. })
            | (&Action::Release(sync), &Kind::Release { clock, .. }) => names.sync(sync, clock),
            (&Action::Start(child), Kind::Fork { name, .. }) => {
                *name == thread_name(package, usize::from(child))
            }
            (&Action::Join(child), Kind::Join { ended }) => {
                let name = self.names.get(ended);
                name == Some(&thread_name(package, usize::from(child)))
            }
            _ => false,
        };
        if fits {
            Ok(rest)
        } else {
            Err(format!("{} where there is {event:?}", wanted()))
        }
    }

    fn is_access(&self, event: &Kind, access: Access, place: Place) -> bool {
        let &Kind::Access { site, object, key } = event else {
            return false;
        };
        let Some(site) = self.site(site) else {
            return false;
        };
        if let Place::FinalElement(index) = place
            && (u32::from(index) != key || !self.is_of_final(Location { object, key }))
        {
            return false;
        }
        let op = match access {
            Access::Read => trace::Op::Read,
            Access::Write => trace::Op::Write,
        };
        let field = site.field.as_ref().map(|(_, name)| name.as_str());
        site.op == op && field == place.field()
    }
}

/// Whether a program has locks of this class.
fn is_programs(class: &str) -> bool {
    matches!(class, "java.lang.Object" | "java.lang.Class")
        || !class.contains("java.") && !class.contains("jdk.")
}

/// Which number of the trace stands for what: one for each, and the same one always.
#[derive(Default)]
struct Names {
    places: HashMap<Place, Location>,
    locations: HashMap<Location, Place>,
    syncs: HashMap<Sync, u32>,
    clocks: HashMap<u32, Sync>,
}

impl Names {
    fn place(&mut self, place: Place, location: Location) -> bool {
        match place {
            // There are many of these.
            Place::Fresh(_) | Place::FinalElement(_) | Place::FreshElement => {
                return !self.locations.contains_key(&location);
            }
            // It may be any.
            Place::KeptElement => return true,
            _ => {}
        }
        *self.places.entry(place).or_insert(location) == location
            && *self.locations.entry(location).or_insert(place) == place
    }

    fn sync(&mut self, sync: Sync, clock: u32) -> bool {
        *self.syncs.entry(sync).or_insert(clock) == clock
            && *self.clocks.entry(clock).or_insert(sync) == sync
    }
}
