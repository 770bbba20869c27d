//! Rewritten code under construction: instructions, labels and frames.

use classfile::{Code, Frame, Handler, Insn, Label, MemberRef, Pool, PoolFull, VType, op};

use crate::Skip;
use crate::names;
use crate::sim::State;

/// Collects a method's new instructions. The original labels keep their numbers.
pub struct Emitter<'p, 'a> {
    pub pool: &'p mut Pool<'a>,
    insns: Vec<Insn>,
    labels: Vec<u32>,
    /// Frames of the original method, and of jump targets that we add. At one place the original
    /// one counts: it is true for every way that leads there.
    frames: Vec<(Label, Frame)>,
    added_frames: Vec<(Label, Frame)>,
    handlers: Vec<Handler>,
    /// Whether new jump targets need frames (class files before version 50 have none).
    framed: bool,
    original_locals: u16,
    /// Types of the locals that we add and keep alive everywhere, in order, after the original ones.
    kept: Vec<VType>,
}

const UNBOUND: u32 = u32::MAX;

/// For so many locals of ours there is room in a frame from the start.
const KEPT_ROOM: usize = 4;

/// No method gets more locals than this from us.
const OWN_LOCALS: u16 = 1024;

impl<'p, 'a> Emitter<'p, 'a> {
    pub fn new(pool: &'p mut Pool<'a>, original: &Code, framed: bool) -> Result<Self, Skip> {
        if original.max_locals > u16::MAX - OWN_LOCALS {
            return Err(Skip::Locals);
        }
        Ok(Emitter {
            pool,
            insns: Vec::with_capacity(original.insns.len() * 3),
            labels: vec![UNBOUND; original.labels.len()],
            frames: Vec::new(),
            added_frames: Vec::new(),
            handlers: Vec::new(),
            framed,
            original_locals: original.max_locals,
            kept: Vec::new(),
        })
    }

    pub fn push(&mut self, insn: Insn) {
        self.insns.push(insn);
    }

    pub fn plain(&mut self, opcodes: &[u8]) {
        self.insns.extend(opcodes.iter().map(|&o| Insn::Plain(o)));
    }

    pub fn new_label(&mut self) -> Label {
        self.labels.push(UNBOUND);
        Label(self.labels.len() as u32 - 1)
    }

    pub fn bind(&mut self, label: Label) {
        self.labels[label.0 as usize] = self.insns.len() as u32;
    }

    pub fn jump(&mut self, opcode: u8, target: Label) {
        self.push(Insn::Jump(opcode, target));
    }

    /// Binds a new jump target, whose frame is `state` with `above` pushed on the stack.
    pub fn target(&mut self, label: Label, state: Option<&State>, above: &[VType]) {
        self.target_after(label, state, 0, above);
    }

    /// As [`Emitter::target`], with so many operands of `state` gone.
    pub fn target_after(
        &mut self,
        label: Label,
        state: Option<&State>,
        pops: usize,
        above: &[VType],
    ) {
        self.bind(label);
        if self.framed
            && let Some(state) = state
            && let Some(left) = state.stack.len().checked_sub(pops)
        {
            let mut stack = Vec::with_capacity(left + above.len());
            stack.extend(state.stack[..left].iter().map(|v| v.ty));
            stack.extend_from_slice(above);
            let locals = state.frame_locals(KEPT_ROOM);
            self.added_frames.push((label, Frame { locals, stack }));
        }
    }

    /// Takes over a frame of the original method.
    pub fn frame(&mut self, label: Label, frame: &Frame) {
        if self.framed {
            let slots = usize::from(self.original_locals);
            let mut locals = Vec::with_capacity(slots + KEPT_ROOM);
            locals.extend_from_slice(&frame.locals);
            let stack = frame.stack.clone();
            self.frames.push((label, Frame { locals, stack }));
        }
    }

    pub fn handler(&mut self, handler: Handler) {
        self.handlers.push(handler);
    }

    /// A new local that holds a value of this type from the method's entry to its end.
    pub fn keep_local(&mut self, ty: VType) -> u16 {
        let slot = self.original_locals + self.kept_slots();
        self.kept.push(ty);
        slot
    }

    fn kept_slots(&self) -> u16 {
        self.kept.iter().map(|ty| 1 + u16::from(ty.is_wide())).sum()
    }

