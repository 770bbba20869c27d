//! What would help against what was found without running the program, in a line.

use findings::{
    Access, EACH_ITS_OWN, Finding, GUARDED_BY_VIOLATION, Guard, Hints, INCONSISTENT_GUARD,
    INTERFACE_NOT_THREAD_SAFE, Location, Of, Op, TO_READ,
};

use crate::names::{self, printable};
use crate::violation::{entry_name, is_in_lambda, listed, of_task, outermost, own_of_task};

pub(crate) fn fix(finding: &Finding) -> String {
    let [here, other] = &finding.accesses;
    let write_lock = || to_write(here).or_else(|| to_write(other).filter(|_| !is_bare(here)));
    match finding.rule.as_str() {
        GUARDED_BY_VIOLATION => to_write(here).unwrap_or_else(|| {
            "hold that lock here, or correct the annotation if another one guards the field now".to_owned()
        }),
        INTERFACE_NOT_THREAD_SAFE => {
            "annotate the interface as thread-safe if all implementations are, else call it under a lock".to_owned()
        }
        INCONSISTENT_GUARD if [here, other].into_iter().any(has_of_each) => {
            let field = field(finding);
            format!("{field} is one for all objects, and each has a lock of its own: hold one that they share, such as a static one")
        }
        _ => write_lock()
            .or_else(|| known(finding))
            .unwrap_or_else(|| of_pair(finding)),
    }
}

fn field(finding: &Finding) -> String {
    match &finding.location {
        Location::Field { field, .. } => printable(field),
        location => names::location(location),
    }
}

/// What is known of the location says more than the two accesses.
fn known(finding: &Finding) -> Option<String> {
    let [here, other] = &finding.accesses;
    let hints = finding.hints.as_ref()?;
    let field = field(finding);
    if hints.of == Of::Parameter {
        let entry = spelled(&entry_name(here));
        return Some(format!(
            "let {entry} return what it makes and leave {field} as it is, or guard {field} with one lock here and where its callers use it; \
             if one thread alone calls {entry}, say so with @ThreadConfined"
        ));
    }
    let guard = hints.guard.as_ref()?;
    if is_looked_at_twice(finding, hints) {
        let (lock, entry) = (names::class(&guard.names[0]), spelled(&entry_name(here)));
        return Some(format!(
            "make {field} volatile, as {entry} looks at it before it takes the lock; or hold {lock} for the {} too",
            here.op.as_str()
        ));
    }
    if let Some(locks) = named(here).filter(|it| is_of_another(guard, it)) {
        let lock = names::class(&guard.names[0]);
        let what = what(here);
        return Some(format!(
            "hold {lock}, the object with {field}, for {what}: {locks} is another one there"
        ));
    }
    with_guard(guard, here, other)
}

/// Whether what the first access holds has the name of the right lock, but elsewhere.
fn is_of_another(guard: &Guard, locks: &str) -> bool {
    let [here, other] = &guard.names;
    !guard.held[0] && here != other && locks == names::class(other)
}

/// Whether a method looks at a field, and again under the lock before it sets it: the double-checked locking that a volatile
/// field makes right (JLS 17.4.5).
fn is_looked_at_twice(finding: &Finding, hints: &Hints) -> bool {
    let [here, other] = &finding.accesses;
    let is_same = match (outermost(here), outermost(other)) {
        (Some(one), Some(two)) => (&one.class, &one.method) == (&two.class, &two.method),
        _ => false,
    };
    let are_in_order =
        here.op == Op::Read && is_bare(here) && other.op == Op::Write && !is_bare(other);
    is_same && are_in_order && hints.of == Of::Field && here.thread_created.is_none()
}

/// One lock for all that access the location: who of the two lacks it should take it.
fn with_guard(guard: &Guard, here: &Access, other: &Access) -> Option<String> {
    let holder = spelled(&guard.holder);
    let [name, other_name] = guard.names.each_ref().map(|it| names::class(it));
    let is_agreed = guard.by_most || !(is_bare(here) && is_bare(other));
    match guard.held {
        [false, false] if !is_agreed => None,
        [false, held] if held || here == other => Some(format!(
            "hold {name} for {} too, as {holder} does",
            what(here)
        )),
        [true, false] => Some(format!(
            "hold {other_name} for {} too, as {holder} does",
            what(other)
        )),
        [false, false] => Some(format!(
            "hold {name} for {} and {}, as {holder} does",
            what(here),
            what(other)
        )),
        _ => None,
    }
}

