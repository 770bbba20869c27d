//! `redflag instrument`: rewrites a program and a JDK's classes ahead of time, for those who cannot use
//! an agent.
//!
//! Invariant: the output directory is there when all of it is; a failure leaves nothing behind.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use classfile::container::ContainerError;
use findings::run::{Config, DEFAULT_HEAP_FACTOR};
use host::offline::{self, Contents};
use host::{JdkPackages, SiteTable};
use instrument::{BulkIndex, CallIndex, ContainerIndex, SilentCarriers, Unfit};
use report::counted;
use thiserror::Error;
use world::models::Models;

use crate::arguments::InstrumentOptions;
use crate::launch::JVM_FLAGS;
use crate::models::{ModelsError, UserModels};
use crate::run::say;

use super::jdk::{Jdk, JdkError};
use super::program::Program;
use super::{
    ARGUMENTS_FILE, JDK_DIRECTORY, OWN_DIRECTORY, RUNS_DIRECTORY, SKIPPED_FILE, TABLE_FILE,
};

#[derive(Debug, Error)]
pub enum InstrumentError {
    #[error("{} exists; name a directory that does not, or remove it", .0.display())]
    OutputExists(PathBuf),
    #[error("cannot write {}: {cause}", .path.display())]
    Write { path: PathBuf, cause: io::Error },
    #[error("cannot read {}: {cause}", .path.display())]
    Read { path: PathBuf, cause: io::Error },
    #[error("{} has no name of its own; give it by its full path", .0.display())]
    Nameless(PathBuf),
    #[error("{} would be written to {name}, as another input or a file of redflag's is; rename it", .path.display())]
    SameName { path: PathBuf, name: String },
    #[error("{} is neither a jar nor a directory", .0.display())]
    NoContainer(PathBuf),
    #[error(transparent)]
    Container(#[from] ContainerError),
    #[error(transparent)]
    Models(#[from] ModelsError),
    #[error(transparent)]
    WrongModels(#[from] host::WrongModels),
    #[error(transparent)]
    Jdk(#[from] JdkError),
    #[error("the JDK in {} cannot be patched: {cause}", .home.display())]
    Unfit { home: PathBuf, cause: Unfit },
    #[error("no class was found in what was given")]
    NoClasses,
    #[error("the program has a name that is too long for a class file")]
    LongName,
}

impl InstrumentError {
    pub(super) fn write(path: &Path) -> impl FnOnce(io::Error) -> InstrumentError {
        let path = path.to_owned();
        move |cause| InstrumentError::Write { path, cause }
    }

    pub(super) fn read(path: &Path) -> impl FnOnce(io::Error) -> InstrumentError {
        let path = path.to_owned();
        move |cause| InstrumentError::Read { path, cause }
    }
}

/// What the rewriter has to know.
pub(super) struct Rewriting<'r> {
    /// The release of Java.
    pub jdk: u16,
    pub packages: JdkPackages,
    pub models: &'r Models,
    pub user_models: host::UserModels,
    pub calls: CallIndex<'r>,
    pub containers: ContainerIndex<'r>,
    pub bulks: BulkIndex<'r>,
    pub silent: SilentCarriers<'r>,
    pub config: Config,
    pub sites: SiteTable,
}

pub fn instrument(options: &InstrumentOptions) -> Result<u8, InstrumentError> {
    let output =
        std::path::absolute(&options.output).map_err(InstrumentError::write(&options.output))?;
    if fs::symlink_metadata(&output).is_ok() {
        return Err(InstrumentError::OutputExists(options.output.clone()));
    }
    let inputs = named(&options.inputs)?;
    let jdk = Jdk::find(options.jdk.as_deref())?;
    let packages = jdk.packages()?;
    let files = UserModels::read(&options.checking.models)?;
    let user_models = host::UserModels::parse(&files.files)?;
    let (models, notes) = jdk.models(&user_models, &packages)?;
    let rewriting = Rewriting {
        jdk: jdk.feature,
        packages,
        models,
        user_models,
        calls: CallIndex::new(models, jdk.feature),
        containers: ContainerIndex::new(models, jdk.feature),
        bulks: BulkIndex::new(models, jdk.feature),
        silent: SilentCarriers::new(models, jdk.feature),
        config: Config {
            include: options.checking.include.clone(),
            exclude: options.checking.exclude.clone(),
            ..Config::default()
        },
        sites: SiteTable::default(),
    };
    let parent = output.parent().unwrap_or(&output);
    // Beside its last place, so that it can be moved there.
    let work = tempfile::Builder::new()
        .prefix(".redflag-")
        .tempdir_in(parent)
        .map_err(InstrumentError::write(&output))?;
    let mut program = Program::new(&rewriting, notes);
    for (name, path) in &inputs {
        program.add(path, &work.path().join(name))?;
    }
    program.note_missing();
    if program.classes.is_empty() && program.skipped.is_empty() {
        return Err(InstrumentError::NoClasses);
    }
    let is_met =
        |class: &String| program.classes.contains_key(class) || rewriting.packages.have(class);
    let unused = files.unused(is_met, "found");
    program.notes.extend(unused);
    let own = work.path().join(OWN_DIRECTORY);
    let modules = jdk.patch(&rewriting, &own.join(JDK_DIRECTORY))?;
    let table = offline::table(&Contents {
        jdk_version: &jdk.version,
        image_size: jdk.image_size,
        sites: &rewriting.sites.all(),
        classes: &program.classes,
        containers: &rewriting.containers,
    });
    write(
        &own.join(TABLE_FILE),
        &table.ok_or(InstrumentError::LongName)?,
    )?;
    let skipped = serde_json::to_vec_pretty(&program.skipped).unwrap_or_default();
    write(&own.join(SKIPPED_FILE), &skipped)?;
    let modules = known_modules(&jdk, work.path(), modules)?;
    let arguments = java_arguments(&jdk, &output, &modules);
    write(&work.path().join(ARGUMENTS_FILE), arguments.as_bytes())?;
    let made = work.keep();
    if let Err(cause) = fs::rename(&made, &output) {
        let _ = fs::remove_dir_all(&made);
        return Err(InstrumentError::write(&output)(cause));
    }
    say(&summary(options, &program, &jdk, &inputs));
    Ok(0)
}

/// The inputs with the names that they will have in the output directory.
fn named(inputs: &[PathBuf]) -> Result<Vec<(String, PathBuf)>, InstrumentError> {
    let mut named: Vec<(String, PathBuf)> = Vec::new();
    for path in inputs {
        fs::metadata(path).map_err(InstrumentError::read(path))?;
        let whole = fs::canonicalize(path).map_err(InstrumentError::read(path))?;
        // A link keeps its own name; `.` and `..` have the directory's.
        let name = path.file_name().or(whole.file_name());
        let name = name.and_then(|name| name.to_str());
        let name = name.ok_or_else(|| InstrumentError::Nameless(path.clone()))?;
        let taken = [OWN_DIRECTORY, ARGUMENTS_FILE].contains(&name);
        if taken || named.iter().any(|(other, _)| other == name) {
            return Err(InstrumentError::SameName {
                path: path.clone(),
                name: name.to_owned(),
            });
        }
        named.push((name.to_owned(), path.clone()));
    }
    Ok(named)
}

/// Writes a file and the directories above it.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), InstrumentError> {
    let parent = path.parent().unwrap_or(path);
    fs::create_dir_all(parent)
        .and_then(|()| File::create(path)?.write_all(bytes))
        .map_err(InstrumentError::write(path))
}

/// Starts the patched JDK where it lies now; answers those of the modules that it knows without being asked for them. For
/// each of the others it would print a warning.
fn known_modules(
    jdk: &Jdk,
    made: &Path,
    mut modules: Vec<String>,
) -> Result<Vec<String>, InstrumentError> {
    let arguments = made.join(ARGUMENTS_FILE);
    write(&arguments, java_arguments(jdk, made, &modules).as_bytes())?;
    let unknown = jdk.start(&arguments)?;
    modules.retain(|module| !unknown.contains(module));
    let runs = made.join(OWN_DIRECTORY).join(RUNS_DIRECTORY);
    fs::remove_dir_all(&runs).map_err(InstrumentError::write(&runs))?;
    Ok(modules)
}

/// The file for `java @FILE`.
fn java_arguments(jdk: &Jdk, output: &Path, modules: &[String]) -> String {
    let own = output.join(OWN_DIRECTORY);
    let mut text = format!(
        "# Made by `redflag instrument` for JDK {} in {} and no other; for `java @` and this file.\n",
        jdk.version,
        jdk.home.display()
    );
    for flag in JVM_FLAGS {
        text.push_str(&format!("{flag}\n"));
    }
    // By default a JVM takes a quarter of the machine's memory.
    let percent = (25.0 * DEFAULT_HEAP_FACTOR).min(75.0);
    // Programs of named modules get those that are patched too; for others nothing changes.
    text.push_str("--add-modules=ALL-DEFAULT\n");
    text.push_str(&format!("-XX:MaxRAMPercentage={percent:.1}\n-Xshare:off\n"));
    text.push_str(&format!(
        "{}\n",
        quoted(&format!("-Dredflag.out={}", output.display()))
    ));
    for module in modules {
        let patch = own.join(JDK_DIRECTORY).join(module);
        let option = format!("--patch-module={module}={}", patch.display());
        text.push_str(&format!("{}\n", quoted(&option)));
    }
    text
}

/// An argument as the files of `java @FILE` have it.
fn quoted(argument: &str) -> String {
    let escaped = argument.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"")
}

fn summary(
    options: &InstrumentOptions,
    program: &Program<'_, '_>,
    jdk: &Jdk,
    inputs: &[(String, PathBuf)],
) -> String {
    let sites: u32 = program.classes.values().map(|c| c.checked_sites).sum();
    let out = options.output.display();
    let mut text = format!(
        "redflag: {out}: {sites} checks in {} of the program, for JDK {} in {}\n",
        counted(program.classes.len() as u64, "class", "classes"),
        jdk.version,
        jdk.home.display()
    );
    for note in &program.notes {
        text.push_str(&format!("redflag: {note}\n"));
    }
    if !program.skipped.is_empty() {
        let skipped = counted(
            program.skipped.len() as u64,
            "class or method",
            "classes or methods",
        );
        text.push_str(&format!(
            "redflag: left unchecked: {skipped}, listed in {out}/{OWN_DIRECTORY}/{SKIPPED_FILE}\n"
        ));
    }
    let example = match inputs {
        [(name, _), ..] if name.ends_with(".jar") => format!("-jar {out}/{name}"),
        [(name, _), ..] => format!("-cp {out}/{name} MAIN-CLASS"),
        [] => String::new(),
    };
    text.push_str(&format!(
        "redflag: run it by: java @{out}/{ARGUMENTS_FILE} {example}\nredflag: then: redflag report {out}\n"
    ));
    text
}
