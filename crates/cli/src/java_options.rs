//! The options that the command's JVM is going to read, as far as they can be known before it starts,
//! and what to do about those that no JVM with an agent can follow.
//!
//! The agent sees the JDK's classes before the JVM is up, and a JVM does not share class data then
//! (JVMTI, `can_generate_early_class_hook_events`). What *uses* an archive can be told not to; what *writes* one makes the
//! JVM refuse every native agent, so it is refused here, in words that name redflag.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use thiserror::Error;

/// The JVM reads this variable after the command line: what stands here wins.
pub const LAST_OPTIONS_VARIABLE: &str = "_JAVA_OPTIONS";

/// Variables with options: the first two come before the command line.
const VARIABLES: [&str; 3] = [
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVA_OPTIONS",
    LAST_OPTIONS_VARIABLE,
];

/// Options of the `java` launcher whose value is the next argument.
const WITH_VALUE: &[&str] = &[
    "-cp",
    "-classpath",
    "--class-path",
    "-p",
    "--module-path",
    "--upgrade-module-path",
    "--add-modules",
    "--limit-modules",
    "--add-exports",
    "--add-opens",
    "--add-reads",
    "--patch-module",
    "--enable-native-access",
    "--source",
];

#[derive(Debug, Error, PartialEq, Eq)]
#[error(
    "{0} makes the JVM write an archive of its classes, which it does not do with an agent; \
     run that step without redflag"
)]
pub struct WritesArchive(String);

/// The options that have to stand behind the command line's own, so that the JVM starts.
pub fn neutralising(options: &[String]) -> Result<Vec<&'static str>, WritesArchive> {
    let mut last = Vec::new();
    let mut add = |option| {
        if !last.contains(&option) {
            last.push(option);
        }
    };
    for option in options {
        match option.as_str() {
            "-Xshare:dump" => return Err(WritesArchive(option.clone())),
            "-XX:AOTMode=create" => return Err(WritesArchive(option.clone())),
            o if o.starts_with("-XX:ArchiveClassesAtExit=") => {
                return Err(WritesArchive(option.clone()));
            }
            "-Xshare:on" => add("-Xshare:auto"),
            "-XX:+AutoCreateSharedArchive" => add("-XX:-AutoCreateSharedArchive"),
            o if o.starts_with("-XX:AOTMode=")
                || o.starts_with("-XX:AOTCache=")
                || o.starts_with("-XX:AOTCacheOutput=")
                || o.starts_with("-XX:AOTConfiguration=") =>
            {
                add("-XX:AOTMode=off");
            }
            _ => {}
        }
    }
    Ok(last)
}

/// The JVM's options in the command line, if the command is `java` itself, and in the environment.
pub fn known(
    command: &[OsString],
    variable: impl Fn(&'static str) -> Option<OsString>,
) -> Vec<String> {
    let mut options = Vec::new();
    for name in VARIABLES {
        let value = variable(name).unwrap_or_default();
        options.extend(words(&value.to_string_lossy(), Syntax::Variable));
    }
    if let Some((program, arguments)) = command.split_first()
        && Path::new(program).file_name() == Some(OsStr::new("java"))
    {
        options.extend(launcher_options(arguments));
    }
    let files: Vec<String> = options
        .iter()
        .filter_map(|option| option.strip_prefix("-XX:VMOptionsFile="))
        .filter_map(|file| fs::read_to_string(file).ok())
        .collect();
    for file in files {
        options.extend(words(&file, Syntax::Variable));
    }
    options
}

/// The options before the main class, argument files expanded.
fn launcher_options(arguments: &[OsString]) -> Vec<String> {
    let mut options = Vec::new();
    let mut expands = true;
    let mut pending: Vec<String> = Vec::new();
    let mut rest = arguments.iter();
    loop {
        let argument = match pending.pop() {
            Some(expanded) => expanded,
            None => match rest.next() {
                Some(next) => {
                    let file = next.as_bytes().strip_prefix(b"@");
                    match file.filter(|_| expands) {
                        Some(file) => {
                            let text = fs::read_to_string(OsStr::from_bytes(file));
                            pending = words(&text.unwrap_or_default(), Syntax::ArgumentFile);
                            pending.reverse();
                            continue;
                        }
                        None => next.to_string_lossy().into_owned(),
                    }
                }
                None => return options,
            },
        };
        if !argument.starts_with('-') || matches!(&*argument, "-jar" | "-m" | "--module") {
            return options;
        }
        if argument == "--disable-@files" {
            expands = false;
        }
        if WITH_VALUE.contains(&&*argument) && pending.pop().is_none() {
            rest.next();
        }
        options.push(argument);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Syntax {
    /// White space separates, quotes of either kind keep together, nothing escapes.
    Variable,
    /// As above; besides, `#` begins a comment, and a backslash escapes within quotes.
    ArgumentFile,
}

fn words(text: &str, syntax: Syntax) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (Some(_), '\\') if syntax == Syntax::ArgumentFile => {
                word.get_or_insert_default().extend(letters.next());
            }
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, '#') if syntax == Syntax::ArgumentFile && word.is_none() => {
                letters.by_ref().find(|&letter| letter == '\n');
            }
            (None, _) if letter.is_ascii_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(command: &[&str]) -> Vec<String> {
        let command: Vec<OsString> = command.iter().map(OsString::from).collect();
        known(&command, |_| None)
    }

    fn last(option: &str) -> Result<Vec<&'static str>, WritesArchive> {
        neutralising(&[option.to_owned()])
    }

    #[test]
    fn options_end_at_the_main_class() {
        let command = ["/opt/java", "-cp", "-Xshare:on", "-ea", "Main", "-Xint"];
        assert_eq!(options(&command), ["-cp", "-ea"]);
        assert_eq!(options(&["java", "-jar", "a.jar", "-Xint"]), [""; 0]);
        assert_eq!(options(&["mvn", "-Xshare:on"]), [""; 0]);
    }

    #[test]
    fn options_come_from_files_and_variables_too() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("options");
        fs::write(
            &file,
            "-cp a.jar # the jar\n\"-Dq=a \\\"b\" -Xshare:on\nMain",
        )
        .unwrap();
        let at = format!("@{}", file.display());
        assert_eq!(
            options(&["java", "-Xint", &at, "-ea"]),
            ["-Xint", "-cp", "-Dq=a \"b", "-Xshare:on"]
        );
        assert_eq!(options(&["java", "--disable-@files", &at]).len(), 1);
        let from_variable = known(&[], |name| {
            (name == "JDK_JAVA_OPTIONS").then(|| "-Da='b c' -Xshare:on".into())
        });
        assert_eq!(from_variable, ["-Da=b c", "-Xshare:on"]);
    }

    #[test]
    fn uses_of_archives_are_undone_and_their_making_is_refused() {
        assert_eq!(last("-Xshare:on"), Ok(vec!["-Xshare:auto"]));
        assert_eq!(last("-XX:AOTCache=a.aot"), Ok(vec!["-XX:AOTMode=off"]));
        assert_eq!(last("-XX:AOTMode=record"), Ok(vec!["-XX:AOTMode=off"]));
        assert_eq!(last("-XX:SharedArchiveFile=a.jsa"), Ok(vec![]));
        for option in [
            "-Xshare:dump",
            "-XX:ArchiveClassesAtExit=a.jsa",
            "-XX:AOTMode=create",
        ] {
            assert_eq!(last(option), Err(WritesArchive(option.to_owned())));
        }
    }
}
