//! The directory of caches, which several programs may share.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use crate::digest::digest;

const EXTENSION: &str = "redflag-cache";

/// Of files that are still being written.
const TEMPORARY: &str = "redflag-cache-new";

/// All files of a directory together; beyond, those that were not used for longest go.
const MAX_TOTAL: u64 = 1 << 30;

/// Nobody writes for so long: what is older was left behind.
const STALE: Duration = Duration::from_secs(3600);

/// A file for each name in a directory.
#[derive(Debug, Clone)]
pub struct Place {
    pub directory: PathBuf,
    /// Whatever tells one program that is looked at from another.
    pub name: String,
}

impl Place {
    pub(crate) fn file(&self) -> PathBuf {
        let name = format!("{:032x}.{EXTENSION}", digest(self.name.as_bytes()));
        self.directory.join(name)
    }
}

/// A name beside a cache's that nobody else uses at the same time, on other machines either as a rule.
pub fn temporary(file: &Path) -> PathBuf {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let process = std::process::id();
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let nanos = now.unwrap_or_default().as_nanos();
    file.with_extension(format!("{process:x}-{nanos:x}-{count:x}.{TEMPORARY}"))
}

/// As the XDG Base Directory Specification has it.
pub fn user_directory() -> Option<PathBuf> {
    let set = |name| env::var_os(name).map(PathBuf::from);
    let absolute = |path: &PathBuf| path.is_absolute();
    let given = set("XDG_CACHE_HOME").filter(absolute);
    let home = || set("HOME").filter(absolute);
    let caches = given.or_else(|| Some(home()?.join(".cache")))?;
    Some(caches.join("redflag"))
}

/// Removes what was left behind, and the files that were not used for longest, until the rest is small enough.
pub fn prune(directory: &Path) {
    let Ok(entries) = fs::read_dir(directory) else {
        return;
    };
    let mut files: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
    for path in entries.flatten().map(|it| it.path()) {
        let Ok(metadata) = fs::metadata(&path) else {
            continue;
        };
        let Ok(modified) = metadata.modified() else {
            continue;
        };
        let extension = path.extension().unwrap_or_default();
        if extension == EXTENSION {
            files.push((modified, metadata.len(), path));
        } else if extension == TEMPORARY && modified.elapsed().is_ok_and(|age| age > STALE) {
            let _ = fs::remove_file(path);
        }
    }
    files.sort_unstable_by(|a, b| b.cmp(a));
    let mut total = 0;
    for (_, size, path) in files {
        total += size;
        if total > MAX_TOTAL {
            let _ = fs::remove_file(path);
        }
    }
}
