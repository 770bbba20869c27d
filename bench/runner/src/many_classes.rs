//! A program of some thousand classes: classes of the JDK that are given other names, so that they are the program's.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use classfile::ClassFile;
use classfile::container::{self, ContainerError};

use crate::Error;
use crate::java;
use crate::process;
use crate::results::grouped;

/// Of these about 9,000 can be loaded, as many as a web application loads.
const COUNT: usize = 10_700;

/// What stands before the names that the JDK gave them.
const PACKAGE: &str = "many/";

const NEWEST_JAVA: u16 = u16::MAX;

pub struct ManyClasses {
    jar: PathBuf,
    /// A file with their names.
    names: PathBuf,
}

/// Makes a jar of whole packages of the JDK, but those of `java.base`, which everything else needs as they are.
pub fn make() -> Result<ManyClasses, Error> {
    let folder = java::in_repository("target/bench/many");
    let classes = folder.join("classes");
    if classes.exists() {
        fs::remove_dir_all(&classes).map_err(at(&classes))?;
    }
    let image = java::home()?.join("lib/modules");
    let chosen = choose(&image).map_err(Error::Container)?;
    let known: HashSet<&[u8]> = chosen.iter().map(|(name, _)| name.as_bytes()).collect();
    let mut names = String::new();
    for (name, bytes) in &chosen {
        let Some(renamed) = renamed(bytes, &known) else {
            continue;
        };
        let path = classes.join(format!("{PACKAGE}{name}.class"));
        java::create_dir(path.parent().unwrap_or(&classes))?;
        fs::write(&path, renamed).map_err(at(&path))?;
        names += &format!("{PACKAGE}{name}\n").replace('/', ".");
    }
    let many = ManyClasses {
        jar: folder.join("many.jar"),
        names: folder.join("names"),
    };
    fs::write(&many.names, names).map_err(at(&many.names))?;
    let mut jar = Command::new(java::jdk_tool("jar"));
    jar.args(["--create", "--file"]).arg(&many.jar);
    jar.arg("-C").arg(&classes).arg(".");
    process::run_successfully(&mut jar)?;
    Ok(many)
}

fn at(path: &Path) -> impl Fn(std::io::Error) -> Error + '_ {
    |source| Error::File {
        path: path.to_owned(),
        source,
    }
}

impl ManyClasses {
    /// `java <options> -cp <classes>:<jar> Load <names>`
    pub fn command(&self, classes: &Path, options: &[String]) -> Command {
        let path = [classes.as_os_str(), self.jar.as_os_str()];
        let mut java = Command::new(java::jdk_tool("java"));
        java.args(options).arg("-cp").arg(path.join(":".as_ref()));
        java.arg("Load").arg(&self.names);
        java
    }

    /// Says how many of the classes can be loaded.
    pub fn title(&self, classes: &Path) -> Result<String, Error> {
        let outcome = process::run_successfully(&mut self.command(classes, &[]))?;
        let count = outcome.stdout.trim().strip_prefix("loaded ");
        let count = count.and_then(|it| it.parse().ok());
        let count = count.ok_or_else(|| Error::NoLine {
            program: "Load".to_owned(),
            key: "loaded",
            output: outcome.stdout.clone(),
        })?;
        Ok(format!("{} classes, loaded and linked", grouped(count)))
    }
}

/// Names and bytes.
type Classes = Vec<(String, Vec<u8>)>;

fn choose(image: &Path) -> Result<Classes, ContainerError> {
    let mut chosen = Classes::new();
    let mut last = String::new();
    let container = container::open(image)?;
    for entry in container.classes(NEWEST_JAVA) {
        let entry = entry?;
        let name = entry.name();
        let package = name.rsplit_once('/').map_or("", |(package, _)| package);
        if entry.origin().ends_with("java.base") || package.is_empty() {
            continue;
        }
        if chosen.len() >= COUNT && package != last {
            break;
        }
        last = package.to_owned();
        chosen.push((name.to_owned(), entry.bytes()?.into_owned()));
    }
    Ok(chosen)
}

/// The class in which all of the known classes have their new names.
fn renamed(bytes: &[u8], known: &HashSet<&[u8]>) -> Option<Vec<u8>> {
    let mut class = ClassFile::read(bytes).ok()?;
    class.pool.rename_utf8(|text| {
        let new = match known.contains(text) {
            true => [PACKAGE.as_bytes(), text].concat(),
            false => with_types_renamed(text, known),
        };
        (new != text && new.len() <= usize::from(u16::MAX)).then_some(new)
    });
    Some(class.write())
}

/// A descriptor or a generic signature with the new names; other texts stay as they are.
fn with_types_renamed(text: &[u8], known: &HashSet<&[u8]>) -> Vec<u8> {
    let mut new = Vec::new();
    for (i, &byte) in text.iter().enumerate() {
        new.push(byte);
        let after = &text[i + 1..];
        let end = after.iter().position(|it| matches!(it, b';' | b'<'));
        if byte == b'L' && end.is_some_and(|end| known.contains(&after[..end])) {
            new.extend_from_slice(PACKAGE.as_bytes());
        }
    }
    new
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_renamed_wherever_they_stand() {
        let known: HashSet<&[u8]> = [b"a/Known".as_slice()].into();
        for (old, new) in [
            ("(ILa/Known;)V", "(ILmany/a/Known;)V"),
            ("[La/Known;", "[Lmany/a/Known;"),
            (
                "La/Known<La/Other;>.Inner;",
                "Lmany/a/Known<La/Other;>.Inner;",
            ),
            ("La/Known", "La/Known"),
        ] {
            let text = with_types_renamed(old.as_bytes(), &known);
            assert_eq!(String::from_utf8_lossy(&text), new);
        }
    }
}
