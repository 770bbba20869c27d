//! The locals that runs have, and where in the code something has to be done with them.

use std::ops::Range;

use classfile::{Insn, Label, VType, op};
use placement::{Array, Counter, LoopRuns, Run, Way};
use rustc_hash::FxHashMap;

use crate::emit::Emitter;
use crate::sim::State;

/// The runs of a method, by number.
#[derive(Default)]
pub struct Runs {
    pub loops: Vec<LoopLocals>,
    pub runs: Vec<RunLocals>,
    pub of_access: FxHashMap<usize, usize>,
    /// By the instructions before and behind an edge.
    pub edges: FxHashMap<(usize, usize), Edge>,
    /// By instruction: the loops whose exceptions arrive there, and those whose that are around suspended ones.
    pub handlers: FxHashMap<usize, Edge>,
    /// From the first instruction of a loop with runs to behind the last.
    pub range: Option<(usize, usize)>,
    pub detours: Vec<Detour>,
}

/// What has to be done with loops on an edge.
#[derive(Clone, Default)]
pub struct Edge {
    pub leave: Vec<usize>,
    /// Those that are left after whole rounds.
    pub complete: Vec<usize>,
    /// Those that were suspended will not go on.
    pub end: Vec<usize>,
    pub enter: Vec<usize>,
}

pub struct LoopLocals {
    pub runs: Range<usize>,
    /// Where rounds begin.
    pub header: usize,
    pub counters: Vec<CounterLocals>,
    /// The ordinal of the round's last access; -1 while the loop does not run. `None` if there are no walks.
    pub last: Option<u16>,
    /// Whether its walks may be suspended.
    pub is_suspended: bool,
}

#[derive(Clone, Copy)]
pub struct CounterLocals {
    pub counter: Counter,
    /// As it was in the first round.
    pub first: u16,
    /// As it was when the present round began.
    pub round: u16,
}

pub struct RunLocals {
    pub run: Run,
    pub array: u16,
    pub extent: Extent,
    /// Of a walk that may go on when its loop runs again.
    pub suspended: Option<Suspended>,
    /// Whether what is read may be frozen with the array; `None` if that does not matter.
    pub frozen: Option<u16>,
    /// Known once the access has been emitted.
    pub site: Option<u32>,
    /// The instructions that are to load the site's number.
    pub wait_for_site: Vec<usize>,
}

/// A walk that may go on, in locals.
#[derive(Clone, Copy)]
pub struct Suspended {
    /// Null if there is none.
    pub array: u16,
    pub first: u16,
    /// The counter with which it would go on.
    pub end: u16,
}

/// What has been accessed, in locals.
#[derive(Clone, Copy)]
pub enum Extent {
    Walk {
        counter: CounterLocals,
        /// The counter when the array was first accessed.
        first: u16,
        /// Of the loop.
        last: u16,
        factor: i32,
        offset: i32,
        ordinal: u8,
    },
    Element {
        index: u16,
        /// Whether it has been accessed.
        begun: u16,
    },
    Set {
        bits: u16,
        adds: u16,
    },
}

