//! Who calls whom.

use std::num::NonZeroUsize;

use classfile::Code;
use rustc_hash::FxHashSet;

use crate::method::fields_read;
use crate::parallel;
use crate::program::{ClassId, MethodId, Program};
use crate::summary::{Attribute, Function, Stores};

/// Methods that call each other, or one by itself.
pub struct Component {
    pub methods: Vec<MethodId>,
    pub is_recursive: bool,
}

/// The methods in an order in which callees come before callers.
///
/// Tarjan's algorithm, "Depth-first search and linear graph algorithms" (1972), without recursion.
pub fn components(program: &Program<'_>, callees: &[Vec<MethodId>]) -> Vec<Component> {
    let mut search = Search {
        callees,
        order: vec![None; callees.len()],
        low: vec![0; callees.len()],
        is_open: vec![false; callees.len()],
        open: Vec::new(),
        next: 0,
        found: Vec::new(),
    };
    for id in program.method_ids() {
        if search.order[id.index()].is_none() {
            search.from(id);
        }
    }
    search.found
}

struct Search<'c> {
    callees: &'c [Vec<MethodId>],
    /// When a method was come to.
    order: Vec<Option<usize>>,
    /// The earliest method that it leads back to.
    low: Vec<usize>,
    is_open: Vec<bool>,
    open: Vec<MethodId>,
    next: usize,
    found: Vec<Component>,
}

impl Search<'_> {
    fn from(&mut self, start: MethodId) {
        let mut way = vec![(start, 0)];
        self.enter(start);
        while let Some((id, next)) = way.pop() {
            if let Some(&callee) = self.callees[id.index()].get(next) {
                way.push((id, next + 1));
                match self.order[callee.index()] {
                    None => {
                        self.enter(callee);
                        way.push((callee, 0));
                    }
                    Some(order) if self.is_open[callee.index()] => self.reach(id, order),
                    Some(_) => {}
                }
                continue;
            }
            if let Some(&(caller, _)) = way.last() {
                self.reach(caller, self.low[id.index()]);
            }
            if Some(self.low[id.index()]) == self.order[id.index()] {
                self.close(id);
            }
        }
    }

    fn enter(&mut self, id: MethodId) {
        self.order[id.index()] = Some(self.next);
        self.low[id.index()] = self.next;
        self.next += 1;
        self.is_open[id.index()] = true;
        self.open.push(id);
    }

    fn reach(&mut self, id: MethodId, order: usize) {
        let low = &mut self.low[id.index()];
        *low = order.min(*low);
    }

    fn close(&mut self, first: MethodId) {
        let at = self.open.iter().rposition(|&it| it == first).unwrap_or(0);
        let mut methods = self.open.split_off(at);
        // Who calls them from outside must not decide on their order.
        methods.sort_unstable();
        for &id in &methods {
            self.is_open[id.index()] = false;
        }
        let is_recursive = methods.len() > 1 || self.callees[first.index()].contains(&first);
        self.found.push(Component {
            methods,
            is_recursive,
        });
    }
}

/// For each method those that it calls. What final fields hold may be functions.
pub fn callees(program: &Program<'_>, kept: &Stores, threads: NonZeroUsize) -> Vec<Vec<MethodId>> {
    let with_functions: FxHashSet<ClassId> = program
        .class_ids()
        .filter(|&class| {
            let pool = &program[class].file.pool;
            (0..pool.entries().len() as u16).any(|it| function(program, kept, class, it).is_some())
        })
        .collect();
    let methods: Vec<MethodId> = program.method_ids().collect();
    parallel::map(threads, &methods, |&id| {
        let class = program[id].class;
        let read = match with_functions.contains(&class) {
            true => fields_read(program, id),
            false => Vec::new(),
        };
        let run = read
            .into_iter()
            .filter_map(|it| function(program, kept, class, it));
        callees_of(program, id, run)
    })
}

/// The body of the function that the field of a constant always holds.
fn function(
    program: &Program<'_>,
    kept: &Stores,
    class: ClassId,
    constant: u16,
) -> Option<MethodId> {
    match kept.0.get(&program.field(class, constant)?)?.attribute {
        Attribute::Closure(Function::Body(body), _) => Some(body),
        _ => None,
    }
}

fn callees_of(
    program: &Program<'_>,
    id: MethodId,
    run: impl Iterator<Item = MethodId>,
) -> Vec<MethodId> {
    let class = program[id].class;
    let called = program.code(id).and_then(|it| Code::called(it).ok());
    let called = called.into_iter().flatten();
    let mut callees: Vec<MethodId> = called
        .filter_map(|constant| {
            if program.known(class, constant).runs_action {
                return program.action(class);
            }
            let method = program.closure(class, constant).unwrap_or(constant);
            program.callee(class, method)
        })
        .chain(run)
        .collect();
    callees.sort_unstable();
    callees.dedup();
    callees
}
