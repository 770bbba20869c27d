//! Which library methods order threads, and how: the rules of `models/*.toml`.
//!
//! The bundled files are compiled into statics by `build.rs`, so that the agent pays nothing for them at start-up and
//! a bad file fails the build with its line.

mod accesses;
mod check;
mod check_accesses;
mod parse;
mod rule;

pub use accesses::{Bulk, Container, Effect, End, Operand, Range};
pub use check::{CheckError, Mismatch, check, fitting, misfit_in};
pub use parse::{Error, Origin};
pub use rule::{
    Action, At, CallRule, Callee, Caller, Carrier, FieldName, Hook, Key, MonitorUser, Text, Verb,
    When,
};

use std::borrow::Cow;
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
}

static BUILTIN: Models = {
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
        })
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
        let all = self.containers.iter();
        all.filter(move |it| it.jdk.contains(&jdk))
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
    /// The library class that it is about.
    pub class: &'m str,
    pub jdk: &'m RangeInclusive<u16>,
}

/// The name of what is said of a class, or of a method, as a whole.
fn of_all(what: &str, subject: impl std::fmt::Display) -> String {
    format!("{subject}: {what}")
}

/// The name of a rule for accesses by a method.
fn bulk(rule: &Bulk) -> String {
    of_all(
        "bulk",
        format_args!("{}.{}{}", rule.class, rule.method, rule.descriptor),
    )
}

/// Leaves out the rules that are meant; whether there was one.
fn drop_from<T: Clone>(rules: &mut Cow<'static, [T]>, is_meant: impl Fn(&T) -> bool) -> bool {
    let all = rules.len();
    rules.to_mut().retain(|it| !is_meant(it));
    rules.len() < all
}

const SILENT: &str = "silent-in-jdk";
const MONITORS: &str = "monitors";
const CONTAINER: &str = "container";

impl Models {
    /// All that orders threads, or keeps objects from doing so. Carriers that are not silent are no more than places
    /// for clocks.
    pub fn named(&self) -> Vec<Named<'_>> {
        let hooks = self.hooks.iter().map(|it| Named {
            name: it.rule(),
            class: &it.class,
            jdk: &it.jdk,
        });
        let calls = self.calls.iter().flat_map(|it| {
            it.parts().into_iter().map(|name| Named {
                name,
                class: &it.class,
                jdk: &it.jdk,
            })
        });
        let silent = self.carriers.iter().filter(|it| it.silent_in_jdk);
        let silent = silent.map(|it| Named {
            name: of_all(SILENT, &it.class),
            class: &it.class,
            jdk: &it.jdk,
        });
        let monitors = self.monitors.iter().map(|it| Named {
            name: of_all(MONITORS, &it.class),
            class: &it.class,
            jdk: &it.jdk,
        });
        let containers = self.containers.iter().map(|it| Named {
            name: of_all(CONTAINER, &it.class),
            class: &it.class,
            jdk: &it.jdk,
        });
        let bulks = self.bulks.iter().map(|it| Named {
            name: bulk(it),
            class: &it.class,
            jdk: &it.jdk,
        });
        let order = hooks.chain(calls).chain(silent).chain(monitors);
        order.chain(containers).chain(bulks).collect()
    }

    /// These models without the rule that [`Models::named`] gives this name, if there is one.
    pub fn without(&self, name: &str) -> Option<Models> {
        let mut rest = self.clone();
        let mut found = drop_from(&mut rest.hooks, |it| it.rule() == name);
        found |= drop_from(&mut rest.monitors, |it| of_all(MONITORS, &it.class) == name);
        found |= drop_from(&mut rest.containers, |it| {
            of_all(CONTAINER, &it.class) == name
        });
        found |= drop_from(&mut rest.bulks, |it| bulk(it) == name);
        for call in rest.calls.to_mut() {
            found |= call.leave_out(name);
        }
        for carrier in rest.carriers.to_mut() {
            if carrier.silent_in_jdk && of_all(SILENT, &carrier.class) == name {
                carrier.silent_in_jdk = false;
                found = true;
            }
        }
        found.then_some(rest)
    }
}

#[cfg(test)]
mod tests;
