//! The log against what the standard's schema says of the objects that it is made of.

use std::rc::Rc;

use findings::{Finding, RunStats};
use serde_json::Value;

use crate::sample;
use crate::{NoSources, Source, Sources};

/// Objects of the schema: their name, the properties that they must have, and others that they
/// may have of those that redflag writes. The schema allows no further ones anywhere but in
/// `properties`.
const OBJECTS: &[(&str, &[&str], &[&str])] = &[
    ("log", &["version", "runs"], &["$schema"]),
    (
        "run",
        &["tool"],
        &["columnKind", "originalUriBaseIds", "invocations", "results"],
    ),
    ("tool", &["driver"], &[]),
    ("driver", &["name"], &["version", "rules"]),
    (
        "rule",
        &["id"],
        &[
            "name",
            "shortDescription",
            "fullDescription",
            "help",
            "defaultConfiguration",
            "properties",
        ],
    ),
    (
        "invocation",
        &["executionSuccessful"],
        &["toolExecutionNotifications"],
    ),
    ("notification", &["message"], &["level"]),
    (
        "result",
        &["message"],
        &[
            "ruleId",
            "ruleIndex",
            "level",
            "locations",
            "relatedLocations",
            "codeFlows",
            "stacks",
            "partialFingerprints",
            "occurrenceCount",
            "suppressions",
            "properties",
        ],
    ),
    (
        "location",
        &[],
        &["id", "message", "physicalLocation", "logicalLocations"],
    ),
    ("physicalLocation", &[], &["artifactLocation", "region"]),
    ("artifactLocation", &[], &["uri", "uriBaseId"]),
    ("region", &[], &["startLine"]),
    ("logicalLocation", &[], &["fullyQualifiedName", "kind"]),
    ("codeFlow", &["threadFlows"], &["message"]),
    ("threadFlow", &["locations"], &["id", "message"]),
    (
        "threadFlowLocation",
        &[],
        &["location", "executionOrder", "importance"],
    ),
    ("stack", &["frames"], &["message"]),
    ("stackFrame", &[], &["location"]),
    (
        "suppression",
        &["kind"],
        &["status", "justification", "properties"],
    ),
    ("message", &["text"], &[]),
    ("help", &["text"], &["markdown"]),
];

const LEVELS: [&str; 4] = ["none", "note", "warning", "error"];

fn object(kind: &str, value: &Value) {
    let (_, required, optional) = OBJECTS.iter().find(|(k, ..)| *k == kind).unwrap();
    let map = value
        .as_object()
        .unwrap_or_else(|| panic!("{kind}: {value}"));
    for key in *required {
        assert!(map.contains_key(*key), "{kind} lacks {key}: {value}");
    }
    for key in map.keys() {
        let known = required.contains(&key.as_str()) || optional.contains(&key.as_str());
        assert!(known, "{kind} has {key}: {value}");
    }
    if let Some(message) = map.get("message") {
        object("message", message);
        assert!(message["text"].is_string());
    }
}

fn each<'v>(kind: &str, parent: &'v Value, key: &str) -> impl Iterator<Item = &'v Value> {
    let values = parent.get(key).map(|list| list.as_array().unwrap());
    let values = values.into_iter().flatten();
    for value in values.clone() {
        object(kind, value);
    }
    values
}

fn check(log: &Value) {
    object("log", log);
    assert_eq!(log["version"], "2.1.0");
    for run in each("run", log, "runs") {
        object("tool", &run["tool"]);
        let driver = &run["tool"]["driver"];
        object("driver", driver);
        let rules: Vec<_> = each("rule", driver, "rules").collect();
        for rule in &rules {
            for text in ["shortDescription", "fullDescription"] {
                object("message", &rule[text]);
            }
            object("help", &rule["help"]);
            let level = rule["defaultConfiguration"]["level"].as_str().unwrap();
            assert!(LEVELS.contains(&level));
        }
        for invocation in each("invocation", run, "invocations") {
            assert!(invocation["executionSuccessful"].is_boolean());
            for n in each("notification", invocation, "toolExecutionNotifications") {
                assert!(LEVELS.contains(&n["level"].as_str().unwrap()));
            }
        }
        for result in each("result", run, "results") {
            check_result(run, &rules, result);
        }
    }
}

fn check_result(run: &Value, rules: &[&Value], result: &Value) {
    let index = result["ruleIndex"].as_u64().unwrap() as usize;
    assert_eq!(rules[index]["id"], result["ruleId"]);
    assert!(LEVELS.contains(&result["level"].as_str().unwrap()));
    for location in each("location", result, "locations") {
        check_location(run, location);
    }
    let mut ids = Vec::new();
    for location in each("location", result, "relatedLocations") {
        check_location(run, location);
        ids.push(location["id"].as_u64().unwrap());
    }
    let text = result["message"]["text"].as_str().unwrap();
    for link in text.split("](").skip(1) {
        let id: u64 = link.split(')').next().unwrap().parse().unwrap();
        assert!(ids.contains(&id), "{text}");
    }
    for flow in each("codeFlow", result, "codeFlows") {
        let threads: Vec<_> = each("threadFlow", flow, "threadFlows").collect();
        assert!(!threads.is_empty());
        for thread in threads {
            let steps: Vec<_> = each("threadFlowLocation", thread, "locations").collect();
            assert!(!steps.is_empty());
            for step in steps {
                check_location(run, &step["location"]);
                let importance = step["importance"].as_str().unwrap();
                assert!(["important", "essential", "unimportant"].contains(&importance));
            }
        }
    }
    for stack in each("stack", result, "stacks") {
        for frame in each("stackFrame", stack, "frames") {
            check_location(run, &frame["location"]);
        }
    }
    for (_, print) in result["partialFingerprints"].as_object().unwrap() {
        assert!(print.is_string());
    }
    for suppression in each("suppression", result, "suppressions") {
        let kind = suppression["kind"].as_str().unwrap();
        assert!(["inSource", "external"].contains(&kind));
        let status = suppression["status"].as_str().unwrap();
        assert!(["accepted", "underReview", "rejected"].contains(&status));
    }
}

