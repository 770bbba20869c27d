//! Runs: array accesses of a loop that are checked as a range when the loop is left, and sets of elements that are kept at hand
//! while a loop accesses an array here and there.
//!
//! What a run has accessed follows from values that the loop has anyway. Copies in locals of ours keep them for the check: the array and the counter as
//! they were when the loop was entered, the counter of the present round, and which access of the round was the last. None of
//! these changes from round to round but as the loop's own do, so to the compiler they are the loop's own. Whichever way the loop is left, by a
//! jump, to a handler of the method or by an exception out of it, the range is checked on that way.
//!
//! A set has three: the array, the bits of the thread's footprint, and whether these may be added to without more ado. They are forgotten
//! where a range would be checked.

mod locals;

use classfile::{Code, Handler, Insn, Label, VType, op};
use placement::{Array, Kind, Likely, Sum, Way};

use crate::Skip;
use crate::method::Walk;
use crate::names;
use crate::sim::State;

pub use locals::Runs;
use locals::{CounterLocals, Detour, Edge, Extent, RunLocals, Suspended};

const FROM_DESC: &str = "(Ljava/lang/Object;Ljava/lang/redflag$ThreadState;)V";
const FROZEN_DESC: &str = "(Ljava/lang/Object;Ljava/lang/redflag$ThreadState;)Z";
const LIKELY_DESC: &str = "(Ljava/lang/Object;I)Ljava/lang/Object;";
const HAS_DESC: &str = "(Ljava/lang/Object;ILjava/lang/Object;[JZ)Z";
const ADDS_DESC: &str = "(Ljava/lang/redflag$ThreadState;I)Z";
const ADD_DESC: &str = "(Ljava/lang/Object;ILjava/lang/redflag$ThreadState;I)[J";
const ALONG_DESC: &str = "(Ljava/lang/Object;IIIIIIILjava/lang/redflag$ThreadState;I)V";
const AT_DESC: &str = "(Ljava/lang/Object;IZLjava/lang/redflag$ThreadState;I)V";

impl Walk<'_, '_, '_, '_> {
    /// Whether the access at hand is part of a run.
    pub fn has_run(&self) -> bool {
        self.runs.of_access.contains_key(&self.at)
    }

    /// With array and index on top of the stack, which stay: notes the access for the run that it is part of. Answers
    /// whether it is. `after` is the state without the two, which have the types `above`.
    pub fn note_run(
        &mut self,
        site: u32,
        after: Option<&State>,
        above: &[VType],
    ) -> Result<bool, Skip> {
        let Some(&number) = self.runs.of_access.get(&self.at) else {
            return Ok(false);
        };
        self.runs.runs[number].site = Some(site);
        let RunLocals {
            run,
            array,
            extent,
            frozen,
            ..
        } = self.runs.runs[number];
        if let Extent::Set { bits, adds } = extent {
            self.add_to_set(run.kind, [array, bits, adds], site, after, above)?;
            return Ok(true);
        }
        if let Array::Reloaded(_) = run.array {
            let same = self.out.new_label();
            self.out.plain(&[op::DUP2, op::POP]);
            self.out.push(Insn::Local(op::ALOAD, array));
            self.out.jump(op::IF_ACMPEQ, same);
            self.change_array(number)?;
            self.out.target(same, after, above);
        }
        if let Some(frozen) = frozen {
            let thawed = self.out.new_label();
            self.out.push(Insn::Local(op::ILOAD, frozen));
            self.out.jump(op::IFEQ, thawed);
            self.out.plain(&[op::DUP2, op::POP]);
            self.load_thread();
            self.out.call(names::CHECKS, "runFrom", FROM_DESC)?;
            self.out.target(thawed, after, above);
        }
        match extent {
            Extent::Walk { last, ordinal, .. } => {
                self.out.int(u32::from(ordinal))?;
                self.out.push(Insn::Local(op::ISTORE, last));
            }
            Extent::Element { begun, .. } => self.set(begun, op::ICONST_1),
            Extent::Set { .. } => {}
        }
        Ok(true)
    }

