//! The summaries of all methods, from callees to callers, on all processors.
//!
//! A component of the call graph is looked at as soon as those that it calls were: what comes out depends on them alone, not
//! on who was faster.

use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock};
use std::thread;

use cache::{Bytes, Cache, Digest, digest};
use classfile::{Code, access};
use world::models::known::Is;

use crate::calls::{Component, callees, components};
use crate::codec;
use crate::memory::{Kept, Memory, Record};
use crate::method::{self, Around, Lifted};
use crate::parallel::{self, lock};
use crate::path::Root;
use crate::program::{ClassId, MethodId, Program, class_named};
use crate::summary::{Attribute, Signs, Stores, Summary, Value};

/// The rounds after which methods that call each other are left as they are.
const MAX_ROUNDS: usize = 5;

/// By method; none of those without code.
#[derive(Default)]
pub struct Summaries<'c> {
    methods: Vec<OfMethod>,
    memory: Option<Memory<'c>>,
    callees: Vec<Vec<MethodId>>,
}

/// What all methods have to say of the whole program.
pub type AllSigns<'s> = Vec<(MethodId, Cow<'s, Signs>)>;

/// What is known of a method. Of earlier runs' summaries most are never looked at, so they stay as they are until asked for.
#[derive(Default)]
struct OfMethod {
    kept: OnceLock<Bytes>,
    kept_signs: OnceLock<Bytes>,
    summary: OnceLock<Arc<Summary>>,
    digest: OnceLock<Digest>,
}

impl<'c> Summaries<'c> {
    pub fn get(&self, id: MethodId) -> Option<&Arc<Summary>> {
        let method = self.methods.get(id.index())?;
        let Some(kept) = method.kept.get() else {
            return method.summary.get();
        };
        let read = || {
            let read = self.memory.as_ref().and_then(|it| it.read(kept));
            Arc::new(read.unwrap_or_default())
        };
        Some(method.summary.get_or_init(read))
    }

    /// What each method has to say of the whole program.
    pub fn signs(&self) -> impl Iterator<Item = (MethodId, Cow<'_, Signs>)> {
        let methods = (0..).map(MethodId::new).zip(&self.methods);
        methods.filter_map(|(id, method)| {
            if let (Some(kept), Some(memory)) = (method.kept_signs.get(), &self.memory) {
                return memory.read(kept).map(|it| (id, Cow::Owned(it)));
            }
            let summary = method.summary.get();
            summary.map(|it| (id, Cow::Borrowed(&it.signs)))
        })
    }

    /// The memory, unless it is full, and what findings depend on.
    pub fn memory(&self) -> Option<(&Memory<'c>, &[Vec<MethodId>])> {
        let memory = self.memory.as_ref().filter(|it| !it.is_full())?;
        Some((memory, &self.callees))
    }

    pub fn digest(&self, id: MethodId) -> Option<Digest> {
        self.methods[id.index()].digest.get().copied()
    }

    // Nobody else looks at the method's component, so that nothing is there yet.
    fn set(&self, id: MethodId, summary: Arc<Summary>) {
        let _ = self.methods[id.index()].summary.set(summary);
    }

    fn set_kept(&self, id: MethodId, summary: Bytes, signs: Bytes) {
        let _ = self.methods[id.index()].kept.set(summary);
        let _ = self.methods[id.index()].kept_signs.set(signs);
    }

    fn set_digest(&self, id: MethodId, summary: Digest) {
        let _ = self.methods[id.index()].digest.set(summary);
    }
}

/// The summaries, and the methods whose code cannot be followed.
pub fn summarize<'c>(
    program: &Program<'_>,
    threads: NonZeroUsize,
    cache: Option<&'c Cache>,
    followed: &AtomicUsize,
) -> (Summaries<'c>, Vec<MethodId>) {
    let mut memory = cache.and_then(|it| Memory::of(program, it, threads));
    let aliases = aliases(program, threads, memory.as_ref());
    if let Some(memory) = &mut memory {
        memory.see_aliases(program, &aliases, threads);
    }
    let callees = callees(program, &aliases, threads);
    let components = components(program, &callees);
    let schedule = Schedule::of(&components, &callees);
    let summaries = Summaries {
        methods: program.method_ids().map(|_| OfMethod::default()).collect(),
        memory,
        callees,
    };
    let work = Work {
        program,
        aliases: &aliases,
        summaries: &summaries,
        skipped: Mutex::default(),
    };
    parallel::run(threads.get(), || {
        schedule.work(|it| {
            work.on(&components[it]);
            followed.fetch_add(components[it].methods.len(), Ordering::Relaxed);
        });
    });
    let mut skipped = work
        .skipped
        .into_inner()
        .unwrap_or_else(|it| it.into_inner());
    skipped.sort_unstable();
    (summaries, skipped)
}

