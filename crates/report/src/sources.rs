//! Source files, as far as whoever asks for a report can find them.

use std::rc::Rc;

/// A source file that was found.
#[derive(Clone, Debug)]
pub struct Source {
    /// With slashes; relative to where the user is, if it lies below, or to the root of the archive.
    pub path: String,
    /// The archive that it lies in, if it is no file of its own.
    pub archive: Option<String>,
    pub text: Rc<str>,
}

pub trait Sources {
    /// The file of this name that the class, by its internal name, was compiled from.
    fn find(&self, class: &str, file: &str) -> Option<Source>;
}

/// Where no source file is at hand.
#[derive(Clone, Copy, Debug)]
pub struct NoSources;

impl Sources for NoSources {
    fn find(&self, _class: &str, _file: &str) -> Option<Source> {
        None
    }
}
