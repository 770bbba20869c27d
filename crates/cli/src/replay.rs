//! `redflag replay`: the plain detector's verdict on a trace.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::PathBuf;

use findings::run::DEFAULT_EXIT_CODE;
use thiserror::Error;
use trace::{Item, Location, Op, Pair, Reader, Site, Verdict};

use crate::arguments::ReplayOptions;
use crate::run::say;

#[derive(Debug, Error)]
pub enum ReplayError {
    #[error("{} {cause}", .path.display())]
    Trace { path: PathBuf, cause: trace::Error },
    #[error(
        "run and replay disagree on {count} locations; that is a bug of redflag, please report it with the trace:\n{list}"
    )]
    Disagreement { count: usize, list: String },
    #[error("cannot write the result: {0}")]
    Output(io::Error),
}

pub fn replay(options: &ReplayOptions) -> Result<u8, ReplayError> {
    if options.events {
        return print_events(options);
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