/// `the write in grow`
fn what(access: &Access) -> String {
    format!("the {} in {}", access.op.as_str(), actor(access))
}

/// The method where to act. Locks are named as the method at the boundary sees them; in one of another class they have other names.
fn actor(access: &Access) -> String {
    let is_of_same = outermost(access).is_none_or(|it| it.class == access.class);
    let created = access.thread_created.iter().flatten();
    let submitter = created.map(|it| spelled(&it.method)).next();
    let task = of_task(access).and_then(|it| own_of_task(access, it).or(it.last()));
    match (submitter, task) {
        (Some(by), Some(frame)) if frame.method.starts_with("lambda$") => {
            format!("the task that {by} hands over")
        }
        (Some(_), Some(frame)) => spelled(&frame.method),
        _ if is_of_same => spelled(&access.method),
        _ => spelled(&entry_name(access)),
    }
}

/// The method at the boundary, or that of a task.
fn caller(access: &Access) -> String {
    match access.thread_created {
        Some(_) => actor(access),
        None => spelled(&entry_name(access)),
    }
}

/// A method as people call it: class files have names for constructors and functions that nobody writes.
pub(crate) fn spelled(method: &str) -> String {
    match method {
        "<init>" | "new" => "the constructor".to_owned(),
        "<clinit>" | "static" => "the static initializer".to_owned(),
        _ => match method
            .strip_prefix("lambda$")
            .and_then(|it| it.rsplit_once('$'))
        {
            Some(("new", _)) => "the lambda in the constructor".to_owned(),
            Some(("static", _)) => "the lambda in the static initializer".to_owned(),
            Some((around, _)) => format!("the lambda in {}", printable(around)),
            None => printable(method),
        },
    }
}

/// What the two accesses alone say.
fn of_pair(finding: &Finding) -> String {
    let [here, other] = &finding.accesses;
    let field = field(finding);
    let is_inconsistent = finding.rule == INCONSISTENT_GUARD;
    match (named(here), named(other)) {
        (Some(own), Some(locks)) if is_inconsistent && own == locks => {
            format!("decide on one lock for {field}: {locks} here and there may be two objects")
        }
        (_, Some(locks)) if is_inconsistent => hold(&locks, here, other),
        _ if is_inconsistent => {
            format!("decide which lock guards {field}, and hold it in both places")
        }
        (None, Some(locks)) if is_bare(here) => hold(&locks, here, other),
        (Some(locks), _) if is_bare(other) => hold(&locks, other, here),
        _ if here == other => alone(finding, &field),
        _ => together(finding, &field),
    }
}

fn hold(locks: &str, access: &Access, holder: &Access) -> String {
    let holder = caller(holder);
    format!("hold {locks} for {} too, as {holder} does", what(access))
}

/// For what conflicts with itself.
fn alone(finding: &Finding, field: &str) -> String {
    let here = &finding.accesses[0];
    let other_means = match of(finding) {
        Of::Content => {
            ", or use a type that is made for several threads, such as a concurrent collection"
        }
        Of::Elements => ", or use an atomic array",
        Of::Field | Of::Parameter => ", or use an atomic",
    };
    let advice = format!("guard all accesses to {field} with one lock{other_means}");
    // On which thread a task runs, whoever hands it over does not say.
    match is_in_lambda(here) || of_task(here).is_some() {
        true => advice,
        false => {
            let entry = spelled(&entry_name(here));
            format!("{advice}; if one thread alone calls {entry}, say so with @ThreadConfined")
        }
    }
}

