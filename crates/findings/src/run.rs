//! What `redflag run` and the agent inside each JVM say to each other: the command writes
//! [`Config`] to `config.json` in the run directory, the agent appends [`Event`]s, one JSON object a
//! line, to a `.jsonl` file of its own there.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::{Finding, Suppression};

/// The name of the configuration in the run directory.
pub const CONFIG_FILE: &str = "config.json";

/// The extension of the agents' event files in the run directory.
pub const EVENTS_EXTENSION: &str = "jsonl";

/// A named pipe in the run directory, for events that found no room in their file.
pub const EVENTS_PIPE: &str = "events";

/// What is written to a pipe at once arrives in one piece up to this size (POSIX's `PIPE_BUF`, on
/// Linux).
const PIPED_BYTES: usize = 4096;

/// A piece of an event on its way through the pipe that all JVMs share, small enough to arrive in
/// one piece: the JVM's process, `.` if the line ends with it or `+`, then the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PipedPart<'a> {
    pub pid: u32,
    pub is_last: bool,
    pub text: &'a [u8],
}

impl<'a> PipedPart<'a> {
    /// The parts of a line, which has no newline in it.
    pub fn cut(pid: u32, line: &'a [u8]) -> impl Iterator<Item = PipedPart<'a>> {
        const AROUND: usize = "4294967295.\n".len();
        let parts = line.chunks(PIPED_BYTES - AROUND);
        let last = parts.len().saturating_sub(1);
        parts.enumerate().map(move |(i, text)| PipedPart {
            pid,
            is_last: i == last,
            text,
        })
    }

    pub fn to_bytes(self) -> Vec<u8> {
        let mut bytes = self.pid.to_string().into_bytes();
        bytes.push(if self.is_last { b'.' } else { b'+' });
        bytes.extend_from_slice(self.text);
        bytes.push(b'\n');
        bytes
    }

    /// From bytes without their newline.
    pub fn parse(bytes: &'a [u8]) -> Option<Self> {
        let mark = bytes.iter().position(|b| !b.is_ascii_digit())?;
        let pid = std::str::from_utf8(&bytes[..mark]).ok()?.parse().ok()?;
        let is_last = match bytes[mark] {
            b'.' => true,
            b'+' => false,
            _ => return None,
        };
        let text = &bytes[mark + 1..];
        Some(PipedPart { pid, is_last, text })
    }
}

/// The exit status of a run that reported races, unless `--exit-code` says otherwise.
pub const DEFAULT_EXIT_CODE: i32 = 66;

/// How much heap the JVM gets, as a multiple of the program's own limit.
pub const DEFAULT_HEAP_FACTOR: f64 = 3.0;

/// Which accesses have a check of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Checks {
    All,
    RedCard,
    SlimState,
    SlimCard,
    #[default]
    BigFoot,
}

/// What is found for sure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Precision {
    /// Every racy location.
    #[default]
    Address,
    /// Whether there is a race.
    Trace,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Config {
    /// Packages or classes to check; empty means all.
    pub include: Vec<String>,
    /// Packages or classes not to check, even when included.
    pub exclude: Vec<String>,
    /// Which JVMs to check; `None` means all but the build tools' own.
    pub jvm: Option<String>,
    pub halt_on_race: bool,
    pub max_reports: Option<u32>,
    pub checks: Checks,
    pub precision: Precision,
    pub heap_factor: f64,
    pub stats: bool,
    /// Where to write a trace; a second JVM adds its process number to the name.
    pub trace: Option<PathBuf>,
    pub exit_code: i32,
    /// Races that end no JVM, see `halt_on_race`.
    pub suppressions: Vec<Suppression>,
    /// The user's own models, beside the bundled ones; the command has read them without finding fault.
    pub models: Vec<ModelFile>,
    /// For tests: the rules of the models and kinds of hooks that are left out.
    pub without: Vec<String>,
    /// Where later runs find the classes that this one rewrites.
    pub cache: Option<CacheConfig>,
}

/// Where rewritten classes are kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CacheConfig {
    pub directory: PathBuf,
    /// By the user, who then wants to know if nothing can be kept there.
    pub was_named: bool,
}

/// A model file of the user's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelFile {
    pub name: String,
    pub text: String,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            include: Vec::new(),
            exclude: Vec::new(),
            jvm: None,
            halt_on_race: false,
            max_reports: None,
            checks: Checks::default(),
            precision: Precision::default(),
            heap_factor: DEFAULT_HEAP_FACTOR,
            stats: false,
            trace: None,
            exit_code: DEFAULT_EXIT_CODE,
            suppressions: Vec::new(),
            models: Vec::new(),
            without: Vec::new(),
            cache: None,
        }
    }
}

