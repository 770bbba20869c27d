//! Dominators and post-dominators, by the simple fast algorithm of Cooper, Harvey and Kennedy (2001):
//! intersect the candidates of a node's neighbours, in reverse postorder, until nothing changes.
//! Reducible graphs need two rounds.

use crate::blocks::{BlockId, Blocks};

/// Which nodes lie on every way from a root to others.
#[derive(Debug, Clone)]
struct Tree {
    parent: Vec<u32>,
    /// A node's number, and the last number below it; 0 for what cannot be reached.
    spans: Vec<(u32, u32)>,
}

const NONE: u32 = u32::MAX;

impl Tree {
    /// `order` is what the root reaches, in reverse postorder, the root first.
    fn new<S: Iterator<Item = u32>>(
        nodes: usize,
        order: &[u32],
        sources: impl Fn(u32) -> S,
    ) -> Tree {
        let mut position = vec![NONE; nodes];
        for (i, &node) in order.iter().enumerate() {
            position[node as usize] = i as u32;
        }
        let mut parent = vec![NONE; nodes];
        parent[order[0] as usize] = order[0];
        let mut changed = true;
        while changed {
            changed = false;
            for &node in &order[1..] {
                let new = sources(node)
                    .filter(|&s| parent[s as usize] != NONE)
                    .reduce(|a, b| meet(&parent, &position, a, b))
                    .unwrap_or(NONE);
                changed |= parent[node as usize] != new;
                parent[node as usize] = new;
            }
        }
        let spans = spans(&parent, order);
        Tree { parent, spans }
    }

    fn is_above(&self, a: usize, b: usize) -> bool {
        let ((from, to), (b, _)) = (self.spans[a], self.spans[b]);
        from != 0 && from <= b && b <= to
    }
}

/// The lowest node above both.
fn meet(parent: &[u32], position: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        if position[a as usize] > position[b as usize] {
            a = parent[a as usize];
        } else {
            b = parent[b as usize];
        }
    }
    a
}

/// Numbers the tree so that what lies below a node are the numbers of its span.
fn spans(parent: &[u32], order: &[u32]) -> Vec<(u32, u32)> {
    // Parents come before children: sizes from the back, numbers from the front.
    let mut size = vec![1; parent.len()];
    for &node in order[1..].iter().rev() {
        size[parent[node as usize] as usize] += size[node as usize];
    }
    let mut spans = vec![(0, 0); parent.len()];
    let mut free = vec![0; parent.len()];
    for &node in order {
        let above = parent[node as usize] as usize;
        let node = node as usize;
        let first = if node == above { 1 } else { free[above] };
        spans[node] = (first, first + size[node] - 1);
        free[above] += size[node];
        free[node] = first + 1;
    }
    spans
}

/// Which blocks lie on every way from the entry. Exceptional edges count.
#[derive(Debug, Clone)]
pub struct Dominators(Tree);

impl Dominators {
    pub fn of(blocks: &Blocks) -> Self {
        let order: Vec<u32> = blocks.ids().map(|b| b.0).collect();
        Dominators(Tree::new(blocks.len(), &order, |b| {
            blocks[BlockId(b)].sources().map(|source| source.0)
        }))
    }

    /// The nearest other block on every way from the entry to `block`; none for the entry.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        (block != BlockId::ENTRY).then(|| BlockId(self.0.parent[block.index()]))
    }

    /// Whether every way from the entry to `b` goes through `a`; each block dominates itself.
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        self.0.is_above(a.index(), b.index())
    }
}

/// Which blocks lie on every way to the end of the method, where a `return` or `throw` stands.
/// An exception that leaves the method from the middle of a block is no such end.
#[derive(Debug, Clone)]
pub struct Postdominators(Tree);

impl Postdominators {
    pub fn of(blocks: &Blocks) -> Self {
        let exit = blocks.len() as u32;
        let ends = |b: u32| blocks[BlockId(b)].successors.is_empty();
        let order = towards_entry(blocks, exit);
        Postdominators(Tree::new(blocks.len() + 1, &order, |b| {
            let to_exit = ends(b).then_some(exit);
            blocks[BlockId(b)]
                .targets()
                .map(|target| target.0)
                .chain(to_exit)
        }))
    }

    /// Whether every way from `b` to the end of the method goes through `a`; false if no way
    /// leads there.
    pub fn postdominates(&self, a: BlockId, b: BlockId) -> bool {
        self.0.is_above(a.index(), b.index())
    }
}

/// What leads to the end of the method, in reverse postorder of the edges turned round.
fn towards_entry(blocks: &Blocks, exit: u32) -> Vec<u32> {
    let ends: Vec<u32> = blocks
        .iter()
        .filter(|(_, b)| b.successors.is_empty())
        .map(|(id, _)| id.0)
        .collect();
    let source = |node: u32, way: usize| {
        if node == exit {
            ends.get(way).copied()
        } else {
            let block = &blocks[BlockId(node)];
            let predecessors = block.predecessors.len();
            let found = match way.checked_sub(predecessors) {
                None => block.predecessors.get(way),
                Some(way) => block.throwers.get(way),
            };
            found.map(|b| b.0)
        }
    };
    let mut order = Vec::with_capacity(blocks.len() + 1);
    let mut seen = vec![false; blocks.len() + 1];
    seen[exit as usize] = true;
    let mut path = vec![(exit, 0)];
    while let Some((node, way)) = path.last_mut() {
        let next = source(*node, *way);
        *way += 1;
        match next {
            Some(to) if !seen[to as usize] => {
                seen[to as usize] = true;
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
