//! Jars entry by entry, for whoever writes them anew.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use libdeflater::{CompressionLvl, Compressor};
use rawzip::CompressionMethod;

use super::blob::Blob;
use super::layout::{self, Layout};
use super::zip::{Archive, ZipEntry};
use super::{ContainerError, MAX_LIBRARY_BYTES};

pub use super::layout::{Place, Release};

/// An open jar.
pub struct Jar(Arc<Archive>);

/// An entry of a jar.
pub struct JarEntry {
    pub header: Header,
    entry: ZipEntry,
}

/// What a jar says of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    pub path: Vec<u8>,
    /// Whether its bytes lie there uncompressed, as loaders of jars in jars want them.
    pub is_stored: bool,
    /// In the zip format's own notation.
    pub modified: u32,
}

impl Jar {
    pub fn open(path: &Path) -> Result<Jar, ContainerError> {
        let origin = path.display().to_string();
        let blob = Blob::map(path).map_err(|problem| problem.of(&*origin))?;
        Archive::new(origin, blob, Layout::Jar).map(|archive| Jar(Arc::new(archive)))
    }

    /// A jar that was read from another one.
    pub fn nested(origin: String, bytes: Vec<u8>) -> Result<Jar, ContainerError> {
        let archive = Archive::new(origin, Blob::inflated(bytes), Layout::Jar)?;
        Ok(Jar(Arc::new(archive)))
    }

    /// How the user finds it, such as `app.jar!/BOOT-INF/lib/x.jar`.
    pub fn origin(&self) -> &str {
        self.0.origin()
    }

    /// In the order of the jar's directory.
    pub fn entries(&self) -> Result<Vec<JarEntry>, ContainerError> {
        let entries = self.0.all(|path, modified, entry| JarEntry {
            header: Header {
                path: path.to_owned(),
                is_stored: entry.is_stored(),
                modified,
            },
            entry,
        });
        entries.map_err(|problem| problem.of(self.origin()))
    }

    pub fn read(&self, entry: &JarEntry) -> Result<Cow<'_, [u8]>, ContainerError> {
        let read = self.0.read(entry.entry, MAX_LIBRARY_BYTES);
        read.map_err(|problem| {
            problem.at(self.origin(), String::from_utf8_lossy(&entry.header.path))
        })
    }
}

/// What a path in a jar means.
pub fn place(path: &str) -> Place<'_> {
    layout::place(path, Layout::Jar)
}

/// Whether the manifest makes the jar one with entries for several releases of Java.
pub fn is_multi_release(manifest: &[u8]) -> bool {
    layout::is_multi_release(manifest)
}

/// What a manifest adds to the class path: URLs, relative to the jar's.
pub fn class_path(manifest: &[u8]) -> Vec<String> {
    layout::class_path(manifest)
}

/// Writes a jar: sizes stand before the data, so that it can also be read as a stream.
pub struct JarWriter<W> {
    out: W,
    offset: u64,
    directory: Vec<u8>,
    count: u64,
}

const LOCAL_HEADER: u32 = 0x0403_4B50;
const DIRECTORY_HEADER: u32 = 0x0201_4B50;
const END: u32 = 0x0605_4B50;
const END_64: u32 = 0x0606_4B50;
const END_64_LOCATOR: u32 = 0x0706_4B50;
/// The format's version 2.0, and 4.5 for what has more entries than 16 bits count.
const VERSION: u16 = 20;
const VERSION_64: u16 = 45;
/// Names are in UTF-8.
const UTF_8: u16 = 1 << 11;

impl<W: Write> JarWriter<W> {
    pub fn new(out: W) -> Self {
        JarWriter {
            out,
            offset: 0,
            directory: Vec::new(),
            count: 0,
        }
    }

    pub fn add(&mut self, entry: &Header, bytes: &[u8]) -> io::Result<()> {
        let deflated = (!entry.is_stored).then(|| deflate(bytes));
        let data = deflated.as_deref().unwrap_or(bytes);
        let method = if entry.is_stored {
            CompressionMethod::STORE
        } else {
            CompressionMethod::DEFLATE
        };
        let mut common = Vec::new();
        put(&mut common, &VERSION.to_le_bytes());
        let is_utf_8 = !entry.path.is_ascii() && std::str::from_utf8(&entry.path).is_ok();
        put(
            &mut common,
            &(if is_utf_8 { UTF_8 } else { 0 }).to_le_bytes(),
        );
        put(&mut common, &method.as_u16().to_le_bytes());
        put(&mut common, &entry.modified.to_le_bytes());
        put(&mut common, &libdeflater::crc32(bytes).to_le_bytes());
        put(&mut common, &fitting(data.len() as u64)?.to_le_bytes());
        put(&mut common, &fitting(bytes.len() as u64)?.to_le_bytes());
        let name = u16::try_from(entry.path.len()).map_err(|_| too_large())?;
        put(&mut common, &name.to_le_bytes());
        put(&mut common, &0u16.to_le_bytes());

        let directory = &mut self.directory;
        put(directory, &DIRECTORY_HEADER.to_le_bytes());
        put(directory, &VERSION.to_le_bytes());
        put(directory, &common);
        // No comment, the first disk, no attributes.
        put(directory, &[0; 2 + 2 + 2 + 4]);
        put(directory, &fitting(self.offset)?.to_le_bytes());
        put(directory, &entry.path);
        self.count += 1;

        self.write(&LOCAL_HEADER.to_le_bytes())?;
        self.write(&common)?;
        self.write(&entry.path)?;
        self.write(data)
    }

