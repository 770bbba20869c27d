//! Objects that a method hands to other threads.

use classfile::{Insn, VType, access, op};
use ir::{Definition, ValueId};
use world::models::known::Runs;

use super::Analysis;
use super::functions::Handed;
use crate::domains::Threads;

impl Analysis<'_> {
    /// What a call does with objects that can be run. Which method of theirs that is, is asked once all calls are known.
    pub(super) fn note_tasks(&mut self, call: &Handed<'_>) {
        let operands = self.body.operands(call.insn);
        let threads = match call.runs {
            Some(Runs::AnyThread) => Threads::Background,
            Some(Runs::OneThread) => Threads::AnyButSelf,
            _ => {
                for applied in self.applied_by(call.callee).filter(|it| it.is_later) {
                    if let Some(&object) = operands.get(usize::from(applied.formal)) {
                        self.note_task(object, applied.threads);
                    }
                }
                return;
            }
        };
        // The first operand is what runs others, but for static methods.
        let this = usize::from(call.opcode != op::INVOKESTATIC);
        for &object in operands.iter().skip(this) {
            self.note_task(object, threads);
        }
    }

    fn note_task(&mut self, object: ValueId, threads: Threads) {
        if !self.tells || self.is_dead {
            return;
        }
        if let Some(class) = self.class_of(object) {
            self.summary
                .signs
                .hands_over
                .insert((class.into(), threads));
        }
    }

    /// The class that an object was made of, else the one that its type says.
    fn class_of(&self, object: ValueId) -> Option<&str> {
        let own = self.program[self.id].class;
        let object = self.body.uncast(object, self.code);
        let is_static = self.program[self.id].is(access::STATIC);
        let value = self.body.value(object);
        let class = match value.definition {
            Definition::Parameter(0) if !is_static => &*self.program[own].name,
            Definition::Result(maker)
                if let Insn::Type(op::NEW, class) = self.code.insns[maker as usize] =>
            {
                self.program[own].file.pool.class_name(class)?
            }
            _ => match value.ty {
                VType::Object(id) => str::from_utf8(self.types.name(id)).ok()?,
                _ => return None,
            },
        };
        Some(class)
    }
}
