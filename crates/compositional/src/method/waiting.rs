//! Whether a method waits for the tasks that it hands over.

use classfile::{Code, Insn, op};
use ir::{BlockId, Definition, ValueId};

use super::Analysis;
use super::gathered::calls;
use crate::domains::Threads;
use crate::program::{ClassId, Program};
use crate::summary::Function;

/// A field of this type is a task's too, which counts it down.
const LATCH: &str = "java/util/concurrent/CountDownLatch";

/// The instructions that wait for what others do.
pub(super) fn waits(program: &Program<'_>, class: ClassId, code: &Code) -> Vec<usize> {
    calls(code, |constant| program.known(class, constant).waits)
}

impl Analysis<'_> {
    /// On which threads a task is run that an instruction hands over.
    pub(super) fn handed_over(&self, insn: usize) -> Threads {
        match (self.is_waited_for(insn), self.is_in_loop(insn)) {
            (false, _) => Threads::Background,
            (true, true) => Threads::Awaited,
            (true, false) => Threads::AwaitedOne,
        }
    }

    /// The same of a function. If another instruction has handed it over, too, then there are several such tasks.
    pub(super) fn function_handed_over(
        &mut self,
        insn: usize,
        function: Option<Function>,
    ) -> Threads {
        let first = match function {
            Some(Function::Body(body)) => *self.handed.entry(body).or_insert(insn),
            _ => insn,
        };
        match self.handed_over(insn) {
            Threads::AwaitedOne if first != insn => Threads::Awaited,
            threads => threads,
        }
    }

    /// Whether the method waits for a task on every way on which it returns. A loop that waits in its rounds is taken to make one.
    fn is_waited_for(&self, insn: usize) -> bool {
        let waits = self.waits.iter().copied();
        let waits: Vec<usize> = waits.filter(|&it| self.concerns(it, insn)).collect();
        let blocks = &self.body.blocks;
        let Some(start) = blocks.at(insn).filter(|_| !waits.is_empty()) else {
            return false;
        };
        if waits
            .iter()
            .any(|it| blocks[start].insns.contains(it) && *it >= insn)
        {
            return true;
        }
        let waiting: Vec<BlockId> = waits.iter().filter_map(|&it| blocks.at(it)).collect();
        let loops = self.loops();
        let mut headers = Vec::new();
        for around in waiting.iter().flat_map(|&it| loops.around(it)) {
            if !loops.contains(around, start) {
                headers.push(loops[around].header);
            }
        }
        let mut open = blocks[start].successors.to_vec();
        let mut seen = vec![false; blocks.len()];
        let mut waited = false;
        while let Some(block) = open.pop() {
            if std::mem::replace(&mut seen[block.index()], true) {
                continue;
            }
            if waiting.contains(&block) || headers.contains(&block) {
                waited = true;
            } else if blocks[block].successors.is_empty() && self.returns_from(block) {
                return false;
            } else {
                open.extend(&blocks[block].successors);
            }
        }
        waited
    }

    fn returns_from(&self, block: BlockId) -> bool {
        let last = self.body.blocks[block].insns.clone().next_back();
        last.is_some_and(|it| matches!(self.code.insns[it], Insn::Plain(op::IRETURN..=op::RETURN)))
    }

    /// Whether a wait may be for a task that an instruction hands over: it is not if it is surely for something else.
    fn concerns(&self, wait: usize, insn: usize) -> bool {
        if wait == insn {
            return true;
        }
        let Some(awaited) = self.receiver(wait) else {
            return true;
        };
        if self.takes_part(awaited, insn) {
            return true;
        }
        match self.body.value(awaited).definition {
            Definition::Parameter(_) => false,
            Definition::Result(maker) => match self.code.insns[maker as usize] {
                // The field of a future gets what the executor answers.
                Insn::Field(..) => {
                    let class = self.name_of_called(wait).map(|it| it.0);
                    class == Some(LATCH) || self.body.result(insn).is_some() || self.is_new(insn)
                }
                _ => true,
            },
            _ => true,
        }
    }

    /// Whether a call makes an object, such as a thread.
    fn is_new(&self, insn: usize) -> bool {
        self.name_of_called(insn).is_some_and(|it| it.1 == "<init>")
    }

    /// Whether a value is what a call is given or answers, or what its functions have captured.
    fn takes_part(&self, value: ValueId, insn: usize) -> bool {
        let is_it = |it: &ValueId| self.body.uncast(*it, self.code) == value;
        let of_maker = |it: &ValueId| match self.body.value(*it).definition {
            Definition::Result(maker) => self.body.operands(maker as usize).iter().any(is_it),
            _ => false,
        };
        let operands = self.body.operands(insn);
        self.body.result(insn) == Some(value)
            || operands.iter().any(is_it)
            || operands.iter().any(of_maker)
    }
}
