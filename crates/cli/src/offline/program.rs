//! The program's jars and directories, written anew.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use classfile::ClassFile;
use classfile::container::jar::{self, Jar, JarWriter, Place, Release};
use findings::Skipped;
use host::offline::ClassNumbers;
use instrument::{HookKinds, JdkRequest, NoWriters, Placement, Precision, Request, Skip, probes};

use super::instrument::{InstrumentError, Rewriting, write};

/// Jars in jars in jars are found up to this depth.
const DEPTH: u32 = 8;

pub struct Program<'p, 'r> {
    rewriting: &'p Rewriting<'r>,
    /// By internal name, what is counted when the class is loaded.
    pub classes: BTreeMap<String, ClassNumbers>,
    pub skipped: Vec<Skipped>,
    /// What the user should know.
    pub notes: Vec<String>,
    /// Jars by their old and new places, and the files that their manifests name beside them.
    class_paths: Vec<(PathBuf, PathBuf, Vec<String>)>,
}

impl<'p, 'r> Program<'p, 'r> {
    pub fn new(rewriting: &'p Rewriting<'r>, notes: Vec<String>) -> Self {
        Program {
            rewriting,
            classes: BTreeMap::new(),
            skipped: Vec::new(),
            notes,
            class_paths: Vec::new(),
        }
    }

    /// Writes a jar or a directory anew.
    pub fn add(&mut self, path: &Path, to: &Path) -> Result<(), InstrumentError> {
        let metadata = fs::metadata(path).map_err(InstrumentError::read(path))?;
        if metadata.is_dir() {
            return self.add_below(path, "", to);
        }
        if !metadata.is_file() || path.extension().is_some_and(|it| it == "class") {
            return Err(InstrumentError::NoContainer(path.to_owned()));
        }
        self.add_jar(path, to)
    }

