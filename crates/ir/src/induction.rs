//! Numbers that change by the same amount in every round of a loop, and the tests by which they
//! end it.
//!
//! Arithmetic is the JVM's: modulo 2^32. That `i + 1 > i` holds is for the user of these facts to show.

use classfile::{Code, Insn, op};

use crate::blocks::BlockId;
use crate::loops::{LoopForest, LoopId};
use crate::ssa::{Body, Definition, ValueId};

/// `factor * base + offset`, modulo 2^32; without a base, a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Affine {
    pub base: Option<ValueId>,
    pub factor: i32,
    pub offset: i32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    Equal,
    NotEqual,
    Less,
    AtLeast,
    Greater,
    AtMost,
}

impl Relation {
    /// Of the `if…` and `if_icmp…` instructions, in the order of their opcodes.
    const OF_JUMPS: [Relation; 6] = [
        Relation::Equal,
        Relation::NotEqual,
        Relation::Less,
        Relation::AtLeast,
        Relation::Greater,
        Relation::AtMost,
    ];

    pub fn negated(self) -> Relation {
        match self {
            Relation::Equal => Relation::NotEqual,
            Relation::NotEqual => Relation::Equal,
            Relation::Less => Relation::AtLeast,
            Relation::AtLeast => Relation::Less,
            Relation::Greater => Relation::AtMost,
            Relation::AtMost => Relation::Greater,
        }
    }

    /// What holds between the two when they are named the other way round.
    pub fn mirrored(self) -> Relation {
        match self {
            Relation::Equal | Relation::NotEqual => self,
            Relation::Less => Relation::Greater,
            Relation::AtLeast => Relation::AtMost,
            Relation::Greater => Relation::Less,
            Relation::AtMost => Relation::AtLeast,
        }
    }

    pub fn holds<T: Ord>(self, left: T, right: T) -> bool {
        match self {
            Relation::Equal => left == right,
            Relation::NotEqual => left != right,
            Relation::Less => left < right,
            Relation::AtLeast => left >= right,
            Relation::Greater => left > right,
            Relation::AtMost => left <= right,
        }
    }
}

/// What a value is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Term {
    Value(ValueId),
    Int(i32),
    Null,
}

/// What holds of two ints or two references when a jump is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Condition {
    pub left: ValueId,
    pub relation: Relation,
    pub right: Term,
}

/// How much is added in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    Constant(i32),
    /// A value that is the same in every round.
    Added(ValueId),
    Subtracted(ValueId),
}

/// A number that grows by `step` from round to round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Induction {
    /// The phi at the loop's header.
    pub value: ValueId,
    /// Its value in the first round.
    pub initial: ValueId,
    pub step: Step,
}

/// A test that every round makes: the loop goes on only while
/// `induction.value + offset` has this relation to a bound that is the same in every round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TripTest {
    /// The block that ends with the test.
    pub block: BlockId,
    pub induction: Induction,
    pub offset: i32,
    pub goes_on_while: Relation,
    pub bound: Term,
}

/// What is known of one loop.
#[derive(Debug, Clone, Default)]
pub struct Inductions {
    pub variables: Vec<Induction>,
    pub tests: Vec<TripTest>,
}

impl Body {
    /// The condition under which the jump at the end of a block is taken.
    pub fn condition(&self, block: BlockId, code: &Code) -> Option<Condition> {
        let last = self.blocks[block].insns.clone().next_back()?;
        let Insn::Jump(opcode, _) = code.insns[last] else {
            return None;
        };
        let of = |first: u8| Relation::OF_JUMPS[usize::from(opcode - first)];
        let (relation, right) = match opcode {
            op::IFEQ..=op::IFLE => (of(op::IFEQ), Term::Int(0)),
            op::IF_ICMPEQ..=op::IF_ICMPLE => (of(op::IF_ICMPEQ), self.right_operand(last)),
            op::IF_ACMPEQ | op::IF_ACMPNE => (of(op::IF_ACMPEQ), self.right_operand(last)),
            op::IFNULL | op::IFNONNULL => (of(op::IFNULL), Term::Null),
            _ => return None,
        };
        Some(Condition {
            left: self.operands(last)[0],
            relation,
            right,
        })
    }

