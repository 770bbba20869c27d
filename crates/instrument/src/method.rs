//! Rewriting one method of an application class: the walk over its instructions.

use classfile::{
    ClassFile, Code, Frame, Handler, Insn, Label, TooLarge, TypeTable, VType, access, op,
};
use placement::Group;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Skip;
use crate::class::{ClassView, Lifted, Request, has_jumps};
use crate::constructor::{self, Leak};
use crate::emit::{Emitter, Prologue, load_thread_state};
use crate::kind::HookKind;
use crate::looked_at::LookedAt;
use crate::names;
use crate::probes;
use crate::quiet::Plan;
use crate::runs::Runs;
use crate::sim::{self, Source, State, Value};
use crate::site::{Op, Site, Sites, Target};
use crate::synchronization::OwnMonitor;
use crate::variables::Spills;

/// How much is inserted into a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// The epoch compare inline, the rest out of line.
    Inline,
    /// Each check a call, for methods that would grow too large otherwise.
    OutOfLine,
    /// No checks, only what keeps the order of threads known.
    Synchronization,
}

pub struct MethodContext<'c> {
    pub view: &'c mut ClassView,
    pub request: &'c Request<'c>,
    pub types: &'c mut TypeTable,
    pub sites: &'c mut dyn Sites,
    pub level: Level,
}

/// Operands that inserted code has on the stack at once, beyond the method's own.
const EXTRA_STACK: u16 = 14;
/// Code longer than this is never compiled by HotSpot by default, and jumps in code of this size
/// grow past their narrow form; such methods take calls in place of inline checks.
const HUGE: usize = 8000;
/// At most so many array shadows, or footprints, are kept in locals.
pub const MAX_CACHES: usize = 10;

/// A local that caches the shadow of the array last seen from one source.
#[derive(Debug, Clone, Copy)]
pub struct Cache {
    pub shadow: u16,
    /// For an instance field: the local with the object that holds the array.
    pub holder: Option<u16>,
}

/// The state of the walk.
pub struct Walk<'w, 'c, 'p, 'a> {
    pub cx: &'w mut MethodContext<'c>,
    pub out: Emitter<'p, 'a>,
    pub state: Option<State>,
    /// The local with the thread's state.
    pub thread: u16,
    pub thread_used: bool,
    /// Of a synchronized method, once it may be held.
    pub own_monitor: Option<OwnMonitor>,
    pub this_type: VType,
    pub leak: Option<&'w Leak>,
    pub caches: FxHashMap<Source, Cache>,
    /// The locals with footprints, by source and, where that is not enough, by access.
    pub footprints: FxHashMap<(Source, usize), u16>,
    pub spills: Spills,
    pub looked_at: LookedAt,
    pub at: usize,
    /// The field whose array's shadow the instruction at this index put into its cache.
    pub cached: Option<(usize, u16)>,
    /// For a label right behind a `monitorenter`: the place before the hook that follows the
    /// monitor's entry. Handlers must cover the hook, or an exception in it would leave the monitor
    /// locked.
    pub entered: FxHashMap<Label, Label>,
    pub method: &'w MethodNames,
    /// The accesses whose check would tell nothing new.
    redundant: FxHashSet<usize>,
    /// Those among them that are to what only one thread can know.
    unshared: FxHashSet<usize>,
    pub runs: Runs,
    /// The groups of elements, by the access with the check.
    pub groups: FxHashMap<usize, Group>,
    /// The instructions that are probes of a coverage tool, which go unchecked.
    probes: FxHashSet<usize>,
    /// Conditional jumps reach 32 KiB: in a longer method each is written as its inverse around a
    /// `goto`.
    far_jumps: bool,
    /// See [`runs_once`].
    runs_once: bool,
    line: Option<u16>,
}

pub struct MethodNames {
    /// Its place among the methods of the class.
    pub number: usize,
    pub name: std::sync::Arc<str>,
    pub descriptor: std::sync::Arc<str>,
    pub is_static: bool,
    pub is_synchronized: bool,
    /// For a constructor: the final fields that it writes.
    pub finals_written: Vec<(String, String)>,
}

