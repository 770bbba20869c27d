//! What becomes of a function that is given to a collection or a stream: tasks that are gathered to be run together, and streams that
//! several threads run.

use classfile::{Code, Insn, MemberRef, op};
use ir::{Definition, ValueId};

use super::Analysis;
use crate::program::{ClassId, Program};

/// What runs all tasks of a collection.
const RUNS_ALL: [&str; 2] = ["invokeAll", "invokeAny"];

/// What of a stream gets all elements one after the other, though several threads run it.
const IN_ORDER: &str = "forEachOrdered";

/// The constant of the method that an instruction calls.
fn called(insn: &Insn) -> Option<u16> {
    match insn {
        Insn::Invoke(_, constant) | Insn::InvokeInterface(constant, ..) => Some(*constant),
        _ => None,
    }
}

/// The instructions that call a method of which something is so.
pub(super) fn calls(code: &Code, is_such: impl Fn(u16) -> bool) -> Vec<usize> {
    let insns = code.insns.iter().zip(0..);
    let found = insns.filter(|(insn, _)| called(insn).is_some_and(&is_such));
    found.map(|(_, at)| at).collect()
}

/// The instructions that have an executor run all tasks of a collection.
pub(super) fn runs_all(program: &Program<'_>, class: ClassId, code: &Code) -> Vec<usize> {
    let pool = &program[class].file.pool;
    let is_it = |it: MemberRef<'_>| {
        it.class.starts_with("java/util/concurrent/") && RUNS_ALL.contains(&it.name)
    };
    calls(code, |constant| {
        pool.member_ref(constant).is_some_and(is_it)
    })
}

impl<'p> Analysis<'p> {
    /// The class and the name of what an instruction calls.
    pub(super) fn name_of_called(&self, insn: usize) -> Option<(&'p str, &'p str)> {
        let pool = &self.program[self.program[self.id].class].file.pool;
        let named = pool.member_ref(called(&self.code.insns[insn])?)?;
        Some((named.class, named.name))
    }

    /// The object that a method is called of.
    pub(super) fn receiver(&self, insn: usize) -> Option<ValueId> {
        let is_static = matches!(self.code.insns[insn], Insn::Invoke(op::INVOKESTATIC, _));
        let receiver = self.body.operands(insn).first().filter(|_| !is_static)?;
        Some(self.body.uncast(*receiver, self.code))
    }

    /// Whether a call puts what it is given into a collection, or makes one of it, that the method has an executor run.
    pub(super) fn is_gathered(&self, insn: usize) -> bool {
        if self.runs_all.is_empty() {
            return false;
        }
        let collection = match self.name_of_called(insn) {
            Some((class, "add")) if class.starts_with("java/util/") => self.receiver(insn),
            Some(("java/util/List" | "java/util/Set", "of")) => self.body.result(insn),
            _ => None,
        };
        let is_run = |by: &usize| {
            let mut operands = self.body.operands(*by).iter();
            operands.any(|&it| Some(self.body.uncast(it, self.code)) == collection)
        };
        collection.is_some() && self.runs_all.iter().any(is_run)
    }

    /// Whether a call is one of a stream that several threads run. What is said last of the whole stream counts.
    pub(super) fn is_of_parallel_stream(&self, insn: usize) -> bool {
        let Some((class, name)) = self.name_of_called(insn) else {
            return false;
        };
        if !class.starts_with("java/util/stream/") || name == IN_ORDER {
            return false;
        }
        let mut last = insn;
        while let Some(next) = self.next_of_stream(last) {
            last = next;
        }
        let mut is_parallel = false;
        let mut at = Some(last);
        while let Some(here) = at {
            match self.name_of_called(here) {
                Some((_, "parallel" | "parallelStream")) => is_parallel = true,
                Some((_, "sequential")) => {}
                _ => {
                    at = self.before_in_stream(here);
                    continue;
                }
            }
            break;
        }
        is_parallel
    }

    /// The call that made the stream which another is called of.
    fn before_in_stream(&self, insn: usize) -> Option<usize> {
        match self.body.value(self.receiver(insn)?).definition {
            Definition::Result(maker) => Some(maker as usize),
            _ => None,
        }
    }

    /// The call of the stream that a call makes.
    fn next_of_stream(&self, insn: usize) -> Option<usize> {
        let made = self.body.result(insn)?;
        let mut later = insn + 1..self.code.insns.len();
        later.find(|&it| self.name_of_called(it).is_some() && self.receiver(it) == Some(made))
    }
}
