//! Does what `redflag check` knows of the JDK's classes and methods fit a JDK? A rule for a name that is not there says nothing.

use super::Models;
use super::check::{Fault, Jdk, misfit};
use super::known::{Answer, ClassRule, Classes, MethodRule, OfClass, OnThread, Operand, Which};
use classfile::{ClassFile, Member, MethodDescriptor, access};

/// What the JDK's names begin with. Other libraries' are not here to be compared.
const OF_JDK: [&str; 3] = ["java/", "javax/", "jdk/"];
/// Standards that others implement.
const OF_OTHERS: [&str; 1] = ["javax/servlet/"];

/// Each rule for the JDK of its release, and whether it fits.
pub(super) fn all(models: &Models, jdk: &Jdk) -> Vec<(String, Result<(), Fault>)> {
    let mut all = Vec::new();
    for rule in models
        .methods()
        .iter()
        .filter(|it| it.jdk.contains(&jdk.feature))
    {
        let method = rule.method.as_deref().unwrap_or("*");
        let descriptor = rule.descriptor.as_deref().unwrap_or_default();
        let name = format!("method {}.{method}{descriptor}", rule.classes);
        all.push((name, check_method(jdk, rule)));
    }
    for rule in models
        .classes()
        .iter()
        .filter(|it| it.jdk.contains(&jdk.feature))
    {
        let outcome = check_classes(jdk, &rule.classes).and_then(|()| check_overridable(jdk, rule));
        all.push((format!("class {}", rule.classes), outcome));
    }
    for it in models
        .containers_to_check(jdk.feature)
        .filter(|it| it.only_check)
    {
        let outcome = it
            .methods
            .iter()
            .try_for_each(|(name, _)| is_declared(jdk, &it.class, name, None, |_| Ok(())));
        all.push((format!("container {}", it.class), outcome));
    }
    all
}

fn is_of_jdk(name: &str) -> bool {
    let begins = |it: &&str| name.starts_with(*it);
    OF_JDK.iter().any(begins) && !OF_OTHERS.iter().any(begins)
}

fn check_classes(jdk: &Jdk, classes: &Classes) -> Result<(), Fault> {
    match classes {
        Classes::One(name) if is_of_jdk(name) => jdk.with_class(name, |_| Ok(())),
        Classes::Package(start) if is_of_jdk(start) => match jdk.has_package(start)? {
            true => Ok(()),
            false => misfit("there is no such package"),
        },
        _ => Ok(()),
    }
}

/// Whether all that may be overridden of a class, or of what is above it, is named. A name that only other JDKs have does no harm.
fn check_overridable(jdk: &Jdk, rule: &ClassRule) -> Result<(), Fault> {
    let (Classes::One(class), OfClass::Overridable(names)) = (&rule.classes, &rule.says) else {
        return Ok(());
    };
    let mut open: Vec<String> = vec![class.to_string()];
    while let Some(class) = open.pop().filter(|it| is_of_jdk(it)) {
        if class == "java/lang/Object" {
            continue;
        }
        let above = jdk.with_class(&class, |class| {
            for method in &class.methods {
                let name = class.pool.utf8(method.name).unwrap_or_default();
                let is_visible = method.is(access::PUBLIC) || method.is(access::PROTECTED);
                let is_fixed = method.is(access::STATIC | access::FINAL | access::SYNTHETIC);
                let is_overridable = is_visible && !is_fixed && !name.starts_with('<');
                if is_overridable && !names.iter().any(|it| it == name) {
                    return misfit(format!("{name} may be overridden, too"));
                }
            }
            Ok(above(class))
        })?;
        open.extend(above);
    }
    Ok(())
}

/// The class and the interfaces right above one.
fn above(class: &ClassFile<'_>) -> Vec<String> {
    let interfaces = class.interfaces.iter();
    let interfaces = interfaces.filter_map(|&it| class.pool.class_name(it));
    let all = class.super_name().into_iter().chain(interfaces);
    all.map(str::to_owned).collect()
}

