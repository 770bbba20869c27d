//! Do the models fit a JDK? A rule that names a method which is not there orders nothing, silently; one in a method
//! that the JIT replaces by its own code orders now and then. Neither shows in a test that happens to pass.

use super::check_accesses;
use super::check_known;
use super::{Action, At, CallRule, Callee, Carrier, Hook, Key, Models, Verb, When};
use classfile::container::{ContainerError, JImage};
use classfile::{
    ClassFile, Code, Frame, Insn, Malformed, Member, MethodDescriptor, Reader, TypeTable, access,
    op,
};
use std::collections::HashMap;
use std::fmt;
use std::path::Path;

/// The modules with modelled classes, besides whichever a user's rule is about.
const BASE: &str = "java.base";

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

/// Why a hook does not fit a class that is not the JDK's, if it does not.
pub fn misfit_in(class: &ClassFile<'_>, hook: &Hook) -> Option<String> {
    match check_in(class, hook) {
        Ok(()) => None,
        Err(Fault::Rule(reason)) => Some(reason),
        Err(Fault::Jdk(error)) => Some(error.to_string()),
    }
}

fn check_in(class: &ClassFile<'_>, hook: &Hook) -> Result<(), Fault> {
    if hook.method == "*" {
        return check_everywhere(class, hook);
    }
    let method = method(class, &hook.method, &hook.descriptor)?;
    check_body(class, method)?;
    check_key(class, method, hook)?;
    check_place(class, method, hook)
}

/// Compares all rules for the release of this `lib/modules` with its classes.
pub fn check(models: &Models, modules: &Path) -> Result<Vec<Mismatch>, CheckError> {
    let jdk = Jdk::open(modules)?;
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
    for (rule, outcome) in check_known::all(models, &jdk) {
        note(rule, outcome)?;
    }
    let monitors = models.monitors().iter();
    for monitor in monitors.filter(|it| it.jdk.contains(&jdk.feature)) {
        note(
            format!("monitor {}", monitor.class),
            jdk.with_class(&monitor.class, check_synchronizes),
        )?;
    }
    Ok(mismatches)
}

/// Those of a user's hooks that fit this `lib/modules`, of which all are about, and what is wrong with the others.
pub fn fitting(hooks: Vec<Hook>, modules: &Path) -> Result<(Vec<Hook>, Vec<Mismatch>), CheckError> {
    let jdk = Jdk::open(modules)?;
    let mut fitting = Vec::new();
    let mut mismatches = Vec::new();
    for hook in hooks {
        match jdk.with_class(&hook.class, |class| check_in(class, &hook)) {
            Ok(()) => fitting.push(hook),
            Err(Fault::Rule(reason)) => mismatches.push(Mismatch {
                jdk: jdk.feature,
                rule: hook.to_string(),
                reason,
            }),
            Err(Fault::Jdk(error)) => return Err(error),
        }
    }
    Ok((fitting, mismatches))
}

/// The feature release: class files of JDK n have major version n + 44.
fn feature(image: &JImage) -> Result<u16, CheckError> {
    const OBJECT: &str = "java/lang/Object";
    let bytes = image
        .find(BASE, OBJECT)?
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
    pub(super) feature: u16,
    /// By package, for all but those of java.base.
    modules: HashMap<String, String>,
}

impl Jdk {
    fn open(modules: &Path) -> Result<Jdk, CheckError> {
        let image = JImage::open(modules)?;
        let mut of_package = HashMap::new();
        for package in image.packages() {
            let package = package?;
            if package.module != BASE {
                of_package.insert(package.name.to_owned(), package.module.to_owned());
            }
        }
        Ok(Jdk {
            feature: feature(&image)?,
            modules: of_package,
            image,
        })
    }

