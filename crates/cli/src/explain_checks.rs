//! `redflag explain-checks`: which accesses of a method are checked, and why others are not.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use classfile::ClassFile;
use classfile::container::{self, ContainerError};
use host::{ClassPaths, Plan, PlannedClass};
use instrument::{Check, ExplainedAccess, ExplainedMethod, Op, Skip};
use report::Sources;
use thiserror::Error;

use crate::arguments::ExplainOptions;
use crate::sources::SourceFolders;

/// What a multi-release jar has for newer Javas counts as well.
const NEWEST_JAVA: u16 = u16::MAX;
/// No more names are listed.
const MAX_NAMES: usize = 12;

#[derive(Debug, Error)]
pub enum ExplainError {
    #[error("`{0}` names no method: write CLASS.METHOD, as in com.acme.Cache.get")]
    NoMethod(String),
    #[error("{0}")]
    Container(#[from] ContainerError),
    #[error("class {name} is not in {path}{near}; -cp says where to look")]
    ClassNotFound {
        name: String,
        path: String,
        near: String,
    },
    #[error("{0} cannot be explained: {1}")]
    Unreadable(String, Skip),
    #[error("class {class} has no code for a method {method}; it has {has}")]
    MethodNotFound {
        class: String,
        method: String,
        has: String,
    },
    #[error("standard output: {0}")]
    Output(#[from] io::Error),
}

pub fn explain_checks(options: &ExplainOptions) -> Result<u8, ExplainError> {
    let named = options.method.rsplit_once('.');
    let (class, method) = named.ok_or_else(|| ExplainError::NoMethod(options.method.clone()))?;
    let bytes = find(options, class)?;
    let unreadable = |skip| ExplainError::Unreadable(class.to_owned(), skip);
    let file = ClassFile::read(&bytes).map_err(|bad| unreadable(bad.into()))?;
    let plan = plan(options);
    let writers = PlannedClass {
        plan: &plan,
        class: file.name().unwrap_or(class),
    };
    let methods = instrument::explain(&bytes, method, &writers).map_err(unreadable)?;
    if methods.is_empty() {
        return Err(ExplainError::MethodNotFound {
            class: class.to_owned(),
            method: method.to_owned(),
            has: listed(methods_of(&file)),
        });
    }
    let name = file.name().unwrap_or(class);
    let folders = SourceFolders::new(&folders(options));
    let source = file.source_file().and_then(|f| folders.find(name, f));
    let lines: Vec<&str> = match &source {
        Some(source) => source.text.lines().collect(),
        None => Vec::new(),
    };
    let texts: Vec<String> = methods.iter().map(|m| told(name, m, &lines)).collect();
    io::Write::write_all(&mut io::stdout(), texts.join("\n").as_bytes())?;
    Ok(0)
}

/// Sources often lie beside classes.
fn folders(options: &ExplainOptions) -> Vec<PathBuf> {
    let mut folders = options.sources.clone();
    folders.extend(class_path(options));
    folders
}

fn class_path(options: &ExplainOptions) -> Vec<PathBuf> {
    std::env::split_paths(&options.class_path).collect()
}

/// What all classes on the path say together.
fn plan(options: &ExplainOptions) -> Plan {
    /// Nobody waits so long.
    const LIMIT: Duration = Duration::from_secs(3600);
    let paths = ClassPaths {
        classes: class_path(options),
        modules: Vec::new(),
    };
    Plan::of(&paths, NEWEST_JAVA, Instant::now() + LIMIT).unwrap_or_default()
}

/// The bytes of the class; nested classes may be written with a dot.
fn find(options: &ExplainOptions, class: &str) -> Result<Vec<u8>, ExplainError> {
    let wanted = spelled(class);
    let simple = wanted.rsplit('/').next().unwrap_or_default().to_lowercase();
    let mut near = BTreeSet::new();
    for path in class_path(options) {
        let container = container::open(&path)?;
        for entry in container.classes(NEWEST_JAVA) {
            let entry = entry?;
            let name = spelled(entry.name());
            if name == wanted {
                return Ok(entry.bytes()?.into_owned());
            }
            let other = name.rsplit('/').next().unwrap_or_default().to_lowercase();
            if other.starts_with(&simple) || simple.starts_with(&other) {
                near.insert(entry.name().replace('/', "."));
            }
        }
    }
    let near = match near.is_empty() {
        true => String::new(),
        false => format!(", but {}", listed(near)),
    };
    Err(ExplainError::ClassNotFound {
        name: class.to_owned(),
        path: options.class_path.to_string_lossy().into_owned(),
        near,
    })
}

/// A class's name as it is compared.
fn spelled(class: &str) -> String {
    class.replace(['.', '$'], "/")
}

fn methods_of(file: &ClassFile<'_>) -> BTreeSet<String> {
    let names = file.methods.iter().filter_map(|m| file.pool.utf8(m.name));
    names.map(str::to_owned).collect()
}

fn listed(names: BTreeSet<String>) -> String {
    let more = names.len().saturating_sub(MAX_NAMES);
    let mut shown: Vec<String> = names.into_iter().take(MAX_NAMES).collect();
    if more > 0 {
        shown.push(format!("{more} more"));
    }
    shown.join(", ")
}

/// A method's lines with their accesses. Without its source, only lines that have any.
fn told(class: &str, method: &ExplainedMethod, source: &[&str]) -> String {
    let mut text = format!(
        "{}.{}{}\n",
        class.replace('/', "."),
        method.name,
        method.descriptor
    );
    let (first, last) = method.lines.unwrap_or((1, 0));
    for line in first..=last {
        let accesses: Vec<_> = method
            .accesses
            .iter()
            .filter(|a| a.line == Some(line))
            .collect();
        let shown = source.get(usize::from(line) - 1);
        if shown.is_some() || !accesses.is_empty() {
            let _ = writeln!(text, "{line:5}  {}", shown.unwrap_or(&""));
        }
        for access in accesses {
            let _ = writeln!(text, "         {}", sentence(access));
        }
    }
    for access in method.accesses.iter().filter(|a| a.line.is_none()) {
        let _ = writeln!(text, "         {}", sentence(access));
    }
    text
}

fn sentence(access: &ExplainedAccess) -> String {
    let op = match access.op {
        Op::Read => "read",
        Op::Write => "write",
    };
    let what = match &access.field {
        Some(field) => format!("field {field}"),
        None => "element".to_owned(),
    };
    format!("{op} of {what}: {}", reason(access.check))
}

fn reason(check: Check) -> String {
    let at = |line: Option<u16>| line.map_or(String::new(), |line| format!(" at line {line}"));
    match check {
        Check::Own => "checked".to_owned(),
        Check::Redundant(line) => format!("redundant: the access{} checks the same", at(line)),
        Check::Anticipated(line) => format!("anticipated: the write{} follows", at(line)),
        Check::First => "group: checked, with the elements that the line accesses next".to_owned(),
        Check::Grouped => "group: the first access of the group has the check".to_owned(),
        Check::Walk => "walk: checked as a range behind the loop".to_owned(),
        Check::Scattered => "here and there: kept in the loop's set".to_owned(),
        Check::Unshared => "unshared: only one thread can know it".to_owned(),
        Check::Fresh => {
            "fresh: only the constructor knows the object, no check is needed".to_owned()
        }
        Check::Final => "final: needs no check".to_owned(),
        Check::Volatile => "volatile: orders threads, needs no check".to_owned(),
        Check::Exempt => "exempt by an annotation".to_owned(),
        Check::Settled => {
            "settled: checked, but not remembered, as only constructors write it".to_owned()
        }
        Check::Foreign => "checked, unless the class that declares it says otherwise".to_owned(),
    }
}
