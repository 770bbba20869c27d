//! Which library methods order threads, and how, and what `redflag check` takes classes and methods for: the rules of
//! `models/*.toml`.
//!
//! The bundled files are compiled into statics by `build.rs`, so that the agent pays nothing for them at start-up and
//! a bad file fails the build with its line.

mod accesses;
mod check;
mod check_accesses;
mod check_known;
pub mod known;
mod parse;
mod rule;

pub use accesses::{Bulk, Container, Effect, End, Limit, Operand, Range};
pub use check::{CheckError, Mismatch, check, fitting, misfit_in};
pub use known::{ClassRule, MethodRule};
pub use parse::{Error, Origin};
pub use rule::{
    Action, At, CallRule, Callee, Caller, Carrier, FieldName, Hook, Key, MonitorUser, Text, Verb,
    When,
};

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// A set of rules. Hooks and carriers are sorted by class.
#[derive(Debug, Clone, Default)]
pub struct Models {
    hooks: Cow<'static, [Hook]>,
    calls: Cow<'static, [CallRule]>,
    carriers: Cow<'static, [Carrier]>,
    containers: Cow<'static, [Container]>,
    bulks: Cow<'static, [Bulk]>,
    monitors: Cow<'static, [MonitorUser]>,
    methods: Cow<'static, [MethodRule]>,
    classes: Cow<'static, [ClassRule]>,
}

static BUILTIN: Models = {
    use known::{
        Answer, AtomicVerb, Classes, Does, Is, LockVerb, Locking, OfClass, OnThread, Runs, Which,
    };
    use std::borrow::Cow::Borrowed;
    include!(concat!(env!("OUT_DIR"), "/builtin_models.rs"))
};

impl Models {
    /// The bundled models of the JDK.
    pub fn builtin() -> &'static Models {
        &BUILTIN
    }

    /// The models in the text of one file.
    pub fn parse(text: &str, origin: Origin) -> Result<Models, Error> {
        let mut rules = parse::parse(text, origin)?;
        rules.hooks.sort_by(|a, b| a.class.cmp(&b.class));
        rules.carriers.sort_by(|a, b| a.class.cmp(&b.class));
        Ok(Models {
            hooks: rules.hooks.into(),
            calls: rules.calls.into(),
            carriers: rules.carriers.into(),
            containers: rules.containers.into(),
            bulks: rules.bulks.into(),
            monitors: rules.monitors.into(),
            methods: rules.methods.into(),
            classes: rules.classes.into(),
        })
    }

    /// All that `redflag check` makes use of in these models and then in those.
    pub fn join(&mut self, others: &Models) {
        self.hooks.to_mut().extend_from_slice(&others.hooks);
        self.containers
            .to_mut()
            .extend_from_slice(&others.containers);
        self.methods.to_mut().extend_from_slice(&others.methods);
        self.classes.to_mut().extend_from_slice(&others.classes);
        self.hooks.to_mut().sort_by(|a, b| a.class.cmp(&b.class));
    }

    /// These models with more rules; where both have actions at one place, these come first.
    pub fn and(&self, hooks: Vec<Hook>, monitors: &[MonitorUser]) -> Models {
        let mut all = self.clone();
        all.hooks.to_mut().extend(hooks);
        all.hooks.to_mut().sort_by(|a, b| a.class.cmp(&b.class));
        all.monitors.to_mut().extend_from_slice(monitors);
        all
    }

    /// The hooks to insert into a class, in the order in which actions at one place are to run.
    pub fn hooks_for(&self, class: &str, jdk: u16) -> impl Iterator<Item = &Hook> {
        let start = self
            .hooks
            .partition_point(|hook| hook.class.as_ref() < class);
        let end = start + self.hooks[start..].partition_point(|hook| hook.class == class);
        self.hooks[start..end]
            .iter()
            .filter(move |hook| hook.jdk.contains(&jdk))
    }

    /// All hooks, of all releases.
    pub fn hooks(&self) -> &[Hook] {
        &self.hooks
    }

    /// The rules for calls in application code, of all releases.
    pub fn calls(&self) -> &[CallRule] {
        &self.calls
    }

    /// The library classes that are one location to calls of their methods. Of several entries for a
    /// class all count, and of contradictions the last.
    pub fn containers(&self, jdk: u16) -> impl Iterator<Item = &Container> {
        let all = self.containers_to_check(jdk);
        all.filter(|it| !it.only_check)
    }

    /// The same, and those that only `redflag check` takes for containers.
    pub fn containers_to_check(&self, jdk: u16) -> impl Iterator<Item = &Container> {
        let all = self.containers.iter();
        all.filter(move |it| it.jdk.contains(&jdk))
    }

    /// What is known of methods, of all releases.
    pub fn methods(&self) -> &[MethodRule] {
        &self.methods
    }

    /// What is known of classes, of all releases.
    pub fn classes(&self) -> &[ClassRule] {
        &self.classes
    }

    /// The methods that read and write ranges of arrays.
    pub fn bulks(&self, jdk: u16) -> impl Iterator<Item = &Bulk> {
        self.bulks.iter().filter(move |it| it.jdk.contains(&jdk))
    }

    /// Whether what the class synchronizes counts.
    pub fn uses_monitors(&self, class: &str, jdk: u16) -> bool {
        let mut of_class = self.monitors.iter().filter(|it| it.class == class);
        of_class.any(|it| it.jdk.contains(&jdk))
    }

    /// The classes for which [`Models::uses_monitors`] holds.
    pub fn monitors(&self) -> &[MonitorUser] {
        &self.monitors
    }

    /// The library classes that get a field for the clock of their objects.
    pub fn carriers(&self, jdk: u16) -> impl Iterator<Item = &Carrier> {
        self.carriers.iter().filter(move |it| it.jdk.contains(&jdk))
    }

    /// The entry of a class in [`Models::carriers`], if it has one.
    pub fn carrier(&self, class: &str, jdk: u16) -> Option<&Carrier> {
        let start = self
            .carriers
            .partition_point(|it| it.class.as_ref() < class);
        self.carriers[start..]
            .iter()
            .take_while(|it| it.class == class)
            .find(|it| it.jdk.contains(&jdk))
    }
}

