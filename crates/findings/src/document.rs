//! The JSON document that `--json` writes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Finding;
use crate::run::Stats;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Document {
    pub tool: String,
    pub version: String,
    pub findings: Vec<Finding>,
    pub stats: RunStats,
}

impl Document {
    pub fn new(version: &str, findings: Vec<Finding>, stats: RunStats) -> Document {
        Document {
            tool: "redflag".to_owned(),
            version: version.to_owned(),
            findings,
            stats,
        }
    }
}

/// What was checked in all watched JVMs, so that "no findings" can be told from "nothing checked".
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RunStats {
    /// JVMs that were watched.
    pub jvms: u64,
    /// Of those, the ones that were killed: their other numbers are missing here.
    pub killed_jvms: u64,
    /// The command lines of JVMs that were left alone, because they are a build tool's own or
    /// `--jvm` did not choose them.
    pub unwatched_jvms: Vec<String>,
    #[serde(flatten)]
    pub totals: Stats,
    /// Classes that an annotation exempts from being looked at. A run counts their fields instead.
    pub exempt_classes: u64,
    pub skipped: Vec<Skipped>,
    pub stopped: Vec<Stopped>,
    pub notes: Vec<String>,
    /// Patterns of suppression files that no finding matched, as `FILE:LINE: PATTERN`.
    pub unused_suppressions: Vec<String>,
}

/// A method, or a whole class, that was left unchecked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    pub class: String,
    /// `None`: the whole class.
    pub method: Option<String>,
    pub reason: String,
}

/// Where checking ended before the JVM did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stopped {
    pub reason: String,
    /// How long after the JVM's start.
    pub millis: u64,
}

impl RunStats {
    /// How many classes and methods were skipped for each reason.
    pub fn skips_by_reason(&self) -> BTreeMap<&str, u64> {
        let mut reasons = BTreeMap::new();
        for skipped in &self.skipped {
            *reasons.entry(skipped.reason.as_str()).or_default() += 1;
        }
        reasons
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Access, Frame, Location, Op};

    #[test]
    fn unknown_is_null_and_no_lock_is_an_empty_list() {
        let later = Access {
            op: Op::Read,
            class: "com/acme/Main".into(),
            method: "lambda$main$0".into(),
            descriptor: "()V".into(),
            file: Some("Main.java".into()),
            line: Some(12),
            thread: Some("reader".into()),
            locks: Some(vec![]),
            stack: Some(vec![Frame {
                class: "com/acme/Main".into(),
                method: "lambda$main$0".into(),
                file: None,
                line: None,
            }]),
            thread_created: None,
        };
        let earlier = Access {
            op: Op::Write,
            thread: None,
            locks: None,
            stack: None,
            ..later.clone()
        };
        let location = Location::Element {
            array: "[I".into(),
            index: 3,
        };
        let finding = Finding::data_race(location, [later, earlier], None);
        let document = Document::new("0.1.0", vec![finding], RunStats::default());
        let json = serde_json::to_value(&document).unwrap();

        assert_eq!(json["tool"], "redflag");
        assert_eq!(json["version"], "0.1.0");
        let race = &json["findings"][0];
        assert_eq!(race["rule"], "data-race");
        assert_eq!(race["kind"], "write-read");
        assert_eq!(race["count"], 1);
        assert_eq!(
            race["location"],
            serde_json::json!({"array": "[I", "index": 3})
        );
        assert_eq!(race["accesses"][0]["op"], "read");
        assert_eq!(race["accesses"][0]["locks"], serde_json::json!([]));
        assert!(race["accesses"][0]["stack"][0]["line"].is_null());
        assert!(race["accesses"][1]["locks"].is_null());
        assert!(race["accesses"][1].get("stack").unwrap().is_null());
        assert_eq!(json["stats"]["methods"], 0);

        let back: Document = serde_json::from_value(json).unwrap();
        assert_eq!(back, document);
    }

    #[test]
    fn a_container_is_a_location_of_its_own() {
        let location = Location::Container {
            container: "java/util/HashMap".into(),
        };
        let json = serde_json::to_value(&location).unwrap();
        assert_eq!(json, serde_json::json!({"container": "java/util/HashMap"}));
        let back: Location = serde_json::from_value(json).unwrap();
        assert_eq!(back, location);
    }
}