struct Work<'w, 'c> {
    program: &'w Program<'w>,
    aliases: &'w Stores,
    summaries: &'w Summaries<'c>,
    /// Methods whose code cannot be followed.
    skipped: Mutex<Vec<MethodId>>,
}

impl Work<'_, '_> {
    fn on(&self, component: &Component) {
        // Once it is full, what depends on the component has no key either.
        let memory = self.summaries.memory.as_ref();
        let Some(memory) = memory.filter(|it| !it.is_full()) else {
            self.look_at(component);
            return;
        };
        let summaries = self.summaries;
        let key = memory.key_of_component(self.program, component, &summaries.callees, |it| {
            summaries.digest(it)
        });
        match memory.component(key, component.methods.len()) {
            Some(kept) => self.take_over(component, kept),
            None => {
                let skipped = self.look_at(component);
                self.keep(component, memory, key, &skipped);
            }
        }
    }

    fn take_over(&self, component: &Component, kept: Vec<Kept>) {
        for (&id, kept) in component.methods.iter().zip(kept) {
            match kept {
                Kept::Summary { summary, signs } => {
                    self.summaries.set_digest(id, digest(&summary));
                    self.summaries.set_kept(id, summary, signs);
                }
                Kept::Skipped => lock(&self.skipped).push(id),
                Kept::NoCode => {}
            }
        }
    }

    /// Keeps what was found for the next run.
    fn keep(&self, component: &Component, memory: &Memory<'_>, key: Digest, skipped: &[MethodId]) {
        let mut record = Record::default();
        for &id in &component.methods {
            match self.summaries.get(id) {
                Some(summary) => {
                    let bytes = codec::encode(&**summary, &memory.identities);
                    self.summaries.set_digest(id, digest(&bytes));
                    record.add(&bytes, &codec::encode(&summary.signs, &memory.identities));
                }
                None => record.add_none(skipped.contains(&id)),
            }
        }
        memory.keep_component(key, record);
    }

    /// Answers the methods whose code cannot be followed.
    fn look_at(&self, component: &Component) -> Vec<MethodId> {
        let program = self.program;
        let (mut lifted, mut skipped) = (Vec::new(), Vec::new());
        for &id in &component.methods {
            match method::lift(program, id) {
                Some(code) => lifted.push((id, code)),
                None if program[id].is(access::ABSTRACT | access::NATIVE) => {}
                None => skipped.push(id),
            }
        }
        lock(&self.skipped).extend(&skipped);
        for (id, summary) in self.follow(&lifted, component.is_recursive) {
            if let Some(summary) = summary {
                self.summaries.set(id, summary);
            }
        }
        skipped
    }

    /// The summaries of methods that call each other, or of one.
    fn follow(
        &self,
        lifted: &[(MethodId, Lifted)],
        is_recursive: bool,
    ) -> Vec<(MethodId, Option<Arc<Summary>>)> {
        let mut known: Vec<_> = lifted.iter().map(|(id, _)| (*id, None)).collect();
        for _ in 0..if is_recursive { MAX_ROUNDS } else { 1 } {
            let mut news = false;
            for (at, (id, lifted)) in lifted.iter().enumerate() {
                let around = Around {
                    program: self.program,
                    summaries: self.summaries,
                    together: if is_recursive { &known } else { &[] },
                    aliases: self.aliases,
                };
                let summary = Some(Arc::new(method::summarize(&around, *id, lifted)));
                news |= known[at].1 != summary;
                known[at].1 = summary;
            }
            if !news {
                break;
            }
        }
        known
    }
}

/// The final fields that are always given `this`, or what belongs to it; a function that has captured nothing else; or an executor with
/// one thread.
fn aliases(program: &Program<'_>, threads: NonZeroUsize, memory: Option<&Memory<'_>>) -> Stores {
    let classes: Vec<ClassId> = program.class_ids().collect();
    let stores = parallel::map(threads, &classes, |&class| {
        let constructors = program.methods_of(class);
        let sets_any = |id: MethodId| match &*program[id].name {
            "<init>" => sets_final_field(program, id),
            "<clinit>" => has_static_functions(program, class),
            _ => false,
        };
        let constructors: Vec<MethodId> = constructors.filter(|&id| sets_any(id)).collect();
        let find = || {
            constructors
                .iter()
                .map(|&id| stores_of(program, id))
                .collect()
        };
        match memory {
            _ if constructors.is_empty() => Vec::new(),
            Some(memory) => memory.constructors(class, find),
            None => find(),
        }
    });
    let mut aliases = Stores::default();
    for (field, value) in stores.iter().flatten().flat_map(|it| &it.0) {
        if program[*field].is(access::FINAL) {
            aliases.add(*field, value);
        }
    }
    let is_own = |it: &Value| it.path.is_none_or(|path| path.root == Root::Formal(0));
    aliases.0.retain(|_, value| {
        let is_kept = match &value.attribute {
            Attribute::Closure(_, captured) => captured.iter().all(is_own),
            Attribute::Worker => true,
            _ => value.path.is_some(),
        };
        is_kept && is_own(value)
    });
    aliases
}

