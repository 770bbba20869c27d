//! What holds of every body.

use ir::{Block, BlockId, Blocks, Body, Definition, LoopForest, Postdominators, Role, ValueId};

pub fn check(name: &str, body: &Body) {
    for (id, block) in body.blocks.iter() {
        check_edges(name, &body.blocks, id, block);
        check_operands(name, body, block);
        check_phis(name, body, id, block);
    }
    check_loops(name, body);
    if body.blocks.len() <= 40 {
        check_dominators(name, body);
    }
}

fn check_edges(name: &str, blocks: &Blocks, id: BlockId, block: &Block) {
    let entered_by_throw = block.role == Role::Landing;
    assert_eq!(
        block.throwers.is_empty(),
        !entered_by_throw,
        "{name} {id:?}"
    );
    assert_eq!(id == BlockId::ENTRY, block.role == Role::Entry, "{name}");
    assert_eq!(
        block.sources().next().is_none(),
        block.role == Role::Entry,
        "{name} {id:?}"
    );
    for &to in &block.successors {
        let critical = block.successors.len() > 1 && blocks[to].predecessors.len() > 1;
        assert!(!critical, "{name}: {id:?} to {to:?}");
        assert!(blocks[to].predecessors.contains(&id), "{name}");
    }
    for at in block.insns.clone() {
        assert_eq!(blocks.at(at), Some(id), "{name}");
    }
}

fn check_operands(name: &str, body: &Body, block: &Block) {
    for at in block.insns.clone() {
        for &operand in body.operands(at) {
            assert!(
                body.is_defined_at(operand, at),
                "{name} at {at}: {operand:?}"
            );
        }
    }
}

fn check_phis(name: &str, body: &Body, id: BlockId, block: &Block) {
    let dominates =
        |value: ValueId, end: BlockId| body.dominators.dominates(body.defined_in(value), end);
    for phi in body.phis(id) {
        assert_eq!(
            phi.arguments.len(),
            block.sources().count(),
            "{name} {id:?}"
        );
        for (&argument, source) in phi.arguments.iter().zip(&block.predecessors) {
            assert!(dominates(argument, *source), "{name} {id:?} {argument:?}");
        }
        for (&argument, source) in phi.arguments.iter().zip(&block.throwers) {
            assert!(dominates(argument, *source), "{name} {id:?} {argument:?}");
            let made_there = matches!(body.value(argument).definition, Definition::Result(_))
                && body.defined_in(argument) == *source;
            assert!(!made_there, "{name} {id:?} {argument:?}");
        }
        let others = phi.arguments.iter().filter(|&&a| a != phi.value);
        let mut others: Vec<_> = others.collect();
        others.sort();
        others.dedup();
        assert!(others.len() > 1, "{name}: needless {phi:?}");
    }
}

fn check_loops(name: &str, body: &Body) {
    let forest = LoopForest::of(&body.blocks, &body.dominators);
    for (id, found) in forest.iter() {
        let inside = |b: BlockId| forest.contains(id, b);
        for block in body.blocks.ids().filter(|&b| inside(b)) {
            assert!(body.dominators.dominates(found.header, block), "{name}");
        }
        let header = &body.blocks[found.header];
        let ways_in = header.predecessors.iter().filter(|&&b| !inside(b)).count();
        if header.role != Role::Landing {
            assert_eq!(ways_in, 1, "{name} {:?}", found.header);
        }
        assert!(
            found
                .parent
                .is_none_or(|p| forest.contains(p, found.header))
        );
    }
    for (id, block) in body.blocks.iter() {
        for to in block.targets().filter(|&to| to <= id) {
            let is_latch = forest
                .iter()
                .any(|(_, l)| l.header == to && l.latches.contains(&id));
            assert!(
                is_latch || forest.is_irreducible,
                "{name}: {id:?} to {to:?}"
            );
        }
    }
}

/// By the definition: without the dominator, there is no way.
fn check_dominators(name: &str, body: &Body) {
    let blocks = &body.blocks;
    let post = Postdominators::of(blocks);
    let ends = blocks.iter().filter(|(_, b)| b.successors.is_empty());
    let ends: Vec<BlockId> = ends.map(|(id, _)| id).collect();
    let forward = |b: BlockId| blocks[b].targets().collect();
    let backward = |b: BlockId| blocks[b].sources().collect();
    let ends_ever = reach(blocks, &ends, None, backward);
    for without in blocks.ids() {
        let reached = reach(blocks, &[BlockId::ENTRY], Some(without), forward);
        let ends = reach(blocks, &ends, Some(without), backward);
        for block in blocks.ids() {
            let at = block.index();
            assert_eq!(
                body.dominators.dominates(without, block),
                !reached[at],
                "{name}: {without:?} before {block:?}"
            );
            assert_eq!(
                post.postdominates(without, block),
                ends_ever[at] && !ends[at],
                "{name}: {without:?} after {block:?}"
            );
        }
    }
}

fn reach(
    blocks: &Blocks,
    from: &[BlockId],
    without: Option<BlockId>,
    next: impl Fn(BlockId) -> Vec<BlockId>,
) -> Vec<bool> {
    let mut seen = vec![false; blocks.len()];
    let mut open = from.to_vec();
    while let Some(block) = open.pop() {
        if Some(block) != without && !std::mem::replace(&mut seen[block.index()], true) {
            open.extend(next(block));
        }
    }
    seen
}
