//! Which paths lead to the same location as long as a method runs: the stability of RacerDX (Gorogiannis, O'Hearn and
//! Sergey, "A True Positives Theorem for a Static Race Detector", POPL 2019, sections 4, 6 and 7).
//!
//! Two methods that access `x.f.g` race only if for both it is the same location. So there has to be a state to start
//! from in which it is, and nothing that the methods do before they get there may change where the path leads. The state is
//! the paper's: both are given the same object, and nothing else leads to the objects on the path. From there on, what
//! `x.f.g` means changes only if the location `x.f` does, and that is written either by that name, or by another, which it gets
//! only if the address of `x` is stored somewhere. Hence two sets: paths that are written, and paths whose objects have other names.
//!
//! Where this differs from the paper:
//!
//! - Reading an address destabilizes nothing (the second proposal of 7.2.2). The paper has no names for what a local variable holds; here
//!   it keeps the name of the path that it was read from, and a write through it is one to that path. What is stored
//!   in an object, an array or a static field, captured, or given to code that is not there, gets another name.
//! - An object with another name makes what lies below its fields unstable, not its fields: where `x.f` is depends on `x` alone.
//! - A call `m(x, x.f)` destabilizes nothing either; the first proposal would leave out receivers only. What the callee does to its parameters
//!   is told in the caller's names before anything is decided, and there both are one.
//! - Final fields never change once an object is shared.
//! - What lies below a static field is not stable in a method that writes the field, unless it is final. The paper has all such paths
//!   stable, but `synchronized (L) { part = new Part(); mine = part; } mine.f = 1;` writes an object of each thread's own.

use std::collections::BTreeSet;

use crate::path::{Path, Root, Step};

/// No set of paths is larger.
const MAX_PATHS: usize = 500;

/// The paths that may not lead to where they led before.
///
/// A lattice of sets: ∅ ⊑ fewer ⊑ more ⊑ everything. A join has the paths of both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unstable {
    Paths {
        /// What is at these is not what was there, or one of several things.
        changed: BTreeSet<Path>,
        /// What is at these has other names.
        renamed: BTreeSet<Path>,
    },
    Everything,
}

impl Default for Unstable {
    fn default() -> Unstable {
        Unstable::Paths {
            changed: BTreeSet::new(),
            renamed: BTreeSet::new(),
        }
    }
}

impl Unstable {
    /// Something else lies at a path from now on.
    pub fn change(&mut self, path: Path) {
        if let Unstable::Paths { changed, .. } = self {
            changed.extend(Some(path).filter(is_of_use));
        }
        self.bound();
    }

    /// The object at a path gets another name.
    pub fn rename(&mut self, path: Path) {
        if let Unstable::Paths { renamed, .. } = self {
            renamed.extend(Some(path).filter(is_of_use));
        }
        self.bound();
    }

    /// Takes over what is unstable elsewhere, by the names that its paths have here. What has none is nobody else's.
    pub fn join_with(&mut self, other: &Unstable, named: impl Fn(&Path) -> Option<Path>) {
        match (&mut *self, other) {
            (Unstable::Everything, _) => {}
            (_, Unstable::Everything) => *self = Unstable::Everything,
            (
                Unstable::Paths { changed, renamed },
                Unstable::Paths {
                    changed: others,
                    renamed: others_renamed,
                },
            ) => {
                changed.extend(others.iter().filter_map(&named).filter(is_of_use));
                renamed.extend(others_renamed.iter().filter_map(&named).filter(is_of_use));
            }
        }
        self.bound();
    }

    fn bound(&mut self) {
        if let Unstable::Paths { changed, renamed } = self
            && changed.len() + renamed.len() > MAX_PATHS
        {
            *self = Unstable::Everything;
        }
    }

    /// Whether a location is where it was at the start. `is_final` tells of a field whether it never changes.
    pub fn keeps_location(&self, path: &Path, is_final: impl Fn(&Step) -> bool) -> bool {
        match path.steps.split_last() {
            Some((_, before)) => self.keeps(path.root, before, is_final),
            None => true,
        }
    }

    /// Whether the object at a path is the one that was there at the start: so that its contents are.
    pub fn keeps_object(&self, path: &Path, is_final: impl Fn(&Step) -> bool) -> bool {
        self.keeps(path.root, &path.steps, is_final)
    }

