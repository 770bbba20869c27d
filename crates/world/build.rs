//! Compiles `models/*.toml` into the statics behind `Models::builtin`.

#[path = "src/models/accesses.rs"]
#[allow(dead_code, reason = "some accessors are used by the library alone")]
mod accesses;
#[path = "src/models/known.rs"]
mod known;
#[path = "src/models/parse.rs"]
mod parse;
#[path = "src/models/rule.rs"]
#[allow(
    dead_code,
    reason = "printing and some accessors are used by the library alone"
)]
mod rule;

use accesses::{Bulk, Container, Effect, Range};
use known::{Answer, ClassRule, Classes, Does, Locking, MethodRule, OfClass, Which};
use parse::Rules;
use rule::{Action, At, Callee, Caller, FieldName, Key};
use std::fmt::Write;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    match compile() {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            println!("cargo::error={reason}");
            ExitCode::FAILURE
        }
    }
}

fn compile() -> Result<(), String> {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    println!("cargo::rerun-if-changed={}", models.display());
    let mut rules = Rules::default();
    for file in model_files(&models)? {
        let name = format!(
            "models/{}",
            file.file_name().unwrap_or_default().to_string_lossy()
        );
        let text = std::fs::read_to_string(&file).map_err(|e| format!("{name}: {e}"))?;
        let more = parse::parse(&text, parse::Origin::Bundled)
            .map_err(|e| format!("{name}:{}: {}", e.line, e.reason))?;
        rules.hooks.extend(more.hooks);
        rules.calls.extend(more.calls);
        rules.carriers.extend(more.carriers);
        rules.containers.extend(more.containers);
        rules.bulks.extend(more.bulks);
        rules.monitors.extend(more.monitors);
        rules.methods.extend(more.methods);
        rules.classes.extend(more.classes);
    }
    rules.hooks.sort_by(|a, b| a.class.cmp(&b.class));
    rules.carriers.sort_by(|a, b| a.class.cmp(&b.class));
    let out = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?)
        .join("builtin_models.rs");
    std::fs::write(&out, expression(&rules)).map_err(|e| format!("{}: {e}", out.display()))
}

