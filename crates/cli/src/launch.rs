//! Getting the agent into every JVM that the command starts: the run directory through which the
//! two talk, and the environment that tells a JVM to load the agent.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use findings::run::{CONFIG_FILE, CacheConfig, Config};
use tempfile::TempDir;
use thiserror::Error;

use crate::arguments::CacheOptions;
pub use crate::java_options::LAST_OPTIONS_VARIABLE;
use crate::java_options::{self, WritesArchive};

/// Every JVM reads options from this variable, whoever starts it and how.
pub const JAVA_OPTIONS_VARIABLE: &str = "JAVA_TOOL_OPTIONS";

/// Tells the command and its JVMs where the run directory is.
pub const RUN_DIRECTORY_VARIABLE: &str = "REDFLAG_RUN_DIR";

/// What a watched JVM needs beside the agent: checks make methods longer, and HotSpot never compiles one
/// of more than 8,000 bytes unless told.
pub const JVM_FLAGS: &[&str] = &["-XX:-DontCompileHugeMethods"];

#[derive(Debug, Error)]
pub enum LaunchError {
    #[error(
        "already inside a `redflag run`, which watches every JVM started here ({0} is set); \
         drop the inner `redflag run`"
    )]
    Nested(&'static str),
    #[error("cannot find out where redflag itself is: {0}")]
    NoExecutable(io::Error),
    #[error("the agent library is missing: {} should lie beside redflag", .0.display())]
    AgentMissing(PathBuf),
    #[error("a JVM cannot load a library from a path with '=': {}; move redflag", .0.display())]
    AgentPath(PathBuf),
    #[error("cannot make a run directory in {}: {cause}", .parent.display())]
    RunDirectory { parent: PathBuf, cause: io::Error },
    #[error(transparent)]
    WritesArchive(#[from] WritesArchive),
}

/// Two redflags in one JVM would rewrite each other's checks.
pub fn refuse_nesting() -> Result<(), LaunchError> {
    if std::env::var_os(RUN_DIRECTORY_VARIABLE).is_some() {
        return Err(LaunchError::Nested(RUN_DIRECTORY_VARIABLE));
    }
    let agent = agent_file_name();
    let options = std::env::var_os(JAVA_OPTIONS_VARIABLE).unwrap_or_default();
    let loads_agent = options
        .as_bytes()
        .windows(agent.len())
        .any(|part| part == agent.as_bytes());
    if loads_agent {
        return Err(LaunchError::Nested(JAVA_OPTIONS_VARIABLE));
    }
    Ok(())
}

/// The agent library, which lies beside the executable.
pub fn agent_library() -> Result<PathBuf, LaunchError> {
    let executable = std::env::current_exe()
        .and_then(fs::canonicalize)
        .map_err(LaunchError::NoExecutable)?;
    let library = executable.with_file_name(agent_file_name());
    if !library.is_file() {
        return Err(LaunchError::AgentMissing(library));
    }
    // The JVM takes all behind the first '=' for the agent's own options.
    if library.as_os_str().as_bytes().contains(&b'=') {
        return Err(LaunchError::AgentPath(library));
    }
    Ok(library)
}

fn agent_file_name() -> String {
    format!("{DLL_PREFIX}redflag_agent{DLL_SUFFIX}")
}

/// Where the agent is to keep what it rewrites.
pub fn cache(options: &CacheOptions) -> Option<CacheConfig> {
    Some(CacheConfig {
        directory: options.directory()?,
        was_named: options.given().is_some(),
    })
}

/// A fresh directory with the configuration in it, removed when dropped.
pub fn run_directory(config: &Config) -> Result<TempDir, LaunchError> {
    let parent = std::env::temp_dir();
    make_run_directory(&parent, config).map_err(|cause| LaunchError::RunDirectory { parent, cause })
}

fn make_run_directory(parent: &Path, config: &Config) -> io::Result<TempDir> {
    // Absolute, because the command may change its directory before it starts a JVM.
    let parent = fs::canonicalize(parent)?;
    let directory = tempfile::Builder::new()
        .prefix("redflag-")
        .tempdir_in(parent)?;
    let file = File::create(directory.path().join(CONFIG_FILE))?;
    serde_json::to_writer(file, config)?;
    Ok(directory)
}

/// The value of [`JAVA_OPTIONS_VARIABLE`] for the command: the user's own, then ours.
pub fn java_options(user: Option<&OsStr>, agent: &Path, run_directory: &Path) -> OsString {
    let mut agent_option = OsString::from("-agentpath:");
    agent_option.push(agent);
    agent_option.push("=");
    agent_option.push(run_directory);

    let mut options: Vec<OsString> = Vec::new();
    options.extend(user.filter(|own| !own.is_empty()).map(OsString::from));
    options.push(quoted(&agent_option));
    options.extend(JVM_FLAGS.iter().map(OsString::from));
    options.join(OsStr::new(" "))
}

/// The value of [`LAST_OPTIONS_VARIABLE`] for the command: the user's own, then what undoes options that a
/// watched JVM would not start with; `None` if there are none of these.
pub fn last_java_options(command: &[OsString]) -> Result<Option<OsString>, LaunchError> {
    let options = java_options::known(command, std::env::var_os);
    let last = java_options::neutralising(&options)?;
    if last.is_empty() {
        return Ok(None);
    }
    let mut value = std::env::var_os(LAST_OPTIONS_VARIABLE).unwrap_or_default();
    for option in last {
        value.push(" ");
        value.push(option);
    }
    Ok(Some(value))
}

/// An option as the JVM reads it from a variable: white space ends it unless in quotes of either
/// kind, there is no escape character, and quotes may begin and end anywhere within an option.
fn quoted(option: &OsStr) -> OsString {
    let plain = |byte: &u8| !byte.is_ascii_whitespace() && !matches!(byte, b'"' | b'\'');
    let bytes = option.as_bytes();
    if bytes.iter().all(plain) {
        return option.to_owned();
    }
    let mut quoted = vec![b'"'];
    for &byte in bytes {
        match byte {
            b'"' => quoted.extend(br#""'"'""#),
            other => quoted.push(other),
        }
    }
    quoted.push(b'"');
    OsString::from_vec(quoted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(user: Option<&str>, agent: &str, directory: &str) -> String {
        java_options(user.map(OsStr::new), Path::new(agent), Path::new(directory))
            .into_string()
            .unwrap()
    }

    #[test]
    fn our_options_follow_the_users() {
        let flags = JVM_FLAGS.join(" ");
        assert_eq!(
            options(Some("-Xmx1g -Da='b c'"), "/opt/agent.so", "/tmp/run"),
            format!("-Xmx1g -Da='b c' -agentpath:/opt/agent.so=/tmp/run {flags}")
        );
        assert_eq!(
            options(Some(""), "/opt/agent.so", "/tmp/run"),
            options(None, "/opt/agent.so", "/tmp/run")
        );
    }

    #[test]
    fn odd_paths_are_quoted() {
        let flags = JVM_FLAGS.join(" ");
        assert_eq!(
            options(None, "/My Tools/agent.so", "/tmp/run"),
            format!("\"-agentpath:/My Tools/agent.so=/tmp/run\" {flags}")
        );
        assert_eq!(quoted(OsStr::new("it's")), OsStr::new("\"it's\""));
        assert_eq!(quoted(OsStr::new("a\"b")), OsStr::new("\"a\"'\"'\"b\""));
    }
}
