//! Accesses of fields by `java.lang.reflect.Field` and by method handles that get or set a field.
//!
//! Which field it is, only the object that reflects it tells. The call stays where it is: `Field` looks at
//! its caller, and `MethodHandle` takes any signature.

use classfile::{Insn, MethodDescriptor, op};

use crate::Skip;
use crate::method::{Level, Walk};
use crate::site::{Op, Target};

const FIELD: &str = "java/lang/reflect/Field";
const METHOD_HANDLE: &str = "java/lang/invoke/MethodHandle";
const REFLECTED: &str = "java/lang/redflag$Reflected";
const BEFORE_DESC: &str = "(Ljava/lang/Object;Ljava/lang/Object;)V";
const AFTER_DESC: &str = "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/redflag$ThreadState;I)V";

/// What a call can mean: a read or a write, of a field of its first argument or of a static one.
#[derive(Debug, Clone, Copy)]
struct Access {
    op: Op,
    has_object: bool,
}

/// The access that a call of this method is, if it is one.
fn access(class: &str, method: &str, descriptor: &MethodDescriptor<'_>) -> Option<Access> {
    let parameters = &descriptor.parameters[..];
    let is_void = descriptor.result == "V";
    let is_reference = |p: &&str| p.starts_with(['L', '[']);
    match (class, method) {
        (FIELD, _) if method.starts_with("get") && !is_void => {
            let object = parameters == ["Ljava/lang/Object;"];
            object.then_some(Access {
                op: Op::Read,
                has_object: true,
            })
        }
        (FIELD, _) if method.starts_with("set") && is_void => {
            let object = parameters.first() == Some(&"Ljava/lang/Object;") && parameters.len() == 2;
            object.then_some(Access {
                op: Op::Write,
                has_object: true,
            })
        }
        (METHOD_HANDLE, "invokeExact" | "invoke") => {
            let op = if is_void { Op::Write } else { Op::Read };
            let objects = parameters.len().checked_sub(usize::from(is_void))?;
            let fits = objects == 0 || objects == 1 && is_reference(parameters.first()?);
            fits.then_some(Access {
                op,
                has_object: objects == 1,
            })
        }
        _ => None,
    }
}

impl Walk<'_, '_, '_, '_> {
    /// Whether the call may access a field; emits it then, with what stands around it.
    pub fn reflected_call(&mut self, insn: &Insn, opcode: u8, index: u16) -> Result<bool, Skip> {
        let member = self.out.pool.member_ref(index).ok_or(Skip::BadName)?;
        if opcode != op::INVOKEVIRTUAL || self.cx.level == Level::Synchronization {
            return Ok(false);
        }
        if !matches!(member.class, FIELD | METHOD_HANDLE) {
            return Ok(false);
        }
        let descriptor = member.descriptor.to_owned();
        let descriptor = MethodDescriptor::parse(&descriptor).ok_or(Skip::BadName)?;
        let Some(Access { op, has_object }) = access(member.class, member.name, &descriptor) else {
            return Ok(false);
        };
        let site = self.site(op, Target::Variable, None)?;
        let operands = self.spill_operands(&descriptor.parameters);
        let mut taken = operands.iter().map(|&(_, slot)| slot).collect();
        let handle = self.spill_local(op::ALOAD, &mut taken);
        self.out.plain(&[op::DUP]);
        self.out.push(Insn::Local(op::ASTORE, handle));
        let object = operands.first().copied().filter(|_| has_object);
        if op == Op::Write {
            self.push_reflected(handle, object);
            self.out.call(REFLECTED, "beforeWrite", BEFORE_DESC)?;
        }
        for &(load, slot) in &operands {
            self.out.push(Insn::Local(load, slot));
        }
        self.out.push(insn.clone());
        self.push_reflected(handle, object);
        self.load_thread();
        self.out.int(site)?;
        let name = match op {
            Op::Read => "read",
            Op::Write => "written",
        };
        self.out.call(REFLECTED, name, AFTER_DESC)?;
        self.forget_operands(&operands);
        self.forget_operands(&[(op::ALOAD, handle)]);
        Ok(true)
    }

    /// Pushes what reflects the field, and the object or null.
    fn push_reflected(&mut self, handle: u16, object: Option<(u8, u16)>) {
        self.out.push(Insn::Local(op::ALOAD, handle));
        match object {
            Some((load, slot)) => self.out.push(Insn::Local(load, slot)),
            None => self.out.plain(&[op::ACONST_NULL]),
        }
    }
}
