//! `redflag check`: races found in class files, without running them.

use std::io::{self, IsTerminal, Write};

use classfile::ClassFile;
use classfile::container::{self, ContainerError};
use compositional::Options;
use report::{Palette, counted};
use thiserror::Error;

use crate::arguments::{CheckOptions, LockModel};
use crate::run::say;

/// What a multi-release jar has for newer Javas counts as well.
const NEWEST_JAVA: u16 = u16::MAX;

/// The exit status if anything was found.
const FOUND: u8 = 1;

#[derive(Debug, Error)]
pub enum CheckError {
    #[error("{0}")]
    Container(#[from] ContainerError),
    #[error("nothing was analysed: there is no class file in {0}")]
    NoClasses(String),
    #[error("standard output: {0}")]
    Output(#[from] io::Error),
}

pub fn check(options: &CheckOptions) -> Result<u8, CheckError> {
    let mut bytes = Vec::new();
    for path in &options.inputs {
        for entry in container::open(path)?.classes(NEWEST_JAVA) {
            bytes.push(entry?.bytes()?.into_owned());
        }
    }
    let files: Vec<ClassFile<'_>> = bytes
        .iter()
        .filter_map(|it| ClassFile::read(it).ok())
        .collect();
    if files.is_empty() {
        let inputs: Vec<String> = options
            .inputs
            .iter()
            .map(|it| it.display().to_string())
            .collect();
        return Err(CheckError::NoClasses(inputs.join(", ")));
    }
    let unreadable = bytes.len() - files.len();
    let checked = compositional::check(
        files,
        &Options {
            all_classes: options.all,
            one_lock: options.lock_model == LockModel::Single,
            repeats: options.no_dedup,
            aliases: options.annotation_alias.clone(),
        },
    );
    let palette = match io::stdout().is_terminal() {
        true => Palette::coloured(),
        false => Palette::plain(),
    };
    let mut text = String::new();
    for finding in &checked.findings {
        text.push_str(&report::violation(finding, palette));
        text.push('\n');
    }
    io::stdout().write_all(text.as_bytes())?;
    let found = checked.findings.len();
    let skipped = checked.skipped.len();
    say(&format!(
        "redflag: {} in {}, {}{}{}\n",
        counted(found as u64, "finding", "findings"),
        counted(checked.classes as u64, "class", "classes"),
        counted(checked.methods as u64, "method", "methods"),
        if skipped > 0 {
            format!(
                "; {} could not be followed",
                counted(skipped as u64, "method", "methods")
            )
        } else {
            String::new()
        },
        if unreadable > 0 {
            format!(
                "; {} could not be read",
                counted(unreadable as u64, "class file", "class files")
            )
        } else {
            String::new()
        },
    ));
    Ok(if found > 0 { FOUND } else { 0 })
}
