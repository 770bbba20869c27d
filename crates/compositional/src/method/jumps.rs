//! What a jump shows of the values that it compares.

use classfile::{Insn, op};
use ir::{BlockId, Definition, ValueId};

use super::Analysis;
use crate::domains::{Lock, Mode, State, Threads};
use crate::summary::Attribute;
use crate::turns::{Constant, Turn};

/// What is so on one of the two ways.
pub(super) enum Fact {
    Held(Lock, Mode),
    HasTurn(Turn),
    OnOneThread,
    /// Nobody comes there.
    Never,
}

impl Fact {
    pub fn add_to(&self, state: &mut State) {
        match self {
            Fact::Held(lock, mode) => state.locks.take(lock.clone(), *mode),
            Fact::HasTurn(turn) => state.turns.take(*turn),
            Fact::OnOneThread => state.threads = Threads::AnyButSelf,
            Fact::Never => {}
        }
    }
}

impl Analysis<'_> {
    /// What is so if a block's jump is taken, or if it is not.
    pub(super) fn shown(&self, block: BlockId, state: &State) -> Option<(Fact, bool)> {
        let last = self.body.blocks[block].insns.clone().next_back()?;
        let Insn::Jump(opcode, _) = self.code.insns[last] else {
            return None;
        };
        let taken_if_equal = matches!(
            opcode,
            op::IFEQ | op::IFNULL | op::IF_ICMPEQ | op::IF_ACMPEQ
        );
        let (value, constant) = self.compared(last, opcode)?;
        let zero = Constant::Int(0);
        let if_not_zero = |fact| (constant == zero).then_some((fact, !taken_if_equal));
        match self.value(value).attribute {
            Attribute::Locked(lock, mode) => if_not_zero(Fact::Held(lock, mode)),
            Attribute::OnOneThread => if_not_zero(Fact::OnOneThread),
            Attribute::AssertionsDisabled => if_not_zero(Fact::Never),
            Attribute::Answer(variable, told) if state.answers.tell(&variable, told) => {
                [true, false].into_iter().find_map(|is_equal| {
                    let change = told.change(constant, is_equal)?;
                    let fact = Fact::HasTurn(Turn::by(variable, change));
                    Some((fact, is_equal == taken_if_equal))
                })
            }
            _ => None,
        }
    }

    /// The value that a jump compares with a constant.
    fn compared(&self, insn: usize, opcode: u8) -> Option<(ValueId, Constant)> {
        let operands = self.body.operands(insn);
        match opcode {
            op::IFEQ | op::IFNE => match self.body.value(operands[0]).definition {
                // Numbers of this size are compared before they are tested.
                Definition::Result(maker)
                    if matches!(self.code.insns[maker as usize], Insn::Plain(op::LCMP)) =>
                {
                    self.one_with_constant(self.body.operands(maker as usize))
                }
                _ => Some((operands[0], Constant::Int(0))),
            },
            op::IFNULL | op::IFNONNULL => Some((operands[0], Constant::Null)),
            op::IF_ICMPEQ | op::IF_ICMPNE | op::IF_ACMPEQ | op::IF_ACMPNE => {
                self.one_with_constant(operands)
            }
            _ => None,
        }
    }

    /// The one of two values that is compared with the other one, which is a constant.
    fn one_with_constant(&self, operands: &[ValueId]) -> Option<(ValueId, Constant)> {
        let is_answer = |it: &&ValueId| !matches!(self.value(**it).attribute, Attribute::None);
        let one = *operands.iter().find(is_answer)?;
        let other = *operands.iter().find(|it| **it != one)?;
        Some((one, self.constant(other)?))
    }
}
