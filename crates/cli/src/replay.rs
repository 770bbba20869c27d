//! `redflag replay`: the plain detector's verdict on a trace.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::PathBuf;

use findings::run::DEFAULT_EXIT_CODE;
use thiserror::Error;
use trace::{Count, Fault, Item, Location, Op, Pair, Placement, Reader, Site, Verdict, Violation};

use crate::arguments::ReplayOptions;
use crate::run::say;

/// So many of what is wrong with checks are shown.
const MOST_VIOLATIONS: usize = 10;

#[derive(Debug, Error)]
pub enum ReplayError {
    #[error("{} {cause}", .path.display())]
    Trace { path: PathBuf, cause: trace::Error },
    #[error(
        "run and replay disagree on {count} locations; that is a bug of redflag, please report it with the trace:\n{list}"
    )]
    Disagreement { count: usize, list: String },
    #[error(
        "{count} accesses or checks are not where they should be; that is a bug of redflag, please report it with the trace:\n{list}"
    )]
    Placement { count: usize, list: String },
    #[error("cannot write the result: {0}")]
    Output(io::Error),
}

pub fn replay(options: &ReplayOptions) -> Result<u8, ReplayError> {
    if options.events {
        return print_events(options);
    }
    if options.placement {
        return examine_placement(options);
    }
    let verdict =
        trace::judge(|| File::open(&options.file)).map_err(|cause| ReplayError::Trace {
            path: options.file.clone(),
            cause,
        })?;
    io::stdout()
        .write_all(text(&verdict).as_bytes())
        .map_err(ReplayError::Output)?;
    let disagreement = verdict.disagreement();
    if verdict.cut {
        say(
            "redflag: warning: the end of the trace is missing, so run and replay are not compared\n",
        );
    } else if !disagreement.is_empty() {
        let lines = disagreement.iter().map(|location| {
            let by = if verdict.reported.contains(location) {
                "run"
            } else {
                "replay"
            };
            format!("  {} is racy for {by} alone", name(&verdict, *location))
        });
        return Err(ReplayError::Disagreement {
            count: disagreement.len(),
            list: lines.collect::<Vec<_>>().join("\n"),
        });
    }
    Ok(if verdict.racy.is_empty() {
        0
    } else {
        DEFAULT_EXIT_CODE as u8
    })
}

/// What `--placement` prints, and whether each access has its check.
fn examine_placement(options: &ReplayOptions) -> Result<u8, ReplayError> {
    let placement =
        trace::examine(|| File::open(&options.file)).map_err(|cause| ReplayError::Trace {
            path: options.file.clone(),
            cause,
        })?;
    io::stdout()
        .write_all(counts(&placement).as_bytes())
        .map_err(ReplayError::Output)?;
    if placement.violations.is_empty() {
        return Ok(0);
    }
    let first = placement.violations.iter().take(MOST_VIOLATIONS);
    let lines = first.map(|violation| fault(&placement, violation));
    Err(ReplayError::Placement {
        count: placement.violations.len(),
        list: lines.collect::<Vec<_>>().join("\n"),
    })
}

fn counts(placement: &Placement) -> String {
    let Count {
        accesses,
        own,
        earlier,
        later,
        fresh,
        settled,
        unshared,
        dropped,
        cut_off,
        checks,
    } = placement.count;
    let mut text = format!("{accesses} accesses, {checks} locations checked\n");
    for (count, what) in [
        (own, "covered by a check of their own"),
        (earlier, "covered by an earlier check"),
        (later, "covered by a later check"),
        (fresh, "of objects that only their constructor knows"),
        (settled, "reads of fields that only constructors write"),
        (unshared, "of what only one thread can know"),
        (dropped, "optimistic reads that do not count"),
        (cut_off, "not checked yet when the JVM ended"),
    ] {
        if count > 0 {
            let _ = writeln!(text, "{count:>10} {what}");
        }
    }
    text
}

fn fault(placement: &Placement, violation: &Violation) -> String {
    let what = match violation.fault {
        Fault::Uncovered => "no check covers it",
        Fault::Illegitimate => "checked, but not accessed then",
        Fault::Shared => "said to be known to one thread, but others access it",
        Fault::NotFresh => "said to be known to its constructor, but others have accessed it",
        Fault::Unsettled => "said to be written by constructors alone, but others have read it",
    };
    let site = violation.site.map(|number| {
        let site = placement.sites.get(&number);
        site.map_or_else(|| format!("site {number}"), described)
    });
    format!(
        "  event {}, thread {}: {} (object {}, key {}): {what}",
        violation.event,
        violation.thread,
        site.as_deref().unwrap_or("a location"),
        violation.location.object,
        violation.location.key,
    )
}

fn print_events(options: &ReplayOptions) -> Result<u8, ReplayError> {
    let unreadable = |cause| ReplayError::Trace {
        path: options.file.clone(),
        cause,
    };
    let file = File::open(&options.file).map_err(|e| unreadable(e.into()))?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    for item in Reader::new(file).map_err(unreadable)? {
        let line = match item.map_err(unreadable)? {
            Item::Site(site) => format!("site {}: {}", site.number, described(&site)),
            Item::Event(event) => format!("thread {}: {:?}", event.thread, event.kind),
        };
        writeln!(out, "{line}").map_err(ReplayError::Output)?;
    }
    out.flush().map_err(ReplayError::Output)?;
    Ok(0)
}

/// Pairs of places that race, with the number of locations of each.
fn text(verdict: &Verdict) -> String {
    let mut locations: BTreeMap<Pair, usize> = BTreeMap::new();
    for racy in &verdict.racy {
        for &pair in &racy.pairs {
            *locations.entry(pair).or_default() += 1;
        }
    }
    let mut text = String::new();
    for (pair, count) in &locations {
        let _ = writeln!(
            text,
            "{} races with {} ({count} {})",
            place(verdict, pair.later),
            place(verdict, pair.earlier),
            if *count == 1 { "location" } else { "locations" },
        );
    }
    let _ = writeln!(
        text,
        "{} racy locations, {} pairs of places, {} events",
        verdict.racy.len(),
        locations.len(),
        verdict.events
    );
    text
}

fn place(verdict: &Verdict, site: u32) -> String {
    match verdict.sites.get(&site) {
        Some(site) => described(site),
        None => format!("site {site}"),
    }
}

fn described(site: &Site) -> String {
    let op = match site.op {
        Op::Read => "read",
        Op::Write => "write",
    };
    let file = site.file.as_deref().unwrap_or("unknown source");
    let line = site.line.map(|l| format!(":{l}")).unwrap_or_default();
    format!(
        "{op} of {} in {}.{} ({file}{line})",
        target(site),
        site.class.replace('/', "."),
        site.method
    )
}

fn target(site: &Site) -> String {
    match &site.field {
        Some((class, field)) => format!("{}.{field}", class.replace('/', ".")),
        None => "an array element".to_owned(),
    }
}

fn name(verdict: &Verdict, location: Location) -> String {
    let racy = verdict.racy.iter().find(|r| r.location == location);
    let site = racy
        .and_then(|r| r.pairs.first())
        .and_then(|p| verdict.sites.get(&p.later));
    let target = site.map_or_else(|| "a location".to_owned(), target);
    format!(
        "{target} (object {}, key {})",
        location.object, location.key
    )
}
