//! Jars and jmods: zip archives read from their central directory, inflated entry by entry.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;
use std::sync::Arc;

use rawzip::{
    CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder, ZipFileHeaderRecord, ZipSliceArchive,
};

use super::blob::Blob;
use super::inflate::{Wrapping, inflate};
use super::layout::{self, Layout, Place, Release};
use super::{ClassEntry, ContainerError, MAX_CLASS_BYTES, MAX_LIBRARY_BYTES, Problem, Source};

/// A zip archive of known layout.
pub(super) struct Archive {
    /// How the user finds it, e.g. `app.jar!/BOOT-INF/lib/x.jar`.
    origin: String,
    layout: Layout,
    zip: ZipSliceArchive<Blob>,
}

/// How to find and read one entry's data.
#[derive(Clone, Copy)]
pub(super) struct ZipEntry {
    way: ZipArchiveEntryWayfinder,
    method: CompressionMethod,
    encrypted: bool,
}

/// What an archive holds for one feature release.
pub(super) struct Contents {
    pub(super) classes: Vec<Result<ClassEntry, ContainerError>>,
    pub(super) libraries: Vec<Library>,
}

/// A jar inside an archive, not yet opened.
pub(super) struct Library {
    outer: Arc<Archive>,
    path: String,
    entry: ZipEntry,
}

/// A class-file entry before the choice among releases.
struct Candidate<'a> {
    folder: &'a str,
    name: &'a str,
    release: Release,
    entry: ZipEntry,
}

impl Archive {
    pub(super) fn new(origin: String, blob: Blob, layout: Layout) -> Result<Self, ContainerError> {
        match ZipArchive::from_slice(blob) {
            Ok(zip) => Ok(Archive {
                origin,
                layout,
                zip,
            }),
            Err(error) => Err(Problem::from(error).of(origin)),
        }
    }

    pub(super) fn origin(&self) -> &str {
        &self.origin
    }

    /// All entries, by their paths and times of modification.
    pub(super) fn all<T>(
        &self,
        entry: impl Fn(&[u8], u32, ZipEntry) -> T,
    ) -> Result<Vec<T>, Problem> {
        /// Where an entry of the directory has the time.
        const MODIFIED: usize = 12;
        let mut found = Vec::new();
        for record in self.zip.entries() {
            let record = record?;
            let header = record.central_directory_offset() as usize;
            let time = self
                .zip
                .get_ref()
                .get(header + MODIFIED..)
                .unwrap_or_default();
            let time = time
                .first_chunk()
                .map_or(0, |bytes| u32::from_le_bytes(*bytes));
            found.push(entry(
                record.file_path().as_bytes(),
                time,
                ZipEntry::from(&record),
            ));
        }
        Ok(found)
    }

    /// The classes and libraries that Java of release `feature` sees. Reads the central directory
    /// only (and the manifest of a jar with versioned entries).
    pub(super) fn contents(self: &Arc<Self>, feature: u16) -> Contents {
        let mut candidates = Vec::new();
        let mut manifest = None;
        let mut libraries = Vec::new();
        let mut errors = Vec::new();
        for record in self.zip.entries() {
            let record = match record {
                Ok(record) => record,
                Err(error) => {
                    errors.push(Problem::from(error).of(&*self.origin));
                    break;
                }
            };
            let raw = record.file_path().as_bytes();
            let Ok(path) = std::str::from_utf8(raw) else {
                if raw.ends_with(b".class") || raw.ends_with(b".jar") {
                    let shown = String::from_utf8_lossy(raw);
                    errors.push(Problem::NameNotUtf8.at(&*self.origin, shown));
                }
                continue;
            };
            let entry = ZipEntry::from(&record);
            match layout::place(path, self.layout) {
                Place::Class {
                    folder,
                    name,
                    release,
                } => candidates.push(Candidate {
                    folder,
                    name,
                    release,
                    entry,
                }),
                Place::Library => libraries.push(Library {
                    outer: Arc::clone(self),
                    path: path.to_owned(),
                    entry,
                }),
                Place::Manifest => manifest = Some(entry),
                Place::Other => {}
            }
        }
        let versioned = candidates.iter().any(|c| c.release != Release::Every);
        let newest = match manifest.filter(|_| versioned) {
            Some(manifest) => self.newest_release(manifest, feature).unwrap_or_else(|e| {
                errors.push(e);
                Release::Every
            }),
            None => Release::Every,
        };
        candidates.retain(|candidate| candidate.release <= newest);
        let classes = self.entries(visible(candidates));
        Contents {
            classes: classes.chain(errors.into_iter().map(Err)).collect(),
            libraries,
        }
    }

    /// The newest versioned entries to look at: none unless the manifest asks for it.
    fn newest_release(&self, manifest: ZipEntry, feature: u16) -> Result<Release, ContainerError> {
        let manifest = self
            .read(manifest, MAX_CLASS_BYTES)
            .map_err(|problem| problem.at(&*self.origin, "META-INF/MANIFEST.MF"))?;
        Ok(if layout::is_multi_release(&manifest) {
            Release::Since(feature)
        } else {
            Release::Every
        })
    }

