//! Who else may get an object, and from where on: one that a method makes, and those that it is given.

use std::collections::BTreeSet;

use classfile::{Insn, MemberRef, access, op};
use ir::{BlockId, Body, Definition, ValueId};
use rustc_hash::FxHashSet;
use world::models::known::{Answer, Operand, Runs};

use super::Analysis;
use crate::library::{Effect, Known};
use crate::path::Root;
use crate::program::MethodId;
use crate::summary::{Attribute, Kind, Summary, Value};

/// What becomes of a new object, seen from a call of one of its methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Publication {
    /// Nobody else ever gets it.
    Never,
    /// The call sets it up for those who get it later.
    Later,
    /// Others may have it by now.
    Before,
}

/// A place in the code: a block, and how many of the method's instructions come before.
type At = (BlockId, usize);

/// Who gets an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum To {
    /// Who has what the method was given as this parameter.
    Formal(u8),
    /// The method's caller.
    Caller,
    Anybody,
}

/// By value the instructions that take it, and the phis.
#[derive(Debug, Default)]
pub(super) struct Uses(Vec<(Vec<usize>, Vec<ValueId>)>);

impl Uses {
    pub(super) fn of(body: &Body) -> Uses {
        let mut uses = vec![(Vec::new(), Vec::new()); body.values().count()];
        for (id, block) in body.blocks.iter() {
            for phi in body.phis(id) {
                for argument in &phi.arguments {
                    uses[argument.index()].1.push(phi.value);
                }
            }
            for insn in block.insns.clone() {
                for operand in body.operands(insn) {
                    uses[operand.index()].0.push(insn);
                }
            }
        }
        Uses(uses)
    }
}

/// An object on its way through a method.
#[derive(Default)]
struct Spread {
    /// The values that are the object.
    same: FxHashSet<ValueId>,
    /// Those that are it, and those that have it: new objects in which it is stored.
    seen: FxHashSet<ValueId>,
    open: Vec<ValueId>,
    /// Who gets it, and by which instruction.
    given: Vec<(usize, To)>,
}

impl Spread {
    fn add(&mut self, value: ValueId, is_same: bool) {
        let is_news = is_same && self.same.insert(value);
        if self.seen.insert(value) || is_news {
            self.open.push(value);
        }
    }
}

