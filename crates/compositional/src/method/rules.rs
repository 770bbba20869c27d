//! What rules say that a call does and makes.

use classfile::op;
use world::models::known::{Answer, Is, LockVerb, OnThread, Operand};

use super::{Analysis, monitor};
use crate::domains::{Lock, Mode, State, Threads};
use crate::library::{self, Effect, Known, Which};
use crate::path::{Root, Step};
use crate::program::class_named;
use crate::summary::{Attribute, Kind, Value};

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
        self.contents_of_arguments(said, call, state);
        match said.effect {
            // What a class calls of the one above it is a part of itself.
            _ if opcode == op::INVOKESPECIAL => result,
            Some(Effect::Lock(verb, which)) => {
                let is_held = self.call_of_lock(call, verb, which, state);
                result.or(is_held)
            }
            Some(Effect::Atomic(verb, which)) => {
                let is_turn = self.call_of_atomic(call, verb, which, state);
                result.or(is_turn)
            }
            Some(Effect::Container(kind)) => {
                let container = call.operands.first()?;
                self.call_of_container(call.insn, container, kind, state);
                result
            }
            None => result,
        }
    }

    /// Accesses what the containers hold that the method is given to read or to change.
    fn contents_of_arguments(&mut self, said: &Known<'_>, call: &Invoked<'_>, state: &State) {
        let kinds = [
            (said.reads, Kind::ContainerRead),
            (said.writes, Kind::ContainerWrite),
        ];
        for (arguments, kind) in kinds {
            for &argument in arguments {
                if let Some(container) = call.operand(Operand::Arg(argument))
                    && !self.is_safe_by_type(container)
                {
                    self.call_of_container(call.insn, container, kind, state);
                }
            }
        }
    }

    /// Whether a value's declared type is one for several threads. Of a receiver the call names the class; of an argument it does not.
    fn is_safe_by_type(&self, value: &Value) -> bool {
        let named = value.path.and_then(|path| match (path.field(), path.root) {
            (Some(field), _) => Some(class_named(&self.program[field].descriptor)),
            (None, Root::Formal(formal)) => self.program.type_of(self.id, formal),
            (None, Root::Static(_)) => None,
        });
        named.is_some_and(|it| self.program.sorts(it).is(Is::ThreadSafe))
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
        verb: LockVerb,
        which: Which<'_>,
        state: &mut State,
    ) -> Option<Value> {
        let (lock, mode) = self.lock_of(call, which, library::mode(verb))?;
        match verb {
            LockVerb::Lock | LockVerb::ReadLock | LockVerb::OptimisticRead => {
                self.take(lock, mode, state)
            }
            LockVerb::Unlock | LockVerb::ReadUnlock => {
                if let Some(lock) = lock {
                    state.leave(lock, mode);
                }
            }
            LockVerb::UnlockEither => {
                if let Some(lock) = lock {
                    let _ = state.locks.leave(&lock, Mode::Exclusive)
                        || state.locks.leave(&lock, Mode::Shared);
                }
            }
            LockVerb::TryLock | LockVerb::TryReadLock => {
                // Whoever asks for the monitor only looks whether it is held.
                if !matches!(which, Which::MonitorOfThis | Which::MonitorOf(_)) {
                    self.note_lock(lock.as_ref());
                }
                return lock.map(|lock| Value::with(Attribute::Locked(lock, mode)));
            }
        }
        None
    }

    /// The lock that a call is about, and how it is taken; none of those if nobody else can have it. `None` if the call has no such operand.
    pub(super) fn lock_of(
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
