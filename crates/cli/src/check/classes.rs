//! The class files that `redflag check` looks at, and those that they only refer to.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

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
    /// Those that are looked at.
    inputs: Vec<(String, Vec<u8>)>,
    /// Those that may be referred to, by name.
    libraries: BTreeMap<String, ClassEntry>,
    /// Paths of the command line that could not be opened.
    pub unopened: Vec<String>,
    /// Whether all of those whose classes are to be looked at could be.
    pub is_complete: bool,
    pub unreadable: Vec<String>,
}

/// All that is known when all is read.
pub struct Read<'a> {
    /// Those that are looked at first, then those that they refer to.
    pub files: Vec<Input<'a>>,
    pub referenced: BTreeSet<String>,
    /// Classes that are referred to and nowhere to be found.
    pub missing: Vec<String>,
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
            classes.add_input(path, threads);
            for jar in jars_in(path) {
                classes.add_input(&jar, threads);
            }
        }
        // Java passes over paths that lead nowhere, too.
        classes.is_complete = classes.unopened.is_empty();
        for path in class_path.iter().flat_map(std::env::split_paths) {
            classes.add_library(&path);
        }
        classes
    }

    fn add_input(&mut self, path: &Path, threads: NonZeroUsize) {
        let entries = self.entries(path).into_iter();
        let (libraries, own): (Vec<_>, Vec<_>) = entries.partition(|it| is_library(it, path));
        for entry in libraries {
            self.refer_to(entry);
        }
        let read = parallel::map(threads, &own, |entry| {
            let bytes = entry.bytes().map_err(|it| it.to_string())?;
            Ok((entry.name().to_owned(), bytes.into_owned()))
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
                Err(error) => self.unreadable.push(error.to_string()),
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
            match entry.bytes().map(|it| it.into_owned()) {
                Ok(bytes) => {
                    if let Ok(file) = ClassFile::read(&bytes) {
                        wanted.extend(names_in(&file));
                    }
                    loaded.push((name, bytes));
                }
                Err(error) => self.unreadable.push(error.to_string()),
            }
        }
        Referenced { loaded, missing }
    }

    /// What can be read of all that was found; the rest is noted.
    pub fn read<'a>(
        &'a self,
        referenced: &'a Referenced,
        unreadable: &mut Vec<String>,
    ) -> Read<'a> {
        let mut read = Read {
            files: Vec::new(),
            referenced: BTreeSet::new(),
            missing: referenced.missing.clone(),
        };
        let mut take = |name: &str, bytes: &'a [u8]| match Input::read(bytes) {
            Ok(input) => {
                let name = input.file().name().map(str::to_owned);
                read.files.push(input);
                name
            }
            Err(malformed) => {
                unreadable.push(format!("{name}: {malformed}"));
                None
            }
        };
        for (name, bytes) in &self.inputs {
            take(name, bytes);
        }
        for (name, bytes) in &referenced.loaded {
            let taken = take(name, bytes);
            read.referenced.extend(taken);
        }
        read
    }
}

/// The class files that inputs refer to.
pub struct Referenced {
    loaded: Vec<(String, Vec<u8>)>,
    missing: Vec<String>,
}

/// Whether an entry is of a jar that lies within what the user named: the program's libraries.
fn is_library(entry: &ClassEntry, input: &Path) -> bool {
    let origin = Path::new(entry.origin());
    origin != input && origin.extension().is_some_and(|it| it == "jar")
}

/// Whether it is the named path itself that cannot be read, and not something in it.
fn is_of_whole(error: &ContainerError, path: &Path) -> bool {
    error.entry.is_none() && Path::new(&error.container) == path
}

/// The jars that lie in a directory, by name; none if it is no directory.
fn jars_in(folder: &Path) -> Vec<PathBuf> {
    let folder = match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    };
    let is_jar = |path: &PathBuf| {
        let extension = path.extension().and_then(|it| it.to_str());
        extension.is_some_and(|it| it.eq_ignore_ascii_case("jar")) && path.is_file()
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut jars: Vec<PathBuf> = entries.map(|it| it.path()).filter(is_jar).collect();
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
