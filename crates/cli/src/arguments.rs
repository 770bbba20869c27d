//! The command line.

use std::ffi::OsString;
use std::io::{IsTerminal, stderr};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, ColorChoice, Parser, Subcommand};
use findings::Suppression;
use findings::run::{self, Config, DEFAULT_EXIT_CODE, DEFAULT_HEAP_FACTOR, ModelFile};
use report::Palette;

/// The name of what `redflag run` runs, in usage and errors.
const COMMAND: &str = "COMMAND";

/// Finds data races in JVM programs.
#[derive(Debug, Parser)]
#[command(
    version,
    arg_required_else_help = true,
    after_help = "Example: redflag run -- java -jar app.jar"
)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

impl Arguments {
    /// As the user gave them. A mistake ends the process, and a command in the wrong place is told its right one.
    pub fn read() -> Arguments {
        Arguments::try_parse_from(spelled_as_clap_does()).unwrap_or_else(|mut error| {
            if is_misplaced_command(&error) {
                let tip =
                    "put `redflag run --` before the command: redflag run -- java -jar app.jar";
                let tips = ContextValue::StyledStrs(vec![tip.into()]);
                error.insert(ContextKind::Suggested, tips);
            }
            error.exit()
        })
    }
}

/// The arguments, with `-cp` as Java's tools have it, a word behind one dash, where redflag itself takes it.
fn spelled_as_clap_does() -> impl Iterator<Item = OsString> {
    let takes_it = std::env::args_os()
        .nth(1)
        .is_some_and(|a| a == "explain-checks" || a == "check");
    std::env::args_os().map(move |argument| match argument.to_str() {
        Some("-cp") if takes_it => "--cp".into(),
        _ => argument,
    })
}

/// Whether a command stands where it is not looked for, or not at all.
fn is_misplaced_command(error: &clap::Error) -> bool {
    let is_command = |missing: &String| missing.contains(COMMAND);
    match (error.kind(), error.get(ContextKind::InvalidArg)) {
        (ErrorKind::InvalidSubcommand, _) => true,
        (ErrorKind::MissingRequiredArgument, Some(ContextValue::Strings(missing))) => {
            missing.iter().any(is_command)
        }
        _ => false,
    }
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Run(Box<RunOptions>),
    Replay(ReplayOptions),
    Instrument(InstrumentOptions),
    Report(ReportCommand),
    ExplainChecks(ExplainOptions),
    Check(Box<CheckOptions>),
    Explain(ExplainCommand),
}

/// Find data races in class files, without running them.
///
/// What may race is told with both accesses, the calls that lead to them, the locks that they hold, and what would help.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  redflag check target/classes                           after `mvn compile`
  redflag check build/classes/java/main -cp 'libs/*'     with the libraries that it uses
  redflag check --models locks.toml target/classes       with locks and containers of your own
  redflag check --write-baseline known.txt app.jar       what is there today is known ...
  redflag check --baseline known.txt app.jar             ... and only what is new is told
  redflag check --changed-since origin/main app.jar      what a branch has touched
  redflag explain thread-safety-violation                what a report means

Exit status:
  0  nothing was found
  1  something was found
  2  nothing could be analysed, a PATH could not be read, or a document could not be written")]
pub struct CheckOptions {
    /// Jars, directories of classes or jars, class files; libraries within a jar are only referenced
    #[arg(value_name = "PATH", required = true)]
    pub inputs: Vec<PathBuf>,

    /// Classes that are only referenced, as `java -cp` takes them: what they do counts, nothing is reported in them
    /// (may be repeated)
    #[arg(long, value_name = "PATH", aliases = ["cp", "class-path"])]
    pub classpath: Vec<OsString>,

    /// Look at all classes, also those that show no sign of being used by several threads
    #[arg(long)]
    pub all: bool,

    /// Which locks exclude each other
    #[arg(long, value_name = "MODEL", value_enum, default_value_t = LockModel::Named)]
    pub lock_model: LockModel,

    /// Tell of every access, not of one read and one write of a location in a method, and one of both on a line
    #[arg(long)]
    pub no_dedup: bool,

    /// Tell only of what is surely a race, under the assumptions that the README lists
    #[arg(long)]
    pub true_positives: bool,

    /// Take an annotation for another one, as in com.acme.Shared=ThreadSafe (may be repeated)
    #[arg(long, value_name = "NAME=MEANING", value_parser = alias)]
    pub annotation_alias: Vec<(String, String)>,

