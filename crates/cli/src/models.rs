//! The model files of `--models`: read and judged before the program starts.

use std::io;
use std::path::{Path, PathBuf};

use findings::run::ModelFile;
use thiserror::Error;
use world::models::{Models, Origin};

#[derive(Debug, Error)]
pub enum ModelsError {
    #[error("cannot read the models in {}: {cause}", .path.display())]
    Unreadable { path: PathBuf, cause: io::Error },
    #[error("{}:{line}: {reason}", .path.display())]
    Wrong {
        path: PathBuf,
        line: usize,
        reason: String,
    },
}

/// The user's rules, as far as the command has to know them.
pub struct UserModels {
    pub files: Vec<ModelFile>,
    /// All of them together.
    rules: Models,
    /// The classes that the hooks are for, each with the file that names it first.
    hooked: Vec<(String, String)>,
}

impl UserModels {
    pub fn read(paths: &[PathBuf]) -> Result<UserModels, ModelsError> {
        let mut models = UserModels {
            files: Vec::new(),
            rules: Models::default(),
            hooked: Vec::new(),
        };
        for path in paths {
            models.add(path)?;
        }
        Ok(models)
    }

    fn add(&mut self, path: &Path) -> Result<(), ModelsError> {
        let text = std::fs::read_to_string(path).map_err(|cause| ModelsError::Unreadable {
            path: path.to_owned(),
            cause,
        })?;
        let rules = Models::parse(&text, Origin::User).map_err(|error| ModelsError::Wrong {
            path: path.to_owned(),
            line: error.line,
            reason: error.reason,
        })?;
        let name = path.display().to_string();
        for hook in rules.hooks() {
            if self.hooked.iter().all(|(class, _)| *class != hook.class) {
                self.hooked.push((hook.class.to_string(), name.clone()));
            }
        }
        self.rules.join(&rules);
        self.files.push(ModelFile { name, text });
        Ok(())
    }

    /// The rules, if there are any.
    pub fn into_rules(self) -> Option<Models> {
        (!self.files.is_empty()).then_some(self.rules)
    }

    /// Says for which classes there are hooks though none of that name was `met`, as `loaded`: it may be misspelt.
    pub fn unused(&self, is_met: impl Fn(&String) -> bool, met: &str) -> Vec<String> {
        let unused = self.hooked.iter().filter(|(class, _)| !is_met(class));
        unused
            .map(|(class, file)| {
                format!("the rules of {file} for {class} were not used: no such class was {met}")
            })
            .collect()
    }
}
