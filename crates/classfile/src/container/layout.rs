//! Where class files lie inside a container, by path alone.

/// The kinds of container whose entries have paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// Jars and directories, including web archives and Spring Boot's jars.
    Jar,
    /// A module as `jlink` takes it: classes beside native libraries, commands and legal texts.
    Jmod,
}

/// What a path means.
#[derive(Debug, PartialEq, Eq)]
pub enum Place<'p> {
    /// `folder` is what stands before the class's internal name, without the last slash.
    Class {
        folder: &'p str,
        name: &'p str,
        release: Release,
    },
    /// A jar inside the container whose classes are on the program's class path.
    Library,
    Manifest,
    Other,
}

/// From which feature release of Java on an entry is seen; see "Multi-release JAR files" in the
/// JAR file specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Release {
    Every,
    Since(u16),
}

/// Web archives and Spring Boot jars keep the program's own classes here.
const CLASS_FOLDERS: [&str; 2] = ["BOOT-INF/classes", "WEB-INF/classes"];
/// ... and the libraries here; `lib-provided` is what a server would bring along.
const LIBRARY_FOLDERS: [&str; 3] = ["BOOT-INF/lib", "WEB-INF/lib", "WEB-INF/lib-provided"];
const VERSIONS: &str = "META-INF/versions";
/// The first release that looks for versioned entries.
const FIRST_VERSIONED: u16 = 9;

pub(super) fn place(path: &str, layout: Layout) -> Place<'_> {
    match layout {
        Layout::Jmod => class_in("classes", path, Release::Every).unwrap_or(Place::Other),
        Layout::Jar if path.ends_with(".class") => class_in_jar(path).unwrap_or(Place::Other),
        Layout::Jar if is_library(path) => Place::Library,
        Layout::Jar if path.eq_ignore_ascii_case("META-INF/MANIFEST.MF") => Place::Manifest,
        Layout::Jar => Place::Other,
    }
}

fn class_in_jar(path: &str) -> Option<Place<'_>> {
    if let Some(versioned) = below(VERSIONS, path) {
        let (number, _) = versioned.split_once('/')?;
        let release: u16 = number.parse().ok()?;
        let folder = &path[..VERSIONS.len() + 1 + number.len()];
        if release < FIRST_VERSIONED {
            return None;
        }
        return class_in(folder, path, Release::Since(release));
    }
    CLASS_FOLDERS
        .into_iter()
        .find(|folder| below(folder, path).is_some())
        .map_or_else(
            || class_in("", path, Release::Every),
            |folder| class_in(&path[..folder.len()], path, Release::Every),
        )
}

fn class_in<'p>(folder: &'p str, path: &'p str, release: Release) -> Option<Place<'p>> {
    let name = below(folder, path)?.strip_suffix(".class")?;
    // No loader finds a class below META-INF (copies for other releases, relocated originals).
    let loadable = !name.is_empty() && !name.ends_with('/') && below("META-INF", name).is_none();
    loadable.then_some(Place::Class {
        folder,
        name,
        release,
    })
}

fn is_library(path: &str) -> bool {
    path.ends_with(".jar")
        && LIBRARY_FOLDERS
            .into_iter()
            .any(|folder| below(folder, path).is_some())
}

/// The rest of `path` below `folder`; the empty folder holds everything.
fn below<'p>(folder: &str, path: &'p str) -> Option<&'p str> {
    if folder.is_empty() {
        return Some(path);
    }
    path.strip_prefix(folder)?.strip_prefix('/')
}

/// Whether a manifest's main section, which ends at the first empty line, has `Multi-Release: true`.
pub(super) fn is_multi_release(manifest: &[u8]) -> bool {
    String::from_utf8_lossy(manifest)
        .lines()
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_once(':'))
        .any(|(key, value)| {
            key.eq_ignore_ascii_case("Multi-Release") && value.trim().eq_ignore_ascii_case("true")
        })
}

/// What a manifest adds to the class path: URLs, relative to the jar's. A line that starts with a blank goes on with the
/// one before.
pub(super) fn class_path(manifest: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(manifest).replace("\r\n", "\n");
    let text = text.replace("\n ", "");
    let main = text.lines().take_while(|line| !line.is_empty());
    let mut values = main.filter_map(|line| line.split_once(':'));
    let value = values.find(|(key, _)| key.eq_ignore_ascii_case("Class-Path"));
    let urls = value.map_or("", |(_, value)| value).split_whitespace();
    urls.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_path_may_take_several_lines() {
        let manifest = b"Main-Class: A\r\nClass-Path: lib/a.jar li\r\n b/b.jar\r\n  http://x/c.jar\r\n\r\nClass-Path: d.jar\r\n";
        assert_eq!(
            class_path(manifest),
            ["lib/a.jar", "lib/b.jar", "http://x/c.jar"]
        );
        assert!(class_path(b"").is_empty());
    }

    fn class<'p>(folder: &'p str, name: &'p str, release: Release) -> Place<'p> {
        Place::Class {
            folder,
            name,
            release,
        }
    }

    #[test]
    fn a_path_says_what_an_entry_is() {
        for (path, expected) in [
            ("p/A.class", class("", "p/A", Release::Every)),
            (
                "module-info.class",
                class("", "module-info", Release::Every),
            ),
            (
                "BOOT-INF/classes/p/A.class",
                class("BOOT-INF/classes", "p/A", Release::Every),
            ),
            (
                "META-INF/versions/11/p/A.class",
                class("META-INF/versions/11", "p/A", Release::Since(11)),
            ),
            ("META-INF/versions/8/p/A.class", Place::Other),
            ("META-INF/versions/x/p/A.class", Place::Other),
            ("META-INF/versions/99999999/p/A.class", Place::Other),
            ("META-INF/versions/A.class", Place::Other),
            ("META-INF/p/A.class", Place::Other),
            ("BOOT-INF/classes/META-INF/p/A.class", Place::Other),
            (".class", Place::Other),
            ("p/.class", Place::Other),
            ("p/A.class/", Place::Other),
            ("p/A.txt", Place::Other),
            ("WEB-INF/lib/x.jar", Place::Library),
            ("lib/x.jar", Place::Other),
            ("meta-inf/manifest.mf", Place::Manifest),
        ] {
            assert_eq!(place(path, Layout::Jar), expected, "{path}");
        }
    }

    #[test]
    fn a_jmod_has_its_classes_in_one_folder() {
        assert_eq!(
            place("classes/p/A.class", Layout::Jmod),
            class("classes", "p/A", Release::Every)
        );
        assert_eq!(place("lib/p/A.class", Layout::Jmod), Place::Other);
    }

    #[test]
    fn only_the_main_section_of_a_manifest_makes_a_jar_multi_release() {
        assert!(is_multi_release(
            b"Manifest-Version: 1.0\r\nmulti-release: TRUE\r\n\r\n"
        ));
        assert!(!is_multi_release(
            b"Manifest-Version: 1.0\n\nName: p\nMulti-Release: true\n"
        ));
        assert!(!is_multi_release(b"Multi-Release: false\n"));
    }
}