impl MethodNames {
    pub fn of(class: &ClassFile<'_>, number: usize, code: &Code) -> Result<MethodNames, Skip> {
        let method = &class.methods[number];
        let text = |index| class.pool.utf8(index).ok_or(Skip::BadName);
        Ok(MethodNames {
            number,
            name: text(method.name)?.into(),
            descriptor: text(method.descriptor)?.into(),
            is_static: method.is(access::STATIC),
            is_synchronized: method.is(access::SYNCHRONIZED),
            finals_written: constructor::finals_written(class, method, code),
        })
    }
}

/// The new content of the Code attribute, or `None` if nothing has to be inserted.
pub fn rewrite_method(
    class: &mut ClassFile<'_>,
    index: usize,
    lifted: &Lifted,
    cx: &mut MethodContext<'_>,
) -> Result<Option<Vec<u8>>, Skip> {
    let Lifted { code, entry, .. } = lifted;
    let names = MethodNames::of(class, index, code)?;
    let leak = if &*names.name == "<init>" {
        constructor::leak(class, code, entry, cx.types).ok()
    } else {
        None
    };
    let huge = is_huge(code) && cx.level == Level::Inline;
    let saved = cx.level;
    if huge {
        cx.level = Level::OutOfLine;
    }
    let mut result = walk(class, lifted, &names, leak.as_ref(), false, cx);
    if let Err(Skip::TooLarge(TooLarge::Jump)) = result {
        result = walk(class, lifted, &names, leak.as_ref(), true, cx);
    }
    cx.level = saved;
    result
}

/// Whether the method's checks are calls.
pub fn is_huge(code: &Code) -> bool {
    estimated_size(code) > HUGE
}

/// Whether no instruction runs twice: in a class initializer without a way back. To look at a field's epoch before the
/// call would only make its code, frames and constants longer, which the JVM has to read and verify.
fn runs_once(code: &Code, method: &MethodNames) -> bool {
    let goes_on = |(at, insn): (usize, &Insn)| match insn {
        Insn::Jump(_, target) => code.at(*target) > at,
        Insn::Switch(switch) => switch.targets().all(|target| code.at(target) > at),
        _ => true,
    };
    let leads_on = |handler: &Handler| code.at(handler.target) >= code.at(handler.end);
    &*method.name == "<clinit>"
        && code.insns.iter().enumerate().all(goes_on)
        && code.handlers.iter().all(leads_on)
}

/// Bytes of the method with inline checks, roughly.
fn estimated_size(code: &Code) -> usize {
    code.insns
        .iter()
        .map(|i| match i {
            Insn::Field(..) => 30,
            Insn::Plain(op::IALOAD..=op::SALOAD | op::IASTORE..=op::SASTORE) => 36,
            Insn::Plain(_) | Insn::Local(..) => 1,
            _ => 3,
        })
        .sum()
}

