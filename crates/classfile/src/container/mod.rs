//! Containers of class files: directories, single class files, jars, jmods and the JDK's
//! `lib/modules`.
//!
//! Archives are mapped into memory and their entries are found first and read later:
//! [`Container::classes`] reads directories of names only, [`ClassEntry::bytes`] inflates one class.
//! All input is untrusted. A damaged or lying archive gives a [`ContainerError`] that names file,
//! entry and reason; nothing is allocated on the word of an archive alone, and a bad entry does not
//! hide the ones after it.

mod blob;
mod directory;
mod error;
mod inflate;
pub mod jar;
mod jimage;
mod layout;
mod zip;

use std::borrow::Cow;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use blob::Blob;
use directory::{Found, Walk};
use layout::Layout;
use zip::{Archive, Contents, ZipEntry};

pub use error::{ContainerError, ImageDamage, Problem};
pub use jimage::{JImage, Package};

/// No class file may be larger than this. The largest known ones have a few MiB, as every part of
/// a class counts in 16 bits.
pub const MAX_CLASS_BYTES: u64 = 64 << 20;

/// No jar inside a jar may inflate to more than this.
pub const MAX_LIBRARY_BYTES: u64 = 512 << 20;

/// Something that holds class files.
pub struct Container(Kind);

enum Kind {
    Directory(PathBuf),
    ClassFile(PathBuf),
    Archive(Arc<Archive>),
    Image(JImage),
}

/// A class file found in a container. It keeps what it needs of the container alive.
pub struct ClassEntry {
    name: String,
    origin: Arc<str>,
    source: Source,
}

/// Where the bytes of a class are.
enum Source {
    File(PathBuf),
    Zip(Arc<Archive>, ZipEntry),
    Image(JImage, jimage::Resource),
}

/// Opens whatever `path` is; files are told apart by their first bytes, not by their names.
pub fn open(path: &Path) -> Result<Container, ContainerError> {
    let origin = path.display().to_string();
    let metadata = fs::metadata(path).map_err(|error| Problem::Io(error).of(&*origin))?;
    if metadata.is_dir() {
        return Ok(Container(Kind::Directory(path.to_owned())));
    }
    let blob = Blob::map(path).map_err(|problem| problem.of(&*origin))?;
    if blob.starts_with(&[0xCA, 0xFE, 0xBA, 0xBE]) {
        return Ok(Container(Kind::ClassFile(path.to_owned())));
    }
    if jimage::has_magic(&blob) {
        return JImage::new(origin, blob).map(|image| Container(Kind::Image(image)));
    }
    let known_zip = blob.starts_with(b"PK");
    let layout = if blob.starts_with(b"JM\x01\x00") {
        Layout::Jmod
    } else {
        Layout::Jar
    };
    match Archive::new(origin, blob, layout) {
        Ok(archive) => Ok(Container(Kind::Archive(Arc::new(archive)))),
        // An executable jar starts with a shell script, so the start of a file rules nothing out.
        Err(error) if !known_zip && layout == Layout::Jar => {
            Err(Problem::UnknownFormat.of(error.container))
        }
        Err(error) => Err(error),
    }
}

impl Container {
    /// The classes that Java of release `feature` (17, say) sees, module descriptors included.
    ///
    /// In a multi-release jar each class appears once, in its newest version up to `feature`. The
    /// libraries of web archives and Spring Boot jars are opened one after the other as the
    /// iteration reaches them.
    pub fn classes(
        &self,
        feature: u16,
    ) -> Box<dyn Iterator<Item = Result<ClassEntry, ContainerError>> + Send + '_> {
        match &self.0 {
            Kind::Directory(root) => Box::new(Walk::new(root).flat_map(move |found| match found {
                Ok(Found::Class(class)) => vec![Ok(class)],
                Ok(Found::Library(library)) => library.contents(feature).classes,
                Err(error) => vec![Err(error)],
            })),
            Kind::ClassFile(path) => Box::new(std::iter::once(Ok(single(path)))),
            Kind::Archive(archive) => {
                let Contents { classes, libraries } = archive.contents(feature);
                let nested = libraries.into_iter().flat_map(move |library| {
                    match library.open() {
                        // A library's own libraries are on nobody's class path.
                        Ok(library) => library.contents(feature).classes,
                        Err(error) => vec![Err(error)],
                    }
                });
                Box::new(classes.into_iter().chain(nested))
            }
            Kind::Image(image) => Box::new(image.classes()),
        }
    }
}

/// A class file given by itself has no package folder to tell its full name.
fn single(path: &Path) -> ClassEntry {
    let stem = path.file_stem().unwrap_or(path.as_os_str());
    let folder = path.parent().unwrap_or(Path::new(""));
    ClassEntry {
        name: stem.to_string_lossy().into_owned(),
        origin: folder.display().to_string().into(),
        source: Source::File(path.to_owned()),
    }
}

impl ClassEntry {
    /// The internal name (`java/util/Map$Entry`) that the entry's path stands for. What the bytes
    /// declare may differ: in a directory that is no root of packages, or a class file by itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where it was found, for people: `app.jar!/BOOT-INF/lib/x.jar`, `lib/modules!/java.base`.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Reads the class file, at each call anew. Borrowed where the container holds it uncompressed.
    pub fn bytes(&self) -> Result<Cow<'_, [u8]>, ContainerError> {
        match &self.source {
            Source::File(path) => directory::read(path).map(Cow::Owned),
            Source::Zip(archive, entry) => archive.read(*entry, MAX_CLASS_BYTES),
            Source::Image(image, resource) => image.read(*resource),
        }
        .map_err(|problem| problem.at(&*self.origin, format!("{}.class", self.name)))
    }
}

impl fmt::Debug for ClassEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClassEntry")
            .field("name", &self.name)
            .field("origin", &self.origin)
            .finish_non_exhaustive()
    }
}
