//! `bench/PROGRAMS`: which kernels are measured, and with which goal.

use std::fs;
use std::str::FromStr;

use crate::Error;
use crate::java;

/// The kind of lines that are not of a kernel.
const PROGRAM: &str = "program";

/// What a kernel stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Compute,
    Array,
    Lock,
    Allocation,
    Other,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel {
    pub kind: Kind,
    pub name: String,
    pub arguments: Vec<String>,
}

impl Kind {
    /// Whether the kernel counts for the mean.
    pub fn is_compute_bound(self) -> bool {
        matches!(self, Kind::Compute | Kind::Array)
    }

    /// The goal: at most so many times the kernel's own time.
    pub fn limit(self) -> Option<u32> {
        match self {
            Kind::Compute => Some(16),
            Kind::Array => Some(61),
            Kind::Lock => Some(2),
            Kind::Allocation => Some(3),
            Kind::Other => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Kind::Compute => "compute",
            Kind::Array => "array",
            Kind::Lock => "lock",
            Kind::Allocation => "allocation",
            Kind::Other => "other",
        }
    }
}

impl FromStr for Kind {
    type Err = ();

    fn from_str(word: &str) -> Result<Kind, ()> {
        use Kind::{Allocation, Array, Compute, Lock, Other};
        [Compute, Array, Lock, Allocation, Other]
            .into_iter()
            .find(|kind| kind.name() == word)
            .ok_or(())
    }
}

impl Kernel {
    /// The same kernel with this argument in the place of the list's.
    pub fn with(&self, key: &str, number: u32) -> Kernel {
        let mut kernel = self.clone();
        let prefix = format!("{key}=");
        kernel.arguments.retain(|old| !old.starts_with(&prefix));
        kernel.arguments.push(format!("{prefix}{number}"));
        kernel
    }
}

/// The kernels of these names, or all if there is no name, in the order of the list.
pub fn kernels(names: &[String]) -> Result<Vec<Kernel>, Error> {
    let path = java::in_repository("bench/PROGRAMS");
    let text = fs::read_to_string(&path).map_err(|source| Error::File {
        path: path.clone(),
        source,
    })?;
    let all = parse(&text).map_err(|(line, text)| Error::ProgramLine { path, line, text })?;
    choose(all, names)
}

fn choose(kernels: Vec<Kernel>, names: &[String]) -> Result<Vec<Kernel>, Error> {
    for name in names {
        if !kernels.iter().any(|kernel| kernel.name == *name) {
            let known: Vec<_> = kernels.iter().map(|kernel| kernel.name.as_str()).collect();
            return Err(Error::NoKernel {
                name: name.clone(),
                known: known.join(", "),
            });
        }
    }
    let is_chosen = |kernel: &Kernel| names.is_empty() || names.contains(&kernel.name);
    Ok(kernels.into_iter().filter(is_chosen).collect())
}

/// The kernels of the list, or the number and text of the first line that makes no sense.
fn parse(text: &str) -> Result<Vec<Kernel>, (usize, String)> {
    let mut kernels = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let content = line.split('#').next().unwrap_or_default();
        let mut words = content.split_whitespace();
        match words.next() {
            None | Some(PROGRAM) => {}
            Some(kind) => {
                let kernel = kernel(kind, words).ok_or((index + 1, line.to_owned()))?;
                kernels.push(kernel);
            }
        }
    }
    Ok(kernels)
}

fn kernel<'a>(kind: &str, mut words: impl Iterator<Item = &'a str>) -> Option<Kernel> {
    Some(Kernel {
        kind: kind.parse().ok()?,
        name: words.next()?.to_owned(),
        arguments: words.map(str::to_owned).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "# a comment\n\ncompute Crypt size=5 rounds=8 # short\nprogram derby\n";

    #[test]
    fn a_line_tells_kind_name_and_arguments() {
        let kernels = parse(LIST).unwrap();
        assert_eq!(kernels.len(), 1);
        assert_eq!(kernels[0].kind, Kind::Compute);
        assert_eq!(kernels[0].name, "Crypt");
        assert_eq!(kernels[0].arguments, ["size=5", "rounds=8"]);
    }

    #[test]
    fn a_bad_line_is_named_by_its_number() {
        for line in ["fast Crypt", "compute"] {
            let text = format!("\n{line}\n");
            assert_eq!(parse(&text), Err((2, line.to_owned())));
        }
    }

    #[test]
    fn names_choose_among_the_kernels() {
        let chosen = choose(parse(LIST).unwrap(), &["Crypt".to_owned()]).unwrap();
        assert_eq!(choose(parse(LIST).unwrap(), &[]).unwrap(), chosen);
        let error = choose(parse(LIST).unwrap(), &["derby".to_owned()]).unwrap_err();
        assert!(error.to_string().contains("take one of Crypt"), "{error}");
    }

    #[test]
    fn arguments_are_replaced_not_repeated() {
        let kernel = &parse(LIST).unwrap()[0];
        assert_eq!(kernel.with("rounds", 9).arguments, ["size=5", "rounds=9"]);
    }

    #[test]
    fn the_list_of_the_repository_is_readable() {
        assert!(kernels(&[]).unwrap().len() > 10);
    }
}
