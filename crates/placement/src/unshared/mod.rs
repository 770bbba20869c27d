//! Accesses to arrays and objects that only one thread can ever know.
//!
//! References are put into classes by unification (Steensgaard, "Points-to analysis in almost linear time", 1996), and a
//! method is known to its callers by what it does to the classes of its parameters and its result, after Ruf, "Effective
//! synchronization removal for Java" (2000). It differs in that all fields of an object and all elements of an array are
//! one, that it sees one class file at a time, and that in recursion too a call has classes of its own, which
//! [`graph`] bounds by their depth.
//!
//! 1. From callees to callers: what a method shares, whatever its callers do. It begins with nothing shared and
//!    nothing unified and adds what instructions and calls demand until all are content. The result holds for recursive
//!    methods too: every step of a run is one that some instruction has accounted for.
//! 2. From callers to callees: parameters and results that a caller has shared. It begins with the methods that code
//!    outside may call. A run begins in one of these, so each call in it was accounted for.
//!
//! Order within a method plays no part: an array that is published at the end is shared from the start, as a thread that
//! gets hold of it by a race may read what was written long before.

mod graph;

use classfile::{Code, Insn, VType, op};
use ir::{Body, Definition, ValueId};
use rustc_hash::FxHashSet;

use graph::{Graph, Node};

/// A method of the class at hand.
pub struct Method<'m> {
    pub code: &'m Code,
    pub body: &'m Body,
    /// Whether any code but that of the methods at hand may call it.
    pub is_open: bool,
}

/// What a call does with references.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Callee {
    /// It runs the method at hand that has this number, and no other.
    Own(usize),
    /// It keeps no operand and hands none on. The result may be known to anyone.
    Forgets,
    /// Likewise, and the result is a new array without references.
    Makes,
    /// Likewise, and the result is a new array with elements of the first operand.
    Copies,
    /// It stores elements of the first operand in the third.
    Moves,
    /// It stores the last operand in the first.
    Fills,
    Unknown,
}

/// What is known of the classes around the methods.
pub trait Callees {
    fn callee(&self, insn: &Insn) -> Callee;

    /// Whether an instance of the class at this index of the pool is known to its maker alone, until a constructor has
    /// run: no finalizer will be told of it.
    fn is_new_unknown(&self, index: u16) -> bool;
}

/// For each method the accesses, by instruction, to what only one thread can ever know; among them the calls of methods
/// such as `System.arraycopy` on nothing but such arrays. A method that is `None` may do anything; the others are open
/// then.
pub fn unshared(methods: &[Option<Method<'_>>], callees: &dyn Callees) -> Vec<FxHashSet<usize>> {
    let makes_any = methods.iter().flatten().any(|m| makes(m.code, callees));
    if !makes_any {
        return vec![FxHashSet::default(); methods.len()];
    }
    let mut flows: Vec<Option<Flow<'_>>> = methods
        .iter()
        .map(|m| m.as_ref().map(|m| Flow::of(m, methods, callees)))
        .collect();
    summarize(&mut flows);
    come_from_outside(&mut flows);
    let local = |flow: &Option<Flow<'_>>| flow.as_ref().map(Flow::local_accesses);
    flows.iter().map(|f| local(f).unwrap_or_default()).collect()
}

/// Whether the code makes anything that could stay unknown to others.
fn makes(code: &Code, callees: &dyn Callees) -> bool {
    code.insns.iter().any(|insn| match *insn {
        Insn::NewArray(_) | Insn::MultiNewArray(..) | Insn::Type(op::ANEWARRAY, _) => true,
        Insn::Type(op::NEW, index) => callees.is_new_unknown(index),
        Insn::Invoke(..) => matches!(callees.callee(insn), Callee::Makes | Callee::Copies),
        _ => false,
    })
}

/// Applies what methods do to the places where they are called, until nothing changes.
fn summarize(flows: &mut [Option<Flow<'_>>]) {
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); flows.len()];
    for (number, flow) in flows.iter().enumerate() {
        for call in flow.iter().flat_map(|f| &f.calls) {
            callers[call.callee].push(number);
        }
    }
    let mut summaries: Vec<Option<Summary>> = vec![None; flows.len()];
    let mut open = Open::all(flows.len());
    while let Some(number) = open.next() {
        let Some(flow) = &mut flows[number] else {
            continue;
        };
        for call in 0..flow.calls.len() {
            flow.apply(call, &summaries);
        }
        let summary = Some(flow.summary());
        if summaries[number] != summary {
            summaries[number] = summary;
            callers[number].iter().for_each(|&caller| open.add(caller));
        }
    }
}

