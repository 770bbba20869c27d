//! What a method does that decides whether a report about it is surely true.

use std::collections::BTreeSet;

use classfile::{Insn, VType, access, op};
use ir::{Definition, Phi, ValueId};

use super::Analysis;
use crate::domains::State;
use crate::path::{Path, Root};
use crate::program::FieldId;
use crate::stability::Unstable;
use crate::summary::{Place, Summary, Value};

/// What a summary holds beside the accesses, for `--true-positives`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Evidence {
    pub unstable: Unstable,
    /// Which locks are held may depend on the way, or on a lock's answer; here or in a callee.
    pub has_unpaired_locks: bool,
    pub is_recursive: bool,
    /// Where functions that access anything are run or handed on. When they do it, and on which thread, is not known for sure.
    pub runs_functions: BTreeSet<Place>,
    /// What fields are given.
    pub given: Vec<(FieldId, Given)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Given {
    /// An object of this class, made by the instruction of this number.
    New(String, u32),
    Other,
}

impl Analysis<'_> {
    /// What is so from the start on.
    pub(super) fn begin_evidence(&mut self) {
        let evidence = &mut self.summary.evidence;
        evidence.has_unpaired_locks = self.held.is_none();
        evidence.is_recursive = !self.around.together.is_empty();
        let method = &self.program[self.id];
        // Nobody else has the object yet, so that no path from it is shared.
        if method.is_constructor() {
            evidence.unstable.change(Path::of(Root::Formal(0)));
        }
        // How far a recursion goes is not known, nor what it changes on the way.
        if evidence.is_recursive {
            for &formal in method.formals.values() {
                evidence.unstable.rename(Path::of(Root::Formal(formal)));
            }
        }
    }

    /// A variable that holds one of several things names none of them.
    pub(super) fn note_phi(&mut self, phi: &Phi) {
        if !matches!(self.body.value(phi.value).ty, VType::Object(_)) {
            return;
        }
        let others = phi
            .arguments
            .iter()
            .filter(|&&it| it != phi.value && self.body.value(it).definition != Definition::Null);
        let known: Vec<Value> = others.filter_map(|&it| self.known_value(it)).collect();
        self.note_choice(&known);
    }

    /// One of several values is taken.
    pub(super) fn note_choice(&mut self, values: &[Value]) {
        let is_one = values.windows(2).all(|pair| pair[0].path == pair[1].path);
        if !is_one {
            for path in values.iter().filter_map(|it| it.path.as_ref()) {
                if self.leads_on(path) {
                    self.summary.evidence.unstable.change(path.clone());
                }
            }
        }
    }

    /// An object is stored, or given to code that is not there.
    pub(super) fn note_stored(&mut self, value: &Value) {
        let path = value.path.as_ref().filter(|_| self.tells);
        if let Some(path) = path.filter(|it| self.leads_on(it)) {
            self.summary.evidence.unstable.rename(path.clone());
        }
    }

    /// Whether there is anything below a path that could be unstable.
    fn leads_on(&self, path: &Path) -> bool {
        path.field().is_none_or(|field| {
            let descriptor = self.program[field].descriptor.as_str();
            descriptor.len() > 1 && descriptor != "Ljava/lang/String;"
        })
    }

    pub(super) fn note_write(&mut self, insn: usize, field: FieldId, path: Option<&Path>) {
        if !self.tells {
            return;
        }
        let is_final = self.program[field].is(access::FINAL);
        if let Some(path) = path.filter(|it| !is_final && self.leads_on(it)) {
            self.summary.evidence.unstable.change(path.clone());
        }
        let stored = self.body.operands(insn).last();
        let given = stored.map_or(Given::Other, |&it| self.given(it));
        self.summary.evidence.given.push((field, given));
    }

    fn given(&self, value: ValueId) -> Given {
        let value = self.body.uncast(value, self.code);
        let Definition::Result(maker) = self.body.value(value).definition else {
            return Given::Other;
        };
        match self.code.insns[maker as usize] {
            Insn::Type(op::NEW, constant) => {
                let pool = &self.program[self.program[self.id].class].file.pool;
                let class = pool.class_name(constant).unwrap_or_default();
                Given::New(class.to_owned(), maker)
            }
            _ => Given::Other,
        }
    }

    /// A call to a method whose code is there.
    pub(super) fn note_call(&mut self, callee: &Summary, named: impl Fn(&Path) -> Option<Path>) {
        if self.tells {
            let evidence = &mut self.summary.evidence;
            evidence.has_unpaired_locks |= callee.evidence.has_unpaired_locks;
            let unstable = &callee.evidence.unstable;
            evidence.unstable.join_with(unstable, named);
        }
    }

    pub(super) fn note_function(&mut self, insn: usize, accesses_anything: bool) {
        let place = self.place(insn);
        let places = &mut self.summary.evidence.runs_functions;
        places.extend(accesses_anything.then_some(place));
    }

    /// The locks known by name have to be all that are held.
    pub(super) fn note_locks(&mut self, insn: usize, state: &State) {
        let held = self.held.as_ref().map(|held| usize::from(held[insn]));
        let expected = held.map(|held| held + self.at_start.count());
        self.summary.evidence.has_unpaired_locks |=
            self.tells && expected != Some(state.locks.count());
    }
}