    /// What lies in a directory at this way from its root.
    fn add_below(&mut self, root: &Path, way: &str, to: &Path) -> Result<(), InstrumentError> {
        let here = root.join(way);
        fs::create_dir_all(to).map_err(InstrumentError::write(to))?;
        let entries = fs::read_dir(&here).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let mut entries = entries.map_err(InstrumentError::read(&here))?;
        entries.sort_unstable_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let path = entry.path();
            let to = to.join(entry.file_name());
            let Ok(metadata) = fs::metadata(&path) else {
                self.notes.push(format!(
                    "{}: leads nowhere and was left out",
                    path.display()
                ));
                continue;
            };
            let name = entry.file_name();
            let below = name.to_str().map(|name| {
                if way.is_empty() {
                    name.to_owned()
                } else {
                    format!("{way}/{name}")
                }
            });
            match below {
                Some(below) if metadata.is_dir() => {
                    if leads_upwards(&path) {
                        self.notes.push(format!(
                            "{}: leads upwards and was left out",
                            path.display()
                        ));
                    } else {
                        self.add_below(root, &below, &to)?;
                    }
                }
                Some(below) if metadata.is_file() && below.ends_with(".class") => {
                    let bytes = fs::read(&path).map_err(InstrumentError::read(&path))?;
                    let place = jar::place(&below);
                    let new = self.rewritten(&place, &bytes, true);
                    write(&to, new.as_deref().unwrap_or(&bytes))?;
                }
                Some(below) if metadata.is_file() && below.ends_with(".jar") => {
                    self.add_jar(&path, &to)?
                }
                _ if metadata.is_file() => {
                    fs::copy(&path, &to).map_err(InstrumentError::write(&to))?;
                }
                _ => self
                    .notes
                    .push(format!("{}: is no file and was left out", path.display())),
            }
        }
        Ok(())
    }

    fn add_jar(&mut self, path: &Path, to: &Path) -> Result<(), InstrumentError> {
        let jar = Jar::open(path)?;
        let file = File::create(to).map_err(InstrumentError::write(to))?;
        let mut writer = JarWriter::new(BufWriter::new(file));
        let manifest = self.rewrite_jar(&jar, &mut writer, to, DEPTH)?;
        let beside = jar::class_path(&manifest);
        // Those with a scheme are no paths.
        let beside = beside.into_iter().filter(|it| !it.contains(':')).collect();
        self.class_paths
            .push((path.to_owned(), to.to_owned(), beside));
        writer.finish().map_err(InstrumentError::write(to))?;
        Ok(())
    }

    /// Answers the jar's manifest.
    fn rewrite_jar<W: std::io::Write>(
        &mut self,
        jar: &Jar,
        writer: &mut JarWriter<W>,
        to: &Path,
        depth: u32,
    ) -> Result<Vec<u8>, InstrumentError> {
        let entries = jar.entries()?;
        let is_manifest = |path: &[u8]| {
            std::str::from_utf8(path).is_ok_and(|it| jar::place(it) == Place::Manifest)
        };
        let manifest = entries.iter().find(|it| is_manifest(&it.header.path));
        let manifest = match manifest {
            Some(manifest) => jar.read(manifest)?.into_owned(),
            None => Vec::new(),
        };
        let is_multi_release = jar::is_multi_release(&manifest);
        let mut is_signed = false;
        for entry in &entries {
            let bytes = jar.read(entry)?;
            let path = std::str::from_utf8(&entry.header.path).unwrap_or_default();
            if is_signature(path) {
                is_signed = true;
                continue;
            }
            let new = match jar::place(path) {
                _ if path.ends_with(".jar") && depth > 0 => {
                    self.nested(jar, path, &bytes, to, depth - 1)?
                }
                place => self.rewritten(&place, &bytes, is_multi_release),
            };
            let new = new.as_deref().unwrap_or(&bytes);
            writer
                .add(&entry.header, new)
                .map_err(InstrumentError::write(to))?;
        }
        if is_signed {
            self.notes.push(format!(
                "{}: is no longer signed, as its classes are others now",
                jar.origin()
            ));
        }
        Ok(manifest)
    }

    /// Notes what jars want to have beside them that was not given.
    pub fn note_missing(&mut self) {
        for (old, new, names) in &self.class_paths {
            let is_missing = |name: &&String| {
                let beside = |jar: &Path| jar.parent().is_some_and(|it| it.join(name).exists());
                beside(old) && !beside(new)
            };
            let missing: Vec<&str> = names
                .iter()
                .filter(is_missing)
                .map(String::as_str)
                .collect();
            if !missing.is_empty() {
                self.notes.push(format!(
                    "{}: its manifest names what was not given: {}",
                    old.display(),
                    missing.join(" ")
                ));
            }
        }
    }

    /// A jar in a jar, written anew; `None` if it is none.
    fn nested(
        &mut self,
        outer: &Jar,
        path: &str,
        bytes: &[u8],
        to: &Path,
        depth: u32,
    ) -> Result<Option<Vec<u8>>, InstrumentError> {
        let origin = format!("{}!/{path}", outer.origin());
        let Ok(jar) = Jar::nested(origin.clone(), bytes.to_owned()) else {
            self.notes.push(format!(
                "{origin}: is no jar that can be read, and was left as it is"
            ));
            return Ok(None);
        };
        let mut writer = JarWriter::new(Vec::new());
        self.rewrite_jar(&jar, &mut writer, to, depth)?;
        Ok(Some(writer.finish().map_err(InstrumentError::write(to))?))
    }

    /// The new bytes of an entry, if it is a class that the JVM may load.
    fn rewritten(
        &mut self,
        place: &Place<'_>,
        bytes: &[u8],
        is_multi_release: bool,
    ) -> Option<Vec<u8>> {
        let Place::Class { name, release, .. } = *place else {
            return None;
        };
        let is_seen = match release {
            Release::Every => true,
            Release::Since(since) => is_multi_release && since <= self.rewriting.jdk,
        };
        if !is_seen || name == "module-info" || name.ends_with("/module-info") {
            return None;
        }
        let own_name = ClassFile::read(bytes)
            .ok()
            .and_then(|class| class.name().map(str::to_owned));
        let name = own_name.unwrap_or_else(|| name.to_owned());
        if self.rewriting.packages.own(&name) {
            return self.rewritten_as_jdk(&name, bytes);
        }
        match self.rewrite_application(&name, bytes) {
            Ok((bytes, numbers)) => {
                // Entries for newer releases, which count, mostly come after those for all.
                self.classes.insert(name, numbers);
                Some(bytes)
            }
            Err(skip) => {
                self.skip(&name, None, &skip);
                let numbers = ClassNumbers {
                    skipped_methods: 1,
                    ..ClassNumbers::default()
                };
                self.classes.insert(name, numbers);
                None
            }
        }
    }

    fn rewrite_application(
        &mut self,
        name: &str,
        bytes: &[u8],
    ) -> Result<(Vec<u8>, ClassNumbers), Skip> {
        let rewriting = self.rewriting;
        let request = Request {
            check_accesses: rewriting.config.checks_class(name) && !probes::is_tool_class(name),
            placement: Placement::All,
            precision: Precision::default(),
            writers: &NoWriters,
            has_hooks: true,
            count_accesses: false,
            trace_accesses: false,
            redefined: None,
            is_jdk_class: &|name| rewriting.packages.own(name),
            without: HookKinds::default(),
            calls: &rewriting.calls,
            containers: &rewriting.containers,
            bulks: &rewriting.bulks,
        };
        let before = rewriting.sites.highest();
        let mut sites = rewriting.sites.for_class();
        let rewritten = instrument::rewrite(bytes, &request, &mut sites)?;
        for (method, reason) in &rewritten.skipped {
            self.skip(name, Some(method.clone()), reason);
        }
        let counted = |n: u32| if request.check_accesses { n } else { 0 };
        let numbers = ClassNumbers {
            methods: counted(rewritten.methods),
            checked_sites: counted(rewritten.checked_sites),
            skipped_methods: rewritten.skipped.len() as u32,
            exempt_fields: counted(rewritten.exempt_fields),
            exempt_methods: counted(rewritten.exempt_methods),
            first_site: before + 1,
            sites: rewriting.sites.highest() - before,
        };
        let class = (name, rewriting.jdk);
        let note = |text| self.notes.push(text);
        let with_hooks = (rewriting.user_models).add_hooks(class, bytes, rewritten.bytes, note)?;
        Ok((with_hooks, numbers))
    }

    /// A class in a package of the JDK's is treated as one of its own.
    fn rewritten_as_jdk(&mut self, name: &str, bytes: &[u8]) -> Option<Vec<u8>> {
        let request = JdkRequest {
            models: self.rewriting.models,
            jdk: self.rewriting.jdk,
            silent: &self.rewriting.silent,
            without: HookKinds::default(),
        };
        let rewritten = instrument::rewrite_jdk(bytes, name, &request);
        rewritten.unwrap_or_else(|skip| {
            self.skip(name, None, &skip);
            None
        })
    }

    fn skip(&mut self, class: &str, method: Option<String>, reason: &Skip) {
        self.skipped.push(Skipped {
            class: class.to_owned(),
            method,
            reason: reason.to_string(),
        });
    }
}

/// Whether a file holds a signature, or the digests that it signs ("Signed JAR File" in the JAR file specification).
fn is_signature(path: &str) -> bool {
    let Some((folder, name)) = path.rsplit_once('/') else {
        return false;
    };
    let name = name.to_ascii_uppercase();
    let by_extension = name
        .rsplit_once('.')
        .is_some_and(|(_, e)| matches!(e, "SF" | "RSA" | "DSA" | "EC"));
    folder.eq_ignore_ascii_case("META-INF") && (by_extension || name.starts_with("SIG-"))
}

/// Whether a link leads to a directory that contains it.
fn leads_upwards(directory: &Path) -> bool {
    let holder = directory.parent().map(fs::canonicalize);
    match (holder, fs::canonicalize(directory)) {
        (Some(Ok(holder)), Ok(target)) => holder.starts_with(target),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_told_by_their_place_and_name() {
        for (path, expected) in [
            ("META-INF/ME.SF", true),
            ("meta-inf/me.rsa", true),
            ("META-INF/SIG-ME", true),
            ("META-INF/MANIFEST.MF", false),
            ("META-INF/services/a.SF", false),
            ("ME.SF", false),
        ] {
            assert_eq!(is_signature(path), expected, "{path}");
        }
    }
}
