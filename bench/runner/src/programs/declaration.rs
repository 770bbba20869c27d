//! What `bench/programs/<name>` says of a program: `program.toml` and the pinned jars beside it.

use std::fs;
use std::path::PathBuf;

use serde::Deserialize;

use crate::Error;
use crate::java;

/// One program: its directory, and what its `program.toml` says.
pub struct Program {
    pub name: String,
    /// Sources, expected output, pinned jars and verdicts lie here.
    pub directory: PathBuf,
    pub declaration: Declaration,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Declaration {
    /// What the program does, in a sentence for `bench/RACES.md`.
    pub about: String,
    /// The class with the `main` method.
    pub main: String,
    /// The Java release that the driver is compiled for, and the oldest JVM that it runs on.
    #[serde(default = "oldest_release")]
    pub release: u32,
    /// Options of the JVM, beside `-Xverify:all`.
    #[serde(default)]
    pub flags: Vec<String>,
    #[serde(default)]
    pub arguments: Vec<String>,
    /// `group:artifact:version` of what the driver uses itself. `jars.sha256` has all that follows from it.
    #[serde(default)]
    pub libraries: Vec<String>,
    /// Types of exceptions that some interleavings throw and others do not.
    #[serde(default)]
    pub may_throw: Vec<String>,
    #[serde(default)]
    pub compiler: Option<Compiler>,
    #[serde(default)]
    pub layout: Layout,
}

fn oldest_release() -> u32 {
    11
}

/// A compiler of another language than Java that runs on the JVM; it is given the sources with this extension.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compiler {
    pub main: String,
    pub extension: String,
    #[serde(default)]
    pub arguments: Vec<String>,
    /// As [`Declaration::libraries`]; `compiler.sha256` has all.
    pub libraries: Vec<String>,
}

/// How the program is given to the JVM.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    #[default]
    ClassPath,
    /// One jar with the others inside it, and Spring Boot's loader to run them.
    SpringBoot,
}

impl Program {
    pub fn read(name: &str) -> Result<Program, Error> {
        let directory = java::in_repository("bench/programs").join(name);
        let path = directory.join("program.toml");
        let text = fs::read_to_string(&path).map_err(|source| Error::File {
            path: path.clone(),
            source,
        })?;
        let declaration = toml::from_str(&text).map_err(|source| Error::Toml { path, source })?;
        Ok(Program {
            name: name.to_owned(),
            directory,
            declaration,
        })
    }

    /// The jars that it runs with, each with its hash.
    pub fn jars(&self) -> PathBuf {
        self.directory.join("jars.sha256")
    }

    /// The jars of its compiler.
    pub fn compiler_jars(&self) -> PathBuf {
        self.directory.join("compiler.sha256")
    }
}

/// The names in `bench/PROGRAMS` that are programs.
pub fn all() -> Result<Vec<String>, Error> {
    let path = java::in_repository("bench/PROGRAMS");
    let text = fs::read_to_string(&path).map_err(|source| Error::File { path, source })?;
    Ok(names(&text))
}

/// Lines are `<kind> <name>`, and what else a kind wants to say; `#` begins a comment.
fn names(list: &str) -> Vec<String> {
    list.lines()
        .filter_map(|line| {
            let mut words = line.split('#').next()?.split_whitespace();
            (words.next() == Some("program")).then(|| words.next().map(str::to_owned))?
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_kinds_names_and_comments() {
        let list = "# first\nprogram h2 # a database\nkernel crypt compute\n\nprogram derby\n";
        assert_eq!(names(list), ["h2", "derby"]);
    }

    #[test]
    fn every_listed_program_is_declared() {
        for name in all().unwrap() {
            let program = Program::read(&name).unwrap();
            let has_jars = !program.declaration.libraries.is_empty();
            assert_eq!(program.jars().exists(), has_jars, "{name}");
            let has_compiler = program.declaration.compiler.is_some();
            assert_eq!(program.compiler_jars().exists(), has_compiler, "{name}");
            assert!(program.directory.join("expected.txt").exists(), "{name}");
        }
    }
}