    fn entries<'a>(
        self: &'a Arc<Self>,
        chosen: Vec<Candidate<'a>>,
    ) -> impl Iterator<Item = Result<ClassEntry, ContainerError>> + 'a {
        let mut origins: HashMap<&str, Arc<str>> = HashMap::new();
        chosen.into_iter().map(move |candidate| {
            let origin = origins
                .entry(candidate.folder)
                .or_insert_with_key(|folder| {
                    if folder.is_empty() {
                        Arc::from(&*self.origin)
                    } else {
                        Arc::from(format!("{}!/{folder}", self.origin))
                    }
                });
            Ok(ClassEntry {
                name: candidate.name.to_owned(),
                origin: Arc::clone(origin),
                source: Source::Zip(Arc::clone(self), candidate.entry),
            })
        })
    }

    /// The inflated bytes of an entry, checked against the size and checksum that the central
    /// directory claims.
    pub(super) fn read(&self, entry: ZipEntry, limit: u64) -> Result<Cow<'_, [u8]>, Problem> {
        let found = self.find(entry)?;
        let claimed = entry.way.uncompressed_size_hint();
        let bytes = match entry.method {
            CompressionMethod::STORE => Cow::Borrowed(stored(found.data(), claimed, limit)?),
            CompressionMethod::DEFLATE => {
                Cow::Owned(inflate(found.data(), Wrapping::Raw, claimed, limit)?)
            }
            other => return Err(Problem::ZipMethod(other.as_u16())),
        };
        let claimed = found.claim_verifier().crc;
        let actual = libdeflater::crc32(&bytes);
        if actual != claimed {
            return Err(Problem::Checksum { claimed, actual });
        }
        Ok(bytes)
    }

    fn find(&self, entry: ZipEntry) -> Result<rawzip::ZipSliceEntry<'_>, Problem> {
        if entry.encrypted {
            return Err(Problem::Encrypted);
        }
        Ok(self.zip.get_entry(entry.way)?)
    }

    /// The bytes of a nested jar: a part of this archive's own if it is stored. Its checksum is
    /// then left alone, as that would read all of it; its entries have their own.
    fn nested(&self, entry: ZipEntry) -> Result<Blob, Problem> {
        if entry.method != CompressionMethod::STORE {
            let bytes = self.read(entry, MAX_LIBRARY_BYTES)?;
            return Ok(Blob::inflated(bytes.into_owned()));
        }
        let found = self.find(entry)?;
        let claimed = entry.way.uncompressed_size_hint();
        stored(found.data(), claimed, u64::MAX)?;
        let (start, end) = found.compressed_data_range();
        Ok(self.zip.get_ref().part(start as usize..end as usize))
    }
}

impl Library {
    pub(super) fn open(&self) -> Result<Arc<Archive>, ContainerError> {
        let blob = self
            .outer
            .nested(self.entry)
            .map_err(|problem| problem.at(&*self.outer.origin, &*self.path))?;
        let origin = format!("{}!/{}", self.outer.origin, self.path);
        Archive::new(origin, blob, Layout::Jar).map(Arc::new)
    }
}

impl ZipEntry {
    pub(super) fn is_stored(self) -> bool {
        self.method == CompressionMethod::STORE
    }
}

impl From<&ZipFileHeaderRecord<'_>> for ZipEntry {
    fn from(record: &ZipFileHeaderRecord<'_>) -> Self {
        ZipEntry {
            way: record.wayfinder(),
            method: record.compression_method(),
            encrypted: record.flags().is_encrypted(),
        }
    }
}

/// One candidate for each class: the newest, and of two with the same path the last, as in
/// `java.util.zip`. The order is that of first appearance.
fn visible(candidates: Vec<Candidate<'_>>) -> Vec<Candidate<'_>> {
    let mut chosen: Vec<Candidate<'_>> = Vec::with_capacity(candidates.len());
    let mut places = HashMap::with_capacity(candidates.len());
    for candidate in candidates {
        // Versioned entries stand in for those at the root of the jar.
        let root = match candidate.release {
            Release::Every => candidate.folder,
            Release::Since(_) => "",
        };
        match places.entry((root, candidate.name)) {
            Slot::Vacant(slot) => {
                slot.insert(chosen.len());
                chosen.push(candidate);
            }
            Slot::Occupied(slot) => {
                let present = &mut chosen[*slot.get()];
                if candidate.release >= present.release {
                    *present = candidate;
                }
            }
        }
    }
    chosen
}

fn stored(data: &[u8], claimed: u64, limit: u64) -> Result<&[u8], Problem> {
    let actual = data.len() as u64;
    if actual != claimed {
        return Err(Problem::Size { claimed, actual });
    }
    if actual > limit {
        return Err(Problem::TooLarge { claimed, limit });
    }
    Ok(data)
}
