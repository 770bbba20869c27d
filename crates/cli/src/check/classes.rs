//! The class files that `redflag check` looks at, and those that they only refer to.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use classfile::container::jar::{Place, place};
use classfile::container::{self, ClassEntry, ContainerError};
use classfile::{ClassFile, Constant};
use compositional::{Input, parallel};

/// What a multi-release jar has for newer Javas counts as well.
const NEWEST_JAVA: u16 = u16::MAX;

/// What the JDK has, and had in Java 8; other packages of `javax` are of libraries.
const JDK: &[&str] = &[
    "com/sun/",
    "java/",
    "javax/accessibility/",
    "javax/annotation/processing/",
    "javax/crypto/",
    "javax/imageio/",
    "javax/lang/model/",
    "javax/management/",
    "javax/naming/",
    "javax/net/",
    "javax/print/",
    "javax/rmi/",
    "javax/script/",
    "javax/security/",
    "javax/smartcardio/",
    "javax/sound/",
    "javax/sql/",
    "javax/swing/",
    "javax/tools/",
    "javax/transaction/xa/",
    "javax/xml/catalog/",
    "javax/xml/crypto/",
    "javax/xml/datatype/",
    "javax/xml/namespace/",
    "javax/xml/parsers/",
    "javax/xml/stream/",
    "javax/xml/transform/",
    "javax/xml/validation/",
    "javax/xml/xpath/",
    "jdk/",
    "netscape/javascript/",
    "org/ietf/jgss/",
    "org/w3c/dom/",
    "org/xml/sax/",
    "sun/",
];

/// Class files by where they were found, and what could not be read.
#[derive(Default)]
pub struct Classes {
    /// Those that are looked at, by what they are called if they cannot be read.
    inputs: Vec<(Named, Vec<u8>)>,
    /// Those that may be referred to, by name.
    libraries: BTreeMap<String, ClassEntry>,
    /// Paths of the command line that could not be opened.
    pub unopened: Vec<String>,
    pub unreadable: Vec<Unreadable>,
    /// What of this was to be looked at.
    missed: Vec<String>,
    /// Paths to be looked at in which there is no class.
    pub empty: Vec<String>,
    /// Jars that lie deeper in a directory than the user may have thought.
    pub passed_over: Vec<String>,
}

/// Where a class file was found: its class, as far as its path tells that, and what it lies in.
#[derive(Clone)]
struct Named {
    class: String,
    origin: String,
}

/// A class file, or something that should hold some.
pub struct Unreadable {
    pub class: String,
    place: String,
    pub why: String,
    /// It is of a library, which is only referred to.
    is_of_library: bool,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.why)
    }
}

impl Named {
    fn of(entry: &ClassEntry) -> Named {
        Named {
            class: entry.name().to_owned(),
            origin: entry.origin().to_owned(),
        }
    }

    fn unreadable(&self, why: impl fmt::Display) -> Unreadable {
        let file = format!("{}.class", self.class);
        let origin = Path::new(&self.origin);
        let place = match self.origin.is_empty() || origin.is_dir() {
            true => origin.join(file).display().to_string(),
            false => format!("{}: {file}", self.origin),
        };
        Unreadable {
            class: self.class.clone(),
            place,
            why: why.to_string(),
            is_of_library: false,
        }
    }
}

impl From<ContainerError> for Unreadable {
    fn from(error: ContainerError) -> Unreadable {
        let class = error
            .entry
            .as_deref()
            .map(|it| it.strip_suffix(".class").unwrap_or(it));
        let whole = error.container.as_str();
        Unreadable {
            class: class.unwrap_or(whole).to_owned(),
            place: match &error.entry {
                Some(entry) => format!("{whole}: {entry}"),
                None => whole.to_owned(),
            },
            why: error.problem.to_string(),
            is_of_library: false,
        }
    }
}

/// All that is known when all is read.
pub struct Read<'a> {
    /// Those that are looked at first, then those that they refer to.
    pub files: Vec<Input<'a>>,
    pub referenced: BTreeSet<String>,
    /// Classes that are referred to and nowhere to be found.
    pub missing: Vec<String>,
    /// What was to be looked at and could not be read.
    pub missed: Vec<String>,
}

impl<'a> Read<'a> {
    /// Those that are not only referred to.
    pub fn looked_at(&self) -> Vec<&ClassFile<'a>> {
        let is_input = |it: &&ClassFile<'_>| {
            let name = it.name();
            name.is_some_and(|name| !self.referenced.contains(name))
        };
        self.files
            .iter()
            .map(Input::file)
            .filter(is_input)
            .collect()
    }
}

