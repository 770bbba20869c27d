//! What rules say that a call does and makes.

use classfile::{Insn, access, op};
use ir::{Definition, ValueId};
use world::models::known::{Answer, Does, OnThread, Operand};

use super::{Analysis, monitor};
use crate::domains::{Constant, Lock, Mode, State, Threads, Turn};
use crate::library::{self, Effect, Known, Which};
use crate::path::{Path, Step};
use crate::program::FieldId;
use crate::summary::{Attribute, Kind, Shows, Value};

/// Of a method that sets more atomic variables these are known, the first that the code comes to.
const MAX_SETS: usize = 16;

/// What a method says of the thread that runs it.
pub(super) fn on_thread(said: OnThread, state: &mut State) -> Option<Value> {
    match said {
        OnThread::One => state.threads = Threads::AnyButSelf,
        OnThread::Others => state.threads = Threads::Background,
        OnThread::Asks => return Some(Value::with(Attribute::OnOneThread)),
    }
    None
}

/// A call, as rules see it.
pub(super) struct Invoked<'c> {
    pub insn: usize,
    /// The class that it names.
    pub class: &'c str,
    pub operands: &'c [Value],
    pub is_static: bool,
}

impl Invoked<'_> {
    fn operand(&self, operand: Operand) -> Option<&Value> {
        let this = usize::from(!self.is_static);
        match operand {
            Operand::This => self.operands.first().filter(|_| !self.is_static),
            Operand::Arg(n) => self.operands.get(usize::from(n) - 1 + this),
        }
    }

    /// What a rule says that it answers.
    pub fn answer(&self, answer: Answer) -> Option<Value> {
        let view = |mode| {
            let this = self.operand(Operand::This)?;
            Some(Value {
                attribute: Attribute::View(mode),
                ..this.clone()
            })
        };
        match answer {
            Answer::Owned => Some(Value::owned()),
            Answer::Functional => Some(Value::with(Attribute::Functional)),
            Answer::ThreadSafe => Some(Value::with(Attribute::SafeContainer)),
            Answer::Is(operand) => self.operand(operand).cloned(),
            Answer::As(operand) => {
                let same = self.operand(operand)?;
                Some(Value::with(same.attribute.clone()))
            }
            Answer::LockOfThis => view(Mode::Exclusive),
            Answer::ReadLockOfThis => view(Mode::Shared),
        }
    }
}

