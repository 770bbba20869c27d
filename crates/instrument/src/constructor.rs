//! How long a constructor's `this` is certainly unseen by other threads.
//!
//! Until `this` is stored, captured or passed to anything, the fresh object belongs to its thread:
//! its epochs can be written blindly.

use classfile::{ClassFile, Code, Frame, Insn, Member, TypeTable, VType, access, arity, op};
use rustc_hash::FxHashSet;

use crate::Skip;
use crate::class::{Lifted, has_jumps};
use crate::sim::{self, Source, State, Value};

/// Constructors of the JDK that pass `this` to nobody.
const SILENT_SUPERS: [&str; 3] = ["java/lang/Object", "java/lang/Enum", "java/lang/Record"];

/// Instruction indices from which `this` may be known elsewhere.
pub struct Leak {
    /// By anything, a superclass's constructor included.
    pub possible: usize,
    /// By an instruction of this constructor's own, after `this(…)` or `super(…)`.
    pub own: usize,
    /// The instructions that write to fields of `this`, whenever they do so.
    writes: Vec<usize>,
}

impl Leak {
    /// The instructions that write to fields of `this` while nobody else can know it.
    pub fn fresh_writes(&self) -> impl Iterator<Item = usize> {
        let writes = self.writes.iter().copied();
        writes.filter(|&at| at < self.possible)
    }
}

/// Where `this` may first leak from the constructor `code`.
pub fn leak(
    class: &ClassFile<'_>,
    code: &Code,
    entry: &Frame,
    types: &mut TypeTable,
) -> Result<Leak, Skip> {
    let end = code.insns.len();
    let overwritten = code
        .insns
        .iter()
        .any(|i| matches!(i, Insn::Local(op::ISTORE..=op::ASTORE, 0)));
    if overwritten || (code.frames.is_none() && has_jumps(code)) {
        return Ok(Leak {
            possible: 0,
            own: end,
            writes: Vec::new(),
        });
    }
    let this_type = VType::Object(types.id(class.name().ok_or(Skip::BadName)?.as_bytes()));
    let mut leak = Leak {
        possible: end,
        own: end,
        writes: Vec::new(),
    };
    let mut state = State::from_frame(entry, code.max_locals);
    state.locals[0].source = Source::Local(0);
    let mut frames = code.frames.iter().flatten().peekable();
    for (i, insn) in code.insns.iter().enumerate() {
        if let Some((_, frame)) = frames.next_if(|(label, _)| code.at(*label) == i) {
            if state.stack.iter().any(is_this) {
                leak.possible = leak.possible.min(i);
                leak.own = leak.own.min(i);
            }
            state = State::from_frame(frame, code.max_locals);
            state.locals[0].source = Source::Local(0);
        }
        if matches!(insn, Insn::Field(op::PUTFIELD, _)) && state.top(1).is_some_and(|v| is_this(&v))
        {
            leak.writes.push(i);
        }
        match leaks(class, insn, &state) {
            Some(Leaks::Here) => {
                leak.possible = leak.possible.min(i);
                leak.own = leak.own.min(i);
            }
            Some(Leaks::InSuper) => leak.possible = leak.possible.min(i),
            None => {}
        }
        let mut cx = sim::Context {
            pool: &class.pool,
            types,
            this_type,
        };
        sim::step(&mut state, insn, classfile::Label(i as u32), &mut cx)?;
    }
    leak.possible = earliest_after_jumps(code, leak.possible);
    leak.own = earliest_after_jumps(code, leak.own);
    Ok(leak)
}

enum Leaks {
    Here,
    InSuper,
}

fn is_this(value: &Value) -> bool {
    value.source == Source::Local(0) || value.ty == VType::UninitializedThis
}

