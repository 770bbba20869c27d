//! Findings that somebody has looked at and does not want to see again.
//!
//! A line of a suppression file is a list of conditions that must all hold, and after `#` the reason:
//!
//! ```text
//! com.acme.Cache.hits                                # a counter for the log, may be off by some
//! method:com.acme.Trace.* rule:data-race
//! fingerprint:00fa59d7d42f0af1
//! ```

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Access, Finding, Location, RULES};

/// One line of a suppression file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suppression {
    /// The conditions as they are written in the file.
    pub pattern: String,
    pub reason: Option<String>,
    /// Counted from 1.
    pub line: usize,
    conditions: Vec<Condition>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Condition {
    Rule(String),
    /// A package, class, field or type of array, with slashes.
    Location(String),
    /// A package, class or method that one of the accesses is in, with slashes.
    Method(String),
    Fingerprint(String),
}

/// Why a finding is not reported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suppressed {
    pub pattern: String,
    pub reason: Option<String>,
}

/// A line that is no pattern.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {why}")]
pub struct BadSuppression {
    pub line: usize,
    pub why: String,
}

impl Suppression {
    /// The patterns of a file's text.
    pub fn parse(text: &str) -> Result<Vec<Suppression>, BadSuppression> {
        let mut patterns = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let (pattern, reason) = without_comment(line);
            if pattern.is_empty() {
                continue;
            }
            let line = index + 1;
            let conditions = pattern.split_whitespace().map(Condition::parse);
            let conditions = conditions.collect::<Result<_, _>>();
            patterns.push(Suppression {
                pattern: pattern.to_owned(),
                reason: reason.map(str::to_owned),
                line,
                conditions: conditions.map_err(|why| BadSuppression { line, why })?,
            });
        }
        Ok(patterns)
    }

    pub fn covers(&self, finding: &Finding) -> bool {
        self.conditions.iter().all(|c| c.holds(finding))
    }

    pub fn told(&self) -> Suppressed {
        Suppressed {
            pattern: self.pattern.clone(),
            reason: self.reason.clone(),
        }
    }
}

/// A comment starts at the line's beginning or after a blank.
fn without_comment(line: &str) -> (&str, Option<&str>) {
    let starts_comment =
        |at: &usize| *at == 0 || line[..*at].ends_with(|c: char| c.is_whitespace());
    let hashes = line.match_indices('#').map(|(at, _)| at);
    match hashes.into_iter().find(starts_comment) {
        Some(at) => {
            let reason = line[at + 1..].trim();
            let reason = (!reason.is_empty()).then_some(reason);
            (line[..at].trim(), reason)
        }
        None => (line.trim(), None),
    }
}

impl Condition {
    fn parse(word: &str) -> Result<Condition, String> {
        let (key, value) = word.split_once(':').unwrap_or(("location", word));
        if value.is_empty() {
            return Err(format!("`{word}` names nothing after the colon"));
        }
        match key {
            "rule" if RULES.contains(&value) => Ok(Condition::Rule(value.to_owned())),
            "rule" => Err(format!(
                "unknown rule `{value}`; there are {}",
                RULES.join(", ")
            )),
            "location" => Ok(Condition::Location(slashed(value))),
            "method" => Ok(Condition::Method(slashed(value))),
            "fingerprint" if is_fingerprint(value) => {
                Ok(Condition::Fingerprint(value.to_ascii_lowercase()))
            }
            "fingerprint" => Err(format!(
                "`{value}` is no fingerprint: it has 16 hexadecimal digits"
            )),
            _ => Err(format!(
                "unknown condition `{key}:`; there are rule:, location:, method: and fingerprint:"
            )),
        }
    }

    fn holds(&self, finding: &Finding) -> bool {
        match self {
            Condition::Rule(rule) => *rule == finding.rule,
            Condition::Location(pattern) => names(pattern, &location_name(&finding.location)),
            Condition::Method(pattern) => finding
                .accesses
                .iter()
                .any(|Access { class, method, .. }| names(pattern, &format!("{class}/{method}"))),
            Condition::Fingerprint(fingerprint) => *fingerprint == finding.fingerprint,
        }
    }
}

fn slashed(name: &str) -> String {
    name.replace('.', "/")
}

pub(crate) fn is_fingerprint(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit())
}

pub(crate) fn location_name(location: &Location) -> String {
    match location {
        Location::Field { class, field } => format!("{class}/{field}"),
        Location::Element { array, .. } => array_type(array),
        Location::Container { container } => container.clone(),
    }
}

/// `[[I` is written `int[][]`. What is no array descriptor is answered as it came.
pub fn array_type(descriptor: &str) -> String {
    let element = descriptor.trim_start_matches('[');
    let name = match element {
        "Z" => "boolean",
        "B" => "byte",
        "C" => "char",
        "S" => "short",
        "I" => "int",
        "J" => "long",
        "F" => "float",
        "D" => "double",
        _ => match element.strip_prefix('L').and_then(|e| e.strip_suffix(';')) {
            Some(name) => name,
            None => return descriptor.to_owned(),
        },
    };
    let dimensions = descriptor.len() - element.len();
    format!("{name}{}", "[]".repeat(dimensions))
}

