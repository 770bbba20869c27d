//! From locals and operand stack to values.
//!
//! One walk over the blocks in reverse postorder follows the values through locals and stack. Where
//! ways meet that were all walked, a phi is made for what differs; where one is still to come,
//! which closes a cycle, a phi is made for everything that is live, and those that turn out to join only
//! one value and themselves are taken out again. On reducible graphs that leaves the minimal form (Braun et
//! al., "Simple and Efficient Construction of Static Single Assignment Form", 2013, section 3).

use std::num::NonZeroU32;

use classfile::{ClassFile, Code, Constant, Frame, Insn, Label, Pool, TypeTable, VType, op};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::blocks::{BlockId, Blocks, Role};
use crate::effect::{Mismatch, effect, shuffle};
use crate::few::Few;
use crate::liveness::Liveness;
use crate::{Dominators, Unliftable};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ValueId(NonZeroU32);

impl ValueId {
    fn new(index: usize) -> ValueId {
        ValueId(NonZeroU32::MIN.saturating_add(index as u32))
    }

    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// Where a value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Definition {
    /// The argument that arrives in this local.
    Parameter(u16),
    /// Each number is one value in a method, however often it is loaded.
    Int(i32),
    Null,
    /// What the ways into this block bring along.
    Phi(BlockId),
    /// The exception that arrives in this landing block.
    Caught(BlockId),
    /// What the instruction at this index makes.
    Result(u32),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value {
    pub definition: Definition,
    /// As the verifier sees it once it is initialized. Where ways meet in a method without frames, of
    /// references that differ only `java/lang/Object` is known.
    pub ty: VType,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phi {
    pub value: ValueId,
    /// One for each predecessor of the block; of a landing block, one for each thrower.
    pub arguments: Vec<ValueId>,
}

/// A method in SSA form.
#[derive(Debug, Clone)]
pub struct Body {
    pub blocks: Blocks,
    pub dominators: Dominators,
    values: Vec<Value>,
    phis: Vec<Vec<Phi>>,
    /// The values of the locals at the start of each block.
    locals: Locals,
    operands: Vec<ValueId>,
    uses: Vec<Uses>,
}

/// For each block the values in all locals, of those that are read later.
#[derive(Debug, Clone)]
struct Locals {
    width: usize,
    /// Block by block.
    values: Vec<Option<ValueId>>,
}

impl Locals {
    fn of(&self, block: BlockId) -> &[Option<ValueId>] {
        &self.values[block.index() * self.width..][..self.width]
    }
}

/// What an instruction takes and makes.
#[derive(Debug, Clone, Copy, Default)]
struct Uses {
    start: u32,
    len: u32,
    result: Option<ValueId>,
}

impl Body {
    /// `entry` is the frame at the method's start.
    pub fn lift(
        code: &Code,
        entry: &Frame,
        class: &ClassFile<'_>,
        types: &mut TypeTable,
    ) -> Result<Body, Unliftable> {
        let blocks = Blocks::of(code)?;
        let liveness = Liveness::of(code, &blocks)?;
        let this = class.name().ok_or(Unliftable::Types)?;
        let locals = Locals {
            width: usize::from(code.max_locals),
            values: Vec::with_capacity(usize::from(code.max_locals) * blocks.len()),
        };
        let lifter = Lifter {
            code,
            pool: &class.pool,
            this_type: VType::Object(types.id(this.as_bytes())),
            types,
            frames: frames_by_place(code),
            values: Vec::new(),
            ints: FxHashMap::default(),
            null: None,
            phis: vec![Vec::new(); blocks.len()],
            locals: locals.clone(),
            locals_left: locals,
            stacks_left: vec![Few::default(); blocks.len()],
            unfilled: Vec::new(),
            operands: Vec::with_capacity(code.insns.len()),
            uses: vec![Uses::default(); code.insns.len()],
            blocks,
            liveness,
            live: Vec::new(),
        };
        lifter.lift(entry)
    }

    pub fn value(&self, id: ValueId) -> Value {
        self.values[id.index()]
    }

    pub fn values(&self) -> impl Iterator<Item = (ValueId, Value)> + '_ {
        let ids = (0..self.values.len()).map(ValueId::new);
        ids.zip(self.values.iter().copied())
    }

    pub fn phis(&self, block: BlockId) -> &[Phi] {
        &self.phis[block.index()]
    }

    /// The phi that defines a value.
    pub fn phi(&self, value: ValueId) -> Option<&Phi> {
        match self.value(value).definition {
            Definition::Phi(block) => self.phis(block).iter().find(|p| p.value == value),
            _ => None,
        }
    }

    /// The values that an instruction takes, the deepest on the stack first; of a load or store of a
    /// local, the value that it moves. What merely shuffles the stack takes none.
    pub fn operands(&self, insn: usize) -> &[ValueId] {
        let Uses { start, len, .. } = self.uses[insn];
        &self.operands[start as usize..][..len as usize]
    }

    /// The value that an instruction makes. Loads of a number or of null make none: that value was
    /// there.
    pub fn result(&self, insn: usize) -> Option<ValueId> {
        self.uses[insn].result
    }

    /// The block in which a value is defined.
    pub fn defined_in(&self, value: ValueId) -> BlockId {
        match self.value(value).definition {
            Definition::Parameter(_) | Definition::Int(_) | Definition::Null => BlockId::ENTRY,
            Definition::Phi(block) | Definition::Caught(block) => block,
            // An instruction that was not reached made no value.
            Definition::Result(insn) => self.blocks.at(insn as usize).unwrap_or(BlockId::ENTRY),
        }
    }

    /// Whether a value is defined on every way to the place before an instruction.
    pub fn is_defined_at(&self, value: ValueId, insn: usize) -> bool {
        let Some(block) = self.blocks.at(insn) else {
            return false;
        };
        match self.value(value).definition {
            Definition::Result(at) if self.defined_in(value) == block => (at as usize) < insn,
            _ => self.dominators.dominates(self.defined_in(value), block),
        }
    }

    /// The value as it was before it was cast: the same object.
    pub fn uncast(&self, mut value: ValueId, code: &Code) -> ValueId {
        while let Definition::Result(insn) = self.value(value).definition
            && let Insn::Type(op::CHECKCAST, _) = code.insns[insn as usize]
        {
            value = self.operands(insn as usize)[0];
        }
        value
    }

    /// A local that holds the value right before an instruction.
    pub fn local_with(&self, value: ValueId, insn: usize, code: &Code) -> Option<u16> {
        let block = self.blocks.at(insn)?;
        let mut locals = self.locals.of(block).to_vec();
        for at in self.blocks[block].insns.start..insn {
            match code.insns[at] {
                Insn::Local(op::ISTORE..=op::ASTORE, slot) => {
                    let stored = self.operands(at)[0];
                    store(&mut locals, slot, stored, |v| self.value(v).ty).ok()?;
                }
                Insn::Iinc(slot, _) => locals[usize::from(slot)] = self.result(at),
                _ => {}
            }
        }
        let slot = locals.iter().position(|&held| held == Some(value))?;
        Some(slot as u16)
    }
}

/// Puts a value into a local, and makes unusable what it overlaps.
fn store(
    locals: &mut [Option<ValueId>],
    slot: u16,
    value: ValueId,
    ty: impl Fn(ValueId) -> VType,
) -> Result<(), Mismatch> {
    let slot = usize::from(slot);
    if slot > 0
        && locals
            .get(slot - 1)
            .ok_or(Mismatch)?
            .is_some_and(|v| ty(v).is_wide())
    {
        locals[slot - 1] = None;
    }
    *locals.get_mut(slot).ok_or(Mismatch)? = Some(value);
    if ty(value).is_wide() {
        *locals.get_mut(slot + 1).ok_or(Mismatch)? = None;
    }
    Ok(())
}

fn frames_by_place(code: &Code) -> Vec<(usize, &Frame)> {
    let frames = code.frames.as_deref().unwrap_or_default().iter();
    let mut frames: Vec<_> = frames.map(|(at, frame)| (code.at(*at), frame)).collect();
    frames.sort_by_key(|&(at, _)| at);
    frames
}

#[derive(Debug, Clone, Default)]
struct State {
    locals: Vec<Option<ValueId>>,
    stack: Vec<ValueId>,
}

/// Where a phi stands for a value.
#[derive(Debug, Clone, Copy)]
enum Place {
    Local(u16),
    Stack(usize),
}

struct Lifter<'l, 'a> {
    code: &'l Code,
    pool: &'l Pool<'a>,
    types: &'l mut TypeTable,
    this_type: VType,
    /// In program order.
    frames: Vec<(usize, &'l Frame)>,
    blocks: Blocks,
    liveness: Liveness,
    /// Where the live locals of a block are put down.
    live: Vec<u16>,
    values: Vec<Value>,
    ints: FxHashMap<i32, ValueId>,
    null: Option<ValueId>,
    phis: Vec<Vec<Phi>>,
    locals: Locals,
    /// The locals and the stack at the end of each block.
    locals_left: Locals,
    stacks_left: Vec<Few<Option<ValueId>>>,
    /// Phis whose arguments come from ways that were not yet walked.
    unfilled: Vec<(BlockId, usize, Place)>,
    operands: Vec<ValueId>,
    uses: Vec<Uses>,
}

impl Lifter<'_, '_> {
    fn lift(mut self, entry: &Frame) -> Result<Body, Unliftable> {
        let mut state = State::default();
        for block in self.blocks.ids() {
            state.locals.clear();
            state.locals.resize(usize::from(self.code.max_locals), None);
            state.stack.clear();
            match self.blocks[block].role {
                Role::Entry => self.parameters(entry, &mut state)?,
                _ => self.enter(block, &mut state)?,
            }
            self.locals.values.extend_from_slice(&state.locals);
            for insn in self.blocks[block].insns.clone() {
                self.step(&mut state, insn)?;
            }
            self.locals_left.values.extend_from_slice(&state.locals);
            self.stacks_left[block.index()] = state.stack.iter().copied().map(Some).collect();
        }
        for (block, phi, place) in std::mem::take(&mut self.unfilled) {
            let arguments = self.incoming(block, place).collect::<Result<_, _>>()?;
            self.phis[block.index()][phi].arguments = arguments;
        }
        self.remove_needless_phis();
        self.type_phis();
        Ok(Body {
            dominators: Dominators::of(&self.blocks),
            blocks: self.blocks,
            values: self.values,
            phis: self.phis,
            locals: self.locals,
            operands: self.operands,
            uses: self.uses,
        })
    }

