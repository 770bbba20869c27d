//! Who calls whom.

use classfile::Insn;

use crate::library;
use crate::method::decode;
use crate::program::{MethodId, Program};

/// Methods that call each other, or one by itself.
pub struct Component {
    pub methods: Vec<MethodId>,
    pub is_recursive: bool,
}

/// The methods in an order in which callees come before callers.
///
/// Tarjan's algorithm, "Depth-first search and linear graph algorithms" (1972), without recursion.
pub fn components(program: &Program<'_>) -> Vec<Component> {
    let callees: Vec<Vec<MethodId>> = program
        .method_ids()
        .map(|id| callees(program, id))
        .collect();
    let mut search = Search {
        callees: &callees,
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
        let methods = self.open.split_off(at);
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

fn callees(program: &Program<'_>, id: MethodId) -> Vec<MethodId> {
    let class = program[id].class;
    let mut callees: Vec<MethodId> = decode(program, id)
        .iter()
        .flat_map(|decoded| &decoded.code.insns)
        .filter_map(|insn| match insn {
            Insn::Invoke(_, constant) | Insn::InvokeInterface(constant, _) => {
                let pool = &program[class].file.pool;
                match pool
                    .member_ref(*constant)
                    .is_some_and(library::runs_privileged)
                {
                    true => program.privileged_action(class),
                    false => program.callee(class, *constant),
                }
            }
            Insn::InvokeDynamic(site) => {
                let closure = program.closure(class, *site)?;
                program.callee(class, closure)
            }
            _ => None,
        })
        .collect();
    callees.sort_unstable();
    callees.dedup();
    callees
}
