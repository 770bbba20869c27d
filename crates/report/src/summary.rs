//! What a run says at its end: how much was found, how much was checked, and everything that makes
//! either number smaller than it might have been.

use std::fmt::Write;

use findings::run::Stats;
use findings::{CONTAINER_RACE, Engine, Finding, RunStats};

use crate::Palette;
use crate::names::{self, counted, number, printable};

/// A finished run, of a program or of an analysis of its class files.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    pub engine: Engine,
    /// Suppressed ones too.
    pub findings: &'a [Finding],
    /// How many of the findings were printed when they were found.
    pub printed: usize,
    /// JVMs that neither said goodbye nor are gone.
    pub still_running: u64,
    pub stats: &'a RunStats,
    /// What the JVMs told and could not be read; of an analysis, what was to be looked at and could not.
    pub unreadable: &'a [String],
    /// The options that chose what to check, such as `--include com.acme`.
    pub filters: &'a [String],
}

impl<'a> Run<'a> {
    /// The findings that the user is told of.
    pub fn reported(&self) -> impl Iterator<Item = &'a Finding> + use<'a> {
        self.findings.iter().filter(|f| f.suppressed.is_none())
    }

    pub fn suppressed(&self) -> impl Iterator<Item = &'a Finding> + use<'a> {
        self.findings.iter().filter(|f| f.suppressed.is_some())
    }

    fn has_races(&self) -> bool {
        self.reported().next().is_some()
    }

    /// Why the absence of findings means nothing.
    pub(crate) fn nothing_checked(&self) -> Option<String> {
        if self.engine == Engine::Compositional {
            let nothing = self.stats.totals.classes == 0;
            return nothing.then(|| "nothing was analysed: no class file could be read".to_owned());
        }
        if self.stats.jvms == 0 {
            Some("no JVM was watched, so nothing was checked".to_owned())
        } else if self.stats.jvms == without_numbers(self) {
            Some("no JVM told what it checked: each was killed or is still running".to_owned())
        } else if self.stats.totals.accesses_checked_sites == 0 {
            Some(format!("nothing was checked: {}", self.why_no_site()))
        } else if !self.unreadable.is_empty() {
            Some("not all that the JVMs told could be read".to_owned())
        } else {
            None
        }
    }

    /// Why the absence of findings means less than it seems: an analysis could not read all of the program.
    pub(crate) fn incomplete(&self) -> Option<&'static str> {
        let is_partial = self.engine == Engine::Compositional && !self.unreadable.is_empty();
        is_partial.then_some("not all could be read")
    }

    fn why_no_site(&self) -> String {
        let filters = printable(&self.filters.join(" "));
        match self.stats.totals.classes {
            _ if filters.is_empty() => "no loaded class had an access to check".to_owned(),
            0 => format!("{filters} left no class to check"),
            _ => format!("no class that {filters} left had an access to check"),
        }
    }

    /// Whether the user chose what to check, and nothing was.
    pub fn filtered_to_nothing(&self) -> bool {
        !self.filters.is_empty()
            && self.stats.jvms > without_numbers(self)
            && self.stats.totals.accesses_checked_sites == 0
    }
}

/// A line with the numbers, then one for each caveat; each starts with `redflag:`.
pub fn summary(run: &Run<'_>, palette: Palette) -> String {
    if run.stats.jvms == 0 && run.engine == Engine::Dynamic {
        return nothing_watched(&run.stats.unwatched_jvms, palette);
    }
    let Palette { warning, .. } = palette;
    let mut text = match run.nothing_checked() {
        // Silence must never pass for a clean bill.
        Some(why) if run.findings.is_empty() => format!("redflag: {warning}{why}{warning:#}\n"),
        _ => {
            let style = if run.has_races() {
                palette.alarm
            } else if run.incomplete().is_some() {
                warning
            } else {
                palette.heading
            };
            let (found, checked) = (found(run), checked(run));
            format!("redflag: {style}{found}{style:#}{checked}\n")
        }
    };
    for caveat in caveats(run) {
        let _ = writeln!(text, "redflag: {warning}{caveat}{warning:#}");
    }
    text
}

fn nothing_watched(left_alone: &[String], palette: Palette) -> String {
    let Palette { warning, .. } = palette;
    let mut text =
        format!("redflag: {warning}no JVM was watched{warning:#}, so nothing was checked");
    if left_alone.is_empty() {
        text.push_str(": the command started none that redflag could join\n");
        return text;
    }
    text.push_str("; left alone (--jvm PATTERN chooses):\n");
    for command in left_alone {
        let _ = writeln!(text, "  {}", shortened(&printable(command)));
    }
    text
}

