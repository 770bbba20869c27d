//! What a method does that decides whether a report about it is surely true.

use classfile::{Insn, VType, access, op};
use ir::{Definition, Phi, ValueId};

use super::Analysis;
use crate::domains::State;
use crate::path::{Path, Root};
use crate::program::FieldId;
use crate::summary::{Given, Summary, Value};

impl Analysis<'_> {
    /// What is so from the start on.
    pub(super) fn begin_evidence(&mut self) {
        let summary = &mut self.summary;
        summary.has_unpaired_locks = self.held.is_none();
        summary.signs.is_recursive = !self.around.together.is_empty();
        let method = &self.program[self.id];
        // Nobody else has the object yet, so that no path from it is shared.
        if method.is_constructor() {
            summary.unstable.change(Path::of(Root::Formal(0)));
        }
        // How far a recursion goes is not known, nor what it changes on the way.
        if summary.signs.is_recursive {
            for formal in 0..self.locals.len() as u8 {
                summary.unstable.rename(Path::of(Root::Formal(formal)));
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
                    self.summary.unstable.change(*path);
                }
            }
        }
    }

    /// An object is stored, or given to code that is not there.
    pub(super) fn note_stored(&mut self, value: &Value) {
        let path = value.path.as_ref().filter(|_| self.tells);
        if let Some(path) = path.filter(|it| self.leads_on(it)) {
            self.summary.unstable.rename(*path);
        }
    }

    /// Whether there is anything below a path that could be unstable.
    fn leads_on(&self, path: &Path) -> bool {
        path.field().is_none_or(|field| {
            let descriptor = &*self.program[field].descriptor;
            descriptor.len() > 1 && descriptor != "Ljava/lang/String;"
        })
    }

    pub(super) fn note_write(&mut self, insn: usize, field: FieldId, path: Option<&Path>) {
        if !self.tells {
            return;
        }
        let is_final = self.program[field].is(access::FINAL);
        if let Some(path) = path.filter(|it| !is_final && self.leads_on(it)) {
            self.summary.unstable.change(*path);
        }
        let stored = self.body.operands(insn).last();
        let given = stored.map_or(Given::Other, |&it| self.given(it));
        self.summary.signs.given.push((field, given));
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
                Given::New(class.into(), maker.into())
            }
            _ => Given::Other,
        }
    }

    /// A call to a method whose code is there.
    pub(super) fn note_call(&mut self, callee: &Summary, named: impl Fn(&Path) -> Option<Path>) {
        if self.tells {
            self.summary.has_unpaired_locks |= callee.has_unpaired_locks;
            self.summary.unstable.join_with(&callee.unstable, named);
        }
    }

    pub(super) fn note_function(&mut self, insn: usize, accesses_anything: bool) {
        let place = self.place(insn);
        let places = &mut self.summary.signs.runs_functions;
        places.extend(accesses_anything.then_some(place));
    }

    /// The locks known by name have to be all that are held.
    pub(super) fn note_locks(&mut self, insn: usize, state: &State) {
        let held = self.held.as_ref().map(|held| usize::from(held[insn]));
        let expected = held.map(|held| held + self.at_start.count());
        self.summary.has_unpaired_locks |= self.tells && expected != Some(state.locks.count());
    }
}