fn check_location(run: &Value, location: &Value) {
    object("location", location);
    each("logicalLocation", location, "logicalLocations").count();
    let Some(physical) = location.get("physicalLocation") else {
        return;
    };
    object("physicalLocation", physical);
    let artifact = &physical["artifactLocation"];
    object("artifactLocation", artifact);
    let uri = artifact["uri"].as_str().unwrap();
    let allowed = |c: char| c.is_ascii_alphanumeric() || "-._~/$%".contains(c);
    assert!(uri.chars().all(allowed), "{uri}");
    let base = artifact["uriBaseId"].as_str().unwrap();
    assert!(run["originalUriBaseIds"].get(base).is_some());
    if let Some(region) = physical.get("region") {
        object("region", region);
        assert!(region["startLine"].as_u64().unwrap() >= 1);
    }
}

fn log(findings: &[Finding], stats: &RunStats, sources: &dyn Sources) -> Value {
    let text = super::sarif(&sample::run(findings, stats), "0.1.0", sources).unwrap();
    let log = serde_json::from_str(&text).unwrap();
    check(&log);
    log
}

struct OneSource;

impl Sources for OneSource {
    fn find(&self, class: &str, file: &str) -> Option<Source> {
        (class == "com/acme/Cache").then(|| Source {
            path: format!("my src/com/acme/{file}"),
            archive: None,
            text: Rc::from(""),
        })
    }
}

#[test]
fn a_race_with_all_known() {
    let log = log(&[sample::race()], &sample::stats(), &NoSources);
    insta::assert_snapshot!(serde_json::to_string_pretty(&log).unwrap());
}

#[test]
fn what_was_found_without_a_run_stands_where_to_act() {
    let mut alone = sample::violation();
    alone.accesses[1] = alone.accesses[0].clone();
    let log = log(&[sample::violation(), alone], &sample::stats(), &NoSources);
    let results = &log["runs"][0]["results"];
    let line = |location: &Value| location["physicalLocation"]["region"]["startLine"].clone();
    assert_eq!(line(&results[0]["locations"][0]), 3);
    assert_eq!(line(&results[0]["relatedLocations"][0]), 57);
    insta::assert_snapshot!(results[0]["message"]["text"].as_str().unwrap(), @"Unprotected write on com.acme.Cache.size: write at Cache.java:2 (locks held: none), which conflicts with the [read](1) at Cache.java:57 (locks held: this.lock). Why: the class is annotated as thread-safe. Fix: hold this.lock for the write in grow too, as size does.");
    insta::assert_snapshot!(results[1]["message"]["text"].as_str().unwrap(), @"Unprotected write on com.acme.Cache.size: write at Cache.java:2 (locks held: none). Why: the class is annotated as thread-safe. Fix: guard all accesses to size with one lock, or use an atomic; if one thread alone calls add, say so with @ThreadConfined.");
}

#[test]
fn unknown_hostile_and_suppressed_findings_keep_to_the_schema() {
    let findings = [sample::unknown(), sample::hostile(), sample::suppressed()];
    let log = log(&findings, &sample::stats(), &NoSources);
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert!(results[0]["locations"][0].get("physicalLocation").is_none());
    assert_eq!(results[1]["ruleId"], "new-rule");
    assert_eq!(results[1]["ruleIndex"], 1);
    assert_eq!(
        log["runs"][0]["tool"]["driver"]["rules"][1]["name"],
        "NewRule"
    );
    assert!(results[0].get("suppressions").is_none());
    assert_eq!(results[2]["suppressions"][0]["status"], "accepted");
}

#[test]
fn sources_that_were_found_say_where() {
    let log = log(&[sample::race()], &sample::stats(), &OneSource);
    let result = &log["runs"][0]["results"][0];
    let uri = |location: &Value| location["physicalLocation"]["artifactLocation"]["uri"].clone();
    assert_eq!(uri(&result["locations"][0]), "my%20src/com/acme/Cache.java");
    let created = &result["stacks"][1]["frames"][0]["location"];
    assert_eq!(uri(created), "com/acme/Main.java");
}

#[test]
fn nothing_checked_is_no_success() {
    let log = log(&[], &RunStats::default(), &NoSources);
    let invocation = &log["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    let notification = &invocation["toolExecutionNotifications"][0]["message"]["text"];
    assert_eq!(notification, "no JVM was watched, so nothing was checked");
    assert_eq!(log["runs"][0]["results"], serde_json::json!([]));
}
