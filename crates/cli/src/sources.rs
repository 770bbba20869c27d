//! Finding the source files of the program's classes, for the lines that reports show.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use classfile::container::jar::{Jar, JarEntry};
use report::{Source, Sources};

/// Where build tools and people keep sources, below the current directory and below each of the
/// directories in it, which may be modules of one build.
const USUAL: &[&str] = &[
    "src/main/java",
    "src/test/java",
    "src/main/kotlin",
    "src/test/kotlin",
    "src/main/scala",
    "src/test/scala",
    "src",
];

/// No source file written by people is longer.
const MAX_SIZE: u64 = 4 << 20;

/// From classes to the root of their module it is no further: `build/classes/kotlin/main`.
const MAX_DEPTH: usize = 6;

/// Source files below these directories, in order, and then in these archives.
pub struct SourceFolders {
    folders: Vec<PathBuf>,
    archives: Vec<SourceArchive>,
    known: RefCell<BTreeMap<PathBuf, Option<Source>>>,
}

impl SourceFolders {
    /// The given directories, then the usual ones.
    pub fn new(given: &[PathBuf]) -> SourceFolders {
        let mut folders = given.to_vec();
        folders.extend(USUAL.iter().map(PathBuf::from));
        folders.push(PathBuf::from("."));
        let mut modules: Vec<_> = fs::read_dir(".")
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| PathBuf::from(entry.file_name()))
            .filter(|path| path.join("src").is_dir())
            .collect();
        modules.sort();
        for module in modules {
            folders.extend(USUAL.iter().map(|usual| module.join(usual)));
        }
        SourceFolders {
            folders,
            archives: Vec::new(),
            known: RefCell::default(),
        }
    }

    /// Also where the sources of these classes and jars lie by convention: in the module that their directory belongs
    /// to, and in `app-sources.jar` beside `app.jar`.
    pub fn beside(given: &[PathBuf], classes: &[PathBuf]) -> SourceFolders {
        let mut all = SourceFolders::new(given);
        for path in classes {
            let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
            let mut above = path.ancestors().take(MAX_DEPTH);
            if let Some(module) = above.find(|it| it.join("src").is_dir()) {
                let usual = USUAL.iter().map(|usual| module.join(usual));
                all.folders.extend(usual);
            }
            if path.is_dir() {
                // Small programs have them together.
                all.folders.push(path.clone());
            } else if let Some(stem) = path.file_stem().and_then(|it| it.to_str()) {
                let archive = path.with_file_name(format!("{stem}-sources.jar"));
                all.archives.push(SourceArchive::at(archive));
            }
        }
        let archives = given.iter().filter(|it| it.is_file());
        all.archives
            .extend(archives.cloned().map(SourceArchive::at));
        all
    }

    fn read(&self, below: &Path) -> Option<Source> {
        let in_folder = |folder: &PathBuf| {
            let path = folder.join(below);
            Some(Source {
                text: text_of(&path)?.into(),
                path: shown(&path),
                archive: None,
            })
        };
        let mut archives = self.archives.iter();
        self.folders
            .iter()
            .find_map(in_folder)
            .or_else(|| self.read_kotlin(below))
            .or_else(|| archives.find_map(|it| it.read(below)))
    }

    /// Kotlin's sources may lie in folders without those of the package that all of a module have in common.
    fn read_kotlin(&self, below: &Path) -> Option<Source> {
        below.extension().filter(|it| *it == "kt")?;
        let package = below.parent()?.to_str()?.replace('/', ".");
        let declares = |text: &String| {
            let mut lines = text.lines().map(str::trim);
            let declared = lines.find_map(|it| it.strip_prefix("package "));
            declared.is_some_and(|it| it.trim_end_matches(';').trim() == package)
        };
        let mut rest = below.components();
        rest.next();
        while !rest.as_path().as_os_str().is_empty() {
            for folder in &self.folders {
                let path = folder.join(rest.as_path());
                if let Some(text) = text_of(&path).filter(declares) {
                    return Some(Source {
                        text: text.into(),
                        path: shown(&path),
                        archive: None,
                    });
                }
            }
            rest.next();
        }
        None
    }
}