impl Analysis<'_> {
    pub(super) fn publication(&self, object: ValueId, insn: usize) -> Publication {
        if self.spread(&self.sources(object)).given.is_empty() {
            return Publication::Never;
        }
        let to = self.body.blocks.at(insn).map(|block| (block, insn));
        let is_before = to.is_none_or(|to| self.is_published(object, to, &mut BTreeSet::new()));
        match is_before {
            true => Publication::Before,
            false => Publication::Later,
        }
    }

    /// Whether others may have an object before a place is reached; of a variable with several, whether they may have any when it becomes
    /// the variable's.
    fn is_published(
        &self,
        object: ValueId,
        to: At,
        seen: &mut BTreeSet<(ValueId, BlockId)>,
    ) -> bool {
        let object = self.body.uncast(object, self.code);
        let is_null = self.body.value(object).definition == Definition::Null;
        if is_null || !seen.insert((object, to.0)) {
            return false;
        }
        let given = self.spread(&[object]).given.into_iter();
        let places = given.filter_map(|(at, _)| Some((self.body.blocks.at(at)?, at)));
        let places: Vec<At> = places.collect();
        if self.is_behind(to, &places, self.body.defined_in(object)) {
            return true;
        }
        let Some(phi) = self.body.phi(object) else {
            return false;
        };
        let ways = self.body.blocks[self.body.defined_in(object)].sources();
        let mut arguments = phi.arguments.iter().zip(ways);
        arguments.any(|(&it, way)| self.is_published(it, (way, usize::MAX), seen))
    }

    /// The parameters that others may get through the method, each with the one whose object they are stored in; `None` for anywhere else.
    pub(super) fn given_away(&self) -> BTreeSet<(u8, Option<u8>)> {
        let mut all = BTreeSet::new();
        for (value, of) in self.body.values() {
            let Definition::Parameter(local) = of.definition else {
                continue;
            };
            let Some(formal) = self.locals.iter().position(|it| *it == local) else {
                continue;
            };
            let formal = formal as u8;
            let given = self.spread(&[value]).given.into_iter();
            all.extend(given.filter_map(|(_, to)| match to {
                To::Formal(other) => (other != formal).then_some((formal, Some(other))),
                To::Caller => None,
                To::Anybody => Some((formal, None)),
            }));
        }
        all
    }

    /// What a value may be, of what was made or given.
    fn sources(&self, value: ValueId) -> Vec<ValueId> {
        let (mut seen, mut open) = (BTreeSet::new(), vec![value]);
        let mut sources = Vec::new();
        while let Some(value) = open.pop() {
            let value = self.body.uncast(value, self.code);
            if !seen.insert(value) {
                continue;
            }
            match self.body.phi(value) {
                Some(phi) => open.extend(&phi.arguments),
                None => sources.push(value),
            }
        }
        sources
    }

    fn spread(&self, sources: &[ValueId]) -> Spread {
        let mut spread = Spread::default();
        for &source in sources {
            spread.add(source, true);
        }
        while let Some(value) = spread.open.pop() {
            let is_same = spread.same.contains(&value);
            let (insns, phis) = &self.uses.0[value.index()];
            for &phi in phis {
                spread.add(phi, is_same);
            }
            for &insn in insns {
                self.follow_use(insn, value, is_same, &mut spread);
            }
        }
        spread
    }

    /// What an instruction does with a value that is the object, or has it.
    fn follow_use(&self, insn: usize, value: ValueId, is_same: bool, spread: &mut Spread) {
        let operands = self.body.operands(insn);
        let is_last = operands.last() == Some(&value);
        match &self.code.insns[insn] {
            Insn::Field(op::PUTFIELD, _) | Insn::Plain(op::AASTORE) if is_last => {
                self.store(insn, operands[0], spread);
            }
            Insn::Field(op::PUTSTATIC, _) | Insn::Plain(op::ATHROW) => {
                spread.given.push((insn, To::Anybody));
            }
            Insn::Plain(op::ARETURN) => {
                let to = if is_same { To::Caller } else { To::Anybody };
                spread.given.push((insn, to));
            }
            Insn::Type(op::CHECKCAST, _) => self.answer(insn, is_same, spread),
            Insn::InvokeDynamic(site) => self.follow_captured(insn, *site, value, spread),
            Insn::Invoke(opcode, constant) => {
                self.follow_call(insn, (*opcode, *constant), value, is_same, spread);
            }
            Insn::InvokeInterface(constant, _) => {
                let call = (op::INVOKEINTERFACE, *constant);
                self.follow_call(insn, call, value, is_same, spread);
            }
            _ => {}
        }
    }

    /// An instruction answers the object, or what has it.
    fn answer(&self, insn: usize, is_same: bool, spread: &mut Spread) {
        if let Some(result) = self.body.result(insn) {
            spread.add(result, is_same);
        }
    }

    /// The object is stored in another one, or in itself.
    fn store(&self, insn: usize, into: ValueId, spread: &mut Spread) {
        let into = self.body.uncast(into, self.code);
        if spread.same.contains(&into) {
            return;
        }
        let Value {
            path, attribute, ..
        } = self.value(into);
        match path.map(|it| it.root) {
            _ if self.is_made(into) || attribute == Attribute::Fresh => spread.add(into, false),
            Some(Root::Formal(formal)) => spread.given.push((insn, To::Formal(formal))),
            _ => spread.given.push((insn, To::Anybody)),
        }
    }

    fn is_made(&self, value: ValueId) -> bool {
        match self.body.value(value).definition {
            Definition::Result(maker) => matches!(
                self.code.insns[maker as usize],
                Insn::Type(op::NEW | op::ANEWARRAY, _)
            ),
            _ => false,
        }
    }

    /// A function captures the object. Who has the function may run it, and gets what it gives away.
    fn follow_captured(&self, insn: usize, site: u16, value: ValueId, spread: &mut Spread) {
        let class = self.program[self.id].class;
        let Some(method) = self.program.closure(class, site) else {
            return;
        };
        self.answer(insn, false, spread);
        let body = self.program.callee(class, method);
        if let Some((summary, _)) = body.and_then(|it| self.around.summary(it)) {
            let operands = self.body.operands(insn).iter().zip(0..);
            for (_, formal) in operands.filter(|(it, _)| **it == value) {
                self.follow_given(insn, summary, formal, spread);
            }
        }
    }

    fn follow_call(
        &self,
        insn: usize,
        (opcode, constant): (u8, u16),
        value: ValueId,
        is_same: bool,
        spread: &mut Spread,
    ) {
        let class = self.program[self.id].class;
        let known = self.program.known(class, constant);
        let callee = self.program.callee(class, constant);
        // What is said of a method counts instead of its code.
        let is_said = known.runs_action || known.is_of_program && known.effect.is_some();
        let callee = callee.filter(|_| !is_said);
        let operands = self.body.operands(insn).iter().zip(0..);
        for (_, formal) in operands.filter(|(it, _)| **it == value) {
            let is_receiver = formal == 0 && opcode != op::INVOKESTATIC;
            match callee {
                Some(callee) => {
                    self.follow_into(insn, callee, formal, is_receiver, is_same, spread);
                }
                None if is_receiver => self.follow_receiver(insn, &known, is_same, spread),
                None => {
                    let is_static = opcode == op::INVOKESTATIC;
                    let argument = formal + u8::from(is_static);
                    self.follow_argument(insn, &known, argument, is_same, spread);
                }
            }
        }
    }

    /// A method of the program gets the object.
    fn follow_into(
        &self,
        insn: usize,
        callee: MethodId,
        formal: u8,
        is_receiver: bool,
        is_same: bool,
        spread: &mut Spread,
    ) {
        let Some((summary, _)) = self.around.summary(callee) else {
            // Of methods that call each other nothing is known yet, and what has no code is an interface's: whoever has the object knows
            // what it runs.
            let is_open = self.program[callee].is(access::ABSTRACT | access::NATIVE);
            if is_open && !is_receiver {
                spread.given.push((insn, To::Anybody));
            }
            return;
        };
        self.follow_given(insn, summary, formal, spread);
        let result = summary.result.as_ref().and_then(|it| it.path);
        if result.is_some_and(|it| it.steps.is_empty() && it.root == Root::Formal(formal)) {
            self.answer(insn, is_same, spread);
        }
    }

    /// What a callee does with what it is given as one of its parameters.
    fn follow_given(&self, insn: usize, callee: &Summary, formal: u8, spread: &mut Spread) {
        let operands = self.body.operands(insn);
        for (_, to) in callee.gives_away.iter().filter(|it| it.0 == formal) {
            match to.and_then(|it| operands.get(usize::from(it))) {
                Some(&other) => self.store(insn, other, spread),
                None => spread.given.push((insn, To::Anybody)),
            }
        }
    }

    /// What a class inherits from the library is taken to keep the object to itself, but for what starts threads.
    fn follow_receiver(&self, insn: usize, known: &Known<'_>, is_same: bool, spread: &mut Spread) {
        if self
            .named(insn)
            .is_some_and(|it| self.program.starts_threads(it))
        {
            spread.given.push((insn, To::Anybody));
        }
        if known.result == Some(Answer::Is(Operand::This)) {
            self.answer(insn, is_same, spread);
        }
    }

    /// A method of the library gets the object as an argument.
    fn follow_argument(
        &self,
        insn: usize,
        known: &Known<'_>,
        argument: u8,
        is_same: bool,
        spread: &mut Spread,
    ) {
        let operands = self.body.operands(insn);
        match (known.effect, known.result) {
            (Some(Effect::Container(Kind::ContainerWrite)), _) => {
                self.store(insn, operands[0], spread);
            }
            (Some(_), _) | (_, Some(Answer::As(_) | Answer::Functional)) => {}
            (_, Some(Answer::Is(Operand::Arg(answer)))) if answer == argument => {
                self.answer(insn, is_same, spread);
            }
            // What a constructor makes has what it was given.
            _ if self.is_constructor(insn) => self.store(insn, operands[0], spread),
            _ if known.runs == Some(Runs::Now) => {}
            _ => spread.given.push((insn, To::Anybody)),
        }
    }

    fn is_constructor(&self, insn: usize) -> bool {
        self.named(insn).is_some_and(|it| it.name == "<init>")
    }

    /// The method that a call names.
    fn named(&self, insn: usize) -> Option<MemberRef<'_>> {
        let (Insn::Invoke(_, constant) | Insn::InvokeInterface(constant, _)) =
            self.code.insns[insn]
        else {
            return None;
        };
        let pool = &self.program[self.program[self.id].class].file.pool;
        pool.member_ref(constant)
    }

    /// Whether code may come from one of these places to another one, with no new object made on the way.
    fn is_behind(&self, (to, before): At, places: &[At], made_in: BlockId) -> bool {
        if places.iter().any(|&(block, at)| block == to && at < before) {
            return true;
        }
        let mut seen = vec![false; self.body.blocks.len()];
        let mut open: Vec<BlockId> = places.iter().map(|(block, _)| *block).collect();
        while let Some(from) = open.pop() {
            for next in self.body.blocks[from].targets().filter(|it| *it != made_in) {
                if next == to {
                    return true;
                }
                if !std::mem::replace(&mut seen[next.index()], true) {
                    open.push(next);
                }
            }
        }
        false
    }
}
