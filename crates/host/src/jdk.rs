//! Which classes are the JDK's.

use classfile::container::{ContainerError, JImage};
use rustc_hash::FxHashSet;

/// The packages of a JDK.
pub struct JdkPackages(FxHashSet<Box<str>>);

impl JdkPackages {
    /// An image made by `jlink` may hold the program's modules too.
    pub fn of(image: &JImage) -> Result<JdkPackages, ContainerError> {
        image
            .packages()
            .filter(|p| !matches!(p, Ok(p) if !is_jdk_module(p.module)))
            .map(|p| p.map(|p| p.name.into()))
            .collect::<Result<_, _>>()
            .map(JdkPackages)
    }

    /// Whether the class is in a package of the JDK's.
    pub fn have(&self, class: &str) -> bool {
        class
            .rsplit_once('/')
            .is_some_and(|(package, _)| self.0.contains(package))
    }

    /// Whether the class belongs to the JDK. What the JDK generates at run time counts as its own.
    pub fn own(&self, class: &str) -> bool {
        const GENERATED: [&str; 2] = ["com/sun/proxy/", "jdk/proxy"];
        self.have(class) || GENERATED.iter().any(|p| class.starts_with(p))
    }
}

fn is_jdk_module(name: &str) -> bool {
    ["java.", "jdk."]
        .iter()
        .any(|vendor| name.starts_with(vendor))
}