    pub fn finish(mut self) -> io::Result<W> {
        let start = self.offset;
        let directory = std::mem::take(&mut self.directory);
        self.write(&directory)?;
        let size = directory.len() as u64;
        let count = match u16::try_from(self.count) {
            Ok(count) if count < u16::MAX => count,
            _ => {
                self.write_end_64(start, size)?;
                u16::MAX
            }
        };
        let mut end = END.to_le_bytes().to_vec();
        put(&mut end, &[0; 4]);
        put(&mut end, &count.to_le_bytes());
        put(&mut end, &count.to_le_bytes());
        put(&mut end, &fitting(size)?.to_le_bytes());
        put(&mut end, &fitting(start)?.to_le_bytes());
        put(&mut end, &[0; 2]);
        self.write(&end)?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn write_end_64(&mut self, start: u64, size: u64) -> io::Result<()> {
        let here = self.offset;
        let mut end = END_64.to_le_bytes().to_vec();
        put(&mut end, &44u64.to_le_bytes());
        put(&mut end, &VERSION_64.to_le_bytes());
        put(&mut end, &VERSION_64.to_le_bytes());
        put(&mut end, &[0; 8]);
        for number in [self.count, self.count, size, start] {
            put(&mut end, &number.to_le_bytes());
        }
        put(&mut end, &END_64_LOCATOR.to_le_bytes());
        put(&mut end, &[0; 4]);
        put(&mut end, &here.to_le_bytes());
        put(&mut end, &1u32.to_le_bytes());
        self.write(&end)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.offset += bytes.len() as u64;
        self.out.write_all(bytes)
    }
}

fn put(to: &mut Vec<u8>, bytes: &[u8]) {
    to.extend_from_slice(bytes);
}

fn fitting(number: u64) -> io::Result<u32> {
    match u32::try_from(number) {
        Ok(u32::MAX) | Err(_) => Err(too_large()),
        Ok(number) => Ok(number),
    }
}

fn too_large() -> io::Error {
    io::Error::other("the new jar would have more than 4 GiB")
}

fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut compressor = Compressor::new(CompressionLvl::default());
    let mut deflated = vec![0; compressor.deflate_compress_bound(bytes.len())];
    let length = compressor
        .deflate_compress(bytes, &mut deflated)
        .expect("the bound is large enough");
    deflated.truncate(length);
    deflated
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(path: &str, is_stored: bool) -> Header {
        Header {
            path: path.into(),
            is_stored,
            modified: 0x5A21_8000,
        }
    }

    #[test]
    fn what_is_written_can_be_read() {
        let mut writer = JarWriter::new(Vec::new());
        let text = "again and again and again".repeat(100);
        writer
            .add(&header("a/é.txt", false), text.as_bytes())
            .unwrap();
        writer.add(&header("b.jar", true), b"stored").unwrap();
        let bytes = writer.finish().unwrap();
        assert!(bytes.len() < text.len());

        let jar = Jar::nested("new.jar".into(), bytes).unwrap();
        let entries = jar.entries().unwrap();
        let read: Vec<_> = entries
            .iter()
            .map(|e| (e.header.clone(), jar.read(e).unwrap()))
            .collect();
        assert_eq!(
            read,
            [
                (header("a/é.txt", false), text.as_bytes().into()),
                (header("b.jar", true), b"stored"[..].into()),
            ]
        );
    }

    #[test]
    fn more_entries_than_16_bits_count_can_be_written() {
        let writer = JarWriter::new(Vec::new());
        let bytes = JarWriter {
            count: 70_000,
            ..writer
        }
        .finish()
        .unwrap();
        let zip = rawzip::ZipArchive::from_slice(bytes).unwrap();
        assert_eq!(zip.entries_hint(), 70_000);
    }
}
