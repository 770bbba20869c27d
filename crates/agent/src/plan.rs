//! The plan of the program that runs in this JVM, made in a thread of its own while the JVM starts.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use classfile::{ClassFile, MemberRef, TypeTable};
use host::{ClassPaths, Plan, PlannedClass};
use instrument::{FieldKey, Writers, Writes};
use rustc_hash::FxHashSet;

use crate::jvm::{Jvmti, guarded};

/// How long making a plan may take.
const LIMIT: Duration = Duration::from_secs(5);

/// How long the program's first class waits for the plan. Without it less is known, from then on: what was rewritten
/// for fields that nothing is known of would be slow with others.
const PATIENCE: Duration = Duration::from_secs(1);

/// What is known of the program's classes together.
#[derive(Default)]
pub struct Planning {
    /// Whether a plan was asked for.
    begun: bool,
    plan: OnceLock<Option<Plan>>,
    making: Mutex<Option<Receiver<Option<Plan>>>>,
    unplanned: Mutex<Unplanned>,
}

/// What code writes that the plan did not foresee.
#[derive(Default)]
struct Unplanned {
    fields: FxHashSet<FieldKey>,
    names: FxHashSet<String>,
}

impl Planning {
    /// Begins to make the plan for a JVM of this feature release.
    pub fn begin(jvmti: Jvmti, feature: u16) -> Planning {
        let paths = ClassPaths {
            classes: paths(jvmti, "java.class.path"),
            modules: paths(jvmti, "jdk.module.path"),
        };
        let (send, receive) = sync_channel(1);
        let deadline = Instant::now() + LIMIT;
        let make = move || {
            let plan = guarded(|| Plan::of(&paths, feature, deadline));
            // Nobody waits any more if it took too long.
            let _ = send.send(plan.flatten());
        };
        let started = std::thread::Builder::new().spawn(make).is_ok();
        Planning {
            begun: true,
            making: Mutex::new(started.then_some(receive)),
            ..Planning::default()
        }
    }

    /// The plan, if there is one.
    fn plan(&self) -> Option<&Plan> {
        let made = || {
            let making = self.making.lock().ok()?.take()?;
            making.recv_timeout(PATIENCE).ok()?
        };
        self.plan.get_or_init(made).as_ref()
    }

    /// Whether a plan was asked for and there is none: what is rewritten now would be rewritten otherwise in another run.
    pub fn failed(&self) -> bool {
        self.begun && self.plan().is_none()
    }

    /// What is known when this class is loaded, by the loader of the class path or another.
    pub fn writers<'p>(
        &'p self,
        class: &'p str,
        bytes: &[u8],
        from_class_path: bool,
    ) -> KnownWriters<'p> {
        let plan = self.plan();
        let is_planned = plan.is_some_and(|it| it.has(class, bytes));
        if plan.is_some() && !is_planned {
            self.note(bytes);
        }
        KnownWriters {
            planning: self,
            planned: plan
                .filter(|_| is_planned)
                .map(|plan| PlannedClass { plan, class }),
            from_class_path,
        }
    }

    /// A class that the plan does not have is loaded.
    fn note(&self, bytes: &[u8]) {
        let mut types = TypeTable::default();
        let class = ClassFile::read(bytes).ok();
        let writes = class.and_then(|it| Writes::of(&it, &mut types));
        if let (Some(writes), Ok(mut unplanned)) = (writes, self.unplanned.lock()) {
            let fields = writes.others.into_iter().map(|(_, field)| field);
            unplanned.fields.extend(fields);
            unplanned.names.extend(writes.named);
        }
    }
}

/// Absolute, as a JVM that starts is in another directory for a moment, when it makes its file of counters.
fn paths(jvmti: Jvmti, property: &str) -> Vec<PathBuf> {
    let value = jvmti.system_property(property).unwrap_or_default();
    let paths = value.split(':').filter(|it| !it.is_empty());
    paths.flat_map(std::path::absolute).collect()
}

/// What is known of fields when a class is loaded.
pub struct KnownWriters<'p> {
    planning: &'p Planning,
    /// If the plan has the class.
    planned: Option<PlannedClass<'p>>,
    /// Whether the loader of the class path defines the class, and so all others that the plan has.
    from_class_path: bool,
}

impl Writers for KnownWriters<'_> {
    fn others_write(&self, name: &str, descriptor: &str) -> bool {
        let Some(planned) = &self.planned else {
            return true;
        };
        let Ok(unplanned) = self.planning.unplanned.lock() else {
            return true;
        };
        let field = (name.to_owned(), descriptor.to_owned());
        planned.others_write(name, descriptor)
            || unplanned.fields.contains(&field)
            || unplanned.names.contains(name)
    }

    /// If this class is not as the plan has it, an agent changes classes, and the field's is likely to be changed too.
    fn expects_settled(&self, field: MemberRef<'_>) -> bool {
        let planned = self.planned.as_ref();
        planned.is_some_and(|it| it.expects_settled(field))
    }

    /// Another loader may have to be asked for the class again, though its object is there.
    fn is_plain(&self, field: MemberRef<'_>) -> bool {
        let planned = self.planned.as_ref().filter(|_| self.from_class_path);
        planned.is_some_and(|it| it.is_plain(field))
    }
}
