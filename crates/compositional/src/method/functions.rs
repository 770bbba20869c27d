//! Lambdas and method references: where they are made, who runs them, and what a method does with those that it is given.

use std::borrow::Cow;

use classfile::{access, op};
use world::models::known::{Is, Runs};

use super::Analysis;
use super::calls::{Called, is_fresh};
use super::orders::is_worker;
use crate::domains::{Mode, State, Threads};
use crate::library::Effect;
use crate::path::{Path, Root};
use crate::program::MethodId;
use crate::summary::{Applied, Attribute, Call, Function, Summary, Value};
use crate::turns::{Cause, Turn};

/// Of a method that runs its functions in more ways nothing is said: which of them were kept must not depend on an order.
pub(super) const MAX_APPLIED: usize = 16;

/// A call, as the functions among its operands see it.
pub(super) struct Handed<'c> {
    pub insn: usize,
    pub opcode: u8,
    pub runs: Option<Runs>,
    pub callee: Option<MethodId>,
    pub operands: &'c [Value],
}

/// Under what a function is run.
struct During {
    state: State,
    /// Whether it is run at some time, and not at the call.
    is_later: bool,
    /// Whether others run it too, at the same time: what it does with locks says nothing of the caller's.
    is_parallel: bool,
}

impl During {
    fn later(threads: Threads) -> During {
        During {
            state: State::new(threads),
            is_later: true,
            is_parallel: false,
        }
    }

    fn now(state: &State) -> During {
        During {
            state: state.clone(),
            is_later: false,
            is_parallel: false,
        }
    }

    /// On several threads at once, for which the caller waits: his locks keep others away, but not these from each other.
    fn in_parallel(state: &State) -> During {
        let held = state.locks.held().iter().cloned();
        let locks = held.map(|(lock, _, depth)| (lock, Mode::Shared, depth));
        let mut during = During::now(state);
        during.state.locks = locks.collect();
        during.state.turns = state.turns.in_parallel();
        during.state.threads = Threads::Awaited;
        during.is_parallel = true;
        during
    }

    /// Where a callee applies a function, with what holds where it is called.
    fn of(applied: &Applied, operands: &[Value], state: &State) -> During {
        let renamed = |path: &Path| named(path, operands);
        let mut during = match applied.is_later {
            true => During::later(applied.threads),
            false => During::now(state),
        };
        let turns = applied.turns.renamed(renamed);
        during.state.locks = during.state.locks.and(&applied.locks, renamed);
        during.state.turns = during.state.turns.and(&turns);
        if during.state.threads != Threads::AnyButSelf {
            during.state.threads = during.state.threads.max(applied.threads);
        }
        during
    }
}

impl<'p> Analysis<'p> {
    /// Makes a lambda or a method reference.
    pub(super) fn closure(&mut self, site: u16, captured: Vec<Value>) -> Option<Value> {
        let class = self.program[self.id].class;
        for value in &captured {
            self.note_stored(value);
        }
        let method = self.program.closure(class, site)?;
        let function = match (
            self.program.callee(class, method),
            self.program.known(class, method).effect,
        ) {
            (Some(body), _) => Function::Body(body),
            (None, Some(Effect::Container(kind))) => Function::Container(kind),
            _ => return None,
        };
        if let Function::Body(body) = function {
            self.summary.escaping.insert(body);
        }
        let captured = captured.into_iter().map(Value::without_nested_functions);
        Some(Value::with(Attribute::Closure(
            function,
            captured.collect(),
        )))
    }

    /// Of some functions it is not known when they run: at any time, without locks.
    pub(super) fn note_escaping(&mut self) {
        let handled = std::mem::take(&mut self.handled);
        self.summary.escaping.retain(|it| !handled.contains(it));
        for body in self.summary.escaping.clone() {
            self.note_referred(body, &[], &During::later(Threads::NoEvidence));
        }
    }

