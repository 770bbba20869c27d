//! Calls of atomic variables, and whose turn it is after them.

use classfile::{Insn, access, op};
use ir::{Definition, ValueId};
use world::models::known::AtomicVerb;

use super::Analysis;
use super::rules::Invoked;
use crate::domains::{Lock, Mode, State};
use crate::library::Which;
use crate::path::Path;
use crate::program::FieldId;
use crate::summary::{Attribute, Value};
use crate::turns::{Change, Constant, Sets, Told, Turn};

impl Analysis<'_> {
    /// Sets an atomic variable; what is answered tells whether it is this thread's turn, if only one can have changed it so.
    pub(super) fn call_of_atomic(
        &mut self,
        call: &Invoked<'_>,
        verb: AtomicVerb,
        which: Which<'_>,
        state: &mut State,
    ) -> Option<Value> {
        let (Some(Lock::Object(variable)), _) = self.lock_of(call, which, Mode::Exclusive)? else {
            return None;
        };
        // The arguments are the last operands, whatever the variable is called by.
        let operands = self.body.operands(call.insn);
        let argument = |from_end: usize| {
            let at = operands.len().checked_sub(from_end)?;
            self.constant(operands[at])
        };
        let zero = Constant::Int(0);
        let from_zero = Change::From(zero);
        let first = Turn::by(variable, from_zero);
        let (now, told) = match verb {
            AtomicVerb::CompareAndSet => {
                let now = argument(1);
                let change = argument(2).map(Change::From);
                let change = change.filter(|it| it.is_turn(now));
                (now, change.map(Told::Nonzero))
            }
            // There are only two values: what is set to the one was the other.
            AtomicVerb::GetAndSet if call.class.ends_with("Boolean") => match argument(1) {
                now @ Some(Constant::Int(0)) => {
                    (now, Some(Told::Nonzero(Change::From(Constant::Int(1)))))
                }
                now @ Some(_) => (now, Some(Told::Zero(from_zero))),
                None => (None, None),
            },
            AtomicVerb::GetAndSet => (argument(1), argument(1).map(Told::Before)),
            AtomicVerb::GetAndIncrement => (Some(Constant::NotZero), Some(Told::Zero(from_zero))),
            AtomicVerb::Increment => (Some(Constant::NotZero), None),
            AtomicVerb::Set => (argument(1), None),
            AtomicVerb::Change => (None, None),
            // As long as it is not zero, nobody else can change it from there.
            AtomicVerb::ChangeAndGet => {
                let goes_on = state.turns.has(first);
                (None, goes_on.then_some(Told::Nonzero(from_zero)))
            }
        };
        self.set(variable, now, state);
        told.map(|told| answered(variable, told, state))
    }

    /// An atomic variable is set. If that ends a turn that was begun here, then no caller has that turn.
    pub(super) fn set(&mut self, variable: Path, value: Option<Constant>, state: &mut State) {
        state.answers.end(&variable);
        if !state.turns.end(&variable, value) {
            self.summary.sets.add(variable, value);
        }
    }

    /// What a callee sets, or a function may set that is handed on.
    pub(super) fn set_all(
        &mut self,
        sets: &Sets,
        renamed: impl Fn(&Path) -> Option<Path>,
        state: &mut State,
    ) {
        match sets {
            Sets::Known(sets) => {
                for (variable, value) in sets {
                    if let Some(variable) = renamed(variable) {
                        self.set(variable, *value, state);
                    }
                }
            }
            Sets::Anything => {
                state.turns.end_all();
                state.answers.end_all();
                self.summary.sets = Sets::Anything;
            }
        }
    }

    /// The value, as far as it is always the same.
    pub(super) fn constant(&self, value: ValueId) -> Option<Constant> {
        let is_static = self.program[self.id].is(access::STATIC);
        match self
            .body
            .value(self.body.uncast(value, self.code))
            .definition
        {
            Definition::Int(it) => Some(Constant::Int(i64::from(it) as u64)),
            Definition::Null => Some(Constant::Null),
            Definition::Parameter(0) if !is_static => Some(Constant::NotNull),
            Definition::Result(maker) => match self.code.insns[maker as usize] {
                Insn::Plain(op::LCONST_0) => Some(Constant::Int(0)),
                Insn::Plain(op::LCONST_1) => Some(Constant::Int(1)),
                Insn::Field(op::GETSTATIC, constant) => {
                    let class = self.program[self.id].class;
                    let field = self.program.field(class, constant);
                    let is_final = |it: &FieldId| self.program[*it].is(access::FINAL);
                    field.filter(is_final).map(Constant::Static)
                }
                Insn::Type(op::NEW, _) => Some(Constant::NotNull),
                Insn::Invoke(op::INVOKESTATIC, constant) => {
                    let pool = &self.program[self.program[self.id].class].file.pool;
                    let named = pool.member_ref(constant)?;
                    let is_thread =
                        (named.class, named.name) == ("java/lang/Thread", "currentThread");
                    is_thread.then_some(Constant::NotNull)
                }
                _ => None,
            },
            _ => None,
        }
    }
}

/// What a call answers that has set an atomic variable.
pub(super) fn answered(variable: Path, told: Told, state: &mut State) -> Value {
    state.answers.add(variable, told);
    Value::with(Attribute::Answer(variable, told))
}
