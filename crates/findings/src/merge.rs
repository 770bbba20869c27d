//! Findings of several JVMs made one list.

use std::collections::BTreeMap;

use crate::Finding;

/// Findings by fingerprint and lines, in the order in which each was first seen. A fingerprint holds no
/// line, so that a baseline survives edits; within one run two pairs of lines are two findings.
#[derive(Debug, Default)]
pub struct Merged {
    findings: Vec<Finding>,
    known: BTreeMap<(String, [Option<u32>; 2]), usize>,
}

fn key(finding: &Finding) -> (String, [Option<u32>; 2]) {
    let mut lines = [finding.accesses[0].line, finding.accesses[1].line];
    lines.sort_unstable();
    (finding.fingerprint.clone(), lines)
}

impl Merged {
    /// Adds a finding; true if none like it was there. Otherwise only its count is
    /// added: the first report of a race is as good as any later one.
    pub fn add(&mut self, finding: Finding) -> bool {
        let key = key(&finding);
        match self.known.get(&key) {
            Some(&index) => {
                let known = &mut self.findings[index];
                known.count = known.count.saturating_add(finding.count);
                false
            }
            None => {
                self.known.insert(key, self.findings.len());
                self.findings.push(finding);
                true
            }
        }
    }

    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    pub fn into_findings(self) -> Vec<Finding> {
        self.findings
    }
}

impl Extend<Finding> for Merged {
    fn extend<T: IntoIterator<Item = Finding>>(&mut self, findings: T) {
        for finding in findings {
            self.add(finding);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Access, Location, Op};

    fn race(field: &str, count: u64) -> Finding {
        let access = Access {
            op: Op::Write,
            class: "A".into(),
            method: "m".into(),
            descriptor: "()V".into(),
            file: None,
            line: None,
            thread: None,
            locks: None,
            stack: None,
            thread_created: None,
        };
        let location = Location::Field {
            class: "A".into(),
            field: field.into(),
        };
        Finding {
            count,
            ..Finding::data_race(location, [access.clone(), access], None)
        }
    }

    #[test]
    fn counts_of_equal_fingerprints_are_added_and_order_is_kept() {
        let mut merged = Merged::default();
        assert!(merged.add(race("x", 2)));
        assert!(merged.add(race("y", 1)));
        assert!(!merged.add(race("x", 5)));
        let seen: Vec<_> = merged
            .into_findings()
            .into_iter()
            .map(|f| (f.location, f.count))
            .collect();
        assert_eq!(
            seen,
            [(race("x", 0).location, 7), (race("y", 0).location, 1)]
        );
    }
}
