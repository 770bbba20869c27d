//! Which classes several threads use, as far as their methods and annotations tell.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::Options;
use crate::annotations::Mark;
use crate::domains::Ownership;
use crate::path::{Path, Root, Step};
use crate::program::{ClassId, FieldId, Method, MethodId, Program, class_named};
use crate::summaries::AllSigns;
use crate::summary::Attribute;
use crate::tasks::Tasks;

pub struct Sharing {
    /// By class why it is looked at; `None` if it is not.
    reasons: Vec<Option<String>>,
    /// Fields that never hold anything but containers for several threads.
    pub safe_fields: BTreeSet<FieldId>,
}

impl Sharing {
    pub fn of(
        program: &Program<'_>,
        all: &AllSigns<'_>,
        tasks: &Tasks,
        options: &Options,
    ) -> Sharing {
        let stored = Stored::of(program, all);
        let signs = Signs::of(program, all, &stored, tasks);
        let reasons = program.class_ids().map(|it| signs.reason(it, options));
        Sharing {
            reasons: reasons.collect(),
            safe_fields: stored.fields(program, |it| it.is_safe),
        }
    }

    pub fn reason(&self, class: ClassId) -> Option<&str> {
        self.reasons[class.index()].as_deref()
    }
}

/// What is known of all that a field is given.
#[derive(Clone, Copy)]
struct OfField {
    /// Containers for several threads.
    is_safe: bool,
    /// Objects that were made for it.
    is_made: bool,
}

/// By field; `None` of one that is given nothing.
struct Stored(Vec<Option<OfField>>);

impl Stored {
    fn of(program: &Program<'_>, signs: &AllSigns<'_>) -> Stored {
        let mut all: Vec<Option<OfField>> = vec![None; program.field_ids().count()];
        for (_, signs) in signs {
            for (field, value) in &signs.stores.0 {
                let known = all[field.index()].unwrap_or(OfField {
                    is_safe: true,
                    is_made: true,
                });
                all[field.index()] = Some(OfField {
                    is_safe: known.is_safe && value.attribute == Attribute::SafeContainer,
                    is_made: known.is_made && value.ownership == Ownership::OWNED,
                });
            }
        }
        Stored(all)
    }

    fn is(&self, field: FieldId, holds: impl Fn(OfField) -> bool) -> bool {
        self.0[field.index()].is_some_and(holds)
    }

    fn fields(&self, program: &Program<'_>, holds: impl Fn(OfField) -> bool) -> BTreeSet<FieldId> {
        let fields = program.field_ids();
        fields.filter(|&it| self.is(it, &holds)).collect()
    }
}

struct Signs<'p> {
    program: &'p Program<'p>,
    /// By class, its first method that shows that several threads use it.
    own: FxHashMap<ClassId, MethodId>,
    /// By class, a method of another one that takes locks of its objects.
    locking: FxHashMap<ClassId, MethodId>,
    tasks: &'p Tasks,
}

impl<'p> Signs<'p> {
    fn of(
        program: &'p Program<'p>,
        signs: &AllSigns<'_>,
        stored: &Stored,
        tasks: &'p Tasks,
    ) -> Signs<'p> {
        let mut all = Signs {
            program,
            own: FxHashMap::default(),
            locking: FxHashMap::default(),
            tasks,
        };
        for &(method, ref signs) in signs {
            if signs.shows_concurrency {
                all.own.entry(program[method].class).or_insert(method);
            }
            for lock in &signs.locks {
                all.see_lock(method, lock, stored);
            }
        }
        all
    }

    /// A lock is a sign for the class of the object that has it: the last one on the path to it whose class is looked at.
    fn see_lock(&mut self, method: MethodId, lock: &Path, stored: &Stored) {
        let program = self.program;
        let class = program[method].class;
        let root = match lock.root {
            Root::Formal(formal) => program.type_of(method, formal),
            Root::Static(_) => Some(&*program[class].name),
        };
        let root = root.and_then(|it| program.class_named(it));
        let mut held = lock.steps.iter().filter_map(|step| match step {
            Step::Field(field) => {
                let class = program.class_named(class_named(&program[*field].descriptor));
                class.map(|it| (*field, it))
            }
            Step::Element => None,
        });
        let first = held.next();
        let last = held.next_back().or(first);
        // What an object has made for itself is a part of it.
        let is_part = first.is_none_or(|(field, _)| stored.is(field, |it| it.is_made));
        if root == Some(class) && is_part {
            self.own.entry(class).or_insert(method);
        }
        if let Some(owner) = last.map(|(_, class)| class).or(root)
            && owner != class
        {
            self.locking.entry(owner).or_insert(method);
        }
    }

    fn reason(&self, class: ClassId, options: &Options) -> Option<String> {
        let program = self.program;
        if let Some(marked) = program.marked(class, Mark::ThreadSafe) {
            let name = program[marked].name.replace('/', ".");
            return Some(match marked == class {
                true => "the class is annotated as thread-safe".to_owned(),
                false => format!("{name} is annotated as thread-safe"),
            });
        }
        if program.is_thread(class) {
            return Some("the class is a thread".to_owned());
        }
        if let Some(&method) = self.own.get(&class) {
            let name = spelled(&program[method].name);
            let what = "takes locks or starts threads, so several threads may use the class";
            return Some(format!("{name} {what}"));
        }
        if let Some(starter) = self.tasks.starter(class) {
            let name = spelled_with_class(program, starter);
            let what = "has other threads run objects of the class, or of one inside it";
            return Some(format!("{name} {what}"));
        }
        let mut above = program[class].above.iter();
        if let Some(&user) = above.find_map(|it| self.locking.get(it)) {
            let name = spelled_with_class(program, user);
            let what = "locks objects of the class, so several threads have them";
            return Some(format!("{name} {what}"));
        }
        let all = options.all_classes;
        all.then(|| "all classes are looked at".to_owned())
    }
}

/// What people call a method that its class file gives a name of its own.
fn spelled(name: &str) -> &str {
    match name {
        "<init>" => "the constructor",
        "<clinit>" => "the static initializer",
        _ => name,
    }
}

fn spelled_with_class(program: &Program<'_>, method: MethodId) -> String {
    let Method { class, name, .. } = &program[method];
    let class = program[*class].name.replace('/', ".");
    match spelled(name) {
        spelled if spelled == &**name => format!("{class}.{name}"),
        spelled => format!("{spelled} of {class}"),
    }
}
