//! Hooks around the program's own synchronization: monitors, synchronized methods, class
//! initialization, and calls of methods whose bodies cannot be hooked.

use classfile::{Handler, Insn, Label, MethodDescriptor, VType, op};
use world::models::Caller;

use crate::Skip;
use crate::class::FieldKind;
use crate::kind::HookKind;
use crate::method::Walk;
use crate::names::{self, Shadow};
use crate::sim::{State, Value};

const BEFORE_ENTER_DESC: &str =
    "(Ljava/lang/Object;Ljava/lang/redflag$ThreadState;)Ljava/lang/redflag$Clock;";
const ENTERED_DESC: &str =
    "(Ljava/lang/Object;Ljava/lang/redflag$Clock;Ljava/lang/redflag$ThreadState;)V";
const OBJECT_DESC: &str = "(Ljava/lang/Object;Ljava/lang/redflag$ThreadState;)V";
const THREAD_DESC: &str = "(Ljava/lang/redflag$ThreadState;)V";
const EXIT_DESC: &str = "(Ljava/lang/redflag$ThreadState;I)V";
const CLASS_DESC: &str = "(Ljava/lang/Class;Ljava/lang/redflag$ThreadState;)V";

/// The monitor of a synchronized method.
pub struct OwnMonitor {
    /// The local with the number of monitors held outside.
    outer: u16,
    /// From here on it may be held.
    start: Label,
}

impl Walk<'_, '_, '_, '_> {
    /// The clock is looked up before the monitor is entered: asking a held lock for its identity
    /// hash would inflate it.
    pub fn monitor_enter(&mut self) -> Result<(), Skip> {
        self.out.plain(&[op::DUP]);
        self.load_thread();
        self.out
            .call(names::SYNC, "beforeEnter", BEFORE_ENTER_DESC)?;
        // object, clock -> object, clock, object
        self.out.plain(&[op::SWAP, op::DUP_X1, op::MONITORENTER]);
        let entered = self.out.new_label();
        self.out.bind(entered);
        self.entered.insert(Label(self.at as u32 + 1), entered);
        if self.omits(HookKind::MonitorEnter) {
            self.out.plain(&[op::POP2]);
            return Ok(());
        }
        self.load_thread();
        self.out.call(names::SYNC, "entered", ENTERED_DESC)?;
        Ok(())
    }

    pub fn monitor_exit(&mut self) -> Result<(), Skip> {
        if self.omits(HookKind::MonitorExit) {
            self.out.plain(&[op::MONITOREXIT]);
            return Ok(());
        }
        let alone = self.state.as_ref().filter(|state| state.stack.len() == 1);
        if let Some(mut state) = alone.cloned() {
            state.stack.clear();
            return self.monitor_exit_at_all_events(&state);
        }
        self.out.plain(&[op::DUP]);
        self.load_thread();
        self.out.call(names::SYNC, "beforeExit", OBJECT_DESC)?;
        self.out.plain(&[op::MONITOREXIT]);
        Ok(())
    }

    /// Leaves the monitor of the one operand on the stack, though no stack be left for the hook. The
    /// handler that compilers write around a synchronized block covers itself: an exception of the
    /// hook would lead back to the hook.
    fn monitor_exit_at_all_events(&mut self, after: &State) -> Result<(), Skip> {
        let object = self.spill_local(op::ALOAD, &mut Vec::new());
        let [start, end, target, exit] = std::array::from_fn(|_| self.out.new_label());
        self.out.push(Insn::Local(op::ASTORE, object));
        self.out.bind(start);
        self.out.push(Insn::Local(op::ALOAD, object));
        self.load_thread();
        self.out.call(names::SYNC, "beforeExit", OBJECT_DESC)?;
        self.out.bind(end);
        self.out.jump(op::GOTO, exit);
        let throwable = VType::Object(self.cx.types.id(b"java/lang/Throwable"));
        self.out.target(target, Some(after), &[throwable]);
        self.out.plain(&[op::POP]);
        self.out.target(exit, Some(after), &[]);
        self.out.push(Insn::Local(op::ALOAD, object));
        self.out.plain(&[op::MONITOREXIT]);
        self.out.handler(Handler {
            start,
            end,
            target,
            catch_type: 0,
        });
        Ok(())
    }

