//! Control flow: the code cut into blocks, with a block of its own wherever an analysis may want to
//! place something.
//!
//! - A block lies inside or outside each exception range as a whole, and inside one it ends
//!   behind each store to a local. So the locals that a handler sees are those at the block's start.
//! - Exceptions arrive in a landing block, which nothing else enters.
//! - No edge is critical: of an edge's two ends, one has no other edge on that side. Exceptional
//!   edges cannot be split; they are not among the successors.
//! - A loop has one way in: its header has a single predecessor outside the loop, unless the header is a
//!   landing block.
//! - Blocks are numbered in reverse postorder: an edge to a lower or the same number closes a cycle.
//!   What cannot be reached has no block.

use std::collections::BTreeSet;
use std::ops::Range;

use classfile::{Code, Handler, Insn, op};
use rustc_hash::FxHashMap;

use crate::Unliftable;
use crate::few::Few;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct BlockId(pub(crate) u32);

impl BlockId {
    pub const ENTRY: BlockId = BlockId(0);

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Before the first instruction: here the parameters are defined.
    Entry,
    /// Instructions of the method.
    Code,
    /// On an edge that would be critical without it.
    Edge,
    /// The one way into a loop, where several ways meet.
    Preheader,
    /// Where exceptions arrive: here the caught one is defined.
    Landing,
}

#[derive(Debug, Clone)]
pub struct Block {
    pub role: Role,
    /// Indices of its instructions; empty unless its role is `Code`.
    pub insns: Range<usize>,
    /// Of a conditional jump: where control goes if it is not taken, then if it is.
    pub successors: Few<BlockId>,
    pub predecessors: Few<BlockId>,
    /// The landing blocks of exceptions in this block, in the order in which the JVM tries them.
    pub catches: Few<BlockId>,
    /// Of a landing block: where its exceptions may come from.
    pub throwers: Few<BlockId>,
}

impl Block {
    /// Every block that control may come from.
    pub fn sources(&self) -> impl Iterator<Item = BlockId> + '_ {
        self.predecessors.iter().chain(&self.throwers).copied()
    }

    /// Every block that control may go to.
    pub fn targets(&self) -> impl Iterator<Item = BlockId> + '_ {
        self.successors.iter().chain(&self.catches).copied()
    }
}

/// The blocks of one method.
#[derive(Debug, Clone)]
pub struct Blocks {
    blocks: Vec<Block>,
    /// By instruction; none for what cannot be reached.
    of_insn: Vec<Option<BlockId>>,
}

impl Blocks {
    pub fn of(code: &Code) -> Result<Blocks, Unliftable> {
        let mut graph = Graph::of(code)?;
        graph.split_critical_edges();
        graph.add_preheaders();
        Ok(graph.number(code.insns.len()))
    }

    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    pub fn ids(&self) -> impl DoubleEndedIterator<Item = BlockId> + use<> {
        (0..self.blocks.len() as u32).map(BlockId)
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (BlockId, &Block)> {
        let blocks = self.blocks.iter().enumerate();
        blocks.map(|(i, block)| (BlockId(i as u32), block))
    }

    /// The block of an instruction that can be reached.
    pub fn at(&self, insn: usize) -> Option<BlockId> {
        self.of_insn.get(insn).copied().flatten()
    }
}

impl std::ops::Index<BlockId> for Blocks {
    type Output = Block;

    fn index(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }
}

/// Exceptional edges of one method. No compiler comes near; a hostile exception table has billions.
const MAX_CATCHES: usize = 1 << 20;

struct Node {
    role: Role,
    insns: Range<usize>,
    successors: Few<usize>,
    catches: Few<usize>,
}

/// Blocks under construction, in no particular order; the first is the entry.
struct Graph {
    nodes: Vec<Node>,
}

impl Graph {
    fn of(code: &Code) -> Result<Graph, Unliftable> {
        let starts = starts(code)?;
        let mut graph = Graph {
            nodes: Vec::with_capacity(starts.len() + 1),
        };
        graph.add(Role::Entry, 1);
        let ends = starts[1..].iter().copied().chain([code.insns.len()]);
        for (&start, end) in starts.iter().zip(ends) {
            let mut successors = successors(code, end - 1)?;
            for at in successors.iter_mut() {
                *at = node_at(&starts, *at).ok_or(Unliftable::RunsOver)?;
            }
            graph.nodes.push(Node {
                role: Role::Code,
                insns: start..end,
                successors,
                catches: Few::default(),
            });
        }
        graph.add_landings(code, &starts)?;
        Ok(graph)
    }