/// Tells methods of what their callers have shared.
fn come_from_outside(flows: &mut [Option<Flow<'_>>]) {
    let mut open = Open::all(flows.len());
    for flow in flows.iter_mut().flatten().filter(|f| f.method.is_open) {
        for at in flow.border.iter().flatten() {
            flow.graph.come_from_outside(*at);
        }
    }
    while let Some(number) = open.next() {
        let Some(caller) = &flows[number] else {
            continue;
        };
        let calls = caller.calls.iter();
        let told: Vec<(usize, Vec<Node>)> = calls
            .filter_map(|call| {
                let callee = flows[call.callee].as_ref()?;
                Some((call.callee, caller.shared_with(call, callee)))
            })
            .collect();
        for (number, nodes) in told {
            let Some(callee) = &mut flows[number] else {
                continue;
            };
            for node in nodes {
                if callee.graph.come_from_outside(node) {
                    open.add(number);
                }
            }
        }
    }
}

/// Methods that are still to be looked at, each once.
struct Open {
    numbers: Vec<usize>,
    is_open: Vec<bool>,
}

impl Open {
    fn all(count: usize) -> Open {
        Open {
            numbers: (0..count).collect(),
            is_open: vec![true; count],
        }
    }

    fn add(&mut self, number: usize) {
        if !std::mem::replace(&mut self.is_open[number], true) {
            self.numbers.push(number);
        }
    }

    fn next(&mut self) -> Option<usize> {
        let number = self.numbers.pop()?;
        self.is_open[number] = false;
        Some(number)
    }
}

/// A call of one of the methods at hand.
struct Call {
    callee: usize,
    /// For each parameter what is passed, then the result; `None` for numbers and null.
    actuals: Vec<Option<Node>>,
}

/// What a method does to the classes of its parameters and its result.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Summary {
    /// The class of each parameter, and of the result.
    border: Vec<Option<usize>>,
    /// Whether it is shared, and the class of its contents.
    classes: Vec<(bool, Option<usize>)>,
}

/// Where references go in a method.
struct Flow<'m> {
    method: &'m Method<'m>,
    graph: Graph,
    /// The parameters, then the result.
    border: Vec<Option<Node>>,
    calls: Vec<Call>,
    /// Each instruction that accesses, and what.
    accesses: Vec<(usize, Vec<Node>)>,
}

impl<'m> Flow<'m> {
    fn of(
        method: &'m Method<'m>,
        methods: &[Option<Method<'_>>],
        callees: &dyn Callees,
    ) -> Flow<'m> {
        let values = method.body.values().count();
        let mut flow = Flow {
            method,
            graph: Graph::new(values + 1),
            border: Vec::new(),
            calls: Vec::new(),
            accesses: Vec::new(),
        };
        for (value, described) in method.body.values() {
            match described.definition {
                Definition::Parameter(_) => flow.border.push(flow.node(value)),
                Definition::Caught(_) => flow.share(value),
                _ => {}
            }
        }
        let returned = Node::new(values);
        flow.border.push(Some(returned));
        for (block, described) in method.body.blocks.iter() {
            for phi in method.body.phis(block) {
                for &argument in &phi.arguments {
                    flow.unify(phi.value, argument);
                }
            }
            for insn in described.insns.clone() {
                flow.step(insn, returned, methods, callees);
            }
        }
        flow
    }