    pub fn get_field(
        &mut self,
        opcode: u8,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Result<(), PoolFull> {
        let index = self.pool.intern_field(MemberRef {
            class,
            name,
            descriptor,
        })?;
        self.push(Insn::Field(opcode, index));
        Ok(())
    }

    /// Pushes a field of the thread's state, which is on top of the stack.
    pub fn get_of_thread(
        &mut self,
        name: &'static str,
        descriptor: &'static str,
    ) -> Result<(), PoolFull> {
        let index = self.pool.intern_fixed(MemberRef {
            class: names::THREAD_STATE,
            name,
            descriptor,
        })?;
        self.push(Insn::Field(op::GETFIELD, index));
        Ok(())
    }

    pub fn call(
        &mut self,
        class: &'static str,
        name: &'static str,
        descriptor: &'static str,
    ) -> Result<(), PoolFull> {
        let index = self.pool.intern_fixed(MemberRef {
            class,
            name,
            descriptor,
        })?;
        self.push(Insn::Invoke(op::INVOKESTATIC, index));
        Ok(())
    }

    /// As [`Emitter::call`], for names that are put together.
    pub fn call_composed(
        &mut self,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Result<(), PoolFull> {
        let index = self.pool.intern_method(MemberRef {
            class,
            name,
            descriptor,
        })?;
        self.push(Insn::Invoke(op::INVOKESTATIC, index));
        Ok(())
    }

    pub fn int(&mut self, value: u32) -> Result<(), PoolFull> {
        let insn = match value.cast_signed() {
            v @ 0..=5 => Insn::Plain(op::ICONST_0 + v as u8),
            v @ -128..=127 => Insn::Byte(v as i8),
            v @ -32768..=32767 => Insn::Short(v as i16),
            _ => Insn::Ldc(self.pool.intern(classfile::Constant::Integer(value))?),
        };
        self.push(insn);
        Ok(())
    }

    pub fn long(&mut self, value: u64) -> Result<(), PoolFull> {
        let constant = self.pool.intern(classfile::Constant::Long(value))?;
        self.push(Insn::Ldc2(constant));
        Ok(())
    }

    /// An instruction that will load an int.
    pub fn placeholder(&mut self) -> usize {
        self.push(Insn::Plain(op::NOP));
        self.insns.len() - 1
    }

    pub fn fill_in(&mut self, placeholder: usize, value: u32) -> Result<(), PoolFull> {
        self.int(value)?;
        if let Some(load) = self.insns.pop() {
            self.insns[placeholder] = load;
        }
        Ok(())
    }

    /// Puts instructions behind each store of a reference to a local.
    pub fn follow_stores<F: Iterator<Item = Insn>>(&mut self, followers: impl Fn(u16) -> F) {
        let mut moved = Vec::with_capacity(self.insns.len() + 1);
        for insn in std::mem::take(&mut self.insns) {
            moved.push(self.insns.len() as u32);
            self.insns.push(insn);
            if let Some(&Insn::Local(op::ASTORE, slot)) = self.insns.last() {
                self.insns.extend(followers(slot));
            }
        }
        moved.push(self.insns.len() as u32);
        for at in self.labels.iter_mut().filter(|at| **at != UNBOUND) {
            *at = moved[*at as usize];
        }
    }

    pub fn class_constant(&mut self, name: &str) -> Result<(), PoolFull> {
        let index = self.pool.intern_class(name)?;
        self.push(Insn::Ldc(index));
        Ok(())
    }

    /// The method's new code: `prologue`, then what was emitted.
    pub fn finish(mut self, original: &Code, prologue: Prologue, extra_stack: u16) -> Code {
        let shift = prologue.insns.len() as u32;
        let mut insns = prologue.insns;
        insns.reserve_exact(self.insns.len());
        insns.append(&mut self.insns);
        for at in self.labels.iter_mut().filter(|at| **at != UNBOUND) {
            *at += shift;
        }
        let kept_slots = self.kept_slots();
        let kept = &self.kept;
        let originals = self.original_locals;
        let mut frames = self.frames;
        frames.reserve_exact(self.added_frames.len() + 1);
        frames.append(&mut self.added_frames);
        for (_, frame) in &mut frames {
            extend(&mut frame.locals, originals, kept);
        }
        if let Some((label, at, frame)) = prologue.join {
            self.labels[label.0 as usize] = at;
            frames.push((label, frame));
        }
        Code {
            max_stack: original.max_stack.saturating_add(extra_stack),
            max_locals: originals + kept_slots,
            insns,
            labels: self.labels,
            handlers: self.handlers,
            frames: (self.framed && !frames.is_empty()).then_some(frames),
            lines: original.lines.clone(),
            vars: original.vars.clone(),
            annotations: original.annotations.clone(),
            attributes: original.attributes.clone(),
        }
    }
}

/// Code that runs once at the method's entry, before the original label 0.
#[derive(Default)]
pub struct Prologue {
    pub insns: Vec<Insn>,
    /// Its jump target: label, index within `insns`, and the frame there.
    pub join: Option<(Label, u32, Frame)>,
}

/// Pads a frame's locals to all original slots, and puts ours behind.
fn extend(locals: &mut Vec<VType>, originals: u16, kept: &[VType]) {
    if kept.is_empty() {
        return;
    }
    let taken: usize = locals.iter().map(|ty| 1 + usize::from(ty.is_wide())).sum();
    let free = usize::from(originals).saturating_sub(taken);
    locals.resize(locals.len() + free, VType::Top);
    locals.extend_from_slice(kept);
}

/// The instructions that load the current thread's state into `local`, and the offset within them
/// that needs a frame with that state alone on the stack.
pub fn load_thread_state(
    pool: &mut Pool<'_>,
    local: u16,
    join: Label,
) -> Result<(Vec<Insn>, u32), PoolFull> {
    let current = pool.intern_fixed(MemberRef {
        class: names::THREAD,
        name: "currentThread",
        descriptor: "()Ljava/lang/Thread;",
    })?;
    let state = pool.intern_fixed(MemberRef {
        class: names::THREAD,
        name: names::THREAD_STATE_FIELD,
        descriptor: names::THREAD_STATE_DESC,
    })?;
    let attach = pool.intern_fixed(MemberRef {
        class: names::THREAD_STATE,
        name: "attach",
        descriptor: "()Ljava/lang/redflag$ThreadState;",
    })?;
    let insns = vec![
        Insn::Invoke(op::INVOKESTATIC, current),
        Insn::Field(op::GETFIELD, state),
        Insn::Plain(op::DUP),
        Insn::Jump(op::IFNONNULL, join),
        Insn::Plain(op::POP),
        Insn::Invoke(op::INVOKESTATIC, attach),
        Insn::Local(op::ASTORE, local),
    ];
    Ok((insns, 6))
}
