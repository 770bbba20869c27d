//! What classes and methods are taken for by their names: the models, put in order for quick answers.

use std::borrow::Cow;

use cache::{Digest, digest};
use rustc_hash::{FxHashMap, FxHashSet};
use world::models::known::{
    self, Answer, AtomicVerb, Classes, Does, Is, LockVerb, Locking, OnThread, Runs,
};
use world::models::{self, At, Hook, Key, MethodRule, Models, Verb, When};

use crate::domains::Mode;
use crate::summary::Kind;

/// What containers are like in the newest JDK is what they are like to the analysis.
pub const NEWEST_JDK: u16 = 25;

/// Under this name stands what is said of all classes.
const ANY: &str = "*";

/// What is known of the method that a call names.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Known<'m> {
    pub effect: Option<Effect<'m>>,
    /// The arguments that are containers of which it reads the contents, and those of which it changes them. They count from 1.
    pub reads: &'m [u8],
    pub writes: &'m [u8],
    pub result: Option<Answer>,
    pub runs: Option<Runs>,
    pub thread: Option<OnThread>,
    /// It shows that its user works with several threads.
    pub starts_threads: bool,
    /// It returns when other threads have done what they were to do.
    pub waits: bool,
    /// It calls a method of its first argument: see [`Library::declarers`].
    pub runs_action: bool,
    /// What is said is said of a class whose code is there, and counts instead of it.
    pub is_of_program: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect<'m> {
    Lock(LockVerb, Which<'m>),
    Atomic(AtomicVerb, Which<'m>),
    Container(Kind),
}

/// The lock. Arguments count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which<'m> {
    This,
    Arg(u8),
    FieldOfThis(&'m str),
    MonitorOfThis,
    MonitorOf(u8),
    Class(&'m str),
}

/// How a lock is taken or given back.
pub fn mode(verb: LockVerb) -> Mode {
    match verb {
        LockVerb::ReadLock
        | LockVerb::TryReadLock
        | LockVerb::ReadUnlock
        | LockVerb::OptimisticRead => Mode::Shared,
        LockVerb::Lock | LockVerb::TryLock | LockVerb::Unlock | LockVerb::UnlockEither => {
            Mode::Exclusive
        }
    }
}

/// What a class is, a bit for each [`Is`] that is said of it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sorts(u8);

impl Sorts {
    /// The user says that it is thread-safe, so that its own code need not be looked at.
    const TRUSTED: Sorts = Sorts(1 << 7);

    fn of(is: Is) -> Sorts {
        Sorts(1 << is as u8)
    }

    pub fn is(self, is: Is) -> bool {
        self.0 & Sorts::of(is).0 != 0
    }

    pub fn is_trusted(self) -> bool {
        self.0 & Sorts::TRUSTED.0 != 0
    }

    #[must_use]
    pub fn and(self, others: Sorts) -> Sorts {
        Sorts(self.0 | others.0)
    }
}

/// What is said of a class, or of the classes of a package.
#[derive(Default)]
struct OfClass<'m> {
    sorts: Sorts,
    every: Known<'m>,
    by_name: FxHashMap<&'m str, OfName<'m>>,
}

/// What is said of the methods of a name.
#[derive(Default)]
struct OfName<'m> {
    all: Known<'m>,
    /// By descriptor.
    some: Vec<(&'m str, Known<'m>)>,
}

pub struct Library<'m> {
    /// By the name of a class, that of a package with a slash at its end, or [`ANY`].
    classes: FxHashMap<&'m str, OfClass<'m>>,
    /// By the last word of a class's name.
    words: FxHashMap<&'m str, Sorts>,
    /// Names and descriptors of the methods that others call of their first argument, with the types that declare them.
    actions: FxHashMap<(&'m str, &'m str), FxHashSet<&'m str>>,
    /// By name the types with a method that begins or ends the life of its object.
    life_cycle: FxHashMap<&'m str, FxHashSet<&'m str>>,
    /// By type the methods that classes below it may override, where these are known.
    overridable: FxHashMap<&'m str, &'m [Cow<'static, str>]>,
    /// Containers that two threads must not use at once.
    plain_containers: FxHashSet<&'m str>,
    digest: Digest,
}