    /// None for numbers, and for null, which is nothing and unites nothing. Without frames a value that has the type of
    /// null may well be something.
    fn node(&self, value: ValueId) -> Option<Node> {
        let described = self.method.body.value(value);
        match (described.definition, described.ty) {
            (Definition::Null, _)
            | (_, VType::Int | VType::Float | VType::Long | VType::Double) => None,
            _ => Some(Node::new(value.index())),
        }
    }

    fn unify(&mut self, a: ValueId, b: ValueId) {
        if let (Some(a), Some(b)) = (self.node(a), self.node(b)) {
            self.graph.unify(a, b);
        }
    }

    fn share(&mut self, value: ValueId) {
        if let Some(node) = self.node(value) {
            self.graph.share(node);
        }
    }

    /// A value is stored in an object, or loaded from it.
    fn contain(&mut self, object: ValueId, value: ValueId) {
        if let (Some(object), Some(value)) = (self.node(object), self.node(value)) {
            let contents = self.graph.contents(object);
            self.graph.unify(contents, value);
        }
    }

    fn share_contents(&mut self, a: ValueId, b: ValueId) {
        if let (Some(a), Some(b)) = (self.node(a), self.node(b)) {
            let (a, b) = (self.graph.contents(a), self.graph.contents(b));
            self.graph.unify(a, b);
        }
    }

    fn access(&mut self, insn: usize, values: &[ValueId]) {
        let nodes: Vec<Node> = values.iter().filter_map(|&v| self.node(v)).collect();
        if !nodes.is_empty() {
            self.accesses.push((insn, nodes));
        }
    }