    /// What happens on entering the method: its monitor was entered, its class was initialized.
    pub fn entry_hooks(&mut self) -> Result<(), Skip> {
        if self.method.is_synchronized {
            self.note_monitors()?;
        }
        if self.method.is_synchronized && !self.omits(HookKind::MethodEnter) {
            if self.method.is_static {
                let class = self.cx.view.name.clone();
                self.out.class_constant(&class)?;
            } else {
                self.out.push(Insn::Local(op::ALOAD, 0));
            }
            self.load_thread();
            self.out.call(names::SYNC, "enteredMethod", OBJECT_DESC)?;
        }
        let begins = !self.omits(HookKind::InitializerBegins);
        if begins && &*self.method.name == "<clinit>" {
            let class = self.cx.view.name.clone();
            self.out.class_constant(&class)?;
            self.load_thread();
            self.out
                .call(names::SYNC, "initializerBegins", CLASS_DESC)?;
        }
        let use_of_class = match &*self.method.name {
            "<clinit>" => None,
            "<init>" => Some(HookKind::InitializedInConstructor),
            _ => (self.method.is_static).then_some(HookKind::InitializedInMethod),
        };
        if let Some(kind) = use_of_class.filter(|_| self.cx.view.follows_initializer) {
            self.class_initialized(kind)?;
        }
        Ok(())
    }

    /// Keeps the number of monitors held before the method's own. Where the stack overflows, the hook
    /// that enters it may have done so or not.
    fn note_monitors(&mut self) -> Result<(), Skip> {
        let outer = self.out.keep_local(VType::Int);
        self.load_thread();
        self.out.get_of_thread("monitors", "I")?;
        self.out.push(Insn::Local(op::ISTORE, outer));
        let start = self.out.new_label();
        self.out.bind(start);
        self.own_monitor = Some(OwnMonitor { outer, start });
        Ok(())
    }

    fn exit_own_monitor(&mut self, kind: HookKind) -> Result<(), Skip> {
        if let Some(own) = self.own_monitor.as_ref().filter(|_| !self.omits(kind)) {
            let outer = own.outer;
            self.load_thread();
            self.out.push(Insn::Local(op::ILOAD, outer));
            self.out.call(names::SYNC, "exitMethod", EXIT_DESC)?;
        }
        Ok(())
    }

    /// The end of the class's initializer happens before what follows (JLS 12.4.2).
    pub fn class_initialized(&mut self, kind: HookKind) -> Result<(), Skip> {
        if self.omits(kind) {
            return Ok(());
        }
        let class = self.cx.view.name.clone();
        self.out.class_constant(&class)?;
        self.load_thread();
        self.out.call(names::SYNC, "initialized", CLASS_DESC)?;
        Ok(())
    }

    pub fn method_return(&mut self, opcode: u8) -> Result<(), Skip> {
        self.exit_own_monitor(HookKind::MethodReturn)?;
        let ends = !self.omits(HookKind::InitializerEnds);
        if ends && &*self.method.name == "<clinit>" {
            let class = self.cx.view.name.clone();
            self.out.class_constant(&class)?;
            self.load_thread();
            self.out.call(names::SYNC, "initializerEnds", CLASS_DESC)?;
        }
        if &*self.method.name == "<init>" {
            self.freeze_leaked_finals()?;
            self.freeze_finals()?;
            let hook = match (self.cx.view.is_finalizable, self.cx.view.super_is_foreign) {
                (true, _) => Some("constructedFinalizable"),
                // The finalizer may be inherited; the constructor of its class has told.
                (false, false) => Some("constructed"),
                (false, true) => None,
            };
            if let Some(hook) = hook.filter(|_| !self.omits(HookKind::Constructed)) {
                self.out.push(Insn::Local(op::ALOAD, 0));
                self.out.call(names::SYNC, hook, "(Ljava/lang/Object;)V")?;
                self.thread_used = true;
            }
        }
        self.out.plain(&[opcode]);
        Ok(())
    }

    /// What the final fields refer to was written before the constructor's end, and is as safe as
    /// they are.
    fn freeze_finals(&mut self) -> Result<(), Skip> {
        if self.omits(HookKind::FinalsFrozen) {
            return Ok(());
        }
        let class = self.cx.view.name.clone();
        for (name, descriptor) in &self.method.finals_written {
            self.out.push(Insn::Local(op::ALOAD, 0));
            self.out.get_field(op::GETFIELD, &class, name, descriptor)?;
            self.load_thread();
            self.out.call(names::CHECKS, "freeze", OBJECT_DESC)?;
        }
        if !self.method.finals_written.is_empty() {
            self.load_thread();
            self.out.call(names::CHECKS, "frozen", THREAD_DESC)?;
        }
        Ok(())
    }

