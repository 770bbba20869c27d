//! Findings as SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format), which code hosts and
//! editors show at the lines concerned. Section numbers are those of the standard.

use std::collections::BTreeMap;

use findings::{Access, Engine, Finding, Frame};
use serde::Serialize;

use crate::names::{self, printable};
use crate::race::{frame_of, locks, method, site, thread};
use crate::rules::{self, Rule};
use crate::{Run, Sources, fix, summary, violation};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Paths are relative to this: the directory of the run for sources that were found, else a root of
/// the source tree that only the reader knows.
const SOURCE_ROOT: &str = "SRCROOT";

/// A new number if fingerprints are ever made in another way (3.27.17).
const FINGERPRINT: &str = "redflag/v1";

/// The log, ending in a newline.
pub fn sarif(run: &Run<'_>, version: &str, sources: &dyn Sources) -> serde_json::Result<String> {
    let mut ids = vec![match run.engine {
        Engine::Dynamic => findings::DATA_RACE,
        Engine::Compositional => findings::THREAD_SAFETY_VIOLATION,
    }];
    for finding in run.findings {
        if !ids.contains(&finding.rule.as_str()) {
            ids.push(&finding.rule);
        }
    }
    let writer = Writer { ids, sources };
    let log = Log {
        schema: SCHEMA,
        version: "2.1.0",
        runs: [writer.run(run, version)],
    };
    Ok(serde_json::to_string_pretty(&log)? + "\n")
}

struct Writer<'a> {
    /// The rules, in the order of the log.
    ids: Vec<&'a str>,
    sources: &'a dyn Sources,
}

impl Writer<'_> {
    fn run<'r>(&'r self, run: &Run<'r>, version: &'r str) -> SarifRun<'r> {
        let root = UriBase {
            description: Message::new("Where the paths of source files start".to_owned()),
        };
        SarifRun {
            tool: Tool {
                driver: Driver {
                    name: "redflag",
                    version,
                    rules: self
                        .ids
                        .iter()
                        .map(|id| descriptor(rules::rule(id)))
                        .collect(),
                },
            },
            column_kind: "utf16CodeUnits",
            original_uri_base_ids: BTreeMap::from([(SOURCE_ROOT, root)]),
            invocations: [invocation(run)],
            results: run.findings.iter().map(|f| self.result(f)).collect(),
        }
    }

    fn result<'f>(&self, finding: &'f Finding) -> SarifResult<'f> {
        let [later, earlier] = &finding.accesses;
        let Words { other, both, .. } = words(finding.engine);
        let related = Location {
            id: Some(1),
            message: Some(Message::new(format!(
                "{other} {}",
                said(finding.engine, earlier)
            ))),
            ..self.access_location(earlier)
        };
        SarifResult {
            rule_id: &finding.rule,
            rule_index: self.ids.iter().position(|id| *id == finding.rule),
            level: "error",
            message: Message::new(message(finding)),
            locations: [self.where_to_act(finding)],
            related_locations: [related],
            code_flows: [CodeFlow {
                message: Message::new(both.to_owned()),
                thread_flows: [
                    self.thread_flow(finding.engine, earlier, 0),
                    self.thread_flow(finding.engine, later, 1),
                ],
            }],
            stacks: self.stacks(finding),
            partial_fingerprints: BTreeMap::from([(FINGERPRINT, finding.fingerprint.as_str())]),
            occurrence_count: finding.count,
            suppressions: suppressions(finding),
            properties: Properties {
                kind: &finding.kind,
                locks: [later.locks.as_deref(), earlier.locks.as_deref()],
            },
        }
    }

    /// From the thread's start to its access, as far as it is known.
    fn thread_flow(&self, engine: Engine, access: &Access, number: usize) -> ThreadFlow {
        // Without a run it is a part of the stack.
        let created = access.thread_created.as_ref();
        let created = created.filter(|_| engine == Engine::Dynamic);
        let created = created.into_iter().flatten().rev();
        let mut locations: Vec<_> = created
            .map(|frame| self.step(frame, "thread created"))
            .collect();
        let stack = access.stack.as_deref().unwrap_or_default();
        let callers = stack.iter().skip(1).rev();
        locations.extend(callers.map(|frame| self.step(frame, "call")));
        locations.push(FlowLocation {
            location: Location {
                message: Some(Message::new(said(engine, access))),
                ..self.access_location(access)
            },
            // Without a run there is no order of time.
            execution_order: (engine == Engine::Dynamic).then_some(number as u32 + 1),
            importance: "essential",
        });
        ThreadFlow {
            id: words(engine).threads[number],
            message: Message::new(match engine {
                Engine::Dynamic => thread(access),
                Engine::Compositional => "any thread".to_owned(),
            }),
            locations,
        }
    }

    fn step(&self, frame: &Frame, what: &str) -> FlowLocation {
        FlowLocation {
            location: Location {
                message: Some(Message::new(format!("{what}: {}", method(frame)))),
                ..self.location(frame)
            },
            execution_order: None,
            importance: "unimportant",
        }
    }

    fn stacks(&self, finding: &Finding) -> Vec<Stack> {
        let stack = |message: String, frames: Option<&[Frame]>| {
            let frames = frames.filter(|frames| !frames.is_empty())?;
            let location = |frame| StackFrame {
                location: self.location(frame),
            };
            Some(Stack {
                message: Message::new(message),
                frames: frames.iter().map(location).collect(),
            })
        };
        let of_access = |access: &Access| {
            let message = format!("{} was created", thread(access));
            let created = access.thread_created.as_deref();
            let created = created.filter(|_| finding.engine == Engine::Dynamic);
            [
                stack(said(finding.engine, access), access.stack.as_deref()),
                stack(message, created),
            ]
        };
        let stacks = finding.accesses.iter().flat_map(of_access);
        stacks.flatten().collect()
    }

    /// If nothing ran, in the method that others call, or in the task that one hands over; else where the race was noticed.
    fn where_to_act(&self, finding: &Finding) -> Location {
        let access = &finding.accesses[0];
        match violation::acting(access) {
            Some(frame) if finding.engine == Engine::Compositional => self.location(frame),
            _ => self.access_location(access),
        }
    }

    fn access_location(&self, access: &Access) -> Location {
        self.location(&frame_of(access))
    }

    fn location(&self, frame: &Frame) -> Location {
        let physical = frame.file.as_deref().map(|file| PhysicalLocation {
            artifact_location: ArtifactLocation {
                uri: encoded(&self.path(&frame.class, file)),
                uri_base_id: SOURCE_ROOT,
            },
            region: frame
                .line
                .filter(|line| *line > 0)
                .map(|start_line| Region { start_line }),
        });
        Location {
            id: None,
            message: None,
            physical_location: physical,
            logical_locations: [LogicalLocation {
                fully_qualified_name: method(frame),
                kind: "function",
            }],
        }
    }

    /// Where the source was found; else where it lies below its root by convention.
    fn path(&self, class: &str, file: &str) -> String {
        if let Some(source) = self.sources.find(class, file) {
            return source.path;
        }
        match class.rsplit_once('/') {
            Some((package, _)) => format!("{package}/{file}"),
            None => file.to_owned(),
        }
    }
}