/// Command lines can fill a screen; their beginning tells what they are.
fn shortened(command: &str) -> String {
    const LIMIT: usize = 100;
    match command.char_indices().nth(LIMIT) {
        Some((end, _)) => format!("{}...", &command[..end]),
        None => command.to_owned(),
    }
}

pub(crate) fn found(run: &Run<'_>) -> String {
    match run.engine {
        Engine::Dynamic => format!("{}{}", races(run), suppressed(run, ", ")),
        Engine::Compositional => findings(run),
    }
}

fn suppressed(run: &Run<'_>, separator: &str) -> String {
    match run.suppressed().count() {
        0 => String::new(),
        n => format!("{separator}{} suppressed", number(n as u64)),
    }
}

/// `3 findings`
pub(crate) fn findings(run: &Run<'_>) -> String {
    match run.reported().count() {
        0 => "no findings".to_owned(),
        n => counted(n as u64, "finding", "findings"),
    }
}

fn races(run: &Run<'_>) -> String {
    let jvms = counted(run.stats.jvms, "JVM", "JVMs");
    match run.reported().count() {
        0 => format!("no data races in {jvms}"),
        races => {
            let (one, many) = match run.reported().any(|f| f.rule == CONTAINER_RACE) {
                true => ("race", "races"),
                false => ("data race", "data races"),
            };
            let races = counted(races as u64, one, many);
            let times = run.reported().map(|finding| finding.count).sum();
            let times = counted(times, "occurrence", "occurrences");
            format!("{races} ({times}) in {jvms}")
        }
    }
}

/// `55 classes, 686 methods`
pub(crate) fn analysed(totals: &Stats) -> String {
    let classes = counted(totals.classes, "class", "classes");
    format!(
        "{classes}, {}",
        counted(totals.methods, "method", "methods")
    )
}

pub(crate) fn checked(run: &Run<'_>) -> String {
    let RunStats { jvms, totals, .. } = run.stats;
    if run.engine == Engine::Compositional {
        let mut text = format!(" in {}{}", analysed(totals), suppressed(run, "; "));
        if let Some(exempt) = exempt(run.stats) {
            let _ = write!(text, "; {exempt} exempt by annotation");
        }
        if let Some(why) = run.incomplete() {
            let _ = write!(text, "; {why}");
        }
        return text;
    }
    if *jvms == without_numbers(run) {
        return String::new();
    }
    let mut text = format!(
        "; {} checked in {}",
        counted(totals.accesses_checked_sites, "site", "sites"),
        counted(totals.methods, "method", "methods"),
    );
    if totals.skipped_methods > 0 {
        let skipped = counted(totals.skipped_methods, "method", "methods");
        let _ = write!(text, "; {skipped} skipped (--stats lists them)");
    }
    text
}

/// `1 class, 2 methods`, if annotations exempt any.
fn exempt(stats: &RunStats) -> Option<String> {
    let counts = [
        (stats.exempt_classes, "class", "classes"),
        (stats.totals.exempt_methods, "method", "methods"),
        (stats.totals.exempt_fields, "field", "fields"),
    ];
    let counts = counts.into_iter().filter(|(n, ..)| *n > 0);
    let counts: Vec<String> = counts.map(|(n, one, many)| counted(n, one, many)).collect();
    (!counts.is_empty()).then(|| counts.join(", "))
}

/// JVMs that ended without telling what they checked.
fn without_numbers(run: &Run<'_>) -> u64 {
    run.stats.killed_jvms + run.still_running
}

pub(crate) fn caveats(run: &Run<'_>) -> Vec<String> {
    let stats = run.stats;
    let mut caveats = Vec::new();
    let found = run.reported().count();
    if run.printed < found {
        let what = match run.engine {
            Engine::Dynamic => "races",
            Engine::Compositional => "findings",
        };
        caveats.push(format!(
            "{} of {} {what} were printed (--max-reports); --json FILE has them all",
            number(run.printed as u64),
            number(found as u64)
        ));
    }
    match stats.killed_jvms {
        0 => {}
        1 => caveats.push("1 JVM was killed; what it found before is included".to_owned()),
        n => caveats.push(format!(
            "{n} JVMs were killed; what they found before is included"
        )),
    }
    if run.still_running > 0 {
        let jvms = counted(run.still_running, "JVM is", "JVMs are");
        caveats.push(format!("{jvms} still running and no longer watched"));
    }
    for stopped in &stats.stopped {
        let seconds = stopped.millis as f64 / 1000.0;
        let reason = printable(&stopped.reason);
        caveats.push(format!(
            "checking stopped {seconds:.1} s after the start: {reason}"
        ));
    }
    caveats.extend(stats.notes.iter().map(|note| printable(note)));
    caveats
}

