//! Do the models fit a JDK? A rule that names a method which is not there orders nothing, silently; one in a method
//! that the JIT replaces by its own code orders now and then. Neither shows in a test that happens to pass.

use super::check_accesses;
use super::{At, CallRule, Callee, Carrier, Hook, Key, Models, Verb, When};
use classfile::container::{ContainerError, JImage};
use classfile::{
    ClassFile, Code, Frame, Insn, Malformed, Member, MethodDescriptor, Reader, TypeTable, access,
    op,
};
use std::fmt;
use std::path::Path;

/// All modelled classes are here.
const MODULE: &str = "java.base";

/// Bodies of methods with one of these are replaced by the JIT. The second is the name up to JDK 15.
const INTRINSIC: [&str; 2] = [
    "Ljdk/internal/vm/annotation/IntrinsicCandidate;",
    "Ljdk/internal/HotSpotIntrinsicCandidate;",
];

/// A rule that does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    pub jdk: u16,
    /// The rule, as it would read in words.
    pub rule: String,
    pub reason: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JDK {}: {}: {}", self.jdk, self.rule, self.reason)
    }
}

/// Why a JDK could not be looked at.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    #[error(transparent)]
    Container(#[from] ContainerError),
    #[error("the image has no class {0}")]
    NoClass(&'static str),
    #[error("a class of the JDK cannot be read: {0}")]
    Malformed(#[from] Malformed),
}

/// Compares all rules for the release of this `lib/modules` with its classes.
pub fn check(models: &Models, modules: &Path) -> Result<Vec<Mismatch>, CheckError> {
    let image = JImage::open(modules)?;
    let jdk = Jdk {
        feature: feature(&image)?,
        image,
    };
    let mut mismatches = Vec::new();
    let mut note = |rule: String, outcome: Result<(), Fault>| match outcome {
        Ok(()) => Ok(()),
        Err(Fault::Rule(reason)) => {
            mismatches.push(Mismatch {
                jdk: jdk.feature,
                rule,
                reason,
            });
            Ok(())
        }
        Err(Fault::Jdk(error)) => Err(error),
    };
    for hook in models
        .hooks()
        .iter()
        .filter(|it| it.jdk.contains(&jdk.feature))
    {
        note(hook.to_string(), jdk.check_hook(models, hook))?;
    }
    for rule in models
        .calls()
        .iter()
        .filter(|it| it.jdk.contains(&jdk.feature))
    {
        note(
            format!("call rule {}.{}", rule.class, rule.method),
            jdk.check_call(rule),
        )?;
    }
    for carrier in models.carriers(jdk.feature) {
        note(
            format!("carrier {}", carrier.class),
            jdk.check_carrier(carrier),
        )?;
    }
    for said in check_accesses::containers(models, jdk.feature) {
        note(said.rule(), said.check(models, &jdk))?;
    }
    for bulk in models.bulks(jdk.feature) {
        note(
            format!(
                "bulk rule {}.{}{}",
                bulk.class, bulk.method, bulk.descriptor
            ),
            jdk.check_bulk(bulk),
        )?;
    }
    Ok(mismatches)
}

/// The feature release: class files of JDK n have major version n + 44.
fn feature(image: &JImage) -> Result<u16, CheckError> {
    const OBJECT: &str = "java/lang/Object";
    let bytes = image
        .find(MODULE, OBJECT)?
        .ok_or(CheckError::NoClass(OBJECT))?;
    Ok(ClassFile::read(&bytes)?.major.saturating_sub(44))
}

/// What ends the check of one rule: the rule is wrong, or the JDK cannot be read.
pub(super) enum Fault {
    Rule(String),
    Jdk(CheckError),
}

impl<E: Into<CheckError>> From<E> for Fault {
    fn from(error: E) -> Self {
        Fault::Jdk(error.into())
    }
}

pub(super) fn misfit<T>(reason: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::Rule(reason.into()))
}

pub(super) fn require(holds: bool, reason: &str) -> Result<(), Fault> {
    if holds { Ok(()) } else { misfit(reason) }
}

pub(super) struct Jdk {
    image: JImage,
    feature: u16,
}

impl Jdk {
    pub(super) fn with_class<T>(
        &self,
        name: &str,
        then: impl FnOnce(&ClassFile<'_>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        match self.image.find(MODULE, name)? {
            Some(bytes) => then(&ClassFile::read(&bytes)?),
            None => misfit(format!("there is no class {name}")),
        }
    }

    fn check_hook(&self, models: &Models, hook: &Hook) -> Result<(), Fault> {
        self.with_class(&hook.class, |class| {
            if hook.method == "*" {
                return check_everywhere(class, hook);
            }
            let method = method(class, &hook.method, &hook.descriptor)?;
            check_body(class, method)?;
            check_key(class, method, hook)?;
            check_condition(hook, &hook.descriptor)?;
            check_place(class, method, hook)
        })?;
        match (hook.action.verb, &hook.action.key) {
            // The clock is the class's own: `this` is that class, or a field which tells it.
            (Verb::Initialized, _) => Ok(()),
            (_, Key::This) => self.check_carried(models, &hook.class),
            _ => Ok(()),
        }
    }

    /// A key without a field of its own is found in a table at every action.
    pub(super) fn check_carried(&self, models: &Models, class: &str) -> Result<(), Fault> {
        let mut name = class.to_owned();
        loop {
            // The runtime keeps a thread's clocks in the thread anyway.
            if name == "java/lang/Thread" || models.carrier(&name, self.feature).is_some() {
                return Ok(());
            }
            match self.with_class(&name, |class| Ok(class.super_name().map(str::to_owned)))? {
                Some(above) => name = above,
                None => {
                    return misfit(format!(
                        "{class} is a key, and no carrier is among its superclasses"
                    ));
                }
            }
        }
    }

    fn check_call(&self, rule: &CallRule) -> Result<(), Fault> {
        self.with_class(&rule.class, |class| match &rule.descriptor {
            Some(descriptor) => method(class, &rule.method, descriptor).map(|_| ()),
            None => {
                let mut named = class
                    .methods
                    .iter()
                    .filter(|it| class.pool.utf8(it.name) == Some(&rule.method));
                // Signature-polymorphic methods are native, and alone under their name (JVMS 2.9.3).
                match (named.next(), named.next()) {
                    (Some(only), None) if only.is(access::NATIVE) => Ok(()),
                    (None, _) => misfit("there is no such method"),
                    _ => {
                        misfit("a rule without a descriptor is for a signature-polymorphic method")
                    }
                }
            }
        })
    }

    fn check_carrier(&self, carrier: &Carrier) -> Result<(), Fault> {
        self.with_class(&carrier.class, |class| match &carrier.key {
            Some(key) => reference_field(class, key),
            None => require(!class.is(access::INTERFACE), "an interface takes no fields"),
        })
    }
}

pub(super) fn method<'c, 'a>(
    class: &'c ClassFile<'a>,
    name: &str,
    descriptor: &str,
) -> Result<&'c Member<'a>, Fault> {
    let fits = |it: &&Member<'_>| {
        class.pool.utf8(it.name) == Some(name) && class.pool.utf8(it.descriptor) == Some(descriptor)
    };
    match class.methods.iter().find(fits) {
        Some(method) => Ok(method),
        None => misfit("there is no such method"),
    }
}

