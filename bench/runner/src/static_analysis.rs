//! `redflag check` on jars: time and memory, cold and after a change of one class, beside what javac takes for the sources.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use classfile::{ClassFile, access, container};

use crate::Error;
use crate::java;
use crate::process::{self, Outcome};
use crate::programs::artifacts;
use crate::redflag;
use crate::results::{self, Table, grouped};

/// What the jars hold for any Java.
const JAVA: u16 = u16::MAX;

/// The status of `redflag check` if it found something, as it does in each of the jars.
const FOUND: i32 = 1;

#[derive(clap::Args)]
pub struct Options {
    /// How many times to measure each; the fastest counts
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Only these; the table is then printed, not recorded
    #[arg(value_name = "NAME")]
    names: Vec<String>,
}

struct Subject {
    name: &'static str,
    /// The end of the path of its jar.
    jar: &'static str,
    /// The ends of the paths of the jar with its sources and of those that it is compiled with.
    sources: Option<(&'static str, &'static [&'static str])>,
}

const SUBJECTS: [Subject; 7] = [
    Subject {
        name: "h2",
        jar: "h2-2.2.224.jar",
        sources: None,
    },
    Subject {
        name: "lucene",
        jar: "lucene-core-9.11.1.jar",
        sources: None,
    },
    Subject {
        name: "derby",
        jar: "derby-10.15.2.0.jar",
        sources: None,
    },
    Subject {
        name: "tomcat",
        jar: "tomcat-embed-core-10.1.31.jar",
        sources: None,
    },
    Subject {
        name: "rxjava",
        jar: "rxjava-3.1.9.jar",
        sources: Some(("rxjava-3.1.9-sources.jar", &["reactive-streams-1.0.4.jar"])),
    },
    Subject {
        name: "commons-pool-1",
        jar: "commons-pool-1.6.jar",
        sources: Some(("commons-pool-1.6-sources.jar", &[])),
    },
    Subject {
        name: "commons-pool-2",
        jar: "commons-pool2-2.12.0.jar",
        sources: Some((
            "commons-pool2-2.12.0-sources.jar",
            &["cglib-3.3.0.jar", "asm-7.1.jar"],
        )),
    },
];

type Cell = fn(&Measured) -> String;

/// How columns are called, and what stands in them.
const COLUMNS: [(&str, Cell); 9] = [
    ("jar", |it| it.name.to_owned()),
    ("classes", |it| grouped(it.classes)),
    ("methods", |it| grouped(it.methods)),
    ("reports", |it| grouped(it.reports)),
    ("cold, s", |it| seconds(it.cold.time)),
    ("one class changed, s", |it| seconds(it.warm.time)),
    ("classes a second", |it| {
        grouped((it.classes as f64 / it.cold.time.as_secs_f64()) as u64)
    }),
    ("peak, MB", |it| grouped(it.cold.peak_kib / 1024)),
    ("javac, s", |it| it.javac.map_or("".to_owned(), seconds)),
];

fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}

struct Measured {
    name: &'static str,
    classes: u64,
    methods: u64,
    reports: u64,
    cold: Cost,
    warm: Cost,
    javac: Option<Duration>,
}

#[derive(Clone, Copy)]
struct Cost {
    time: Duration,
    peak_kib: u64,
}

impl Cost {
    fn of(outcome: &Outcome) -> Cost {
        Cost {
            time: outcome.elapsed,
            peak_kib: outcome.peak_rss_kib,
        }
    }
}

fn fetch() -> Result<Vec<PathBuf>, Error> {
    artifacts::fetch(&java::in_repository("bench/static/jars.sha256"))
}

/// The jars that are checked, with their names.
pub fn jars() -> Result<Vec<(&'static str, PathBuf)>, Error> {
    let jars = fetch()?;
    let named = |it: &Subject| Ok((it.name, find(&jars, it.jar)?.to_owned()));
    SUBJECTS.iter().map(named).collect()
}

pub fn measure(options: &Options) -> Result<(), Error> {
    let jars = fetch()?;
    let mut table = Table::new(&COLUMNS.map(|(head, _)| head));
    for subject in &SUBJECTS {
        if options.names.is_empty() || options.names.iter().any(|it| it == subject.name) {
            let measured = measure_subject(subject, &jars, options.runs)?;
            table.row(COLUMNS.iter().map(|(_, cell)| cell(&measured)).collect());
        }
    }
    println!("{table}");
    if options.names.is_empty() {
        let command = format!("bench static --runs {}", options.runs);
        results::record("static", &command, &table.to_string())?;
    }
    Ok(())
}

fn measure_subject(subject: &Subject, jars: &[PathBuf], runs: u32) -> Result<Measured, Error> {
    let folder = java::in_repository("target/bench/static").join(subject.name);
    java::create_dir(&folder)?;
    let jar = find(jars, subject.jar)?;
    let mut checked = Vec::new();
    let mut javac = Vec::new();
    for _ in 0..runs {
        eprintln!("{}", subject.name);
        checked.push(check(jar, &folder)?);
        if let Some((sources, libraries)) = subject.sources {
            javac.push(compile(find(jars, sources)?, libraries, jars, &folder)?);
        }
    }
    let [reports, classes, methods] = checked[0].counts;
    let fastest = |cost: fn(&Checked) -> Cost| checked.iter().map(cost).min_by_key(|it| it.time);
    let (Some(cold), Some(warm)) = (fastest(|it| it.cold), fastest(|it| it.warm)) else {
        return Err(Error::NothingToChange {
            jar: jar.to_owned(),
        });
    };
    Ok(Measured {
        name: subject.name,
        classes,
        methods,
        reports,
        cold,
        warm,
        javac: javac.into_iter().min(),
    })
}

fn find<'j>(jars: &'j [PathBuf], name: &str) -> Result<&'j Path, Error> {
    let jar = jars.iter().find(|it| it.ends_with(name));
    let jar = jar.ok_or_else(|| Error::Coordinates(name.to_owned()))?;
    Ok(jar)
}

