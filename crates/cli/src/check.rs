//! `redflag check`: races found in class files, without running them.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use classfile::container::{self, ContainerError};
use compositional::{CachePlace, Checked, Input, Options, parallel};
use report::counted;
use thiserror::Error;

use crate::arguments::{self, CheckOptions, LockModel};
use crate::run::say;

/// What a multi-release jar has for newer Javas counts as well.
const NEWEST_JAVA: u16 = u16::MAX;

/// The exit status if anything was found.
const FOUND: u8 = 1;

/// No more of what was skipped is named.
const MAX_NAMED: usize = 5;

#[derive(Debug, Error)]
pub enum CheckError {
    #[error("{0}")]
    Container(#[from] ContainerError),
    #[error("nothing was analysed: there is no class file in {0} that can be read{1}")]
    NoClasses(String, String),
    #[error("standard output: {0}")]
    Output(#[from] io::Error),
}

pub fn check(options: &CheckOptions) -> Result<u8, CheckError> {
    let (bytes, mut unreadable) = read(options)?;
    let mut files = Vec::new();
    for (name, bytes) in &bytes {
        match Input::read(bytes) {
            Ok(file) => files.push(file),
            Err(malformed) => unreadable.push(format!("{name}: {malformed}")),
        }
    }
    if files.is_empty() {
        let inputs = options.inputs.iter().map(|it| it.display().to_string());
        let inputs = inputs.collect::<Vec<_>>().join(", ");
        return Err(CheckError::NoClasses(inputs, named(&unreadable)));
    }
    let checked = compositional::check(
        files,
        &Options {
            all_classes: options.all,
            one_lock: options.lock_model == LockModel::Single,
            repeats: options.no_dedup,
            true_positives: options.true_positives,
            aliases: options.annotation_alias.clone(),
            threads: options.threads,
            cache: cache(options),
        },
    );
    let palette = arguments::palette(options.color, io::stdout().is_terminal());
    let findings = checked.findings.iter();
    let texts: Vec<String> = findings
        .map(|it| report::violation(it, palette) + "\n")
        .collect();
    io::stdout().write_all(texts.concat().as_bytes())?;
    say(&summary(&checked, &unreadable));
    Ok(if checked.findings.is_empty() {
        0
    } else {
        FOUND
    })
}

/// Where to keep what the next run on these inputs need not find out again.
fn cache(options: &CheckOptions) -> Option<CachePlace> {
    if options.no_cache {
        return None;
    }
    let given = options.cache.clone();
    let inputs = options.inputs.iter();
    let inputs = inputs.map(|it| fs::canonicalize(it).unwrap_or_else(|_| it.clone()));
    Some(CachePlace {
        directory: given.or_else(user_cache)?,
        name: inputs.map(|it| format!("{}\n", it.display())).collect(),
    })
}

/// As the XDG Base Directory Specification has it.
fn user_cache() -> Option<PathBuf> {
    let set = |name| env::var_os(name).map(PathBuf::from);
    let given = set("XDG_CACHE_HOME").filter(|it| it.is_absolute());
    let caches = given.or_else(|| Some(set("HOME")?.join(".cache")))?;
    Some(caches.join("redflag"))
}

/// The class files with their names, and what could not be read.
type Read = (Vec<(String, Vec<u8>)>, Vec<String>);

fn read(options: &CheckOptions) -> Result<Read, ContainerError> {
    let mut entries = Vec::new();
    for path in &options.inputs {
        entries.extend(container::open(path)?.classes(NEWEST_JAVA));
    }
    let threads = options.threads.unwrap_or_else(parallel::processors);
    let read = parallel::map(threads, &entries, |entry| {
        let entry = entry.as_ref().map_err(ToString::to_string)?;
        let bytes = entry.bytes().map_err(|it| it.to_string())?;
        Ok((entry.name().to_owned(), bytes.into_owned()))
    });
    let (mut classes, mut unreadable) = (Vec::new(), Vec::new());
    for class in read {
        match class {
            Ok(class) => classes.push(class),
            Err(error) => unreadable.push(error),
        }
    }
    Ok((classes, unreadable))
}

fn summary(checked: &Checked, unreadable: &[String]) -> String {
    let Checked {
        findings,
        classes,
        methods,
        skipped,
    } = checked;
    let mut text = format!(
        "redflag: {} in {}, {}\n",
        counted(findings.len() as u64, "finding", "findings"),
        counted(*classes as u64, "class", "classes"),
        counted(*methods as u64, "method", "methods"),
    );
    let left_out = [
        (unreadable, ["class file", "class files"], "read"),
        (skipped, ["method", "methods"], "followed"),
    ];
    for (names, [one, many], what) in left_out {
        if !names.is_empty() {
            let count = counted(names.len() as u64, one, many);
            let _ = writeln!(text, "redflag: {count} could not be {what}{}", named(names));
        }
    }
    text
}

/// The first few, behind a colon.
fn named(names: &[String]) -> String {
    let mut text = String::new();
    for (number, name) in names.iter().take(MAX_NAMED).enumerate() {
        let _ = write!(text, "{}{name}", if number == 0 { ": " } else { "; " });
    }
    if names.len() > MAX_NAMED {
        text.push_str("; …");
    }
    text
}