    fn keeps(&self, root: Root, steps: &[Step], is_final: impl Fn(&Step) -> bool) -> bool {
        let Unstable::Paths { changed, renamed } = self else {
            return false;
        };
        let mut path = Path::of(root);
        let mut has_other_name = renamed.contains(&path);
        if changed.contains(&path) {
            return false;
        }
        for step in steps {
            path = path.then(*step);
            if changed.contains(&path) || has_other_name && !is_final(step) {
                return false;
            }
            has_other_name |= renamed.contains(&path);
        }
        true
    }
}

/// Whether a report may depend on a path: none is made of elements of arrays, nor of what lies deepest.
fn is_of_use(path: &Path) -> bool {
    !path.is_cut() && !path.steps.contains(&Step::Element)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::FieldId;

    fn field(number: usize) -> Step {
        Step::Field(FieldId::new(number))
    }

    fn this() -> Path {
        Path::of(Root::Formal(0))
    }

    fn paths() -> Vec<Path> {
        let other = Path::of(Root::Formal(1));
        let child = this().then(field(1));
        let grandchild = child.then(field(2));
        vec![this(), child, grandchild, other]
    }

    /// All pairs of sets of the four paths, and everything.
    fn elements() -> Vec<Unstable> {
        let subset = |bits: usize| -> BTreeSet<Path> {
            let paths = paths().into_iter().enumerate();
            let chosen = paths.filter(|(bit, _)| bits >> bit & 1 != 0);
            chosen.map(|(_, path)| path).collect()
        };
        let sets = (0..256).map(|bits| Unstable::Paths {
            changed: subset(bits & 15),
            renamed: subset(bits >> 4),
        });
        sets.chain([Unstable::Everything]).collect()
    }

    fn join(a: &Unstable, b: &Unstable) -> Unstable {
        let mut joined = a.clone();
        joined.join_with(b, |path| Some(*path));
        joined
    }

    #[test]
    fn a_join_is_a_least_upper_bound() {
        let all = elements();
        for a in &all {
            assert_eq!(join(a, a), *a);
            assert_eq!(join(a, &Unstable::default()), *a);
            assert_eq!(join(a, &Unstable::Everything), Unstable::Everything);
            for b in &all {
                assert_eq!(join(a, b), join(b, a));
                assert_eq!(join(a, &join(a, b)), join(a, b), "it is above both");
            }
        }
        for a in all.iter().step_by(7) {
            for b in all.iter().step_by(5) {
                for c in all.iter().step_by(3) {
                    assert_eq!(join(&join(a, b), c), join(a, &join(b, c)));
                    // Monotone: what is above before is above afterwards.
                    if join(a, b) == *b {
                        assert_eq!(join(&join(a, c), &join(b, c)), join(b, c));
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_stable_in_more_is_stable_in_less() {
        let all = elements();
        for a in &all {
            for b in &all {
                for path in paths() {
                    let both = join(a, b);
                    if both.keeps_location(&path, |_| false) {
                        assert!(a.keeps_location(&path, |_| false));
                    }
                    if both.keeps_object(&path, |_| true) {
                        assert!(a.keeps_object(&path, |_| true));
                    }
                }
            }
        }
    }

    #[test]
    fn too_many_paths_are_everything() {
        let mut unstable = Unstable::default();
        for formal in 0..=u8::MAX {
            unstable.change(Path::of(Root::Formal(formal)));
            unstable.rename(Path::of(Root::Formal(formal)));
        }
        assert_eq!(unstable, Unstable::Everything);
    }

    #[test]
    fn a_written_path_moves_what_lies_below_it() {
        let mut unstable = Unstable::default();
        let child = this().then(field(1));
        unstable.change(child);
        assert!(unstable.keeps_location(&child, |_| false));
        assert!(!unstable.keeps_object(&child, |_| false));
        assert!(!unstable.keeps_location(&child.then(field(1)), |_| true));
    }

    #[test]
    fn another_name_leaves_an_objects_own_fields_where_they_are() {
        let mut unstable = Unstable::default();
        unstable.rename(this());
        let child = this().then(field(1));
        let grandchild = child.then(field(1));
        assert!(unstable.keeps_location(&child, |_| false));
        assert!(!unstable.keeps_location(&grandchild, |_| false));
        assert!(unstable.keeps_location(&grandchild, |_| true), "all final");
    }
}