/// For two of which neither has a lock. A volatile field helps where nothing that is written depends on what was there.
fn together(finding: &Finding, field: &str) -> String {
    let [entry, other] = finding.accesses.each_ref().map(caller);
    let both = match entry == other {
        true => entry,
        false => format!("{entry} and {other}"),
    };
    let updates = finding.hints.as_ref().is_some_and(|it| it.updates);
    let other_means = match of(finding) {
        Of::Content => format!(
            ", or have in {field} what is made for several threads, such as a concurrent collection"
        ),
        Of::Elements => format!(", or make {field} an atomic array"),
        _ if updates => format!(", or make {field} an atomic"),
        _ => format!("; if each access stands for itself, a volatile {field} will do"),
    };
    format!("hold one lock in {both}{other_means}")
}

fn of(finding: &Finding) -> Of {
    finding.hints.as_ref().map_or(Of::Field, |it| it.of)
}

/// For a write under read locks: others may hold them too.
fn to_write(access: &Access) -> Option<String> {
    let locks = access.locks.as_deref().filter(|_| access.op == Op::Write)?;
    let is_shared = !locks.is_empty() && locks.iter().all(|it| it.ends_with(TO_READ));
    let named: Vec<String> = locks.iter().map(|it| plain(it)).collect();
    is_shared.then(|| {
        format!(
            "take the write lock of {} for {}: several threads may hold the read lock at once",
            listed(&named, " or "),
            what(access)
        )
    })
}

/// Whether it holds a lock of an object, though the location is one for all objects.
fn has_of_each(access: &Access) -> bool {
    let locks = access.locks.iter().flatten();
    locks.into_iter().any(|it| it.ends_with(EACH_ITS_OWN))
}

fn is_bare(access: &Access) -> bool {
    access.locks.as_deref() == Some(&[])
}

/// A lock's name without what sets it apart.
fn plain(lock: &str) -> String {
    let apart = [EACH_ITS_OWN, TO_READ];
    let plain = apart.iter().find_map(|it| lock.strip_suffix(it));
    plain.unwrap_or(lock).to_owned()
}