/// What `--stats` adds to the summary: totals, counters by name, all that was skipped and why.
pub fn stats(stats: &RunStats, palette: Palette) -> String {
    let Palette { heading, faint, .. } = palette;
    let totals = &stats.totals;
    let rows = [
        ("JVMs watched", stats.jvms),
        ("JVMs left alone", stats.unwatched_jvms.len() as u64),
        ("classes", totals.classes),
        ("methods", totals.methods),
        ("sites checked", totals.accesses_checked_sites),
        ("methods skipped", totals.skipped_methods),
        ("fields exempt", totals.exempt_fields),
        ("methods exempt", totals.exempt_methods),
    ];
    let counters = totals.counters.iter().map(|(k, v)| (k.as_str(), *v));
    let rows = rows.into_iter().chain(counters);
    let mut rows: Vec<_> = rows.map(|(name, value)| (name, number(value))).collect();
    rows.extend(derived(totals));
    let width = rows.iter().map(|(name, _)| name.chars().count()).max();
    let width = width.unwrap_or_default();

    let mut text = format!("redflag: {heading}statistics{heading:#}\n");
    for (name, value) in rows {
        let _ = writeln!(text, "  {:width$}  {:>15}", printable(name), value);
    }
    for (reason, count) in stats.skips_by_reason() {
        let why = printable(reason);
        let _ = writeln!(text, "  {heading}skipped, {why}: {count}{heading:#}");
        for skipped in stats.skipped.iter().filter(|s| s.reason == reason) {
            let class = names::class(&skipped.class);
            let name = match &skipped.method {
                Some(method) => format!("{class}.{}", printable(method)),
                None => class,
            };
            let _ = writeln!(text, "    {faint}{name}{faint:#}");
        }
    }
    if !stats.unused_suppressions.is_empty() {
        let count = stats.unused_suppressions.len();
        let _ = writeln!(
            text,
            "  {heading}suppressions that matched nothing: {count}{heading:#}"
        );
        for pattern in &stats.unused_suppressions {
            let _ = writeln!(text, "    {faint}{}{faint:#}", printable(pattern));
        }
    }
    text
}