fn walk(
    class: &mut ClassFile<'_>,
    lifted: &Lifted,
    method: &MethodNames,
    leak: Option<&Leak>,
    far_jumps: bool,
    cx: &mut MethodContext<'_>,
) -> Result<Option<Vec<u8>>, Skip> {
    let Lifted { code, entry, .. } = lifted;
    let framed = cx.view.framed;
    let this_type = VType::Object(cx.types.id(cx.view.name.as_bytes()));
    let thread_type = VType::Object(cx.types.id(names::THREAD_STATE.as_bytes()));
    let probes = probes::stores(code, &class.pool);
    let plan = Plan::of(class, lifted, method, cx);
    let mut out = Emitter::new(&mut class.pool, code, framed)?;
    let thread = out.keep_local(thread_type);
    let object = VType::Object(cx.types.id(b"java/lang/Object"));
    let bits = VType::Object(cx.types.id(b"[J"));
    let runs = Runs::new(plan.runs, &mut out, object, bits);
    let mut walk = Walk {
        state: Some(entry_state(entry, code, method)),
        thread,
        thread_used: false,
        own_monitor: None,
        this_type,
        leak,
        caches: FxHashMap::default(),
        footprints: FxHashMap::default(),
        spills: Spills::default(),
        looked_at: LookedAt::new(code),
        at: 0,
        cached: None,
        entered: FxHashMap::default(),
        method,
        redundant: plan.redundant,
        unshared: plan.unshared,
        runs,
        groups: plan.groups,
        probes,
        far_jumps,
        runs_once: runs_once(code, method),
        line: None,
        out,
        cx,
    };
    walk.entry_hooks()?;
    walk.instructions(code)?;
    walk.out.bind(Label(code.insns.len() as u32));
    walk.detours(code)?;
    walk.throw_out_of_loops()?;
    let end = walk.out.new_label();
    walk.out.bind(end);
    walk.exit_handler(end)?;
    walk.fill_in_sites()?;
    if !walk.thread_used {
        return Ok(None);
    }
    walk.forget_at_stores();
    let prologue = walk.prologue(entry)?;
    let Walk { out, cx, .. } = walk;
    let new = out.finish(code, prologue, EXTRA_STACK);
    if framed && new.frames.is_none() && has_jumps(&new) {
        return Err(Skip::Frames);
    }
    Ok(Some(new.encode(&mut class.pool, cx.types, entry)?))
}

/// A constructor's `this` is known as the value of local 0 from the start.
fn entry_state(entry: &Frame, code: &Code, method: &MethodNames) -> State {
    let mut state = State::from_frame(entry, code.max_locals);
    if &*method.name == "<init>" {
        state.locals[0].source = Source::Local(0);
    }
    state
}

impl Walk<'_, '_, '_, '_> {
    fn instructions(&mut self, code: &Code) -> Result<(), Skip> {
        let mut frames = code.frames.iter().flatten().peekable();
        let lines = code.line_of_each();
        let targets = jump_targets(code);
        for (i, insn) in code.insns.iter().enumerate() {
            self.at = i;
            let label = Label(i as u32);
            self.fall_over_edge(i, code)?;
            self.line = lines[i];
            if let Some((label, frame)) = frames.next_if(|(label, _)| code.at(*label) == i) {
                self.enter(frame, code.max_locals);
                self.out.frame(*label, frame);
            } else if targets[i] && self.cx.view.framed {
                return Err(Skip::Frames);
            } else if targets[i] {
                self.state = None;
            }
            self.out.bind(label);
            self.arrive_in_handler()?;
            self.begin_round();
            self.instruction(insn)?;
            self.advance(insn, label)?;
        }
        for h in &code.handlers {
            let start = self.entered.get(&h.start).copied().unwrap_or(h.start);
            self.out.handler(Handler { start, ..h.clone() });
        }
        Ok(())
    }

    /// Takes over the state that a frame describes.
    fn enter(&mut self, frame: &Frame, max_locals: u16) {
        self.state = Some(State::from_frame(frame, max_locals));
    }

    /// Moves the verifier's state over the original instruction.
    fn advance(&mut self, insn: &Insn, at: Label) -> Result<(), Skip> {
        let Some(state) = &mut self.state else {
            return Ok(());
        };
        let mut cx = sim::Context {
            pool: self.out.pool,
            types: self.cx.types,
            this_type: self.this_type,
        };
        if let Err(mismatch) = sim::step(state, insn, at, &mut cx) {
            if self.cx.view.framed {
                return Err(mismatch.into());
            }
            self.state = None;
            return Ok(());
        }
        self.mark_source(insn);
        if op::ends_block(insn.opcode()) {
            self.state = None;
        }
        Ok(())
    }

