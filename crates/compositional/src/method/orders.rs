//! What comes after what, and what is done one after the other, though no lock says so: tasks, what runs them, and who waits for them.

use classfile::{Code, Insn, MemberRef, access, op};
use ir::Definition;

use super::Analysis;
use super::calls::Called;
use super::gathered::calls;
use crate::domains::State;
use crate::library::Known;
use crate::path::{Path, Root};
use crate::program::{ClassId, Program};
use crate::summary::{Attribute, Value};
use crate::turns::{Cause, Turn, Turns};

/// What makes executors: those that have one thread, and those that have as many as the first argument says.
const OF_ONE: [&str; 2] = [
    "newSingleThreadExecutor",
    "newSingleThreadScheduledExecutor",
];
const OF_NUMBER: [&str; 2] = ["newFixedThreadPool", "newScheduledThreadPool"];

/// What waits until what it is called of is done. Others wait for what they are given.
const WAITING: [&str; 4] = ["await", "awaitTermination", "get", "join"];

pub(super) fn is_worker(value: &Value) -> bool {
    value.attribute == Attribute::Worker
}

pub(super) fn is_this(value: &Value) -> bool {
    value.path == Some(Path::of(Root::Formal(0)))
}

/// The instructions that start threads.
pub(super) fn starts(program: &Program<'_>, class: ClassId, code: &Code) -> Vec<usize> {
    let pool = &program[class].file.pool;
    let is_start = |it: MemberRef<'_>| (it.name, it.descriptor) == ("start", "()V");
    calls(code, |constant| {
        program.known(class, constant).starts_threads
            && pool.member_ref(constant).is_some_and(is_start)
    })
}

impl Analysis<'_> {
    /// The turns of an access. A thread in a final field is started once: what comes straight before that comes before what it does.
    pub(super) fn turns_at(&self, insn: usize, state: &State) -> Turns {
        let mut turns = state.turns.clone();
        let blocks = &self.body.blocks;
        let block = blocks.at(insn).filter(|_| !self.starts.is_empty());
        let rest = block.map_or(insn..insn, |it| insn..blocks[it].insns.end);
        let starts = self.starts.iter().filter(|it| rest.contains(it));
        for object in starts.filter_map(|&it| self.object_with_thread(it)) {
            turns.take(Turn::without_tasks(object));
        }
        turns
    }

    /// The object that has the thread in a final field which an instruction starts. What comes later is not followed yet, but for what the
    /// method is given.
    fn object_with_thread(&self, start: usize) -> Option<Path> {
        let thread = *self.body.operands(start).first()?;
        let Definition::Result(maker) = self.body.value(thread).definition else {
            return None;
        };
        let Insn::Field(op::GETFIELD, constant) = self.code.insns[maker as usize] else {
            return None;
        };
        let class = self.program[self.id].class;
        let field = self.program.field(class, constant)?;
        let object = *self.body.operands(maker as usize).first()?;
        let object = self.known_value(object)?.path;
        object.filter(|_| self.program[field].is(access::FINAL))
    }

    /// The object that the method is called of.
    fn object(&self) -> Option<Path> {
        let is_static = self.program[self.id].is(access::STATIC);
        (!is_static).then(|| Path::of(Root::Formal(0)))
    }

    /// What is run is a task of the method's object. One that the constructor makes does not run beside itself.
    pub(super) fn begin_task(&self, insn: usize, state: &mut State) {
        if let Some(object) = self.object() {
            let is_once = self.program[self.id].is_constructor() && !self.is_in_loop(insn);
            state.turns.take(Turn {
                of: object,
                cause: Cause::Task(self.id, insn as u16, is_once),
            });
        }
    }

    /// Whether the tasks that a callee hands over for the method's object are handed over once: a constructor calls it in one place.
    pub(super) fn is_once(&self, call: Called) -> bool {
        let is_alike = |it: &&Insn| **it == self.code.insns[call.insn];
        call.is_of_object
            && self.program[self.id].is_constructor()
            && !self.is_in_loop(call.insn)
            && self.code.insns.iter().filter(is_alike).count() == 1
    }

    /// Who has waited for something in a field of an object finds that object's tasks done, until he hands over others.
    pub(super) fn order_tasks(
        &mut self,
        insn: usize,
        known: &Known<'_>,
        named: MemberRef<'_>,
        operands: &[Value],
        state: &mut State,
    ) {
        let hands_over =
            known.starts_threads && !known.waits && (operands.len() > 1 || named.name == "start");
        if hands_over && self.handed_over(insn).are_awaited() {
            state.turns.take(Turn {
                of: Path::of(Root::Formal(0)),
                cause: Cause::Beside(self.id),
            });
        }
        if known.waits {
            state.turns.end_tasks(self.id);
        }
        if let Some(object) = self.object().filter(|_| hands_over) {
            state.turns.end(&object, None);
            self.summary.sets.add(object, None);
        }
        let waits = known.waits && WAITING.contains(&named.name);
        let awaited = operands.first().filter(|_| waits);
        if let Some(path) = awaited.and_then(|it| it.path) {
            let object = path.parent().unwrap_or(path);
            state.turns.take(Turn::without_tasks(object));
        }
    }

    /// Whether a call makes an executor with one thread.
    pub(super) fn makes_worker(&self, insn: usize, named: MemberRef<'_>) -> bool {
        let has_one = || {
            let number = self.body.operands(insn).first();
            let number = number.map(|&it| self.body.value(it).definition);
            number == Some(Definition::Int(1))
        };
        named.class == "java/util/concurrent/Executors"
            && matches!(self.code.insns[insn], Insn::Invoke(op::INVOKESTATIC, _))
            && (OF_ONE.contains(&named.name) || OF_NUMBER.contains(&named.name) && has_one())
    }
}
