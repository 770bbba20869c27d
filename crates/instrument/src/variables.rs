//! Calls of `VarHandle`: the models' actions on the variable that a handle means, and checks of
//! accesses in plain mode.
//!
//! Which variable it is, only the handle and its coordinates tell, and the operands lie in the way
//! of the actions: they are kept in locals around the call.

use classfile::{Handler, Insn, MethodDescriptor, VType, op, slot_size};
use world::models::{Action, Caller, Verb, When};

use crate::Skip;
use crate::emit::Emitter;
use crate::kind::HookKind;
use crate::method::{Level, Walk};
use crate::sim;
use crate::site::{Op, Target};
use crate::verb;

const VAR_HANDLE: &str = "java/lang/invoke/VarHandle";
const VARIABLES: &str = "java/lang/redflag$Variables";

/// Locals that hold operands around a call; calls take turns with them.
#[derive(Default)]
pub struct Spills {
    /// The load instruction for the local's type, and its slot.
    locals: Vec<(u8, u16)>,
}

impl Spills {
    /// Instructions that give each local a value, for the method's entry.
    pub fn clear(&self) -> impl Iterator<Item = Insn> {
        self.locals.iter().flat_map(|&(load, slot)| {
            let zero = match load {
                op::ILOAD => op::ICONST_0,
                op::LLOAD => op::LCONST_0,
                op::FLOAD => op::FCONST_0,
                op::DLOAD => op::DCONST_0,
                _ => op::ACONST_NULL,
            };
            [Insn::Plain(zero), Insn::Local(store(load), slot)]
        })
    }
}

/// The instruction that loads a value of this descriptor from a local.
pub fn load(descriptor: &str) -> u8 {
    match descriptor.as_bytes() {
        [b'B' | b'C' | b'I' | b'S' | b'Z'] => op::ILOAD,
        [b'J'] => op::LLOAD,
        [b'F'] => op::FLOAD,
        [b'D'] => op::DLOAD,
        _ => op::ALOAD,
    }
}

pub fn store(load: u8) -> u8 {
    load - op::ILOAD + op::ISTORE
}

/// The kind of variable that the coordinates of a call can mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Coordinates {
    /// None: a static field.
    Static,
    Object,
    /// An array and an index.
    Element,
    /// Off-heap memory, or coordinates of the program's own making.
    Other,
}

impl Coordinates {
    fn of(types: &[&str]) -> Self {
        match types.iter().map(|t| load(t)).collect::<Vec<_>>()[..] {
            [] => Coordinates::Static,
            [op::ALOAD] => Coordinates::Object,
            [op::ALOAD, op::ILOAD] => Coordinates::Element,
            _ => Coordinates::Other,
        }
    }

    fn descriptor(self) -> &'static str {
        match self {
            Coordinates::Static | Coordinates::Other => "",
            Coordinates::Object => "Ljava/lang/Object;",
            Coordinates::Element => "Ljava/lang/Object;I",
        }
    }

    /// How many of the operands the runtime asks for.
    fn count(self) -> usize {
        match self {
            Coordinates::Static | Coordinates::Other => 0,
            Coordinates::Object => 1,
            Coordinates::Element => 2,
        }
    }
}

/// How many values, after the coordinates, an access mode takes; `None` for other methods.
fn values(mode: &str) -> Option<usize> {
    let is = |prefix: &str| mode.starts_with(prefix);
    if is("compareAnd") || is("weakCompareAnd") {
        Some(2)
    } else if is("getAnd") || is("set") {
        Some(1)
    } else if is("get") {
        Some(0)
    } else {
        None
    }
}

/// What an access mode does that orders nothing and is not atomic.
fn plain_access(mode: &str) -> Option<Op> {
    match mode {
        "get" => Some(Op::Read),
        "set" => Some(Op::Write),
        _ => None,
    }
}

/// A call of an access mode, with its operands in locals.
struct Call {
    coordinates: Coordinates,
    /// The load instruction and the slot of each operand, in order.
    operands: Vec<(u8, u16)>,
    handle: u16,
    /// The variable's clock.
    key: u16,
    result: String,
}