    /// A method that a reference names is called. Of a lambda nobody asks who calls its body.
    fn note_referred(&mut self, body: MethodId, captured: &[Value], during: &During) {
        let method = &self.program[body];
        if self.tells && !method.is(access::SYNTHETIC) {
            let is_of_object = !method.is(access::STATIC) && !method.is_constructor();
            let object = captured.first().filter(|_| is_of_object);
            let is_new = object.is_some_and(|it| self.is_constructed(it) || is_fresh(it));
            let is_virtual = is_of_object && !method.is(access::PRIVATE);
            let operands = captured.iter().map(|it| it.path).collect();
            let is_of_new = is_new && !during.is_later;
            let call = Call::of(body, is_virtual, is_of_new, operands, &during.state);
            self.summary.signs.calls.insert(call);
        }
    }

    /// What a call does with the functions among its operands.
    pub(super) fn run_closures(&mut self, call: &Handed<'_>, state: &mut State) {
        for (formal, operand) in (0..).zip(call.operands) {
            if let Attribute::Closure(function, captured) = &operand.attribute {
                self.summary.signs.shows_concurrency |= self.is_of_parallel_stream(call.insn);
                for during in self.circumstances(call, formal, Some(*function), state) {
                    self.run_closure(call.insn, *function, captured, during, state);
                }
            }
        }
    }

    /// Under what a call runs a function that is its operand; nothing, if that is not known. A callee that is not seen to run it is
    /// taken to do so at once.
    fn circumstances(
        &mut self,
        call: &Handed<'_>,
        formal: u8,
        function: Option<Function>,
        state: &State,
    ) -> Vec<During> {
        match call.runs.unwrap_or(Runs::Unknown) {
            Runs::Now if self.is_of_parallel_stream(call.insn) => vec![During::in_parallel(state)],
            Runs::Now => vec![During::now(state)],
            Runs::AnyThread => {
                let mut during = During::later(self.function_handed_over(call.insn, function));
                let workers = call.operands.iter().filter(|it| is_worker(it));
                for path in workers.filter_map(|it| it.path) {
                    let cause = Cause::Worker;
                    during.state.turns.take(Turn { of: path, cause });
                }
                vec![during]
            }
            Runs::OneThread => vec![During::later(Threads::AnyButSelf)],
            Runs::Unknown if call.callee.is_none() => Vec::new(),
            Runs::Unknown => {
                let applied = self.applied_by(call.callee);
                let applied = applied.filter(|it| it.formal == formal);
                let all: Vec<During> = applied
                    .map(|it| {
                        let mut during = During::of(it, call.operands, state);
                        if it.is_later && it.threads == Threads::Background {
                            during.state.threads = self.function_handed_over(call.insn, function);
                        }
                        during
                    })
                    .collect();
                match all.is_empty() {
                    true => vec![During::now(state)],
                    false => all,
                }
            }
        }
    }

    /// How a callee runs the functions that it is given.
    pub(super) fn applied_by(
        &self,
        callee: Option<MethodId>,
    ) -> impl Iterator<Item = &'p Applied> + use<'p> {
        let around = self.around;
        let summary = callee.and_then(|it| around.summary(it));
        summary.into_iter().flat_map(|(it, _)| &it.applies)
    }

