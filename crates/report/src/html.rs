//! Findings as one page for people: it needs no network, no script and no other file.
//!
//! The template escapes whatever it is given; names come through [`printable`] as in the text report.

use askama::Template;
use findings::{Access, Engine, Finding, Frame, Location, Op};

use crate::names::{self, counted, number, printable};
use crate::race::{capitalised, frame_of, method, site, source, thread};
use crate::{Run, Sources, fix, rules, summary, violation};

/// Lines shown before and after that of an access.
const CONTEXT: usize = 3;

/// The page.
pub fn html(run: &Run<'_>, version: &str, sources: &dyn Sources) -> askama::Result<String> {
    page(run, version, sources).render()
}

/// Which of the things a run can say.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Races,
    Clean,
    /// Nothing was found in the part that could be read.
    Incomplete,
    NothingChecked,
}

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    version: &'a str,
    engine: Engine,
    verdict: Verdict,
    title: String,
    /// What was found and checked, in a sentence.
    lead: String,
    caveats: Vec<String>,
    groups: Vec<Group>,
    suppressed: Vec<SuppressedRow>,
    facts: Vec<(&'static str, String)>,
    skipped: Vec<(String, Vec<String>)>,
}

/// The findings on one class.
struct Group {
    class: String,
    findings: Vec<Entry>,
}

struct Entry {
    number: usize,
    rule: String,
    /// What is said of it beside the rule.
    tags: Vec<String>,
    /// Without the class, which is the heading above.
    location: String,
    sentence: String,
    /// For the contents.
    brief: String,
    note: Option<String>,
    /// In the order of time, the earlier, then the later; if nothing ran, the one where to act first.
    accesses: Vec<Side>,
    advice: Vec<Vec<Piece>>,
    suppression: String,
}

/// A part of a sentence.
struct Piece {
    text: String,
    is_code: bool,
}

struct Side {
    when: &'static str,
    op: &'static str,
    /// `None` if nothing ran.
    thread: Option<String>,
    place: String,
    method: String,
    path: Option<String>,
    snippet: Vec<Line>,
    locks: Locks,
    stack: Option<Vec<(String, String)>>,
    created: Created,
}

enum Locks {
    Unknown,
    None,
    Held(Vec<String>),
}

enum Created {
    Unknown,
    ByJvm,
    At(Vec<(String, String)>),
    /// Nothing ran.
    Never,
}

struct Line {
    number: usize,
    text: String,
    is_access: bool,
}

struct SuppressedRow {
    location: String,
    sites: String,
    pattern: String,
    reason: String,
}

fn page<'a>(run: &Run<'_>, version: &'a str, sources: &dyn Sources) -> Page<'a> {
    let races = run.reported().count();
    let verdict = match run.nothing_checked() {
        _ if races > 0 => Verdict::Races,
        None if run.incomplete().is_some() => Verdict::Incomplete,
        None => Verdict::Clean,
        Some(_) => Verdict::NothingChecked,
    };
    let title = match verdict {
        Verdict::Incomplete => "No findings in what could be read".to_owned(),
        _ if run.engine == Engine::Compositional && verdict != Verdict::NothingChecked => {
            capitalised(&summary::findings(run))
        }
        Verdict::Races => counted(races as u64, "data race", "data races"),
        Verdict::Clean => "No data races".to_owned(),
        Verdict::NothingChecked => "No result".to_owned(),
    };
    Page {
        version,
        engine: run.engine,
        verdict,
        title,
        lead: lead(run, verdict),
        caveats: summary::caveats(run),
        groups: groups(run, sources),
        suppressed: run.suppressed().map(suppressed).collect(),
        facts: facts(run),
        skipped: skipped(run),
    }
}