struct Checked {
    /// Findings, classes and methods.
    counts: [u64; 3],
    cold: Cost,
    warm: Cost,
}

/// Checks a copy of the jar twice, the second time with another class in it.
fn check(jar: &Path, folder: &Path) -> Result<Checked, Error> {
    let (copy, cache) = (folder.join("checked.jar"), folder.join("cache"));
    let file_error = |source| Error::File {
        path: copy.clone(),
        source,
    };
    if cache.exists() {
        fs::remove_dir_all(&cache).map_err(file_error)?;
    }
    fs::copy(jar, &copy).map_err(file_error)?;
    let cache = cache.to_string_lossy();
    let mut command = redflag::check(&["--cache", &cache], &copy);
    let cold = process::run(&mut command)?;
    cold.expect_status(&command, FOUND)?;
    change_one_class(&copy, folder)?;
    let warm = process::run(&mut command)?;
    warm.expect_status(&command, FOUND)?;
    Ok(Checked {
        counts: counts(&cold, &command)?,
        cold: Cost::of(&cold),
        warm: Cost::of(&warm),
    })
}

/// The numbers in `redflag: 205 findings in 2,494 classes, 17,936 methods`.
fn counts(outcome: &Outcome, command: &Command) -> Result<[u64; 3], Error> {
    let line = outcome.stderr.lines().find(|it| it.contains(" in "));
    let words = line.unwrap_or_default().split_whitespace();
    let numbers = words.filter_map(|it| it.replace(',', "").parse().ok());
    let numbers: Vec<u64> = numbers.collect();
    numbers.try_into().map_err(|_| Error::NoLine {
        program: process::display(command),
        key: "redflag:",
        output: outcome.stderr.clone(),
    })
}

/// Makes a method in the middle of the jar synchronized, or no longer so.
fn change_one_class(jar: &Path, folder: &Path) -> Result<(), Error> {
    let entries = container::open(jar).map_err(Error::Container)?;
    let mut classes = Vec::new();
    for entry in entries.classes(JAVA) {
        let entry = entry.map_err(Error::Container)?;
        let bytes = entry.bytes().map_err(Error::Container)?.into_owned();
        classes.push((entry.name().to_owned(), bytes));
    }
    classes.sort();
    let middle = classes.len() / 2;
    let (name, changed) = classes[middle..]
        .iter()
        .find_map(|(name, bytes)| Some((name, with_other_locking(bytes)?)))
        .ok_or_else(|| Error::NothingToChange {
            jar: jar.to_owned(),
        })?;
    let path = folder.join(format!("{name}.class"));
    java::create_dir(path.parent().unwrap_or(folder))?;
    fs::write(&path, changed).map_err(|source| Error::File { path, source })?;
    let mut update = Command::new(java::jdk_tool("jar"));
    update
        .args(["--update", "--file"])
        .arg(jar)
        .arg("-C")
        .arg(folder)
        .arg(format!("{name}.class"));
    process::run_successfully(&mut update).map(drop)
}

fn with_other_locking(class: &[u8]) -> Option<Vec<u8>> {
    let mut file = ClassFile::read(class).ok()?;
    let is_special = |name: u16| file.pool.utf8(name).is_none_or(|it| it.starts_with('<'));
    let hidden = access::ABSTRACT | access::NATIVE;
    let mut methods = file.methods.iter();
    let at = methods.position(|it| !it.is(hidden) && !is_special(it.name))?;
    file.methods[at].access ^= access::SYNCHRONIZED;
    Some(file.write())
}

/// What javac takes for the sources in a jar.
fn compile(
    sources: &Path,
    libraries: &[&str],
    jars: &[PathBuf],
    folder: &Path,
) -> Result<Duration, Error> {
    let (unpacked, classes) = (folder.join("sources"), folder.join("compiled"));
    java::create_dir(&unpacked)?;
    java::create_dir(&classes)?;
    let mut unpack = Command::new(java::jdk_tool("jar"));
    unpack.arg("--extract").arg("--file").arg(sources);
    process::run_successfully(unpack.current_dir(&unpacked))?;
    let mut files = Vec::new();
    list_sources(&unpacked, &mut files)?;
    let libraries: Vec<&Path> = libraries
        .iter()
        .map(|it| find(jars, it))
        .collect::<Result<_, _>>()?;
    let libraries: Vec<_> = libraries.iter().map(|it| it.to_string_lossy()).collect();
    let mut javac = Command::new(java::jdk_tool("javac"));
    javac
        .args(["-g", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-d"])
        .arg(classes)
        .args(["-classpath", &libraries.join(":")])
        .args(files);
    Ok(process::run_successfully(&mut javac)?.elapsed)
}

fn list_sources(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), Error> {
    let file_error = |source| Error::File {
        path: folder.to_owned(),
        source,
    };
    for entry in fs::read_dir(folder).map_err(file_error)? {
        let path = entry.map_err(file_error)?.path();
        if path.is_dir() {
            list_sources(&path, found)?;
        } else if path.extension().is_some_and(|it| it == "java") {
            found.push(path);
        }
    }
    Ok(())
}