    fn run_closure(
        &mut self,
        insn: usize,
        function: Function,
        captured: &[Value],
        mut during: During,
        state: &mut State,
    ) {
        let around = self.around;
        // Who waits for a task has what he owns to himself again; else it is no longer his own.
        let escapes = during.is_later && !during.state.threads.are_awaited();
        let captured: Cow<'_, [Value]> = match escapes {
            true => captured.iter().cloned().map(Value::shared).collect(),
            false => captured.into(),
        };
        if during.is_later {
            self.begin_task(insn, &mut during.state);
        }
        match function {
            Function::Body(body) => {
                self.handled.insert(body);
                self.note_referred(body, &captured, &during);
                if let Some((summary, _)) = around.summary(body) {
                    self.note_function(insn, !summary.accesses.is_empty());
                    self.pass_on(summary, &captured, &during);
                    let is_dead = self.is_dead;
                    let called = Called {
                        insn,
                        is_recursive: false,
                        is_of_object: false,
                    };
                    self.known_call(called, summary, &captured, &mut during.state);
                    // It may not be run, or elsewhere: where it does not return, its caller may go on.
                    self.is_dead = is_dead;
                    if during.is_later || during.is_parallel {
                        // From now on it may be.
                        self.set_all(&summary.sets, |it| named(it, &captured), state);
                    } else {
                        state.ran(&during.state);
                    }
                }
            }
            Function::Container(kind) => {
                if let Some(container) = captured.first()
                    && let Some(path) = container.path
                {
                    self.note_function(insn, true);
                    self.access(insn, path, kind, container.ownership, &during.state);
                }
            }
        }
    }

    /// A call that runs functions that the method itself was given.
    pub(super) fn note_applied(&mut self, call: &Handed<'_>, class: &str, state: &State) {
        let around = self.around;
        if let Some((summary, _)) = call.callee.and_then(|it| around.summary(it))
            && call.runs.is_none_or(|it| it == Runs::Unknown)
        {
            self.pass_on(summary, call.operands, &During::now(state));
        }
        let receiver = call.operands.first().and_then(given);
        if let Some(formal) = receiver.filter(|_| call.opcode == op::INVOKEINTERFACE)
            && self.is_call_of_function(call.callee, class)
        {
            self.apply(formal, &During::now(state));
        }
        if call.runs.is_some_and(|it| it != Runs::Unknown) {
            for (at, operand) in (0..).zip(call.operands) {
                let formal = given(operand);
                let ty = formal.and_then(|it| self.program.type_of(self.id, it));
                if let Some(formal) = formal.filter(|_| ty.is_some_and(|it| self.is_function(it))) {
                    for during in self.circumstances(call, at, None, state) {
                        self.apply(formal, &during);
                    }
                }
            }
        }
    }

    /// What a callee does with functions that the method was given itself.
    fn pass_on(&mut self, callee: &Summary, operands: &[Value], during: &During) {
        for applied in &callee.applies {
            let operand = operands.get(usize::from(applied.formal));
            if let Some(formal) = operand.and_then(given) {
                let mut there = During::of(applied, operands, &during.state);
                there.is_later |= during.is_later;
                self.apply(formal, &there);
            }
        }
    }

    fn apply(&mut self, formal: u8, during: &During) {
        if self.tells && !self.is_dead {
            self.summary.applies.insert(Applied {
                formal,
                locks: during.state.locks.clone(),
                turns: during.state.turns.clone(),
                threads: during.state.threads,
                is_later: during.is_later,
            });
        }
    }

    /// Whether objects of a type of the library's are functions.
    fn is_function(&self, class: &str) -> bool {
        self.program.library.class(class).is(Is::Function)
    }

    /// Whether a method of an interface is what its functions run.
    fn is_call_of_function(&self, callee: Option<MethodId>, class: &str) -> bool {
        let Some(class) = self.program.class_named(class) else {
            return callee.is_none() && self.is_function(class);
        };
        let is_abstract = |id: &MethodId| self.program[*id].is(access::ABSTRACT);
        let above = self.program[class].above.iter();
        let methods = above.flat_map(|&it| self.program.methods_of(it));
        callee.is_some_and(|it| is_abstract(&it)) && methods.filter(is_abstract).count() == 1
    }
}

/// What a callee names by a path that is given these operands.
pub(super) fn named(path: &Path, operands: &[Value]) -> Option<Path> {
    match path.root {
        Root::Formal(formal) => {
            let actual = operands.get(usize::from(formal))?;
            Some(path.from(actual.path.as_ref()?))
        }
        Root::Static(_) => Some(*path),
    }
}

/// The parameter that a value is.
fn given(value: &Value) -> Option<u8> {
    let path = value.path.filter(|it| it.steps.is_empty())?;
    match path.root {
        Root::Formal(formal) => Some(formal),
        Root::Static(_) => None,
    }
}