    fn parameters(&mut self, entry: &Frame, state: &mut State) -> Result<(), Unliftable> {
        let mut slot = 0;
        for &ty in &entry.locals {
            let ty = self.initialized(ty);
            let value = self.define(Definition::Parameter(slot), ty);
            let values = &self.values;
            store(&mut state.locals, slot, value, |v| values[v.index()].ty)?;
            slot += if ty.is_wide() { 2 } else { 1 };
        }
        Ok(())
    }

    fn define(&mut self, definition: Definition, ty: VType) -> ValueId {
        self.values.push(Value { definition, ty });
        ValueId::new(self.values.len() - 1)
    }

    /// The type of a value once its constructor has run.
    fn initialized(&mut self, ty: VType) -> VType {
        match ty {
            VType::UninitializedThis => self.this_type,
            VType::Uninitialized(label) => self.created_at(label).unwrap_or(VType::Top),
            _ => ty,
        }
    }

    fn created_at(&mut self, label: Label) -> Option<VType> {
        match self.code.insns.get(self.code.at(label))? {
            Insn::Type(op::NEW, class) => {
                let name = self.pool.class_name(*class)?;
                Some(VType::Object(self.types.id(name.as_bytes())))
            }
            _ => None,
        }
    }

    /// The state at the start of a block, with phis for what its sources do not agree on.
    fn enter(&mut self, block: BlockId, state: &mut State) -> Result<(), Unliftable> {
        let closes_cycle = self.blocks[block].sources().any(|source| source >= block);
        let mut live = std::mem::take(&mut self.live);
        live.extend(self.liveness.at(block));
        for slot in live.drain(..) {
            state.locals[usize::from(slot)] =
                Some(self.merge(block, Place::Local(slot), closes_cycle)?);
        }
        self.live = live;
        if self.blocks[block].role == Role::Landing {
            let ty = self.caught_type(block);
            state.stack.push(self.define(Definition::Caught(block), ty));
            return Ok(());
        }
        let predecessors = &self.blocks[block].predecessors;
        let walked = predecessors.iter().filter(|&&p| p < block);
        let depth = walked.map(|p| self.stacks_left[p.index()].len()).min();
        for at in 0..depth.ok_or(Unliftable::Types)? {
            state
                .stack
                .push(self.merge(block, Place::Stack(at), closes_cycle)?);
        }
        Ok(())
    }

