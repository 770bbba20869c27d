//! Lambdas and method references: where they are made, who runs them, and what a method does with those that it is given.

use std::borrow::Cow;

use classfile::{access, op};
use world::models::known::Runs;

use super::Analysis;
use super::calls::Called;
use super::orders::is_worker;
use crate::domains::{Lock, Locks, Mode, State, Threads, Turn};
use crate::library::Effect;
use crate::path::{Path, Root};
use crate::program::MethodId;
use crate::summary::{Applied, Attribute, Function, Summary, Value};

/// Of a method that runs its functions in more ways nothing is said: which of them were kept must not depend on an order.
pub(super) const MAX_APPLIED: usize = 16;

/// The library's types whose objects are functions.
const FUNCTIONS: [&str; 3] = [
    "java/lang/Runnable",
    "java/util/Comparator",
    "java/util/concurrent/Callable",
];
const PACKAGES: [&str; 3] = [
    "java/util/function/",
    "kotlin/jvm/functions/",
    "scala/Function",
];

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
}

impl During {
    fn later(threads: Threads) -> During {
        During {
            state: State::new(threads),
            is_later: true,
        }
    }

    fn now(state: &State) -> During {
        During {
            state: state.clone(),
            is_later: false,
        }
    }

    /// On several threads at once, for which the caller waits: his locks keep others away, but not these from each other.
    fn in_parallel(state: &State) -> During {
        let held = state.locks.held().iter().cloned();
        let locks = held.map(|(lock, _, depth)| (lock, Mode::Shared, depth));
        let mut during = During::now(state);
        during.state.locks = locks.collect();
        during.state.threads = Threads::Awaited;
        during
    }

    /// Where a callee applies a function, with what holds where it is called.
    fn of(applied: &Applied, operands: &[Value], state: &State) -> During {
        let renamed = |path: &Path| match path.root {
            Root::Formal(formal) => {
                let actual = operands.get(usize::from(formal))?;
                Some(path.from(actual.path.as_ref()?))
            }
            Root::Static(_) => Some(*path),
        };
        let mut during = match applied.is_later {
            true => During::later(applied.threads),
            false => During::now(state),
        };
        let before = match applied.is_later {
            true => Locks::default(),
            false => state.locks.clone(),
        };
        during.state.locks = before.and(&applied.locks, renamed);
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
        if let Function::Body(body) = function
            && self.program[body].is(access::SYNTHETIC)
        {
            self.summary.escaping.insert(body);
        }
        let captured = captured.into_iter().map(Value::without_nested_functions);
        Some(Value::with(Attribute::Closure(
            function,
            captured.collect(),
        )))
    }

    /// What a call does with the functions among its operands.
    pub(super) fn run_closures(&mut self, call: &Handed<'_>, state: &State) {
        for (formal, operand) in (0..).zip(call.operands) {
            if let Attribute::Closure(function, captured) = &operand.attribute {
                self.summary.signs.shows_concurrency |= self.is_of_parallel_stream(call.insn);
                for during in self.circumstances(call, formal, state) {
                    self.run_closure(call.insn, *function, captured, during);
                }
            }
        }
    }

    /// Under what a call runs a function that is its operand; nothing, if that is not known. A callee that is not seen to run it is
    /// taken to do so at once.
    fn circumstances(&self, call: &Handed<'_>, formal: u8, state: &State) -> Vec<During> {
        match call.runs.unwrap_or(Runs::Unknown) {
            Runs::Now if self.is_of_parallel_stream(call.insn) => vec![During::in_parallel(state)],
            Runs::Now => vec![During::now(state)],
            Runs::AnyThread => {
                let mut during = During::later(self.handed_over(call.insn));
                let workers = call.operands.iter().filter(|it| is_worker(it));
                for path in workers.filter_map(|it| it.path) {
                    let turn = Lock::Turn(path, Turn::Worker);
                    during.state.locks.take(turn, Mode::Exclusive);
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
                        if it.threads == Threads::Background {
                            during.state.threads = self.handed_over(call.insn);
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
                if let Some((summary, _)) = around.summary(body) {
                    self.note_function(insn, !summary.accesses.is_empty());
                    self.pass_on(summary, &captured, &during);
                    let called = Called {
                        insn,
                        is_recursive: false,
                        is_of_object: false,
                    };
                    self.known_call(called, summary, &captured, &mut during.state);
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
                if let Some(formal) = formal.filter(|_| ty.is_some_and(is_function)) {
                    for during in self.circumstances(call, at, state) {
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
                threads: during.state.threads,
                is_later: during.is_later,
            });
        }
    }

    /// Whether a method of an interface is what its functions run.
    fn is_call_of_function(&self, callee: Option<MethodId>, class: &str) -> bool {
        let Some(class) = self.program.class_named(class) else {
            return callee.is_none() && is_function(class);
        };
        let is_abstract = |id: &MethodId| self.program[*id].is(access::ABSTRACT);
        let above = self.program[class].above.iter();
        let methods = above.flat_map(|&it| self.program.methods_of(it));
        callee.is_some_and(|it| is_abstract(&it)) && methods.filter(is_abstract).count() == 1
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

pub fn is_function(class: &str) -> bool {
    FUNCTIONS.contains(&class) || PACKAGES.iter().any(|it| class.starts_with(it))
}