    /// From the end of the constructor on, every reader sees a final field's value (JLS 17.5):
    /// what was written to it before no longer races, though `this` leaked.
    fn freeze_leaked_finals(&mut self) -> Result<(), Skip> {
        if self.omits(HookKind::LeakedFinalsFrozen) {
            return Ok(());
        }
        let class = self.cx.view.name.clone();
        let leaked: Vec<String> = self
            .cx
            .view
            .fields
            .iter()
            .filter(|(_, f)| f.kind == FieldKind::LeakedFinal && !f.is_static)
            .map(|((name, descriptor), _)| Shadow::WriteEpoch.name(name, descriptor))
            .collect();
        for shadow in leaked {
            self.out.push(Insn::Local(op::ALOAD, 0));
            self.out.plain(&[op::LCONST_0]);
            self.out.get_field(op::PUTFIELD, &class, &shadow, "J")?;
        }
        Ok(())
    }

    /// A synchronized method left by an exception has left its monitor too.
    pub fn exit_handler(&mut self, end: Label) -> Result<(), Skip> {
        let Some(OwnMonitor { start, .. }) = self.own_monitor else {
            return Ok(());
        };
        let target = self.begin_catch_all();
        self.exit_own_monitor(HookKind::MethodThrow)?;
        self.out.plain(&[op::ATHROW]);
        self.out.handler(Handler {
            start,
            end,
            target,
            catch_type: 0,
        });
        Ok(())
    }

    /// Calls that the models change in the caller, because the callee is native or intrinsic.
    pub fn invoke(&mut self, insn: &Insn, opcode: u8, index: u16) -> Result<(), Skip> {
        let member = self.out.pool.member_ref(index).ok_or(Skip::BadName)?;
        let rule = if opcode == op::INVOKESPECIAL {
            None
        } else {
            self.cx.request.calls.find(member)
        };
        let how = rule.map(|r| &r.how);
        if self.variable_call(insn, opcode, index, how)? {
            return Ok(());
        }
        let via = match how {
            Some(Caller::Via(via)) => via.to_string(),
            _ => {
                self.out.push(insn.clone());
                return Ok(());
            }
        };
        let receiver = if opcode == op::INVOKESTATIC {
            String::new()
        } else {
            "Ljava/lang/Object;".to_owned()
        };
        let member = self.out.pool.member_ref(index).ok_or(Skip::BadName)?;
        let original = member.descriptor.to_owned();
        let descriptor = format!("({receiver}{}", &original[1..]);
        self.thread_used = true;
        // How the receiver is copied above the arguments.
        let copy: Option<&[u8]> = match original.split_once(')') {
            Some(("(", _)) => Some(&[op::DUP]),
            Some(("(J", _)) => Some(&[op::DUP2_X1, op::POP2, op::DUP_X2]),
            _ => None,
        };
        if let Some(copy) = copy.filter(|_| opcode == op::INVOKEVIRTUAL) {
            return self.replace_unless_null(insn, copy, &via, &descriptor);
        }
        self.out.call_composed(names::CALLS, &via, &descriptor)?;
        Ok(())
    }

    /// Calls the runtime's method, of this descriptor; for a null receiver the original one is called,
    /// whose exception names the program's expression.
    fn replace_unless_null(
        &mut self,
        insn: &Insn,
        copy_receiver: &[u8],
        via: &str,
        descriptor: &str,
    ) -> Result<(), Skip> {
        let parsed = MethodDescriptor::parse(descriptor).ok_or(Skip::BadName)?;
        let before = self.state.clone();
        let after = self.state.clone().map(|mut state| {
            let left = state.stack.len().saturating_sub(parsed.parameters.len());
            state.stack.truncate(left);
            if parsed.result != "V" {
                let ty = self.cx.types.of_descriptor(parsed.result);
                state.stack.push(Value::of(ty));
            }
            state
        });
        let null = self.out.new_label();
        let done = self.out.new_label();
        self.out.plain(copy_receiver);
        self.out.jump(op::IFNULL, null);
        self.out.call_composed(names::CALLS, via, descriptor)?;
        self.out.jump(op::GOTO, done);
        self.out.target(null, before.as_ref(), &[]);
        self.out.push(insn.clone());
        self.out.target(done, after.as_ref(), &[]);
        Ok(())
    }
}
