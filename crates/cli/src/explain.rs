//! `redflag explain`: what the rules of findings mean.

use std::fmt::Write as _;
use std::io::{self, Write};

use report::RULES;
use thiserror::Error;

use crate::arguments::ExplainCommand;

#[derive(Debug, Error)]
#[error("there is no rule `{0}`; there are {1}")]
pub struct UnknownRule(String, String);

pub fn explain(command: &ExplainCommand) -> Result<u8, UnknownRule> {
    let text = match &command.rule {
        None => list(),
        Some(name) => match RULES.iter().find(|it| it.id == name) {
            Some(rule) => rule.page(),
            None => {
                let all: Vec<&str> = RULES.iter().map(|it| it.id).collect();
                return Err(UnknownRule(name.clone(), all.join(", ")));
            }
        },
    };
    // Whoever closes the pipe has read enough.
    let _ = io::stdout().write_all(text.as_bytes());
    Ok(0)
}

fn list() -> String {
    let width = RULES.iter().map(|it| it.id.len()).max().unwrap_or_default();
    let mut text = String::new();
    for rule in RULES {
        let _ = writeln!(text, "{:width$}  {}", rule.id, rule.short());
    }
    text
}
