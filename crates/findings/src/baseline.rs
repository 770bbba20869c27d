//! Findings that were there when somebody began to look, so that only new ones are told.
//!
//! A line of a baseline is a fingerprint; what stands behind it is for people, and after `#` stands a comment. As many
//! findings are known as there are lines with their fingerprint.

use std::collections::BTreeMap;

use thiserror::Error;

use crate::suppression::{is_fingerprint, location_name};
use crate::{Finding, Frame, Suppressed};

const HEADER: &str = "\
# Findings of `redflag check` that are known. `--baseline` with this file tells only of others, `--write-baseline` writes it anew.
# Of a line the fingerprint counts, and how often it is there; rule, location and method are for you.
";

/// What a file says is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    entries: Vec<Entry>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    fingerprint: String,
    /// The whole line.
    text: String,
    /// Counted from 1.
    line: usize,
}

/// A line that is no entry.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: `{word}` is no fingerprint, which has 16 hexadecimal digits")]
pub struct BadBaseline {
    line: usize,
    word: String,
}

/// How findings compare with a baseline.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// Findings that are known.
    pub known: usize,
    /// Findings that share their fingerprint with others, of which fewer are known: all are told, as nobody can say which are new.
    pub undecided: usize,
    /// Lines that no finding has any more, by their numbers.
    pub gone: Vec<(usize, String)>,
}

impl Baseline {
    pub fn parse(text: &str) -> Result<Baseline, BadBaseline> {
        let mut entries = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            let text = text.trim();
            let Some(word) = text
                .split_whitespace()
                .next()
                .filter(|it| !it.starts_with('#'))
            else {
                continue;
            };
            if !is_fingerprint(word) {
                let word = word.to_owned();
                return Err(BadBaseline { line, word });
            }
            entries.push(Entry {
                fingerprint: word.to_ascii_lowercase(),
                text: text.to_owned(),
                line,
            });
        }
        Ok(Baseline { entries })
    }

    /// Marks what is known; `name` is how the user calls the baseline. What is suppressed already stays so, and counts
    /// as being there.
    pub fn compare(&self, findings: &mut [Finding], name: &str) -> Compared {
        let mut entries: BTreeMap<&str, Vec<&Entry>> = BTreeMap::new();
        for entry in &self.entries {
            let same = entries.entry(&entry.fingerprint).or_default();
            same.push(entry);
        }
        let mut present: BTreeMap<String, usize> = BTreeMap::new();
        for finding in findings.iter() {
            *present.entry(finding.fingerprint.clone()).or_default() += 1;
        }
        let mut compared = Compared::default();
        for finding in findings.iter_mut().filter(|it| it.suppressed.is_none()) {
            let known = entries
                .get(finding.fingerprint.as_str())
                .map_or(0, Vec::len);
            if known >= present[&finding.fingerprint] {
                compared.known += 1;
                finding.suppressed = Some(Suppressed {
                    pattern: format!("fingerprint:{}", finding.fingerprint),
                    reason: Some(format!("known: it is in {name}")),
                });
            } else if known > 0 {
                compared.undecided += 1;
            }
        }
        for (fingerprint, entries) in entries {
            let present = present.get(fingerprint).copied().unwrap_or_default();
            let gone = entries.iter().skip(present);
            compared
                .gone
                .extend(gone.map(|it| (it.line, it.text.clone())));
        }
        compared.gone.sort();
        compared
    }
}

/// The text of a baseline in which these are known, in an order that edits of the program hardly change.
pub fn baseline_of<'f>(findings: impl Iterator<Item = &'f Finding>) -> String {
    let mut lines: Vec<(String, String)> = findings
        .map(|finding| {
            let about = about(finding);
            let line = format!("{} {about}\n", finding.fingerprint);
            (about, line)
        })
        .collect();
    lines.sort();
    let lines: String = lines.into_iter().map(|(_, line)| line).collect();
    format!("{HEADER}{lines}")
}

/// `thread-safety-violation com.acme.Cache.size: read in com.acme.Cache.get`
fn about(finding: &Finding) -> String {
    let access = &finding.accesses[0];
    let outermost = access.stack.as_deref().and_then(<[Frame]>::last);
    let (class, method) = match outermost {
        Some(frame) => (&frame.class, &frame.method),
        None => (&access.class, &access.method),
    };
    let location = location_name(&finding.location);
    let op = access.op.as_str();
    let text = format!("{} {location}: {op} in {class}.{method}", finding.rule);
    // Class files allow almost anything in names; a line must stay one.
    text.replace('/', ".").replace(char::is_control, "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Access, Location, Op};

    fn finding(field: &str) -> Finding {
        let access = Access {
            op: Op::Write,
            class: "com/acme/Cache".into(),
            method: "put".into(),
            descriptor: "()V".into(),
            file: None,
            line: None,
            thread: None,
            locks: None,
            stack: None,
            thread_created: None,
        };
        let location = Location::Field {
            class: "com/acme/Cache".into(),
            field: field.into(),
        };
        Finding::data_race(location, [access.clone(), access], None)
    }

    fn told(findings: &[Finding]) -> usize {
        findings.iter().filter(|it| it.suppressed.is_none()).count()
    }

    #[test]
    fn what_is_written_is_known_and_what_is_new_is_told() {
        let mut findings = [finding("size"), finding("mods")];
        let text = baseline_of(findings.iter());
        assert!(text.contains(" data-race com.acme.Cache.size: write in com.acme.Cache.put\n"));
        let baseline = Baseline::parse(&text).unwrap();
        let compared = baseline.compare(&mut findings, "known");
        assert_eq!((compared.known, told(&findings)), (2, 0));
        assert_eq!(compared.gone, []);

        let mut findings = [finding("size"), finding("new")];
        let compared = baseline.compare(&mut findings, "known");
        assert_eq!((compared.known, told(&findings)), (1, 1));
        assert!(findings[1].suppressed.is_none());
        let [(3, gone)] = &compared.gone[..] else {
            panic!("{compared:?}");
        };
        assert!(gone.contains("Cache.mods"), "{gone}");
    }

    #[test]
    fn a_second_one_with_the_same_fingerprint_is_not_hidden() {
        let one = Baseline::parse(&baseline_of([finding("size")].iter())).unwrap();
        let mut findings = [finding("size"), finding("size")];
        let compared = one.compare(&mut findings, "known");
        assert_eq!((compared.known, compared.undecided), (0, 2));
        assert_eq!(told(&findings), 2);

        let two = Baseline::parse(&baseline_of(findings.iter())).unwrap();
        assert_eq!(two.compare(&mut findings, "known").known, 2);
        let compared = two.compare(&mut [finding("size")], "known");
        assert_eq!((compared.known, compared.gone.len()), (1, 1));
    }

    #[test]
    fn the_order_of_findings_does_not_show() {
        let forwards = [finding("b"), finding("a"), finding("a")];
        let mut backwards = forwards.clone();
        backwards.reverse();
        assert_eq!(baseline_of(forwards.iter()), baseline_of(backwards.iter()));
    }

    #[test]
    fn a_bad_line_is_told_with_its_number() {
        let bad = Baseline::parse("# known\n\n0123456789ABCDEF x\nsize\n").unwrap_err();
        let expected = "line 4: `size` is no fingerprint, which has 16 hexadecimal digits";
        assert_eq!(bad.to_string(), expected);
    }
}