fn lead(run: &Run<'_>, verdict: Verdict) -> String {
    let jvms = counted(run.stats.jvms, "JVM", "JVMs");
    let totals = &run.stats.totals;
    let checked = format!(
        "{} in {} were checked.",
        counted(totals.accesses_checked_sites, "access site", "access sites"),
        counted(totals.methods, "method", "methods"),
    );
    match verdict {
        _ if run.engine == Engine::Compositional && verdict != Verdict::NothingChecked => {
            let incomplete = run.incomplete().map(capitalised);
            let incomplete = incomplete.map_or(String::new(), |it| format!(" {it}."));
            format!(
                "{} were analysed. Nothing ran: what is told here may happen.{incomplete}",
                summary::analysed(totals)
            )
        }
        Verdict::Races => {
            let times = run.reported().map(|finding| finding.count).sum();
            let times = counted(times, "time", "times");
            match run.nothing_checked() {
                None => format!("Seen {times} in {jvms}. {checked}"),
                Some(_) => format!("Seen {times} in {jvms}."),
            }
        }
        Verdict::Clean if run.suppressed().next().is_some() => {
            format!("None was seen in {jvms} but those that are suppressed. {checked}")
        }
        Verdict::Clean | Verdict::Incomplete => format!(
            "In what ran, in {jvms}, every two accesses of which one was a write were ordered. {checked}"
        ),
        Verdict::NothingChecked => {
            let why = run.nothing_checked().unwrap_or_default();
            format!(
                "{}. This says nothing about the program.",
                capitalised(&why)
            )
        }
    }
}

fn facts(run: &Run<'_>) -> Vec<(&'static str, String)> {
    let stats = run.stats;
    let totals = &stats.totals;
    if run.engine == Engine::Compositional {
        let facts = [
            ("Classes", totals.classes),
            ("Methods", totals.methods),
            ("Methods skipped", totals.skipped_methods),
            ("Classes exempt", stats.exempt_classes),
            ("Fields exempt", totals.exempt_fields),
            ("Methods exempt", totals.exempt_methods),
        ];
        return facts.map(|(name, n)| (name, number(n))).into();
    }
    [
        ("JVMs watched", stats.jvms),
        ("JVMs killed", stats.killed_jvms),
        ("JVMs left alone", stats.unwatched_jvms.len() as u64),
        ("Classes", totals.classes),
        ("Methods", totals.methods),
        ("Access sites checked", totals.accesses_checked_sites),
        ("Methods skipped", totals.skipped_methods),
        ("Fields exempt", totals.exempt_fields),
        ("Methods exempt", totals.exempt_methods),
    ]
    .map(|(name, n)| (name, number(n)))
    .into()
}

fn skipped(run: &Run<'_>) -> Vec<(String, Vec<String>)> {
    let of_reason = |reason: &str| {
        let skipped = run.stats.skipped.iter().filter(|s| s.reason == reason);
        let name = |s: &findings::Skipped| match &s.method {
            Some(method) => format!("{}.{}", names::class(&s.class), printable(method)),
            None => names::class(&s.class),
        };
        skipped.map(name).collect()
    };
    let reasons = run.stats.skips_by_reason();
    let reasons = reasons.keys();
    reasons
        .map(|reason| (printable(reason), of_reason(reason)))
        .collect()
}

/// Findings by class, classes and findings in the order in which they were first seen.
fn groups(run: &Run<'_>, sources: &dyn Sources) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (index, finding) in run.reported().enumerate() {
        let class = names::class(class_of(finding));
        let entry = entry(index + 1, finding, &class, sources);
        match groups.iter_mut().find(|group| group.class == class) {
            Some(group) => group.findings.push(entry),
            None => groups.push(Group {
                class,
                findings: vec![entry],
            }),
        }
    }
    groups
}

/// The class that a finding is about: the one with the field, else the one with the code.
fn class_of(finding: &Finding) -> &str {
    match &finding.location {
        Location::Field { class, .. } => class,
        _ => &finding.accesses[0].class,
    }
}

