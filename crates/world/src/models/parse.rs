//! Reads model files.
//!
//! Shared by the library, which reads users' files at run time, and by `build.rs`, which turns the bundled ones into
//! statics.

use super::accesses::{Bulk, Container, RawBulk, RawContainer};
use super::known::{ClassRule, MethodRule, RawClass, RawMethod};
use super::rule::{
    Action, At, CallRule, Callee, Caller, Carrier, FieldName, Hook, Key, MonitorUser, Text, Verb,
    When,
};
use serde::Deserialize;
use std::borrow::Cow;
use std::ops::RangeInclusive;
use toml::Spanned;

/// The rules of one file, in its order.
#[derive(Debug, Default)]
pub struct Rules {
    pub hooks: Vec<Hook>,
    pub calls: Vec<CallRule>,
    pub carriers: Vec<Carrier>,
    pub containers: Vec<Container>,
    pub bulks: Vec<Bulk>,
    pub monitors: Vec<MonitorUser>,
    pub methods: Vec<MethodRule>,
    pub classes: Vec<ClassRule>,
}

/// Why a model file was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct Error {
    pub line: usize,
    pub reason: String,
}

/// Who wrote a model file. Some rules need a counterpart in the runtime.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    Bundled,
    #[allow(dead_code, reason = "build.rs reads bundled files alone")]
    User,
}

/// Parses one model file.
pub fn parse(text: &str, origin: Origin) -> Result<Rules, Error> {
    let file: RawFile = toml::from_str(text).map_err(|e| {
        at_offset(
            text,
            e.span().map_or(0, |span| span.start),
            e.message().to_owned(),
        )
    })?;
    let mut rules = Rules::default();
    let located = |(offset, reason)| at_offset(text, offset, reason);
    if origin == Origin::User {
        file.refuse_internals().map_err(located)?;
    }
    for hook in &file.hook {
        hook.get_ref()
            .expand(hook.span().start, &mut rules.hooks)
            .map_err(located)?;
    }
    for call in &file.call {
        call.get_ref()
            .expand(call.span().start, &mut rules.calls)
            .map_err(located)?;
    }
    for carrier in &file.carrier {
        carrier
            .get_ref()
            .expand(carrier.span().start, &mut rules.carriers)
            .map_err(located)?;
    }
    for container in &file.container {
        container
            .get_ref()
            .expand(container.span().start, &mut rules.containers)
            .map_err(located)?;
    }
    for bulk in &file.bulk {
        bulk.get_ref()
            .expand(bulk.span().start, &mut rules.bulks)
            .map_err(located)?;
    }
    for monitor in &file.monitor {
        monitor
            .get_ref()
            .expand(monitor.span().start, &mut rules.monitors)
            .map_err(located)?;
    }
    for method in &file.method {
        method
            .get_ref()
            .expand(method.span().start, &mut rules.methods)
            .map_err(located)?;
    }
    for class in &file.class {
        class
            .get_ref()
            .expand(class.span().start, &mut rules.classes)
            .map_err(located)?;
    }
    Ok(rules)
}

fn at_offset(text: &str, offset: usize, reason: String) -> Error {
    let before = text.as_bytes().iter().take(offset);
    Error {
        line: 1 + before.filter(|&&b| b == b'\n').count(),
        reason,
    }
}

/// An offset in the file and what is wrong there.
pub(super) type Misfit = (usize, String);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    #[serde(default)]
    hook: Vec<Spanned<RawHook>>,
    #[serde(default)]
    call: Vec<Spanned<RawCallRule>>,
    #[serde(default)]
    carrier: Vec<Spanned<RawCarrier>>,
    #[serde(default)]
    container: Vec<Spanned<RawContainer>>,
    #[serde(default)]
    bulk: Vec<Spanned<RawBulk>>,
    #[serde(default)]
    monitor: Vec<Spanned<RawMonitor>>,
    #[serde(default)]
    method: Vec<Spanned<RawMethod>>,
    #[serde(default)]
    class: Vec<Spanned<RawClass>>,
}