    /// The one value that all sources bring, or a phi.
    fn merge(
        &mut self,
        block: BlockId,
        place: Place,
        closes_cycle: bool,
    ) -> Result<ValueId, Unliftable> {
        let mut arguments = Vec::new();
        if !closes_cycle {
            if let Some(only) = self.agreed(block, place)? {
                return Ok(only);
            }
            arguments = self.incoming(block, place).collect::<Result<_, _>>()?;
        }
        let ty = self.frame_type(block, place);
        let value = self.define(Definition::Phi(block), ty.unwrap_or(VType::Top));
        let phis = &mut self.phis[block.index()];
        if closes_cycle {
            self.unfilled.push((block, phis.len(), place));
        }
        phis.push(Phi { value, arguments });
        Ok(value)
    }

    /// What the sources of a block bring in one place.
    fn incoming(
        &self,
        block: BlockId,
        place: Place,
    ) -> impl Iterator<Item = Result<ValueId, Unliftable>> {
        let left = self.blocks[block].predecessors.iter();
        let left = left.map(move |&source| match place {
            Place::Local(slot) => self.locals_left.of(source)[usize::from(slot)],
            Place::Stack(at) => self.stacks_left[source.index()].get(at).copied().flatten(),
        });
        let thrown = self.blocks[block].throwers.iter();
        let thrown = thrown.map(move |&source| match place {
            Place::Local(slot) => self.locals.of(source)[usize::from(slot)],
            // An exception clears the stack.
            Place::Stack(_) => None,
        });
        let values = left.chain(thrown);
        values.map(|value| value.ok_or(Unliftable::Types))
    }