    fn add(&mut self, role: Role, successor: usize) -> usize {
        self.nodes.push(Node {
            role,
            insns: 0..0,
            successors: [successor].into_iter().collect(),
            catches: Few::default(),
        });
        self.nodes.len() - 1
    }

    /// Adds a landing block for each place where a handler begins, and the edges to it.
    fn add_landings(&mut self, code: &Code, starts: &[usize]) -> Result<(), Unliftable> {
        if code.handlers.is_empty() {
            return Ok(());
        }
        let mut landings: FxHashMap<usize, usize> = FxHashMap::default();
        for handler in &code.handlers {
            let at = code.at(handler.target);
            let target = node_at(starts, at).ok_or(Unliftable::RunsOver)?;
            landings
                .entry(at)
                .or_insert_with(|| self.add(Role::Landing, target));
        }
        let mut ranges = Ranges::of(code);
        let mut looked_at = 0;
        for node in &mut self.nodes[1..=starts.len()] {
            for handler in ranges.at(node.insns.start) {
                let landing = landings[&code.at(handler.target)];
                if !node.catches.contains(&landing) {
                    node.catches.push(landing);
                }
                looked_at += 1;
                if handler.catch_type == 0 || looked_at > MAX_CATCHES {
                    break;
                }
            }
        }
        if looked_at > MAX_CATCHES {
            return Err(Unliftable::TooLarge);
        }
        Ok(())
    }

    fn split_critical_edges(&mut self) {
        let mut entries = vec![0; self.nodes.len()];
        for to in self.nodes.iter().flat_map(|n| n.successors.iter()) {
            entries[*to] += 1;
        }
        for from in 0..self.nodes.len() {
            let ways = self.nodes[from].successors.len();
            for way in 0..ways {
                let to = self.nodes[from].successors[way];
                if ways > 1 && entries[to] > 1 {
                    self.nodes[from].successors[way] = self.add(Role::Edge, to);
                }
            }
        }
    }

    /// Gives a loop that is entered from several blocks one way in.
    fn add_preheaders(&mut self) {
        let order = self.reverse_postorder();
        let mut position = vec![usize::MAX; self.nodes.len()];
        for (i, &node) in order.iter().enumerate() {
            position[node] = i;
        }
        let mut ways_in = vec![0; self.nodes.len()];
        let mut is_header = vec![false; self.nodes.len()];
        for &from in &order {
            for &to in &self.nodes[from].successors {
                if position[from] < position[to] {
                    ways_in[to] += 1;
                } else {
                    is_header[to] = true;
                }
            }
        }
        let mut preheaders: FxHashMap<usize, usize> = FxHashMap::default();
        for &from in &order {
            for way in 0..self.nodes[from].successors.len() {
                let to = self.nodes[from].successors[way];
                if is_header[to] && ways_in[to] > 1 && position[from] < position[to] {
                    let preheader = *preheaders
                        .entry(to)
                        .or_insert_with(|| self.add(Role::Preheader, to));
                    self.nodes[from].successors[way] = preheader;
                }
            }
        }
    }

    /// What can be reached, each block before those that follow it, and the way that falls
    /// through before the one that jumps.
    fn reverse_postorder(&self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut seen = vec![false; self.nodes.len()];
        seen[0] = true;
        let mut path = Vec::with_capacity(self.nodes.len());
        path.push((0, 0));
        while let Some((node, way)) = path.last_mut() {
            let Node {
                successors,
                catches,
                ..
            } = &self.nodes[*node];
            // What is visited last comes first.
            let next = catches
                .iter()
                .rev()
                .chain(successors.iter().rev())
                .nth(*way);
            *way += 1;
            match next {
                Some(&to) if !seen[to] => {
                    seen[to] = true;
                    path.push((to, 0));
                }
                Some(_) => {}
                None => {
                    order.push(*node);
                    path.pop();
                }
            }
        }
        order.reverse();
        order
    }