fn reference_field(class: &ClassFile<'_>, name: &str) -> Result<(), Fault> {
    let field = class
        .fields
        .iter()
        .find(|it| class.pool.utf8(it.name) == Some(name));
    match field.and_then(|it| class.pool.utf8(it.descriptor)) {
        Some(descriptor) => require(
            is_reference(descriptor),
            "the key's field is not a reference",
        ),
        None => misfit(format!("there is no field {name}")),
    }
}

fn check_body(class: &ClassFile<'_>, method: &Member<'_>) -> Result<(), Fault> {
    require(!method.is(access::NATIVE), "the method is native")?;
    require(!method.is(access::ABSTRACT), "the method is abstract")?;
    require(
        !is_intrinsic(class, method)?,
        "the JIT replaces the method's body: it is an intrinsic candidate",
    )
}

fn check_key(class: &ClassFile<'_>, method: &Member<'_>, hook: &Hook) -> Result<(), Fault> {
    let Some(descriptor) = MethodDescriptor::parse(&hook.descriptor) else {
        return misfit("the descriptor is malformed");
    };
    let is_static = method.is(access::STATIC);
    let parameter = |n: u8| {
        descriptor
            .parameters
            .get(usize::from(n) - 1)
            .copied()
            .unwrap_or("")
    };
    let needs_this = "the key needs `this`, and the method is static";
    let reference = "the key is not a reference";
    match &hook.action.key {
        Key::This => {
            let unborn = hook.method == "<init>" && hook.at == At::Entry;
            require(!is_static, needs_this)?;
            require(
                !unborn,
                "`this` is not initialized at the entry of a constructor",
            )
        }
        Key::Arg(n) => require(is_reference(parameter(*n)), reference),
        Key::Element(n) => {
            require(!is_static, needs_this)?;
            require(parameter(*n) == "I", "the index is not an int")
        }
        Key::Field(n) => {
            require(!is_static, needs_this)?;
            require(is_reference(parameter(*n)), reference)
        }
        Key::Entry => {
            require(!is_static, needs_this)?;
            require(
                body_has(class, method, &At::AfterCall(Callee::hash_code()))?,
                "the method asks no key for its hash code",
            )
        }
        Key::FieldOfThis(name) => {
            require(!is_static, needs_this)?;
            reference_field(class, name)
        }
        Key::Result => require(is_reference(result_type(hook)), reference),
        Key::Receiver => match &hook.at {
            At::BeforeCall(callee) => {
                let slots =
                    MethodDescriptor::parse(&callee.descriptor).map(|it| it.parameter_slots());
                require(
                    slots.is_some_and(|n| n <= 1),
                    "the receiver lies under more than one stack slot",
                )
            }
            _ => misfit("only a call has a receiver"),
        },
        Key::LastArg => match &hook.at {
            At::BeforeCall(callee) => {
                let parsed = MethodDescriptor::parse(&callee.descriptor);
                let last = parsed.as_ref().and_then(|it| it.parameters.last());
                require(last.is_some_and(|it| is_reference(it)), reference)
            }
            _ => misfit("only a call has arguments"),
        },
        Key::Args => match &hook.at {
            At::BeforeCall(callee) => require(
                call_arguments(callee).is_some(),
                "the call has not one or two arguments, all references",
            ),
            _ => misfit("only a call has arguments"),
        },
        Key::Class | Key::Thread | Key::Object | Key::Value | Key::Variable => Ok(()),
    }
}

