//! Loops that surely end.

use classfile::Code;
use ir::{Body, Inductions, LoopForest, Relation, Step, Term, TripTest};

/// Whether no loop of a method can go on for ever.
pub fn every_loop_ends(body: &Body, code: &Code) -> bool {
    let forest = LoopForest::of(&body.blocks, &body.dominators);
    !forest.is_irreducible
        && forest
            .iter()
            .all(|(id, _)| ends(&body.inductions(id, &forest, code)))
}

/// Whether some test ends the loop: a number that grows, or shrinks, must pass the bound before it
/// could wrap around.
pub fn ends(inductions: &Inductions) -> bool {
    inductions.tests.iter().any(|test| {
        let TripTest {
            induction,
            goes_on_while,
            bound,
            offset,
            ..
        } = *test;
        let Step::Constant(step) = induction.step else {
            return false;
        };
        // The first number that ends the loop must come before the last int, whatever is tested beside it.
        let has_room = |step: i32| match bound {
            Term::Int(n) => n
                .checked_add(step)
                .and_then(|n| n.checked_sub(offset))
                .is_some(),
            Term::Value(_) | Term::Null => false,
        };
        match (step, goes_on_while) {
            (1, Relation::Less) | (-1, Relation::Greater) if offset == 0 => true,
            (1.., Relation::Less | Relation::AtMost) => has_room(step),
            (..=-1, Relation::Greater | Relation::AtLeast) => has_room(step),
            _ => false,
        }
    })
}
