//! The format of `models/*.toml`: its types and its parser.
//!
//! Shared by the library, which reads users' files at run time, and by `build.rs`, which turns the bundled files
//! into statics; hence this file refers to nothing else in the crate. `models/README.md` tells the format's meaning.

use serde::Deserialize;
use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;
use toml::Spanned;

/// A name from a model: borrowed when bundled, owned when it came from a user's file.
pub type Text = Cow<'static, str>;

/// One action at one kind of place in one library method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hook {
    /// Internal name, with slashes.
    pub class: Text,
    /// `*`: every method of the class.
    pub method: Text,
    /// Empty if the method is `*`.
    pub descriptor: Text,
    /// The JDK feature releases in which the method has this form.
    pub jdk: RangeInclusive<u16>,
    pub at: At,
    pub action: Action,
}

/// Where in the method's body the action stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum At {
    /// Before the first instruction.
    Entry,
    /// Before each return instruction.
    Return,
    /// When an exception leaves the method.
    Throw,
    /// Before each call of that method in the body.
    BeforeCall(Callee),
    /// After each such call, when it returns normally.
    AfterCall(Callee),
    /// After each getfield of that field in the body.
    AfterRead(FieldName),
    /// Before each putfield of that field in the body.
    BeforeWrite(FieldName),
}

/// A method as a call instruction names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Callee {
    pub class: Text,
    pub method: Text,
    pub descriptor: Text,
}

/// A field as an instruction names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldName {
    pub class: Text,
    pub field: Text,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    pub verb: Verb,
    pub key: Key,
    pub when: When,
}

/// Spells an enum in TOML words: one table serves parsing, printing and the generated statics.
macro_rules! words {
    ($(#[$outer:meta])* $name:ident { $($(#[$inner:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$outer])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$inner])* $variant,)+ }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant,)+];

            /// As spelt in model files.
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word,)+ }
            }

            fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|it| it.word() == word)
            }
        }
    };
}

words! {
    /// What happens to the clocks. K is the clock of the action's key, T the current thread's.
    Verb {
        /// K := K ⊔ T. Not exclusive, as a volatile write: others may have released before.
        Release = "release",
        /// T := T ⊔ K.
        Acquire = "acquire",
        /// T := T ⊔ K, and the key joins the thread's held locks.
        Lock = "lock",
        /// K := T, since the holder acquired K before; the key leaves the held locks.
        Unlock = "unlock",
        /// As `lock`, on a key that has read holders too: acquires the readers' clock as well.
        WriteLock = "write-lock",
        /// As `unlock`, on a key that has read holders too.
        WriteUnlock = "write-unlock",
        /// Acquires what write-unlock published, not what other readers did; the key joins the held locks.
        ReadLock = "read-lock",
        /// Joins T into the readers' clock, which only write-lock acquires; the key leaves the held locks.
        ReadUnlock = "read-unlock",
        /// At entry of a conversion of a stamp: publishes as the unlock of the thread's hold would, and keeps the hold.
        Convert = "convert",
        /// The thread's hold on the key, if any, has become a write lock.
        ToWrite = "to-write",
        /// The thread's hold on the key, if any, has become a read lock.
        ToRead = "to-read",
        /// The thread's hold on the key, if any, has become an optimistic section.
        ToOptimistic = "to-optimistic",
        /// Acquires what write-unlock published and opens an optimistic section: reads in it wait for its outcome.
        OptimisticRead = "optimistic-read",
        /// About to test the optimistic section: joins T into the readers' clock.
        Validate = "validate",
        /// The optimistic section held: its reads were made under the read lock.
        Validated = "validated",
        /// The optimistic section failed: its reads are forgotten.
        Invalidated = "invalidated",
        /// About to compare and set. Until this thread's `commit` or `abandon`, acquires of the key wait: whether T is
        /// released is not known before the instruction, and must be known to whoever sees its effect.
        Attempt = "attempt",
        /// The attempt succeeded: release and acquire.
        Commit = "commit",
        /// The attempt failed: acquire alone.
        Abandon = "abandon",
        /// The current thread is about to start the thread that is the key.
        Fork = "fork",
        /// The key, a thread, does its last action.
        End = "end",
        /// T acquires the end of the key, a thread; nothing if it has not ended.
        Join = "join",
        /// The current thread interrupts the key, a thread.
        Interrupt = "interrupt",
        /// T acquires all interrupts of the key, a thread.
        Interrupted = "interrupted",
    }
}

words! {
    /// A condition on the method's result (`AfterCall`: the callee's, `AfterRead`: the value read) or on `this`.
    When {
        Always = "",
        True = "true",
        False = "false",
        Nonzero = "nonzero",
        Zero = "zero",
        Nonnegative = "nonnegative",
        Negative = "negative",
        Nonnull = "nonnull",
        Null = "null",
        /// The result is `Thread.State.TERMINATED`.
        Terminated = "terminated",
        /// The class of `this` has a loader other than the boot loader: a subclass written by the user.
        Application = "application",
    }
}