fn entry(number: usize, finding: &Finding, class: &str, sources: &dyn Sources) -> Entry {
    let full = names::location(&finding.location);
    let location = match full.strip_prefix(class).and_then(|l| l.strip_prefix('.')) {
        Some(field) => field.to_owned(),
        None => full,
    };
    let mut entry = Entry {
        number,
        rule: capitalised(&rules::rule(&finding.rule).name()),
        tags: Vec::new(),
        sentence: String::new(),
        brief: String::new(),
        location,
        note: finding.note.as_deref().map(printable),
        accesses: Vec::new(),
        advice: advice(finding).iter().map(|it| pieces(it)).collect(),
        suppression: format!("fingerprint:{}  # why", printable(&finding.fingerprint)),
    };
    match finding.engine {
        Engine::Dynamic => tell_race(&mut entry, finding, sources),
        Engine::Compositional => tell_violation(&mut entry, finding, sources),
    }
    entry
}

fn tell_race(entry: &mut Entry, finding: &Finding, sources: &dyn Sources) {
    let [later, earlier] = &finding.accesses;
    let kind = format!("{}, then {}", earlier.op.as_str(), later.op.as_str());
    let times = counted(finding.count, "time", "times");
    entry.tags = vec![kind, format!("seen {times}")];
    entry.brief = [earlier, later].map(op_and_site).join(", ");
    entry.sentence = format!(
        "{} {} it at {}, {} {} it at {}, and nothing put the two in an order.",
        capitalised(&thread(earlier)),
        past(earlier.op),
        site(earlier),
        thread(later),
        past(later.op),
        site(later),
    );
    entry.accesses = vec![
        side("Earlier", earlier, sources),
        side("Later", later, sources),
    ];
}

fn tell_violation(entry: &mut Entry, finding: &Finding, sources: &dyn Sources) {
    let [here, other] = &finding.accesses;
    let still = |when, access| Side {
        thread: None,
        created: Created::Never,
        ..side(when, access, sources)
    };
    entry.tags = vec![violation::what(finding).to_owned()];
    entry.brief = format!("in {}: {}", violation::entry_name(here), op_and_site(here));
    entry.accesses = vec![still("Reported", here)];
    entry.sentence = format!("A {}", op_and_site(here));
    if here == other {
        entry
            .sentence
            .push_str(" may meet another thread that does the same.");
    } else {
        let met = format!(" may meet a {}.", op_and_site(other));
        entry.sentence.push_str(&met);
        entry.accesses.push(still("Conflicting", other));
    }
}

fn op_and_site(access: &Access) -> String {
    format!("{} at {}", access.op.as_str(), site(access))
}

fn past(op: Op) -> &'static str {
    match op {
        Op::Read => "read",
        Op::Write => "wrote",
    }
}

fn side(when: &'static str, access: &Access, sources: &dyn Sources) -> Side {
    let frame = frame_of(access);
    let found = access
        .file
        .as_deref()
        .and_then(|file| sources.find(&access.class, file));
    let snippet = match (&found, access.line) {
        (Some(source), Some(line)) => snippet(&source.text, line as usize),
        _ => Vec::new(),
    };
    Side {
        when,
        op: access.op.as_str(),
        thread: Some(match &access.thread {
            Some(name) => printable(name),
            None => "unknown".to_owned(),
        }),
        place: source(&frame),
        method: method(&frame),
        path: found.map(|source| match &source.archive {
            Some(archive) => printable(&format!("{archive}!/{}", source.path)),
            None => printable(&source.path),
        }),
        snippet,
        locks: match access.locks.as_deref() {
            None => Locks::Unknown,
            Some([]) => Locks::None,
            Some(locks) => Locks::Held(locks.iter().map(|lock| names::class(lock)).collect()),
        },
        stack: access.stack.as_deref().map(frames),
        created: match access.thread_created.as_deref() {
            None => Created::Unknown,
            Some([]) => Created::ByJvm,
            Some(stack) => Created::At(frames(stack)),
        },
    }
}

fn frames(stack: &[Frame]) -> Vec<(String, String)> {
    let frame = |frame: &Frame| (method(frame), source(frame));
    stack.iter().map(frame).collect()
}