/// The type that `result` and conditions are about.
fn result_type(hook: &Hook) -> &str {
    let descriptor = match &hook.at {
        At::AfterCall(callee) => &callee.descriptor,
        _ => &hook.descriptor,
    };
    descriptor.rsplit(')').next().unwrap_or("")
}

fn check_condition(hook: &Hook, descriptor: &str) -> Result<(), Fault> {
    let value = match &hook.at {
        // The instruction's own type: looked at where the instruction is.
        At::AfterRead(_) => return Ok(()),
        _ => result_type(hook),
    };
    let fits = match hook.action.when {
        When::Always => true,
        When::True | When::False => value == "Z",
        When::Zero | When::Nonzero | When::Negative | When::Nonnegative => {
            value == "I" || value == "J"
        }
        When::Null | When::Nonnull => is_reference(value),
        When::Terminated => value == "Ljava/lang/Thread$State;",
        When::Application | When::SecondArgument => !descriptor.is_empty(),
    };
    require(fits, "the condition does not fit the result's type")
}

/// How many arguments a call has, if they are one or two references.
fn call_arguments(callee: &Callee) -> Option<usize> {
    let parameters = MethodDescriptor::parse(&callee.descriptor)?.parameters;
    let fits = parameters.iter().all(|p| is_reference(p)) && matches!(parameters.len(), 1 | 2);
    fits.then_some(parameters.len())
}

/// A call or field access that is named has to be there.
fn check_place(class: &ClassFile<'_>, method: &Member<'_>, hook: &Hook) -> Result<(), Fault> {
    match &hook.at {
        At::Entry | At::Return | At::Throw => Ok(()),
        _ => require(
            body_has(class, method, &hook.at)?,
            "the method's body has no such instruction",
        ),
    }
}