fn descriptor(rule: Rule<'_>) -> ReportingDescriptor<'_> {
    ReportingDescriptor {
        id: rule.id,
        name: pascal_case(rule.id),
        short_description: Message::new(rule.short().to_owned()),
        full_description: Message::new(rule.full()),
        help: Help {
            text: rule.fix(),
            markdown: rule.page(),
        },
        default_configuration: Configuration { level: "error" },
        properties: Tags {
            tags: ["concurrency", "correctness"],
        },
    }
}

fn invocation(run: &Run<'_>) -> Invocation {
    let nothing = run.nothing_checked();
    let mut caveats = summary::caveats(run);
    let execution_successful = nothing.is_none() && run.incomplete().is_none();
    caveats.splice(0..0, nothing);
    let notification = |text| Notification {
        level: "warning",
        message: Message::new(text),
    };
    Invocation {
        execution_successful,
        tool_execution_notifications: caveats.into_iter().map(notification).collect(),
    }
}

fn suppressions(finding: &Finding) -> Option<[Suppression; 1]> {
    let suppressed = finding.suppressed.as_ref()?;
    Some([Suppression {
        kind: "external",
        status: "accepted",
        justification: suppressed.reason.clone(),
        properties: Pattern {
            pattern: suppressed.pattern.clone(),
        },
    }])
}

/// How the two accesses of a finding are called.
struct Words {
    other: &'static str,
    both: &'static str,
    /// That of the second access, then that of the first.
    threads: [&'static str; 2],
}

fn words(engine: Engine) -> Words {
    match engine {
        Engine::Dynamic => Words {
            other: "earlier",
            both: "The two threads, each up to its access",
            threads: ["earlier", "later"],
        },
        Engine::Compositional => Words {
            other: "conflicting",
            both: "Two threads that may meet, each up to its access",
            threads: ["conflicting", "reported"],
        },
    }
}

fn message(finding: &Finding) -> String {
    match finding.engine {
        Engine::Dynamic => race_message(finding),
        Engine::Compositional => violation_message(finding),
    }
}

fn violation_message(finding: &Finding) -> String {
    let [here, other] = &finding.accesses;
    let what = crate::race::capitalised(violation::what(finding));
    let location = violation::subject(finding);
    let text = format!("{what} on {location}: {}", said(finding.engine, here));
    let mut message = unlinked(&text);
    if here != other {
        let link = format!(", which conflicts with the [{}](1)", other.op.as_str());
        message += &link;
        message += &unlinked(&where_and_held(other));
    }
    let why = finding.note.as_deref().map(printable);
    let why = why.map(|it| format!(" Why: {it}.")).unwrap_or_default();
    message += &unlinked(&format!(".{why} Fix: {}.", fix::fix(finding)));
    message
}

fn race_message(finding: &Finding) -> String {
    let [later, earlier] = &finding.accesses;
    let rule = rules::rule(&finding.rule);
    let text = format!(
        "{} ({}) on {}: {}, and nothing orders it with the earlier ",
        crate::race::capitalised(&rule.name()),
        finding.kind,
        names::location(&finding.location),
        said(finding.engine, later),
    );
    // A link to the related location of this number (3.11.6). The text around it is the program's.
    let link = format!("[{}](1)", earlier.op.as_str());
    let rest = format!(" by {} at {}", thread(earlier), site(earlier));
    [unlinked(&text), link, unlinked(&rest)].concat()
}

/// `read by thread "reader" at Cache.java:42`; if nothing ran, `read at Cache.java:42 (locks held: none)`
fn said(engine: Engine, access: &Access) -> String {
    let op = access.op.as_str();
    match engine {
        Engine::Dynamic => format!("{op} by {} at {}", thread(access), site(access)),
        Engine::Compositional => format!("{op}{}", where_and_held(access)),
    }
}

fn where_and_held(access: &Access) -> String {
    format!(" at {} (locks held: {})", site(access), locks(access))
}

/// No name of the program's may become a link.
fn unlinked(text: &str) -> String {
    text.replace("](", "] (")
}

/// `data-race` is `DataRace`: rules' names are identifiers by convention (3.49.7).
fn pascal_case(id: &str) -> String {
    id.split('-').map(crate::race::capitalised).collect()
}

/// A path as a relative URI reference (RFC 3986).
fn encoded(path: &str) -> String {
    let mut uri = String::new();
    for byte in printable(path).bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b'$' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[derive(Serialize)]
struct Log<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [SarifRun<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifRun<'a> {
    tool: Tool<'a>,
    column_kind: &'static str,
    original_uri_base_ids: BTreeMap<&'static str, UriBase>,
    invocations: [Invocation; 1],
    results: Vec<SarifResult<'a>>,
}

#[derive(Serialize)]
struct Tool<'a> {
    driver: Driver<'a>,
}

#[derive(Serialize)]
struct Driver<'a> {
    name: &'static str,
    version: &'a str,
    rules: Vec<ReportingDescriptor<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ReportingDescriptor<'a> {
    id: &'a str,
    name: String,
    short_description: Message,
    full_description: Message,
    help: Help,
    default_configuration: Configuration,
    properties: Tags,
}

#[derive(Serialize)]
struct Configuration {
    level: &'static str,
}

#[derive(Serialize)]
struct Tags {
    tags: [&'static str; 2],
}

#[derive(Serialize)]
struct UriBase {
    description: Message,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
    tool_execution_notifications: Vec<Notification>,
}

#[derive(Serialize)]
struct Notification {
    level: &'static str,
    message: Message,
}

#[derive(Serialize)]
struct Message {
    text: String,
}

#[derive(Serialize)]
struct Help {
    text: String,
    markdown: String,
}

impl Message {
    fn new(text: String) -> Message {
        Message { text }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifResult<'a> {
    rule_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_index: Option<usize>,
    level: &'static str,
    message: Message,
    locations: [Location; 1],
    related_locations: [Location; 1],
    code_flows: [CodeFlow; 1],
    stacks: Vec<Stack>,
    partial_fingerprints: BTreeMap<&'static str, &'a str>,
    occurrence_count: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    suppressions: Option<[Suppression; 1]>,
    properties: Properties<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message>,
    #[serde(skip_serializing_if = "Option::is_none")]
    physical_location: Option<PhysicalLocation>,
    logical_locations: [LogicalLocation; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactLocation {
    uri: String,
    uri_base_id: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LogicalLocation {
    fully_qualified_name: String,
    kind: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CodeFlow {
    message: Message,
    thread_flows: [ThreadFlow; 2],
}

#[derive(Serialize)]
struct ThreadFlow {
    id: &'static str,
    message: Message,
    locations: Vec<FlowLocation>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FlowLocation {
    location: Location,
    #[serde(skip_serializing_if = "Option::is_none")]
    execution_order: Option<u32>,
    importance: &'static str,
}

#[derive(Serialize)]
struct Stack {
    message: Message,
    frames: Vec<StackFrame>,
}

#[derive(Serialize)]
struct StackFrame {
    location: Location,
}

#[derive(Serialize)]
struct Suppression {
    kind: &'static str,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    justification: Option<String>,
    properties: Pattern,
}

#[derive(Serialize)]
struct Pattern {
    pattern: String,
}

/// What the standard has no place for. The locks are those of the later, then of the earlier access.
#[derive(Serialize)]
struct Properties<'a> {
    kind: &'a str,
    locks: [Option<&'a [String]>; 2],
}

#[cfg(test)]
mod tests;
