//! The JDK's `lib/modules`, a "jimage": all classes and resources of all modules behind a perfect
//! hash of their names.
//!
//! The format has no specification; OpenJDK's `libjimage` defines it. In the byte order of the
//! machine that the JDK is for:
//!
//! | part      | size                 | content |
//! |-----------|----------------------|---------|
//! | header    | 28                   | magic, version, flags, resource count, table length, sizes of locations and strings |
//! | redirects | 4 for each table slot | the perfect hash |
//! | offsets   | 4 for each table slot | where in `locations` the slot's entry starts |
//! | locations | as in the header     | attribute streams: parts of the name as string offsets, place and sizes of the resource |
//! | strings   | as in the header     | modified UTF-8, each ended by a zero byte |
//! | resources | the rest             | |
//!
//! A name is `/module/parent/base.extension`. Only the four tables are touched until a class is
//! read, so opening costs a mapping and listing packages one pass over about 1.5 MB.

use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::blob::Blob;
use super::inflate::{Wrapping, inflate};
use super::{ClassEntry, ContainerError, ImageDamage, MAX_CLASS_BYTES, Problem, Source};

const MAGIC: u32 = 0xCAFE_DADA;
const HEADER_BYTES: usize = 28;
const KNOWN_MAJOR_VERSION: u16 = 1;

/// Seed and multiplier of the perfect hash (32-bit FNV's prime).
const HASH_MULTIPLIER: u32 = 0x0100_0193;

/// An open `lib/modules`. Clones share the mapping.
#[derive(Clone)]
pub struct JImage(Arc<Image>);

/// A package of a module, with slashes: `java/lang` of `java.base`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Package<'a> {
    pub name: &'a str,
    pub module: &'a str,
}

struct Image {
    origin: String,
    blob: Blob,
    slots: usize,
    redirects: Range<usize>,
    offsets: Range<usize>,
    locations: Range<usize>,
    strings: Range<usize>,
    /// Where the index ends and the resources start.
    resources: usize,
}

/// Where a resource's bytes are; unchecked until they are read.
#[derive(Clone, Copy)]
pub(super) struct Resource {
    offset: u64,
    /// 0 if it is not compressed.
    compressed: u64,
    size: u64,
}

/// A decoded location. The parts of the name are offsets into the strings.
struct Location {
    module: u64,
    parent: u64,
    base: u64,
    extension: u64,
    resource: Resource,
}

pub(super) fn has_magic(bytes: &[u8]) -> bool {
    u32_at(bytes, 0).is_some_and(|magic| magic == MAGIC || magic.swap_bytes() == MAGIC)
}

impl JImage {
    pub fn open(path: &Path) -> Result<JImage, ContainerError> {
        let origin = path.display().to_string();
        let blob = Blob::map(path).map_err(|problem| problem.of(&*origin))?;
        if !has_magic(&blob) {
            return Err(Problem::UnknownFormat.of(origin));
        }
        JImage::new(origin, blob)
    }

    pub(super) fn new(origin: String, blob: Blob) -> Result<JImage, ContainerError> {
        match Image::new(origin.clone(), blob) {
            Ok(image) => Ok(JImage(Arc::new(image))),
            Err(damage) => Err(Problem::Image(damage).of(origin)),
        }
    }

    /// The packages that hold classes, each with its module, in no particular order. Does not read
    /// the classes.
    pub fn packages(&self) -> impl Iterator<Item = Result<Package<'_>, ContainerError>> {
        let image = &*self.0;
        let mut damaged = Vec::new();
        let mut packages = FxHashSet::default();
        for location in image.class_locations() {
            match location {
                Ok(location) => {
                    packages.insert((location.parent, location.module));
                }
                Err(damage) => damaged.push(Err(image.error(damage))),
            }
        }
        packages
            .into_iter()
            .map(|(parent, module)| {
                Ok(Package {
                    name: image.text(parent)?,
                    module: image.text(module)?,
                })
            })
            // Module descriptors lie in no package.
            .filter(|package| !matches!(package, Ok(package) if package.name.is_empty()))
            .chain(damaged)
    }

    /// The bytes of a class, by the image's own hash: `find("java.base", "java/lang/Object")`.
    pub fn find(&self, module: &str, class: &str) -> Result<Option<Cow<'_, [u8]>>, ContainerError> {
        let image = &*self.0;
        match image.lookup(module, class) {
            Ok(None) => Ok(None),
            Ok(Some(location)) => image.read(location.resource).map(Some),
            Err(damage) => Err(Problem::Image(damage)),
        }
        .map_err(|problem| {
            problem.at(
                format!("{}!/{module}", image.origin),
                format!("{class}.class"),
            )
        })
    }

    /// All classes and module descriptors, in the order of their bytes in the file.
    pub fn classes(&self) -> impl Iterator<Item = Result<ClassEntry, ContainerError>> + Send + '_ {
        let image = &*self.0;
        let mut damaged = Vec::new();
        let mut found = Vec::new();
        for location in image.class_locations() {
            match location {
                Ok(location) => found.push(location),
                Err(damage) => damaged.push(Err(image.error(damage))),
            }
        }
        // The table is in the order of hashes: reading in that order would jump about the file.
        found.sort_unstable_by_key(|location| location.resource.offset);
        let mut origin = (u64::MAX, Arc::from(""));
        found
            .into_iter()
            .map(move |location| {
                if origin.0 != location.module {
                    let module = image.text(location.module)?;
                    let shown = format!("{}!/{module}", image.origin);
                    origin = (location.module, shown.into());
                }
                Ok(ClassEntry {
                    name: image.class_name(&location)?,
                    origin: Arc::clone(&origin.1),
                    source: Source::Image(self.clone(), location.resource),
                })
            })
            .chain(damaged)
    }

    pub(super) fn read(&self, resource: Resource) -> Result<Cow<'_, [u8]>, Problem> {
        self.0.read(resource)
    }
}