/// A file's text, if it may be a source file.
fn text_of(path: &Path) -> Option<String> {
    let metadata = fs::metadata(path).ok()?;
    if !metadata.is_file() || metadata.len() > MAX_SIZE {
        return None;
    }
    let bytes = fs::read(path).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// A jar of source files, which is opened when it is asked for the first time.
struct SourceArchive {
    path: PathBuf,
    opened: OnceCell<Option<OpenArchive>>,
}

struct OpenArchive {
    jar: Jar,
    entries: BTreeMap<Vec<u8>, JarEntry>,
}

impl SourceArchive {
    fn at(path: PathBuf) -> SourceArchive {
        SourceArchive {
            path,
            opened: OnceCell::new(),
        }
    }

    fn read(&self, below: &Path) -> Option<Source> {
        let opened = self.opened.get_or_init(|| {
            let jar = Jar::open(&self.path).ok()?;
            let entries = jar.entries().ok()?.into_iter();
            let entries = entries.map(|it| (it.header.path.clone(), it)).collect();
            Some(OpenArchive { jar, entries })
        });
        let OpenArchive { jar, entries } = opened.as_ref()?;
        let path = below.to_str()?;
        let bytes = jar.read(entries.get(path.as_bytes())?).ok()?;
        Some(Source {
            path: path.to_owned(),
            archive: Some(shown(&self.path)),
            text: String::from_utf8_lossy(&bytes).into(),
        })
    }
}

impl Sources for SourceFolders {
    fn find(&self, class: &str, file: &str) -> Option<Source> {
        let below = path_below(class, file)?;
        let mut known = self.known.borrow_mut();
        if let Some(source) = known.get(&below) {
            return source.clone();
        }
        let source = self.read(&below);
        known.insert(below, source.clone());
        source
    }
}

/// `com/acme/Cache$Entry` and `Cache.java` give `com/acme/Cache.java`. Names come from class files, and
/// none may lead out of the source folders.
pub fn path_below(class: &str, file: &str) -> Option<PathBuf> {
    let package = class.rsplit_once('/').map_or("", |(package, _)| package);
    let path = Path::new(package).join(file);
    let is_name = |component| matches!(component, Component::Normal(_));
    let stays = path.components().all(is_name) && !file.contains(['/', '\\', '\0']);
    (stays && !file.is_empty()).then_some(path)
}

/// As short as it stays true: relative to the current directory if it lies below.
fn shown(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let path = path.strip_prefix(&here).unwrap_or(path);
    let path = path.strip_prefix(".").unwrap_or(path);
    path.display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kotlins_folders_may_leave_out_what_packages_have_in_common() {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in [
            ("store/Cache.kt", "package com.acme.store\n"),
            ("Cache.kt", "// none of the packages\n"),
            ("other/Main.kt", "package org.other\n"),
        ] {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let folders = SourceFolders::new(&[folder.path().to_owned()]);
        let found = |class, file| folders.find(class, file).map(|it| it.path);
        let path = folder.path().join("store/Cache.kt").display().to_string();
        assert_eq!(found("com/acme/store/CacheKt", "Cache.kt"), Some(path));
        assert_eq!(found("com/acme/other/MainKt", "Main.kt"), None);
    }

    #[test]
    fn packages_are_folders_and_nothing_leads_out() {
        for (class, file, expected) in [
            (
                "com/acme/Cache$Entry",
                "Cache.java",
                Some("com/acme/Cache.java"),
            ),
            ("Main", "Main.java", Some("Main.java")),
            ("Main", "../secret", None),
            ("Main", "..", None),
            ("Main", "/etc/passwd", None),
            ("../../etc/X", "passwd", None),
            ("/etc/X", "passwd", None),
            ("Main", "", None),
        ] {
            let expected = expected.map(PathBuf::from);
            assert_eq!(path_below(class, file), expected, "{class} {file}");
        }
    }
}
