//! Calls of containers in loops: in which epoch each was last looked at.
//!
//! Within an epoch a thread releases nothing. So the first check of a call stands for the next ones of the same method of the same
//! object, as with FastTrack's rule of the same epoch, and only a compare remains of them. The object is the one in a local
//! variable of the program's; the epoch lies in a local of ours, which each store to the variable clears. So it is true on every way
//! through the method, whatever else the variable's slot is used for.

use classfile::{Code, Insn, Label, VType, op};

use crate::Skip;
use crate::method::{Level, Walk};
use crate::sim::{Source, Value};

/// At most so many epochs are kept in locals.
const MOST_CALLS: usize = 10;

/// The local with the epoch in which a method of the object in a variable was looked at.
#[derive(Debug, Clone, Copy)]
struct Call {
    variable: u16,
    method: u32,
    epoch: u16,
}

pub struct LookedAt {
    /// First and last instruction of each loop, in program order.
    loops: Vec<(usize, usize)>,
    calls: Vec<Call>,
}

impl LookedAt {
    pub fn new(code: &Code) -> Self {
        let jumps = code.insns.iter().enumerate();
        let back = jumps.filter_map(|(at, insn)| match insn {
            Insn::Jump(_, target) => Some((code.at(*target), at)),
            _ => None,
        });
        LookedAt {
            loops: back.filter(|(first, last)| first <= last).collect(),
            calls: Vec::new(),
        }
    }

    fn is_in_loop(&self, at: usize) -> bool {
        let mut loops = self.loops.iter();
        loops.any(|&(first, last)| (first..=last).contains(&at))
    }

    /// Instructions that clear the epochs, for the method's entry.
    pub fn clear(&self) -> impl Iterator<Item = Insn> {
        self.calls.iter().flat_map(|call| clear(call.epoch))
    }

    /// Instructions that clear what is known of the object in a variable.
    fn forget(&self, variable: u16) -> impl Iterator<Item = Insn> {
        let of_variable = self
            .calls
            .iter()
            .filter(move |call| call.variable == variable);
        of_variable.flat_map(|call| clear(call.epoch))
    }
}

fn clear(epoch: u16) -> [Insn; 2] {
    [Insn::Plain(op::LCONST_0), Insn::Local(op::LSTORE, epoch)]
}

impl Walk<'_, '_, '_, '_> {
    /// The local for the epoch of calls such as the one at hand; none where a call would hardly be made twice.
    pub fn kept_epoch(&mut self, receiver: Option<Value>, method: u32) -> Option<u16> {
        let Source::Local(variable) = receiver?.source else {
            return None;
        };
        if self.cx.level != Level::Inline || !self.looked_at.is_in_loop(self.at) {
            return None;
        }
        let mut calls = self.looked_at.calls.iter();
        if let Some(known) = calls.find(|call| call.variable == variable && call.method == method) {
            return Some(known.epoch);
        }
        if self.looked_at.calls.len() == MOST_CALLS {
            return None;
        }
        let epoch = self.out.keep_local(VType::Long);
        self.looked_at.calls.push(Call {
            variable,
            method,
            epoch,
        });
        Some(epoch)
    }

    /// Jumps to `done` if the epoch that is kept is the thread's present one.
    pub fn compare_kept(&mut self, epoch: u16, done: Label) -> Result<(), Skip> {
        self.out.push(Insn::Local(op::LLOAD, epoch));
        self.push_epoch()?;
        self.out.plain(&[op::LCMP]);
        self.out.jump(op::IFEQ, done);
        Ok(())
    }

    /// Once all code is there: what is stored to a variable has not been looked at.
    pub fn forget_at_stores(&mut self) {
        if !self.looked_at.calls.is_empty() {
            let looked_at = &self.looked_at;
            self.out
                .follow_stores(|variable| looked_at.forget(variable));
        }
    }
}