impl RawFile {
    /// Users' files have no rules that need a counterpart in the runtime or change the layout of the JDK's objects.
    fn refuse_internals(&self) -> Result<(), Misfit> {
        if let Some(call) = self.call.first() {
            let reason =
                "call rules are redflag's own: hook the method, or the method that calls it";
            return Err((call.span().start, reason.to_owned()));
        }
        if let Some(carrier) = self.carrier.first() {
            let reason = "carriers are redflag's own: keys work without them";
            return Err((carrier.span().start, reason.to_owned()));
        }
        Ok(())
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawHook {
    class: Option<Spanned<String>>,
    #[serde(default)]
    classes: Vec<Spanned<String>>,
    method: Option<Spanned<String>>,
    #[serde(default)]
    methods: Vec<Spanned<String>>,
    jdk: Option<Spanned<String>>,
    #[serde(default)]
    entry: Vec<Spanned<String>>,
    #[serde(default)]
    r#return: Vec<Spanned<String>>,
    #[serde(default)]
    throw: Vec<Spanned<String>>,
    #[serde(default)]
    finally: Vec<Spanned<String>>,
    #[serde(default)]
    compare_and_set: Vec<Spanned<String>>,
    #[serde(default)]
    before_call: Vec<RawCall>,
    #[serde(default)]
    after_call: Vec<RawCall>,
    #[serde(default)]
    after_read: Vec<RawAccess>,
    #[serde(default)]
    before_write: Vec<RawAccess>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCall {
    call: Spanned<String>,
    action: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawAccess {
    field: Spanned<String>,
    action: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawCallRule {
    class: Spanned<String>,
    method: Option<Spanned<String>>,
    #[serde(default)]
    methods: Vec<Spanned<String>>,
    jdk: Option<Spanned<String>>,
    via: Option<Spanned<String>>,
    #[serde(default)]
    before: Vec<Spanned<String>>,
    #[serde(default)]
    after: Vec<Spanned<String>>,
    #[serde(default)]
    compare_and_set: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawCarrier {
    class: Option<Spanned<String>>,
    #[serde(default)]
    classes: Vec<Spanned<String>>,
    #[serde(default)]
    silent_in_jdk: bool,
    #[serde(default)]
    unless_in: Vec<Spanned<String>>,
    key: Option<Spanned<String>>,
    #[serde(default)]
    factories: Vec<Spanned<String>>,
    jdk: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawMonitor {
    class: Option<Spanned<String>>,
    #[serde(default)]
    classes: Vec<Spanned<String>>,
    jdk: Option<Spanned<String>>,
}

/// `class` names one, `classes` many that share the rest of the rule; so `method` and `methods`.
pub(super) fn one_or_many<'a>(
    one: Option<&'a Spanned<String>>,
    many: &'a [Spanned<String>],
    what: &str,
    rule: usize,
) -> Result<&'a [Spanned<String>], Misfit> {
    match (one, many) {
        (Some(one), []) => Ok(std::slice::from_ref(one)),
        (None, [_, ..]) => Ok(many),
        _ => Err((rule, format!("a rule has one of `{what}` and its plural"))),
    }
}

impl RawHook {
    fn expand(&self, rule: usize, hooks: &mut Vec<Hook>) -> Result<(), Misfit> {
        let jdk = jdk_range(self.jdk.as_ref())?;
        let places = self.places()?;
        if places.is_empty() {
            return Err((rule, "the hook has no action".to_owned()));
        }
        let methods = one_or_many(self.method.as_ref(), &self.methods, "method", rule)?;
        for class in one_or_many(self.class.as_ref(), &self.classes, "class", rule)? {
            let class = class_name(class)?;
            for name in methods {
                let (method, descriptor) = method_name_or_any(name)?;
                for Place { at, action, offset } in places.iter().cloned() {
                    check_types(&at, &action, &descriptor).map_err(|reason| (offset, reason))?;
                    hooks.push(Hook {
                        class: class.clone(),
                        method: method.clone(),
                        descriptor: descriptor.clone(),
                        jdk: jdk.clone(),
                        at,
                        action,
                    });
                }
            }
        }
        Ok(())
    }

    fn places(&self) -> Result<Vec<Place>, Misfit> {
        let mut places = Vec::new();
        let simple = [
            (At::Entry, &self.entry),
            (At::Return, &self.r#return),
            (At::Throw, &self.throw),
            (At::Finally, &self.finally),
        ];
        for (at, actions) in simple {
            for text in actions {
                places.push(Place::new(at.clone(), text)?);
            }
        }
        for text in &self.compare_and_set {
            let actions = compare_and_set(text)?;
            let ats = [At::Entry, At::Return, At::Return, At::Throw];
            places.extend(ats.into_iter().zip(actions).map(|(at, action)| Place {
                at,
                action,
                offset: text.span().start,
            }));
        }
        for raw in &self.before_call {
            let at = At::BeforeCall(callee(&raw.call)?);
            places.push(Place::new(at, &raw.action)?);
        }
        for raw in &self.after_call {
            let at = At::AfterCall(callee(&raw.call)?);
            places.push(Place::new(at, &raw.action)?);
        }
        for raw in &self.after_read {
            let at = At::AfterRead(field_name(&raw.field)?);
            places.push(Place::new(at, &raw.action)?);
        }
        for raw in &self.before_write {
            let at = At::BeforeWrite(field_name(&raw.field)?);
            places.push(Place::new(at, &raw.action)?);
        }
        Ok(places)
    }
}

impl RawCallRule {
    fn expand(&self, rule: usize, calls: &mut Vec<CallRule>) -> Result<(), Misfit> {
        let class = class_name(&self.class)?;
        let jdk = jdk_range(self.jdk.as_ref())?;
        let how = self.how(rule)?;
        for name in one_or_many(self.method.as_ref(), &self.methods, "method", rule)? {
            let (method, descriptor) = if name.get_ref().contains('(') {
                let (method, descriptor) = method_name(name)?;
                (method, Some(descriptor))
            } else {
                (Text::Owned(name.get_ref().clone()), None)
            };
            calls.push(CallRule {
                class: class.clone(),
                method,
                descriptor,
                jdk: jdk.clone(),
                how: how.clone(),
            });
        }
        Ok(())
    }

    fn how(&self, rule: usize) -> Result<Caller, Misfit> {
        let around = [&self.before, &self.after, &self.compare_and_set];
        let around = around.iter().any(|it| !it.is_empty());
        match (&self.via, around) {
            (Some(via), false) => Ok(Caller::Via(Text::Owned(via.get_ref().clone()))),
            (None, true) => {
                let actions = |texts: &[Spanned<String>]| {
                    texts.iter().map(action).collect::<Result<Vec<_>, _>>()
                };
                let mut before = actions(&self.before)?;
                let mut after = actions(&self.after)?;
                for text in &self.compare_and_set {
                    // Instrumentation abandons it when the call throws.
                    let [attempt, commit, abandon, _] = compare_and_set(text)?;
                    before.push(attempt);
                    after.extend([commit, abandon]);
                }
                Ok(Caller::Around {
                    before: Cow::Owned(before),
                    after: Cow::Owned(after),
                })
            }
            _ => Err((
                rule,
                "a call rule has either `via` or actions around the call".to_owned(),
            )),
        }
    }
}

impl RawCarrier {
    fn expand(&self, rule: usize, carriers: &mut Vec<Carrier>) -> Result<(), Misfit> {
        let jdk = jdk_range(self.jdk.as_ref())?;
        let unless_in = self.unless_in.iter().map(class_name);
        let unless_in: Vec<Text> = unless_in.collect::<Result<_, _>>()?;
        let factories = self.factories.iter().map(|it| {
            let FieldName { class, field } = field_name(it)?;
            Ok(Text::Owned(format!("{class}.{field}")))
        });
        let factories: Vec<Text> = factories.collect::<Result<_, Misfit>>()?;
        let classes = one_or_many(self.class.as_ref(), &self.classes, "class", rule)?;
        for class in classes {
            carriers.push(Carrier {
                first: class_name(&classes[0])?,
                unless_in: unless_in.clone().into(),
                factories: factories.clone().into(),
                class: class_name(class)?,
                silent_in_jdk: self.silent_in_jdk,
                key: self
                    .key
                    .as_ref()
                    .map(|it| Text::Owned(it.get_ref().clone())),
                jdk: jdk.clone(),
            });
        }
        Ok(())
    }
}

impl RawMonitor {
    fn expand(&self, rule: usize, monitors: &mut Vec<MonitorUser>) -> Result<(), Misfit> {
        let jdk = jdk_range(self.jdk.as_ref())?;
        for class in one_or_many(self.class.as_ref(), &self.classes, "class", rule)? {
            monitors.push(MonitorUser {
                class: class_name(class)?,
                jdk: jdk.clone(),
            });
        }
        Ok(())
    }
}

pub(super) fn class_name(text: &Spanned<String>) -> Result<Text, Misfit> {
    let name = text.get_ref();
    if name.is_empty() || name.contains(['.', ';', '[', ' ']) {
        return Err((
            text.span().start,
            format!("`{name}` is not a class name with slashes"),
        ));
    }
    Ok(Text::Owned(name.clone()))
}

pub(super) fn method_name(text: &Spanned<String>) -> Result<(Text, Text), Misfit> {
    let whole = text.get_ref();
    let misfit = || {
        (
            text.span().start,
            format!("`{whole}` is not a method name with its descriptor"),
        )
    };
    let paren = whole.find('(').filter(|&at| at > 0).ok_or_else(misfit)?;
    let (name, descriptor) = whole.split_at(paren);
    let (_, result) = descriptor.split_once(')').ok_or_else(misfit)?;
    if result.is_empty() || whole.contains(' ') {
        return Err(misfit());
    }
    Ok((
        Text::Owned(name.to_owned()),
        Text::Owned(descriptor.to_owned()),
    ))
}

fn method_name_or_any(text: &Spanned<String>) -> Result<(Text, Text), Misfit> {
    if text.get_ref() == "*" {
        return Ok((Cow::Borrowed("*"), Cow::Borrowed("")));
    }
    method_name(text)
}

fn field_name(text: &Spanned<String>) -> Result<FieldName, Misfit> {
    let whole = text.get_ref();
    let misfit = || {
        (
            text.span().start,
            format!("`{whole}` is not of the form class.name"),
        )
    };
    let (class, field) = whole
        .split_once('.')
        .filter(|(_, field)| !field.is_empty())
        .ok_or_else(misfit)?;
    let class = class_name(&Spanned::new(text.span(), class.to_owned()))?;
    Ok(FieldName {
        class,
        field: Text::Owned(field.to_owned()),
    })
}

fn callee(text: &Spanned<String>) -> Result<Callee, Misfit> {
    let whole = text.get_ref();
    let misfit = || {
        (
            text.span().start,
            format!("`{whole}` is not of the form class.method(descriptor)"),
        )
    };
    let (class, method) = whole.split_once('.').ok_or_else(misfit)?;
    let spanned = |part: &str| Spanned::new(text.span(), part.to_owned());
    let (method, descriptor) = method_name(&spanned(method))?;
    Ok(Callee {
        class: class_name(&spanned(class))?,
        method,
        descriptor,
    })
}

/// The newest release is open: a JDK newer than redflag is expected to keep the newest known form.
pub(super) fn jdk_range(text: Option<&Spanned<String>>) -> Result<RangeInclusive<u16>, Misfit> {
    let Some(text) = text else {
        return Ok(0..=u16::MAX);
    };
    let bound = |word: &str, open: u16| {
        if word.is_empty() {
            Some(open)
        } else {
            word.parse().ok()
        }
    };
    let range = match text.get_ref().split_once("..") {
        Some((from, to)) => bound(from, 0).zip(bound(to, u16::MAX)),
        None => text.get_ref().parse().ok().map(|only| (only, only)),
    };
    range
        .filter(|(from, to)| from <= to)
        .map(|(from, to)| from..=to)
        .ok_or_else(|| {
            (
                text.span().start,
                format!(
                    "`{}` is not a range of JDK releases such as 11..16 or 21..",
                    text.get_ref()
                ),
            )
        })
}

/// An action of a rule, and where the file says it.
#[derive(Clone)]
struct Place {
    at: At,
    action: Action,
    offset: usize,
}

impl Place {
    fn new(at: At, text: &Spanned<String>) -> Result<Place, Misfit> {
        Ok(Place {
            action: action_at(text, &at)?,
            at,
            offset: text.span().start,
        })
    }
}

fn action_at(text: &Spanned<String>, at: &At) -> Result<Action, Misfit> {
    let action = action(text)?;
    let misfit = |reason: &str| Err((text.span().start, format!("`{}`: {reason}", text.get_ref())));
    let has_result = matches!(at, At::Return | At::AfterCall(_));
    if action.key == Key::Result && !has_result {
        return misfit("there is no result here");
    }
    if action.when.needs_result() && !has_result && !matches!(at, At::AfterRead(_)) {
        return misfit("the condition needs a result, and there is none here");
    }
    if matches!(action.key, Key::Receiver | Key::LastArg | Key::Args)
        && !matches!(at, At::BeforeCall(_))
    {
        return misfit("this key exists before a call only");
    }
    if action.key == Key::Object && !matches!(at, At::AfterRead(_) | At::BeforeWrite(_)) {
        return misfit("this key exists around a field access only");
    }
    if action.key == Key::Value && !matches!(at, At::AfterRead(_)) {
        return misfit("this key exists after a read only");
    }
    if action.key == Key::Variable {
        return misfit("`variable` is for call rules of VarHandle");
    }
    Ok(action)
}

/// Whether key and condition fit the types in the method's descriptor, which is empty for `*`.
fn check_types(at: &At, action: &Action, descriptor: &str) -> Result<(), String> {
    let require = |holds: bool, reason: &str| match holds {
        true => Ok(()),
        false => Err(format!("`{action}` {at}: {reason}")),
    };
    if let (At::BeforeCall(callee), Key::Args) = (at, &action.key) {
        let (arguments, _) = split_descriptor(&callee.descriptor).unwrap_or_default();
        let fits = matches!(arguments.len(), 1 | 2) && arguments.iter().all(|it| is_reference(it));
        require(
            fits,
            "the call has not one or two arguments, all references",
        )?;
    }
    if descriptor.is_empty() {
        let about_operands = matches!(at, At::BeforeCall(_))
            && matches!(action.key, Key::Args | Key::Receiver | Key::LastArg);
        return require(
            about_operands || matches!(at, At::AfterRead(_) | At::BeforeWrite(_)),
            "a rule for every method is about field accesses or the operands of a call",
        );
    }
    let types = |descriptor| {
        split_descriptor(descriptor).ok_or_else(|| format!("`{descriptor}` is not a descriptor"))
    };
    let (parameters, own_result) = types(descriptor)?;
    let parameter = |n: u8| parameters.get(usize::from(n) - 1).copied();
    let reference = "the key is not a reference";
    let (last_argument, result) = match at {
        At::BeforeCall(callee) | At::AfterCall(callee) => {
            let (parameters, result) = types(&callee.descriptor)?;
            (parameters.last().copied(), result)
        }
        _ => (None, own_result),
    };
    match &action.key {
        Key::Arg(n) => require(parameter(*n).is_some_and(is_reference), reference)?,
        Key::Field(n) | Key::Watched(n) => {
            require(parameter(*n).is_some_and(is_reference), reference)?;
        }
        Key::Memory => {
            let is_address = matches!(parameters[..], ["Ljava/lang/Object;", "J", ..]);
            require(is_address, "the arguments are no object and offset")?;
        }
        Key::Element(n) => require(parameter(*n) == Some("I"), "the index is not an int")?,
        Key::Result => require(is_reference(result), reference)?,
        Key::LastArg => require(last_argument.is_some_and(is_reference), reference)?,
        _ => {}
    }
    let fits = match action.when {
        // About the field's own type.
        _ if matches!(at, At::AfterRead(_)) => true,
        When::Always | When::Application => true,
        When::True | When::False => result == "Z",
        When::Zero | When::Nonzero | When::Negative | When::Nonnegative => {
            result == "I" || result == "J"
        }
        When::Null | When::Nonnull => is_reference(result),
        When::Terminated => result == "Ljava/lang/Thread$State;",
        When::SecondArgument => parameter(2) == Some("Z"),
    };
    require(fits, "the condition does not fit the type")
}

fn is_reference(descriptor: &str) -> bool {
    descriptor.starts_with(['L', '['])
}

/// The parameters and the result of a method's descriptor (JVMS 4.3.3).
pub(super) fn split_descriptor(descriptor: &str) -> Option<(Vec<&str>, &str)> {
    let (mut rest, result) = descriptor.strip_prefix('(')?.rsplit_once(')')?;
    let mut parameters = Vec::new();
    while !rest.is_empty() {
        let (parameter, others) = rest.split_at(type_length(rest)?);
        parameters.push(parameter);
        rest = others;
    }
    let is_type = result == "V" || type_length(result) == Some(result.len());
    is_type.then_some((parameters, result))
}

/// How much of the text the type at its beginning takes.
fn type_length(text: &str) -> Option<usize> {
    let dimensions = text.bytes().take_while(|&b| b == b'[').count();
    match text.as_bytes().get(dimensions)? {
        b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' => Some(dimensions + 1),
        b'L' => text.find(';').map(|end| end + 1),
        _ => None,
    }
}

fn action(text: &Spanned<String>) -> Result<Action, Misfit> {
    Action::parse(text.get_ref()).map_err(|reason| (text.span().start, reason))
}

/// What a compare-and-set of `KEY [if CONDITION]` does: before it, when its result is true, when it is false, and when
/// it throws.
fn compare_and_set(text: &Spanned<String>) -> Result<[Action; 4], Misfit> {
    let attempt = Action::with_verb(Verb::Attempt, text.get_ref())
        .map_err(|reason| (text.span().start, reason))?;
    let then = |verb, when| Action {
        verb,
        when,
        ..attempt.clone()
    };
    let commit = then(Verb::Commit, When::True);
    let abandon = then(Verb::Abandon, When::False);
    let thrown = then(Verb::Abandon, When::Always);
    Ok([attempt, commit, abandon, thrown])
}

impl Action {
    /// Reads `VERB KEY [if CONDITION]`.
    fn parse(text: &str) -> Result<Action, String> {
        let (word, rest) = text
            .split_once(' ')
            .ok_or_else(|| format!("`{text}` is not VERB KEY [if CONDITION]"))?;
        let verb = Verb::from_word(word).ok_or_else(|| format!("`{word}` is not a verb"))?;
        if matches!(verb, Verb::Attempt | Verb::Commit | Verb::Abandon) {
            return Err(format!("`{word}` is part of `compare-and-set = [KEY]`"));
        }
        Action::with_verb(verb, rest)
    }

    /// Reads `KEY [if CONDITION]`.
    fn with_verb(verb: Verb, text: &str) -> Result<Action, String> {
        let (rest, when) = match text.split_once(" if ") {
            None => (text, When::Always),
            Some((rest, word)) => {
                let known = When::from_word(word).filter(|it| *it != When::Always);
                (
                    rest,
                    known.ok_or_else(|| format!("`{word}` is not a condition"))?,
                )
            }
        };
        let (key, in_this) = match rest.strip_suffix(" in this") {
            Some(key) => (key, true),
            None => (rest, false),
        };
        let key = Key::parse(key).ok_or_else(|| format!("`{key}` is not a key"))?;
        if in_this && !matches!(verb, Verb::Release | Verb::Acquire) {
            return Err(format!("`{text}`: elements are released and acquired only"));
        }
        Ok(Action {
            verb,
            key,
            in_this,
            when,
        })
    }
}

impl Key {
    fn parse(text: &str) -> Option<Key> {
        let arg = |word: &str| {
            word.strip_prefix("arg")?
                .parse()
                .ok()
                .filter(|&n: &u8| n > 0)
        };
        Some(match text {
            "this" => Key::This,
            "result" => Key::Result,
            "class" => Key::Class,
            "thread" => Key::Thread,
            "entry" => Key::Entry,
            "object" => Key::Object,
            "value" => Key::Value,
            "receiver" => Key::Receiver,
            "last-arg" => Key::LastArg,
            "args" => Key::Args,
            "variable" => Key::Variable,
            "memory" => Key::Memory,
            _ => match text.split_once(' ') {
                Some(("element", index)) => Key::Element(arg(index)?),
                Some(("field", object)) => Key::Field(arg(object)?),
                Some(("watched", referent)) => Key::Watched(arg(referent)?),
                Some(_) => return None,
                None => match text.strip_prefix("this.") {
                    Some(field) => Key::FieldOfThis(Text::Owned(field.to_owned())),
                    None => Key::Arg(arg(text)?),
                },
            },
        })
    }
}
