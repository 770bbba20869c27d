//! Access paths: how a method names what it accesses.
//!
//! `this.queue.size` is a root and the fields that lead from it to the location. All elements of an array are one step.

use crate::program::FieldId;

/// No path is longer: what lies deeper has the path of what is that deep. So recursion over a data structure ends.
pub const MAX_STEPS: usize = 5;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Root {
    /// A parameter; of an instance method, 0 is `this`.
    Formal(u8),
    Static(FieldId),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    Field(FieldId),
    Element,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Path {
    pub root: Root,
    pub steps: Vec<Step>,
}

impl Path {
    pub fn of(root: Root) -> Path {
        let steps = Vec::new();
        Path { root, steps }
    }

    pub fn then(&self, step: Step) -> Path {
        let mut path = self.clone();
        if path.steps.len() < MAX_STEPS {
            path.steps.push(step);
        }
        path
    }

    /// The same path, where its root is what another path leads to.
    pub fn from(&self, base: &Path) -> Path {
        let steps = base.steps.iter().chain(&self.steps).copied();
        Path {
            root: base.root,
            steps: steps.take(MAX_STEPS).collect(),
        }
    }

    pub fn starts_with(&self, prefix: &Path) -> bool {
        self.root == prefix.root && self.steps.starts_with(&prefix.steps)
    }

    /// A path for what may be at either: the shorter one, where a loop follows references from object to object; else
    /// one of them, as the accesses through it are such as well.
    #[must_use]
    pub fn or(self, other: &Path) -> Path {
        match (other.starts_with(&self), self.starts_with(other)) {
            (true, _) => self,
            (_, true) => other.clone(),
            _ => self.min(other.clone()),
        }
    }

    /// The last field that it names.
    pub fn field(&self) -> Option<FieldId> {
        let last = self.steps.iter().rev().find_map(|step| match step {
            Step::Field(field) => Some(*field),
            Step::Element => None,
        });
        last.or(match self.root {
            Root::Static(field) => Some(field),
            Root::Formal(_) => None,
        })
    }
}
