//! What is known to release nothing: methods of the class at hand that are bound to be the ones
//! called, and some of the JDK's.
//!
//! A method is quiet if no run of it releases. Anything that may load or initialize another class is not, as a class loader
//! or an initializer of the program's may do what it likes.

use classfile::{ClassFile, Code, Constant, Insn, MemberRef, MethodDescriptor, VType, access, op};
use ir::Body;
use placement::{Accesses, Field, Group, LoopRuns, Precision, Surroundings};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::callees::{Key, is_bound, numbers};
use crate::class::{ClassView, FieldKind, Lifted, Request};
use crate::method::{Level, MethodContext, MethodNames};
use crate::settled::Writers;

/// Final classes of the JDK that order no threads, but for what [`uses_more`] names. With such parameters as
/// [`calls_nothing_back`] allows, their methods run the JDK's own code alone.
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

/// What is known of the methods of a class, and of what its code calls.
#[derive(Default)]
pub struct QuietMethods {
    /// By number of the method: it releases nothing.
    quiet: Vec<bool>,
    /// It acquires nothing either, and surely comes to its end.
    brief: Vec<bool>,
    /// The methods that the class's code names, by their constants; of others nothing is known.
    callees: FxHashMap<u16, Callee>,
    /// The fields that it names, likewise.
    fields: FxHashMap<u16, Field>,
}

/// A method that code names.
#[derive(Clone, Copy)]
enum Callee {
    /// The class's own one of this number, or one that overrides it.
    Own(usize),
    /// One of the JDK's that is brief.
    Brief,
}

impl QuietMethods {
    pub fn of(class: &ClassFile<'_>, view: &ClassView, request: &Request<'_>) -> QuietMethods {
        let mut known = QuietMethods {
            quiet: vec![false; class.methods.len()],
            brief: vec![false; class.methods.len()],
            callees: callees(class, view),
            fields: fields(class, view, request.writers),
        };
        if request.has_hooks {
            return known;
        }
        let mut codes = Vec::new();
        for (number, (method, lifted)) in class.methods.iter().zip(&view.lifted).enumerate() {
            if method.is(access::SYNCHRONIZED) || method.is(access::NATIVE) {
                continue;
            }
            if let Some(Lifted { code, body, .. }) = lifted {
                known.quiet[number] = true;
                let ends = body
                    .as_ref()
                    .is_some_and(|body| placement::every_loop_ends(body, code));
                codes.push((number, code, ends));
            }
        }
        known.find_quiet(&codes, class, view);
        known.find_brief(&codes, class, view);
        known
    }

    /// All are quiet until one is seen not to be.
    fn find_quiet(&mut self, codes: &[MethodCode<'_>], class: &ClassFile<'_>, view: &ClassView) {
        let mut changed = true;
        while changed {
            changed = false;
            for &(number, code, _) in codes {
                if self.quiet[number] && self.around(class, view).releases(code) {
                    self.quiet[number] = false;
                    changed = true;
                }
            }
        }
    }

    /// None is brief until it is seen to be: what calls itself is not.
    fn find_brief(&mut self, codes: &[MethodCode<'_>], class: &ClassFile<'_>, view: &ClassView) {
        let mut changed = true;
        while changed {
            changed = false;
            for &(number, code, ends) in codes {
                if ends && !self.brief[number] && self.around(class, view).is_brief(code) {
                    self.brief[number] = true;
                    changed = true;
                }
            }
        }
    }

    /// A number for each checked access: those with the same are to one location, as long as no loop comes round.
    pub fn locations(
        &self,
        class: &ClassFile<'_>,
        view: &ClassView,
        body: &Body,
        code: &Code,
    ) -> FxHashMap<usize, usize> {
        placement::locations(body, code, &self.around(class, view))
    }

    fn around<'c, 'a>(&'c self, class: &'c ClassFile<'a>, view: &'c ClassView) -> Around<'c, 'a> {
        Around {
            class,
            view,
            known: self,
        }
    }
}

/// Number, code, and whether every loop of it ends.
type MethodCode<'c> = (usize, &'c Code, bool);

/// Where the checks of a method stand.
#[derive(Default)]
pub struct Plan {
    /// The accesses whose check would tell nothing new.
    pub redundant: FxHashSet<usize>,
    /// Those among them that are to what only one thread can know.
    pub unshared: FxHashSet<usize>,
    pub runs: Vec<LoopRuns>,
    /// By the access with the check.
    pub groups: FxHashMap<usize, Group>,
}

impl Plan {
    pub fn of(
        class: &ClassFile<'_>,
        lifted: &Lifted,
        method: &MethodNames,
        cx: &MethodContext<'_>,
    ) -> Plan {
        let Reasons {
            mut redundant,
            anticipated,
            unshared,
            runs,
            groups,
        } = Reasons::of(class, lifted, method, cx).unwrap_or_default();
        redundant.extend(anticipated);
        redundant.extend(&unshared);
        redundant.extend(groups.iter().flat_map(Group::others));
        Plan {
            redundant,
            unshared,
            runs,
            groups: groups.into_iter().map(|it| (it.first(), it)).collect(),
        }
    }
}

/// Why accesses have no check of their own.
#[derive(Default)]
pub struct Reasons {
    pub redundant: FxHashSet<usize>,
    pub anticipated: FxHashSet<usize>,
    pub unshared: FxHashSet<usize>,
    pub runs: Vec<LoopRuns>,
    pub groups: Vec<Group>,
}

impl Reasons {
    /// None if all accesses have one.
    pub fn of(
        class: &ClassFile<'_>,
        lifted: &Lifted,
        method: &MethodNames,
        cx: &MethodContext<'_>,
    ) -> Option<Reasons> {
        let known = cx.view.quiet.as_ref()?;
        let code = &lifted.code;
        let body = lifted.body.as_ref()?;
        let around = known.around(class, cx.view);
        let accesses = Accesses::of(body, code, &around);
        let mut reasons = Reasons {
            redundant: placement::redundant(body, code, &around, &accesses),
            ..Reasons::default()
        };
        if !cx.request.placement.defers() {
            return Some(reasons);
        }
        let has_this = !method.is_static;
        reasons.anticipated = placement::anticipated(body, code, &around, &accesses, has_this);
        reasons.unshared = cx.view.unshared.get(method.number).cloned()?;
        if !accesses.has_elements() {
            return Some(reasons);
        }
        let mut unchecked = reasons.redundant.clone();
        unchecked.extend(&reasons.anticipated);
        unchecked.extend(&reasons.unshared);
        if cx.level == Level::Inline && !has_unborn_loops(code) {
            reasons.runs = placement::runs(body, code, &around, &unchecked, has_this);
        }
        let runs = reasons.runs.iter().flat_map(|of| &of.runs);
        unchecked.extend(runs.map(|run| run.access));
        reasons.groups = placement::groups(body, code, &around, &accesses, has_this, &unchecked);
        Some(reasons)
    }
}

/// Whether ways meet in a constructor before it has called that of the superclass: no handler of ours may
/// stand there.
fn has_unborn_loops(code: &Code) -> bool {
    let mut frames = code.frames.iter().flatten();
    frames.any(|(_, frame)| frame.locals.first() == Some(&VType::UninitializedThis))
}

/// What is known of the fields that a class's code names.
fn fields(class: &ClassFile<'_>, view: &ClassView, writers: &dyn Writers) -> FxHashMap<u16, Field> {
    let mut known = FxHashMap::default();
    for (index, constant) in class.pool.entries().iter().enumerate() {
        let index = index as u16;
        if let Constant::Field(..) = constant
            && let Some(member) = class.pool.member_ref(index)
        {
            let field = if member.class == &*view.name {
                let key = (member.name.to_owned(), member.descriptor.to_owned());
                match view.fields.get(&key).map(|own| own.kind) {
                    Some(FieldKind::Plain | FieldKind::LeakedFinal) => Field::Checked,
                    Some(FieldKind::Final | FieldKind::Unchecked) => Field::Silent,
                    Some(FieldKind::Volatile) | None => Field::Ordering,
                }
            } else if writers.is_plain(member) {
                Field::Checked
            } else {
                Field::Ordering
            };
            known.insert(index, field);
        }
    }
    known
}

struct Around<'c, 'a> {
    class: &'c ClassFile<'a>,
    view: &'c ClassView,
    known: &'c QuietMethods,
}

impl Surroundings for Around<'_, '_> {
    fn precision(&self) -> Precision {
        self.view.precision
    }