    fn number(mut self, insns: usize) -> Blocks {
        let order = self.reverse_postorder();
        let mut ids = vec![BlockId(u32::MAX); self.nodes.len()];
        for (i, &node) in order.iter().enumerate() {
            ids[node] = BlockId(i as u32);
        }
        let renamed = |nodes: &Few<usize>| nodes.iter().map(|&n| ids[n]).collect();
        let mut blocks: Vec<Block> = order
            .iter()
            .map(|&node| {
                let node = &mut self.nodes[node];
                Block {
                    role: node.role,
                    insns: node.insns.clone(),
                    successors: renamed(&node.successors),
                    predecessors: Few::default(),
                    catches: renamed(&node.catches),
                    throwers: Few::default(),
                }
            })
            .collect();
        let mut of_insn = vec![None; insns];
        for i in 0..blocks.len() {
            let id = BlockId(i as u32);
            of_insn[blocks[i].insns.clone()].fill(Some(id));
            for way in 0..blocks[i].successors.len() {
                let to = blocks[i].successors[way];
                blocks[to.index()].predecessors.push(id);
            }
            for way in 0..blocks[i].catches.len() {
                let to = blocks[i].catches[way];
                blocks[to.index()].throwers.push(id);
            }
        }
        Blocks { blocks, of_insn }
    }
}

/// The node of the block of instructions that begins at this one.
fn node_at(starts: &[usize], insn: usize) -> Option<usize> {
    let found = starts.binary_search(&insn);
    found.ok().map(|number| number + 1)
}

/// The first instruction of each block, in program order.
fn starts(code: &Code) -> Result<Vec<usize>, Unliftable> {
    let len = code.insns.len();
    let mut leads = vec![false; len + 1];
    leads[0] = true;
    leads[len] = true;
    let mut covered = vec![0i32; len + 1];
    for handler in &code.handlers {
        leads[code.at(handler.start)] = true;
        leads[code.at(handler.end)] = true;
        leads[code.at(handler.target)] = true;
        covered[code.at(handler.start)] += 1;
        covered[code.at(handler.end)] -= 1;
    }
    let mut depth = 0;
    for (i, insn) in code.insns.iter().enumerate() {
        depth += covered[i];
        match insn {
            Insn::Jump(op::JSR, _) | Insn::Local(op::RET, _) => {
                return Err(Unliftable::Subroutines);
            }
            Insn::Jump(_, target) => {
                leads[code.at(*target)] = true;
                leads[i + 1] = true;
            }
            Insn::Switch(switch) => {
                for target in switch.targets() {
                    leads[code.at(target)] = true;
                }
                leads[i + 1] = true;
            }
            Insn::Local(op::ISTORE..=op::ASTORE, _) | Insn::Iinc(..) if depth > 0 => {
                leads[i + 1] = true;
            }
            _ if op::ends_block(insn.opcode()) => leads[i + 1] = true,
            _ => {}
        }
    }
    if len == 0 {
        return Err(Unliftable::RunsOver);
    }
    Ok((0..len).filter(|&i| leads[i]).collect())
}

/// Where control goes after the last instruction of a block.
fn successors(code: &Code, last: usize) -> Result<Few<usize>, Unliftable> {
    let insn = &code.insns[last];
    let mut targets = Few::default();
    if !op::ends_block(insn.opcode()) {
        targets.push(last + 1);
    }
    match insn {
        Insn::Jump(_, target) => targets.push(code.at(*target)),
        Insn::Switch(switch) => {
            let mut all: Vec<usize> = switch.targets().map(|target| code.at(target)).collect();
            all.sort_unstable();
            all.dedup();
            targets = all.into_iter().collect();
        }
        _ => {}
    }
    if targets.iter().any(|&at| at >= code.insns.len()) {
        return Err(Unliftable::RunsOver);
    }
    Ok(targets)
}

/// The exception ranges around a place that moves from the start of the code to its end.
struct Ranges<'c> {
    code: &'c Code,
    /// Where ranges end and begin, the last first: place, whether it begins, index in the table.
    changes: Vec<(usize, bool, usize)>,
    around: BTreeSet<usize>,
}

impl<'c> Ranges<'c> {
    fn of(code: &'c Code) -> Self {
        let mut changes = Vec::new();
        for (i, handler) in code.handlers.iter().enumerate() {
            let (start, end) = (code.at(handler.start), code.at(handler.end));
            if start < end {
                changes.extend([(start, true, i), (end, false, i)]);
            }
        }
        changes.sort_unstable();
        changes.reverse();
        Ranges {
            code,
            changes,
            around: BTreeSet::new(),
        }
    }

    /// The handlers of exceptions at `place`, in the table's order.
    fn at(&mut self, place: usize) -> impl Iterator<Item = &'c Handler> {
        while let Some(&(_, begins, handler)) = self.changes.last().filter(|c| c.0 <= place) {
            if begins {
                self.around.insert(handler);
            } else {
                self.around.remove(&handler);
            }
            self.changes.pop();
        }
        let code = self.code;
        self.around.iter().map(move |&i| &code.handlers[i])
    }
}