impl<'m> Library<'m> {
    /// The bundled models and the user's; where they contradict each other, the user's count.
    pub fn of(user: Option<&'m Models>) -> Library<'m> {
        let mut library = Library {
            classes: FxHashMap::default(),
            words: FxHashMap::default(),
            actions: FxHashMap::default(),
            life_cycle: FxHashMap::default(),
            overridable: FxHashMap::default(),
            plain_containers: FxHashSet::default(),
            digest: user.map_or(0, |it| digest(format!("{it:?}").as_bytes())),
        };
        library.add(Models::builtin());
        if let Some(user) = user {
            library.add_hooks(user.hooks());
            library.add(user);
            library.trust(user);
        }
        library
    }

    fn add(&mut self, models: &'m Models) {
        self.add_containers(models);
        for rule in models
            .methods()
            .iter()
            .filter(|it| it.jdk.contains(&NEWEST_JDK))
        {
            self.add_method(rule);
        }
        for rule in models
            .classes()
            .iter()
            .filter(|it| it.jdk.contains(&NEWEST_JDK))
        {
            match &rule.says {
                known::OfClass::Is(is) => self.add_sort(&rule.classes, Sorts::of(*is)),
                known::OfClass::Overridable(names) => {
                    self.overridable.insert(key(&rule.classes), names);
                }
            }
        }
    }

    fn add_sort(&mut self, classes: &'m Classes, sort: Sorts) {
        let sorts = match classes {
            Classes::Word(word) => self.words.entry(word).or_default(),
            named => &mut self.classes.entry(key(named)).or_default().sorts,
        };
        *sorts = sorts.and(sort);
    }

    fn trust(&mut self, models: &'m Models) {
        for rule in models
            .classes()
            .iter()
            .filter(|it| it.says == known::OfClass::Is(Is::ThreadSafe))
        {
            self.add_sort(&rule.classes, Sorts::TRUSTED);
        }
    }

    /// Interfaces count as what they are most often: of several containers behind one the call that changes counts.
    fn add_containers(&mut self, models: &'m Models) {
        let all = models.containers_to_check(NEWEST_JDK);
        for container in all.filter(|it| it.lock.is_none()) {
            self.plain_containers.insert(&container.class);
            let classes = std::iter::once(&container.class).chain(&*container.through);
            for (class, (method, effect)) in
                classes.flat_map(|c| container.methods.iter().map(move |m| (c, m)))
            {
                let kind = match effect {
                    models::Effect::Read | models::Effect::ReadElement => Kind::ContainerRead,
                    models::Effect::Write | models::Effect::WriteElement => Kind::ContainerWrite,
                    _ => continue,
                };
                let known = self.said(class, Some(method), None);
                known.effect = Some(match known.effect {
                    Some(Effect::Container(before)) => Effect::Container(kind.max(before)),
                    _ => Effect::Container(kind),
                });
            }
        }
    }

    fn add_method(&mut self, rule: &'m MethodRule) {
        let class = key(&rule.classes);
        let locking = rule.locking.as_ref();
        let known = Known {
            effect: locking.map(|it| effect(it, class)),
            reads: &rule.reads,
            writes: &rule.writes,
            result: rule.result,
            runs: rule.runs,
            thread: rule.thread,
            starts_threads: rule.starts_threads,
            waits: rule.waits,
            runs_action: !rule.calls.is_empty(),
            is_of_program: false,
        };
        let before = self.said(class, rule.method.as_deref(), rule.descriptor.as_deref());
        *before = known.or(*before);
        if let Some(name) = rule.method.as_deref().filter(|_| rule.life_cycle) {
            self.life_cycle.entry(name).or_default().insert(class);
        }
        for (class, name, descriptor) in &*rule.calls {
            let declarers = self.actions.entry((name, descriptor)).or_default();
            declarers.insert(class);
        }
    }

    /// Where a run hooks the lock in, `redflag check` need not be told of it again.
    fn add_hooks(&mut self, hooks: &'m [Hook]) {
        let mut by_method: FxHashMap<(&str, &str, &str), Vec<Effect<'m>>> = FxHashMap::default();
        for hook in hooks.iter().filter(|it| it.method != "*") {
            if let Some(effect) = locking(hook) {
                let effects = by_method.entry((&hook.class, &hook.method, &hook.descriptor));
                effects.or_default().push(effect);
            }
        }
        for ((class, method, descriptor), mut effects) in by_method {
            effects.dedup();
            // What gives a lock up and takes it again, as a wait does, has it before and after.
            if let [effect] = effects[..] {
                let known = self.said(class, Some(method), Some(descriptor));
                known.effect = Some(effect);
            }
        }
    }

    /// What is said of methods so far.
    fn said(
        &mut self,
        class: &'m str,
        method: Option<&'m str>,
        descriptor: Option<&'m str>,
    ) -> &mut Known<'m> {
        let of_class = self.classes.entry(class).or_default();
        let Some(method) = method else {
            return &mut of_class.every;
        };
        let of_name = of_class.by_name.entry(method).or_default();
        let Some(descriptor) = descriptor else {
            return &mut of_name.all;
        };
        let some = &mut of_name.some;
        let at = some.iter().position(|(it, _)| *it == descriptor);
        let at = at.unwrap_or_else(|| {
            some.push((descriptor, Known::default()));
            some.len() - 1
        });
        &mut some[at].1
    }