    /// Whether there is a package that begins so.
    pub(super) fn has_package(&self, start: &str) -> Result<bool, Fault> {
        let name = start.trim_end_matches('/');
        for package in self.image.packages() {
            let package = package?.name;
            let rest = package.replace('.', "/");
            if rest
                .strip_prefix(name)
                .is_some_and(|it| it.is_empty() || it.starts_with('/'))
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    pub(super) fn with_class<T>(
        &self,
        name: &str,
        then: impl FnOnce(&ClassFile<'_>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let package = name.rsplit_once('/').map_or("", |(package, _)| package);
        let module = self.modules.get(package).map_or(BASE, String::as_str);
        match self.image.find(module, name)? {
            Some(bytes) => then(&ClassFile::read(&bytes)?),
            None => misfit(format!("there is no class {name}")),
        }
    }

    fn check_hook(&self, models: &Models, hook: &Hook) -> Result<(), Fault> {
        self.with_class(&hook.class, |class| check_in(class, hook))?;
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
            // The runtime keeps a thread's clocks in the thread anyway, and references take no fields.
            let exempt = ["java/lang/Thread", "java/lang/ref/Reference"];
            if exempt.contains(&&*name) || models.carrier(&name, self.feature).is_some() {
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

fn check_synchronizes(class: &ClassFile<'_>) -> Result<(), Fault> {
    let mut enters = false;
    for method in &class.methods {
        let code = decode(class, method)?;
        enters |= code.is_some_and(|it| it.insns.contains(&Insn::Plain(op::MONITORENTER)));
    }
    require(
        enters || class.methods.iter().any(|it| it.is(access::SYNCHRONIZED)),
        "the class synchronizes nothing",
    )
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

/// What the class tells of a key, beside the types that the parser has looked at.
fn check_key(class: &ClassFile<'_>, method: &Member<'_>, hook: &Hook) -> Result<(), Fault> {
    let is_static = method.is(access::STATIC);
    let is_constructor = hook.method == "<init>";
    let needs_this = "the key needs `this`, and the method is static";
    require(
        !is_constructor || !hook.at.is_at_throw(),
        "an exception may leave a constructor before `this` is initialized",
    )?;
    require(!hook.action.in_this || !is_static, needs_this)?;
    match &hook.action.key {
        Key::This
        | Key::FieldOfThis(_)
        | Key::Element(_)
        | Key::Field(_)
        | Key::Entry
        | Key::Watched(_) => {
            require(!is_static, needs_this)?;
            require(
                !is_constructor || hook.at == At::Return,
                "`this` may not be initialized yet in a constructor",
            )?;
        }
        _ => {}
    }
    match &hook.action.key {
        Key::Entry => require(
            !instructions(class, method, &At::AfterCall(Callee::hash_code()))?.is_empty(),
            "the method asks no key for its hash code",
        ),
        Key::FieldOfThis(name) => reference_field(class, name),
        Key::Receiver => match &hook.at {
            At::BeforeCall(callee) => {
                let slots =
                    MethodDescriptor::parse(&callee.descriptor).map(|it| it.parameter_slots());
                require(
                    slots.is_some_and(|n| n <= 1),
                    "the receiver lies under more than one stack slot",
                )?;
                require(
                    callee.method != "<init>",
                    "the receiver is not initialized yet",
                )
            }
            _ => misfit("only a call has a receiver"),
        },
        _ => Ok(()),
    }
}

/// A call or field access that is named has to be there, and of a type that the action can handle.
fn check_place(class: &ClassFile<'_>, method: &Member<'_>, hook: &Hook) -> Result<(), Fault> {
    if matches!(hook.at, At::Entry | At::Return | At::Throw | At::Finally) {
        return Ok(());
    }
    let found = instructions(class, method, &hook.at)?;
    require(
        !found.is_empty(),
        "the method's body has no such instruction",
    )?;
    found.iter().try_for_each(|it| it.check(&hook.action))
}

fn check_everywhere(class: &ClassFile<'_>, hook: &Hook) -> Result<(), Fault> {
    let mut found = Vec::new();
    for method in &class.methods {
        found.extend(instructions(class, method, &hook.at)?);
    }
    require(!found.is_empty(), "no method has such an instruction")?;
    found.iter().try_for_each(|it| it.check(&hook.action))
}

/// An instruction that a hook names.
struct Instruction {
    opcode: u8,
    descriptor: String,
}

impl Instruction {
    fn check(&self, action: &Action) -> Result<(), Fault> {
        match self.opcode {
            op::GETFIELD | op::PUTFIELD => check_field_type(action, &self.descriptor),
            op::INVOKESTATIC => require(
                action.key != Key::Receiver,
                "a static method is called, without a receiver",
            ),
            _ => Ok(()),
        }
    }
}

/// Whether an action around an access of a field of this type can be written without more stack than it has.
fn check_field_type(action: &Action, descriptor: &str) -> Result<(), Fault> {
    require(
        !matches!(descriptor, "J" | "D"),
        "the field takes two stack slots",
    )?;
    require(
        action.key != Key::Value || is_reference(descriptor),
        "the value is not a reference",
    )?;
    let fits = match action.when {
        When::Always | When::Application => true,
        When::True | When::False => descriptor == "Z",
        When::Zero | When::Nonzero | When::Negative | When::Nonnegative => {
            matches!(descriptor, "I" | "S" | "B" | "C")
        }
        When::Null | When::Nonnull => is_reference(descriptor),
        When::Terminated | When::SecondArgument => false,
    };
    require(fits, "the condition does not fit the field's type")
}

fn instructions(
    class: &ClassFile<'_>,
    method: &Member<'_>,
    at: &At,
) -> Result<Vec<Instruction>, Fault> {
    let mut found = Vec::new();
    if let Some(code) = decode(class, method)? {
        found.extend(
            code.insns
                .iter()
                .filter_map(|insn| at_place(class, insn, at)),
        );
    }
    Ok(found)
}

/// The code of a method, if it has any.
fn decode(class: &ClassFile<'_>, method: &Member<'_>) -> Result<Option<Code>, Fault> {
    let Some(code) = class.find(&method.attributes, "Code") else {
        return Ok(None);
    };
    let names = (
        class.name(),
        class.pool.utf8(method.name),
        class.pool.utf8(method.descriptor),
    );
    let (Some(owner), Some(name), Some(descriptor)) = names else {
        return Ok(None);
    };
    let mut types = TypeTable::default();
    let Some(entry) = Frame::at_entry(
        &mut types,
        owner,
        name,
        descriptor,
        method.is(access::STATIC),
    ) else {
        return Ok(None);
    };
    Ok(Some(Code::decode(code, &class.pool, &mut types, &entry)?))
}

fn at_place(class: &ClassFile<'_>, insn: &Insn, at: &At) -> Option<Instruction> {
    let (opcode, index) = match insn {
        Insn::Field(opcode, index) | Insn::Invoke(opcode, index) => (*opcode, *index),
        Insn::InvokeInterface(index, _) => (op::INVOKEINTERFACE, *index),
        _ => return None,
    };
    let member = class.pool.member_ref(index)?;
    let is_call = |callee: &Callee| {
        member.class == callee.class
            && member.name == callee.method
            && member.descriptor == callee.descriptor
    };
    let matches = match at {
        At::BeforeCall(callee) | At::AfterCall(callee) => {
            opcode >= op::INVOKEVIRTUAL && is_call(callee)
        }
        At::AfterRead(it) => {
            opcode == op::GETFIELD && member.class == it.class && member.name == it.field
        }
        At::BeforeWrite(it) => {
            opcode == op::PUTFIELD && member.class == it.class && member.name == it.field
        }
        At::Entry | At::Return | At::Throw | At::Finally => false,
    };
    matches.then(|| Instruction {
        opcode,
        descriptor: member.descriptor.to_owned(),
    })
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