    /// Add the rules of this file to those of the bundled models (may be repeated)
    #[arg(long, value_name = "FILE")]
    pub models: Vec<PathBuf>,

    #[command(flatten)]
    pub cache: CacheOptions,

    /// Work on so many threads [default: as many as there are processors]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,

    /// Tell only of findings that are not in this file, and of its entries that are none any more
    #[arg(long, value_name = "FILE", help_heading = "New findings only")]
    pub baseline: Option<PathBuf>,

    /// Write all findings to this file, to be known from now on, and end with 0 if all could be read
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["baseline", "changed_since"],
        help_heading = "New findings only"
    )]
    pub write_baseline: Option<PathBuf>,

    /// Tell only of findings in methods, or on fields, that git says have been touched since this revision
    #[arg(long, value_name = "REV", help_heading = "New findings only")]
    pub changed_since: Option<String>,

    #[command(flatten)]
    pub documents: DocumentOptions,

    /// Colour the findings
    #[arg(long, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    pub color: ColorChoice,
}

/// Where to keep what need not be found out again.
#[derive(Debug, Args)]
pub struct CacheOptions {
    /// Where to keep what need not be found out again [default: redflag in XDG_CACHE_HOME or ~/.cache]
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,

    /// Find out everything again
    #[arg(long, conflicts_with = "cache")]
    no_cache: bool,
}

impl CacheOptions {
    /// The directory that the user named.
    pub fn given(&self) -> Option<&Path> {
        self.cache.as_deref()
    }

    /// `None` if nothing is to be kept, or nobody knows where.
    pub fn directory(&self) -> Option<PathBuf> {
        let given = self.given().map(absolute);
        let directory = given.or_else(cache::user_directory);
        directory.filter(|_| !self.no_cache)
    }
}

/// Which locks exclude each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum LockModel {
    /// Those with the same name
    Named,
    /// All, as RacerD has it
    Single,
}

fn alias(text: &str) -> Result<(String, String), String> {
    let (name, meaning) = text.split_once('=').ok_or("must be NAME=MEANING")?;
    let known = compositional::annotations();
    if !known.contains(&meaning) {
        let known = known.join(", ");
        return Err(format!(
            "`{meaning}` means nothing to redflag; there are {known}"
        ));
    }
    Ok((name.replace(['/', '$'], "."), meaning.to_owned()))
}

/// Explain a rule: what it means, an example, how to fix it, how to silence it.
#[derive(Debug, Args)]
pub struct ExplainCommand {
    /// The rule, such as thread-safety-violation; without it, all rules are listed
    #[arg(value_name = "RULE")]
    pub rule: Option<String>,
}

/// Show which accesses of a method have a check with `--checks bigfoot`, and why others have none.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  redflag explain-checks -cp target/classes com.acme.Cache.get")]
pub struct ExplainOptions {
    /// Where classes are: jars and directories, as `java -cp` takes them
    #[arg(
        long = "cp",
        alias = "class-path",
        value_name = "PATH",
        default_value = "."
    )]
    pub class_path: OsString,

    /// Look for source files here (may be repeated) before the class path and the usual folders
    #[arg(long, value_name = "DIR")]
    pub sources: Vec<PathBuf>,

    /// The method; of several with the name, all are shown
    #[arg(value_name = "CLASS.METHOD")]
    pub method: String,
}

/// Rewrite a program ahead of time, for those who cannot use an agent.
///
/// Jars and directories of classes get their checks, and so do the JDK's own classes; what is written
/// runs on the JDK that it was made for and no other. `redflag report` tells what its runs found.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  redflag instrument app.jar lib/ -o out
  java @out/redflag.args -jar out/app.jar
  redflag report out")]
pub struct InstrumentOptions {
    /// Jars, and directories of classes or jars
    #[arg(value_name = "IN", required = true)]
    pub inputs: Vec<PathBuf>,

    /// The directory to write; it must not exist
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,

    /// The JDK that the program will run on [default: JAVA_HOME, else that of the `java` on the path]
    #[arg(long, value_name = "DIR")]
    pub jdk: Option<PathBuf>,

    #[command(flatten)]
    pub checking: CheckingOptions,
}

/// Report the data races of programs that `redflag instrument` made.
///
/// All runs since then are told of together; to begin anew, remove OUT/redflag/runs.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit status: 0 if no race was found, 66 if one was (--exit-code changes the number), 2 if no program
has run yet or not all that was found could be read or written.")]
pub struct ReportCommand {
    /// The directory that `redflag instrument` wrote
    #[arg(value_name = "OUT")]
    pub directory: PathBuf,