    fn set(&mut self, local: u16, constant: u8) {
        self.out.plain(&[constant]);
        self.out.push(Insn::Local(op::ISTORE, local));
    }

    fn copy_int(&mut self, from: u16, to: u16) {
        self.out.push(Insn::Local(op::ILOAD, from));
        self.out.push(Insn::Local(op::ISTORE, to));
    }

    /// With array and index on top of the stack, which stay: the run goes on along this array.
    fn change_array(&mut self, number: usize) -> Result<(), Skip> {
        self.check_run(number)?;
        let RunLocals {
            array,
            extent,
            frozen,
            ..
        } = self.runs.runs[number];
        self.out.plain(&[op::DUP2, op::POP]);
        self.out.push(Insn::Local(op::ASTORE, array));
        match extent {
            Extent::Walk { counter, first, .. } => self.copy_int(counter.round, first),
            Extent::Element { begun, .. } => self.set(begun, op::ICONST_0),
            Extent::Set { .. } => {}
        }
        if let Some(frozen) = frozen {
            self.set(frozen, op::ICONST_1);
        }
        Ok(())
    }

    /// Where a loop is entered, with this state.
    fn enter_loop(&mut self, of_loop: usize, state: Option<&State>) -> Result<(), Skip> {
        for i in 0..self.runs.loops[of_loop].counters.len() {
            let CounterLocals { counter, first, .. } = self.runs.loops[of_loop].counters[i];
            self.copy_int(counter.local, first);
        }
        for number in self.runs.loops[of_loop].runs.clone() {
            let RunLocals {
                run,
                array,
                extent,
                frozen,
                ..
            } = self.runs.runs[number];
            self.first_array(run.array)?;
            self.out.push(Insn::Local(op::ASTORE, array));
            match (extent, run.way) {
                (Extent::Walk { counter, first, .. }, _) if first != counter.first => {
                    self.copy_int(counter.first, first);
                    self.go_on(number, state)?;
                }
                (Extent::Element { index, begun }, Way::At(sum)) => {
                    self.sum(sum)?;
                    self.out.push(Insn::Local(op::ISTORE, index));
                    self.set(begun, op::ICONST_0);
                }
                _ => {}
            }
            if let Some(frozen) = frozen {
                self.out.push(Insn::Local(op::ALOAD, array));
                self.load_thread();
                self.out.call(names::CHECKS, "isFrozen", FROZEN_DESC)?;
                self.out.push(Insn::Local(op::ISTORE, frozen));
            }
        }
        Ok(())
    }

    /// If a walk was suspended: has it go on if it is where it stopped, else checks it.
    fn go_on(&mut self, number: usize, state: Option<&State>) -> Result<(), Skip> {
        let RunLocals {
            array,
            extent: Extent::Walk { first, .. },
            suspended: Some(suspended),
            ..
        } = self.runs.runs[number]
        else {
            return Ok(());
        };
        let [elsewhere, ready] = [(); 2].map(|()| self.out.new_label());
        self.out.push(Insn::Local(op::ALOAD, array));
        self.out.push(Insn::Local(op::ALOAD, suspended.array));
        self.out.jump(op::IF_ACMPNE, elsewhere);
        self.out.push(Insn::Local(op::ILOAD, first));
        self.out.push(Insn::Local(op::ILOAD, suspended.end));
        self.out.jump(op::IF_ICMPNE, elsewhere);
        self.copy_int(suspended.first, first);
        self.out.jump(op::GOTO, ready);
        self.out.target(elsewhere, state, &[]);
        self.check_suspended(number)?;
        self.out.target(ready, state, &[]);
        Ok(())
    }