    /// What a method is taken for that is named so: what is said of fewer methods counts before what is said of more.
    pub fn method(&self, class: &str, name: &str, descriptor: &str) -> Known<'m> {
        let levels = levels(class).chain([ANY]);
        let said = levels.filter_map(|it| self.classes.get(it));
        let said = said.map(|it| it.method(name, descriptor));
        let known = said.fold(Known::default(), Known::or);
        let is_view = known.effect.is_none() && known.result.is_none();
        match is_view && answers_container(descriptor) && self.class(class).is(Is::ThreadSafe) {
            true => Known {
                result: Some(Answer::ThreadSafe),
                ..known
            },
            false => known,
        }
    }

    /// What a class is that is named so.
    pub fn class(&self, name: &str) -> Sorts {
        let said = levels(name).filter_map(|it| self.classes.get(it));
        let by_name = said.fold(Sorts::default(), |all, it| all.and(it.sorts));
        let word = name.rfind(|it: char| it.is_uppercase());
        let by_word = word.and_then(|at| self.words.get(&name[at..]));
        by_name.and(by_word.copied().unwrap_or_default())
    }

    /// The types with a method that the library calls for its users at once, if there is one of that name.
    pub fn declarers<'s>(
        &'s self,
        name: &'s str,
        descriptor: &'s str,
    ) -> Option<&'s FxHashSet<&'s str>> {
        self.actions.get(&(name, descriptor))
    }

    /// Whether a method of this name may override one of a type of which nothing but the name is known.
    pub fn may_declare(&self, class: &str, method: &str) -> bool {
        let known = self.overridable.get(class);
        known.is_none_or(|names| names.iter().any(|it| it == method))
    }

    /// The types with a method that begins or ends an object's life, if there is one of that name.
    pub fn life_cycle(&self, name: &str) -> Option<&FxHashSet<&'m str>> {
        self.life_cycle.get(name)
    }

    /// The methods that the library calls for its users at once, in some order: names and descriptors.
    pub fn actions(&self) -> impl Iterator<Item = (&'m str, &'m str)> {
        self.actions.keys().copied()
    }

    /// Whether objects of exactly this class are containers that two threads must not use at once.
    pub fn is_plain_container(&self, class: &str) -> bool {
        self.plain_containers.contains(class)
    }

    /// Of what the user says.
    pub fn digest(&self) -> Digest {
        self.digest
    }
}

impl<'m> OfClass<'m> {
    fn method(&self, name: &str, descriptor: &str) -> Known<'m> {
        let Some(of_name) = self.by_name.get(name) else {
            return self.every;
        };
        let some = of_name.some.iter().find(|(it, _)| *it == descriptor);
        let some = some.map_or(Known::default(), |(_, it)| *it);
        some.or(of_name.all).or(self.every)
    }
}