impl Config {
    /// Whether accesses in `class` (an internal name, `com/acme/Cache`) are to be checked.
    pub fn checks_class(&self, class: &str) -> bool {
        let any = |patterns: &[String]| patterns.iter().any(|p| names_class(p, class));
        (self.include.is_empty() || any(&self.include)) && !any(&self.exclude)
    }

    /// Whether to watch the JVM with this main class (or jar) and arguments, as the system property
    /// `sun.java.command` gives them.
    pub fn watches_jvm(&self, command: &str) -> bool {
        match &self.jvm {
            Some(pattern) => glob_finds(pattern, command),
            None => !is_build_tool(command),
        }
    }
}

/// `com.acme` names the package, all below it and the classes in a class of that name;
/// `com.acme.Ca*` names all that starts so. Dots and slashes mean the same.
fn names_class(pattern: &str, class: &str) -> bool {
    let pattern = pattern.replace('.', "/");
    if let Some(prefix) = pattern.strip_suffix('*') {
        return class.starts_with(prefix.trim_end_matches('*'));
    }
    let name = pattern.trim_end_matches('/');
    class
        .strip_prefix(name)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '$']))
}

/// Whether `pattern`, in which `*` stands for any text, occurs anywhere in `text`.
fn glob_finds(pattern: &str, text: &str) -> bool {
    let mut rest = text;
    pattern.split('*').all(|part| match rest.find(part) {
        Some(at) => {
            rest = &rest[at + part.len()..];
            true
        }
        None => false,
    })
}

/// The main classes and jars of build tools. What they start for tests (Surefire's booter, Gradle's
/// test executor, `sbt.ForkMain`) is not among them. A part of the command line is matched, since
/// Gradle's test executor and compiler daemon differ in their arguments alone.
pub const BUILD_TOOLS: &[&str] = &[
    // Maven, its daemon and its wrapper
    "org.codehaus.plexus.classworlds.launcher.Launcher",
    "org.apache.maven.wrapper.MavenWrapperMain",
    "maven-wrapper.jar",
    // Gradle: client, wrapper, daemon, compiler workers
    "org.gradle.launcher.GradleMain",
    "org.gradle.launcher.daemon.bootstrap.GradleDaemon",
    "org.gradle.wrapper.GradleWrapperMain",
    "gradle-wrapper.jar",
    "GradleWorkerMain 'Gradle Compiler Daemon",
    "GradleWorkerMain 'Gradle Worker Daemon",
    // sbt
    "xsbt.boot.Boot",
    "sbt-launch.jar",
    // Kotlin's compiler and its daemon
    "org.jetbrains.kotlin.daemon.KotlinCompileDaemon",
    "org.jetbrains.kotlin.preloading.Preloader",
    "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler",
    // javac started by class name
    "com.sun.tools.javac.Main",
];

fn is_build_tool(command: &str) -> bool {
    BUILD_TOOLS.iter().any(|tool| command.contains(tool)) || is_jdk_tool(command)
}

/// javac, jar, javadoc and the like run a main class of a `jdk.*` module. So does `java Main.java`,
/// but that one runs the user's program in the same JVM.
fn is_jdk_tool(command: &str) -> bool {
    const SOURCE_LAUNCHER: &str = "jdk.compiler/com.sun.tools.javac.launcher.";
    let main = command.split_whitespace().next().unwrap_or_default();
    main.starts_with("jdk.") && main.contains('/') && !main.starts_with(SOURCE_LAUNCHER)
}

/// One line of a JVM's event file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[expect(
    clippy::large_enum_variant,
    reason = "events are made and consumed one at a time, never kept in bulk"
)]
pub enum Event {
    /// The first line of a watched JVM.
    Start {
        pid: u32,
        command: String,
        java: String,
    },
    /// The only line of a JVM that [`Config::watches_jvm`] leaves alone.
    Unwatched { pid: u32, command: String },
    /// A race seen for the first time in this JVM, or again and with the earlier access's stack, which
    /// was unknown before. Its number is its own within this JVM.
    Race { id: u64, finding: Finding },
    /// How often a race was seen in this JVM so far, its first report included.
    Count { id: u64, count: u64 },
    /// A method, or (`method: None`) a whole class, that is left unchecked.
    Skip {
        class: String,
        method: Option<String>,
        reason: String,
    },
    /// Checking ended before the JVM did, so many milliseconds after its start.
    Stopped { reason: String, millis: u64 },
    /// A class for which the user's models have rules was loaded.
    Modelled { class: String },
    /// Anything else the summary should say.
    Note { text: String },
    /// The last line; a file without it is that of a JVM that was killed.
    End { stats: Stats },
}

/// What one JVM checked; sums over several.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Stats {
    pub classes: u64,
    pub methods: u64,
    pub skipped_methods: u64,
    /// Fields and methods that an annotation exempts from checking.
    pub exempt_fields: u64,
    pub exempt_methods: u64,
    /// Places in the code with a check, not executions of them.
    pub accesses_checked_sites: u64,
    /// What the runtime counted, by name.
    pub counters: BTreeMap<String, u64>,
}

