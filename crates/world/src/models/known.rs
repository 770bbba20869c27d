//! What `redflag check` takes classes and methods for, as it does not run them: by their names.
//!
//! Like `parse`, this file is part of `build.rs` too.

use super::parse::{Misfit, jdk_range, method_name, one_or_many};
use super::rule::Text;
use serde::Deserialize;
use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;
use toml::Spanned;

/// Which classes a rule is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Classes {
    One(Text),
    /// Those of a package and of the packages within, by what their names begin with: it ends with a slash.
    Package(Text),
    /// Those with a simple name that ends with this word.
    Word(Text),
    Any,
}

/// What is known of methods, by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodRule {
    pub classes: Classes,
    /// `None`: every method of the class.
    pub method: Option<Text>,
    /// `None`: all of that name.
    pub descriptor: Option<Text>,
    pub jdk: RangeInclusive<u16>,
    pub locking: Option<Locking>,
    pub runs: Option<Runs>,
    /// The methods that it calls of its first argument, each as class, name and descriptor.
    pub calls: Cow<'static, [(Text, Text, Text)]>,
    pub starts_threads: bool,
    /// It returns when others have done what they were to do.
    pub waits: bool,
    /// Whoever calls it, and what overrides it, begins or ends the life of the object: no other thread has it then.
    pub life_cycle: bool,
    pub thread: Option<OnThread>,
    pub result: Option<Answer>,
    /// The arguments that are containers of which it reads the contents, and those of which it changes them. They count from 1.
    pub reads: Cow<'static, [u8]>,
    pub writes: Cow<'static, [u8]>,
}

/// What a call does to a lock or to an atomic variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Locking {
    pub does: Does,
    pub which: Which,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Does {
    Lock(LockVerb),
    Atomic(AtomicVerb),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LockVerb {
    Lock,
    ReadLock,
    /// It answers whether it is held.
    TryLock,
    TryReadLock,
    Unlock,
    ReadUnlock,
    /// It gives back what is held, in whatever mode.
    UnlockEither,
    /// It begins a read that will be looked at afterwards.
    OptimisticRead,
}

/// How the last arguments change an atomic variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AtomicVerb {
    /// Set to the last argument if it is the one before, which the answer tells.
    CompareAndSet,
    /// Set to the last argument; it answers what it was.
    GetAndSet,
    GetAndIncrement,
    Increment,
    Set,
    /// Set to what nobody knows.
    Change,
    /// Likewise; it answers what that is.
    ChangeAndGet,
}

/// Arguments count from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Which {
    This,
    Arg(u8),
    FieldOfThis(Text),
    MonitorOfThis,
    MonitorOf(u8),
    /// The monitor of the rule's class.
    Class,
}

/// When and where a method runs a function that it is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Runs {
    /// Before it returns.
    Now,
    AnyThread,
    /// Always on the same thread, such as that of the user interface.
    OneThread,
    Unknown,
}

/// What a method says of the thread that runs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OnThread {
    /// It returns only on the thread of the user interface.
    One,
    /// It returns only on others.
    Others,
    /// It answers whether it runs on that thread.
    Asks,
}

/// What a method's result is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Nobody else has it.
    Owned,
    /// Whoever calls it again gets the same.
    Functional,
    /// Several threads may use it.
    ThreadSafe,
    /// It is that operand.
    Is(Operand),
    /// It is what that operand is, in another form.
    As(Operand),
    /// It locks what the method is called on.
    LockOfThis,
    ReadLockOfThis,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operand {
    This,
    Arg(u8),
}