/// What follows from the counters, if they were counted.
fn derived(totals: &Stats) -> Vec<(&'static str, String)> {
    let mut rows = Vec::new();
    let operations = totals.shadow_operations();
    if let accesses @ 1.. = totals.counter("accesses") {
        let share = |part: u64| format!("{:.2} %", 100.0 * part as f64 / accesses as f64);
        rows.push(("shadow operations", number(operations)));
        rows.push(("checks / accesses", share(totals.counter("checks"))));
        rows.push(("shadow operations / accesses", share(operations)));
    }
    if let (micros @ 1.., methods @ 1..) = (totals.counter("analysis_micros"), totals.methods) {
        let each = micros as f64 / methods as f64;
        rows.push(("analysis, µs a method", format!("{each:.1}")));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use findings::{Access, Location, Op, Skipped, Stopped, Suppressed};
    use insta::assert_snapshot;

    fn race(field: &str, count: u64) -> Finding {
        let access = Access {
            op: Op::Write,
            class: "A".into(),
            method: "m".into(),
            descriptor: "()V".into(),
            file: None,
            line: None,
            thread: None,
            locks: None,
            stack: None,
            thread_created: None,
        };
        let location = Location::Field {
            class: "A".into(),
            field: field.into(),
        };
        Finding {
            count,
            ..Finding::data_race(location, [access.clone(), access], None)
        }
    }

    fn one_jvm() -> RunStats {
        let counters = [
            ("accesses", 1_000_000),
            ("analysis_micros", 33_900),
            ("checks", 500_000),
            ("read_exclusive", 1_000),
            ("write_exclusive", 234),
        ];
        RunStats {
            jvms: 1,
            totals: Stats {
                classes: 42,
                methods: 678,
                skipped_methods: 1,
                exempt_fields: 2,
                exempt_methods: 3,
                accesses_checked_sites: 12_345,
                counters: counters.map(|(name, n)| (name.to_owned(), n)).into(),
            },
            skipped: vec![
                Skipped {
                    class: "com/acme/Parser".into(),
                    method: Some("parse(I)V".into()),
                    reason: "method too large".into(),
                },
                Skipped {
                    class: "com/acme/Odd".into(),
                    method: None,
                    reason: "not a class file".into(),
                },
            ],
            ..RunStats::default()
        }
    }

    fn plain(findings: &[Finding], printed: usize, still_running: u64, stats: &RunStats) -> String {
        let run = Run {
            engine: Engine::Dynamic,
            findings,
            printed,
            still_running,
            stats,
            unreadable: &[],
            filters: &[],
        };
        summary(&run, Palette::plain())
    }

    #[test]
    fn races() {
        let findings = [race("x", 4), race("y", 1)];
        assert_snapshot!(plain(&findings, 2, 0, &one_jvm()), @"redflag: 2 data races (5 occurrences) in 1 JVM; 12,345 sites checked in 678 methods; 1 method skipped (--stats lists them)");
    }

    #[test]
    fn none() {
        assert_snapshot!(plain(&[], 0, 0, &one_jvm()), @"redflag: no data races in 1 JVM; 12,345 sites checked in 678 methods; 1 method skipped (--stats lists them)");
    }

    #[test]
    fn suppressed_races_are_counted_apart() {
        let suppressed = |field| Finding {
            suppressed: Some(Suppressed {
                pattern: "A.*".into(),
                reason: None,
            }),
            ..race(field, 9)
        };
        let findings = [race("x", 4), suppressed("y"), suppressed("z")];
        assert_snapshot!(plain(&findings, 1, 0, &one_jvm()), @"redflag: 1 data race (4 occurrences) in 1 JVM, 2 suppressed; 12,345 sites checked in 678 methods; 1 method skipped (--stats lists them)");
        assert_snapshot!(plain(&findings[1..], 0, 0, &one_jvm()), @"redflag: no data races in 1 JVM, 2 suppressed; 12,345 sites checked in 678 methods; 1 method skipped (--stats lists them)");
    }

    #[test]
    fn no_jvm() {
        assert_snapshot!(plain(&[], 0, 0, &RunStats::default()), @"redflag: no JVM was watched, so nothing was checked: the command started none that redflag could join");
    }

    #[test]
    fn only_build_tools() {
        let stats = RunStats {
            unwatched_jvms: vec!["org.gradle.wrapper.GradleWrapperMain test".into()],
            ..RunStats::default()
        };
        assert_snapshot!(plain(&[], 0, 0, &stats), @r"
        redflag: no JVM was watched, so nothing was checked; left alone (--jvm PATTERN chooses):
          org.gradle.wrapper.GradleWrapperMain test
        ");
    }

    #[test]
    fn silence_because_nothing_was_checked_is_said() {
        let nothing = RunStats {
            jvms: 1,
            ..RunStats::default()
        };
        assert_snapshot!(plain(&[], 0, 0, &nothing), @"redflag: nothing was checked: no loaded class had an access to check");
    }

    #[test]
    fn filters_that_leave_nothing_are_named() {
        let filters = ["--include com.nothing", "--exclude com.*"].map(str::to_owned);
        let nothing = |classes| {
            let totals = Stats {
                classes,
                ..Stats::default()
            };
            let stats = RunStats {
                jvms: 1,
                totals,
                ..RunStats::default()
            };
            let run = Run {
                engine: Engine::Dynamic,
                findings: &[],
                printed: 0,
                still_running: 0,
                stats: &stats,
                unreadable: &[],
                filters: &filters,
            };
            assert!(run.filtered_to_nothing());
            summary(&run, Palette::plain())
        };
        assert_snapshot!(nothing(0), @"redflag: nothing was checked: --include com.nothing --exclude com.* left no class to check");
        assert_snapshot!(nothing(1), @"redflag: nothing was checked: no class that --include com.nothing --exclude com.* left had an access to check");
    }

    #[test]
    fn all_that_limits_the_result_is_said() {
        let stats = RunStats {
            jvms: 3,
            killed_jvms: 1,
            stopped: vec![Stopped {
                reason: "the heap stayed full".into(),
                millis: 12_340,
            }],
            notes: vec!["possible misses: 3 threads were retired".into()],
            ..one_jvm()
        };
        let findings = [race("x", 1), race("y", 1)];
        assert_snapshot!(plain(&findings, 1, 1, &stats), @r"
        redflag: 2 data races (2 occurrences) in 3 JVMs; 12,345 sites checked in 678 methods; 1 method skipped (--stats lists them)
        redflag: 1 of 2 races were printed (--max-reports); --json FILE has them all
        redflag: 1 JVM was killed; what it found before is included
        redflag: 1 JVM is still running and no longer watched
        redflag: checking stopped 12.3 s after the start: the heap stayed full
        redflag: possible misses: 3 threads were retired
        ");
    }

    #[test]
    fn a_killed_jvm_told_no_numbers() {
        let stats = RunStats {
            jvms: 1,
            killed_jvms: 1,
            ..RunStats::default()
        };
        assert_snapshot!(plain(&[race("x", 1)], 1, 0, &stats), @r"
        redflag: 1 data race (1 occurrence) in 1 JVM
        redflag: 1 JVM was killed; what it found before is included
        ");
    }

    #[test]
    fn statistics() {
        let stats = RunStats {
            unused_suppressions: vec![".redflag-suppressions:3: com.acme.Gone.*".into()],
            ..one_jvm()
        };
        assert_snapshot!(super::stats(&stats, Palette::plain()));
    }
}
