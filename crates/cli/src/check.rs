//! `redflag check`: races found in class files, without running them.

mod changes;
mod classes;
mod lines;
mod progress;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cache::Place;
use classfile::{ClassFile, NEWEST_KNOWN_MAJOR};
use compositional::{Checked, Options, Unused, Withheld, each_access_once, parallel};
use findings::run::Stats;
use findings::{
    BadBaseline, Baseline, Compared, Engine, Finding, Location, RunStats, Skipped, baseline_of,
};
use report::{Palette, Run, counted};
use thiserror::Error;
use world::models::Models;

use crate::FAILURE;
use crate::arguments::{self, CheckOptions, LockModel};
use crate::models::{ModelsError, UserModels};
use crate::outputs::{OutputError, Outputs};
use crate::run::say;
use crate::sources::SourceFolders;
use crate::suppressions::{Suppressions, SuppressionsError};
use changes::{Changes, ChangesError};
use classes::{Classes, Read, Unreadable};
use lines::MethodLines;
use progress::Progress;

/// The exit status if anything was found.
const FOUND: u8 = 1;

/// No more of what was left out is named.
const MAX_NAMED: usize = 5;

#[derive(Debug, Error)]
pub enum CheckError {
    #[error(transparent)]
    Suppressions(#[from] SuppressionsError),
    #[error(transparent)]
    Models(#[from] ModelsError),
    #[error("cannot read sources from {}: {cause}", .path.display())]
    NoSources { path: PathBuf, cause: io::Error },
    #[error("cannot read the baseline {}: {cause}; --write-baseline makes one", .path.display())]
    NoBaseline { path: PathBuf, cause: io::Error },
    #[error("{}, {cause}", .path.display())]
    BadBaseline { path: PathBuf, cause: BadBaseline },
    #[error("cannot write the baseline {}: {cause}", .path.display())]
    WriteBaseline { path: PathBuf, cause: io::Error },
    #[error(transparent)]
    Changes(#[from] ChangesError),
    #[error(transparent)]
    Document(#[from] OutputError),
    #[error("nothing was analysed: there is no class file in {inputs} that can be read{}{why}", if .why.is_empty() { "" } else { "; " })]
    NoClasses { inputs: String, why: String },
    #[error("standard output: {0}")]
    Output(#[from] io::Error),
}

pub fn check(options: &CheckOptions) -> Result<u8, CheckError> {
    let documents = &options.documents;
    let suppressions = Suppressions::read(&documents.suppressions)?;
    let models = UserModels::read(&options.models)?
        .into_rules()
        .map(Arc::new);
    let baseline = options.baseline.as_deref();
    let baseline = baseline.map(KnownFindings::read).transpose()?;
    let changes = options.changed_since.as_deref();
    let changes = changes.map(Changes::since).transpose()?;
    for path in &documents.sources {
        fs::metadata(path).map_err(|cause| CheckError::NoSources {
            path: path.clone(),
            cause,
        })?;
    }
    let sources = SourceFolders::beside(&documents.sources, &options.inputs);
    let outputs = Outputs::create(documents, sources)?;

    let mut outcome = analyse(options, models, changes.as_ref())?;
    if outcome.stats.totals.classes == 0 {
        is_written(outputs, &outcome.run());
        let inputs = options.inputs.iter().map(|it| it.display().to_string());
        return Err(CheckError::NoClasses {
            inputs: inputs.collect::<Vec<_>>().join(", "),
            why: outcome.stats.notes.join("; "),
        });
    }
    if let Some(changes) = &changes {
        outcome.tell_unsettled(changes, &outputs.sources);
    }
    outcome.note_withheld(&suppressions);
    suppressions.apply(&mut outcome.findings, &mut outcome.stats);
    if let Some(baseline) = baseline {
        outcome.compare(&baseline);
    }
    if let (Some(changes), Some(revision)) = (changes, &options.changed_since) {
        outcome.keep_touched(&changes, revision, &outputs.sources);
    }
    if let Some(path) = &options.write_baseline {
        outcome.write_baseline(path)?;
    }
    if !options.no_dedup {
        outcome.findings = each_access_once(outcome.findings);
    }
    match &options.write_baseline {
        Some(path) => outcome.tell_of_baseline(path, outputs),
        None => outcome.tell(options, outputs),
    }
}

/// What a file says is known.
struct KnownFindings {
    path: PathBuf,
    baseline: Baseline,
}

impl KnownFindings {
    fn read(path: &Path) -> Result<KnownFindings, CheckError> {
        let path = path.to_owned();
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(cause) => return Err(CheckError::NoBaseline { path, cause }),
        };
        match Baseline::parse(&text) {
            Ok(baseline) => Ok(KnownFindings { path, baseline }),
            Err(cause) => Err(CheckError::BadBaseline { path, cause }),
        }
    }
}

/// What came out.
struct Outcome {
    findings: Vec<Finding>,
    /// What is not told, as too few methods hold a lock.
    withheld: Vec<Withheld>,
    stats: RunStats,
    /// Of all methods, if it matters which lines changed.
    lines: MethodLines,
    /// What was to be looked at and could not be read.
    missed: Vec<String>,
}

fn analyse(
    options: &CheckOptions,
    models: Option<Arc<Models>>,
    changes: Option<&Changes>,
) -> Result<Outcome, CheckError> {
    let threads = options.threads.unwrap_or_else(parallel::processors);
    let mut classes = Classes::find(&options.inputs, &options.classpath, threads);
    let referenced = classes.load_referenced();
    let mut unreadable = std::mem::take(&mut classes.unreadable);
    let read = classes.read(&referenced, &mut unreadable);
    let looked_at = read.looked_at();
    if let Some(changes) = changes.filter(|_| !looked_at.is_empty()) {
        let sources = looked_at.iter().copied();
        changes.expect_some(sources.filter_map(|it| Some((it.name()?, it.source_file()?))))?;
    }
    let lines = match changes {
        Some(_) => MethodLines::of(read.files.iter().map(|it| it.file())),
        None => MethodLines::default(),
    };
    let unread = "could not be read";
    let mut notes = Vec::new();
    notes.extend(told(&classes.unopened, ["path", "paths"], unread));
    let named: Vec<String> = unreadable.iter().map(Unreadable::to_string).collect();
    notes.extend(told(&named, ["class file", "class files"], unread));
    if !looked_at.is_empty() {
        notes.extend(told(
            &classes.empty,
            ["path", "paths"],
            "without class files",
        ));
    }
    notes.extend(told(
        &classes.passed_over,
        ["jar", "jars"],
        "in subdirectories not looked at (name the jar or its directory)",
    ));
    notes.extend(without_lines(&looked_at));
    notes.extend(newer(&looked_at));
    notes.extend(told(
        &dotted(&read.missing),
        ["referenced class", "referenced classes"],
        "not found and taken to do no harm (--classpath adds classes)",
    ));

    let missed = read.missed.clone();
    let checked = followed(read, options, models);
    if let (Some(cache), Some(error)) = (options.cache.given(), &checked.unkept) {
        let cache = cache.display();
        say(&format!(
            "redflag: nothing can be kept in {cache} for the next time: {error}\n"
        ));
    }
    notes.extend(told(
        &checked.unused.iter().map(unused).collect::<Vec<_>>(),
        ["name", "names"],
        "in the models that nothing here has, so that their rules were not used",
    ));
    notes.extend(told(
        &checked.unused_aliases,
        ["annotation", "annotations"],
        "with an alias that nothing here has",
    ));
    let skipped = dotted(&checked.skipped);
    notes.extend(told(
        &skipped,
        ["method", "methods"],
        "could not be followed",
    ));
    Ok(Outcome {
        stats: RunStats {
            totals: Stats {
                classes: checked.classes as u64,
                methods: checked.methods as u64,
                skipped_methods: skipped.len() as u64,
                exempt_fields: checked.exempt_fields as u64,
                exempt_methods: checked.exempt_methods as u64,
                ..Stats::default()
            },
            exempt_classes: checked.exempt_classes as u64,
            skipped: skips(&checked.skipped, &unreadable),
            notes,
            ..RunStats::default()
        },
        findings: checked.findings,
        withheld: checked.withheld,
        lines,
        missed,
    })
}

/// Where to keep what the next run on these inputs need not find out again.
fn cache(options: &CheckOptions) -> Option<Place> {
    let directory = options.cache.directory()?;
    let inputs = options.inputs.iter();
    let inputs = inputs.map(|it| fs::canonicalize(it).unwrap_or_else(|_| it.clone()));
    let libraries = options.classpath.iter().map(PathBuf::from);
    Some(Place {
        directory,
        name: inputs
            .chain(libraries)
            .map(|it| format!("{}\n", it.display()))
            .collect(),
    })
}

/// Lets the analysis look at the classes.
fn followed(read: Read<'_>, options: &CheckOptions, models: Option<Arc<Models>>) -> Checked {
    let methods = read.files.iter().map(|it| it.file().methods.len()).sum();
    let options = Options {
        all_classes: options.all,
        one_lock: options.lock_model == LockModel::Single,
        repeats: options.no_dedup,
        true_positives: options.true_positives,
        aliases: options.annotation_alias.clone(),
        models,
        referenced: read.referenced,
        threads: options.threads,
        cache: cache(options),
        ..Options::default()
    };
    let _progress = Progress::start(options.followed.clone(), methods);
    compositional::check(read.files, &options)
}

/// How many classes have no line numbers, if any.
fn without_lines(files: &[&ClassFile<'_>]) -> Option<String> {
    let lacking = files.iter().filter(|it| lines::lacks_lines(it));
    let names: Vec<String> = lacking.map(|it| spelled(it)).collect();
    told(
        &names,
        ["class", "classes"],
        "without line numbers, so places in them have none (javac -g writes them)",
    )
}

/// How many classes are of a Java that came after this redflag, if any.
fn newer(files: &[&ClassFile<'_>]) -> Option<String> {
    let newer = files.iter().filter(|it| it.is_newer_than_known());
    let names: Vec<String> = newer
        .map(|it| format!("{} (version {})", spelled(it), it.major))
        .collect();
    let what = format!("of a newer Java, read as if of version {NEWEST_KNOWN_MAJOR}");
    told(&names, ["class", "classes"], &what)
}

/// What a rule names and the program does not have.
fn unused(it: &Unused) -> String {
    let class = it.class.replace('/', ".");
    match &it.method {
        Some(method) => format!("{class}.{method}"),
        None => class,
    }
}

fn spelled(file: &ClassFile<'_>) -> String {
    file.name().unwrap_or_default().replace('/', ".")
}

fn dotted(names: &[String]) -> Vec<String> {
    names.iter().map(|it| it.replace('/', ".")).collect()
}

fn skips(methods: &[String], unreadable: &[Unreadable]) -> Vec<Skipped> {
    let methods = methods.iter().map(|name| {
        let (class, method) = name.rsplit_once('.').unwrap_or((name, ""));
        Skipped {
            class: class.to_owned(),
            method: Some(method.to_owned()),
            reason: "the code could not be followed".to_owned(),
        }
    });
    let classes = unreadable.iter().map(|it| Skipped {
        class: it.class.clone(),
        method: None,
        reason: it.why.clone(),
    });
    methods.chain(classes).collect()
}

impl Outcome {
    fn run(&self) -> Run<'_> {
        let reported = self.findings.iter().filter(|it| it.suppressed.is_none());
        Run {
            engine: Engine::Compositional,
            printed: reported.count(),
            findings: &self.findings,
            still_running: 0,
            stats: &self.stats,
            unreadable: &self.missed,
            filters: &[],
        }
    }

    /// Takes what is known for suppressed.
    fn compare(&mut self, known: &KnownFindings) {
        let path = known.path.display().to_string();
        let Compared {
            known,
            undecided,
            gone,
        } = known.baseline.compare(&mut self.findings, &path);
        let findings = |n: usize| counted(n as u64, "finding", "findings");
        if known > 0 {
            let note = format!("{} in {path}, not told again", findings(known));
            self.stats.notes.push(note);
        }
        if undecided > 0 {
            let note = format!(
                "{} that look alike, more than in {path}: which are new is unknown, so all are told",
                findings(undecided)
            );
            self.stats.notes.push(note);
        }
        let is_withheld = |(_, text): &(usize, String)| {
            let mut withheld = self.withheld.iter();
            withheld.any(|it| {
                let start = text.get(..it.finding.fingerprint.len());
                start.is_some_and(|start| start.eq_ignore_ascii_case(&it.finding.fingerprint))
            })
        };
        let (withheld, gone): (Vec<_>, Vec<_>) = gone.into_iter().partition(is_withheld);
        let named = |entries: Vec<(usize, String)>| -> Vec<String> {
            let named = entries.into_iter();
            named
                .map(|(line, text)| format!("{path}:{line}: {text}"))
                .collect()
        };
        let what = format!("of {path} not told any more as too few methods hold the lock");
        let entries = ["entry", "entries"];
        self.stats
            .notes
            .extend(told(&named(withheld), entries, &what));
        let gone = named(gone);
        let what = format!("of {path} no longer found (--write-baseline leaves them out)");
        self.stats.notes.extend(told(&gone, entries, &what));
        self.stats.unused_suppressions.extend(gone);
    }

    /// Tells of what is withheld only since the change, for all that is known: where it touches as many of the methods without
    /// the lock as would have to hold it.
    fn tell_unsettled(&mut self, changes: &Changes, sources: &SourceFolders) {
        let touched = |it: &Withheld| {
            let access = &it.finding.accesses[0];
            changes.touch_way(access, &self.lines, sources)
        };
        let (touched, rest): (Vec<_>, Vec<_>) = std::mem::take(&mut self.withheld)
            .into_iter()
            .partition(touched);
        let mut methods: BTreeMap<Location, BTreeSet<(String, String)>> = BTreeMap::new();
        for Withheld { finding, .. } in &touched {
            let outermost = finding.accesses[0].stack.iter().flatten().last();
            let of_field = methods.entry(finding.location.clone()).or_default();
            of_field.extend(outermost.map(|it| (it.class.clone(), it.method.clone())));
        }
        let is_enough = |it: &Withheld| methods[&it.finding.location].len() >= it.lacking;
        let (unsettled, few): (Vec<_>, Vec<_>) = touched.into_iter().partition(is_enough);
        self.findings
            .extend(unsettled.into_iter().map(|it| it.finding));
        self.withheld = rest.into_iter().chain(few).collect();
    }

    /// Says how much is withheld, but for what nobody wants to see.
    fn note_withheld(&mut self, suppressions: &Suppressions) {
        let withheld = self.withheld.iter().map(|it| &it.finding);
        let withheld: Vec<&Finding> = withheld.filter(|it| !suppressions.cover(it)).collect();
        let fields: BTreeSet<&Location> = withheld.iter().map(|it| &it.location).collect();
        if !withheld.is_empty() {
            let accesses: BTreeSet<_> = withheld.iter().map(|it| &it.leads_to).collect();
            let accesses = counted(accesses.len() as u64, "access", "accesses");
            let fields = counted(fields.len() as u64, "field", "fields");
            self.stats.notes.push(format!(
                "{accesses} to {fields} locked less than half of the time: not told (--all tells of them)"
            ));
        }
    }

    /// Leaves out the findings that a change did not touch.
    fn keep_touched(&mut self, changes: &Changes, revision: &str, sources: &SourceFolders) {
        let before = self.findings.len();
        let lines = &self.lines;
        self.findings.retain(|it| changes.touch(it, lines, sources));
        let others = counted((before - self.findings.len()) as u64, "finding", "findings");
        let note = format!("{others} left out that no change since {revision} touches");
        self.stats.notes.push(note);
    }

    /// With all ways to each access: what tells only of others must know them.
    fn write_baseline(&self, path: &Path) -> Result<(), CheckError> {
        let text = baseline_of(self.run().reported());
        fs::write(path, text).map_err(|cause| CheckError::WriteBaseline {
            path: path.to_owned(),
            cause,
        })
    }

    fn tell_of_baseline(&self, path: &Path, outputs: Outputs) -> Result<u8, CheckError> {
        let run = self.run();
        say(&report::summary(&run, Palette::plain()));
        let path = path.display();
        say(&format!(
            "redflag: they are written to {path}; `--baseline {path}` tells only of others\n"
        ));
        Ok(match is_written(outputs, &run) && self.missed.is_empty() {
            true => 0,
            false => FAILURE,
        })
    }

    fn tell(&self, options: &CheckOptions, outputs: Outputs) -> Result<u8, CheckError> {
        let run = self.run();
        if !outputs.take_standard_output() {
            let palette = arguments::palette(options.color, io::stdout().is_terminal());
            let texts: Vec<String> = run
                .reported()
                .map(|it| report::violation(it, palette, &outputs.sources) + "\n")
                .collect();
            match io::stdout().write_all(texts.concat().as_bytes()) {
                // Whoever closes the pipe has read enough.
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
                written => written?,
            }
        }
        say(&report::summary(
            &run,
            arguments::palette(options.color, io::stderr().is_terminal()),
        ));
        let is_written = is_written(outputs, &run);
        Ok(match run.reported().next() {
            _ if !is_written => FAILURE,
            Some(_) => FOUND,
            None if !self.missed.is_empty() => FAILURE,
            None => 0,
        })
    }
}

/// Writes the documents and says which of them could not be written.
fn is_written(outputs: Outputs, run: &Run<'_>) -> bool {
    let errors = outputs.write(run);
    for error in &errors {
        say(&format!("redflag: error: {error}\n"));
    }
    errors.is_empty()
}

/// `3 methods could not be followed: a.B.c; …`, if there are any.
fn told(names: &[String], [one, many]: [&str; 2], what: &str) -> Option<String> {
    if names.is_empty() {
        return None;
    }
    let count = counted(names.len() as u64, one, many);
    let rest = match names.len() > MAX_NAMED {
        true => "; …",
        false => "",
    };
    let first = &names[..names.len().min(MAX_NAMED)];
    Some(format!("{count} {what}: {}{rest}", first.join("; ")))
}