impl Classes {
    pub fn find(inputs: &[PathBuf], class_path: &[OsString], threads: NonZeroUsize) -> Classes {
        let mut classes = Classes::default();
        for path in inputs {
            classes.add_all_of(path, threads);
        }
        classes.pass_over(inputs);
        // What is only referred to is no part of this: Java passes over paths that lead nowhere, too.
        let unreadable = classes.unreadable.iter().filter(|it| !it.is_of_library);
        let unreadable = unreadable.map(Unreadable::to_string);
        classes.missed = classes.unopened.iter().cloned().chain(unreadable).collect();
        for path in class_path.iter().flat_map(std::env::split_paths) {
            classes.add_library(&path);
        }
        classes
    }

    /// What the user named: if it is a directory, with the jars in it.
    fn add_all_of(&mut self, path: &Path, threads: NonZeroUsize) {
        let found = |it: &Classes| it.inputs.len() + it.unopened.len() + it.unreadable.len();
        let before = found(self);
        self.add_input(path, threads);
        for jar in jars_in(path) {
            self.add_input(&jar, threads);
        }
        if found(self) == before {
            self.empty.push(path.display().to_string());
        }
    }

    /// Notes the jars below directories that were not looked at: those of libraries would tell of what is not the user's.
    fn pass_over(&mut self, inputs: &[PathBuf]) {
        let same = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let named: BTreeSet<PathBuf> = inputs.iter().map(|it| same(it)).collect();
        let is_named = |path: &Path| named.contains(&same(path));
        let jars = inputs.iter().flat_map(|it| jars_below(it));
        let jars = jars.filter(|it| !is_named(it) && !it.parent().is_some_and(is_named));
        let jars: BTreeSet<PathBuf> = jars.collect();
        let names = jars.iter().map(|it| it.display().to_string());
        self.passed_over = names.collect();
    }

    fn add_input(&mut self, path: &Path, threads: NonZeroUsize) {
        let entries = self.entries(path).into_iter();
        let (libraries, own): (Vec<_>, Vec<_>) =
            entries.partition(|it| is_library(it.origin(), path));
        for entry in libraries {
            self.refer_to(entry);
        }
        let read = parallel::map(threads, &own, |entry| {
            let bytes = entry.bytes().map_err(Unreadable::from)?;
            Ok((Named::of(entry), bytes.into_owned()))
        });
        for class in read {
            match class {
                Ok(class) => self.inputs.push(class),
                Err(error) => self.unreadable.push(error),
            }
        }
    }

    fn add_library(&mut self, path: &Path) {
        // As `java -cp` has it: all jars of a directory.
        let is_all = path.file_name().is_some_and(|it| it == "*");
        let folder = path.parent().unwrap_or(Path::new(""));
        let paths = match is_all {
            true => jars_in(folder),
            false => vec![path.to_owned()],
        };
        for path in paths {
            for entry in self.entries(&path) {
                self.refer_to(entry);
            }
        }
    }

    fn refer_to(&mut self, entry: ClassEntry) {
        let name = entry.name().to_owned();
        self.libraries.entry(name).or_insert(entry);
    }

    fn entries(&mut self, path: &Path) -> Vec<ClassEntry> {
        let opened = container::open(path);
        let container = match opened {
            Ok(container) => container,
            Err(error) => {
                self.unopened.push(error.to_string());
                return Vec::new();
            }
        };
        let mut entries = Vec::new();
        for entry in container.classes(NEWEST_JAVA) {
            match entry {
                Ok(entry) => entries.push(entry),
                Err(error) if is_of_whole(&error, path) => self.unopened.push(error.to_string()),
                Err(error) => {
                    let is_of_library = is_library(&error.container, path);
                    self.unreadable.push(Unreadable {
                        is_of_library,
                        ..error.into()
                    });
                }
            }
        }
        entries
    }

