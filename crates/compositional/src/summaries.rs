//! The summaries of all methods, from callees to callers, on all processors.
//!
//! A component of the call graph is looked at as soon as those that it calls were: what comes out depends on them alone, not
//! on who was faster.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock};
use std::thread;

use classfile::{Code, access};

use crate::calls::{Component, callees, components};
use crate::method::{self, Around};
use crate::parallel::{self, lock};
use crate::path::Root;
use crate::program::{MethodId, Program};
use crate::summary::{Stores, Summary};

/// The rounds after which methods that call each other are left as they are.
const MAX_ROUNDS: usize = 5;

/// By method; none of those without code.
#[derive(Default)]
pub struct Summaries(Vec<OnceLock<Arc<Summary>>>);

impl Summaries {
    pub fn get(&self, id: MethodId) -> Option<&Arc<Summary>> {
        self.0.get(id.index())?.get()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Summary> {
        self.0.iter().filter_map(|it| it.get().map(|it| &**it))
    }

    fn set(&self, id: MethodId, summary: Arc<Summary>) {
        // Nobody else looks at its component.
        let _ = self.0[id.index()].set(summary);
    }
}

/// The summaries, and the methods whose code cannot be followed.
pub fn summarize(program: &Program<'_>, threads: NonZeroUsize) -> (Summaries, Vec<MethodId>) {
    let aliases = aliases(program, threads);
    let callees = callees(program, threads);
    let components = components(program, &callees);
    let summaries = Summaries(program.method_ids().map(|_| OnceLock::new()).collect());
    let skipped = Mutex::new(Vec::new());
    let schedule = Schedule::of(&components, &callees);
    parallel::run(threads.get(), || {
        schedule.work(|component| {
            let found = summarize_component(program, &components[component], &aliases, &summaries);
            lock(&skipped).extend(found);
        });
    });
    let mut skipped = skipped.into_inner().unwrap_or_else(|it| it.into_inner());
    skipped.sort_unstable();
    (summaries, skipped)
}

/// Answers the methods whose code cannot be followed.
fn summarize_component(
    program: &Program<'_>,
    component: &Component,
    aliases: &Stores,
    summaries: &Summaries,
) -> Vec<MethodId> {
    let (mut lifted, mut skipped) = (Vec::new(), Vec::new());
    for &id in &component.methods {
        match method::lift(program, id) {
            Some(code) => lifted.push((id, code)),
            None if program[id].is(access::ABSTRACT | access::NATIVE) => {}
            None => skipped.push(id),
        }
    }
    let mut known: Vec<(MethodId, Option<Arc<Summary>>)> =
        lifted.iter().map(|(id, _)| (*id, None)).collect();
    for _ in 0..if component.is_recursive {
        MAX_ROUNDS
    } else {
        1
    } {
        let mut news = false;
        for (at, (id, lifted)) in lifted.iter().enumerate() {
            let around = Around {
                program,
                summaries,
                together: if component.is_recursive { &known } else { &[] },
                aliases,
            };
            let summary = Some(Arc::new(method::summarize(&around, *id, lifted)));
            news |= known[at].1 != summary;
            known[at].1 = summary;
        }
        if !news {
            break;
        }
    }
    for (id, summary) in known {
        if let Some(summary) = summary {
            summaries.set(id, summary);
        }
    }
    skipped
}

/// The final fields that every constructor gives `this`, or what belongs to it.
fn aliases(program: &Program<'_>, threads: NonZeroUsize) -> Stores {
    let constructors: Vec<MethodId> = program
        .method_ids()
        .filter(|&id| program[id].is_constructor())
        .collect();
    let (nothing, nobody) = (Stores::default(), Summaries::default());
    let around = Around {
        program,
        summaries: &nobody,
        together: &[],
        aliases: &nothing,
    };
    let stores = parallel::map(threads, &constructors, |&id| {
        let lifted = sets_final_field(program, id).then(|| method::lift(program, id));
        let summary = lifted
            .flatten()
            .map(|it| method::summarize(&around, id, &it));
        summary.unwrap_or_default().stores
    });
    let mut aliases = Stores::default();
    for (field, value) in stores.iter().flat_map(|it| &it.0) {
        if program[*field].is(access::FINAL) {
            aliases.add(*field, value);
        }
    }
    aliases.0.retain(|_, value| {
        let root = value.path.map(|it| it.root);
        root == Some(Root::Formal(0))
    });
    aliases
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
