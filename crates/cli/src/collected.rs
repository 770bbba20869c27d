//! What JVMs tell, collected: races are printed as they come in, the rest is told when all is over.

use std::time::{Duration, Instant};

use findings::run::Event;
use findings::{Engine, Finding, Merged};
use report::{Palette, Run};

use crate::arguments::ReportOptions;
use crate::jvm::{self, Jvm, Total};
use crate::run::say;
use crate::suppressions::Suppressions;

/// All JVMs, by number.
pub struct Collected {
    jvms: Vec<Jvm>,
    suppressions: Suppressions,
    printer: Printer,
    /// Races that wait for the earlier access's stack, and since when: a race that comes again may bring it.
    waiting: Vec<(Instant, Finding)>,
}

impl Collected {
    pub fn new(options: &ReportOptions, suppressions: Suppressions) -> Collected {
        Collected {
            jvms: Vec::new(),
            suppressions,
            printer: Printer {
                palette: options.palette(),
                limit: options.max_reports.map(|limit| limit as usize),
                printed: 0,
                seen: Merged::default(),
            },
            waiting: Vec::new(),
        }
    }

    /// Takes in an event of the JVM with this number.
    pub fn take(&mut self, number: usize, event: Event) {
        if number >= self.jvms.len() {
            self.jvms.resize_with(number + 1, Jvm::default);
        }
        if let Some(race) = self.jvms[number].take(event)
            && !self.suppressions.cover(&race)
        {
            if race.accesses[1].stack.is_some() {
                self.printer.print(&race);
            } else {
                self.waiting.push((Instant::now(), race));
            }
        }
    }

    /// Prints races that have waited so long in vain.
    pub fn print_waiting(&mut self, at_least: Duration) {
        let due = |(since, _): &mut (Instant, Finding)| since.elapsed() >= at_least;
        for (_, race) in self.waiting.extract_if(.., due) {
            self.printer.print(&race);
        }
    }

    /// Whether more may come.
    pub fn is_any_running(&self) -> bool {
        self.jvms.iter().any(Jvm::is_running)
    }

    /// `problems` are events that could not be read, `filters` the options that chose what to check.
    pub fn finish(mut self, problems: Vec<String>, filters: Vec<String>) -> Outcome {
        self.print_waiting(Duration::ZERO);
        let mut total = jvm::total(self.jvms);
        self.suppressions
            .apply(&mut total.findings, &mut total.stats);
        Outcome {
            total,
            printed: self.printer.printed,
            problems,
            filters,
        }
    }
}

/// Prints each race once, though several JVMs may find it.
struct Printer {
    palette: Palette,
    limit: Option<usize>,
    printed: usize,
    seen: Merged,
}

impl Printer {
    fn print(&mut self, race: &Finding) {
        let is_new = self.seen.add(race.clone());
        if is_new && self.limit.is_none_or(|limit| self.printed < limit) {
            say(&report::race(race, self.palette));
            self.printed += 1;
        }
    }
}

/// What is known when all is over.
pub struct Outcome {
    pub total: Total,
    printed: usize,
    /// Events that could not be read.
    pub problems: Vec<String>,
    /// The options that chose what to check.
    filters: Vec<String>,
}

impl Outcome {
    pub fn run(&self) -> Run<'_> {
        Run {
            engine: Engine::Dynamic,
            findings: &self.total.findings,
            printed: self.printed,
            still_running: self.total.still_running,
            stats: &self.total.stats,
            unreadable: &self.problems,
            filters: &self.filters,
        }
    }

    pub fn summary(&self, options: &ReportOptions) -> String {
        let palette = options.palette();
        let mut text = String::new();
        if options.stats {
            text.push_str(&report::stats(&self.total.stats, palette));
        }
        text.push_str(&report::summary(&self.run(), palette));
        text
    }

    pub fn has_races(&self) -> bool {
        self.run().reported().next().is_some()
    }

    /// Whether silence would not mean that all is well.
    pub fn is_worthless(&self) -> bool {
        self.total.stats.jvms == 0 || !self.problems.is_empty() || self.run().filtered_to_nothing()
    }
}