/// A rule as tests see it: something that can be left out.
pub struct Named<'m> {
    /// Rules of one name are left out together.
    pub name: String,
    pub role: Role,
    pub jdk: &'m RangeInclusive<u16>,
}

/// What a rule is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// It orders threads.
    Order,
    /// It finds accesses, or keeps what is the library's own business from ordering threads.
    Access,
}

/// The name of what is said of a class, or of a method, as a whole.
fn of_all(what: &str, subject: impl std::fmt::Display) -> String {
    format!("{subject}: {what}")
}

/// The name of a rule for accesses by a method, of all classes that a file lists together.
fn bulk(rule: &Bulk) -> String {
    of_all(
        "bulk",
        format_args!("{}.{}{}", rule.first, rule.method, rule.descriptor),
    )
}

/// The name of the rule that carriers which a file lists together are silent.
fn silent(carrier: &Carrier) -> String {
    of_all(SILENT, format_args!("{} and its like", carrier.first))
}

const SILENT: &str = "silent-in-jdk";
const MONITORS: &str = "monitors";
const CONTAINER: &str = "container";

impl Models {
    /// All that orders threads, or keeps objects from doing so. Carriers that are not silent are no more than places
    /// for clocks.
    pub fn named(&self) -> Vec<Named<'_>> {
        let hooks = self.hooks.iter().map(|it| (it.rule(), &it.jdk));
        let calls = self.calls.iter();
        let calls = calls.flat_map(|it| it.parts().into_iter().map(|name| (name, &it.jdk)));
        let monitors = self.monitors.iter();
        let monitors = monitors.map(|it| (of_all(MONITORS, &it.class), &it.jdk));
        let order = hooks.chain(calls).chain(monitors);

        let quiet = self.carriers.iter().filter(|it| it.silent_in_jdk);
        let quiet = quiet.map(|it| (silent(it), &it.jdk));
        let containers = self.containers.iter().filter(|it| !it.only_check);
        let containers = containers.map(|it| (of_all(CONTAINER, &it.class), &it.jdk));
        let bulks = self.bulks.iter().map(|it| (bulk(it), &it.jdk));
        let access = quiet.chain(containers).chain(bulks);

        let named = |role| move |(name, jdk)| Named { name, role, jdk };
        let order = order.map(named(Role::Order));
        order.chain(access.map(named(Role::Access))).collect()
    }

    /// These models without the rules that [`Models::named`] gives these names, or a name that it does not give.
    pub fn without(&self, names: &[&str]) -> Result<Models, String> {
        let known: HashSet<String> = self.named().into_iter().map(|it| it.name).collect();
        if let Some(unknown) = names.iter().find(|name| !known.contains(**name)) {
            return Err((*unknown).to_owned());
        }
        let names: HashSet<&str> = names.iter().copied().collect();
        let stays = |name: String| !names.contains(name.as_str());
        let mut rest = self.clone();
        rest.hooks.to_mut().retain(|it| stays(it.rule()));
        rest.monitors
            .to_mut()
            .retain(|it| stays(of_all(MONITORS, &it.class)));
        rest.containers
            .to_mut()
            .retain(|it| stays(of_all(CONTAINER, &it.class)));
        rest.bulks.to_mut().retain(|it| stays(bulk(it)));
        for call in rest.calls.to_mut() {
            call.retain(stays);
        }
        for carrier in rest.carriers.to_mut() {
            carrier.silent_in_jdk &= stays(silent(carrier));
        }
        Ok(rest)
    }
}

#[cfg(test)]
mod tests;