    /// Pushes the array that a run is likely to begin with, or null.
    fn first_array(&mut self, array: Array) -> Result<(), Skip> {
        let likely = match array {
            Array::Local(local) => {
                self.out.push(Insn::Local(op::ALOAD, local));
                return Ok(());
            }
            Array::Reloaded(likely) => likely,
            Array::Kept(first) => Some(first),
            Array::Any => None,
        };
        match likely {
            Some(Likely::OwnField(index)) => {
                self.out.push(Insn::Local(op::ALOAD, 0));
                self.out.push(Insn::Field(op::GETFIELD, index));
            }
            Some(Likely::Static(index)) => {
                self.out.push(Insn::Field(op::GETSTATIC, index));
            }
            Some(Likely::Element(outer, sum)) => {
                self.out.push(Insn::Local(op::ALOAD, outer));
                self.sum(sum)?;
                self.out.call(names::FOOTPRINT, "element", LIKELY_DESC)?;
            }
            None => self.out.plain(&[op::ACONST_NULL]),
        }
        Ok(())
    }

    /// Pushes a sum.
    fn sum(&mut self, sum: Sum) -> Result<(), Skip> {
        let Some(local) = sum.local else {
            return Ok(self.out.int(sum.offset.cast_unsigned())?);
        };
        self.out.push(Insn::Local(op::ILOAD, local));
        if sum.factor != 1 {
            self.out.int(sum.factor.cast_unsigned())?;
            self.out.plain(&[op::IMUL]);
        }
        if sum.offset != 0 {
            self.out.int(sum.offset.cast_unsigned())?;
            self.out.plain(&[op::IADD]);
        }
        Ok(())
    }

    /// Where rounds of a loop begin.
    pub fn begin_round(&mut self) {
        let loops = self.runs.loops.iter();
        let begun = loops.filter(|l| l.header == self.at && l.last.is_some());
        let begun: Vec<_> = begun.map(|l| (l.last, l.counters.clone())).collect();
        for (last, counters) in begun {
            for CounterLocals { counter, round, .. } in counters {
                self.copy_int(counter.local, round);
            }
            if let Some(last) = last {
                self.set(last, op::ICONST_0);
            }
        }
    }

    /// With array and index on top of the stack, which stay: sees to it that the element is in the thread's footprint.
    fn add_to_set(
        &mut self,
        kind: Kind,
        [array, bits, adds]: [u16; 3],
        site: u32,
        after: Option<&State>,
        above: &[VType],
    ) -> Result<(), Skip> {
        let known = self.out.new_label();
        self.count_check()?;
        self.out.plain(&[op::DUP2]);
        self.out.push(Insn::Local(op::ALOAD, array));
        self.out.push(Insn::Local(op::ALOAD, bits));
        self.out.push(Insn::Local(op::ILOAD, adds));
        self.out.call(names::FOOTPRINT, "has", HAS_DESC)?;
        self.out.jump(op::IFNE, known);
        self.out.plain(&[op::DUP2]);
        self.load_thread();
        self.out.int(site)?;
        let (add, may_add) = match kind {
            Kind::Read => ("addRead", "addsRead"),
            Kind::Write => ("addWritten", "addsWritten"),
        };
        self.out.call(names::FOOTPRINT, add, ADD_DESC)?;
        self.out.push(Insn::Local(op::ASTORE, bits));
        self.load_thread();
        self.out.int(site)?;
        self.out.call(names::FOOTPRINT, may_add, ADDS_DESC)?;
        self.out.push(Insn::Local(op::ISTORE, adds));
        self.out.plain(&[op::DUP2, op::POP]);
        self.out.push(Insn::Local(op::ASTORE, array));
        self.out.target(known, after, above);
        Ok(())
    }

    /// Checks what a run has accessed. Leaves the stack as it was.
    fn check_run(&mut self, number: usize) -> Result<(), Skip> {
        let RunLocals { array, extent, .. } = self.runs.runs[number];
        if let Extent::Set { .. } = extent {
            self.out.plain(&[op::ACONST_NULL]);
            self.out.push(Insn::Local(op::ASTORE, array));
            return Ok(());
        }
        self.count_check()?;
        self.out.push(Insn::Local(op::ALOAD, array));
        match extent {
            Extent::Walk {
                counter,
                first,
                last,
                ..
            } => {
                for local in [first, counter.round, last] {
                    self.out.push(Insn::Local(op::ILOAD, local));
                }
                self.call_along(number)
            }
            Extent::Element { index, begun } => {
                self.out.push(Insn::Local(op::ILOAD, index));
                self.out.push(Insn::Local(op::ILOAD, begun));
                self.call_for(number, ["readAt", "writtenAt"], AT_DESC)
            }
            Extent::Set { .. } => Ok(()),
        }
    }