/// Whose clock the action works on. Numbers count from 1; `argN` is the argument's value at entry.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Key {
    This,
    Arg(u8),
    Result,
    /// The class object of the hook's class.
    Class,
    /// The current thread.
    Thread,
    /// The array-like `this` at the index given by an int argument.
    Element(u8),
    /// The field that the updater `this` names in the object given by an argument.
    Field(u8),
    /// The object in a reference field of `this`.
    FieldOfThis(Text),
    /// The entry that the map `this` has for the key given by an argument.
    Entry(u8),
    /// Around a field access: the object whose field it is.
    Object,
    /// After a read of a field: the value read.
    Value,
    /// Before a call with at most one argument, of one stack slot: its receiver.
    Receiver,
    /// Before a call: its last argument.
    LastArg,
    /// Around a `VarHandle` call: the variable it accesses.
    Variable,
}

/// How calls of one method in application code are changed, because the method's own body cannot be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallRule {
    pub class: Text,
    pub method: Text,
    /// `None`: any, the method is signature-polymorphic.
    pub descriptor: Option<Text>,
    pub jdk: RangeInclusive<u16>,
    pub how: Caller,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Caller {
    /// The call becomes one of this static method of the runtime, with the receiver as first parameter.
    Via(Text),
    /// The call stays, with actions before and after it.
    Around {
        before: Cow<'static, [Action]>,
        after: Cow<'static, [Action]>,
    },
}

/// A library class whose objects often serve as keys, and so get a field for their clock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Carrier {
    pub class: Text,
    /// An object of this class that JDK code creates orders nothing: it is a detail of a class that has its own model.
    pub silent_in_jdk: bool,
    /// The reference field that holds the actual key, which is what has to be silenced.
    pub key: Option<Text>,
    pub jdk: RangeInclusive<u16>,
}

/// The rules of one file, in its order.
#[derive(Debug, Default)]
pub struct Rules {
    pub hooks: Vec<Hook>,
    pub calls: Vec<CallRule>,
    pub carriers: Vec<Carrier>,
}

/// Why a model file was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct Error {
    pub line: usize,
    pub reason: String,
}