    /// Read what was found from here, where programs wrote it by -Dredflag.runs=DIR
    #[arg(long, value_name = "DIR")]
    pub runs: Option<PathBuf>,

    #[command(flatten)]
    pub report: ReportOptions,
}

/// Judge the trace that `redflag run --trace FILE` wrote.
///
/// A plain vector-clock detector looks at every access and prints all pairs of places that race. It
/// also compares its verdict with that of the run: the same locations must be racy.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit status: 0 if the trace has no race, 66 if it has, 2 if it cannot be read or if run and replay
disagree, which is a bug of redflag. With --placement 0 if all is as it should be, else 2.")]
pub struct ReplayOptions {
    /// Print the events instead, one a line
    #[arg(long)]
    pub events: bool,

    /// Look at the run's checks instead: whether each access has one, and each of them an access
    #[arg(long, conflicts_with = "events")]
    pub placement: bool,

    /// The trace
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

/// What is checked, and by which rules.
#[derive(Debug, Args)]
pub struct CheckingOptions {
    /// Check only classes of this package and below (may be repeated; `com.acme.Ca*` is a prefix)
    #[arg(long, value_name = "PACKAGE")]
    pub include: Vec<String>,

    /// Do not check classes of this package and below (may be repeated; wins over --include)
    #[arg(long, value_name = "PACKAGE")]
    pub exclude: Vec<String>,

    /// Add the rules of this file to those of the bundled models (may be repeated)
    #[arg(long, value_name = "FILE")]
    pub models: Vec<PathBuf>,
}

/// What is told of findings, and how.
#[derive(Debug, Args)]
pub struct ReportOptions {
    /// Print at most this many races (0 is none); the summary counts all
    #[arg(long, value_name = "N")]
    pub max_reports: Option<u32>,

    /// Exit status when races were reported and the program itself ended well
    #[arg(long, value_name = "N", default_value_t = DEFAULT_EXIT_CODE as u8)]
    pub exit_code: u8,

    #[command(flatten)]
    pub documents: DocumentOptions,

    /// Print what was checked, counted and skipped
    #[arg(long)]
    pub stats: bool,

    /// Colour the reports
    #[arg(long, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    pub color: ColorChoice,
}

/// In the help of commands that write them.
const DOCUMENTS: &str = "Documents (`-` is standard output)";

/// Where findings are written to, and with what.
#[derive(Debug, Args)]
pub struct DocumentOptions {
    /// Write the findings to this file as JSON
    #[arg(long, value_name = "FILE", help_heading = DOCUMENTS)]
    pub json: Option<PathBuf>,

    /// Write the findings to this file as SARIF 2.1.0
    #[arg(long, value_name = "FILE", help_heading = DOCUMENTS)]
    pub sarif: Option<PathBuf>,

    /// Write the findings to this file as JUnit XML, one failing test case each
    #[arg(long, value_name = "FILE", help_heading = DOCUMENTS)]
    pub junit: Option<PathBuf>,

    /// Write a page for people to this file, with source lines where they are found
    #[arg(long, value_name = "FILE", help_heading = DOCUMENTS)]
    pub html: Option<PathBuf>,

    /// Look for source files here (may be repeated) before src/main/java and other usual folders
    #[arg(long, value_name = "DIR")]
    pub sources: Vec<PathBuf>,

    /// Do not report what the patterns of this file match (may be repeated)
    /// [always read: .redflag-suppressions, if it is there]
    #[arg(long, value_name = "FILE")]
    pub suppressions: Vec<PathBuf>,
}

impl ReportOptions {
    pub fn palette(&self) -> Palette {
        palette(self.color, stderr().is_terminal())
    }
}

/// Colours for a terminal, unless the user or the terminal does not want them.
pub fn palette(color: ColorChoice, is_terminal: bool) -> Palette {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let dumb = || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let coloured = match color {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => is_terminal && !is_set("NO_COLOR") && !dumb(),
    };
    if coloured {
        Palette::coloured()
    } else {
        Palette::plain()
    }
}

/// Run a command and report the data races of every JVM that it starts.
///
/// A race is reported when it is found, on standard error; the program's own input, output and
/// signals are left alone.
#[derive(Debug, Args)]
#[command(
    override_usage = "redflag run [OPTIONS] -- <COMMAND>...",
    after_help = "\
Exit status:
  the program's own  if it is not 0; 128+N if signal N ended it
  0                  the program ended with 0 and no race was found
  66                 the program ended with 0 and races were found, or --halt-on-race ended it
                     (--exit-code changes the number)
  2                  redflag could not start the program, no JVM was watched, the filters left
                     nothing to check, or not all that was found could be read or written

Examples:
  redflag run -- java -jar app.jar
  redflag run --include com.acme --html races.html -- mvn test"
)]
pub struct RunOptions {
    #[command(flatten)]
    pub checking: CheckingOptions,

