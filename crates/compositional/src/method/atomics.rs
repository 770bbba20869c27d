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
use crate::summary::{Attribute, Shows, Value};
use crate::turns::{Change, Constant};

/// Of a method that sets more atomic variables these are known, the first that the code comes to.
const MAX_SETS: usize = 16;

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
        let (now, change, shows) = match verb {
            AtomicVerb::CompareAndSet => {
                (argument(1), argument(2).map(Change::From), Shows::Nonzero)
            }
            AtomicVerb::GetAndSet => match argument(1) {
                // There are only two values: what is set to the one was the other.
                it @ Some(Constant::Int(1)) if call.class.ends_with("Boolean") => {
                    (it, Some(Change::From(zero)), Shows::Zero)
                }
                it => (it, it.map(Change::To), Shows::Unlike),
            },
            AtomicVerb::GetAndIncrement => {
                return Some(turn(variable, Change::From(zero), Shows::Zero));
            }
            AtomicVerb::Set => (argument(1), None, Shows::Nonzero),
        };
        self.set(variable, now, state);
        let change = change.filter(|it| it.is_turn(now));
        change.map(|change| turn(variable, change, shows))
    }

    /// An atomic variable is set.
    pub(super) fn set(&mut self, variable: Path, value: Option<Constant>, state: &mut State) {
        state.turns.end(&variable, value);
        if self.summary.sets.len() < MAX_SETS {
            self.summary.sets.insert((variable, value));
        }
    }

    /// The value, as far as it is always the same.
    fn constant(&self, value: ValueId) -> Option<Constant> {
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

fn turn(variable: Path, change: Change, shows: Shows) -> Value {
    Value::with(Attribute::Turn(variable, change, shows))
}