impl<'m> Known<'m> {
    /// Whether it is said what the method does to locks or containers.
    pub fn is_of_effects(&self) -> bool {
        self.effect.is_some() || !self.reads.is_empty() || !self.writes.is_empty()
    }

    /// This, and what more there is to know.
    #[must_use]
    pub fn or(self, more: Known<'m>) -> Known<'m> {
        Known {
            effect: self.effect.or(more.effect),
            reads: either(self.reads, more.reads),
            writes: either(self.writes, more.writes),
            result: self.result.or(more.result),
            runs: self.runs.or(more.runs),
            thread: self.thread.or(more.thread),
            starts_threads: self.starts_threads || more.starts_threads,
            waits: self.waits || more.waits,
            runs_action: self.runs_action || more.runs_action,
            is_of_program: self.is_of_program || more.is_of_program,
        }
    }
}

/// What is said, if anything is; else what there is more.
fn either<'m>(said: &'m [u8], more: &'m [u8]) -> &'m [u8] {
    if said.is_empty() { more } else { said }
}

fn key(classes: &Classes) -> &str {
    match classes {
        Classes::One(name) | Classes::Package(name) | Classes::Word(name) => name,
        Classes::Any => ANY,
    }
}

fn effect<'m>(locking: &'m Locking, class: &'m str) -> Effect<'m> {
    let which = which(&locking.which, class);
    match locking.does {
        Does::Lock(verb) => Effect::Lock(verb, which),
        Does::Atomic(verb) => Effect::Atomic(verb, which),
    }
}

fn which<'m>(which: &'m known::Which, class: &'m str) -> Which<'m> {
    match which {
        known::Which::This => Which::This,
        known::Which::Arg(n) => Which::Arg(*n),
        known::Which::FieldOfThis(name) => Which::FieldOfThis(name),
        known::Which::MonitorOfThis => Which::MonitorOfThis,
        known::Which::MonitorOf(n) => Which::MonitorOf(*n),
        known::Which::Class => Which::Class(class),
    }
}

/// Whether a hook tells of a lock.
pub fn is_of_lock(hook: &Hook) -> bool {
    locking(hook).is_some()
}

/// What a hook does to a lock, if it is at a place that every call comes by.
fn locking(hook: &Hook) -> Option<Effect<'_>> {
    let (lock, try_lock) = match hook.action.verb {
        Verb::Lock | Verb::WriteLock => (LockVerb::Lock, Some(LockVerb::TryLock)),
        Verb::ReadLock => (LockVerb::ReadLock, Some(LockVerb::TryReadLock)),
        Verb::Unlock | Verb::WriteUnlock => (LockVerb::Unlock, None),
        Verb::ReadUnlock => (LockVerb::ReadUnlock, None),
        Verb::OptimisticRead => (LockVerb::OptimisticRead, None),
        _ => return None,
    };
    let which = match &hook.action.key {
        Key::This => Which::This,
        Key::Arg(n) => Which::Arg(*n),
        Key::FieldOfThis(name) => Which::FieldOfThis(name),
        Key::Class => Which::Class(&hook.class),
        _ => return None,
    };
    let does = match (hook.action.when, try_lock) {
        (When::True | When::Nonzero, Some(asked)) => asked,
        // A lock that is held if the answer is another one is not known to be held.
        (When::Always, _) | (_, None) => lock,
        _ => return None,
    };
    (hook.at != At::Throw).then_some(Effect::Lock(does, which))
}

/// A class, then its packages from the innermost to the outermost.
fn levels(class: &str) -> impl Iterator<Item = &str> {
    let slashes = class.rmatch_indices('/');
    std::iter::once(class).chain(slashes.map(|(at, _)| &class[..=at]))
}

/// Whether a method's result is a collection or a map: of a container, a view.
fn answers_container(descriptor: &str) -> bool {
    let result = descriptor.rsplit_once(')').map_or("", |it| it.1);
    ["Set;", "KeySetView;", "Collection;", "Map;"]
        .iter()
        .any(|it| result.ends_with(it))
}