impl Image {
    fn new(origin: String, blob: Blob) -> Result<Image, ImageDamage> {
        let field = |index: usize| u32_at(&blob, index * 4).ok_or(ImageDamage::Header);
        if field(0)? != MAGIC {
            return Err(ImageDamage::ByteOrder);
        }
        let major = (field(1)? >> 16) as u16;
        if major != KNOWN_MAJOR_VERSION {
            return Err(ImageDamage::Version(major));
        }
        let [slots, locations, strings] = [field(4)?, field(5)?, field(6)?].map(u64::from);
        let index = HEADER_BYTES as u64 + slots * 8 + locations + strings;
        if index > blob.len() as u64 {
            return Err(ImageDamage::Index {
                index,
                file: blob.len() as u64,
            });
        }
        // All parts lie inside the file, whose length is a usize.
        let [slots, locations, strings] = [slots, locations, strings].map(|size| size as usize);
        let mut end = HEADER_BYTES;
        let mut part = |size: usize| {
            let start = end;
            end += size;
            start..end
        };
        Ok(Image {
            origin,
            slots,
            redirects: part(slots * 4),
            offsets: part(slots * 4),
            locations: part(locations),
            strings: part(strings),
            resources: index as usize,
            blob,
        })
    }

    fn error(&self, damage: ImageDamage) -> ContainerError {
        Problem::Image(damage).of(&*self.origin)
    }

    /// The locations of class files that a loader could find.
    fn class_locations(&self) -> impl Iterator<Item = Result<Location, ImageDamage>> {
        let bytes: &[u8] = &self.blob;
        let strings = &bytes[self.strings.clone()];
        let locations = &bytes[self.locations.clone()];
        let starts = |offset: u64, with: &[u8]| {
            usize::try_from(offset)
                .ok()
                .and_then(|offset| strings.get(offset..))
                .is_some_and(|rest| rest.starts_with(with))
        };
        bytes[self.offsets.clone()]
            .chunks_exact(4)
            .map(move |slot| {
                let offset = u32_at(slot, 0).ok_or(ImageDamage::Location)?;
                Location::decode(locations, offset)
            })
            .filter(move |location| {
                let Ok(location) = location else { return true };
                starts(location.extension, b"class\0")
                    // Variants for preview features lie below META-INF of their module.
                    && !starts(location.parent, b"META-INF/")
                    // Not modules but tables from packages to modules and of directories.
                    && !starts(location.module, b"packages\0")
                    && !starts(location.module, b"modules\0")
            })
    }

    fn lookup(&self, module: &str, class: &str) -> Result<Option<Location>, ImageDamage> {
        if self.slots == 0 {
            return Ok(None);
        }
        let hash = |seed: u32| {
            ["/", module, "/", class, ".class"]
                .into_iter()
                .flat_map(str::bytes)
                .fold(seed, |hash, byte| {
                    hash.wrapping_mul(HASH_MULTIPLIER) ^ u32::from(byte)
                })
                & 0x7FFF_FFFF
        };
        let slot_of = |seed| hash(seed) as usize % self.slots;
        let redirects = &self.blob[self.redirects.clone()];
        let redirect = u32_at(redirects, slot_of(HASH_MULTIPLIER) * 4).map(|value| value as i32);
        let slot = match redirect.ok_or(ImageDamage::Location)? {
            0 => return Ok(None),
            seed @ 1.. => slot_of(seed as u32),
            direct => (-1 - direct) as usize,
        };
        let offset = slot
            .checked_mul(4)
            .and_then(|at| u32_at(&self.blob[self.offsets.clone()], at))
            .ok_or(ImageDamage::Location)?;
        let location = Location::decode(&self.blob[self.locations.clone()], offset)?;
        // The hash sends names that are not in the image to slots of others.
        let (parent, base) = class.rsplit_once('/').unwrap_or(("", class));
        let same = self.string(location.module)? == module.as_bytes()
            && self.string(location.parent)? == parent.as_bytes()
            && self.string(location.base)? == base.as_bytes()
            && self.string(location.extension)? == b"class";
        Ok(same.then_some(location))
    }

