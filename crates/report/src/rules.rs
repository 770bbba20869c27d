//! What the rules of findings mean. Their words are the pages in `rules/`: what `redflag explain` prints, what SARIF and the page
//! for people say.

use findings::{
    CONTAINER_RACE, DATA_RACE, GUARDED_BY_VIOLATION, INCONSISTENT_GUARD, INTERFACE_NOT_THREAD_SAFE,
    THREAD_SAFETY_VIOLATION,
};

/// A rule in words.
#[derive(Clone, Copy, Debug)]
pub struct Rule<'a> {
    pub id: &'a str,
    page: &'static str,
    silence: &'static str,
}

const RUN: &str = include_str!("../rules/silence-run.md");
const CHECK: &str = include_str!("../rules/silence-check.md");

/// All rules; those of `redflag run` first.
pub const RULES: [Rule<'static>; 6] = [
    Rule {
        id: DATA_RACE,
        page: include_str!("../rules/data-race.md"),
        silence: RUN,
    },
    Rule {
        id: CONTAINER_RACE,
        page: include_str!("../rules/container-race.md"),
        silence: RUN,
    },
    Rule {
        id: THREAD_SAFETY_VIOLATION,
        page: include_str!("../rules/thread-safety-violation.md"),
        silence: CHECK,
    },
    Rule {
        id: INCONSISTENT_GUARD,
        page: include_str!("../rules/inconsistent-guard.md"),
        silence: CHECK,
    },
    Rule {
        id: GUARDED_BY_VIOLATION,
        page: include_str!("../rules/guarded-by-violation.md"),
        silence: CHECK,
    },
    Rule {
        id: INTERFACE_NOT_THREAD_SAFE,
        page: include_str!("../rules/interface-not-thread-safe.md"),
        silence: CHECK,
    },
];

/// A rule that has no words of its own here is described as what all of them are about.
pub(crate) fn rule(id: &str) -> Rule<'_> {
    let known = RULES.into_iter().find(|it| it.id == id);
    Rule {
        id,
        ..known.unwrap_or(RULES[0])
    }
}

impl Rule<'_> {
    /// `data race`
    pub(crate) fn name(&self) -> String {
        self.id.replace('-', " ")
    }

    /// In a sentence, without its full stop.
    pub fn short(&self) -> &'static str {
        let mut paragraphs = self.page.split("\n\n");
        paragraphs.nth(1).unwrap_or_default()
    }

    /// What it means, and why it is a problem.
    pub(crate) fn full(&self) -> String {
        let parts = [
            self.section("What it means"),
            self.section("Why it is a problem"),
        ];
        parts.join(" ")
    }

    pub(crate) fn fix(&self) -> String {
        self.section("How to fix it")
    }

    /// All of it, as Markdown.
    pub fn page(&self) -> String {
        format!("{}\n{}", self.page, self.silence)
    }

    /// The text below a heading, on one line.
    fn section(&self, heading: &str) -> String {
        let (_, below) = self.page.split_once(heading).unwrap_or_default();
        let text = below.split("\n## ").next().unwrap_or_default();
        let words: Vec<&str> = text.split_whitespace().collect();
        words.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_has_every_section() {
        for rule in RULES {
            let page = rule.page();
            assert!(page.starts_with(&format!("# {}\n\n", rule.id)), "{page}");
            assert!(!rule.short().ends_with('.') && !rule.short().contains('\n'));
            for heading in [
                "What it means",
                "Example",
                "Why it is a problem",
                "How to fix it",
                "Limits",
                "How to silence it",
            ] {
                let heading = format!("\n\n## {heading}\n\n");
                assert_eq!(page.matches(&heading).count(), 1, "{heading} in {page}");
            }
            assert!(!rule.full().is_empty() && !rule.fix().is_empty());
        }
    }
}