/// The lines around an access, without the indentation that all of them share.
fn snippet(text: &str, line: usize) -> Vec<Line> {
    let first = line.saturating_sub(CONTEXT).max(1);
    let count = line + CONTEXT + 1 - first;
    let numbered = text.lines().enumerate().map(|(i, text)| (i + 1, text));
    let lines: Vec<_> = numbered.skip(first - 1).take(count).collect();
    if !lines.iter().any(|(number, _)| *number == line) {
        // The file is not the one that was compiled.
        return Vec::new();
    }
    let expanded: Vec<_> = lines
        .iter()
        .map(|(number, text)| (*number, printable(&text.trim_end().replace('\t', "    "))))
        .collect();
    let indents = expanded
        .iter()
        .filter(|(_, text)| !text.is_empty())
        .map(|(_, text)| text.len() - text.trim_start_matches(' ').len());
    let indent = indents.min().unwrap_or_default();
    let line = |(number, text): (usize, String)| Line {
        number,
        text: text.get(indent..).unwrap_or_default().to_owned(),
        is_access: number == line,
    };
    expanded.into_iter().map(line).collect()
}

/// What to look at next, from what is known of the locks.
fn advice(finding: &Finding) -> Vec<String> {
    if finding.engine == Engine::Compositional {
        let fix = capitalised(&fix::fix(finding));
        return vec![format!("{fix}."), rules::rule(&finding.rule).fix()];
    }
    if finding.rule != findings::DATA_RACE {
        return vec![rules::rule(&finding.rule).fix()];
    }
    let [later, earlier] = &finding.accesses;
    let locks = |access: &Access| access.locks.clone();
    let (Some(of_later), Some(of_earlier)) = (locks(later), locks(earlier)) else {
        return vec![
            "Not all locks are known. Find the lock that is meant to guard this, and see that both places hold it.".to_owned(),
            ALTERNATIVES.to_owned(),
        ];
    };
    let common: Vec<_> = of_later.iter().filter(|l| of_earlier.contains(l)).collect();
    let first = match (of_later.as_slice(), of_earlier.as_slice()) {
        ([], []) => "Neither thread held a lock. Choose one lock, and hold it in both places.".to_owned(),
        _ if !common.is_empty() => format!(
            "Both threads held {}, and it did not order them: one of them held it as a reader only. A write needs the write lock.",
            list(&common)
        ),
        (held, []) => one_sided("later", held, earlier),
        ([], held) => one_sided("earlier", held, later),
        _ => "The threads held different locks. Decide which one guards this, and hold it in both places.".to_owned(),
    };
    vec![first, ALTERNATIVES.to_owned()]
}

/// Code stands between backticks, as in Markdown; one that has no partner stands for itself.
fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut add = |text: &str, is_code| {
        if !text.is_empty() {
            let text = text.to_owned();
            pieces.push(Piece { text, is_code });
        }
    };
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('`')
        && let Some((code, after)) = behind.split_once('`')
    {
        add(before, false);
        add(code, true);
        rest = after;
    }
    add(rest, false);
    pieces
}

const ALTERNATIVES: &str = "If each access stands for itself, a volatile field or an atomic is enough. If the data is handed \
    from one thread to the other, hand it over through something that orders them: a concurrent queue, a future, a join.";

fn one_sided(which: &str, held: &[String], other: &Access) -> String {
    let held: Vec<_> = held.iter().collect();
    format!(
        "Only the {which} access held a lock: {}. If it is meant to guard this, hold it at {} too.",
        list(&held),
        site(other)
    )
}

fn list(locks: &[&String]) -> String {
    let names: Vec<_> = locks.iter().map(|lock| names::class(lock)).collect();
    names.join(", ")
}

fn suppressed(finding: &Finding) -> SuppressedRow {
    let [later, earlier] = &finding.accesses;
    let (pattern, reason) = match &finding.suppressed {
        Some(suppressed) => (suppressed.pattern.as_str(), suppressed.reason.as_deref()),
        None => ("", None),
    };
    SuppressedRow {
        location: names::location(&finding.location),
        sites: [later, earlier].map(op_and_site).join(", "),
        pattern: printable(pattern),
        reason: printable(reason.unwrap_or("none given")),
    }
}

#[cfg(test)]
mod tests;