/// What a method stores in fields, if nothing is known of those that it calls.
fn stores_of(program: &Program<'_>, id: MethodId) -> Stores {
    let (nothing, nobody) = (Stores::default(), Summaries::default());
    let around = Around {
        program,
        summaries: &nobody,
        together: &[],
        aliases: &nothing,
    };
    let lifted = method::lift(program, id);
    let summary = lifted.map(|it| method::summarize(&around, id, &it));
    summary.unwrap_or_default().signs.stores
}

fn sets_final_field(program: &Program<'_>, id: MethodId) -> bool {
    let class = program[id].class;
    let fields = program.code(id).and_then(|it| Code::fields_put(it).ok());
    let mut fields = fields
        .into_iter()
        .flatten()
        .filter_map(|constant| program.field(class, constant));
    fields.any(|field| program[field].is(access::FINAL))
}

/// Whether a class has static fields for what is run, or runs it. Others need not be known.
fn has_static_functions(program: &Program<'_>, class: ClassId) -> bool {
    let mut fields = program.fields_of(&program[class]).map(|it| &program[it]);
    fields.any(|field| {
        let class = class_named(&field.descriptor);
        let is_of_kind = class.starts_with("java/util/concurrent/")
            || program.library.class(class).is(Is::Function);
        field.is(access::STATIC) && field.is(access::FINAL) && is_of_kind
    })
}

/// What is to be done next.
struct Schedule {
    /// For each component those that call it.
    callers: Vec<Vec<usize>>,
    /// For each component how many of those that it calls are not done.
    waits_for: Vec<AtomicUsize>,
    queue: Mutex<Queue>,
    changed: Condvar,
}

struct Queue {
    ready: Vec<usize>,
    /// Components that are not done.
    left: usize,
}

impl Schedule {
    fn of(components: &[Component], callees: &[Vec<MethodId>]) -> Schedule {
        let mut component_of = vec![0; callees.len()];
        for (number, component) in components.iter().enumerate() {
            for id in &component.methods {
                component_of[id.index()] = number;
            }
        }
        let mut callers = vec![Vec::new(); components.len()];
        let mut waits_for = Vec::with_capacity(components.len());
        for (number, component) in components.iter().enumerate() {
            let methods = component.methods.iter();
            let called = methods.flat_map(|id| &callees[id.index()]);
            let mut called: Vec<usize> = called.map(|id| component_of[id.index()]).collect();
            called.sort_unstable();
            called.dedup();
            called.retain(|&it| it != number);
            for &callee in &called {
                callers[callee].push(number);
            }
            waits_for.push(AtomicUsize::new(called.len()));
        }
        let is_ready = |it: &usize| waits_for[*it].load(Ordering::Relaxed) == 0;
        let ready = (0..components.len()).filter(is_ready).collect();
        Schedule {
            callers,
            waits_for,
            queue: Mutex::new(Queue {
                ready,
                left: components.len(),
            }),
            changed: Condvar::new(),
        }
    }

    /// Does what is ready until all is done.
    fn work(&self, look_at: impl Fn(usize)) {
        let _guard = EndsAllOnPanic(self);
        while let Some(component) = self.next() {
            look_at(component);
            self.done(component);
        }
    }

    fn next(&self) -> Option<usize> {
        let mut queue = lock(&self.queue);
        loop {
            if let Some(component) = queue.ready.pop() {
                return Some(component);
            }
            if queue.left == 0 {
                return None;
            }
            let waited = self.changed.wait(queue);
            queue = waited.unwrap_or_else(|it| it.into_inner());
        }
    }

    fn done(&self, component: usize) {
        let callers = self.callers[component].iter();
        // Whoever takes away the last one sees what all others have written.
        let ready = callers.filter(|&&it| self.waits_for[it].fetch_sub(1, Ordering::AcqRel) == 1);
        let ready: Vec<usize> = ready.copied().collect();
        let mut queue = lock(&self.queue);
        queue.left -= 1;
        queue.ready.extend(&ready);
        if queue.left == 0 || ready.len() > 1 {
            self.changed.notify_all();
        }
    }
}

/// Lets nobody wait for what a thread that panics will never do.
struct EndsAllOnPanic<'s>(&'s Schedule);

impl Drop for EndsAllOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            let mut queue = lock(&self.0.queue);
            queue.left = 0;
            queue.ready.clear();
            self.0.changed.notify_all();
        }
    }
}