/// Whether the instruction lets an operand that is `this` out of our sight.
fn leaks(class: &ClassFile<'_>, insn: &Insn, state: &State) -> Option<Leaks> {
    let arguments = |count: usize| {
        let from = state.stack.len().saturating_sub(count);
        state.stack[from..].iter().any(is_this)
    };
    let top = |depth| state.top(depth).is_some_and(|v| is_this(&v));
    let here = match *insn {
        Insn::Field(op::PUTFIELD | op::PUTSTATIC, _) | Insn::Plain(op::AASTORE) => top(0),
        Insn::Local(op::ASTORE, _) | Insn::Plain(op::ARETURN | op::ATHROW) => top(0),
        Insn::Plain(op::MONITORENTER) => top(0),
        Insn::Invoke(o, index) => {
            let member = class.pool.member_ref(index)?;
            let (count, _) = arity(member.descriptor)?;
            let receiver = o != op::INVOKESTATIC && top(count);
            if receiver && member.name == "<init>" && !arguments(count) {
                let silent = SILENT_SUPERS.contains(&member.class);
                return (!silent).then_some(Leaks::InSuper);
            }
            receiver || arguments(count)
        }
        Insn::InvokeInterface(index, _) => {
            let member = class.pool.member_ref(index)?;
            let (count, _) = arity(member.descriptor)?;
            arguments(count + 1)
        }
        Insn::InvokeDynamic(index) => {
            let (_, descriptor) = class.pool.dynamic(index)?;
            let (count, _) = arity(descriptor)?;
            arguments(count)
        }
        // A jump with `this` left on the stack: the merge point forgets which operand it was.
        Insn::Jump(o, _) => {
            let consumed = match o {
                op::GOTO | op::JSR => 0,
                op::IF_ICMPEQ..=op::IF_ACMPNE => 2,
                _ => 1,
            };
            let left = state.stack.len().saturating_sub(consumed);
            state.stack[..left].iter().any(is_this)
        }
        Insn::Switch(_) => state.stack.iter().any(is_this),
        _ => false,
    };
    here.then_some(Leaks::Here)
}

/// Code that stands before the leak may run after it, if a jump or handler leads back.
fn earliest_after_jumps(code: &Code, mut leak: usize) -> usize {
    loop {
        let before = leak;
        for insn in code.insns.iter().skip(leak) {
            match insn {
                Insn::Jump(_, target) => leak = leak.min(code.at(*target)),
                Insn::Switch(s) => {
                    for target in s.targets() {
                        leak = leak.min(code.at(target));
                    }
                }
                _ => {}
            }
        }
        for h in &code.handlers {
            if code.at(h.end) > leak {
                leak = leak.min(code.at(h.target));
            }
        }
        if leak == before {
            return leak;
        }
    }
}

/// Names of final fields that some constructor writes when `this` may already be known elsewhere.
pub fn finals_written_after_leak(
    class: &ClassFile<'_>,
    decoded: &[Option<Lifted>],
    types: &mut TypeTable,
) -> FxHashSet<String> {
    let mut names = FxHashSet::default();
    if !class.fields.iter().any(is_instance_final) {
        return names;
    }
    for (method, decoded) in class.methods.iter().zip(decoded) {
        if class.pool.utf8(method.name) != Some("<init>") {
            continue;
        }
        let Some(Lifted { code, entry, .. }) = decoded else {
            continue;
        };
        let Ok(Leak { own, .. }) = leak(class, code, entry, types) else {
            continue;
        };
        for insn in code.insns.iter().skip(own) {
            if let Insn::Field(op::PUTFIELD, index) = *insn
                && let Some(member) = class.pool.member_ref(index)
                && is_own_final(class, member.name)
            {
                names.insert(member.name.to_owned());
            }
        }
    }
    names
}

fn is_own_final(class: &ClassFile<'_>, name: &str) -> bool {
    let mut fields = class.fields.iter();
    fields.any(|f| is_instance_final(f) && class.pool.utf8(f.name) == Some(name))
}

fn is_instance_final(field: &Member<'_>) -> bool {
    field.is(access::FINAL) && !field.is(access::STATIC)
}

/// The final reference fields of the class that a constructor writes: at its end they are frozen.
pub fn finals_written(
    class: &ClassFile<'_>,
    method: &Member<'_>,
    code: &Code,
) -> Vec<(String, String)> {
    let mut written = Vec::new();
    if class.pool.utf8(method.name) != Some("<init>") {
        return written;
    }
    for insn in &code.insns {
        if let Insn::Field(op::PUTFIELD, index) = *insn
            && let Some(member) = class.pool.member_ref(index)
            && Some(member.class) == class.name()
            && is_own_final(class, member.name)
            && may_hold_checked_data(member.descriptor)
        {
            let field = (member.name.to_owned(), member.descriptor.to_owned());
            if !written.contains(&field) {
                written.push(field);
            }
        }
    }
    written
}

/// Whether an object behind a field of this type can have locations that are checked.
fn may_hold_checked_data(descriptor: &str) -> bool {
    const UNCHECKED: [&str; 10] = [
        "Ljava/lang/String;",
        "Ljava/lang/Class;",
        "Ljava/lang/Integer;",
        "Ljava/lang/Long;",
        "Ljava/lang/Boolean;",
        "Ljava/lang/Double;",
        "Ljava/lang/Character;",
        "Ljava/util/concurrent/atomic/AtomicInteger;",
        "Ljava/util/concurrent/atomic/AtomicLong;",
        "Ljava/util/concurrent/locks/ReentrantLock;",
    ];
    matches!(descriptor.as_bytes().first(), Some(b'L' | b'[')) && !UNCHECKED.contains(&descriptor)
}
