//! What annotations say, of whichever vendor: only their simple names count.

use classfile::{Annotation, Attribute, ClassFile, Constant};
use findings::{
    GUARDED_BY_VIOLATION, INCONSISTENT_GUARD, INTERFACE_NOT_THREAD_SAFE, THREAD_SAFETY_VIOLATION,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    ThreadSafe,
    /// Not to be looked at: immutable, or said not to be for several threads.
    NotLookedAt,
    /// Runs on one thread: that of the user interface, or another that is named.
    Confined,
    /// Runs on any thread but the one of the user interface.
    Background,
    ReturnsOwnership,
    /// Its parameters are made for it.
    Injected,
    Functional,
    SafeContainer,
    ForTests,
    /// It begins or ends the life of its object, or is called where that is so.
    LifeCycle,
    Suppressed,
}

const MARKS: &[(&str, Mark)] = &[
    ("ThreadSafe", Mark::ThreadSafe),
    ("ThreadSafeMethod", Mark::ThreadSafe),
    ("Immutable", Mark::NotLookedAt),
    ("NotThreadSafe", Mark::NotLookedAt),
    ("ThreadConfined", Mark::Confined),
    ("UiThread", Mark::Confined),
    ("MainThread", Mark::Confined),
    ("WorkerThread", Mark::Background),
    ("BinderThread", Mark::Background),
    ("AnyThread", Mark::Background),
    ("ReturnsOwnership", Mark::ReturnsOwnership),
    ("Inject", Mark::Injected),
    ("Functional", Mark::Functional),
    ("SynchronizedCollection", Mark::SafeContainer),
    ("VisibleForTesting", Mark::ForTests),
    ("PostConstruct", Mark::LifeCycle),
    ("PreDestroy", Mark::LifeCycle),
    ("BeforeAll", Mark::LifeCycle),
    ("BeforeClass", Mark::LifeCycle),
    ("BeforeEach", Mark::LifeCycle),
    ("AfterAll", Mark::LifeCycle),
    ("AfterClass", Mark::LifeCycle),
    ("AfterEach", Mark::LifeCycle),
    ("BenignRace", Mark::Suppressed),
    ("SuppressRaces", Mark::Suppressed),
];

const GUARDED_BY: &str = "GuardedBy";

/// Annotations by which users of other tools name the reports that they do not want.
const SILENCERS: [&str; 2] = ["SuppressLint", "SuppressFBWarnings"];

/// The simple names that mean something.
pub fn annotations() -> Vec<&'static str> {
    let marks = MARKS.iter().map(|(name, _)| *name);
    marks.chain([GUARDED_BY]).chain(SILENCERS).collect()
}

/// The rules by the names that such annotations have for them; case, `_` for `-` and what stands before a colon do not count.
const SILENCED: [(&str, &str); 5] = [
    ("thread-safety-violation", THREAD_SAFETY_VIOLATION),
    ("inconsistent-guard", INCONSISTENT_GUARD),
    ("guarded-by-violation", GUARDED_BY_VIOLATION),
    ("guardedby-violation", GUARDED_BY_VIOLATION),
    ("interface-not-thread-safe", INTERFACE_NOT_THREAD_SAFE),
];

/// What is said of a class, a field or a method.
#[derive(Debug, Default)]
pub struct Said {
    /// A bit for each mark.
    marks: u16,
    /// The locks that it names as guards, as written.
    pub guards: Vec<String>,
    /// The rules that are not to be reported here.
    pub silenced: Vec<&'static str>,
}

impl Said {
    /// `aliases` are full names with the simple names that they stand for.
    pub fn of(
        file: &ClassFile<'_>,
        attributes: &[Attribute<'_>],
        aliases: &[(String, String)],
    ) -> Said {
        let mut said = Said::default();
        for kind in ["RuntimeVisibleAnnotations", "RuntimeInvisibleAnnotations"] {
            let Some(info) = file.find(attributes, kind) else {
                continue;
            };
            // The JVM ignores annotations that cannot be read; so does everyone.
            for annotation in classfile::annotations(info).unwrap_or_default() {
                said.add(file, &annotation, aliases);
            }
        }
        said
    }

    fn add(&mut self, file: &ClassFile<'_>, annotation: &Annotation, aliases: &[(String, String)]) {
        let Some(descriptor) = file.pool.utf8(annotation.descriptor) else {
            return;
        };
        let full = full_name(descriptor);
        let alias = aliases.iter().find(|(name, _)| *name == full);
        let simple = alias.map_or_else(|| simple_name(descriptor), |(_, simple)| simple);
        let marks = MARKS.iter().filter(|(name, _)| *name == simple);
        for (_, mark) in marks {
            let mark = match is_switched_off(file, annotation) {
                true => Mark::Suppressed,
                false => *mark,
            };
            self.marks |= 1 << mark as u16;
        }
        let values = annotation.constants.iter();
        let texts = values.filter_map(|(_, value)| file.pool.utf8(*value));
        if simple == GUARDED_BY {
            self.guards.extend(texts.map(str::to_owned));
        } else if SILENCERS.contains(&simple) {
            self.silenced.extend(texts.filter_map(silenced));
        }
    }

    pub fn marks(&self) -> u16 {
        self.marks
    }

    pub fn is_any(&self) -> bool {
        self.marks != 0
    }

    pub fn is(&self, mark: Mark) -> bool {
        self.marks & 1 << mark as u16 != 0
    }

    pub fn exempts_class(&self) -> bool {
        self.exempts() || self.is(Mark::NotLookedAt)
    }

    pub fn exempts_method(&self) -> bool {
        self.exempts() || self.is(Mark::ForTests)
    }

    pub fn exempts_field(&self) -> bool {
        self.exempts() || self.is(Mark::Confined) || self.is(Mark::SafeContainer)
    }

    /// Whether there is something that is not to be told of whatever this is said of.
    fn exempts(&self) -> bool {
        self.is(Mark::Suppressed) || !self.silenced.is_empty()
    }

    /// Whether findings of this rule are not wanted here.
    pub fn silences(&self, rule: &str) -> bool {
        self.silenced.contains(&rule)
    }
}

/// The rule that an annotation of another tool's names.
fn silenced(text: &str) -> Option<&'static str> {
    let name = text
        .rsplit(':')
        .next()?
        .to_ascii_lowercase()
        .replace('_', "-");
    let (_, rule) = SILENCED.iter().find(|(it, _)| *it == name)?;
    Some(rule)
}

/// `enableChecks = false`: to be believed, not to be looked at.
fn is_switched_off(file: &ClassFile<'_>, annotation: &Annotation) -> bool {
    annotation.constants.iter().any(|(name, value)| {
        file.pool.utf8(*name) == Some("enableChecks")
            && file.pool.get(*value) == Some(&Constant::Integer(0))
    })
}

/// As the source has it.
pub fn full_name(descriptor: &str) -> String {
    let name = descriptor.trim_start_matches('L').trim_end_matches(';');
    name.replace(['/', '$'], ".")
}

fn simple_name(descriptor: &str) -> &str {
    let name = descriptor.trim_start_matches('L').trim_end_matches(';');
    name.rsplit(['/', '$']).next().unwrap_or(name)
}