impl Walk<'_, '_, '_, '_> {
    /// Whether the call is one of a `VarHandle` that something stands around; emits it then.
    pub fn variable_call(
        &mut self,
        insn: &Insn,
        opcode: u8,
        index: u16,
        how: Option<&Caller>,
    ) -> Result<bool, Skip> {
        let member = self.out.pool.member_ref(index).ok_or(Skip::BadName)?;
        if opcode != op::INVOKEVIRTUAL || member.class != VAR_HANDLE {
            return Ok(false);
        }
        let (before, after) = match how {
            Some(Caller::Around { before, after }) => (&before[..], &after[..]),
            _ => (&[][..], &[][..]),
        };
        let access = plain_access(member.name).filter(|_| self.cx.level != Level::Synchronization);
        let Some(values) = values(member.name) else {
            return Ok(false);
        };
        let ordered = !before.is_empty() || !after.is_empty();
        if !ordered && access.is_none() {
            return Ok(false);
        }
        let descriptor = member.descriptor.to_owned();
        let descriptor = MethodDescriptor::parse(&descriptor).ok_or(Skip::BadName)?;
        let call = self.spill(&descriptor, values)?;
        if ordered {
            self.variable_key(&call)?;
        }
        for action in before {
            self.out.push(Insn::Local(op::ALOAD, call.key));
            verb::call(&mut self.out, action.verb, false)?;
        }
        for &(load, slot) in &call.operands {
            self.out.push(Insn::Local(load, slot));
        }
        if before.iter().any(|a| a.verb == Verb::Attempt) {
            self.attempted(insn, &call)?;
        } else {
            self.out.push(insn.clone());
        }
        for action in after {
            self.after_variable(action, &call)?;
        }
        if let Some(access) = access {
            self.check_variable(access, &call)?;
        }
        self.forget(&call);
        self.thread_used = true;
        Ok(true)
    }

    /// Moves the operands above the handle into locals. The handle itself stays, so that the JVM's
    /// message for a null one still names the program's own expression.
    fn spill(&mut self, descriptor: &MethodDescriptor<'_>, values: usize) -> Result<Call, Skip> {
        let coordinates = descriptor.parameters.len().checked_sub(values);
        let coordinates = &descriptor.parameters[..coordinates.ok_or(Skip::Types)?];
        let mut taken = Vec::new();
        let handle = self.spill_local(op::ALOAD, &mut taken);
        let key = self.spill_local(op::ALOAD, &mut taken);
        let operands = self.spill_into(&descriptor.parameters, &mut taken);
        self.out.plain(&[op::DUP]);
        self.out.push(Insn::Local(op::ASTORE, handle));
        Ok(Call {
            coordinates: Coordinates::of(coordinates),
            operands,
            handle,
            key,
            result: descriptor.result.to_owned(),
        })
    }

    /// Moves the operands of these types into locals; answers the load instruction and the slot of each.
    pub fn spill_operands(&mut self, types: &[&str]) -> Vec<(u8, u16)> {
        self.spill_into(types, &mut Vec::new())
    }

    fn spill_into(&mut self, types: &[&str], taken: &mut Vec<u16>) -> Vec<(u8, u16)> {
        let operands: Vec<(u8, u16)> = types
            .iter()
            .map(|p| (load(p), self.spill_local(load(p), taken)))
            .collect();
        for &(load, slot) in operands.iter().rev() {
            self.out.push(Insn::Local(store(load), slot));
        }
        operands
    }

    pub fn spill_local(&mut self, load: u8, taken: &mut Vec<u16>) -> u16 {
        let free = |&&(l, slot): &&(u8, u16)| l == load && !taken.contains(&slot);
        let slot = match self.spills.locals.iter().find(free) {
            Some(&(_, slot)) => slot,
            None => {
                let slot = self.out.keep_local(match load {
                    op::ILOAD => VType::Int,
                    op::LLOAD => VType::Long,
                    op::FLOAD => VType::Float,
                    op::DLOAD => VType::Double,
                    _ => VType::Object(self.cx.types.id(b"java/lang/Object")),
                });
                self.spills.locals.push((load, slot));
                slot
            }
        };
        taken.push(slot);
        slot
    }

