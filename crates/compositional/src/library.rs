//! What calls of library methods do: locks, and containers.

use std::sync::OnceLock;

use classfile::MemberRef;
use rustc_hash::{FxHashMap, FxHashSet};
use world::models::{self, Models};

use crate::domains::Mode;
use crate::summary::Kind;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    Lock(Mode),
    Unlock(Mode),
    /// It answers whether the lock was taken.
    TryLock(Mode),
    /// It gives back what is held, in whatever mode.
    UnlockAny,
    /// It begins a read that will be looked at afterwards.
    Optimistic,
    /// It answers whether the monitor of its argument is held.
    HoldsMonitor,
    /// It answers an object that locks this one.
    View(Mode),
    Container(Kind),
    /// It answers a container that several threads may use.
    MakesSafe,
    /// It answers a container that is as safe as its argument.
    Wraps,
    Unknown,
}

/// What containers are like in the newest JDK is what they are like to the analysis.
const NEWEST_JDK: u16 = 25;

/// Containers that are as another one is.
const LIKE: &[(&str, &str)] = &[
    ("java/util/EnumMap", "java/util/HashMap"),
    ("java/util/EnumSet", "java/util/HashSet"),
];

const LOCKS: &str = "java/util/concurrent/locks/";

pub fn effect(callee: MemberRef<'_>) -> Effect {
    if let Some(simple) = callee.class.strip_prefix(LOCKS) {
        return lock_effect(simple, callee);
    }
    match (callee.class, callee.name) {
        ("java/util/Collections", name) if name.starts_with("synchronized") => Effect::MakesSafe,
        ("java/util/Collections", "newSetFromMap") => Effect::Wraps,
        (class, _) if is_safe(class) && answers_container(callee) => Effect::MakesSafe,
        ("java/lang/Thread", "holdsLock") => Effect::HoldsMonitor,
        key => match containers().get(&key) {
            Some(&kind) => Effect::Container(kind),
            None => Effect::Unknown,
        },
    }
}

/// Whether a method's result is a collection or a map: of a container, a view.
fn answers_container(callee: MemberRef<'_>) -> bool {
    let result = callee.descriptor.rsplit_once(')').map_or("", |it| it.1);
    ["Set;", "KeySetView;", "Collection;", "Map;"]
        .iter()
        .any(|it| result.ends_with(it))
}

fn lock_effect(class: &str, callee: MemberRef<'_>) -> Effect {
    let answers_lock = callee.descriptor.ends_with(';');
    match callee.name {
        "lock" | "lockInterruptibly" => Effect::Lock(Mode::Exclusive),
        "unlock" if class == "StampedLock" => Effect::UnlockAny,
        "unlock" => Effect::Unlock(Mode::Exclusive),
        "tryLock" | "isHeldByCurrentThread" | "isWriteLockedByCurrentThread" | "tryWriteLock" => {
            Effect::TryLock(Mode::Exclusive)
        }
        "tryReadLock" => Effect::TryLock(Mode::Shared),
        "readLock" | "asReadLock" if answers_lock => Effect::View(Mode::Shared),
        "writeLock" | "asWriteLock" if answers_lock => Effect::View(Mode::Exclusive),
        "readLock" | "readLockInterruptibly" => Effect::Lock(Mode::Shared),
        "writeLock" | "writeLockInterruptibly" => Effect::Lock(Mode::Exclusive),
        "tryOptimisticRead" => Effect::Optimistic,
        "unlockRead" | "validate" => Effect::Unlock(Mode::Shared),
        "unlockWrite" => Effect::Unlock(Mode::Exclusive),
        _ => Effect::Unknown,
    }
}

/// Whether a method of this name may take or give back a lock: a quick answer before the right one.
pub fn sounds_like_locking(name: &str) -> bool {
    name.contains("ock")
        || matches!(
            name,
            "isHeldByCurrentThread" | "tryOptimisticRead" | "validate"
        )
}

/// What a method says of the thread that runs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnThread {
    /// It returns only on the thread of the user interface.
    One,
    /// It returns only on others.
    Others,
    /// It answers whether it runs on that thread.
    Asks,
}

/// By its name, whoever declares it: every platform and many a program have their own.
pub fn on_thread(callee: MemberRef<'_>) -> Option<OnThread> {
    let is = |descriptor| callee.descriptor == descriptor;
    match callee.name {
        "assertMainThread" | "assertOnUiThread" | "assertIsMainThread" | "assertOnMainThread"
        | "checkMainThread" | "ensureMainThread" | "checkOnMainThread" | "verifyMainThread"
        | "assertUiThread"
            if is("()V") =>
        {
            Some(OnThread::One)
        }
        "assertOnBackgroundThread"
        | "assertBackgroundThread"
        | "assertNotMainThread"
        | "assertNotOnMainThread"
        | "assertOnNonUiThread"
        | "assertIsBackgroundThread"
            if is("()V") =>
        {
            Some(OnThread::Others)
        }
        "isMainThread"
        | "isUiThread"
        | "isOnMainThread"
        | "isOnUiThread"
        | "isEventDispatchThread"
        | "isDispatchThread"
            if is("()Z") =>
        {
            Some(OnThread::Asks)
        }
        _ => None,
    }
}

/// When and where a method of the library runs a function that it is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Runs {
    /// Before it returns.
    Now,
    OnAnyThread,
    /// On the thread of the user interface.
    OnOneThread,
    Unknown,
}

