//! One method, from its code and the summaries of those that it calls to its own summary.

mod atomics;
mod calls;
mod evidence;
mod functions;
mod gathered;
mod jumps;
mod lifted;
mod orders;
mod published;
mod rules;
mod tasks;
mod waiting;

use std::cell::OnceCell;
use std::sync::Arc;

use classfile::{Code, Constant, Insn, TypeTable, access, op};
use ir::{Block, BlockId, Body, Definition, LoopForest, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};
use world::models::known::Is;

use crate::annotations::Mark;
use crate::domains::{Lock, Locks, Mode, Ownership, State, Threads};
use crate::guards;
use crate::pairs;
use crate::path::{Path, Root, Step};
use crate::program::{FieldId, MethodId, Program};
use crate::summaries::Summaries;
use crate::summary::{Access, Accesses, Attribute, Kind, Stores, Summary, Value};
use crate::way::{Place, Way};
use functions::MAX_APPLIED;
use jumps::Fact;
pub use lifted::{Lifted, fields_read, lift, parameter};
use published::{Publication, Uses};

/// What is known around a method.
pub struct Around<'p> {
    pub program: &'p Program<'p>,
    /// Of the methods that were looked at.
    pub summaries: &'p Summaries<'p>,
    /// Methods that call each other, this one among them, and what is known of them so far.
    pub together: &'p [(MethodId, Option<Arc<Summary>>)],
    /// What final fields always hold, as far as it has a name: `this`, or a lock that belongs to another one.
    pub aliases: &'p Stores,
}

impl Around<'_> {
    /// What is known of a callee, and whether it calls the method in turn.
    fn summary(&self, callee: MethodId) -> Option<(&Arc<Summary>, bool)> {
        match self.together.iter().find(|(id, _)| *id == callee) {
            Some((_, known)) => Some((known.as_ref()?, true)),
            None => Some((self.summaries.get(callee)?, false)),
        }
    }
}

/// The rounds after which a method that still changes is left as it is.
const MAX_ROUNDS: usize = 20;

pub fn summarize(around: &Around<'_>, id: MethodId, lifted: &Lifted) -> Summary {
    let threads = threads_at_start(around.program, id);
    let summary = follow(around, id, lifted, threads);
    // Whoever takes a lock expects company from the start.
    match threads == Threads::NoEvidence && summary.takes_lock {
        true => follow(around, id, lifted, Threads::Any),
        false => summary,
    }
}

fn threads_at_start(program: &Program<'_>, id: MethodId) -> Threads {
    let method = &program[id];
    let says = |mark| program.method_says(id, mark) || program.class_says(method.class, mark);
    if says(Mark::Confined) || program.is_run_of_thread(id) {
        Threads::AnyButSelf
    } else if says(Mark::Background) {
        Threads::Background
    } else if method.is(access::SYNCHRONIZED)
        || says(Mark::ThreadSafe)
        || program.is_thread(method.class)
    {
        Threads::Any
    } else {
        Threads::NoEvidence
    }
}

fn follow(around: &Around<'_>, id: MethodId, lifted: &Lifted, threads: Threads) -> Summary {
    let mut analysis = Analysis::of(around, id, lifted);
    analysis.settle(threads);
    // What is told of accesses is what is known in the end; but what a variable may have held on the way counts.
    analysis.summary = Summary {
        unstable: std::mem::take(&mut analysis.summary.unstable),
        ..Summary::default()
    };
    analysis.begin_evidence();
    analysis.tells = true;
    analysis.round();
    analysis.summary.gives_away = analysis.given_away();
    analysis.note_escaping();
    analysis.into_summary(threads)
}

struct Analysis<'p> {
    around: &'p Around<'p>,
    program: &'p Program<'p>,
    id: MethodId,
    code: &'p Code,
    body: &'p Body,
    lines: &'p [Option<u16>],
    types: &'p TypeTable,
    locals: &'p [u16],
    at_start: Locks,
    /// The instructions that start threads.
    starts: Vec<usize>,
    /// Those that have an executor run all tasks of a collection.
    runs_all: Vec<usize>,
    /// Those that wait for what others do.
    waits: Vec<usize>,
    /// The functions that were handed over, and the first instruction that did it.
    handed: FxHashMap<MethodId, usize>,
    /// How many more are held before each instruction; `None` if they do not come in pairs.
    held: Option<Vec<u8>>,
    /// Made when somebody first asks: few methods hand tasks over, and those may do so in many places.
    loops: OnceCell<LoopForest>,
    values: Vec<Option<Value>>,
    /// At the start of each block.
    states: Vec<Option<State>>,
    summary: Summary,
    accesses: Accesses,
    /// Bodies of lambdas, and methods that are referred to, of which it is known when they run.
    handled: FxHashSet<MethodId>,
    /// Whether the present block has called what never returns.
    is_dead: bool,
    /// Whether accesses are noted.
    tells: bool,
    uses: Uses,
}

