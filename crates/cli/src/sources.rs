//! Finding the source files of the program's classes, for the lines that reports show.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

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

/// Source files below these directories, in order.
pub struct SourceFolders {
    folders: Vec<PathBuf>,
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
            known: RefCell::default(),
        }
    }

    fn read(&self, below: &Path) -> Option<Source> {
        self.folders
            .iter()
            .map(|folder| folder.join(below))
            .find_map(|path| {
                let metadata = fs::metadata(&path).ok()?;
                if !metadata.is_file() || metadata.len() > MAX_SIZE {
                    return None;
                }
                let bytes = fs::read(&path).ok()?;
                Some(Source {
                    path: shown(&path),
                    text: String::from_utf8_lossy(&bytes).into(),
                })
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
fn path_below(class: &str, file: &str) -> Option<PathBuf> {
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
