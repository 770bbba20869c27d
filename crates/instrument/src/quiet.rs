//! What is known to release nothing: methods of the class at hand that are bound to be the ones
//! called, and some of the JDK's.
//!
//! A method is quiet if no run of it releases. Anything that may load or initialize another class is not, as a class loader
//! or an initializer of the program's may do what it likes.

use classfile::{
    ClassFile, Code, Constant, Frame, Insn, MemberRef, MethodDescriptor, TypeTable, VType, access,
    op,
};
use ir::Body;
use placement::{Field, LoopRuns, Surroundings};
use rustc_hash::FxHashSet;

use crate::class::{ClassView, FieldKind, Request, decode};
use crate::method::{Level, MethodContext};

/// Final classes of the JDK that order no threads. With such parameters as [`calls_nothing_back`] allows, their methods
/// run the JDK's own code alone.
const QUIET_CLASSES: &[&str] = &[
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Double",
    "java/lang/Float",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Math",
    "java/lang/Short",
    "java/lang/StrictMath",
    "java/lang/String",
    "java/lang/StringBuilder",
];

/// What is known of the methods of a class, by name and descriptor.
#[derive(Default)]
pub struct QuietMethods {
    /// They release nothing.
    quiet: FxHashSet<(String, String)>,
    /// They acquire nothing either, and surely come to their end.
    brief: FxHashSet<(String, String)>,
}

impl QuietMethods {
    pub fn of(
        class: &ClassFile<'_>,
        view: &ClassView,
        request: &Request<'_>,
        types: &mut TypeTable,
    ) -> QuietMethods {
        let mut known = QuietMethods::default();
        if request.has_hooks {
            return known;
        }
        let mut codes = Vec::new();
        for method in &class.methods {
            let names = (
                class.pool.utf8(method.name),
                class.pool.utf8(method.descriptor),
            );
            let (Some(name), Some(descriptor)) = names else {
                continue;
            };
            if method.is(access::SYNCHRONIZED) || method.is(access::NATIVE) {
                continue;
            }
            if let Ok(Some((code, entry))) = decode(class, method, types) {
                let key = (name.to_owned(), descriptor.to_owned());
                known.quiet.insert(key.clone());
                let ends = Body::lift(&code, &entry, class, types)
                    .is_ok_and(|body| placement::every_loop_ends(&body, &code));
                codes.push((key, code, ends));
            }
        }
        known.find_quiet(&codes, class, view);
        known.find_brief(&codes, class, view);
        known
    }

    /// All are quiet until one is seen not to be.
    fn find_quiet(&mut self, codes: &[MethodCode], class: &ClassFile<'_>, view: &ClassView) {
        let mut changed = true;
        while changed {
            changed = false;
            for (key, code, _) in codes {
                if self.quiet.contains(key) && self.around(class, view).releases(code) {
                    self.quiet.remove(key);
                    changed = true;
                }
            }
        }
    }

    /// None is brief until it is seen to be: what calls itself is not.
    fn find_brief(&mut self, codes: &[MethodCode], class: &ClassFile<'_>, view: &ClassView) {
        let mut changed = true;
        while changed {
            changed = false;
            for (key, code, ends) in codes {
                let brief = *ends && self.around(class, view).is_brief(code);
                if brief && self.brief.insert(key.clone()) {
                    changed = true;
                }
            }
        }
    }

    fn around<'c, 'a>(&'c self, class: &'c ClassFile<'a>, view: &'c ClassView) -> Around<'c, 'a> {
        Around {
            class,
            view,
            known: self,
        }
    }
}

/// Name and descriptor, code, and whether every loop of it ends.
type MethodCode = ((String, String), Code, bool);

/// Where the checks of a method stand.
#[derive(Default)]
pub struct Plan {
    /// The accesses whose check would tell nothing new.
    pub redundant: FxHashSet<usize>,
    pub runs: Vec<LoopRuns>,
}

impl Plan {
    pub fn of(
        class: &ClassFile<'_>,
        code: &Code,
        entry: &Frame,
        has_this: bool,
        cx: &mut MethodContext<'_>,
    ) -> Plan {
        let Some(known) = &cx.view.quiet else {
            return Plan::default();
        };
        let Ok(body) = Body::lift(code, entry, class, cx.types) else {
            return Plan::default();
        };
        let around = known.around(class, cx.view);
        let mut redundant = placement::redundant(&body, code, &around);
        if cx.request.placement.defers() {
            redundant.extend(placement::anticipated(&body, code, &around, has_this));
            redundant.extend(placement::unshared(&body, code));
        }
        let has_runs =
            cx.request.placement.defers() && cx.level == Level::Inline && !has_unborn_loops(code);
        let runs = if has_runs {
            placement::runs(&body, code, &around, &redundant, has_this)
        } else {
            Vec::new()
        };
        Plan { redundant, runs }
    }
}