impl<'p> Analysis<'p> {
    fn of(around: &'p Around<'p>, id: MethodId, lifted: &'p Lifted) -> Analysis<'p> {
        let Lifted {
            code,
            body,
            lines,
            types,
            locals,
        } = lifted;
        Analysis {
            around,
            program: around.program,
            id,
            code,
            body,
            lines,
            types,
            locals,
            at_start: Locks::default(),
            starts: orders::starts(around.program, around.program[id].class, code),
            runs_all: gathered::runs_all(around.program, around.program[id].class, code),
            waits: waiting::waits(around.program, around.program[id].class, code),
            handed: FxHashMap::default(),
            held: pairs::held(around.program, around.program[id].class, code, body),
            loops: OnceCell::new(),
            values: vec![None; body.values().count()],
            states: vec![None; body.blocks.len()],
            summary: Summary::default(),
            accesses: Accesses::default(),
            handled: FxHashSet::default(),
            is_dead: false,
            tells: false,
            uses: Uses::of(body),
        }
    }

    /// Goes through the blocks until nothing is news.
    fn settle(&mut self, threads: Threads) {
        let mut start = State::new(threads);
        start.locks = self.locks_at_start();
        self.at_start = start.locks.clone();
        self.states[BlockId::ENTRY.index()] = Some(start);
        // Blocks come before those that follow them: without a cycle, one round knows all.
        let has_cycle = |(id, block): (BlockId, &Block)| block.sources().any(|source| source >= id);
        if self.body.blocks.iter().any(has_cycle) {
            for _ in 0..MAX_ROUNDS {
                if !self.round() {
                    break;
                }
            }
        }
    }

    fn into_summary(self, threads: Threads) -> Summary {
        let Analysis {
            program,
            id,
            mut summary,
            accesses,
            ..
        } = self;
        summary.accesses = accesses.into_list();
        if summary.applies.len() > MAX_APPLIED {
            summary.applies.clear();
        }
        let method = &program[id];
        let is_synchronized = method.is(access::SYNCHRONIZED);
        summary.takes_lock |= is_synchronized;
        summary.signs.shows_concurrency |= is_synchronized
            || method.said.is(Mark::Background)
            || program.method_says(id, Mark::ThreadSafe);
        summary.confines &= threads != Threads::AnyButSelf;
        let class = &program[method.class];
        let is_exempt = method.said.is(Mark::Suppressed)
            || class.said.is(Mark::Suppressed)
            || program.library.class(&class.name).is_trusted();
        if is_exempt {
            summary.accesses = Box::default();
            // The bodies of its lambdas are part of it.
            summary.escaping.clear();
        }
        summary
    }
}

impl Analysis<'_> {
    fn locks_at_start(&self) -> Locks {
        let method = &self.program[self.id];
        let mut locks = Locks::default();
        if method.is(access::SYNCHRONIZED) {
            let lock = match method.is(access::STATIC) {
                true => Lock::Class(self.program[method.class].name.clone()),
                false => Lock::Monitor(Path::of(Root::Formal(0))),
            };
            locks.take(lock, Mode::Exclusive);
        }
        for guard in &method.said.guards {
            let this = Path::of(Root::Formal(0));
            for lock in guards::named(self.program, method.class, guard, &this) {
                locks.take(lock, Mode::Exclusive);
            }
        }
        locks
    }

    fn ownership_of_formal(&self, formal: u8) -> Ownership {
        ownership_of_formal(self.program, self.id, formal)
    }