    fn right_operand(&self, jump: usize) -> Term {
        self.term(self.operands(jump)[1])
    }

    fn term(&self, value: ValueId) -> Term {
        match self.value(value).definition {
            Definition::Int(n) => Term::Int(n),
            Definition::Null => Term::Null,
            _ => Term::Value(value),
        }
    }

    fn as_int(&self, value: ValueId) -> Option<i32> {
        match self.value(value).definition {
            Definition::Int(n) => Some(n),
            _ => None,
        }
    }

    /// An int as a multiple of another plus a number, following sums, differences and products with
    /// numbers as far as they go.
    pub fn affine(&self, value: ValueId, code: &Code) -> Affine {
        let (mut base, mut factor, mut offset) = (value, 1i32, 0i32);
        while let Definition::Result(at) = self.value(base).definition {
            let at = at as usize;
            let operands = self.operands(at);
            let int = |i: usize| self.as_int(operands[i]);
            // base = scale * next + add
            let (next, scale, add) = match code.insns[at] {
                Insn::Iinc(_, n) => (operands[0], 1, i32::from(n)),
                Insn::Plain(op::INEG) => (operands[0], -1, 0),
                Insn::Plain(o) if operands.len() == 2 => match (o, int(0), int(1)) {
                    (op::IADD, _, Some(n)) => (operands[0], 1, n),
                    (op::IADD, Some(n), _) => (operands[1], 1, n),
                    (op::ISUB, _, Some(n)) => (operands[0], 1, n.wrapping_neg()),
                    (op::ISUB, Some(n), _) => (operands[1], -1, n),
                    (op::IMUL, _, Some(n)) => (operands[0], n, 0),
                    (op::IMUL, Some(n), _) => (operands[1], n, 0),
                    (op::ISHL, _, Some(n)) => (operands[0], 1i32.wrapping_shl(n as u32), 0),
                    _ => break,
                },
                _ => break,
            };
            offset = offset.wrapping_add(factor.wrapping_mul(add));
            factor = factor.wrapping_mul(scale);
            base = next;
        }
        match self.as_int(base) {
            Some(n) => Affine {
                base: None,
                factor: 0,
                offset: factor.wrapping_mul(n).wrapping_add(offset),
            },
            None => Affine {
                base: Some(base),
                factor,
                offset,
            },
        }
    }

    /// Whether a value is the same in every round of a loop: it was made before, or it is computed
    /// from such values alone. The length of an array never changes.
    pub fn is_invariant(
        &self,
        value: ValueId,
        id: LoopId,
        forest: &LoopForest,
        code: &Code,
    ) -> bool {
        self.is_invariant_within(value, id, forest, code, MAX_DEPTH)
    }

    fn is_invariant_within(
        &self,
        value: ValueId,
        id: LoopId,
        forest: &LoopForest,
        code: &Code,
        depth: u32,
    ) -> bool {
        if !forest.contains(id, self.defined_in(value)) {
            return true;
        }
        let Definition::Result(at) = self.value(value).definition else {
            return false;
        };
        let is_pure = matches!(
            code.insns[at as usize],
            Insn::Plain(
                op::ARRAYLENGTH | op::IADD | op::ISUB | op::IMUL | op::INEG | op::ISHL..=op::IUSHR
            )
        );
        is_pure
            && depth > 0
            && self
                .operands(at as usize)
                .iter()
                .all(|&v| self.is_invariant_within(v, id, forest, code, depth - 1))
    }

