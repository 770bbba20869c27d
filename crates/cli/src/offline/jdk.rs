//! The JDK that the program will run on: found, and its classes rewritten as the agent would.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use classfile::container::{ContainerError, JImage};
use host::{JdkPackages, Runtime, UserModels};
use instrument::{HookKinds, JdkRequest, Unfit};
use thiserror::Error;
use world::models::{CheckError, Models};

use super::instrument::{InstrumentError, Rewriting, write};

#[derive(Debug, Error)]
pub enum JdkError {
    #[error(
        "no JDK was found: neither JAVA_HOME is set nor is there a `java` on the path; name one by --jdk"
    )]
    None,
    #[error("{} is no JDK of Java 11 or later: it has no lib/modules", .0.display())]
    NoImage(PathBuf),
    #[error("cannot read {}: {cause}", .path.display())]
    Unreadable { path: PathBuf, cause: io::Error },
    #[error("{} has Java {feature}, and redflag needs 11 or later", .home.display())]
    Old { home: PathBuf, feature: u16 },
    #[error("{} cannot be started: {cause}", .java.display())]
    Start { java: PathBuf, cause: io::Error },
    #[error("{} does not start with its classes patched; it says:\n{said}", .java.display())]
    Broken { java: PathBuf, said: String },
    #[error(transparent)]
    Models(#[from] CheckError),
    #[error(transparent)]
    Image(#[from] ContainerError),
}

pub struct Jdk {
    pub home: PathBuf,
    pub feature: u16,
    /// For people.
    pub version: String,
    pub image_size: u64,
    image: JImage,
}

impl Jdk {
    /// In this directory, else in `JAVA_HOME`, else that of the `java` on the path.
    pub fn find(chosen: Option<&Path>) -> Result<Jdk, JdkError> {
        let from_environment = || env::var_os("JAVA_HOME").filter(|it| !it.is_empty());
        let home = match chosen {
            Some(home) => home.to_owned(),
            None => match from_environment() {
                Some(home) => home.into(),
                None => home_on_path().ok_or(JdkError::None)?,
            },
        };
        let modules = home.join("lib/modules");
        let metadata = match fs::metadata(&modules) {
            Ok(metadata) => metadata,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Err(JdkError::NoImage(home)),
            Err(cause) => {
                return Err(JdkError::Unreadable {
                    path: modules,
                    cause,
                });
            }
        };
        let image = JImage::open(&modules)?;
        let feature = feature(&image)?.ok_or_else(|| JdkError::NoImage(home.clone()))?;
        if feature < 11 {
            return Err(JdkError::Old { home, feature });
        }
        Ok(Jdk {
            version: version(&home).unwrap_or_else(|| feature.to_string()),
            home,
            feature,
            image_size: metadata.len(),
            image,
        })
    }

    pub fn packages(&self) -> Result<JdkPackages, JdkError> {
        Ok(JdkPackages::of(&self.image)?)
    }

    /// The bundled models with those of the user's that are about the JDK; what is wrong with the others.
    pub fn models(
        &self,
        user: &UserModels,
        packages: &JdkPackages,
    ) -> Result<(&'static Models, Vec<String>), JdkError> {
        let modules = self.home.join("lib/modules");
        Ok(user.with_bundled(packages, &modules)?)
    }

    /// Writes the classes that differ from the JDK's own, by module, and the runtime among them. Answers the modules.
    pub(super) fn patch(
        &self,
        rewriting: &Rewriting<'_>,
        into: &Path,
    ) -> Result<Vec<String>, InstrumentError> {
        let unfit = |cause| InstrumentError::Unfit {
            home: self.home.clone(),
            cause,
        };
        let request = JdkRequest {
            models: rewriting.models,
            jdk: rewriting.jdk,
            silent: &rewriting.silent,
            without: HookKinds::default(),
        };
        let mut modules = vec![BASE.to_owned()];
        for entry in self.image.classes() {
            let entry = entry?;
            let (name, module) = (entry.name(), module_of(entry.origin()));
            if !rewriting.packages.have(name) {
                continue;
            }
            let bytes = entry.bytes()?;
            let hooked = instrument::rewrite_jdk(&bytes, name, &request)
                .map_err(|skip| unfit(Unfit::Class(name.replace('/', "."), skip)))?;
            let prepared = instrument::prepare_jdk(hooked.as_deref().unwrap_or(&bytes), name)
                .map_err(unfit)?;
            if let Some(bytes) = prepared.or(hooked) {
                write(&into.join(module).join(format!("{name}.class")), &bytes)?;
                if !modules.iter().any(|it| it == module) {
                    modules.push(module.to_owned());
                }
            }
        }
        for (name, bytes) in Runtime::Offline.classes(self.feature) {
            write(&into.join(BASE).join(format!("{name}.class")), &bytes)?;
        }
        Ok(modules)
    }

    /// Starts the JVM with these arguments and no program. Answers the modules that it does not know.
    pub fn start(&self, arguments: &Path) -> Result<Vec<String>, JdkError> {
        let java = self.home.join("bin/java");
        let mut file = OsString::from("@");
        file.push(arguments);
        let mut command = Command::new(&java);
        command.arg(file).arg("-version");
        for variable in VARIABLES {
            command.env_remove(variable);
        }
        let output = match command.output() {
            Ok(output) => output,
            Err(cause) => return Err(JdkError::Start { java, cause }),
        };
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        if !output.status.success() || !said.contains(CHECKED) {
            let said = said.into_owned();
            return Err(JdkError::Broken { java, said });
        }
        let unknown = said.lines().filter_map(|line| {
            let name = line.strip_prefix("WARNING: Unknown module: ")?;
            name.split(' ').next()
        });
        Ok(unknown.map(str::to_owned).collect())
    }
}

/// The runtime says so when a JVM ends that it was in.
const CHECKED: &str = "redflag: no race was noticed";

/// Variables that `java` takes further options from.
const VARIABLES: [&str; 3] = ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"];

const BASE: &str = "java.base";

/// The module that a class of an image lies in.
fn module_of(origin: &str) -> &str {
    origin.rsplit_once("!/").map_or(BASE, |(_, module)| module)
}

fn home_on_path() -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let java = env::split_paths(&path)
        .map(|folder| folder.join("java"))
        .find(|java| java.is_file())?;
    // Usually a link to a link to it.
    let java = fs::canonicalize(java).ok()?;
    Some(java.parent()?.parent()?.to_owned())
}

/// The release of Java, by the version of its class files.
fn feature(image: &JImage) -> Result<Option<u16>, ContainerError> {
    const BEFORE_JAVA_1: u16 = 44;
    let object = image.find(BASE, "java/lang/Object")?;
    let major = object.and_then(|bytes| Some(u16::from_be_bytes(*bytes.get(6..)?.first_chunk()?)));
    Ok(major.map(|major| major.saturating_sub(BEFORE_JAVA_1)))
}

/// As the file `release` has it: `JAVA_VERSION="17.0.12"`.
fn version(home: &Path) -> Option<String> {
    let release = fs::read_to_string(home.join("release")).ok()?;
    let line = release
        .lines()
        .find_map(|it| it.strip_prefix("JAVA_VERSION="))?;
    Some(line.trim().trim_matches('"').to_owned())
}