    fn step(
        &mut self,
        at: usize,
        returned: Node,
        methods: &[Option<Method<'_>>],
        callees: &dyn Callees,
    ) {
        let body = self.method.body;
        let (operands, result) = (body.operands(at), body.result(at));
        let insn = &self.method.code.insns[at];
        match *insn {
            Insn::Plain(op::IALOAD..=op::SALOAD) | Insn::Field(op::GETFIELD, _) => {
                self.access(at, &operands[..1]);
                if let Some(result) = result {
                    self.contain(operands[0], result);
                }
            }
            Insn::Plain(op::IASTORE..=op::SASTORE) => {
                self.access(at, &operands[..1]);
                self.contain(operands[0], operands[2]);
            }
            Insn::Field(op::PUTFIELD, _) => {
                self.access(at, &operands[..1]);
                self.contain(operands[0], operands[1]);
            }
            Insn::Plain(op::ARETURN) => {
                if let Some(node) = self.node(operands[0]) {
                    self.graph.unify(returned, node);
                }
            }
            Insn::Type(op::CHECKCAST, _) => {
                if let Some(result) = result {
                    self.unify(result, operands[0]);
                }
            }
            Insn::Type(op::NEW, index) if callees.is_new_unknown(index) => {}
            Insn::Local(..)
            | Insn::Plain(op::ARRAYLENGTH)
            | Insn::Type(op::INSTANCEOF | op::ANEWARRAY, _)
            | Insn::NewArray(_)
            | Insn::MultiNewArray(..)
            | Insn::Jump(..) => {}
            Insn::Invoke(..) | Insn::InvokeInterface(..) => {
                let callee = match callees.callee(insn) {
                    Callee::Own(number) if methods[number].is_none() => Callee::Unknown,
                    callee => callee,
                };
                self.call(at, callee, operands, result);
            }
            _ => self.share_all(operands, result),
        }
    }

    fn share_all(&mut self, operands: &[ValueId], result: Option<ValueId>) {
        for &value in operands.iter().chain(&result) {
            self.share(value);
        }
    }

    fn call(&mut self, at: usize, callee: Callee, operands: &[ValueId], result: Option<ValueId>) {
        match (callee, operands, result) {
            (Callee::Own(callee), ..) => {
                let mut actuals: Vec<_> = operands.iter().map(|&v| self.node(v)).collect();
                actuals.push(result.and_then(|v| self.node(v)));
                self.calls.push(Call { callee, actuals });
            }
            (Callee::Forgets, _, result) => {
                self.access(at, operands);
                self.share_all(&[], result);
            }
            (Callee::Makes, _, Some(made)) => {
                self.access(at, &[operands, &[made]].concat());
            }
            (Callee::Copies, &[from, ..], Some(copy)) => {
                self.share_contents(from, copy);
                self.access(at, &[from, copy]);
            }
            (Callee::Moves, &[from, _, to, ..], _) => {
                self.share_contents(from, to);
                self.access(at, &[from, to]);
            }
            (Callee::Fills, &[array, .., with], _) => {
                self.contain(array, with);
                self.access(at, &[array]);
            }
            _ => self.share_all(operands, result),
        }
    }

    /// Does to the operands and the result of a call what the callee does to them; so far nothing, if that was not looked
    /// at yet.
    fn apply(&mut self, call: usize, summaries: &[Option<Summary>]) {
        let Call { callee, actuals } = &self.calls[call];
        let Some(summary) = &summaries[*callee] else {
            return;
        };
        let mut images: Vec<Option<Node>> = vec![None; summary.classes.len()];
        for (class, actual) in summary.border.iter().zip(actuals) {
            let (Some(mut class), Some(mut node)) = (*class, *actual) else {
                continue;
            };
            loop {
                if let Some(image) = images[class] {
                    self.graph.unify(image, node);
                    break;
                }
                images[class] = Some(node);
                let (shared, contents) = summary.classes[class];
                if shared {
                    self.graph.share(node);
                }
                let Some(contents) = contents else {
                    break;
                };
                class = contents;
                node = self.graph.contents(node);
            }
        }
    }

    fn summary(&self) -> Summary {
        let mut found: Vec<Node> = Vec::new();
        let mut summary = Summary {
            border: Vec::with_capacity(self.border.len()),
            classes: Vec::new(),
        };
        for node in &self.border {
            let class = node.map(|node| number(&mut found, self.graph.find(node)));
            summary.border.push(class);
        }
        let mut next = 0;
        while let Some(&node) = found.get(next) {
            let contents = self.graph.known_contents(node);
            let contents = contents.map(|inner| number(&mut found, inner));
            summary.classes.push((self.graph.is_shared(node), contents));
            next += 1;
        }
        summary
    }

    /// Those classes of a callee's parameters, its result and what they contain which are not local here.
    fn shared_with(&self, call: &Call, callee: &Flow<'_>) -> Vec<Node> {
        let mut shared = Vec::new();
        let mut seen: Vec<Node> = Vec::new();
        for (formal, actual) in callee.border.iter().zip(&call.actuals) {
            let (mut formal, mut actual) = (*formal, *actual);
            while let (Some(inner), Some(outer)) = (formal, actual) {
                let inner = callee.graph.find(inner);
                if !self.graph.is_local(outer) {
                    shared.push(inner);
                    break;
                }
                if seen.contains(&inner) {
                    break;
                }
                seen.push(inner);
                formal = callee.graph.known_contents(inner);
                actual = self.graph.known_contents(outer);
            }
        }
        shared
    }

    fn local_accesses(&self) -> FxHashSet<usize> {
        let is_local = |nodes: &Vec<Node>| nodes.iter().all(|&node| self.graph.is_local(node));
        let local = self.accesses.iter().filter(|(_, nodes)| is_local(nodes));
        local.map(|(insn, _)| *insn).collect()
    }
}

/// The place of a node in a list, at whose end it is put if it is not there.
fn number(list: &mut Vec<Node>, node: Node) -> usize {
    list.iter().position(|&n| n == node).unwrap_or_else(|| {
        list.push(node);
        list.len() - 1
    })
}