    /// Whatever the inputs refer to, and what that refers to, as far as it is there.
    pub fn load_referenced(&mut self) -> Referenced {
        let mut wanted = BTreeSet::new();
        let mut known = BTreeSet::new();
        for (_, bytes) in &self.inputs {
            if let Ok(file) = ClassFile::read(bytes) {
                known.extend(file.name().map(str::to_owned));
                wanted.extend(names_in(&file));
            }
        }
        let is_missing = |name: &&String| {
            !known.contains(*name) && !self.libraries.contains_key(*name) && !is_of_jdk(name)
        };
        let missing = wanted.iter().filter(is_missing).cloned().collect();
        let mut loaded = Vec::new();
        while let Some(name) = wanted.pop_first() {
            if !known.insert(name.clone()) {
                continue;
            }
            let Some(entry) = self.libraries.get(&name) else {
                continue;
            };
            let named = Named::of(entry);
            match entry.bytes().map(|it| it.into_owned()) {
                Ok(bytes) => {
                    if let Ok(file) = ClassFile::read(&bytes) {
                        wanted.extend(names_in(&file));
                    }
                    loaded.push((named, bytes));
                }
                Err(error) => self.unreadable.push(error.into()),
            }
        }
        Referenced { loaded, missing }
    }

    /// What can be read of all that was found; the rest is noted.
    pub fn read<'a>(
        &'a self,
        referenced: &'a Referenced,
        unreadable: &mut Vec<Unreadable>,
    ) -> Read<'a> {
        let mut read = Read {
            files: Vec::new(),
            referenced: BTreeSet::new(),
            missing: referenced.missing.clone(),
            missed: self.missed.clone(),
        };
        for (named, bytes) in &self.inputs {
            match Input::read(bytes) {
                Ok(input) => read.files.push(input),
                Err(malformed) => {
                    let malformed = named.unreadable(malformed);
                    read.missed.push(malformed.to_string());
                    unreadable.push(malformed);
                }
            }
        }
        for (named, bytes) in &referenced.loaded {
            match Input::read(bytes) {
                Ok(input) => {
                    let name = input.file().name().map(str::to_owned);
                    read.referenced.extend(name);
                    read.files.push(input);
                }
                Err(malformed) => unreadable.push(named.unreadable(malformed)),
            }
        }
        read
    }
}

/// The class files that inputs refer to.
pub struct Referenced {
    loaded: Vec<(Named, Vec<u8>)>,
    missing: Vec<String>,
}

/// Whether something is a jar that lies within what the user named, or is in such a jar: it is of the program's libraries.
fn is_library(origin: &str, input: &Path) -> bool {
    let origin = Path::new(origin);
    origin != input && origin.extension().is_some_and(|it| it == "jar")
}

/// Whether it is the named path itself that cannot be read, and not something in it.
fn is_of_whole(error: &ContainerError, path: &Path) -> bool {
    error.entry.is_none() && Path::new(&error.container) == path
}

fn is_jar(path: &Path) -> bool {
    let extension = path.extension().and_then(|it| it.to_str());
    extension.is_some_and(|it| it.eq_ignore_ascii_case("jar")) && path.is_file()
}

/// The jars in the directories below a directory, but for those that belong to a web archive's or a Spring Boot program's libraries.
fn jars_below(folder: &Path) -> Vec<PathBuf> {
    let mut jars = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(&directory).into_iter().flatten().flatten() {
            let path = entry.path();
            let inside = path.strip_prefix(folder).ok().and_then(Path::to_str);
            let is_library = inside.is_some_and(|it| place(it) == Place::Library);
            // Links to directories may go in circles.
            if entry.file_type().is_ok_and(|it| it.is_dir()) {
                open.push(path);
            } else if directory != folder && is_jar(&path) && !is_library {
                jars.push(path);
            }
        }
    }
    jars
}

/// The jars that lie in a directory, by name; none if it is no directory.
fn jars_in(folder: &Path) -> Vec<PathBuf> {
    let folder = match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|it| it.path());
    let mut jars: Vec<PathBuf> = paths.filter(|it| is_jar(it)).collect();
    jars.sort();
    jars
}

/// The classes that a class file names, those of arrays by their elements.
fn names_in(file: &ClassFile<'_>) -> Vec<String> {
    let constants = (0..).zip(file.pool.entries());
    let names = constants.filter_map(|(index, constant)| match constant {
        Constant::Class(_) => file.pool.class_name(index),
        _ => None,
    });
    let element = |name: &str| match name.strip_prefix('[') {
        None => Some(name.to_owned()),
        Some(array) => {
            let element = array.trim_start_matches('[').strip_prefix('L')?;
            Some(element.strip_suffix(';')?.to_owned())
        }
    };
    names.filter_map(element).collect()
}

fn is_of_jdk(class: &str) -> bool {
    JDK.iter().any(|package| class.starts_with(package))
}