    fn instruction(&mut self, insn: &Insn) -> Result<(), Skip> {
        match *insn {
            Insn::Field(o, index) => self.field(o, index),
            Insn::Plain(o @ (op::IALOAD..=op::SALOAD)) => self.array_load(o),
            Insn::Plain(o @ (op::IASTORE..=op::SASTORE)) if !self.probes.contains(&self.at) => {
                self.array_store(o)
            }
            Insn::Plain(op::MONITORENTER) => self.monitor_enter(),
            Insn::Plain(op::MONITOREXIT) => self.monitor_exit(),
            Insn::Plain(o) if op::is_return(o) => self.method_return(o),
            Insn::Local(op::ASTORE, slot) => {
                self.copy_cache(slot);
                self.out.push(insn.clone());
                Ok(())
            }
            Insn::Invoke(o, index) => {
                self.container_call(o, index)?;
                if self.reflected_call(insn, o, index)? || self.bulk_call(insn, index)? {
                    return Ok(());
                }
                if o == op::INVOKEVIRTUAL && self.may_clone(index) {
                    return self.call_of_clone(insn);
                }
                self.invoke(insn, o, index)?;
                if o == op::INVOKESPECIAL && self.is_clone(index) {
                    self.cloned()?;
                }
                Ok(())
            }
            Insn::InvokeInterface(index, _) => {
                self.container_call(op::INVOKEINTERFACE, index)?;
                self.out.push(insn.clone());
                Ok(())
            }
            Insn::Jump(o, target) => {
                let target = self.way_over_edge(target, jump_operands(o));
                if self.far_jumps && op::is_conditional(o) {
                    self.far_jump(o, target);
                } else {
                    self.out.jump(o, target);
                }
                Ok(())
            }
            Insn::Switch(ref switch) => {
                let mut switch = switch.clone();
                for target in switch.targets_mut() {
                    *target = self.way_over_edge(*target, 1);
                }
                self.out.push(Insn::Switch(switch));
                Ok(())
            }
            _ => {
                self.out.push(insn.clone());
                Ok(())
            }
        }
    }

    fn far_jump(&mut self, opcode: u8, target: Label) {
        let operands = jump_operands(opcode);
        let after = self.state.clone().map(|mut s| {
            let left = s.stack.len().saturating_sub(operands);
            s.stack.truncate(left);
            s
        });
        let next = self.out.new_label();
        self.out.jump(op::inverted(opcode), next);
        self.out.jump(op::GOTO, target);
        self.out.target(next, after.as_ref(), &[]);
    }

    /// Begins a handler for whatever is thrown. Of the locals it knows ours alone.
    pub fn begin_catch_all(&mut self) -> Label {
        let target = self.out.new_label();
        self.out.bind(target);
        let throwable = VType::Object(self.cx.types.id(b"java/lang/Throwable"));
        self.out.frame(
            target,
            &Frame {
                locals: Vec::new(),
                stack: vec![throwable],
            },
        );
        target
    }

    /// Whether hooks of this kind are left out.
    pub fn omits(&self, kind: HookKind) -> bool {
        self.cx.request.without.contains(kind)
    }

    /// Whether the checks of fields compare epochs before they call the runtime.
    pub fn compares_inline(&self) -> bool {
        self.cx.level == Level::Inline && !self.runs_once
    }

    /// Whether the access at hand needs no check.
    pub fn is_redundant(&self) -> bool {
        self.redundant.contains(&self.at)
    }

    /// Tells the trace, if there is one, that nobody else can know what the instruction at hand has accessed.
    pub fn trace_unshared(&mut self) -> Result<(), Skip> {
        if self.cx.request.trace_accesses && self.unshared.contains(&self.at) {
            self.load_thread();
            let descriptor = "(Ljava/lang/redflag$ThreadState;)V";
            self.out.call(names::TRACE, "unshared", descriptor)?;
        }
        Ok(())
    }

    /// Pushes the thread's state.
    pub fn load_thread(&mut self) {
        self.thread_used = true;
        self.out.push(Insn::Local(op::ALOAD, self.thread));
    }

    /// Counts an access, when that was asked for.
    pub fn count_access(&mut self) -> Result<(), Skip> {
        self.count("countAccess")
    }