pub fn runs(callee: MemberRef<'_>) -> Runs {
    const CONCURRENT: &str = "java/util/concurrent/";
    match (callee.class, callee.name) {
        ("javax/swing/SwingUtilities" | "java/awt/EventQueue", _) => Runs::OnOneThread,
        ("java/security/AccessController", _) => Runs::Now,
        ("java/lang/Thread", "<init>" | "ofVirtual" | "startVirtualThread") => Runs::OnAnyThread,
        (class, _) if starts_threads(class) => Runs::OnAnyThread,
        (class, _) if class.starts_with(CONCURRENT) && !class.contains("Concurrent") => {
            Runs::Unknown
        }
        (class, _) if class.starts_with("java/util/") || class == "java/lang/Iterable" => Runs::Now,
        _ => Runs::Unknown,
    }
}

/// What `AccessController.doPrivileged` calls.
pub const RUN_PRIVILEGED: (&str, &str) = ("run", "()Ljava/lang/Object;");

/// Whether an interface is that of what `AccessController.doPrivileged` runs.
pub fn is_privileged_action(interface: &str) -> bool {
    matches!(
        interface,
        "java/security/PrivilegedAction" | "java/security/PrivilegedExceptionAction"
    )
}

/// Whether a method runs its first argument, on this thread and before it returns.
pub fn runs_privileged(callee: MemberRef<'_>) -> bool {
    callee.class == "java/security/AccessController" && callee.name.starts_with("doPrivileged")
}

/// Whether the methods of a class hand tasks to threads.
fn starts_threads(class: &str) -> bool {
    let simple = class.strip_prefix("java/util/concurrent/");
    simple.is_some_and(|it| {
        matches!(
            it,
            "Executor" | "CompletableFuture" | "CompletionStage" | "ForkJoinPool"
        ) || it.ends_with("ExecutorService")
            || it.ends_with("PoolExecutor")
    })
}

/// Whether a call shows that its class works with several threads.
pub fn shows_threads(callee: MemberRef<'_>) -> bool {
    starts_threads(callee.class)
        || callee.class == "java/lang/Thread"
            && matches!(callee.name, "start" | "startVirtualThread")
        || callee.class == "java/util/Timer"
}

/// Whether a call makes an object of a number, or a number of an object.
pub fn boxes(callee: MemberRef<'_>) -> bool {
    callee.class.starts_with("java/lang/")
        && (callee.name == "valueOf" || callee.name.ends_with("Value"))
}

/// Whether a class or interface has no method that others override, but for those that all objects have.
pub fn declares_nothing(class: &str) -> bool {
    matches!(
        class,
        "java/lang/Object" | "java/io/Serializable" | "java/lang/Cloneable"
    )
}

/// Whether a class belongs to a library that nobody can annotate.
pub fn is_foreign(class: &str) -> bool {
    const PACKAGES: [&str; 6] = ["java/", "javax/", "jdk/", "kotlin/", "kotlinx/", "scala/"];
    PACKAGES.iter().any(|it| class.starts_with(it))
}

/// Whether several threads may use objects of a class.
pub fn is_safe(class: &str) -> bool {
    class.starts_with("java/util/concurrent/")
        || matches!(
            class,
            "java/util/Vector"
                | "java/util/Hashtable"
                | "java/util/Stack"
                | "java/lang/StringBuffer"
        )
}

/// Whether objects of exactly this class are containers that two threads must not use at once.
pub fn is_plain_container(class: &str) -> bool {
    static PLAIN: OnceLock<FxHashSet<&'static str>> = OnceLock::new();
    let plain = PLAIN.get_or_init(|| {
        let containers = Models::builtin().containers(NEWEST_JDK);
        let unlocked = containers.filter(|it| it.lock.is_none());
        let like = LIKE.iter().map(|(class, _)| *class);
        unlocked.map(|it| &*it.class).chain(like).collect()
    });
    plain.contains(class)
}

/// By class and method: whether it reads or changes the container. Interfaces count as what they are most often.
fn containers() -> &'static FxHashMap<(&'static str, &'static str), Kind> {
    static CONTAINERS: OnceLock<FxHashMap<(&'static str, &'static str), Kind>> = OnceLock::new();
    CONTAINERS.get_or_init(|| {
        let mut all = FxHashMap::default();
        let all_containers = Models::builtin().containers(NEWEST_JDK);
        for container in all_containers.filter(|it| it.lock.is_none()) {
            let classes = std::iter::once(&container.class).chain(&*container.through);
            for (class, (method, effect)) in
                classes.flat_map(|c| container.methods.iter().map(move |m| (c, m)))
            {
                let kind = match effect {
                    models::Effect::Read | models::Effect::ReadElement => Kind::ContainerRead,
                    models::Effect::Write | models::Effect::WriteElement => Kind::ContainerWrite,
                    _ => continue,
                };
                // Of several containers behind one interface the one that changes counts.
                let known = all.entry((&**class, &**method)).or_insert(kind);
                *known = kind.max(*known);
            }
        }
        for (class, like) in LIKE {
            let known: Vec<_> = all
                .iter()
                .filter(|((it, _), _)| it == like)
                .map(|((_, method), kind)| (*method, *kind))
                .collect();
            all.extend(
                known
                    .into_iter()
                    .map(|(method, kind)| ((*class, method), kind)),
            );
        }
        all
    })
}