    /// Goes through all blocks; whether anything was news.
    fn round(&mut self) -> bool {
        let mut news = false;
        for block in self.body.blocks.ids() {
            let Some(mut state) = self.states[block.index()].clone() else {
                continue;
            };
            news |= self.define_phis(block);
            for &landing in &self.body.blocks[block].catches {
                news |= self.flow(landing, &state);
            }
            self.is_dead = false;
            for insn in self.body.blocks[block].insns.clone() {
                news |= self.step(insn, &mut state);
            }
            if self.is_dead {
                continue;
            }
            for &landing in &self.body.blocks[block].catches {
                news |= self.flow(landing, &state);
            }
            let shown = self.shown(block, &state);
            for (way, &next) in self.body.blocks[block].successors.iter().enumerate() {
                news |= match &shown {
                    Some((Fact::Never, if_taken)) if (way == 1) == *if_taken => false,
                    Some((fact, if_taken)) if (way == 1) == *if_taken => {
                        let mut state = state.clone();
                        fact.add_to(&mut state);
                        self.flow(next, &state)
                    }
                    _ => self.flow(next, &state),
                };
            }
        }
        news
    }

    fn flow(&mut self, to: BlockId, state: &State) -> bool {
        let (program, id) = (self.program, self.id);
        let of_formal = |formal: u8| ownership_of_formal(program, id, formal);
        match &mut self.states[to.index()] {
            Some(known) => known.join_with(state, of_formal),
            unknown => {
                *unknown = Some(state.clone());
                true
            }
        }
    }

    fn define_phis(&mut self, block: BlockId) -> bool {
        let mut news = false;
        for phi in self.body.phis(block) {
            let arguments = phi.arguments.iter().filter_map(|&it| self.known_value(it));
            if let Some(joined) = arguments.reduce(|a, b| a.join(&b)) {
                self.note_phi(phi);
                news |= self.define(phi.value, joined);
            }
        }
        news
    }

    fn define(&mut self, id: ValueId, value: Value) -> bool {
        let known = &mut self.values[id.index()];
        let joined = match known {
            Some(known) if *known == value => return false,
            Some(known) => known.clone().join(&value),
            None => value,
        };
        let news = known.as_ref() != Some(&joined);
        *known = Some(joined);
        news
    }

    fn value(&self, id: ValueId) -> Value {
        self.known_value(id).unwrap_or_else(Value::owned)
    }

    fn known_value(&self, id: ValueId) -> Option<Value> {
        match self.body.value(id).definition {
            Definition::Parameter(local) => {
                let formal = self.locals.iter().position(|&it| it == local)? as u8;
                Some(Value {
                    path: Some(Path::of(Root::Formal(formal))),
                    ownership: self.ownership_of_formal(formal),
                    attribute: Attribute::None,
                })
            }
            Definition::Int(_) | Definition::Null | Definition::Caught(_) => Some(Value::owned()),
            Definition::Phi(_) | Definition::Result(_) => self.values[id.index()].clone(),
        }
    }

    fn place(&self, insn: usize) -> Place {
        Place {
            method: self.id,
            line: self.lines[insn],
        }
    }

    fn access(&mut self, insn: usize, path: Path, kind: Kind, ownership: Ownership, state: &State) {
        if ownership == Ownership::OWNED || path.is_cut() || self.is_dead || !self.tells {
            return;
        }
        let access = Access {
            path,
            kind,
            locks: state.locks.clone(),
            turns: self.turns_at(insn, state),
            threads: state.threads,
            ownership,
        };
        let way = Way::new(self.place(insn), None);
        self.accesses.add(access, way);
        self.note_locks(insn, state);
    }

    /// Follows an instruction; whether that was news.
    fn step(&mut self, insn: usize, state: &mut State) -> bool {
        let result = match &self.code.insns[insn] {
            it if !is_of_interest(it) => None,
            it => self.follow(insn, it, state),
        };
        match self.body.result(insn) {
            Some(id) => self.define(id, result.unwrap_or_else(Value::owned)),
            None => false,
        }
    }

