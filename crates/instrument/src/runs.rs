//! Runs: array accesses of a loop that are checked as a range when the loop is left, and sets of elements that are kept at hand
//! while a loop accesses an array here and there.
//!
//! A run has three locals: the array, the last index and how many accesses there were since the last check. To
//! the compiler they are the loop's own variables under other names. Whichever way the loop is left, by a
//! jump, to a handler of the method or by an exception out of it, the range is checked on that way.
//!
//! A set has three: the array, the bits of the thread's footprint, and whether these may be added to without more ado. They are forgotten
//! where a range would be checked.

use classfile::{Code, Frame, Handler, Insn, Label, VType, op};
use placement::{Kind, LoopRuns, Run, Way};
use rustc_hash::FxHashMap;

use crate::Skip;
use crate::emit::Emitter;
use crate::method::Walk;
use crate::names;
use crate::sim::State;

const FROM_DESC: &str = "(Ljava/lang/Object;Ljava/lang/redflag$ThreadState;)V";
const HAS_DESC: &str = "(Ljava/lang/Object;ILjava/lang/Object;[JZ)Z";
const ADDS_DESC: &str = "(Ljava/lang/redflag$ThreadState;I)Z";
const ADD_DESC: &str = "(Ljava/lang/Object;ILjava/lang/redflag$ThreadState;I)[J";
const RUN_DESC: &str = "(Ljava/lang/Object;IIILjava/lang/redflag$ThreadState;I)V";

/// The runs of a method, by number.
#[derive(Default)]
pub struct Runs {
    runs: Vec<RunLocals>,
    of_access: FxHashMap<usize, usize>,
    exits: FxHashMap<(usize, usize), Vec<usize>>,
    handlers: FxHashMap<usize, Vec<usize>>,
    /// From the first instruction of a loop with runs to behind the last.
    range: Option<(usize, usize)>,
    detours: Vec<Detour>,
}

struct RunLocals {
    run: Run,
    array: u16,
    extent: Extent,
    /// Known once the access has been emitted.
    site: Option<u32>,
    /// The instructions that are to load the site's number.
    wait_for_site: Vec<usize>,
}

/// What has been accessed, in locals.
#[derive(Clone, Copy)]
enum Extent {
    Range { stride: i32, last: u16, count: u16 },
    Set { bits: u16, adds: u16 },
}

/// A jump out of a loop by way of a check.
struct Detour {
    /// The jump, in the original code.
    at: usize,
    start: Label,
    target: Label,
    state: Option<State>,
    runs: Vec<usize>,
}

impl Runs {
    /// `object` and `bits` are the types `Object` and `long[]`.
    pub fn new(
        loops: Vec<LoopRuns>,
        out: &mut Emitter<'_, '_>,
        object: VType,
        bits: VType,
    ) -> Runs {
        let mut all = Runs::default();
        for found in loops {
            let first = all.runs.len();
            for run in found.runs {
                all.of_access.insert(run.access, all.runs.len());
                all.runs.push(RunLocals {
                    run,
                    array: out.keep_local(object),
                    extent: match run.way {
                        Way::Along(stride) => Extent::Range {
                            stride,
                            last: out.keep_local(VType::Int),
                            count: out.keep_local(VType::Int),
                        },
                        Way::Anywhere => Extent::Set {
                            bits: out.keep_local(bits),
                            adds: out.keep_local(VType::Int),
                        },
                    },
                    site: None,
                    wait_for_site: Vec::new(),
                });
            }
            let numbers = first..all.runs.len();
            for edge in found.exits {
                all.exits.entry(edge).or_default().extend(numbers.clone());
            }
            for handler in found.handlers {
                let of_handler = all.handlers.entry(handler).or_default();
                of_handler.extend(numbers.clone());
            }
            let (start, end) = all.range.unwrap_or(found.range);
            all.range = Some((start.min(found.range.0), end.max(found.range.1)));
        }
        all
    }

    /// What gives the locals their first values.
    pub fn clear(&self) -> impl Iterator<Item = Insn> + '_ {
        self.runs.iter().flat_map(|run| {
            let clear = |push, store, local| [Insn::Plain(push), Insn::Local(store, local)];
            let mut insns = clear(op::ACONST_NULL, op::ASTORE, run.array).to_vec();
            match run.extent {
                Extent::Range { last, count, .. } => {
                    insns.extend(clear(op::ICONST_0, op::ISTORE, last));
                    insns.extend(clear(op::ICONST_0, op::ISTORE, count));
                }
                Extent::Set { bits, adds } => {
                    insns.extend(clear(op::ACONST_NULL, op::ASTORE, bits));
                    insns.extend(clear(op::ICONST_0, op::ISTORE, adds));
                }
            }
            insns
        })
    }
}

