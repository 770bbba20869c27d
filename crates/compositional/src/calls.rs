//! Who calls whom.

use classfile::{Code, Frame, Insn, TypeTable, access};

use crate::program::{MethodId, Program};

/// The methods in an order in which callees come before callers; those that call each other are together.
///
/// Tarjan's algorithm, "Depth-first search and linear graph algorithms" (1972), without recursion.
pub fn components(program: &Program<'_>) -> Vec<Vec<MethodId>> {
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

pub fn calls_itself(program: &Program<'_>, id: MethodId) -> bool {
    callees(program, id).contains(&id)
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
    found: Vec<Vec<MethodId>>,
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
        let component = self.open.split_off(at);
        for &id in &component {
            self.is_open[id.index()] = false;
        }
        self.found.push(component);
    }
}

fn callees(program: &Program<'_>, id: MethodId) -> Vec<MethodId> {
    let method = &program[id];
    let file = &program[method.class].file;
    let decoded = || {
        let info = file.find(&file.methods[method.number].attributes, "Code")?;
        let mut types = TypeTable::default();
        let is_static = method.is(access::STATIC);
        let entry = Frame::at_entry(
            &mut types,
            file.name()?,
            &method.name,
            &method.descriptor,
            is_static,
        )?;
        Code::decode(info, &file.pool, &mut types, &entry).ok()
    };
    let mut callees: Vec<MethodId> = decoded()
        .iter()
        .flat_map(|code| &code.insns)
        .filter_map(|insn| match insn {
            Insn::Invoke(_, constant) | Insn::InvokeInterface(constant, _) => {
                program.callee(method.class, *constant)
            }
            Insn::InvokeDynamic(site) => {
                let closure = program.closure(method.class, *site)?;
                program.callee(method.class, closure)
            }
            _ => None,
        })
        .collect();
    callees.sort_unstable();
    callees.dedup();
    callees
}