    /// What an instruction does and makes.
    fn follow(&mut self, at: usize, insn: &Insn, state: &mut State) -> Option<Value> {
        let operands = self.body.operands(at);
        let operands: Vec<Value> = operands.iter().map(|&it| self.value(it)).collect();
        match insn {
            Insn::Field(opcode, constant) => self.field(at, *opcode, *constant, &operands, state),
            Insn::Plain(op::IALOAD..=op::SALOAD) => {
                let path = self.element(at, Kind::Read, &operands[0], state);
                path.map(|path| self.loaded(path, state))
            }
            Insn::Plain(op::IASTORE..=op::SASTORE) => {
                self.element(at, Kind::Write, &operands[0], state);
                self.note_stored(&operands[2]);
                None
            }
            Insn::Plain(op::MONITORENTER) => {
                self.take(monitor(&operands[0]), Mode::Exclusive, state);
                None
            }
            Insn::Plain(op::MONITOREXIT) => {
                if let Some(lock) = monitor(&operands[0]) {
                    state.leave(lock, Mode::Exclusive);
                }
                None
            }
            Insn::Plain(opcode @ op::IRETURN..=op::RETURN) => {
                self.returns(at, *opcode, &operands, state);
                None
            }
            Insn::Type(op::CHECKCAST, _) => Some(operands[0].clone()),
            Insn::Type(op::NEW, constant) => Some(self.made(*constant)),
            Insn::Ldc(constant) => self.class_object(*constant),
            Insn::Invoke(opcode, constant) => self.call(at, *opcode, *constant, &operands, state),
            Insn::InvokeInterface(constant, _) => {
                self.call(at, op::INVOKEINTERFACE, *constant, &operands, state)
            }
            Insn::InvokeDynamic(site) => self.closure(*site, operands),
            _ => None,
        }
    }

    fn made(&self, constant: u16) -> Value {
        let pool = &self.program[self.program[self.id].class].file.pool;
        let class = pool.class_name(constant).unwrap_or_default();
        Value::with(match self.program.sorts(class).is(Is::ThreadSafe) {
            true => Attribute::SafeContainer,
            false => Attribute::Fresh,
        })
    }

    fn class_object(&self, constant: u16) -> Option<Value> {
        let pool = &self.program[self.program[self.id].class].file.pool;
        let class = pool
            .get(constant)
            .filter(|it| matches!(it, Constant::Class(_)));
        let class = class.and_then(|_| pool.class_name(constant));
        class.map(|it| Value::with(Attribute::Class(it.into())))
    }

    fn take(&mut self, lock: Option<Lock>, mode: Mode, state: &mut State) {
        self.note_lock(lock.as_ref());
        if let Some(lock) = lock {
            state.locks.take(lock, mode);
        }
    }

    /// A lock is taken: a sign that several threads have the object that it belongs to.
    fn note_lock(&mut self, lock: Option<&Lock>) {
        self.summary.takes_lock = true;
        match lock {
            Some(Lock::Monitor(path) | Lock::Object(path)) => {
                self.summary.signs.locks.insert(*path);
            }
            _ => self.summary.signs.shows_concurrency = true,
        }
    }

    fn returns(&mut self, at: usize, opcode: u8, operands: &[Value], state: &State) {
        if let op::ARETURN | op::IRETURN = opcode {
            let mut result = operands[0].clone();
            // What others have is not new to the caller.
            if result.attribute == Attribute::Fresh
                && self.publication(self.body.operands(at)[0], at) == Publication::Before
            {
                result.attribute = Attribute::None;
            }
            if let Attribute::Answer(variable, told) = &result.attribute
                && !state.answers.tell(variable, *told)
            {
                result.attribute = Attribute::None;
            }
            let joined = match self.summary.result.take() {
                Some(known) => {
                    self.note_choice(&[known.clone(), result.clone()]);
                    known.join(&result)
                }
                None => result,
            };
            self.summary.result = Some(joined);
        }
        let is_first = self.summary.takes.is_none();
        self.summary.confines =
            state.threads == Threads::AnyButSelf && (is_first || self.summary.confines);
        let taken = state.locks.without(&self.at_start);
        self.summary.takes = Some(match self.summary.takes.take() {
            Some(known) => known.join(&taken),
            None => taken,
        });
        self.summary.turns = match is_first {
            true => state.turns.clone(),
            false => self.summary.turns.join(&state.turns),
        };
        self.summary.leaves.extend(state.left.iter().cloned());
    }

    fn element(&mut self, insn: usize, kind: Kind, array: &Value, state: &State) -> Option<Path> {
        let path = array.path?.then(Step::Element);
        self.access(insn, path, kind, array.ownership, state);
        Some(path)
    }

    /// What lies at a path.
    fn loaded(&self, path: Path, state: &State) -> Value {
        Value {
            ownership: state.ownership(&path, |it| self.ownership_of_formal(it)),
            path: Some(path),
            attribute: Attribute::None,
        }
    }