    /// Pushes the handle and the coordinates that name the variable.
    fn push_variable(&mut self, call: &Call) {
        self.out.push(Insn::Local(op::ALOAD, call.handle));
        for &(load, slot) in &call.operands[..call.coordinates.count()] {
            self.out.push(Insn::Local(load, slot));
        }
    }

    fn variable_key(&mut self, call: &Call) -> Result<(), Skip> {
        self.push_variable(call);
        let name = match call.coordinates {
            Coordinates::Other => "handleClock",
            _ => "clock",
        };
        let descriptor = format!(
            "(Ljava/lang/Object;{})Ljava/lang/Object;",
            call.coordinates.descriptor()
        );
        self.out.call_composed(VARIABLES, name, &descriptor)?;
        self.out.push(Insn::Local(op::ASTORE, call.key));
        Ok(())
    }

    /// The call of a compare-and-set that was announced: if it fails with an exception, others
    /// must not wait for its outcome. The handler stands inside the ranges of the method's own
    /// handlers, which the exception then goes to.
    fn attempted(&mut self, insn: &Insn, call: &Call) -> Result<(), Skip> {
        let [start, end, target, done] = [(); 4].map(|()| self.out.new_label());
        let mut thrown = self.state.clone();
        let mut after = self.state.clone();
        let throwable = VType::Object(self.cx.types.id(b"java/lang/Throwable"));
        if let (Some(thrown), Some(after)) = (&mut thrown, &mut after) {
            thrown.stack.clear();
            let mut cx = sim::Context {
                pool: self.out.pool,
                types: self.cx.types,
                this_type: self.this_type,
            };
            sim::step(after, insn, start, &mut cx)?;
        }
        self.out.bind(start);
        self.out.push(insn.clone());
        self.out.bind(end);
        self.out.jump(op::GOTO, done);
        self.out.target(target, thrown.as_ref(), &[throwable]);
        if !self.omits(HookKind::VariableThrows) {
            self.out.push(Insn::Local(op::ALOAD, call.key));
            verb::call(&mut self.out, Verb::Abandon, false)?;
        }
        self.out.plain(&[op::ATHROW]);
        self.out.target(done, after.as_ref(), &[]);
        self.out.handler(Handler {
            start,
            end,
            target,
            catch_type: 0,
        });
        Ok(())
    }

    fn after_variable(&mut self, action: &Action, call: &Call) -> Result<(), Skip> {
        let conditional = action.when != When::Always;
        if conditional {
            let wide = match slot_size(&call.result) {
                0 => return Err(Skip::Types),
                size => size == 2,
            };
            self.out.plain(&[if wide { op::DUP2 } else { op::DUP }]);
            verb::test(&mut self.out, action.when, wide)?;
        }
        self.out.push(Insn::Local(op::ALOAD, call.key));
        verb::call(&mut self.out, action.verb, conditional)
    }

    fn check_variable(&mut self, access: Op, call: &Call) -> Result<(), Skip> {
        let (name, kind) = match access {
            Op::Read => ("read", HookKind::VariableRead),
            Op::Write => ("write", HookKind::VariableWrite),
        };
        if self.omits(kind) {
            return Ok(());
        }
        let target = match call.coordinates {
            Coordinates::Other => return Ok(()),
            Coordinates::Element => Target::Element { field: None },
            Coordinates::Static | Coordinates::Object => Target::Variable,
        };
        let site = self.site(access, target, None)?;
        self.push_variable(call);
        self.load_thread();
        self.out.int(site)?;
        let descriptor = format!(
            "(Ljava/lang/Object;{}Ljava/lang/redflag$ThreadState;I)V",
            call.coordinates.descriptor()
        );
        self.out.call_composed(VARIABLES, name, &descriptor)?;
        Ok(())
    }

    fn forget(&mut self, call: &Call) {
        clear(&mut self.out, call.handle);
        self.forget_operands(&call.operands);
    }

    /// Objects must not live longer because a local still names them.
    pub fn forget_operands(&mut self, operands: &[(u8, u16)]) {
        for &(load, slot) in operands {
            if load == op::ALOAD {
                clear(&mut self.out, slot);
            }
        }
    }
}

fn clear(out: &mut Emitter<'_, '_>, slot: u16) {
    out.plain(&[op::ACONST_NULL]);
    out.push(Insn::Local(op::ASTORE, slot));
}