    fn string(&self, offset: u64) -> Result<&[u8], ImageDamage> {
        usize::try_from(offset)
            .ok()
            .and_then(|offset| self.blob[self.strings.clone()].get(offset..))
            .and_then(|rest| rest.split(|&byte| byte == 0).next())
            .ok_or(ImageDamage::String)
    }

    fn text(&self, offset: u64) -> Result<&str, ContainerError> {
        let bytes = self.string(offset).map_err(|damage| self.error(damage))?;
        std::str::from_utf8(bytes)
            .map_err(|_| Problem::NameNotUtf8.at(&*self.origin, String::from_utf8_lossy(bytes)))
    }

    fn class_name(&self, location: &Location) -> Result<String, ContainerError> {
        let parent = self.text(location.parent)?;
        let base = self.text(location.base)?;
        Ok(if parent.is_empty() {
            base.to_owned()
        } else {
            format!("{parent}/{base}")
        })
    }

    fn read(&self, resource: Resource) -> Result<Cow<'_, [u8]>, Problem> {
        let stored = match resource.compressed {
            0 => resource.size,
            compressed => compressed,
        };
        let start = (self.resources as u64).checked_add(resource.offset);
        let end = start.and_then(|start| start.checked_add(stored));
        let bytes = start
            .zip(end)
            .and_then(|(start, end)| {
                let range = usize::try_from(start).ok()?..usize::try_from(end).ok()?;
                self.blob.get(range)
            })
            .ok_or(ImageDamage::Resource)?;
        if resource.compressed == 0 {
            return Ok(Cow::Borrowed(bytes));
        }
        let bytes = self.decompress(bytes)?;
        let actual = bytes.len() as u64;
        if actual != resource.size {
            return Err(Problem::Size {
                claimed: resource.size,
                actual,
            });
        }
        Ok(bytes)
    }

    /// Undoes the compressors of `jlink`, each of which put a header before its output: magic,
    /// compressed and uncompressed size, the name of the compressor, 4 unused bytes, a flag.
    fn decompress<'a>(&self, resource: &'a [u8]) -> Result<Cow<'a, [u8]>, Problem> {
        const LAYER_MAGIC: u32 = 0xCAFE_FAFA;
        const LAYER_HEADER_BYTES: usize = 29;
        /// There are two compressors. The bound stops data that inflates to itself.
        const MOST_LAYERS: usize = 2;

        let mut bytes = Cow::Borrowed(resource);
        for _ in 0..=MOST_LAYERS {
            if u32_at(&bytes, 0) != Some(LAYER_MAGIC) {
                return Ok(bytes);
            }
            let (Some(claimed), Some(name), Some(content)) = (
                u64_at(&bytes, 12),
                u32_at(&bytes, 20),
                bytes.get(LAYER_HEADER_BYTES..),
            ) else {
                return Err(ImageDamage::Resource.into());
            };
            match self.string(u64::from(name))? {
                b"zip" => {
                    let inflated = inflate(content, Wrapping::Zlib, claimed, MAX_CLASS_BYTES)?;
                    bytes = Cow::Owned(inflated);
                }
                other => {
                    let name = String::from_utf8_lossy(other).into_owned();
                    return Err(Problem::ImageCompression(name));
                }
            }
        }
        Err(ImageDamage::Layers(MOST_LAYERS).into())
    }
}

impl Location {
    /// Reads the attributes from `offset` on. Each starts with a byte of its kind (5 bits) and the
    /// length of its value less one (3 bits); the value is big-endian on every machine. Kind 0 ends
    /// the location; absent attributes are 0; kinds of newer JDKs are passed over.
    fn decode(locations: &[u8], offset: u32) -> Result<Location, ImageDamage> {
        const KINDS: usize = 8;
        let mut rest = locations
            .get(offset as usize..)
            .ok_or(ImageDamage::Location)?;
        let mut values = [0u64; KINDS];
        loop {
            let (&head, tail) = rest.split_first().ok_or(ImageDamage::Location)?;
            let kind = usize::from(head >> 3);
            if kind == 0 {
                break;
            }
            let length = usize::from(head & 7) + 1;
            let (value, tail) = tail.split_at_checked(length).ok_or(ImageDamage::Location)?;
            if kind < KINDS {
                values[kind] = value
                    .iter()
                    .fold(0, |number, &byte| number << 8 | u64::from(byte));
            }
            rest = tail;
        }
        let [_, module, parent, base, extension, offset, compressed, size] = values;
        Ok(Location {
            module,
            parent,
            base,
            extension,
            resource: Resource {
                offset,
                compressed,
                size,
            },
        })
    }
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let (number, _) = bytes.get(at..)?.split_first_chunk()?;
    Some(u32::from_ne_bytes(*number))
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    let (number, _) = bytes.get(at..)?.split_first_chunk()?;
    Some(u64::from_ne_bytes(*number))
}