fn check_method(jdk: &Jdk, rule: &MethodRule) -> Result<(), Fault> {
    for (class, name, descriptor) in rule.calls.iter().filter(|it| is_of_jdk(&it.0)) {
        is_declared(jdk, class, name, Some(descriptor), |_| Ok(()))?;
    }
    check_classes(jdk, &rule.classes)?;
    match (&rule.classes, &rule.method) {
        (Classes::One(class), Some(name)) if is_of_jdk(class) => {
            is_declared(jdk, class, name, rule.descriptor.as_deref(), |it| {
                rule.check_signature(it)
            })
        }
        _ => Ok(()),
    }
}

/// A method as far as a rule depends on it.
struct Signature<'d> {
    descriptor: MethodDescriptor<'d>,
    is_static: bool,
}

impl MethodRule {
    /// Whether one of the methods that it is for fits what it says.
    fn check_signature(&self, of: &Signature<'_>) -> Result<(), Fault> {
        let Signature {
            descriptor,
            is_static,
        } = of;
        let has = |n: u8| descriptor.parameters.len() >= usize::from(n);
        let is_reference = |n: u8| {
            let parameter = descriptor.parameters.get(usize::from(n) - 1);
            parameter.is_some_and(|it| it.starts_with(['L', '[']))
        };
        if !self.containers().all(is_reference) {
            return misfit("there is no such argument that is a reference");
        }
        let needs_this = match self.locking.as_ref().map(|it| &it.which) {
            Some(Which::This | Which::FieldOfThis(_) | Which::MonitorOfThis) => true,
            Some(Which::Arg(n) | Which::MonitorOf(n)) if !has(*n) => {
                return misfit("there is no such argument");
            }
            _ => false,
        };
        let needs_this = needs_this
            || matches!(
                self.result,
                Some(
                    Answer::As(Operand::This)
                        | Answer::Is(Operand::This)
                        | Answer::LockOfThis
                        | Answer::ReadLockOfThis
                )
            );
        if needs_this && *is_static {
            return misfit("the rule is about `this`, and the method is static");
        }
        if let Some(Answer::As(Operand::Arg(n)) | Answer::Is(Operand::Arg(n))) = self.result
            && !has(n)
        {
            return misfit("there is no such argument");
        }
        if self.result.is_some() && descriptor.result == "V" {
            return misfit("there is no result");
        }
        if self.thread == Some(OnThread::Asks) && descriptor.result != "Z" {
            return misfit("what asks for the thread answers a boolean");
        }
        Ok(())
    }
}

/// Looks at all methods of a name, in a class and, if it has none, in those above it.
fn is_declared(
    jdk: &Jdk,
    class: &str,
    name: &str,
    descriptor: Option<&str>,
    check: impl Fn(&Signature<'_>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let mut open = vec![class.to_owned()];
    let mut next = 0;
    while let Some(class) = open.get(next).cloned() {
        next += 1;
        let found = jdk.with_class(&class, |class| {
            let is_it = |it: &&Member<'_>| {
                class.pool.utf8(it.name) == Some(name)
                    && descriptor.is_none_or(|known| class.pool.utf8(it.descriptor) == Some(known))
            };
            let mut found = false;
            for method in class.methods.iter().filter(is_it) {
                let text = class.pool.utf8(method.descriptor).unwrap_or_default();
                if let Some(descriptor) = MethodDescriptor::parse(text) {
                    check(&Signature {
                        descriptor,
                        is_static: method.is(access::STATIC),
                    })?;
                    found = true;
                }
            }
            Ok((found, above(class)))
        })?;
        match found {
            (true, _) => return Ok(()),
            (false, above) => open.extend(
                above
                    .into_iter()
                    .filter(|it| !open.contains(it))
                    .collect::<Vec<_>>(),
            ),
        }
    }
    misfit(format!("there is no method {name}"))
}