    /// Watch only JVMs whose main class and arguments contain this (`*` stands for any text)
    /// [default: all but those of Maven, Gradle, sbt, the Kotlin compiler and the JDK's tools]
    #[arg(long, value_name = "PATTERN")]
    pub jvm: Option<String>,

    /// End the JVM after its first race
    #[arg(long)]
    pub halt_on_race: bool,

    /// For redflag's own tests: leave out a rule of the models, or a kind of hook
    #[arg(long, value_name = "NAME", hide = true)]
    pub without: Vec<String>,

    /// Write every access and synchronization action to this file, for `redflag replay`
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,

    /// Where checks stand
    #[arg(long, value_name = "WHERE", default_value = "bigfoot")]
    pub checks: Checks,

    /// What is found for sure, unless `--checks` is `all` or `slimstate`
    #[arg(long, value_name = "WHAT", default_value = "address")]
    pub precision: Precision,

    /// Give the JVM this many times the program's own heap limit
    #[arg(long, value_name = "F", default_value_t = DEFAULT_HEAP_FACTOR, value_parser = heap_factor)]
    pub heap_factor: f64,

    #[command(flatten)]
    pub cache: CacheOptions,

    #[command(flatten)]
    pub report: ReportOptions,

    /// The command to run, with its arguments
    #[arg(value_name = COMMAND, required = true, trailing_var_arg = true)]
    pub command: Vec<OsString>,
}

/// Which accesses have a check of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Checks {
    /// Every access, as FastTrack has it
    All,
    /// Not those to what the thread has checked since its last release, as RedCard has it
    Redcard,
    /// Every access, but those to arrays together before the thread synchronizes, as SlimState has it
    Slimstate,
    /// As both of these
    Slimcard,
    /// Also one behind a loop for all that it accesses along an array, as BigFoot has it
    Bigfoot,
}

/// What is found for sure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Precision {
    /// Every racy location
    Address,
    /// Whether there is a race: after the first, some may be missing or named wrongly. Fewer checks
    Trace,
}

impl From<Precision> for run::Precision {
    fn from(precision: Precision) -> Self {
        match precision {
            Precision::Address => run::Precision::Address,
            Precision::Trace => run::Precision::Trace,
        }
    }
}

impl From<Checks> for run::Checks {
    fn from(checks: Checks) -> Self {
        match checks {
            Checks::All => run::Checks::All,
            Checks::Redcard => run::Checks::RedCard,
            Checks::Slimstate => run::Checks::SlimState,
            Checks::Slimcard => run::Checks::SlimCard,
            Checks::Bigfoot => run::Checks::BigFoot,
        }
    }
}

impl RunOptions {
    /// What the agents have to know; `models` are the texts of the files that `--models` names.
    pub fn config(&self, suppressions: Vec<Suppression>, models: Vec<ModelFile>) -> Config {
        Config {
            include: self.checking.include.clone(),
            exclude: self.checking.exclude.clone(),
            jvm: self.jvm.clone(),
            halt_on_race: self.halt_on_race,
            max_reports: self.report.max_reports,
            checks: self.checks.into(),
            precision: self.precision.into(),
            heap_factor: self.heap_factor,
            stats: self.report.stats,
            trace: self.trace.as_ref().map(|path| absolute(path)),
            exit_code: i32::from(self.report.exit_code),
            suppressions,
            models,
            without: self.without.clone(),
            cache: None,
        }
    }

    /// The options that choose what is checked, as the user gave them.
    pub fn filters(&self) -> Vec<String> {
        let included = self
            .checking
            .include
            .iter()
            .map(|p| format!("--include {p}"));
        let excluded = self
            .checking
            .exclude
            .iter()
            .map(|p| format!("--exclude {p}"));
        included.chain(excluded).collect()
    }
}

/// The agent may run in another directory.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

fn heap_factor(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(factor) if factor.is_finite() && factor >= 1.0 => Ok(factor),
        _ => Err("must be a number of at least 1".to_owned()),
    }
}
