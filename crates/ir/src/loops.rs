//! Natural loops and how they nest.
//!
//! Inner loops first: each is collapsed into its header, so that every block is walked once for the
//! loop directly around it (as in Havlak, "Nesting of Reducible and Irreducible Loops", 1997). A cycle with
//! several ways in is no loop here; the forest says that there is one.

use crate::blocks::{BlockId, Blocks};
use crate::dominators::Dominators;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LoopId(u32);

#[derive(Debug, Clone)]
pub struct Loop {
    /// Dominates every block of the loop.
    pub header: BlockId,
    /// The blocks from which control goes back to the header.
    pub latches: Vec<BlockId>,
    /// The loop directly around this one.
    pub parent: Option<LoopId>,
}

/// The loops of a method, outer ones before inner ones.
#[derive(Debug, Clone)]
pub struct LoopForest {
    loops: Vec<Loop>,
    innermost: Vec<Option<LoopId>>,
    /// Whether some cycle has more than one way in. Then not every cycle is in one of the loops.
    pub is_irreducible: bool,
}

impl LoopForest {
    pub fn of(blocks: &Blocks, dominators: &Dominators) -> Self {
        let mut search = Search {
            blocks,
            dominators,
            collapsed: blocks.ids().collect(),
            around: vec![None; blocks.len()],
            headers: Vec::new(),
            is_irreducible: false,
        };
        for header in blocks.ids().rev() {
            search.collapse(header);
        }
        search.forest()
    }

    pub fn iter(&self) -> impl Iterator<Item = (LoopId, &Loop)> {
        (0..).map(LoopId).zip(&self.loops)
    }

    /// The smallest loop that has this block in it.
    pub fn innermost(&self, block: BlockId) -> Option<LoopId> {
        self.innermost[block.index()]
    }

    /// The loops that have this block in them, from the inside out.
    pub fn around(&self, block: BlockId) -> impl Iterator<Item = LoopId> + '_ {
        std::iter::successors(self.innermost(block), |&id| self[id].parent)
    }

    pub fn contains(&self, id: LoopId, block: BlockId) -> bool {
        self.around(block).any(|around| around == id)
    }

    /// The edges by which control leaves a loop, other than by an exception.
    pub fn exits<'f>(
        &'f self,
        id: LoopId,
        blocks: &'f Blocks,
    ) -> impl Iterator<Item = (BlockId, BlockId)> + 'f {
        let inside = blocks.iter().filter(move |&(b, _)| self.contains(id, b));
        inside.flat_map(move |(from, block)| {
            let out = block.successors.iter();
            out.filter(move |&&to| !self.contains(id, to))
                .map(move |&to| (from, to))
        })
    }
}

impl std::ops::Index<LoopId> for LoopForest {
    type Output = Loop;

    fn index(&self, id: LoopId) -> &Loop {
        &self.loops[id.0 as usize]
    }
}

struct Search<'b> {
    blocks: &'b Blocks,
    dominators: &'b Dominators,
    /// Leads from a block to the header of the largest loop found so far that it is in.
    collapsed: Vec<BlockId>,
    /// For each block the header of the loop around it; for a header, of the loop around its own.
    around: Vec<Option<BlockId>>,
    headers: Vec<(BlockId, Vec<BlockId>)>,
    is_irreducible: bool,
}

impl Search<'_> {
    fn find(&mut self, block: BlockId) -> BlockId {
        let mut at = block;
        while self.collapsed[at.index()] != at {
            let next = self.collapsed[at.index()];
            self.collapsed[at.index()] = self.collapsed[next.index()];
            at = next;
        }
        at
    }

    /// Collapses the loop of this header, if it is one, whose inner loops have been collapsed.
    fn collapse(&mut self, header: BlockId) {
        let back = self.blocks[header].sources().filter(|&s| s >= header);
        let (latches, strays): (Vec<_>, Vec<_>) =
            back.partition(|&s| self.dominators.dominates(header, s));
        self.is_irreducible |= !strays.is_empty();
        if latches.is_empty() {
            return;
        }
        let mut open: Vec<BlockId> = latches.clone();
        while let Some(block) = open.pop() {
            let block = self.find(block);
            if block == header {
                continue;
            }
            if !self.dominators.dominates(header, block) {
                self.is_irreducible = true;
                continue;
            }
            self.around[block.index()] = Some(header);
            self.collapsed[block.index()] = header;
            open.extend(self.blocks[block].sources());
        }
        self.headers.push((header, latches));
    }

    fn forest(mut self) -> LoopForest {
        self.headers.reverse();
        let mut of_header = vec![None; self.blocks.len()];
        for (i, (header, _)) in self.headers.iter().enumerate() {
            of_header[header.index()] = Some(LoopId(i as u32));
        }
        let around = |b: BlockId| self.around[b.index()].and_then(|h| of_header[h.index()]);
        LoopForest {
            innermost: self
                .blocks
                .ids()
                .map(|b| of_header[b.index()].or_else(|| around(b)))
                .collect(),
            loops: self
                .headers
                .into_iter()
                .map(|(header, latches)| Loop {
                    header,
                    latches,
                    parent: self.around[header.index()].and_then(|h| of_header[h.index()]),
                })
                .collect(),
            is_irreducible: self.is_irreducible,
        }
    }
}