/// Whether `pattern`, in which `*` stands for any text, names this or something that this is in.
fn names(pattern: &str, name: &str) -> bool {
    let ends = |rest: &str| rest.is_empty() || rest.starts_with(['/', '$']);
    let Some((head, tail)) = pattern.split_once('*') else {
        return name.strip_prefix(pattern).is_some_and(ends);
    };
    let Some(mut rest) = name.strip_prefix(head) else {
        return false;
    };
    let mut parts: Vec<&str> = tail.split('*').collect();
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    last.is_empty()
        || rest
            .char_indices()
            .any(|(at, _)| rest[at..].strip_prefix(last).is_some_and(ends))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Op;

    fn access(class: &str, method: &str) -> Access {
        Access {
            op: Op::Write,
            class: class.into(),
            method: method.into(),
            descriptor: "()V".into(),
            file: None,
            line: None,
            thread: None,
            locks: None,
            stack: None,
            thread_created: None,
        }
    }

    fn race() -> Finding {
        let location = Location::Field {
            class: "com/acme/Cache$Entry".into(),
            field: "hits".into(),
        };
        let accesses = [
            access("com/acme/Cache", "get"),
            access("com/acme/Main", "lambda$main$0"),
        ];
        Finding::data_race(location, accesses, None)
    }

    fn element() -> Finding {
        let location = Location::Element {
            array: "[[Lcom/acme/Cell;".into(),
            index: 3,
        };
        Finding::data_race(location, race().accesses, None)
    }

    fn covers(pattern: &str, finding: &Finding) -> bool {
        let patterns = Suppression::parse(pattern).unwrap();
        patterns.iter().any(|p| p.covers(finding))
    }

    #[test]
    fn all_conditions_of_a_line_must_hold() {
        let fingerprint = format!("fingerprint:{}", race().fingerprint.to_uppercase());
        for (pattern, expected) in [
            ("com.acme.Cache$Entry.hits", true),
            ("com/acme/Cache$Entry/hits", true),
            ("location:com.acme.Cache$Entry.hits", true),
            ("com.acme.Cache", true),
            ("com.acme", true),
            ("com.ac", false),
            ("com.ac*", true),
            ("*.hits", true),
            ("*.hit", false),
            ("*Cache*hits", true),
            ("*Cache*misses", false),
            ("*", true),
            ("method:com.acme.Cache.get", true),
            ("method:com.acme.Cache.put", false),
            ("method:com.acme.Main.lambda$main$*", true),
            ("method:com.acme.Main method:com.acme.Cache.get", true),
            ("method:com.acme.Main method:com.acme.Cache.put", false),
            ("rule:data-race", true),
            ("rule:container-race", false),
            ("rule:data-race com.acme.Other", false),
            (&fingerprint, true),
            ("fingerprint:0123456789abcdef", false),
        ] {
            assert_eq!(covers(pattern, &race()), expected, "{pattern}");
        }
    }

    #[test]
    fn arrays_go_by_their_type() {
        assert!(covers("com.acme.Cell[][]", &element()));
        assert!(covers("*[]", &element()));
        assert!(!covers("com.acme.Cell[]", &element()));
        assert!(!covers("int[]", &element()));
    }

    #[test]
    fn reasons_are_kept_and_comments_passed_over() {
        let text = "# all of these are known\n\n a.B.c#d  # by design \r\na.B.e #\n";
        let patterns = Suppression::parse(text).unwrap();
        let told: Vec<_> = patterns
            .iter()
            .map(|p| (p.line, p.pattern.as_str(), p.reason.as_deref()))
            .collect();
        assert_eq!(
            told,
            [(3, "a.B.c#d", Some("by design")), (4, "a.B.e", None)]
        );
    }

    #[test]
    fn a_bad_line_is_told_with_its_number() {
        for (text, expected) in [
            (
                "a.B.c\nfield:a.B.c",
                "line 2: unknown condition `field:`; there are rule:, location:, method: and fingerprint:",
            ),
            (
                "rule:data-races",
                "line 1: unknown rule `data-races`; there are data-race, container-race, thread-safety-violation, \
                 inconsistent-guard, guarded-by-violation, interface-not-thread-safe",
            ),
            ("method:", "line 1: `method:` names nothing after the colon"),
            (
                "fingerprint:12",
                "line 1: `12` is no fingerprint: it has 16 hexadecimal digits",
            ),
        ] {
            let error = Suppression::parse(text).unwrap_err();
            assert_eq!(error.to_string(), expected);
        }
    }
}