/// Parses one model file.
pub fn parse(text: &str) -> Result<Rules, Error> {
    let file: RawFile = toml::from_str(text).map_err(|e| {
        at_offset(
            text,
            e.span().map_or(0, |span| span.start),
            e.message().to_owned(),
        )
    })?;
    let mut rules = Rules::default();
    let located = |(offset, reason)| at_offset(text, offset, reason);
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
type Misfit = (usize, String);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    #[serde(default)]
    hook: Vec<Spanned<RawHook>>,
    #[serde(default)]
    call: Vec<Spanned<RawCallRule>>,
    #[serde(default)]
    carrier: Vec<Spanned<RawCarrier>>,
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
#[serde(deny_unknown_fields)]
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
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawCarrier {
    class: Option<Spanned<String>>,
    #[serde(default)]
    classes: Vec<Spanned<String>>,
    #[serde(default)]
    silent_in_jdk: bool,
    key: Option<Spanned<String>>,
    jdk: Option<Spanned<String>>,
}

/// `class` names one, `classes` many that share the rest of the rule; so `method` and `methods`.
fn one_or_many<'a>(
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
                hooks.extend(places.iter().cloned().map(|(at, action)| Hook {
                    class: class.clone(),
                    method: method.clone(),
                    descriptor: descriptor.clone(),
                    jdk: jdk.clone(),
                    at,
                    action,
                }));
            }
        }
        Ok(())
    }

    fn places(&self) -> Result<Vec<(At, Action)>, Misfit> {
        let mut places = Vec::new();
        let simple = [
            (At::Entry, &self.entry),
            (At::Return, &self.r#return),
            (At::Throw, &self.throw),
            (At::Return, &self.finally),
            (At::Throw, &self.finally),
        ];
        for (at, actions) in simple {
            for text in actions {
                places.push((at.clone(), action_at(text, &at)?));
            }
        }
        for raw in &self.before_call {
            let at = At::BeforeCall(callee(&raw.call)?);
            places.push((at.clone(), action_at(&raw.action, &at)?));
        }
        for raw in &self.after_call {
            let at = At::AfterCall(callee(&raw.call)?);
            places.push((at.clone(), action_at(&raw.action, &at)?));
        }
        for raw in &self.after_read {
            let at = At::AfterRead(field_name(&raw.field)?);
            places.push((at.clone(), action_at(&raw.action, &at)?));
        }
        for raw in &self.before_write {
            let at = At::BeforeWrite(field_name(&raw.field)?);
            places.push((at.clone(), action_at(&raw.action, &at)?));
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
        let around = !self.before.is_empty() || !self.after.is_empty();
        match (&self.via, around) {
            (Some(via), false) => Ok(Caller::Via(Text::Owned(via.get_ref().clone()))),
            (None, true) => {
                let actions = |texts: &[Spanned<String>]| {
                    texts
                        .iter()
                        .map(action)
                        .collect::<Result<Vec<_>, _>>()
                        .map(Cow::Owned)
                };
                Ok(Caller::Around {
                    before: actions(&self.before)?,
                    after: actions(&self.after)?,
                })
            }
            _ => Err((
                rule,
                "a call rule has either `via` or `before`/`after`".to_owned(),
            )),
        }
    }
}

impl RawCarrier {
    fn expand(&self, rule: usize, carriers: &mut Vec<Carrier>) -> Result<(), Misfit> {
        let jdk = jdk_range(self.jdk.as_ref())?;
        for class in one_or_many(self.class.as_ref(), &self.classes, "class", rule)? {
            carriers.push(Carrier {
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

fn class_name(text: &Spanned<String>) -> Result<Text, Misfit> {
    let name = text.get_ref();
    if name.is_empty() || name.contains(['.', ';', '[', ' ']) {
        return Err((
            text.span().start,
            format!("`{name}` is not a class name with slashes"),
        ));
    }
    Ok(Text::Owned(name.clone()))
}

fn method_name(text: &Spanned<String>) -> Result<(Text, Text), Misfit> {
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
            format!("`{whole}` is not of the form class.field"),
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
fn jdk_range(text: Option<&Spanned<String>>) -> Result<RangeInclusive<u16>, Misfit> {
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
    if matches!(action.key, Key::Receiver | Key::LastArg) && !matches!(at, At::BeforeCall(_)) {
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

fn action(text: &Spanned<String>) -> Result<Action, Misfit> {
    Action::parse(text.get_ref()).map_err(|reason| (text.span().start, reason))
}

impl Hook {
    /// Whether the hook is for the method of its class that has this name and descriptor.
    pub fn is_for(&self, method: &str, descriptor: &str) -> bool {
        self.method == "*" || (self.method == method && self.descriptor == descriptor)
    }
}

impl When {
    pub fn needs_result(self) -> bool {
        !matches!(self, When::Always | When::Application)
    }
}

impl Action {
    /// Reads `VERB KEY [if CONDITION]`.
    fn parse(text: &str) -> Result<Action, String> {
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
        let (verb, key) = rest
            .split_once(' ')
            .ok_or_else(|| format!("`{text}` is not VERB KEY [if CONDITION]"))?;
        let verb = Verb::from_word(verb).ok_or_else(|| format!("`{verb}` is not a verb"))?;
        let key = Key::parse(key).ok_or_else(|| format!("`{key}` is not a key"))?;
        Ok(Action { verb, key, when })
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
            "object" => Key::Object,
            "value" => Key::Value,
            "receiver" => Key::Receiver,
            "last-arg" => Key::LastArg,
            "variable" => Key::Variable,
            _ => match text.split_once(' ') {
                Some(("element", index)) => Key::Element(arg(index)?),
                Some(("field", object)) => Key::Field(arg(object)?),
                Some(("entry", key)) => Key::Entry(arg(key)?),
                Some(_) => return None,
                None => match text.strip_prefix("this.") {
                    Some(field) => Key::FieldOfThis(Text::Owned(field.to_owned())),
                    None => Key::Arg(arg(text)?),
                },
            },
        })
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Key::This => f.write_str("this"),
            Key::Arg(n) => write!(f, "arg{n}"),
            Key::Result => f.write_str("result"),
            Key::Class => f.write_str("class"),
            Key::Thread => f.write_str("thread"),
            Key::Element(n) => write!(f, "element arg{n}"),
            Key::Field(n) => write!(f, "field arg{n}"),
            Key::Entry(n) => write!(f, "entry arg{n}"),
            Key::Object => f.write_str("object"),
            Key::Value => f.write_str("value"),
            Key::FieldOfThis(name) => write!(f, "this.{name}"),
            Key::Receiver => f.write_str("receiver"),
            Key::LastArg => f.write_str("last-arg"),
            Key::Variable => f.write_str("variable"),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.verb.word(), self.key)?;
        match self.when {
            When::Always => Ok(()),
            when => write!(f, " if {}", when.word()),
        }
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            At::Entry => f.write_str("at entry"),
            At::Return => f.write_str("at return"),
            At::Throw => f.write_str("at throw"),
            At::BeforeCall(c) => write!(
                f,
                "before the call of {}.{}{}",
                c.class, c.method, c.descriptor
            ),
            At::AfterCall(c) => write!(
                f,
                "after the call of {}.{}{}",
                c.class, c.method, c.descriptor
            ),
            At::AfterRead(it) => write!(f, "after the read of {}.{}", it.class, it.field),
            At::BeforeWrite(it) => write!(f, "before the write of {}.{}", it.class, it.field),
        }
    }
}

impl fmt::Display for Hook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}.{}{}: {} {}",
            self.class, self.method, self.descriptor, self.action, self.at
        )
    }
}