/// Whether ways meet in a constructor before it has called that of the superclass: no handler of ours may
/// stand there.
fn has_unborn_loops(code: &Code) -> bool {
    let mut frames = code.frames.iter().flatten();
    frames.any(|(_, frame)| frame.locals.first() == Some(&VType::UninitializedThis))
}

struct Around<'c, 'a> {
    class: &'c ClassFile<'a>,
    view: &'c ClassView,
    known: &'c QuietMethods,
}

impl Surroundings for Around<'_, '_> {
    fn field(&self, index: u16) -> Field {
        let Some(member) = self.class.pool.member_ref(index) else {
            return Field::Ordering;
        };
        if member.class != &*self.view.name {
            return Field::Ordering;
        }
        let key = (member.name.to_owned(), member.descriptor.to_owned());
        match self.view.fields.get(&key).map(|own| own.kind) {
            Some(FieldKind::Plain | FieldKind::LeakedFinal) => Field::Checked,
            Some(FieldKind::Final | FieldKind::Unchecked) => Field::Silent,
            Some(FieldKind::Volatile) | None => Field::Ordering,
        }
    }

    fn may_release(&self, insn: &Insn) -> bool {
        match insn {
            Insn::Invoke(opcode, index) => !self.is_known(*opcode, *index, &self.known.quiet),
            Insn::Type(_, index) | Insn::MultiNewArray(index, _) => {
                let named = self.class.pool.class_name(*index);
                named != Some(&self.view.name)
            }
            Insn::Ldc(index) | Insn::Ldc2(index) => !matches!(
                self.class.pool.get(*index),
                Some(
                    Constant::Integer(_)
                        | Constant::Float(_)
                        | Constant::Long(_)
                        | Constant::Double(_)
                        | Constant::String(_)
                )
            ),
            Insn::Field(..) | Insn::InvokeInterface(..) | Insn::InvokeDynamic(_) => true,
            _ => false,
        }
    }

    fn ends_quietly(&self, insn: &Insn) -> bool {
        match insn {
            Insn::Invoke(opcode, index) => self.is_known(*opcode, *index, &self.known.brief),
            _ => !self.may_release(insn),
        }
    }
}

impl Around<'_, '_> {
    fn releases(&self, code: &Code) -> bool {
        code.insns.iter().any(|insn| match insn {
            Insn::Plain(op::MONITOREXIT) => true,
            Insn::Field(_, index) if self.field(*index) != Field::Ordering => false,
            _ => self.may_release(insn),
        })
    }

    fn is_brief(&self, code: &Code) -> bool {
        code.insns.iter().all(|insn| match insn {
            Insn::Plain(op::MONITORENTER | op::MONITOREXIT) => false,
            Insn::Field(_, index) if self.field(*index) != Field::Ordering => true,
            _ => self.ends_quietly(insn),
        })
    }

    /// Whether a call can only run one of these methods of the class, or a quiet one of the JDK's.
    fn is_known(&self, opcode: u8, index: u16, methods: &FxHashSet<(String, String)>) -> bool {
        let Some(callee) = self.class.pool.member_ref(index) else {
            return false;
        };
        if callee.class == "java/lang/Object" {
            return callee.name == "<init>";
        }
        if callee.class == &*self.view.name {
            let key = (callee.name.to_owned(), callee.descriptor.to_owned());
            return methods.contains(&key) && self.is_bound(opcode, callee);
        }
        QUIET_CLASSES.contains(&callee.class) && calls_nothing_back(callee.descriptor)
    }

    /// Whether a call of a method that this class declares can run no other.
    fn is_bound(&self, opcode: u8, callee: MemberRef<'_>) -> bool {
        let pool = &self.class.pool;
        opcode != op::INVOKEVIRTUAL
            || self.class.is(access::FINAL)
            || self.class.methods.iter().any(|m| {
                pool.utf8(m.name) == Some(callee.name)
                    && pool.utf8(m.descriptor) == Some(callee.descriptor)
                    && (m.is(access::PRIVATE) || m.is(access::FINAL))
            })
    }
}

/// Whether a method with such parameters has nothing whose methods the program could have written.
fn calls_nothing_back(descriptor: &str) -> bool {
    MethodDescriptor::parse(descriptor).is_some_and(|d| {
        d.parameters
            .iter()
            .all(|p| p.len() == 1 || *p == "Ljava/lang/String;")
    })
}