/// What is known of classes, by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassRule {
    pub classes: Classes,
    pub jdk: RangeInclusive<u16>,
    pub says: OfClass,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OfClass {
    Is(Is),
    /// The names of all methods that classes below it may override, but for those of `Object`.
    Overridable(Cow<'static, [Text]>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Is {
    /// Several threads may use its objects, whatever its code looks like.
    ThreadSafe,
    /// What its methods answer is its user's alone.
    Builder,
    /// A thread begins with its `run`.
    Thread,
    /// Its interfaces are called without a word about threads.
    Unannotated,
    /// Classes right below it are made by a compiler to run a program's code.
    Machinery,
    /// Its objects are functions: they have one method that says anything.
    Function,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RawMethod {
    class: Option<Spanned<String>>,
    #[serde(default)]
    classes: Vec<Spanned<String>>,
    method: Option<Spanned<String>>,
    #[serde(default)]
    methods: Vec<Spanned<String>>,
    jdk: Option<Spanned<String>>,
    does: Option<Spanned<String>>,
    runs: Option<Runs>,
    #[serde(default)]
    calls: Vec<Spanned<String>>,
    #[serde(default)]
    starts_threads: bool,
    #[serde(default)]
    waits: bool,
    #[serde(default)]
    life_cycle: bool,
    thread: Option<OnThread>,
    result: Option<Spanned<String>>,
    #[serde(default)]
    reads: Vec<Spanned<String>>,
    #[serde(default)]
    writes: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RawClass {
    class: Option<Spanned<String>>,
    #[serde(default)]
    classes: Vec<Spanned<String>>,
    jdk: Option<Spanned<String>>,
    is: Option<Is>,
    overridable: Option<Vec<Spanned<String>>>,
}

impl RawMethod {
    pub fn expand(&self, rule: usize, methods: &mut Vec<MethodRule>) -> Result<(), Misfit> {
        let jdk = jdk_range(self.jdk.as_ref())?;
        let known = self.known(rule)?;
        let names = one_or_many(self.method.as_ref(), &self.methods, "method", rule)?;
        for class in one_or_many(self.class.as_ref(), &self.classes, "class", rule)? {
            let classes = Classes::parse(class)?;
            for name in names {
                let (method, descriptor) = named(name)?;
                if classes == Classes::Any && method.is_none() {
                    let reason = "a rule for every method of every class says nothing";
                    return Err((rule, reason.to_owned()));
                }
                if classes.one().is_none()
                    && known
                        .locking
                        .as_ref()
                        .is_some_and(|it| it.which == Which::Class)
                {
                    let reason = "the key `class` is that of a rule for one class by its name";
                    return Err((rule, reason.to_owned()));
                }
                known
                    .check_types(descriptor.as_deref())
                    .map_err(|reason| (name.span().start, reason))?;
                methods.push(MethodRule {
                    classes: classes.clone(),
                    method,
                    descriptor,
                    jdk: jdk.clone(),
                    ..known.clone()
                });
            }
        }
        Ok(())
    }

    /// What the rule says, of whichever method.
    fn known(&self, rule: usize) -> Result<MethodRule, Misfit> {
        let calls = self.calls.iter().map(|text| {
            let (class, method) = text.get_ref().split_once('.').ok_or_else(|| {
                let reason = format!(
                    "`{}` is not of the form class.method(descriptor)",
                    text.get_ref()
                );
                (text.span().start, reason)
            })?;
            let (method, descriptor) = method_name(&Spanned::new(text.span(), method.to_owned()))?;
            Ok((Text::Owned(class.to_owned()), method, descriptor))
        });
        let known = MethodRule {
            classes: Classes::Any,
            method: None,
            descriptor: None,
            jdk: 0..=u16::MAX,
            locking: self.does.as_ref().map(Locking::parse).transpose()?,
            runs: self.runs,
            calls: calls.collect::<Result<Vec<_>, Misfit>>()?.into(),
            starts_threads: self.starts_threads,
            waits: self.waits,
            life_cycle: self.life_cycle,
            thread: self.thread,
            result: self.result.as_ref().map(Answer::parse).transpose()?,
            reads: containers(&self.reads)?,
            writes: containers(&self.writes)?,
        };
        match known.is_empty() {
            true => Err((
                rule,
                "the rule says nothing: it needs `does`, `runs`, `calls`, `starts-threads`, `waits`, `life-cycle`, `thread`, `result`, `reads` or `writes`".to_owned(),
            )),
            false => Ok(known),
        }
    }
}

impl RawClass {
    pub fn expand(&self, rule: usize, all: &mut Vec<ClassRule>) -> Result<(), Misfit> {
        let jdk = jdk_range(self.jdk.as_ref())?;
        for class in one_or_many(self.class.as_ref(), &self.classes, "class", rule)? {
            let classes = Classes::parse(class)?;
            if classes == Classes::Any {
                let reason = "a rule for every class says nothing";
                return Err((class.span().start, reason.to_owned()));
            }
            all.push(ClassRule {
                classes,
                jdk: jdk.clone(),
                says: self.says(rule)?,
            });
        }
        Ok(())
    }

    fn says(&self, rule: usize) -> Result<OfClass, Misfit> {
        match (self.is, &self.overridable) {
            (Some(is), None) => Ok(OfClass::Is(is)),
            (None, Some(names)) => {
                let names = names.iter().map(|it| match named(it)? {
                    (Some(name), None) => Ok(name),
                    _ => Err((it.span().start, "only the name is needed".to_owned())),
                });
                let names: Result<Vec<Text>, Misfit> = names.collect();
                Ok(OfClass::Overridable(names?.into()))
            }
            _ => Err((
                rule,
                "the rule needs either `is` or `overridable`".to_owned(),
            )),
        }
    }
}

/// A method by its name, with or without a descriptor, or `*`.
fn named(text: &Spanned<String>) -> Result<(Option<Text>, Option<Text>), Misfit> {
    let name = text.get_ref();
    if name == "*" {
        return Ok((None, None));
    }
    if name.contains('(') {
        let (method, descriptor) = method_name(text)?;
        return Ok((Some(method), Some(descriptor)));
    }
    if name.is_empty() || name.contains(['.', ';', '[', '/', ' ', '*', ')']) {
        let reason =
            format!("`{name}` is not a method: a name, a name with its descriptor, or `*`");
        return Err((text.span().start, reason));
    }
    Ok((Some(Text::Owned(name.clone())), None))
}

impl Classes {
    /// The class, if it is one by its name.
    pub fn one(&self) -> Option<&Text> {
        match self {
            Classes::One(name) => Some(name),
            _ => None,
        }
    }

    fn parse(text: &Spanned<String>) -> Result<Classes, Misfit> {
        let name = text.get_ref();
        let owned = |part: &str| Text::Owned(part.to_owned());
        let is_plain = |part: &str| !part.is_empty() && !part.contains(['.', ';', '[', ' ', '*']);
        // A word begins with the last capital letter of a name, so that it is found by hashing.
        let is_word = |part: &str| {
            let mut letters = part.chars();
            letters.next().is_some_and(char::is_uppercase) && !letters.any(char::is_uppercase)
        };
        match (name.strip_suffix('*'), name.strip_prefix('*')) {
            (Some(""), _) => Ok(Classes::Any),
            (Some(package), _) if is_plain(package) && package.ends_with('/') => {
                Ok(Classes::Package(owned(package)))
            }
            (_, Some(word)) if is_plain(word) && is_word(word) => Ok(Classes::Word(owned(word))),
            (None, None) if is_plain(name) => Ok(Classes::One(owned(name))),
            _ => Err((
                text.span().start,
                format!(
                    "`{name}` is not a class name with slashes, a package such as a/b/*, a last word such as *Builder, or `*`"
                ),
            )),
        }
    }
}

impl Locking {
    fn parse(text: &Spanned<String>) -> Result<Locking, Misfit> {
        let misfit = |reason: String| (text.span().start, reason);
        let (action, is_asked) = match text.get_ref().split_once(" if ") {
            None => (text.get_ref().as_str(), false),
            Some((action, "true" | "nonzero")) => (action, true),
            Some((_, word)) => {
                return Err(misfit(format!(
                    "`{word}` is not a condition here: true or nonzero"
                )));
            }
        };
        let (verb, key) = action
            .split_once(' ')
            .ok_or_else(|| misfit(format!("`{action}` is not VERB KEY [if CONDITION]")))?;
        let does = match (verb, is_asked) {
            ("lock" | "write-lock", false) => Does::Lock(LockVerb::Lock),
            ("lock" | "write-lock", true) => Does::Lock(LockVerb::TryLock),
            ("read-lock", false) => Does::Lock(LockVerb::ReadLock),
            ("read-lock", true) => Does::Lock(LockVerb::TryReadLock),
            ("unlock" | "write-unlock", false) => Does::Lock(LockVerb::Unlock),
            ("read-unlock", false) => Does::Lock(LockVerb::ReadUnlock),
            ("unlock-either", false) => Does::Lock(LockVerb::UnlockEither),
            ("optimistic-read", false) => Does::Lock(LockVerb::OptimisticRead),
            ("compare-and-set", false) => Does::Atomic(AtomicVerb::CompareAndSet),
            ("get-and-set", false) => Does::Atomic(AtomicVerb::GetAndSet),
            ("get-and-increment", false) => Does::Atomic(AtomicVerb::GetAndIncrement),
            ("increment", false) => Does::Atomic(AtomicVerb::Increment),
            ("set", false) => Does::Atomic(AtomicVerb::Set),
            ("change", false) => Does::Atomic(AtomicVerb::Change),
            ("change-and-get", false) => Does::Atomic(AtomicVerb::ChangeAndGet),
            (_, true) => {
                return Err(misfit(format!(
                    "`{verb}` has no condition: only lock, write-lock and read-lock"
                )));
            }
            _ => {
                return Err(misfit(format!(
                    "`{verb}` is not a verb here: lock, unlock, write-lock, write-unlock, read-lock, read-unlock, unlock-either, optimistic-read, compare-and-set, get-and-set, get-and-increment, increment, set, change or change-and-get"
                )));
            }
        };
        let which = Which::parse(key).ok_or_else(|| {
            misfit(format!("`{key}` is not a key here: this, arg1..., this.FIELD, class, monitor this or monitor arg1..."))
        })?;
        Ok(Locking { does, which })
    }
}

impl Which {
    fn parse(text: &str) -> Option<Which> {
        match (text.strip_prefix("monitor "), text.strip_prefix("this.")) {
            (Some("this"), _) => Some(Which::MonitorOfThis),
            (Some(argument), _) => number(argument).map(Which::MonitorOf),
            (_, Some(field)) => {
                (!field.is_empty()).then(|| Which::FieldOfThis(Text::Owned(field.to_owned())))
            }
            _ => match text {
                "this" => Some(Which::This),
                "class" => Some(Which::Class),
                _ => number(text).map(Which::Arg),
            },
        }
    }
}

/// The arguments that `reads` or `writes` names.
fn containers(texts: &[Spanned<String>]) -> Result<Cow<'static, [u8]>, Misfit> {
    let argument = |text: &Spanned<String>| {
        number(text.get_ref()).ok_or_else(|| {
            let reason = format!("`{}` is not an argument: arg1...", text.get_ref());
            (text.span().start, reason)
        })
    };
    let arguments = texts.iter().map(argument);
    Ok(arguments.collect::<Result<Vec<_>, Misfit>>()?.into())
}

/// Which argument it is.
fn number(text: &str) -> Option<u8> {
    let number = text.strip_prefix("arg")?.parse().ok();
    number.filter(|it| *it > 0)
}

impl Answer {
    fn parse(text: &Spanned<String>) -> Result<Answer, Misfit> {
        let operand = |word: &str| match word {
            "this" => Some(Operand::This),
            _ => number(word).map(Operand::Arg),
        };
        let words = text.get_ref();
        let answer = match words.as_str() {
            "owned" => Some(Answer::Owned),
            "functional" => Some(Answer::Functional),
            "thread-safe" => Some(Answer::ThreadSafe),
            "lock of this" => Some(Answer::LockOfThis),
            "read-lock of this" => Some(Answer::ReadLockOfThis),
            _ => match words.strip_prefix("as ") {
                Some(word) => operand(word).map(Answer::As),
                None => operand(words).map(Answer::Is),
            },
        };
        answer.ok_or_else(|| {
            let reason = format!(
                "`{words}` is not a result: owned, functional, thread-safe, this, arg1..., as this, as arg1..., lock of this or read-lock of this"
            );
            (text.span().start, reason)
        })
    }
}

impl MethodRule {
    fn is_empty(&self) -> bool {
        let Self {
            locking,
            runs,
            calls,
            starts_threads,
            waits,
            life_cycle,
            thread,
            result,
            reads,
            writes,
            ..
        } = self;
        locking.is_none()
            && runs.is_none()
            && calls.is_empty()
            && !starts_threads
            && !waits
            && !life_cycle
            && thread.is_none()
            && result.is_none()
            && reads.is_empty()
            && writes.is_empty()
    }

    /// The arguments of which it reads or changes the contents.
    pub(super) fn containers(&self) -> impl Iterator<Item = u8> {
        self.reads.iter().chain(&*self.writes).copied()
    }

    /// Whether what it says fits the types in a descriptor, if there is one.
    fn check_types(&self, descriptor: Option<&str>) -> Result<(), String> {
        let Some((parameters, result)) = descriptor.and_then(super::parse::split_descriptor) else {
            return match descriptor {
                Some(it) => Err(format!("`{it}` is not a descriptor")),
                None => Ok(()),
            };
        };
        let is_reference = |it: &&str| it.starts_with(['L', '[']);
        let parameter = |n: u8| parameters.get(usize::from(n) - 1).is_some_and(is_reference);
        let misfit = |reason: &str| Err(format!("`{}`: {reason}", descriptor.unwrap_or_default()));
        if let Some(Locking { does, which }) = &self.locking {
            if matches!(does, Does::Lock(LockVerb::TryLock | LockVerb::TryReadLock))
                && !matches!(result, "Z" | "I" | "J")
            {
                return misfit("the condition does not fit the type of the result");
            }
            if let Which::Arg(n) | Which::MonitorOf(n) = which
                && !parameter(*n)
            {
                return misfit("there is no such argument that is a reference");
            }
        }
        if !self.containers().all(parameter) {
            return misfit("there is no such argument that is a reference");
        }
        if self.thread == Some(OnThread::Asks) && result != "Z" {
            return misfit("what asks for the thread answers a boolean");
        }
        match self.result {
            Some(_) if result == "V" => misfit("there is no result"),
            Some(Answer::As(Operand::Arg(n)) | Answer::Is(Operand::Arg(n)))
                if parameters.len() < usize::from(n) =>
            {
                misfit("there is no such argument")
            }
            _ if !self.calls.is_empty() && !parameter(1) => {
                misfit("its first argument is none that has methods")
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Classes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Classes::One(name) => f.write_str(name),
            Classes::Package(start) => write!(f, "{start}*"),
            Classes::Word(word) => write!(f, "*{word}"),
            Classes::Any => f.write_str("*"),
        }
    }
}