/// Sorted, so that the build is the same everywhere.
fn model_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry
            .map_err(|e| format!("{}: {e}", folder.display()))?
            .path();
        if path.extension().is_some_and(|it| it == "toml") {
            println!("cargo::rerun-if-changed={}", path.display());
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The rules as a Rust expression that a static can hold.
fn expression(rules: &Rules) -> String {
    let mut out = String::from("Models { hooks: Borrowed(&[\n");
    for hook in &rules.hooks {
        let _ = writeln!(
            out,
            "Hook {{ class: Borrowed({:?}), method: Borrowed({:?}), descriptor: Borrowed({:?}), jdk: {}, at: {}, action: {} }},",
            hook.class,
            hook.method,
            hook.descriptor,
            range(&hook.jdk),
            place(&hook.at),
            action(&hook.action)
        );
    }
    out.push_str("]), calls: Borrowed(&[\n");
    for rule in &rules.calls {
        let descriptor = optional(rule.descriptor.as_deref());
        let how = match &rule.how {
            Caller::Via(name) => format!("Caller::Via(Borrowed({name:?}))"),
            Caller::Around { before, after } => {
                format!(
                    "Caller::Around {{ before: {}, after: {} }}",
                    actions(before),
                    actions(after)
                )
            }
        };
        let _ = writeln!(
            out,
            "CallRule {{ class: Borrowed({:?}), method: Borrowed({:?}), descriptor: {descriptor}, jdk: {}, how: {how} }},",
            rule.class,
            rule.method,
            range(&rule.jdk)
        );
    }
    out.push_str("]), carriers: Borrowed(&[\n");
    for carrier in &rules.carriers {
        let _ = writeln!(
            out,
            "Carrier {{ class: Borrowed({:?}), first: Borrowed({:?}), silent_in_jdk: {}, unless_in: Borrowed(&[{}]), factories: Borrowed(&[{}]), key: {}, jdk: {} }},",
            carrier.class,
            carrier.first,
            carrier.silent_in_jdk,
            borrowed(&carrier.unless_in),
            borrowed(&carrier.factories),
            optional(carrier.key.as_deref()),
            range(&carrier.jdk)
        );
    }
    out.push_str("]), containers: Borrowed(&[\n");
    out.extend(rules.containers.iter().map(container));
    out.push_str("]), bulks: Borrowed(&[\n");
    out.extend(rules.bulks.iter().map(bulk));
    out.push_str("]), monitors: Borrowed(&[\n");
    for monitor in &rules.monitors {
        let _ = writeln!(
            out,
            "MonitorUser {{ class: Borrowed({:?}), jdk: {} }},",
            monitor.class,
            range(&monitor.jdk)
        );
    }
    out.push_str("]), methods: Borrowed(&[\n");
    out.extend(rules.methods.iter().map(method));
    out.push_str("]), classes: Borrowed(&[\n");
    out.extend(rules.classes.iter().map(class));
    out.push_str("]) }\n");
    out
}

fn method(it: &MethodRule) -> String {
    let locking = match &it.locking {
        None => "None".to_owned(),
        Some(Locking { does, which }) => {
            let which = match which {
                Which::FieldOfThis(name) => format!("FieldOfThis(Borrowed({name:?}))"),
                simple => format!("{simple:?}"),
            };
            let does = match does {
                Does::Lock(verb) => format!("Lock(LockVerb::{verb:?})"),
                Does::Atomic(verb) => format!("Atomic(AtomicVerb::{verb:?})"),
            };
            format!("Some(Locking {{ does: Does::{does}, which: Which::{which} }})")
        }
    };
    let result = match it.result {
        None => "None".to_owned(),
        Some(Answer::As(operand)) => format!("Some(Answer::As(known::Operand::{operand:?}))"),
        Some(Answer::Is(operand)) => format!("Some(Answer::Is(known::Operand::{operand:?}))"),
        Some(simple) => format!("Some(Answer::{simple:?})"),
    };
    let calls: String = it
        .calls
        .iter()
        .map(|(class, name, descriptor)| {
            format!("(Borrowed({class:?}), Borrowed({name:?}), Borrowed({descriptor:?})), ")
        })
        .collect();
    let runs = it.runs.map(|it| format!("Runs::{it:?}"));
    let thread = it.thread.map(|it| format!("OnThread::{it:?}"));
    let some = |it: Option<String>| it.map_or("None".to_owned(), |it| format!("Some({it})"));
    format!(
        "MethodRule {{ classes: {}, method: {}, descriptor: {}, jdk: {}, locking: {locking}, runs: {}, calls: Borrowed(&[{calls}]), starts_threads: {}, waits: {}, life_cycle: {}, thread: {}, result: {result}, reads: Borrowed(&{:?}), writes: Borrowed(&{:?}) }},\n",
        classes(&it.classes),
        optional(it.method.as_deref()),
        optional(it.descriptor.as_deref()),
        range(&it.jdk),
        some(runs),
        it.starts_threads,
        it.waits,
        it.life_cycle,
        some(thread),
        it.reads,
        it.writes,
    )
}

fn class(it: &ClassRule) -> String {
    let says = match &it.says {
        OfClass::Is(is) => format!("OfClass::Is(Is::{is:?})"),
        OfClass::Overridable(names) => {
            let names: String = names
                .iter()
                .map(|it| format!("Borrowed({it:?}), "))
                .collect();
            format!("OfClass::Overridable(Borrowed(&[{names}]))")
        }
    };
    format!(
        "ClassRule {{ classes: {}, jdk: {}, says: {says} }},\n",
        classes(&it.classes),
        range(&it.jdk),
    )
}

fn classes(it: &Classes) -> String {
    match it {
        Classes::One(name) => format!("Classes::One(Borrowed({name:?}))"),
        Classes::Package(name) => format!("Classes::Package(Borrowed({name:?}))"),
        Classes::Word(name) => format!("Classes::Word(Borrowed({name:?}))"),
        Classes::Any => "Classes::Any".to_owned(),
    }
}

fn container(it: &Container) -> String {
    let effect = |effect: &Effect| match effect {
        Effect::WriteIf(field) => format!("WriteIf(Borrowed({field:?}))"),
        Effect::WriteUnless(field) => format!("WriteUnless(Borrowed({field:?}))"),
        simple => format!("{simple:?}"),
    };
    let methods = it.methods.iter();
    let methods: String = methods
        .map(|(name, e)| format!("(Borrowed({name:?}), Effect::{}), ", effect(e)))
        .collect();
    format!(
        "Container {{ class: Borrowed({:?}), jdk: {}, only_check: {}, of: {}, elements: {}, lock: {}, through: Borrowed(&[{}]), methods: Borrowed(&[{methods}]) }},\n",
        it.class,
        range(&it.jdk),
        it.only_check,
        optional(it.of.as_deref()),
        optional(it.elements.as_deref()),
        optional(it.lock.as_deref()),
        borrowed(&it.through),
    )
}

fn bulk(it: &Bulk) -> String {
    format!(
        "Bulk {{ class: Borrowed({:?}), first: Borrowed({:?}), method: Borrowed({:?}), descriptor: Borrowed({:?}), jdk: {}, reads: Borrowed(&[{}]), writes: Borrowed(&[{}]) }},\n",
        it.class,
        it.first,
        it.method,
        it.descriptor,
        range(&it.jdk),
        elements(&it.reads),
        elements(&it.writes),
    )
}

/// As `Debug` writes them, with the paths that the library knows.
fn elements(ranges: &[Range]) -> String {
    let text: String = ranges
        .iter()
        .map(|it| {
            let Range { array, from, but_first, end, limit, unless } = it;
            format!("Range {{ array: Operand::{array:?}, from: {from:?}, but_first: {but_first}, end: End::{end:?}, limit: Limit::{limit:?}, unless: {unless:?} }}, ")
        })
        .collect();
    text.replace("(Arg", "(Operand::Arg")
        .replace(", Arg", ", Operand::Arg")
        .replace("(Result", "(Operand::Result")
}

fn borrowed(texts: &[rule::Text]) -> String {
    texts.iter().map(|t| format!("Borrowed({t:?}), ")).collect()
}

fn optional(text: Option<&str>) -> String {
    match text {
        Some(it) => format!("Some(Borrowed({it:?}))"),
        None => "None".to_owned(),
    }
}

fn range(jdk: &RangeInclusive<u16>) -> String {
    format!(
        "std::ops::RangeInclusive::new({}, {})",
        jdk.start(),
        jdk.end()
    )
}

fn place(at: &At) -> String {
    let call = |kind: &str,
                Callee {
                    class,
                    method,
                    descriptor,
                }: &Callee| {
        format!(
            "At::{kind}(Callee {{ class: Borrowed({class:?}), method: Borrowed({method:?}), descriptor: Borrowed({descriptor:?}) }})"
        )
    };
    let field = |kind: &str, FieldName { class, field }: &FieldName| {
        format!(
            "At::{kind}(FieldName {{ class: Borrowed({class:?}), field: Borrowed({field:?}) }})"
        )
    };
    match at {
        At::Entry => "At::Entry".to_owned(),
        At::Return => "At::Return".to_owned(),
        At::Throw => "At::Throw".to_owned(),
        At::Finally => "At::Finally".to_owned(),
        At::BeforeCall(callee) => call("BeforeCall", callee),
        At::AfterCall(callee) => call("AfterCall", callee),
        At::AfterRead(it) => field("AfterRead", it),
        At::BeforeWrite(it) => field("BeforeWrite", it),
    }
}

fn actions(actions: &[Action]) -> String {
    let list: Vec<String> = actions.iter().map(action).collect();
    format!("Borrowed(&[{}])", list.join(", "))
}

fn action(
    Action {
        verb,
        key,
        in_this,
        when,
    }: &Action,
) -> String {
    let key = match key {
        Key::FieldOfThis(name) => format!("FieldOfThis(Borrowed({name:?}))"),
        other => format!("{other:?}"),
    };
    format!(
        "Action {{ verb: Verb::{verb:?}, key: Key::{key}, in_this: {in_this}, when: When::{when:?} }}"
    )
}