    pub fn inductions(&self, id: LoopId, forest: &LoopForest, code: &Code) -> Inductions {
        let header = forest[id].header;
        let variables: Vec<Induction> = self
            .phis(header)
            .iter()
            .filter_map(|phi| self.induction(phi.value, id, forest, code))
            .collect();
        let tests = self
            .tests(id, forest)
            .filter_map(|block| self.trip_test(block, id, &variables, forest, code))
            .collect();
        Inductions { variables, tests }
    }

    fn induction(
        &self,
        value: ValueId,
        id: LoopId,
        forest: &LoopForest,
        code: &Code,
    ) -> Option<Induction> {
        let phi = self.phi(value)?;
        let sources = self.blocks[forest[id].header].sources();
        let mut initial = None;
        let mut step = None;
        for (source, &argument) in sources.zip(&phi.arguments) {
            if forest.contains(id, source) {
                let found = self.step(value, argument, id, forest, code)?;
                if *step.get_or_insert(found) != found {
                    return None;
                }
            } else if *initial.get_or_insert(argument) != argument {
                return None;
            }
        }
        Some(Induction {
            value,
            initial: initial?,
            step: step?,
        })
    }

    /// How `next` comes from `value`.
    fn step(
        &self,
        value: ValueId,
        next: ValueId,
        id: LoopId,
        forest: &LoopForest,
        code: &Code,
    ) -> Option<Step> {
        let plus = |n| Affine {
            base: Some(value),
            factor: 1,
            offset: n,
        };
        let affine = self.affine(next, code);
        if affine == plus(affine.offset) {
            return Some(Step::Constant(affine.offset));
        }
        let Definition::Result(at) = self.value(next).definition else {
            return None;
        };
        let invariant = |v| self.is_invariant(v, id, forest, code);
        match (&code.insns[at as usize], self.operands(at as usize)) {
            (Insn::Plain(op::IADD), &[a, b]) if a == value && invariant(b) => Some(Step::Added(b)),
            (Insn::Plain(op::IADD), &[a, b]) if b == value && invariant(a) => Some(Step::Added(a)),
            (Insn::Plain(op::ISUB), &[a, b]) if a == value && invariant(b) => {
                Some(Step::Subtracted(b))
            }
            _ => None,
        }
    }

    /// The blocks that every round of a loop runs and that may leave it.
    fn tests<'b>(&'b self, id: LoopId, forest: &'b LoopForest) -> impl Iterator<Item = BlockId> {
        forest
            .exits(id, &self.blocks)
            .map(|(from, _)| from)
            .filter(move |&block| {
                let latches = &forest[id].latches;
                latches.iter().all(|&l| self.dominators.dominates(block, l))
            })
    }

    fn trip_test(
        &self,
        block: BlockId,
        id: LoopId,
        variables: &[Induction],
        forest: &LoopForest,
        code: &Code,
    ) -> Option<TripTest> {
        let Condition {
            left,
            relation,
            right,
        } = self.condition(block, code)?;
        let taken = *self.blocks[block].successors.get(1)?;
        let goes_on_while = if forest.contains(id, taken) {
            relation
        } else {
            relation.negated()
        };
        let invariant = |term| match term {
            Term::Value(value) => self.is_invariant(value, id, forest, code),
            Term::Int(_) | Term::Null => true,
        };
        let test = |tested: ValueId, goes_on_while, bound: Term| {
            let affine = self.affine(tested, code);
            let induction = variables
                .iter()
                .find(|v| affine.base == Some(v.value) && affine.factor == 1)?;
            invariant(bound).then_some(TripTest {
                block,
                induction: *induction,
                offset: affine.offset,
                goes_on_while,
                bound,
            })
        };
        test(left, goes_on_while, right).or_else(|| match right {
            Term::Value(right) => test(right, goes_on_while.mirrored(), self.term(left)),
            Term::Int(_) | Term::Null => None,
        })
    }
}

/// How deep a computation is looked into for what it depends on.
const MAX_DEPTH: u32 = 8;
