//! Access paths: how a method names what it accesses.
//!
//! `this.queue.size` is a root and the fields that lead from it to the location. All elements of an array are one step.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

use crate::program::FieldId;

/// No path is longer: what lies deeper has the path of what is that deep, which names no location. So recursion over a data structure ends.
const MAX_STEPS: usize = 5;

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

/// A list of steps, in place: paths are copied, compared and hashed more than anything else.
#[derive(Debug, Clone, Copy)]
pub struct Steps {
    len: u8,
    /// Behind the last one, `Element`.
    steps: [Step; MAX_STEPS],
}

impl Steps {
    const NONE: Steps = Steps {
        len: 0,
        steps: [Step::Element; MAX_STEPS],
    };

    fn push(&mut self, step: Step) {
        if let Some(free) = self.steps.get_mut(usize::from(self.len)) {
            *free = step;
            self.len += 1;
        }
    }

    /// Without the last one; `None` if there is none.
    fn parent(self) -> Option<Steps> {
        let mut parent = self;
        parent.len = self.len.checked_sub(1)?;
        parent.steps[usize::from(parent.len)] = Step::Element;
        Some(parent)
    }
}

impl FromIterator<Step> for Steps {
    /// Those beyond the most that a path has are left out.
    fn from_iter<I: IntoIterator<Item = Step>>(all: I) -> Steps {
        let mut steps = Steps::NONE;
        all.into_iter()
            .take(MAX_STEPS)
            .for_each(|it| steps.push(it));
        steps
    }
}

impl Deref for Steps {
    type Target = [Step];

    fn deref(&self) -> &[Step] {
        &self.steps[..usize::from(self.len)]
    }
}

impl PartialEq for Steps {
    fn eq(&self, other: &Steps) -> bool {
        self.len == other.len && self.steps == other.steps
    }
}

impl Eq for Steps {}

impl Hash for Steps {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let number = |step: Step| match step {
            Step::Field(field) => u64::from(field.number()),
            Step::Element => 0,
        };
        let [a, b, c, d, e] = self.steps.map(number);
        state.write_u64(a << 32 | b);
        state.write_u64(c << 32 | d);
        state.write_u64(e << 32 | u64::from(self.len));
    }
}

impl PartialOrd for Steps {
    fn partial_cmp(&self, other: &Steps) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Steps {
    fn cmp(&self, other: &Steps) -> Ordering {
        (**self).cmp(&**other)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Path {
    pub root: Root,
    pub steps: Steps,
}

impl Path {
    pub fn of(root: Root) -> Path {
        let steps = Steps::NONE;
        Path { root, steps }
    }

    /// The path as a method names it that gets the object at another path as this parameter; `None` if it does not lead there.
    pub fn below(&self, object: &Path, formal: u8) -> Option<Path> {
        let is_below = self.starts_with(object);
        is_below.then(|| Path {
            root: Root::Formal(formal),
            steps: self.steps[object.steps.len()..].iter().copied().collect(),
        })
    }

    /// Whether it is as long as can be, so that it may have lost steps.
    pub fn is_cut(&self) -> bool {
        self.steps.len() == MAX_STEPS
    }

    #[must_use]
    pub fn then(mut self, step: Step) -> Path {
        self.steps.push(step);
        self
    }

    /// The path of what holds the last step; `None` of a root.
    pub fn parent(self) -> Option<Path> {
        let steps = self.steps.parent()?;
        Some(Path { steps, ..self })
    }

    /// The same path, where its root is what another path leads to.
    pub fn from(&self, base: &Path) -> Path {
        let steps = base.steps.iter().chain(&*self.steps).copied();
        Path {
            root: base.root,
            steps: steps.collect(),
        }
    }

    pub fn starts_with(&self, prefix: &Path) -> bool {
        self.root == prefix.root && self.steps.starts_with(&prefix.steps)
    }

    /// A path for what may be at either: the shorter one, where a loop follows references from object to object; else
    /// one of them, as the accesses through it are such as well.
    #[must_use]
    pub fn or(self, other: Path) -> Path {
        match (other.starts_with(&self), self.starts_with(&other)) {
            (true, _) => self,
            (_, true) => other,
            _ => self.min(other),
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