    fn field(
        &mut self,
        insn: usize,
        opcode: u8,
        constant: u16,
        operands: &[Value],
        state: &mut State,
    ) -> Option<Value> {
        let id = self.program.field(self.program[self.id].class, constant)?;
        let field = &self.program[id];
        if &*field.name == "$assertionsDisabled" {
            return Some(Value::with(Attribute::AssertionsDisabled));
        }
        let is_static = matches!(opcode, op::GETSTATIC | op::PUTSTATIC);
        let (path, ownership) = if is_static {
            (Some(Path::of(Root::Static(id))), Ownership::Unowned)
        } else {
            let base = &operands[0];
            let path = base.path.map(|it| it.then(Step::Field(id)));
            (path, base.ownership)
        };
        let is_read = matches!(opcode, op::GETSTATIC | op::GETFIELD);
        let is_plain = !field.is(access::VOLATILE | access::FINAL | access::SYNTHETIC);
        let tears = matches!(&*field.descriptor, "J" | "D");
        let is_functional =
            !is_read && operands[operands.len() - 1].attribute == Attribute::Functional && !tears;
        if let Some(path) = path.filter(|_| is_plain && !is_functional) {
            let kind = if is_read { Kind::Read } else { Kind::Write };
            self.access(insn, path, kind, ownership, state);
        }
        if is_read {
            let alias = operands.first().and_then(|base| self.alias(id, base));
            return alias.or_else(|| Some(self.kept(id, self.loaded(path?, state), operands)));
        }
        let stored = &operands[operands.len() - 1];
        self.summary.signs.stores.add(id, stored);
        self.note_write(insn, id, path.as_ref());
        self.note_stored(stored);
        if let Some(path) = &path {
            state.turns.replace(path);
        }
        if let Some(path) = path.filter(|_| !is_static) {
            state.assign(path, stored.ownership);
        }
        None
    }

    /// What a final field of an object holds, under its better name.
    fn alias(&self, field: FieldId, base: &Value) -> Option<Value> {
        let known = self.around.aliases.0.get(&field)?;
        Some(Value {
            path: Some(known.path.as_ref()?.from(base.path.as_ref()?)),
            ownership: base.ownership,
            attribute: known.attribute.clone(),
        })
    }

    /// What is known of all that a final field is given: the function that it is, with what it has captured of the field's object, or
    /// the executor.
    fn kept(&self, field: FieldId, loaded: Value, operands: &[Value]) -> Value {
        let known = self.around.aliases.0.get(&field);
        let base = operands.first();
        let renamed = |path: &Path| Some(path.from(base?.path.as_ref()?));
        let owned = base.map_or(Ownership::Unowned, |it| it.ownership);
        let attribute = match known.map(|it| &it.attribute) {
            Some(Attribute::Closure(function, captured)) => {
                let captured = captured.iter().map(|it| Value {
                    ownership: owned,
                    ..it.renamed(&renamed, &|_| owned)
                });
                Attribute::Closure(*function, captured.collect())
            }
            Some(Attribute::Worker) => Attribute::Worker,
            _ => return loaded,
        };
        Value {
            attribute,
            ..loaded
        }
    }
}

/// Whether an instruction does or makes anything that is followed.
fn is_of_interest(insn: &Insn) -> bool {
    match insn {
        Insn::Plain(opcode) => matches!(
            *opcode,
            op::IALOAD..=op::SALOAD
                | op::IASTORE..=op::SASTORE
                | op::MONITORENTER
                | op::MONITOREXIT
                | op::IRETURN..=op::RETURN
        ),
        Insn::Type(opcode, _) => matches!(*opcode, op::CHECKCAST | op::NEW),
        _ => matches!(
            insn,
            Insn::Field(..)
                | Insn::Ldc(_)
                | Insn::Invoke(..)
                | Insn::InvokeInterface(..)
                | Insn::InvokeDynamic(_)
        ),
    }
}

/// Constructors own what they make, and what was made for them.
fn ownership_of_formal(program: &Program<'_>, id: MethodId, formal: u8) -> Ownership {
    let method = &program[id];
    match method.is_constructor() && (formal == 0 || method.said.is(Mark::Injected)) {
        true => Ownership::OWNED,
        false => Ownership::of_formal(formal),
    }
}

/// The monitor of an object; `None` if nobody else can have it.
fn monitor(object: &Value) -> Option<Lock> {
    match (&object.path, &object.attribute) {
        (Some(path), _) => Some(Lock::Monitor(*path)),
        (None, Attribute::Class(class)) => Some(Lock::Class(class.clone())),
        (None, Attribute::Fresh) => None,
        (None, _) => Some(Lock::Unknown),
    }
}
