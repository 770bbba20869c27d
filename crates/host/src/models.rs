//! The user's own models, beside the bundled ones.

use std::path::Path;

use classfile::ClassFile;
use findings::run::ModelFile;
use instrument::{Skip, WithHooks};
use thiserror::Error;
use world::models::{self, CheckError, Hook, Models, Origin};

use crate::jdk::JdkPackages;

/// The rules of the user's files; their order is kept.
#[derive(Default)]
pub struct UserModels(Models);

/// A model file that makes no sense.
#[derive(Debug, Error)]
#[error("the models in {file} are wrong, {cause}")]
pub struct WrongModels {
    file: String,
    cause: models::Error,
}

impl UserModels {
    pub fn parse(files: &[ModelFile]) -> Result<UserModels, WrongModels> {
        let mut all = Models::default();
        for file in files {
            let own = Models::parse(&file.text, Origin::User).map_err(|cause| WrongModels {
                file: file.name.clone(),
                cause,
            })?;
            all = all.and(own.hooks().to_vec(), own.monitors());
        }
        Ok(UserModels(all))
    }

    /// The rules for a class.
    pub fn hooks(&self, class: &str, jdk: u16) -> impl Iterator<Item = &Hook> {
        self.0.hooks_for(class, jdk)
    }

    /// The bundled models and those of the user's that are about the JDK and fit its `lib/modules`; they live as long as the
    /// process. Beside them, what is wrong with the others.
    pub fn with_bundled(
        &self,
        packages: &JdkPackages,
        modules: &Path,
    ) -> Result<(&'static Models, Vec<String>), CheckError> {
        let user = &self.0;
        let hooks = user.hooks().iter().filter(|it| packages.have(&it.class));
        let hooks: Vec<Hook> = hooks.cloned().collect();
        if hooks.is_empty() && user.monitors().is_empty() {
            return Ok((Models::builtin(), Vec::new()));
        }
        let (hooks, mismatches) = models::fitting(hooks, modules)?;
        let notes = mismatches.iter().map(|it| no_effect(it)).collect();
        let all = Models::builtin().and(hooks, user.monitors());
        Ok((Box::leak(Box::new(all)), notes))
    }

    /// Adds the hooks for a class of the program that fit it, after its own rewriting; `note` is told of the others.
    pub fn add_hooks(
        &self,
        (class, jdk): (&str, u16),
        original: &[u8],
        rewritten: Vec<u8>,
        mut note: impl FnMut(String),
    ) -> Result<Vec<u8>, Skip> {
        let mut hooks: Vec<&Hook> = self.hooks(class, jdk).collect();
        if hooks.is_empty() {
            return Ok(rewritten);
        }
        let class = ClassFile::read(original)?;
        hooks.retain(|hook| match models::misfit_in(&class, hook) {
            Some(reason) => {
                note(no_effect(&format_args!("{hook}: {reason}")));
                false
            }
            None => true,
        });
        let WithHooks { bytes, skipped } = instrument::add_hooks(&rewritten, &hooks)?;
        for (rule, reason) in skipped {
            note(no_effect(&format_args!("{rule}: {reason}")));
        }
        Ok(bytes)
    }
}

fn no_effect(what: &dyn std::fmt::Display) -> String {
    format!("a rule of the models has no effect: {what}")
}