    fn field(&self, index: u16) -> Field {
        let known = self.known.fields.get(&index);
        known.copied().unwrap_or(Field::Ordering)
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

    /// Whether a call can only run one of these methods of the class, or a brief one of the JDK's.
    fn is_known(&self, opcode: u8, index: u16, methods: &[bool]) -> bool {
        match self.known.callees.get(&index) {
            Some(&Callee::Own(number)) => {
                methods[number] && is_bound(self.class, &self.class.methods[number], opcode)
            }
            Some(Callee::Brief) => true,
            None => false,
        }
    }
}

/// What is known of the methods that a class's code names.
fn callees(class: &ClassFile<'_>, view: &ClassView) -> FxHashMap<u16, Callee> {
    let numbers: FxHashMap<Key<'_>, usize> = numbers(class);
    let mut known = FxHashMap::default();
    for (index, constant) in class.pool.entries().iter().enumerate() {
        let index = index as u16;
        let (Constant::Method(..) | Constant::InterfaceMethod(..)) = constant else {
            continue;
        };
        let Some(method) = class.pool.member_ref(index) else {
            continue;
        };
        if method.class == &*view.name {
            let number = numbers.get(&(method.name, method.descriptor));
            known.extend(number.map(|&number| (index, Callee::Own(number))));
        } else if is_brief_in_jdk(method) {
            known.insert(index, Callee::Brief);
        }
    }
    known
}

fn is_brief_in_jdk(callee: MemberRef<'_>) -> bool {
    if callee.class == "java/lang/Object" {
        return callee.name == "<init>";
    }
    QUIET_CLASSES.contains(&callee.class)
        && calls_nothing_back(callee.descriptor)
        && !uses_more(callee)
}

/// Whether a method of a quiet class may use large parts of the JDK, with maps and lambdas that order threads: properties,
/// charsets, regular expressions, streams, rules of languages.
fn uses_more(callee: MemberRef<'_>) -> bool {
    let takes_text = callee.descriptor.starts_with("(Ljava/lang/String;");
    match (callee.class, callee.name) {
        (_, "chars" | "codePoints" | "describeConstable") => true,
        ("java/lang/Boolean", "getBoolean")
        | ("java/lang/Integer", "getInteger")
        | ("java/lang/Long", "getLong")
        | ("java/lang/Character", "codePointOf" | "getName") => true,
        // Hexadecimal digits are taken apart by a regular expression.
        ("java/lang/Double" | "java/lang/Float", name) => takes_text || name == "toHexString",
        (
            "java/lang/String",
            "getBytes"
            | "indent"
            | "lines"
            | "matches"
            | "replaceAll"
            | "replaceFirst"
            | "split"
            | "splitWithDelimiters"
            | "stripIndent"
            | "toLowerCase"
            | "toUpperCase"
            | "translateEscapes",
        ) => true,
        _ => false,
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