impl Walk<'_, '_, '_, '_> {
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
            run, array, extent, ..
        } = self.runs.runs[number];
        let (last, count) = match extent {
            Extent::Range { last, count, .. } => (last, count),
            Extent::Set { bits, adds } => {
                self.add_to_set(run.kind, [array, bits, adds], site, after, above)?;
                return Ok(true);
            }
        };
        if run.reloads {
            let same = self.out.new_label();
            self.out.plain(&[op::DUP2, op::POP]);
            self.out.push(Insn::Local(op::ALOAD, array));
            self.out.jump(op::IF_ACMPEQ, same);
            self.check_runs(&[number])?;
            self.out.target(same, after, above);
        }
        if run.of_references {
            let begun = self.out.new_label();
            self.out.push(Insn::Local(op::ILOAD, count));
            self.out.jump(op::IFNE, begun);
            self.out.plain(&[op::DUP2, op::POP]);
            self.load_thread();
            self.out.call(names::CHECKS, "runFrom", FROM_DESC)?;
            self.out.target(begun, after, above);
        }
        self.out.plain(&[op::DUP2]);
        self.out.push(Insn::Local(op::ISTORE, last));
        self.out.push(Insn::Local(op::ASTORE, array));
        self.out.push(Insn::Iinc(count, 1));
        Ok(true)
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

    /// Checks what runs have accessed since they were last checked. Leaves the stack as it was.
    fn check_runs(&mut self, runs: &[usize]) -> Result<(), Skip> {
        for &number in runs {
            let RunLocals {
                run, array, extent, ..
            } = self.runs.runs[number];
            let Extent::Range {
                stride,
                last,
                count,
            } = extent
            else {
                self.out.plain(&[op::ACONST_NULL]);
                self.out.push(Insn::Local(op::ASTORE, array));
                continue;
            };
            self.count_check()?;
            self.out.push(Insn::Local(op::ALOAD, array));
            self.out.push(Insn::Local(op::ILOAD, last));
            self.out.push(Insn::Local(op::ILOAD, count));
            self.out.int(stride.cast_unsigned())?;
            self.load_thread();
            let load_site = self.out.placeholder();
            self.runs.runs[number].wait_for_site.push(load_site);
            let check = match run.kind {
                Kind::Read => "readAlong",
                Kind::Write => "writtenAlong",
            };
            self.out.call(names::FOOTPRINT, check, RUN_DESC)?;
            self.out.plain(&[op::ICONST_0]);
            self.out.push(Insn::Local(op::ISTORE, count));
            self.out.plain(&[op::ACONST_NULL]);
            self.out.push(Insn::Local(op::ASTORE, array));
        }
        Ok(())
    }

    /// Before the label of instruction `at` is bound: what control that falls through from the
    /// one before has to check.
    pub fn fall_out_of_loop(&mut self, at: usize, code: &Code) -> Result<(), Skip> {
        let Some(before) = at.checked_sub(1) else {
            return Ok(());
        };
        if !op::ends_block(code.insns[before].opcode())
            && let Some(runs) = self.runs.exits.get(&(before, at)).cloned()
        {
            self.check_runs(&runs)?;
        }
        Ok(())
    }

    /// At the start of a handler: what exceptions in loops have left unchecked.
    pub fn arrive_in_handler(&mut self) -> Result<(), Skip> {
        match self.runs.handlers.get(&self.at).cloned() {
            Some(runs) => self.check_runs(&runs),
            None => Ok(()),
        }
    }

    /// Where a jump to `target` is to go. If it leaves a loop with runs: a detour with their check, where the stack is
    /// the present one without the jump's operands.
    pub fn way_out(&mut self, target: Label, operands: usize) -> Label {
        let edge = (self.at, target.0 as usize);
        let Some(runs) = self.runs.exits.get(&edge).cloned() else {
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
            runs,
        });
        start
    }

    /// After all instructions: the detours, under the handlers of their jumps.
    pub fn detours(&mut self, code: &Code) -> Result<(), Skip> {
        for detour in std::mem::take(&mut self.runs.detours) {
            self.out.target(detour.start, detour.state.as_ref(), &[]);
            self.check_runs(&detour.runs)?;
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
        let target = self.out.new_label();
        self.out.bind(target);
        let throwable = VType::Object(self.cx.types.id(b"java/lang/Throwable"));
        self.out.frame(
            target,
            Frame {
                locals: Vec::new(),
                stack: vec![throwable],
            },
        );
        let all: Vec<usize> = (0..self.runs.runs.len()).collect();
        self.check_runs(&all)?;
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
