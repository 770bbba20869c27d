//! Sites: the places in the program's code that checks speak of.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Op {
    Read,
    Write,
}

/// What an access names.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Target {
    /// The class as the instruction names it; the field may be declared in a superclass.
    Field {
        class: Arc<str>,
        name: Arc<str>,
        descriptor: Arc<str>,
        is_static: bool,
    },
    Element {
        /// The field of the site's own class that the array was loaded from, if the code shows it.
        field: Option<Arc<str>>,
    },
    /// An object of the library, as a whole: the call is the access.
    Container,
    /// What a handle means: known at run time only.
    Variable,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    pub class: Arc<str>,
    pub method: Arc<str>,
    pub descriptor: Arc<str>,
    pub file: Option<Arc<str>>,
    pub line: Option<u16>,
    pub op: Op,
    pub target: Target,
    /// Whether the object or array may have been loaded from a field or element of another: what
    /// is reached through a final field is as safe as the field (JLS 17.5.1, dereference chain).
    pub dereferenced: bool,
}

/// Sites are looked for among those of one class, which these things tell apart as a rule.
impl Hash for Site {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.line.hash(state);
        self.op.hash(state);
        match &self.target {
            Target::Field { name, .. } => name.hash(state),
            target => std::mem::discriminant(target).hash(state),
        }
        if self.line.is_none() {
            self.method.hash(state);
        }
    }
}

/// Hands out numbers for sites; a number fits in 24 bits, 0 is not a site. `None`: none are left.
pub trait Sites {
    fn number(&mut self, site: Site) -> Option<u32>;
}