impl Analysis<'_> {
    /// Does what is said of a call, and answers what is said that it answers.
    pub(super) fn follow_rules(
        &mut self,
        said: &Known<'_>,
        call: &Invoked<'_>,
        opcode: u8,
        state: &mut State,
    ) -> Option<Value> {
        let result = said.result.and_then(|it| call.answer(it));
        match said.effect {
            // What a class calls of the one above it is a part of itself.
            _ if opcode == op::INVOKESPECIAL => result,
            Some(Effect::Lock(does, which)) => {
                let is_held = match does {
                    Does::CompareAndSet | Does::GetAndSet | Does::GetAndIncrement | Does::Set => {
                        self.call_of_atomic(call, does, which, state)
                    }
                    _ => self.call_of_lock(call, does, which, state),
                };
                result.or(is_held)
            }
            Some(Effect::Container(kind)) => {
                let container = call.operands.first()?;
                self.call_of_container(call.insn, container, kind, state);
                result
            }
            None => result,
        }
    }

    pub(super) fn call_of_container(
        &mut self,
        insn: usize,
        container: &Value,
        kind: Kind,
        state: &State,
    ) {
        if let Some(path) = container.path
            && container.attribute != Attribute::SafeContainer
        {
            self.access(insn, path, kind, container.ownership, state);
        }
    }

    /// Takes a lock, or gives it back; what is answered tells whether it is held, if that is asked.
    fn call_of_lock(
        &mut self,
        call: &Invoked<'_>,
        does: Does,
        which: Which<'_>,
        state: &mut State,
    ) -> Option<Value> {
        let (lock, mode) = self.lock_of(call, which, library::mode(does))?;
        match does {
            Does::Lock | Does::ReadLock | Does::OptimisticRead => self.take(lock, mode, state),
            Does::Unlock | Does::ReadUnlock => {
                if let Some(lock) = lock {
                    state.leave(lock, mode);
                }
            }
            Does::UnlockEither => {
                if let Some(lock) = lock {
                    let _ = state.locks.leave(&lock, Mode::Exclusive)
                        || state.locks.leave(&lock, Mode::Shared);
                }
            }
            Does::TryLock | Does::TryReadLock => {
                // Whoever asks for the monitor only looks whether it is held.
                if !matches!(which, Which::MonitorOfThis | Which::MonitorOf(_)) {
                    self.note_lock(lock.as_ref());
                }
                return lock.map(|lock| Value::with(Attribute::Locked(lock, mode)));
            }
            Does::CompareAndSet | Does::GetAndSet | Does::GetAndIncrement | Does::Set => {}
        }
        None
    }

    /// Sets an atomic variable; what is answered tells whether it is this thread's turn, if only one can have changed it so.
    fn call_of_atomic(
        &mut self,
        call: &Invoked<'_>,
        does: Does,
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
        let (now, change, shows) = match does {
            Does::CompareAndSet => (argument(1), argument(2).map(Turn::From), Shows::Nonzero),
            Does::GetAndSet => match argument(1) {
                // There are only two values: what is set to the one was the other.
                it @ Some(Constant::Int(1)) if call.class.ends_with("Boolean") => {
                    (it, Some(Turn::From(zero)), Shows::Zero)
                }
                it => (it, it.map(Turn::To), Shows::Unlike),
            },
            Does::GetAndIncrement => return Some(turn(variable, Turn::From(zero), Shows::Zero)),
            _ => (argument(1), None, Shows::Nonzero),
        };
        self.set(variable, now, state);
        let change = change.filter(|it| it.is_turn(now));
        change.map(|change| turn(variable, change, shows))
    }

    /// An atomic variable is set.
    pub(super) fn set(&mut self, variable: Path, value: Option<Constant>, state: &mut State) {
        state.locks.undo_turns(&variable, value);
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

    /// The lock that a call is about, and how it is taken; none of those if nobody else can have it. `None` if the call has no such operand.
    fn lock_of(
        &self,
        call: &Invoked<'_>,
        which: Which<'_>,
        mode: Mode,
    ) -> Option<(Option<Lock>, Mode)> {
        Some(match which {
            Which::This => locked(call.operand(Operand::This)?, mode),
            Which::Arg(n) => locked(call.operand(Operand::Arg(n))?, mode),
            Which::MonitorOfThis => (monitor(call.operand(Operand::This)?), mode),
            Which::MonitorOf(n) => (monitor(call.operand(Operand::Arg(n))?), mode),
            Which::Class(class) => (Some(Lock::Class(class.into())), mode),
            Which::FieldOfThis(name) => {
                let this = call.operand(Operand::This)?;
                let class = self.program.class_named(call.class);
                let field = class.and_then(|it| self.program.declared_field(it, name));
                // Where the field is not known, the object stands for it.
                let path = this.path.zip(field);
                let path = path.map(|(path, field)| path.then(Step::Field(field)));
                let lock = Value {
                    path: path.or(this.path),
                    ..this.clone()
                };
                locked(&lock, mode)
            }
        })
    }
}

fn turn(variable: Path, change: Turn, shows: Shows) -> Value {
    Value::with(Attribute::Turn(variable, change, shows))
}

/// The lock that an object of the library is, or belongs to, and how it is taken; none if nobody else can have it.
fn locked(object: &Value, mode: Mode) -> (Option<Lock>, Mode) {
    let lock = match (&object.path, &object.attribute) {
        (Some(path), _) => Some(Lock::Object(*path)),
        (None, Attribute::Fresh | Attribute::SafeContainer) => None,
        (None, _) => Some(Lock::Unknown),
    };
    match object.attribute {
        Attribute::View(mode) => (lock, mode),
        _ => (lock, mode),
    }
}