/// The locks of an access, if others can hold them too: what is an argument here is something else elsewhere.
fn named(access: &Access) -> Option<String> {
    let locks = access.locks.as_deref()?;
    let is_common = |lock: &&String| !lock.starts_with("argument ") && *lock != "a lock";
    let common: Vec<String> = locks.iter().filter(is_common).map(|it| plain(it)).collect();
    (!common.is_empty()).then(|| listed(&common, " or "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn the_fix_follows_rule_and_locks() {
        let fix = |rule: &str, here: &[&str], other: &[&str]| {
            let mut finding = sample::violation();
            finding.rule = rule.into();
            let owned = |locks: &[&str]| Some(locks.iter().map(|it| it.to_string()).collect());
            finding.accesses[0].locks = owned(here);
            finding.accesses[1].locks = owned(other);
            super::fix(&finding)
        };
        let violation = findings::THREAD_SAFETY_VIOLATION;
        for (rule, here, other, expected) in [
            (
                violation,
                &[][..],
                &["this"][..],
                "hold this for the write in grow too, as size does",
            ),
            (
                violation,
                &["this"],
                &[],
                "hold this for the read in size too, as add does",
            ),
            (
                violation,
                &[],
                &[],
                "hold one lock in add and size; if each access stands for itself, a volatile size will do",
            ),
            (
                violation,
                &[],
                &["argument 1"],
                "hold one lock in add and size",
            ),
            (
                INCONSISTENT_GUARD,
                &["this"],
                &["this.lock"],
                "hold this.lock for the write in grow too, as size does",
            ),
            (
                INCONSISTENT_GUARD,
                &["this.lock"],
                &["this.lock"],
                "decide on one lock for size: this.lock here and there may be two objects",
            ),
            (
                INCONSISTENT_GUARD,
                &["this.lock (to read)"],
                &["this.lock"],
                "take the write lock of this.lock for the write in grow: several threads may hold the read lock at once",
            ),
            (
                INCONSISTENT_GUARD,
                &["this (each object has its own)"],
                &["this (each object has its own)"],
                "size is one for all objects, and each has a lock of its own: hold one that they share",
            ),
            (
                INCONSISTENT_GUARD,
                &["this.lock (its monitor)"],
                &["this.lock"],
                "hold this.lock for the write in grow too, as size does",
            ),
            (
                INCONSISTENT_GUARD,
                &["this"],
                &["a lock"],
                "decide which lock guards size",
            ),
            (GUARDED_BY_VIOLATION, &[], &[], "hold that lock here"),
            (
                INTERFACE_NOT_THREAD_SAFE,
                &[],
                &[],
                "annotate the interface",
            ),
        ] {
            let fix = fix(rule, here, other);
            assert!(fix.starts_with(expected), "{fix}");
        }
    }

    /// A finding whose accesses hold nothing, and what is known of its location.
    fn hinted(of: Of, updates: bool, guard: Option<Guard>) -> Finding {
        let mut finding = sample::violation();
        for access in &mut finding.accesses {
            access.locks = Some(Vec::new());
        }
        finding.hints = Some(Hints { of, updates, guard });
        finding
    }

    fn guard(names: [&str; 2], held: [bool; 2]) -> Option<Guard> {
        Some(Guard {
            names: names.map(str::to_owned),
            held,
            holder: "peek".into(),
            by_most: true,
        })
    }

    #[test]
    fn what_helps_depends_on_the_sort_of_location() {
        for (of, updates, expected) in [
            (
                Of::Field,
                false,
                "; if each access stands for itself, a volatile size will do",
            ),
            (Of::Field, true, ", or make size an atomic"),
            (
                Of::Content,
                false,
                ", or have in size what is made for several threads, such as a concurrent collection",
            ),
            (Of::Elements, true, ", or make size an atomic array"),
        ] {
            let fix = fix(&hinted(of, updates, None));
            assert_eq!(fix, format!("hold one lock in add and size{expected}"));
        }
        let fix = fix(&hinted(Of::Parameter, false, None));
        assert!(
            fix.starts_with("let add return what it makes and leave size as it is"),
            "{fix}"
        );
    }

    #[test]
    fn one_lock_is_named_for_a_location() {
        for (held, expected) in [
            (
                [false, true],
                "hold this.lock for the write in grow too, as peek does",
            ),
            (
                [true, false],
                "hold it.lock for the read in size too, as peek does",
            ),
            (
                [false, false],
                "hold this.lock for the write in grow and the read in size, as peek does",
            ),
        ] {
            let guard = guard(["this.lock", "it.lock"], held);
            assert_eq!(fix(&hinted(Of::Field, false, guard)), expected);
        }
        let mut finding = hinted(Of::Field, false, guard(["o", "this"], [false, true]));
        finding.accesses[0].locks = Some(vec!["this".into()]);
        assert_eq!(
            fix(&finding),
            "hold o, the object with size, for the write in grow: this is another one there"
        );
    }

    #[test]
    fn a_task_is_where_to_act_and_not_who_hands_it_over() {
        let mut finding = hinted(Of::Field, true, None);
        let here = &mut finding.accesses[0];
        here.thread_created = here.stack.as_ref().map(|it| it[1..].to_vec());
        assert_eq!(
            fix(&finding),
            "hold one lock in grow and size, or make size an atomic"
        );
        let here = &mut finding.accesses[0];
        here.method = "lambda$add$0".into();
        here.stack.as_mut().unwrap()[0].method = "lambda$add$0".into();
        assert_eq!(
            fix(&finding),
            "hold one lock in the task that add hands over and size, or make size an atomic"
        );
    }

    #[test]
    fn a_field_that_is_looked_at_before_the_lock_is_taken_should_be_volatile() {
        let mut finding = hinted(
            Of::Field,
            true,
            guard(["A.class", "A.class"], [false, true]),
        );
        finding.accesses.swap(0, 1);
        let [here, other] = &mut finding.accesses;
        other.stack = here.stack.clone();
        other.locks = Some(vec!["A.class".into()]);
        assert_eq!(
            fix(&finding),
            "make size volatile, as size looks at it before it takes the lock; or hold A.class for the read too"
        );
    }
}