    /// Checks a walk that was suspended, if it was.
    fn check_suspended(&mut self, number: usize) -> Result<(), Skip> {
        let Some(Suspended { array, first, end }) = self.runs.runs[number].suspended else {
            return Ok(());
        };
        self.out.push(Insn::Local(op::ALOAD, array));
        self.out.push(Insn::Local(op::ILOAD, first));
        self.out.push(Insn::Local(op::ILOAD, end));
        self.out.plain(&[op::ICONST_0]);
        self.call_along(number)?;
        self.out.plain(&[op::ACONST_NULL]);
        self.out.push(Insn::Local(op::ASTORE, array));
        Ok(())
    }

    /// With array, first and present counter and the round's last access on the stack: checks a walk.
    fn call_along(&mut self, number: usize) -> Result<(), Skip> {
        if let Extent::Walk {
            counter,
            factor,
            offset,
            ordinal,
            ..
        } = self.runs.runs[number].extent
        {
            let step = counter.counter.step;
            for constant in [i32::from(ordinal), step, factor, offset] {
                self.out.int(constant.cast_unsigned())?;
            }
        }
        self.call_for(number, ["readAlong", "writtenAlong"], ALONG_DESC)
    }

    /// Calls the check of reads or writes, with thread and site behind what is on the stack.
    fn call_for(
        &mut self,
        number: usize,
        names: [&'static str; 2],
        descriptor: &'static str,
    ) -> Result<(), Skip> {
        self.load_thread();
        let load_site = self.out.placeholder();
        self.runs.runs[number].wait_for_site.push(load_site);
        let [read, written] = names;
        let check = match self.runs.runs[number].run.kind {
            Kind::Read => read,
            Kind::Write => written,
        };
        self.out.call(names::FOOTPRINT, check, descriptor)?;
        Ok(())
    }

    /// Where a loop is left, or may have been: checks its runs. Leaves the stack as it was.
    fn leave_loop(&mut self, of_loop: usize) -> Result<(), Skip> {
        for number in self.runs.loops[of_loop].runs.clone() {
            self.check_run(number)?;
        }
        self.clear_loop(of_loop);
        Ok(())
    }

    /// Where a loop is left before a round has made any of the walks' accesses.
    fn complete_loop(&mut self, of_loop: usize) -> Result<(), Skip> {
        for number in self.runs.loops[of_loop].runs.clone() {
            let RunLocals {
                run,
                array,
                extent,
                suspended,
                ..
            } = self.runs.runs[number];
            if run.is_overwritten {
                continue;
            }
            if let (Some(to), Extent::Walk { counter, first, .. }) = (suspended, extent) {
                self.out.push(Insn::Local(op::ALOAD, array));
                self.out.push(Insn::Local(op::ASTORE, to.array));
                self.copy_int(first, to.first);
                self.copy_int(counter.round, to.end);
            } else {
                self.check_run(number)?;
            }
        }
        self.clear_loop(of_loop);
        Ok(())
    }

    /// The loop does not run any more.
    fn clear_loop(&mut self, of_loop: usize) {
        for number in self.runs.loops[of_loop].runs.clone() {
            if let Extent::Element { begun, .. } = self.runs.runs[number].extent {
                self.set(begun, op::ICONST_0);
            }
        }
        if let Some(last) = self.runs.loops[of_loop].last {
            self.set(last, op::ICONST_M1);
        }
    }

    /// The suspended walks of a loop will not go on.
    fn end_loop(&mut self, of_loop: usize) -> Result<(), Skip> {
        for number in self.runs.loops[of_loop].runs.clone() {
            self.check_suspended(number)?;
        }
        Ok(())
    }

    /// Does what is to be done on an edge, with this state.
    fn go_over(&mut self, edge: &Edge, state: Option<&State>) -> Result<(), Skip> {
        for &of_loop in &edge.leave {
            self.leave_loop(of_loop)?;
        }
        for &of_loop in &edge.complete {
            self.complete_loop(of_loop)?;
        }
        for &of_loop in &edge.end {
            self.end_loop(of_loop)?;
        }
        for &of_loop in &edge.enter {
            self.enter_loop(of_loop, state)?;
        }
        Ok(())
    }

    /// Before the label of instruction `at` is bound: what control that falls through from the
    /// one before has to do.
    pub fn fall_over_edge(&mut self, at: usize, code: &Code) -> Result<(), Skip> {
        let Some(before) = at.checked_sub(1) else {
            return Ok(());
        };
        if !op::ends_block(code.insns[before].opcode())
            && let Some(edge) = self.runs.edges.get(&(before, at)).cloned()
        {
            let state = self.state.clone();
            self.go_over(&edge, state.as_ref())?;
        }
        Ok(())
    }

    /// At the start of a handler: what exceptions in loops have left unchecked.
    pub fn arrive_in_handler(&mut self) -> Result<(), Skip> {
        match self.runs.handlers.get(&self.at).cloned() {
            Some(edge) => self.go_over(&edge, None),
            None => Ok(()),
        }
    }

    /// Where a jump to `target` is to go. If it leads into or out of a loop with runs: a detour with what has to be done there, where the stack is
    /// the present one without the jump's operands.
    pub fn way_over_edge(&mut self, target: Label, operands: usize) -> Label {
        let Some(edge) = self.runs.edges.get(&(self.at, target.0 as usize)).cloned() else {
            return target;
        };
        let known = self.runs.detours.iter();
        if let Some(detour) = { known }.find(|d| d.at == self.at && d.target == target) {
            return detour.start;
        }
        let state = self.state.clone().map(|mut state| {
            let left = state.stack.len().saturating_sub(operands);
            state.stack.truncate(left);
            state
        });
        let start = self.out.new_label();
        self.runs.detours.push(Detour {
            at: self.at,
            start,
            target,
            state,
            edge,
        });
        start
    }

    /// After all instructions: the detours, under the handlers of their jumps.
    pub fn detours(&mut self, code: &Code) -> Result<(), Skip> {
        for detour in std::mem::take(&mut self.runs.detours) {
            self.out.target(detour.start, detour.state.as_ref(), &[]);
            self.go_over(&detour.edge, detour.state.as_ref())?;
            self.out.jump(op::GOTO, detour.target);
            let end = self.out.new_label();
            self.out.bind(end);
            let covers = |h: &&Handler| (code.at(h.start)..code.at(h.end)).contains(&detour.at);
            for handler in code.handlers.iter().filter(covers) {
                self.out.handler(Handler {
                    start: detour.start,
                    end,
                    ..handler.clone()
                });
            }
        }
        Ok(())
    }

    /// Checks what loops had accessed that were left by an exception which leaves the method.
    pub fn throw_out_of_loops(&mut self) -> Result<(), Skip> {
        let Some((start, end)) = self.runs.range else {
            return Ok(());
        };
        let target = self.begin_catch_all();
        for of_loop in 0..self.runs.loops.len() {
            self.leave_loop(of_loop)?;
            self.end_loop(of_loop)?;
        }
        self.out.plain(&[op::ATHROW]);
        self.out.handler(Handler {
            start: Label(start as u32),
            end: Label(end as u32),
            target,
            catch_type: 0,
        });
        Ok(())
    }

    /// Fills in the sites that were not known when a check of their run was emitted.
    pub fn fill_in_sites(&mut self) -> Result<(), Skip> {
        for run in &self.runs.runs {
            // An access that was never reached has no number, and its run no accesses.
            let site = run.site.unwrap_or(0);
            for &at in &run.wait_for_site {
                self.out.fill_in(at, site)?;
            }
        }
        Ok(())
    }
}