/// A jump over an edge by way of what has to be done there.
pub struct Detour {
    /// The jump, in the original code.
    pub at: usize,
    pub start: Label,
    pub target: Label,
    pub state: Option<State>,
    pub edge: Edge,
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
            let number = all.loops.len();
            let mut of_loop = LoopLocals::new(&found, all.runs.len(), out);
            for run in found.runs {
                all.of_access.insert(run.access, all.runs.len());
                let array = out.keep_local(object);
                all.runs.push(RunLocals {
                    run,
                    array,
                    extent: of_loop.extent(run, out, bits),
                    suspended: of_loop.suspended(run, out, object),
                    frozen: run.of_references.then(|| out.keep_local(VType::Int)),
                    site: None,
                    wait_for_site: Vec::new(),
                });
            }
            all.loops.push(of_loop);
            for edge in found.ends.exits {
                let at_start = found.at_start.contains(&edge);
                let edge = all.edges.entry(edge).or_default();
                if at_start {
                    &mut edge.complete
                } else {
                    &mut edge.leave
                }
                .push(number);
            }
            for edge in found.entries {
                all.edges.entry(edge).or_default().enter.push(number);
            }
            for handler in found.ends.handlers {
                all.handlers.entry(handler).or_default().leave.push(number);
            }
            let mut range = found.ends.range;
            if let Some(around) = found.around {
                for edge in around.exits {
                    all.edges.entry(edge).or_default().end.push(number);
                }
                for handler in around.handlers {
                    all.handlers.entry(handler).or_default().end.push(number);
                }
                range = around.range;
            }
            let (start, end) = all.range.unwrap_or(range);
            all.range = Some((start.min(range.0), end.max(range.1)));
        }
        all
    }

    /// What gives the locals their first values.
    pub fn clear(&self) -> Vec<Insn> {
        let mut insns = Vec::new();
        let mut clear =
            |push, store, local| insns.extend([Insn::Plain(push), Insn::Local(store, local)]);
        for of_loop in &self.loops {
            for counter in &of_loop.counters {
                clear(op::ICONST_0, op::ISTORE, counter.first);
                clear(op::ICONST_0, op::ISTORE, counter.round);
            }
            if let Some(last) = of_loop.last {
                clear(op::ICONST_M1, op::ISTORE, last);
            }
        }
        for run in &self.runs {
            clear(op::ACONST_NULL, op::ASTORE, run.array);
            if let Some(Suspended { array, first, end }) = run.suspended {
                clear(op::ACONST_NULL, op::ASTORE, array);
                clear(op::ICONST_0, op::ISTORE, first);
                clear(op::ICONST_0, op::ISTORE, end);
            }
            if let Some(frozen) = run.frozen {
                clear(op::ICONST_0, op::ISTORE, frozen);
            }
            match run.extent {
                Extent::Walk { first, .. } => clear(op::ICONST_0, op::ISTORE, first),
                Extent::Element { index, begun } => {
                    clear(op::ICONST_0, op::ISTORE, index);
                    clear(op::ICONST_0, op::ISTORE, begun);
                }
                Extent::Set { bits, adds } => {
                    clear(op::ACONST_NULL, op::ASTORE, bits);
                    clear(op::ICONST_0, op::ISTORE, adds);
                }
            }
        }
        insns
    }
}

impl LoopLocals {
    fn new(found: &LoopRuns, first_run: usize, out: &mut Emitter<'_, '_>) -> LoopLocals {
        let mut ways = found.runs.iter().map(|run| run.way);
        let has_walk = ways.any(|way| matches!(way, Way::Along { .. }));
        LoopLocals {
            runs: first_run..first_run + found.runs.len(),
            header: found.header,
            counters: Vec::new(),
            last: has_walk.then(|| out.keep_local(VType::Int)),
            is_suspended: found.around.is_some(),
        }
    }

    fn extent(&mut self, run: Run, out: &mut Emitter<'_, '_>, bits: VType) -> Extent {
        match (run.way, self.last) {
            (
                Way::Along {
                    counter,
                    factor,
                    offset,
                    ordinal,
                },
                Some(last),
            ) => {
                let counter = self.counter(counter, out);
                let is_own = self.is_suspended || matches!(run.array, Array::Reloaded(_));
                let first = if is_own {
                    out.keep_local(VType::Int)
                } else {
                    counter.first
                };
                Extent::Walk {
                    counter,
                    first,
                    last,
                    factor,
                    offset,
                    ordinal,
                }
            }
            (Way::At(_), _) => Extent::Element {
                index: out.keep_local(VType::Int),
                begun: out.keep_local(VType::Int),
            },
            _ => Extent::Set {
                bits: out.keep_local(bits),
                adds: out.keep_local(VType::Int),
            },
        }
    }

    fn suspended(&self, run: Run, out: &mut Emitter<'_, '_>, object: VType) -> Option<Suspended> {
        let is_walk = matches!(run.way, Way::Along { .. });
        (is_walk && self.is_suspended && !run.is_overwritten).then(|| Suspended {
            array: out.keep_local(object),
            first: out.keep_local(VType::Int),
            end: out.keep_local(VType::Int),
        })
    }

    fn counter(&mut self, counter: Counter, out: &mut Emitter<'_, '_>) -> CounterLocals {
        let known = self.counters.iter().find(|c| c.counter == counter);
        known.copied().unwrap_or_else(|| {
            let fresh = CounterLocals {
                counter,
                first: out.keep_local(VType::Int),
                round: out.keep_local(VType::Int),
            };
            self.counters.push(fresh);
            fresh
        })
    }
}
