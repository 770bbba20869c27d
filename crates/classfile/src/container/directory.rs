//! Class files in a directory tree, in the order of their paths.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::blob::Blob;
use super::layout::{self, Layout, Place};
use super::zip::Archive;
use super::{ClassEntry, ContainerError, MAX_CLASS_BYTES, Problem, Source};

/// A file of interest below a directory.
pub(super) enum Found {
    Class(ClassEntry),
    Library(Arc<Archive>),
}

/// Walks a tree depth first. Symbolic links are followed as class loaders do, except to a directory
/// that the walk is already inside of.
pub(super) struct Walk {
    root: PathBuf,
    /// What is still to be visited, the next one last.
    pending: Vec<PathBuf>,
}

impl Walk {
    pub(super) fn new(root: &Path) -> Walk {
        Walk {
            root: root.to_owned(),
            pending: vec![root.to_owned()],
        }
    }

    fn enter(&mut self, directory: &Path) -> Result<(), ContainerError> {
        let failed = |error| Problem::Io(error).of(directory.display().to_string());
        let mut children = fs::read_dir(directory)
            .and_then(|entries| {
                entries
                    .map(|entry| entry.map(|e| e.path()))
                    .collect::<Result<Vec<_>, _>>()
            })
            .map_err(failed)?;
        children.sort_unstable_by(|a, b| b.cmp(a));
        self.pending.append(&mut children);
        Ok(())
    }

    fn visit(&mut self, path: &Path) -> Option<Result<Found, ContainerError>> {
        let failed = |error| Some(Err(Problem::Io(error).of(path.display().to_string())));
        let link = match fs::symlink_metadata(path) {
            Ok(metadata) => metadata.is_symlink(),
            Err(error) => return failed(error),
        };
        let metadata = match fs::metadata(path) {
            Ok(metadata) => metadata,
            // A dangling link is no file at all.
            Err(_) if link => return None,
            Err(error) => return failed(error),
        };
        if metadata.is_dir() {
            if link && path != self.root && leads_upwards(path) {
                return None;
            }
            return self.enter(path).err().map(Err);
        }
        if metadata.is_file() {
            return self.file(path);
        }
        None
    }

    fn origin(&self, folder: &str) -> Arc<str> {
        // Joining an empty folder would add a slash.
        if folder.is_empty() {
            self.root.display().to_string().into()
        } else {
            self.root.join(folder).display().to_string().into()
        }
    }

    fn file(&self, path: &Path) -> Option<Result<Found, ContainerError>> {
        let inside = path.strip_prefix(&self.root).ok()?;
        let Some(inside) = inside.to_str() else {
            let interesting = inside
                .extension()
                .is_some_and(|extension| extension == "class");
            let shown = path.display().to_string();
            return interesting.then(|| Err(Problem::NameNotUtf8.of(shown)));
        };
        match layout::place(inside, Layout::Jar) {
            // The JVM reads no versioned entries from directories.
            Place::Class { release, .. } if release != layout::Release::Every => None,
            Place::Class { folder, name, .. } => Some(Ok(Found::Class(ClassEntry {
                name: name.to_owned(),
                origin: self.origin(folder),
                source: Source::File(path.to_owned()),
            }))),
            Place::Library => {
                let origin = path.display().to_string();
                Some(
                    Blob::map(path)
                        .map_err(|problem| problem.of(&*origin))
                        .and_then(|blob| Archive::new(origin, blob, Layout::Jar))
                        .map(|archive| Found::Library(Arc::new(archive))),
                )
            }
            Place::Manifest | Place::Other => None,
        }
    }
}

impl Iterator for Walk {
    type Item = Result<Found, ContainerError>;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some(path) = self.pending.pop() {
            if let Some(found) = self.visit(&path) {
                return Some(found);
            }
        }
        None
    }
}

/// Whether a link to a directory leads to one that contains the link.
fn leads_upwards(link: &Path) -> bool {
    let holder = link.parent().map(fs::canonicalize);
    match (holder, fs::canonicalize(link)) {
        (Some(Ok(holder)), Ok(target)) => holder.starts_with(target),
        _ => true,
    }
}

/// A class file's bytes. Class files are too small for a mapping each to pay.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, Problem> {
    let file = fs::File::open(path)?;
    let size = file.metadata()?.len();
    let mut bytes = Vec::with_capacity(size.min(MAX_CLASS_BYTES) as usize);
    // The file may grow between the two calls, so the limit is on what is read.
    file.take(MAX_CLASS_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_CLASS_BYTES {
        return Err(Problem::TooLarge {
            claimed: size,
            limit: MAX_CLASS_BYTES,
        });
    }
    Ok(bytes)
}