/// Names of what the runtime counts when it changes what is known of a location.
const SHADOW_OPERATIONS: [&str; 5] = [
    "read_exclusive",
    "read_share",
    "read_shared",
    "write_exclusive",
    "write_shared",
];

impl Stats {
    /// The counter of this name; 0 if nothing was counted.
    pub fn counter(&self, name: &str) -> u64 {
        self.counters.get(name).copied().unwrap_or(0)
    }

    /// How often what is known of a location was changed.
    pub fn shadow_operations(&self) -> u64 {
        SHADOW_OPERATIONS
            .iter()
            .map(|rule| self.counter(rule))
            .sum()
    }

    pub fn add(&mut self, other: &Stats) {
        self.classes += other.classes;
        self.methods += other.methods;
        self.skipped_methods += other.skipped_methods;
        self.exempt_fields += other.exempt_fields;
        self.exempt_methods += other.exempt_methods;
        self.accesses_checked_sites += other.accesses_checked_sites;
        for (name, count) in &other.counters {
            *self.counters.entry(name.clone()).or_default() += count;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_prefixes_at_name_boundaries() {
        for (pattern, class, expected) in [
            ("com.acme", "com/acme/Cache", true),
            ("com.acme.", "com/acme/Cache", true),
            ("com/acme", "com/acme/sub/Cache$Entry", true),
            ("com.acme", "com/acmecorp/Cache", false),
            ("com.acme.*", "com/acme/Cache", true),
            ("com.acme.**", "com/acme/sub/Cache", true),
            ("com.acme*", "com/acmecorp/Cache", true),
            ("com.acme.Cache", "com/acme/Cache$Entry", true),
            ("com.acme.Cache", "com/acme/CacheTest", false),
            ("*", "Main", true),
        ] {
            assert_eq!(
                names_class(pattern, class),
                expected,
                "{pattern} for {class}"
            );
        }
    }

    #[test]
    fn exclude_wins_over_include() {
        let config = Config {
            include: vec!["com.acme".into()],
            exclude: vec!["com.acme.generated".into()],
            ..Config::default()
        };
        assert!(config.checks_class("com/acme/Cache"));
        assert!(!config.checks_class("com/acme/generated/Parser"));
        assert!(!config.checks_class("org/other/Main"));
        assert!(Config::default().checks_class("Main"));
    }

    #[test]
    fn build_tools_are_left_alone_but_not_the_tests_they_fork() {
        let config = Config::default();
        for command in [
            "org.codehaus.plexus.classworlds.launcher.Launcher test",
            "org.gradle.launcher.daemon.bootstrap.GradleDaemon 8.5",
            "/home/me/app/gradle/wrapper/gradle-wrapper.jar test",
            "worker.org.gradle.process.internal.worker.GradleWorkerMain 'Gradle Compiler Daemon 1'",
            "/usr/share/sbt/bin/sbt-launch.jar test",
            "org.jetbrains.kotlin.daemon.KotlinCompileDaemon --daemon-runFilesPath x",
            "jdk.compiler/com.sun.tools.javac.Main -d out Main.java",
            "jdk.jartool/sun.tools.jar.Main cf app.jar .",
        ] {
            assert!(!config.watches_jvm(command), "{command}");
        }
        for command in [
            "",
            "Main",
            "app.jar serve",
            "com.acme.app/com.acme.Main",
            "/home/me/target/surefire/surefirebooter123.jar /home/me/target/surefire x y",
            "worker.org.gradle.process.internal.worker.GradleWorkerMain 'Gradle Test Executor 1'",
            "sbt.ForkMain 127.0.0.1 4711",
            "jdk.compiler/com.sun.tools.javac.launcher.Main Main.java",
        ] {
            assert!(config.watches_jvm(command), "{command}");
        }
    }

    #[test]
    fn a_jvm_pattern_replaces_the_default() {
        let config = Config {
            jvm: Some("GradleDaemon*8.".into()),
            ..Config::default()
        };
        assert!(config.watches_jvm("org.gradle.launcher.daemon.bootstrap.GradleDaemon 8.5"));
        assert!(!config.watches_jvm("org.gradle.launcher.daemon.bootstrap.GradleDaemon 7.6"));
        assert!(!config.watches_jvm("Main"));
    }

    #[test]
    fn events_are_one_flat_object_a_line() {
        let line = r#"{"event":"skip","class":"A","method":null,"reason":"too large"}"#;
        let skip: Event = serde_json::from_str(line).unwrap();
        assert_eq!(serde_json::to_string(&skip).unwrap(), line);
        let end: Event = serde_json::from_str(r#"{"event":"end","stats":{"methods":3}}"#).unwrap();
        let stats = Stats {
            methods: 3,
            ..Stats::default()
        };
        assert_eq!(end, Event::End { stats });
    }
}
