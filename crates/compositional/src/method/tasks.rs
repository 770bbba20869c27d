//! Objects that a method hands to other threads.

use std::sync::Arc;

use classfile::{Insn, VType, access, op};
use ir::{Definition, Dominators, LoopForest, ValueId};
use world::models::known::Runs;

use super::Analysis;
use super::functions::Handed;
use super::gathered::called;
use super::orders::is_worker;
use crate::domains::Threads;

impl Analysis<'_> {
    /// What a call does with objects that can be run. Which method of theirs that is, is asked once all calls are known.
    pub(super) fn note_tasks(&mut self, call: &Handed<'_>) {
        let operands = self.body.operands(call.insn);
        let threads = match call.runs {
            // What one thread runs, it runs one after the other.
            Some(Runs::AnyThread) if call.operands.iter().any(is_worker) => Threads::AnyButSelf,
            Some(Runs::AnyThread) => self.handed_over(call.insn),
            Some(Runs::OneThread) => Threads::AnyButSelf,
            _ => {
                for applied in self.applied_by(call.callee).filter(|it| it.is_later) {
                    if let Some(&object) = operands.get(usize::from(applied.formal)) {
                        let threads = match applied.threads {
                            Threads::Background => self.handed_over(call.insn),
                            threads => threads,
                        };
                        self.note_task(object, threads);
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

    /// On which threads a task is run that an instruction hands over.
    pub(super) fn handed_over(&self, insn: usize) -> Threads {
        let class = self.program[self.id].class;
        let waits = |it: &Insn| called(it).is_some_and(|it| self.program.known(class, it).waits);
        if !self.code.insns[insn..].iter().any(waits) {
            return Threads::Background;
        }
        match self.is_in_loop(insn) {
            true => Threads::Awaited,
            false => Threads::AwaitedOne,
        }
    }

    pub(super) fn is_in_loop(&self, insn: usize) -> bool {
        let blocks = &self.body.blocks;
        let loops = self
            .loops
            .get_or_init(|| LoopForest::of(blocks, &Dominators::of(blocks)));
        let around = blocks.at(insn).and_then(|it| loops.innermost(it));
        around.is_some()
    }

    fn note_task(&mut self, object: ValueId, threads: Threads) {
        if !self.tells || self.is_dead {
            return;
        }
        if let Some(class) = self.class_of(object) {
            let class: Arc<str> = class.into();
            let handed = &mut self.summary.signs.hands_over;
            if !handed.insert((class.clone(), threads)) && threads == Threads::AwaitedOne {
                handed.insert((class, Threads::Awaited));
            }
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