    /// The value that all sources of a block bring in one place, if it is one.
    fn agreed(&self, block: BlockId, place: Place) -> Result<Option<ValueId>, Unliftable> {
        let mut only = None;
        let mut agree = true;
        for value in self.incoming(block, place) {
            let value = value?;
            agree &= *only.get_or_insert(value) == value;
        }
        Ok(only.filter(|_| agree))
    }

    /// What the class file says of a place where ways meet.
    fn frame_type(&mut self, block: BlockId, place: Place) -> Option<VType> {
        let frame = self.frame(block)?;
        let ty = match place {
            Place::Stack(at) => *frame.stack.get(at)?,
            Place::Local(wanted) => {
                let mut slot = 0;
                let mut locals = frame.locals.iter();
                loop {
                    let &ty = locals.next()?;
                    if slot == wanted {
                        break ty;
                    }
                    slot += if ty.is_wide() { 2 } else { 1 };
                }
            }
        };
        Some(self.initialized(ty))
    }

    /// The frame of the first instruction that follows.
    fn frame(&self, block: BlockId) -> Option<&Frame> {
        let mut block = &self.blocks[block];
        while block.role != Role::Code {
            block = &self.blocks[*block.successors.first()?];
        }
        let start = block.insns.start;
        let found = self.frames.binary_search_by_key(&start, |&(at, _)| at);
        found.ok().map(|i| self.frames[i].1)
    }

    fn caught_type(&mut self, landing: BlockId) -> VType {
        let caught = self.frame(landing).and_then(|f| f.stack.first().copied());
        caught.unwrap_or_else(|| VType::Object(self.types.id(b"java/lang/Throwable")))
    }

