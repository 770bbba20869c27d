//! Objects that are handed to other threads, to be run there: a task's code is in a class of its own.
//!
//! A function runs where it is handed over, and its accesses are those of the method that does it. Of an object it is not known who made it,
//! so that the accesses are those of the method that is run, and what is known of all calls says on which thread.

use std::collections::{BTreeMap, BTreeSet};

use cache::Digester;
use classfile::{MethodDescriptor, access};

use crate::domains::Threads;
use crate::memory::Memory;
use crate::path::{Path, Root, Step};
use crate::program::{ClassId, MethodId, Program};
use crate::summaries::AllSigns;
use crate::summary::Access;

/// The library's interfaces for what can be run: the method, and how many arguments it has.
const FUNCTIONS: [(&str, &str, usize); 7] = [
    ("java/lang/Runnable", "run", 0),
    ("java/util/concurrent/Callable", "call", 0),
    ("java/util/function/Supplier", "get", 0),
    ("java/util/function/Consumer", "accept", 1),
    ("java/util/function/Function", "apply", 1),
    ("java/util/function/BiConsumer", "accept", 2),
    ("java/util/function/BiFunction", "apply", 2),
];

pub struct Tasks {
    /// By method that is run, on which threads, and the methods that hand such an object over.
    run: BTreeMap<MethodId, (Threads, BTreeSet<MethodId>)>,
    /// By class of such an object, and by those around it, a method that has any thread run it.
    classes: BTreeMap<ClassId, MethodId>,
}

impl Tasks {
    pub fn of(program: &Program<'_>, signs: &AllSigns<'_>) -> Tasks {
        let mut tasks = Tasks {
            run: BTreeMap::new(),
            classes: BTreeMap::new(),
        };
        for (method, signs) in signs {
            for (name, threads) in &signs.hands_over {
                if let Some(class) = program.class_named(name)
                    && !program.is_thread(class)
                {
                    tasks.add(program, class, *threads, *method);
                }
            }
        }
        tasks
    }

    fn add(&mut self, program: &Program<'_>, class: ClassId, threads: Threads, by: MethodId) {
        for run in bodies(program, class) {
            let known = self.run.entry(run);
            let known = known.or_insert_with(|| (threads, BTreeSet::new()));
            known.0 = known.0.max(threads);
            known.1.insert(by);
            if threads >= Threads::AwaitedOne {
                for class in [class, program[run].class] {
                    for class in program.nest(class) {
                        self.classes.entry(class).or_insert(by);
                    }
                }
            }
        }
    }

    pub fn is_task(&self, method: MethodId) -> bool {
        self.run.contains_key(&method)
    }

    /// The methods that hand over the object whose task a method is.
    pub fn handed_by(&self, method: MethodId) -> Option<&BTreeSet<MethodId>> {
        self.run.get(&method).map(|(_, by)| by)
    }

    /// A method that has other threads run objects of a class, or of one inside it.
    pub fn starter(&self, class: ClassId) -> Option<MethodId> {
        self.classes.get(&class).copied()
    }

    /// On which threads a method makes an access. As with threads, each task has what is its own to itself, but for those who
    /// know it. What is around it, or static, it shares with other tasks.
    pub fn threads(&self, program: &Program<'_>, method: MethodId, access: &Access) -> Threads {
        let Some((threads, _)) = self.run.get(&method) else {
            return access.threads;
        };
        match access.threads {
            Threads::AnyButSelf => Threads::AnyButSelf,
            _ if !is_own(program, method, &access.path) => *threads,
            // Whoever waits for the task has it before and after, and nobody else does.
            _ if threads.are_awaited() => access.threads,
            _ => Threads::AnyButSelf,
        }
    }

    pub fn digest(&self, to: &mut Digester, memory: &Memory<'_>) {
        to.number(self.run.len() as u64);
        for (method, (threads, by)) in &self.run {
            to.number(memory.identities.of_method(*method));
            to.number(*threads as u64);
            to.number(by.len() as u64);
            for by in by {
                to.number(memory.identities.of_method(*by));
            }
        }
    }
}

fn is_own(program: &Program<'_>, method: MethodId, path: &Path) -> bool {
    let around = program[program[method].class].around;
    let around = around.map(|(field, _)| Step::Field(field));
    matches!(path.root, Root::Formal(_))
        && (around.is_none() || path.steps.first() != around.as_ref())
}

/// What runs if an object of a class is run. Bridges only call it.
fn bodies(program: &Program<'_>, class: ClassId) -> Vec<MethodId> {
    let above = &program[class].above;
    let functions = FUNCTIONS.iter().filter(|(interface, ..)| {
        above.iter().any(|&it| {
            let file = &program[it].file;
            let mut names = file.interfaces.iter();
            names.any(|&it| file.pool.class_name(it) == Some(interface))
        })
    });
    let bodies = functions.flat_map(|&(_, name, arguments)| {
        let is_it = |id: &MethodId| {
            let method = &program[*id];
            let others = access::STATIC | access::SYNTHETIC | access::ABSTRACT;
            let descriptor = MethodDescriptor::parse(&method.descriptor);
            &*method.name == name
                && !method.is(others)
                && descriptor.is_some_and(|it| it.parameters.len() == arguments)
        };
        let declared = above.iter().map(|&it| program.methods_of(it).filter(is_it));
        let mut declared = declared.map(Iterator::collect::<Vec<MethodId>>);
        declared.find(|it| !it.is_empty()).unwrap_or_default()
    });
    bodies.collect()
}