fn check_everywhere(class: &ClassFile<'_>, hook: &Hook) -> Result<(), Fault> {
    let about_operands = match (&hook.at, &hook.action.key) {
        (At::BeforeCall(callee), Key::Args) => call_arguments(callee).is_some(),
        (At::BeforeCall(callee), Key::Receiver) => call_arguments(callee) == Some(1),
        _ => false,
    };
    require(
        about_operands || matches!(hook.at, At::AfterRead(_) | At::BeforeWrite(_)),
        "a rule for every method is about field accesses or the operands of a call",
    )?;
    for method in &class.methods {
        if body_has(class, method, &hook.at)? {
            return Ok(());
        }
    }
    misfit("no method has such an instruction")
}

fn body_has(class: &ClassFile<'_>, method: &Member<'_>, at: &At) -> Result<bool, Fault> {
    let Some(code) = class.find(&method.attributes, "Code") else {
        return Ok(false);
    };
    let names = (
        class.name(),
        class.pool.utf8(method.name),
        class.pool.utf8(method.descriptor),
    );
    let (Some(owner), Some(name), Some(descriptor)) = names else {
        return Ok(false);
    };
    let mut types = TypeTable::default();
    let Some(entry) = Frame::at_entry(
        &mut types,
        owner,
        name,
        descriptor,
        method.is(access::STATIC),
    ) else {
        return Ok(false);
    };
    let code = Code::decode(code, &class.pool, &mut types, &entry)?;
    Ok(code.insns.iter().any(|insn| is_at(class, insn, at)))
}

fn is_at(class: &ClassFile<'_>, insn: &Insn, at: &At) -> bool {
    let (opcode, index) = match insn {
        Insn::Field(opcode, index) | Insn::Invoke(opcode, index) => (*opcode, *index),
        Insn::InvokeInterface(index, _) => (op::INVOKEINTERFACE, *index),
        _ => return false,
    };
    let Some(member) = class.pool.member_ref(index) else {
        return false;
    };
    let is_call = |callee: &Callee| {
        member.class == callee.class
            && member.name == callee.method
            && member.descriptor == callee.descriptor
    };
    match at {
        At::BeforeCall(callee) | At::AfterCall(callee) => {
            opcode >= op::INVOKEVIRTUAL && is_call(callee)
        }
        At::AfterRead(it) => {
            opcode == op::GETFIELD && member.class == it.class && member.name == it.field
        }
        At::BeforeWrite(it) => {
            opcode == op::PUTFIELD && member.class == it.class && member.name == it.field
        }
        At::Entry | At::Return | At::Throw => false,
    }
}

fn is_reference(descriptor: &str) -> bool {
    descriptor.starts_with(['L', '['])
}

/// Reads the annotations of a method (JVMS 4.7.16) as far as their types.
fn is_intrinsic(class: &ClassFile<'_>, method: &Member<'_>) -> Result<bool, Malformed> {
    let Some(info) = class.find(&method.attributes, "RuntimeVisibleAnnotations") else {
        return Ok(false);
    };
    let mut r = Reader::new(info);
    for _ in 0..r.u16()? {
        let annotation = class.pool.utf8(r.u16()?);
        if annotation.is_some_and(|it| INTRINSIC.contains(&it)) {
            return Ok(true);
        }
        skip_elements(&mut r)?;
    }
    Ok(false)
}

fn skip_elements(r: &mut Reader<'_>) -> Result<(), Malformed> {
    for _ in 0..r.u16()? {
        r.u16()?;
        skip_element_value(r)?;
    }
    Ok(())
}

fn skip_element_value(r: &mut Reader<'_>) -> Result<(), Malformed> {
    match r.u8()? {
        b'e' => r.u32().map(|_| ()),
        b'@' => {
            r.u16()?;
            skip_elements(r)
        }
        b'[' => {
            for _ in 0..r.u16()? {
                skip_element_value(r)?;
            }
            Ok(())
        }
        _ => r.u16().map(|_| ()),
    }
}