    fn step(&mut self, state: &mut State, at: usize) -> Result<(), Unliftable> {
        let insn = &self.code.insns[at];
        match *insn {
            Insn::Plain(o @ (op::POP..=op::SWAP)) => {
                let values = &self.values;
                shuffle(&mut state.stack, o, |v| values[v.index()].ty.is_wide())?;
            }
            Insn::Local(op::ILOAD..=op::ALOAD, slot) => {
                let value = local(state, slot)?;
                self.uses(at, &[value]);
                state.stack.push(value);
            }
            Insn::Local(op::ISTORE..=op::ASTORE, slot) => {
                let value = state.stack.pop().ok_or(Mismatch)?;
                self.uses(at, &[value]);
                let values = &self.values;
                store(&mut state.locals, slot, value, |v| values[v.index()].ty)?;
            }
            Insn::Iinc(slot, _) => {
                let old = local(state, slot)?;
                self.uses(at, &[old]);
                let new = self.make(at, VType::Int);
                state.locals[usize::from(slot)] = Some(new);
            }
            _ => match self.number(insn) {
                Some(n) => {
                    let value = self.int(n);
                    state.stack.push(value);
                }
                None if *insn == Insn::Plain(op::ACONST_NULL) => {
                    let value = self.null();
                    state.stack.push(value);
                }
                None => self.apply(state, at)?,
            },
        }
        Ok(())
    }

    /// An instruction that takes its operands from the stack and makes at most one value.
    fn apply(&mut self, state: &mut State, at: usize) -> Result<(), Unliftable> {
        let insn = &self.code.insns[at];
        let second = state.stack.len().checked_sub(2).map(|i| state.stack[i]);
        let array = second.map(|v| self.values[v.index()].ty);
        let effect = effect(insn, array, self.pool, self.types)?;
        let left = state.stack.len().checked_sub(effect.pops).ok_or(Mismatch)?;
        self.uses(at, &state.stack[left..]);
        state.stack.truncate(left);
        if let Some(ty) = effect.push {
            let value = self.make(at, ty);
            state.stack.push(value);
        }
        Ok(())
    }

    fn uses(&mut self, at: usize, operands: &[ValueId]) {
        self.uses[at].start = self.operands.len() as u32;
        self.uses[at].len = operands.len() as u32;
        self.operands.extend_from_slice(operands);
    }

    fn make(&mut self, at: usize, ty: VType) -> ValueId {
        let value = self.define(Definition::Result(at as u32), ty);
        self.uses[at].result = Some(value);
        value
    }

    /// The number that an instruction loads.
    fn number(&self, insn: &Insn) -> Option<i32> {
        match *insn {
            Insn::Plain(o @ (op::ICONST_M1..=op::ICONST_5)) => {
                Some(i32::from(o) - i32::from(op::ICONST_0))
            }
            Insn::Byte(n) => Some(n.into()),
            Insn::Short(n) => Some(n.into()),
            Insn::Ldc(index) => match self.pool.get(index) {
                Some(&Constant::Integer(bits)) => Some(bits.cast_signed()),
                _ => None,
            },
            _ => None,
        }
    }

    fn int(&mut self, n: i32) -> ValueId {
        if let Some(&value) = self.ints.get(&n) {
            return value;
        }
        let value = self.define(Definition::Int(n), VType::Int);
        self.ints.insert(n, value);
        value
    }

    fn null(&mut self) -> ValueId {
        match self.null {
            Some(value) => value,
            None => {
                let value = self.define(Definition::Null, VType::Null);
                *self.null.insert(value)
            }
        }
    }

