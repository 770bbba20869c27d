//! Jars by Maven coordinates, from the repository that the machine's Maven is set up for. The recorded hash
//! decides whether a jar is the right one.

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Error;
use crate::java;
use crate::process;

/// The jars that `pinned` lists, in its order, fetched if they were not before.
///
/// `pinned` is a file for `sha256sum --check`, with paths as in a Maven repository.
pub fn fetch(pinned: &Path) -> Result<Vec<PathBuf>, Error> {
    let store = java::in_repository("target/bench/jars");
    let paths = listed(pinned)?;
    let missing: Vec<Coordinates> = paths
        .iter()
        .filter(|path| !store.join(path).exists())
        .map(|path| Coordinates::of_path(path))
        .collect::<Result<_, _>>()?;
    if !missing.is_empty() {
        copy_dependencies(&missing, Transitive::No, &store)?;
    }
    let mut verify = Command::new("sha256sum");
    verify
        .args(["--check", "--quiet"])
        .arg(pinned)
        .current_dir(&store);
    process::run_successfully(&mut verify)?;
    Ok(paths.iter().map(|path| store.join(path)).collect())
}

/// Resolves `libraries` with all that they need, and writes paths and hashes to `pinned`.
pub fn pin(libraries: &[String], pinned: &Path) -> Result<(), Error> {
    let roots: Vec<Coordinates> = libraries
        .iter()
        .map(|text| Coordinates::parse(text))
        .collect::<Result<_, _>>()?;
    let store = java::in_repository("target/bench/resolved");
    if store.exists() {
        fs::remove_dir_all(&store).map_err(|source| Error::File {
            path: store.clone(),
            source,
        })?;
    }
    copy_dependencies(&roots, Transitive::Yes, &store)?;
    let mut hash = Command::new("sh");
    hash.args([
        "-c",
        "find . -name '*.jar' -printf '%P\\n' | LC_ALL=C sort | xargs sha256sum",
    ])
    .current_dir(&store);
    let hashes = process::run_successfully(&mut hash)?.stdout;
    fs::write(pinned, hashes).map_err(|source| Error::File {
        path: pinned.to_owned(),
        source,
    })
}

/// The paths in a file of hashes.
fn listed(pinned: &Path) -> Result<Vec<String>, Error> {
    let text = fs::read_to_string(pinned).map_err(|source| Error::File {
        path: pinned.to_owned(),
        source,
    })?;
    Ok(text
        .lines()
        .filter_map(|line| Some(line.split_once("  ")?.1.to_owned()))
        .collect())
}

#[derive(Debug, PartialEq, Eq)]
struct Coordinates {
    group: String,
    artifact: String,
    version: String,
    classifier: Option<String>,
}

impl Coordinates {
    /// `group:artifact:version`
    fn parse(text: &str) -> Result<Coordinates, Error> {
        let parts: Vec<&str> = text.split(':').collect();
        let &[group, artifact, version] = parts.as_slice() else {
            return Err(Error::Coordinates(text.to_owned()));
        };
        Ok(Coordinates {
            group: group.to_owned(),
            artifact: artifact.to_owned(),
            version: version.to_owned(),
            classifier: None,
        })
    }

    /// `org/acme/lib/1.0/lib-1.0-linux.jar` has the classifier `linux`.
    fn of_path(path: &str) -> Result<Coordinates, Error> {
        let parsed = || {
            let mut parts = path.rsplitn(4, '/');
            let (file, version) = (parts.next()?, parts.next()?);
            let (artifact, group) = (parts.next()?, parts.next()?);
            let suffix = file
                .strip_prefix(artifact)?
                .strip_prefix('-')?
                .strip_prefix(version)?
                .strip_suffix(".jar")?;
            Some(Coordinates {
                group: group.replace('/', "."),
                artifact: artifact.to_owned(),
                version: version.to_owned(),
                classifier: suffix.strip_prefix('-').map(str::to_owned),
            })
        };
        parsed().ok_or_else(|| Error::Coordinates(path.to_owned()))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Transitive {
    Yes,
    No,
}

/// Has Maven put the jars below `store`, in directories as in a repository.
fn copy_dependencies(
    jars: &[Coordinates],
    transitive: Transitive,
    store: &Path,
) -> Result<(), Error> {
    java::create_dir(store)?;
    let pom = store.join("pom.xml");
    fs::write(&pom, project(jars, transitive)).map_err(|source| Error::File {
        path: pom.clone(),
        source,
    })?;
    let maven = env::var_os("MVN").unwrap_or_else(|| "mvn".into());
    let mut copy = Command::new(maven);
    copy.args(["--batch-mode", "--quiet", "--file"])
        .arg(&pom)
        .arg("dependency:copy-dependencies")
        .args(["-Dmdep.useRepositoryLayout=true", "-DincludeScope=runtime"])
        .arg(format!("-DoutputDirectory={}", store.display()));
    process::run_successfully(&mut copy)?;
    Ok(())
}

fn project(jars: &[Coordinates], transitive: Transitive) -> String {
    let mut pom = "<project>\n<modelVersion>4.0.0</modelVersion>\n<groupId>redflag</groupId>\n\
                   <artifactId>program</artifactId>\n<version>1</version>\n<dependencies>\n"
        .to_owned();
    for jar in jars {
        // Writing to a string cannot fail.
        let _ = write!(
            pom,
            "<dependency><groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version>",
            jar.group, jar.artifact, jar.version
        );
        if let Some(classifier) = &jar.classifier {
            let _ = write!(pom, "<classifier>{classifier}</classifier>");
        }
        if transitive == Transitive::No {
            pom += "<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>";
        }
        pom += "</dependency>\n";
    }
    pom + "</dependencies>\n</project>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_tells_the_coordinates() {
        let jar = Coordinates::of_path("org/acme/lib-x/1.0-b/lib-x-1.0-b-linux.jar").unwrap();
        assert_eq!(jar.group, "org.acme");
        assert_eq!(jar.artifact, "lib-x");
        assert_eq!(jar.version, "1.0-b");
        assert_eq!(jar.classifier.as_deref(), Some("linux"));
        let plain = Coordinates::of_path("org/acme/lib/1.0/lib-1.0.jar").unwrap();
        assert_eq!(plain, Coordinates::parse("org.acme:lib:1.0").unwrap());
        assert!(Coordinates::of_path("lib-1.0.jar").is_err());
    }

    #[test]
    fn pinned_jars_are_fetched_alone() {
        let jar = [Coordinates::parse("org.acme:lib:1.0").unwrap()];
        assert!(project(&jar, Transitive::No).contains("<exclusion>"));
        assert!(!project(&jar, Transitive::Yes).contains("<exclusion>"));
    }
}
