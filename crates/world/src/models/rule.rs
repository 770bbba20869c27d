//! What a model says. `models/README.md` tells it to those who write models.
//!
//! Like `parse`, this file is part of `build.rs` too, and so refers to nothing in the crate but its sibling.

use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;

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
    /// However the method is left.
    Finally,
    /// Before each call of that method in the body.
    BeforeCall(Callee),
    /// After each such call, when it returns normally.
    AfterCall(Callee),
    /// After each getfield of that field in the body.
    AfterRead(FieldName),
    /// Before each putfield of that field in the body.
    BeforeWrite(FieldName),
}

impl At {
    /// Whether a return comes by here.
    pub fn is_at_return(&self) -> bool {
        matches!(self, At::Return | At::Finally)
    }

    /// Whether an exception that leaves the method comes by here.
    pub fn is_at_throw(&self) -> bool {
        matches!(self, At::Throw | At::Finally)
    }
}

/// A method as a call instruction names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Callee {
    pub class: Text,
    pub method: Text,
    pub descriptor: Text,
}

impl Callee {
    /// The call by which a map asks a key for its hash code.
    pub fn hash_code() -> Self {
        Callee {
            class: Text::Borrowed("java/lang/Object"),
            method: Text::Borrowed("hashCode"),
            descriptor: Text::Borrowed("()I"),
        }
    }
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
    /// The key is an element of the collection `this`: values that are one object everywhere count within it alone.
    pub in_this: bool,
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

            pub(super) fn from_word(word: &str) -> Option<Self> {
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
        /// T acquires each element of the key, an array.
        AcquireEach = "acquire-each",
        /// Joins T into the arrivals' clock, the same that read-unlock joins into and only `gather` and write-lock acquire.
        Arrive = "arrive",
        /// T acquires the arrivals' clock.
        Gather = "gather",
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
        /// The attempt succeeded: release and acquire. Without an attempt, nothing.
        Commit = "commit",
        /// The attempt failed: acquire alone. Without an attempt, nothing.
        Abandon = "abandon",
        /// What T is now, later `opaque-write`s of this thread publish.
        ReleaseFence = "release-fence",
        /// T acquires what the variables of its earlier `opaque-read`s held then.
        AcquireFence = "acquire-fence",
        /// Joins into K what T was at its last release fence, if it had one.
        OpaqueWrite = "opaque-write",
        /// Keeps K for T's next acquire fence.
        OpaqueRead = "opaque-read",
        /// The current thread is about to start the thread that is the key.
        Fork = "fork",
        /// The key, a thread, does its last action.
        End = "end",
        /// T acquires the end of the key, a thread; nothing if it has not ended.
        Join = "join",
        /// T acquires the end of the initializer of the key, a class, or of a field's class.
        Initialized = "initialized",
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
        /// The method's second argument, a boolean, is true.
        SecondArgument = "arg2",
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
    /// The entry of the map `this` that the method looks for, told by the hash code it asks a key for.
    Entry,
    /// Around a field access: the object whose field it is.
    Object,
    /// After a read of a field: the value read.
    Value,
    /// Before a call with at most one argument, of one stack slot: its receiver.
    Receiver,
    /// Before a call: its last argument.
    LastArg,
    /// Before a call: each of its one or two arguments.
    Args,
    /// Around a `VarHandle` call: the variable it accesses.
    Variable,
    /// The variable in the object that is the first argument, at the offset that is the second.
    Memory,
    /// What the reference `this` and the referent, an argument, have in common.
    Watched(u8),
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
    /// The first class of those that the file lists together with it.
    pub first: Text,
    /// An object of this class that JDK code creates orders nothing: it is a detail of a class that has its own model.
    pub silent_in_jdk: bool,
    /// JDK classes that create such objects on the user's behalf: those speak.
    pub unless_in: Cow<'static, [Text]>,
    /// The reference field that holds the actual key, which is what has to be silenced.
    pub key: Option<Text>,
    /// Static methods, as `class.method`, that create such objects for whoever calls them.
    pub factories: Cow<'static, [Text]>,
    pub jdk: RangeInclusive<u16>,
}

/// A library class whose `synchronized` methods and blocks count as the program's own do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MonitorUser {
    pub class: Text,
    pub jdk: RangeInclusive<u16>,
}

impl Hook {
    /// Whether the hook is for the method of its class that has this name and descriptor.
    pub fn is_for(&self, method: &str, descriptor: &str) -> bool {
        self.method == "*" || (self.method == method && self.descriptor == descriptor)
    }

    /// The name of the rule that it comes from. Hooks of one name go together: those of a compare-and-set.
    pub fn rule(&self) -> String {
        let Hook {
            class,
            method,
            descriptor,
            ..
        } = self;
        match self.action.compare_and_set() {
            Some(whole) => format!("{class}.{method}{descriptor}: {whole}"),
            None => self.to_string(),
        }
    }
}

impl CallRule {
    /// The names of its parts: the runtime's method, or each action around the call.
    pub(super) fn parts(&self) -> Vec<String> {
        match &self.how {
            Caller::Via(via) => vec![self.part("via", via)],
            Caller::Around { before, after } => {
                let part = |place, it: &Action| match it.compare_and_set() {
                    Some(whole) => self.part("around", whole),
                    None => self.part(place, it),
                };
                let before = before.iter().map(|it| part("before", it));
                let after = after.iter().map(|it| part("after", it));
                before.chain(after).collect()
            }
        }
    }

    /// The name of what stands there; the actions of a compare-and-set have one together.
    fn part(&self, place: &str, what: impl fmt::Display) -> String {
        let descriptor = self.descriptor.as_deref().unwrap_or_default();
        format!("{}.{}{descriptor}: {place} {what}", self.class, self.method)
    }

    /// Leaves out the parts whose names do not stay.
    pub(super) fn retain(&mut self, stays: impl Fn(String) -> bool) {
        let mut staying = self
            .parts()
            .into_iter()
            .map(stays)
            .collect::<Vec<_>>()
            .into_iter();
        let mut stays = |_: &Action| staying.next().unwrap_or(true);
        match &mut self.how {
            Caller::Around { before, after } => {
                before.to_mut().retain(&mut stays);
                after.to_mut().retain(&mut stays);
            }
            Caller::Via(_) => {
                if !staying.next().unwrap_or(true) {
                    self.how = Caller::Around {
                        before: Cow::Borrowed(&[]),
                        after: Cow::Borrowed(&[]),
                    };
                }
            }
        }
    }
}

impl Action {
    /// If it is one of the actions around a compare-and-set: how all of them are called.
    fn compare_and_set(&self) -> Option<String> {
        matches!(self.verb, Verb::Attempt | Verb::Commit | Verb::Abandon)
            .then(|| format!("compare-and-set {}", self.key))
    }
}

impl When {
    pub fn needs_result(self) -> bool {
        !matches!(
            self,
            When::Always | When::Application | When::SecondArgument
        )
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
            Key::Entry => f.write_str("entry"),
            Key::Object => f.write_str("object"),
            Key::Value => f.write_str("value"),
            Key::FieldOfThis(name) => write!(f, "this.{name}"),
            Key::Receiver => f.write_str("receiver"),
            Key::LastArg => f.write_str("last-arg"),
            Key::Args => f.write_str("args"),
            Key::Variable => f.write_str("variable"),
            Key::Memory => f.write_str("memory"),
            Key::Watched(n) => write!(f, "watched arg{n}"),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.verb.word(), self.key)?;
        if self.in_this {
            f.write_str(" in this")?;
        }
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
            At::Finally => f.write_str("finally"),
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