    /// Takes out the phis that join one value and themselves.
    fn remove_needless_phis(&mut self) {
        if self.phis.iter().all(Vec::is_empty) {
            return;
        }
        let mut replacements = Replacements::of(&self.phis, self.values.len());
        let stands_for: Vec<ValueId> = (0..self.values.len())
            .map(|i| replacements.resolve(ValueId::new(i)))
            .collect();
        let mut numbers = Vec::with_capacity(stands_for.len());
        let mut next = 0;
        for (i, value) in stands_for.iter().enumerate() {
            numbers.push(ValueId::new(next));
            next += usize::from(value.index() == i);
        }
        let is_kept = |v: ValueId| stands_for[v.index()] == v;
        let renamed = |v: ValueId| numbers[stands_for[v.index()].index()];
        for value in &mut self.operands {
            *value = renamed(*value);
        }
        for value in self.uses.iter_mut().filter_map(|u| u.result.as_mut()) {
            *value = renamed(*value);
        }
        for value in self.locals.values.iter_mut().flatten() {
            *value = renamed(*value);
        }
        for phis in &mut self.phis {
            phis.retain(|phi| is_kept(phi.value));
            for phi in phis {
                phi.value = renamed(phi.value);
                for argument in &mut phi.arguments {
                    *argument = renamed(*argument);
                }
            }
        }
        let mut old = (0..self.values.len()).map(ValueId::new);
        self.values.retain(|_| old.next().is_some_and(is_kept));
    }

    /// Gives those phis a type that no frame describes.
    fn type_phis(&mut self) {
        let object = VType::Object(self.types.id(b"java/lang/Object"));
        let mut changed = true;
        while changed {
            changed = false;
            for phi in self.phis.iter().flatten() {
                let ty = self.values[phi.value.index()].ty;
                if ty != VType::Top && (self.code.frames.is_some() || ty == object) {
                    continue;
                }
                let arguments = phi.arguments.iter();
                let joined = arguments
                    .map(|a| self.values[a.index()].ty)
                    .fold(ty, |a, b| join(a, b, object));
                changed |= joined != ty;
                self.values[phi.value.index()].ty = joined;
            }
        }
    }
}

/// The type that covers both; `Top` stands for one that is not known yet.
fn join(a: VType, b: VType, object: VType) -> VType {
    match (a, b) {
        (VType::Top, other) | (other, VType::Top) => other,
        (VType::Null, VType::Object(_)) => b,
        (VType::Object(_), VType::Null) => a,
        (VType::Object(_), VType::Object(_)) if a != b => object,
        _ => a,
    }
}

fn local(state: &State, slot: u16) -> Result<ValueId, Mismatch> {
    let local = state.locals.get(usize::from(slot)).copied().flatten();
    local.ok_or(Mismatch)
}

/// For each phi that joins only one other value: that value.
struct Replacements(Vec<Option<ValueId>>);

impl Replacements {
    fn of(phis: &[Vec<Phi>], values: usize) -> Self {
        let phis: Vec<&Phi> = phis.iter().flatten().collect();
        let mut users: FxHashMap<ValueId, Vec<usize>> = FxHashMap::default();
        let is_phi: FxHashSet<ValueId> = phis.iter().map(|p| p.value).collect();
        for (i, phi) in phis.iter().enumerate() {
            for argument in phi.arguments.iter().filter(|a| is_phi.contains(a)) {
                users.entry(*argument).or_default().push(i);
            }
        }
        let mut replacements = Replacements(vec![None; values]);
        let mut open: Vec<usize> = (0..phis.len()).rev().collect();
        while let Some(i) = open.pop() {
            let phi = phis[i];
            if replacements.0[phi.value.index()].is_some() {
                continue;
            }
            if let Some(only) = replacements.only_argument(phi) {
                replacements.0[phi.value.index()] = Some(only);
                let users_of_phi = users.remove(&phi.value).unwrap_or_default();
                open.extend(&users_of_phi);
                if is_phi.contains(&only) {
                    users.entry(only).or_default().extend(users_of_phi);
                }
            }
        }
        replacements
    }

    fn only_argument(&mut self, phi: &Phi) -> Option<ValueId> {
        let mut only = None;
        for &argument in &phi.arguments {
            let argument = self.resolve(argument);
            if argument != phi.value && only.is_none_or(|v| v == argument) {
                only = Some(argument);
            } else if argument != phi.value {
                return None;
            }
        }
        only
    }

    /// What stands for a value in the end; on the way there, shortens the way for the next.
    fn resolve(&mut self, mut value: ValueId) -> ValueId {
        while let Some(other) = self.0[value.index()] {
            if let Some(further) = self.0[other.index()] {
                self.0[value.index()] = Some(further);
            }
            value = other;
        }
        value
    }
}