    /// Counts a check, when that was asked for.
    pub fn count_check(&mut self) -> Result<(), Skip> {
        self.count("countCheck")
    }

    fn count(&mut self, what: &'static str) -> Result<(), Skip> {
        if self.cx.request.count_accesses && self.cx.level != Level::Synchronization {
            self.load_thread();
            let descriptor = "(Ljava/lang/redflag$ThreadState;)V";
            self.out.call(names::CHECKS, what, descriptor)?;
        }
        Ok(())
    }

    /// A site number for an access at the current instruction.
    pub fn site(&mut self, op: Op, target: Target, base: Option<Value>) -> Result<u32, Skip> {
        let this = Source::Local(0);
        let dereferenced = match base {
            Some(v) => v.dereferenced && (v.source != this || self.method.is_static),
            // Where types are not known, as behind jumps in code without frames, it may have been.
            None => self.state.is_none(),
        };
        let site = Site {
            class: self.cx.view.name.clone(),
            method: self.method.name.clone(),
            descriptor: self.method.descriptor.clone(),
            file: self.cx.view.file.clone(),
            line: self.line,
            op,
            target,
            dereferenced,
        };
        self.cx.sites.number(site).ok_or(Skip::Sites)
    }

    /// The cache for arrays from `source`; all sources share one when there are too many.
    pub fn cache(&mut self, source: Source) -> Cache {
        if let Some(&cache) = self.caches.get(&source) {
            return cache;
        }
        let wanted = if self.caches.len() < MAX_CACHES {
            source
        } else {
            Source::Unknown
        };
        if let Some(&cache) = self.caches.get(&wanted) {
            return cache;
        }
        let shadow_type = VType::Object(self.cx.types.id(names::ARRAY_SHADOW.as_bytes()));
        let shadow = self.out.keep_local(shadow_type);
        let holder = match wanted {
            Source::Field(index) if !self.field_is_static(index) => {
                Some(self.out.keep_local(self.this_type))
            }
            _ => None,
        };
        let cache = Cache { shadow, holder };
        self.caches.insert(wanted, cache);
        cache
    }

    fn field_is_static(&self, index: u16) -> bool {
        let mut fields = self.cx.view.fields.values();
        fields.any(|f| f.index == index && f.is_static)
    }

    /// Loads the thread's state and clears the caches, at the method's very start.
    fn prologue(&mut self, entry: &Frame) -> Result<Prologue, Skip> {
        let join = self.out.new_label();
        let (mut insns, at) = load_thread_state(self.out.pool, self.thread, join)?;
        let caches = self.caches.values();
        let cached = caches.flat_map(|c| [Some(c.shadow), c.holder]).flatten();
        for local in cached.chain(self.footprints.values().copied()) {
            insns.push(Insn::Plain(op::ACONST_NULL));
            insns.push(Insn::Local(op::ASTORE, local));
        }
        insns.extend(self.spills.clear());
        insns.extend(self.looked_at.clear());
        insns.extend(self.runs.clear());
        let thread_type = VType::Object(self.cx.types.id(names::THREAD_STATE.as_bytes()));
        let frame = Frame {
            locals: entry.locals.clone(),
            stack: vec![thread_type],
        };
        Ok(Prologue {
            insns,
            join: Some((join, at, frame)),
        })
    }
}

/// How many operands a jump takes.
fn jump_operands(opcode: u8) -> usize {
    match opcode {
        op::GOTO => 0,
        op::IF_ICMPEQ..=op::IF_ACMPNE => 2,
        _ => 1,
    }
}

/// Which instructions can be reached other than from the one before.
fn jump_targets(code: &Code) -> Vec<bool> {
    let mut targets = vec![false; code.insns.len() + 1];
    for insn in &code.insns {
        match insn {
            Insn::Jump(_, target) => targets[code.at(*target)] = true,
            Insn::Switch(s) => s.targets().for_each(|t| targets[code.at(t)] = true),
            _ => {}
        }
    }
    for h in &code.handlers {
        targets[code.at(h.target)] = true;
    }
    targets
}
