//! What a call does: what its callee's summary says, or what rules say of it.

use classfile::{MemberRef, access, op};
use world::models::known::{Answer, Is, Runs};

use super::Analysis;
use super::functions::{Handed, named};
use super::orders::is_this;
use super::published::Publication;
use super::rules::{Invoked, on_thread};
use crate::annotations::Mark;
use crate::domains::{Lock, Locks, Ownership, State, Threads};
use crate::library::Known;
use crate::path::{Path, Root};
use crate::program::{Method, MethodId};
use crate::summary::{Access, Attribute, Call, Kind, Summary, Value};
use crate::turns::Turns;
use crate::way::Way;

/// A call of what has a summary.
#[derive(Clone, Copy)]
pub(super) struct Called {
    pub insn: usize,
    pub is_recursive: bool,
    /// Whether it is called here, and of the method's own object.
    pub is_of_object: bool,
}

impl Analysis<'_> {
    pub(super) fn call(
        &mut self,
        insn: usize,
        opcode: u8,
        constant: u16,
        operands: &[Value],
        state: &mut State,
    ) -> Option<Value> {
        let class = self.program[self.id].class;
        let member = self.program[class].file.pool.member_ref(constant)?;
        let known = self.program.known(class, constant);
        let callee = match known.runs_action {
            true => self.action(operands),
            false => self.program.callee(class, constant),
        };
        self.summary.signs.shows_concurrency |= known.starts_threads;
        let of_functions = Handed {
            insn,
            opcode,
            runs: match self.is_gathered(insn) {
                true => Some(Runs::AnyThread),
                false => known.runs,
            },
            callee,
            operands,
        };
        self.hand_over(&of_functions, member.class, state);
        self.order_tasks(insn, &known, member, operands, state);
        if let Some(said) = known.thread {
            return on_thread(said, state);
        }
        if opcode == op::INVOKEINTERFACE {
            self.interface_call(insn, member, callee, operands, state);
        }
        // What is said of a method counts instead of its code.
        let said = (known.is_of_program || callee.is_none()).then_some(known);
        if self.is_functional(said.as_ref(), callee) {
            return Some(Value::with(Attribute::Functional));
        }
        let of_call = Invoked {
            insn,
            class: member.class,
            operands,
            is_static: opcode == op::INVOKESTATIC,
        };
        let around = self.around;
        if let Some(callee) = callee {
            self.note_caller(insn, callee, opcode, operands, state);
        }
        if let Some((summary, is_recursive)) = callee.and_then(|it| around.summary(it))
            && said.is_none_or(|it| !it.is_of_effects())
        {
            self.note_locks(insn, state);
            let called = Called {
                insn,
                is_recursive,
                is_of_object: operands.first().is_some_and(is_this),
            };
            let result = self.known_call(called, summary, operands, state);
            if callee.is_some_and(|it| self.gives_away(it)) {
                return Some(Value::owned());
            }
            let said = said.and_then(|it| it.result);
            return said.and_then(|it| of_call.answer(it)).or(result);
        }
        for operand in operands {
            self.note_stored(operand);
        }
        if self.makes_worker(insn, member) {
            return Some(Value::with(Attribute::Worker));
        }
        self.follow_rules(&said?, &of_call, opcode, state)
    }

    /// What becomes of the functions and the tasks that a callee is given.
    fn hand_over(&mut self, call: &Handed<'_>, class: &str, state: &mut State) {
        self.run_closures(call, state);
        self.note_applied(call, class, state);
        self.note_tasks(call);
    }

    /// Whether whoever calls it again gets the same.
    fn is_functional(&self, said: Option<&Known<'_>>, callee: Option<MethodId>) -> bool {
        said.is_some_and(|it| it.result == Some(Answer::Functional))
            || callee.is_some_and(|it| self.program.method_says(it, Mark::Functional))
    }

    /// Whether what a method answers is its caller's alone.
    fn gives_away(&self, callee: MethodId) -> bool {
        let Method { class, said, .. } = &self.program[callee];
        said.is(Mark::ReturnsOwnership)
            || self
                .program
                .sorts(&self.program[*class].name)
                .is(Is::Builder)
    }

    /// Whether a method of an object is called before others have it; `None` if they never will, as then the call says nothing of what
    /// threads do that share one. What code that is not there gives is owned, but may not be new.
    fn is_of_new(&self, insn: usize, object: &Value) -> Option<bool> {
        let is_constructed = self.is_constructed(object);
        if is_constructed || !is_fresh(object) {
            return Some(is_constructed);
        }
        match self.publication(self.body.operands(insn)[0], insn) {
            Publication::Never => None,
            Publication::Later => Some(true),
            Publication::Before => Some(false),
        }
    }

    /// Whether the method is the constructor of an object.
    pub(super) fn is_constructed(&self, object: &Value) -> bool {
        self.program[self.id].is_constructor() && object.path == Some(Path::of(Root::Formal(0)))
    }

    /// What is held where a method is called.
    fn note_caller(
        &mut self,
        insn: usize,
        callee: MethodId,
        opcode: u8,
        operands: &[Value],
        state: &State,
    ) {
        if !self.tells || self.is_dead {
            return;
        }
        let receiver = operands
            .first()
            .filter(|_| opcode != op::INVOKESTATIC && !self.program[callee].is_constructor());
        let is_of_new = match receiver.map(|it| self.is_of_new(insn, it)) {
            Some(Some(is_of_new)) => is_of_new,
            Some(None) => return,
            None => false,
        };
        let is_virtual = !matches!(opcode, op::INVOKESPECIAL | op::INVOKESTATIC);
        let operands = operands.iter().map(|it| it.path).collect();
        let call = Call::of(callee, is_virtual, is_of_new, operands, state);
        self.summary.signs.calls.insert(call);
    }

    /// What is run for the method's own object, if that is the action.
    fn action(&self, operands: &[Value]) -> Option<MethodId> {
        let method = &self.program[self.id];
        let path = operands.first()?.path.as_ref()?;
        let is_this = *path == Path::of(Root::Formal(0)) && !method.is(access::STATIC);
        let class = is_this.then_some(method.class)?;
        self.program.action(class)
    }

    /// A call of a method of which nothing is known but the interface.
    fn interface_call(
        &mut self,
        insn: usize,
        named: MemberRef<'_>,
        callee: Option<MethodId>,
        operands: &[Value],
        state: &State,
    ) {
        let (Some(callee), Some(receiver)) = (callee, operands.first()) else {
            return;
        };
        let Some(path) = receiver.path else {
            return;
        };
        let promises = |mark| {
            let interface = self.program.class_named(named.class);
            self.program.method_says(callee, mark)
                || interface.is_some_and(|it| self.program.class_says(it, mark))
        };
        let sorts = self.program.sorts(named.class);
        let is_exempt = self.program.library.class(named.class).is(Is::Unannotated)
            || sorts.is(Is::ThreadSafe)
            || sorts.is(Is::Builder);
        if !is_exempt && !promises(Mark::ThreadSafe) && !promises(Mark::Confined) {
            self.access(insn, path, Kind::Calls(callee), receiver.ownership, state);
        }
    }

    /// Takes over what a callee accesses.
    fn accesses_of(
        &mut self,
        call: Called,
        callee: &Summary,
        renamed: impl Fn(&Path) -> Option<Path>,
        owned: impl Fn(u8) -> Ownership,
        state: &State,
    ) {
        let place = self.place(call.insn);
        let turns = self.turns_at(call.insn, state);
        // Accesses that follow each other often have the same locks.
        let mut last: Option<(&Locks, bool, Locks)> = None;
        for (access, ways) in &callee.accesses {
            let ownership = access.ownership.with(&owned);
            let is_told = |path: &Path| ownership != Ownership::OWNED && !path.is_cut();
            let Some(path) = renamed(&access.path).filter(is_told) else {
                continue;
            };
            // Else recursion over a data structure would tell of each of its levels.
            if call.is_recursive && path != access.path {
                continue;
            }
            let is_left_alone = access.is_left_alone();
            let is_known = |it: &(&Locks, bool, Locks)| {
                it.0.are_shared_with(&access.locks) && it.1 == is_left_alone
            };
            let known = last.take().filter(is_known);
            let (.., locks) = last.insert(known.unwrap_or_else(|| {
                let locks = match is_left_alone {
                    true => access.locks.renamed(|path| renamed(path)),
                    false => state.locks.and(&access.locks, &renamed),
                };
                (&access.locks, is_left_alone, locks)
            }));
            let access = Access {
                path,
                kind: access.kind,
                locks: locks.clone(),
                turns: self.turns_of(access, call, &turns, &renamed),
                threads: match state.threads {
                    _ if is_left_alone => access.threads,
                    Threads::AnyButSelf => Threads::AnyButSelf,
                    threads => access.threads.max(threads),
                },
                ownership,
            };
            let way = Way::new(place, Some(ways.shortest().clone()));
            self.accesses.add(access, way);
        }
    }

    /// The turns of a callee's access, where the caller has these.
    fn turns_of(
        &self,
        access: &Access,
        call: Called,
        own: &Turns,
        renamed: impl Fn(&Path) -> Option<Path>,
    ) -> Turns {
        let turns = access.turns.renamed(renamed);
        let turns = match access.is_left_alone() {
            true => turns,
            false => own.and(&turns),
        };
        match turns.are_of_task() && self.is_once(call) {
            true => turns.of_tasks_once(&Path::of(Root::Formal(0))),
            false => turns,
        }
    }

    pub(super) fn known_call(
        &mut self,
        call: Called,
        callee: &Summary,
        operands: &[Value],
        state: &mut State,
    ) -> Option<Value> {
        let actual = |formal: u8| operands.get(usize::from(formal));
        let renamed = |path: &Path| named(path, operands);
        let owned = |formal: u8| actual(formal).map_or(Ownership::Unowned, |it| it.ownership);
        self.note_call(callee, renamed);
        if self.tells && !self.is_dead {
            self.accesses_of(call, callee, renamed, owned, state);
        }
        self.is_dead |= callee.takes.is_none() && !call.is_recursive;
        for (lock, mode) in &callee.leaves {
            match lock.renamed(renamed) {
                Lock::Unknown => state.locks.leave_last(*mode),
                lock => state.leave(lock, *mode),
            }
        }
        self.set_all(&callee.sets, renamed, state);
        for (lock, mode) in callee.takes.iter().flat_map(Locks::iter) {
            self.take(Some(lock.renamed(renamed)), mode, state);
        }
        state.turns = state.turns.and(&callee.turns.renamed(renamed));
        if callee.confines {
            state.threads = Threads::AnyButSelf;
        }
        let result = callee.result.as_ref()?.renamed(&renamed, &owned);
        if let Attribute::Answer(variable, told) = result.attribute {
            state.answers.add(variable, told);
        }
        Some(result)
    }
}

/// Whether it was made here, and is nobody else's.
pub(super) fn is_fresh(object: &Value) -> bool {
    object.attribute == Attribute::Fresh && object.ownership == Ownership::OWNED
}
