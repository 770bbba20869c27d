//! Elements of an array that a block accesses one after the other: one check stands for all.
//!
//! It stands behind the first access: by then the array is known not to be null, and that element to be in its bounds. It is
//! of all of the group that is in bounds, and this is what will be accessed. For between the first and the last nothing may
//! acquire, release, leave the block or throw, but for accesses to the array itself that go on in one direction: where one leaves the
//! bounds, all that would come after it are out of bounds as well. So the check covers the accesses behind it, and is legitimate
//! for each.
//!
//! A check has one site, hence the accesses of a group are on one line.

use classfile::{Code, Insn, op};
use ir::{Block, Body, ValueId};
use rustc_hash::FxHashSet;

use crate::Surroundings;
use crate::paths::{Accesses, Kind, Path};
use crate::throwing::Throwing;

/// Accesses of one kind to elements of one array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// By instruction.
    accesses: Vec<usize>,
    /// How far below the first one's element the lowest is.
    pub below: u32,
    /// A bit for each element, from the lowest on.
    pub elements: u64,
}

impl Group {
    /// The access with the check.
    pub fn first(&self) -> usize {
        self.accesses[0]
    }

    /// Those that the check stands for besides.
    pub fn others(&self) -> &[usize] {
        &self.accesses[1..]
    }
}

/// The lowest and the highest element of a group are less than this apart.
const SPAN: u32 = u64::BITS;

/// The groups of a method. `unchecked` are accesses that need no check of their own anyway.
pub fn groups(
    body: &Body,
    code: &Code,
    around: &dyn Surroundings,
    accesses: &Accesses,
    has_this: bool,
    unchecked: &FxHashSet<usize>,
) -> Vec<Group> {
    let search = Search {
        throwing: Throwing {
            body,
            code,
            around,
            accesses,
            has_this,
        },
        unchecked,
        lines: code.line_of_each(),
    };
    let mut found = Vec::new();
    for (_, block) in body.blocks.iter() {
        if search.has_several(block) {
            search.block(block, &mut found);
        }
    }
    found
}

/// What the elements have in common that lie a known number of elements apart: array, and base and factor of the index.
type Row = (ValueId, Option<ValueId>, i32);

#[derive(Clone, Copy)]
struct Element {
    row: Row,
    offset: i32,
    kind: Kind,
}

/// A group that may go on.
struct Open {
    first: Element,
    line: Option<u16>,
    /// How far the accesses to the row that may throw have come from the first element.
    reach: i32,
    /// Each with its distance from the first.
    accesses: Vec<(usize, i32)>,
}

struct Search<'m> {
    throwing: Throwing<'m>,
    unchecked: &'m FxHashSet<usize>,
    lines: Vec<Option<u16>>,
}

impl Search<'_> {
    fn has_several(&self, block: &Block) -> bool {
        let checked = block.insns.clone().filter(|&insn| self.is_checked(insn));
        checked.take(2).count() == 2
    }

    fn is_checked(&self, insn: usize) -> bool {
        self.element(insn).is_some() && !self.unchecked.contains(&insn)
    }

    fn block(&self, block: &Block, found: &mut Vec<Group>) {
        let throws = self.throwing.in_block(block);
        let mut open: Vec<Open> = Vec::new();
        for insn in block.insns.clone() {
            let element = self.element(insn);
            if throws.contains(&insn) || self.may_acquire(insn) {
                open.retain_mut(|group| {
                    let goes_on = element.is_some_and(|element| group.goes_on(element));
                    if !goes_on {
                        found.extend(group.closed());
                    }
                    goes_on
                });
            }
            if let Some(element) = element.filter(|_| self.is_checked(insn)) {
                self.add(insn, element, &mut open);
            }
        }
        found.extend(open.iter().filter_map(Open::closed));
    }

    /// Whether it may come after a class initializer: a check that stands before it would not.
    fn may_acquire(&self, insn: usize) -> bool {
        let insn = &self.throwing.code.insns[insn];
        matches!(insn, Insn::Field(op::GETSTATIC | op::PUTSTATIC, _))
    }

    /// The element that an instruction accesses, unless it stores a reference: that may fail whatever the index.
    fn element(&self, insn: usize) -> Option<Element> {
        let access = self.throwing.accesses.at(insn)?;
        match self.throwing.accesses.paths[access.path] {
            Path::Element(array, base, factor, offset)
                if self.throwing.code.insns[insn] != Insn::Plain(op::AASTORE) =>
            {
                Some(Element {
                    row: (array, base, factor),
                    offset,
                    kind: access.kind,
                })
            }
            _ => None,
        }
    }

    fn add(&self, insn: usize, element: Element, open: &mut Vec<Open>) {
        let line = self.lines[insn];
        let mut groups = open.iter_mut();
        if let Some(group) = groups.find(|group| group.line == line && group.takes(element)) {
            group.accesses.push((insn, group.distance(element)));
        } else {
            open.push(Open {
                first: element,
                line,
                reach: 0,
                accesses: vec![(insn, 0)],
            });
        }
    }
}

impl Open {
    /// Of indices that wrap around: those of a group are in bounds as far as they are checked, and there they do not.
    fn distance(&self, element: Element) -> i32 {
        element.offset.wrapping_sub(self.first.offset)
    }

    /// Whether an access that may throw is to the same row and in the direction of those before it.
    fn goes_on(&mut self, element: Element) -> bool {
        let distance = self.distance(element);
        let goes_on = element.row == self.first.row
            && distance.unsigned_abs() < SPAN
            && self.is_ahead(distance);
        if goes_on {
            self.reach = distance;
        }
        goes_on
    }

    /// Whether an element this far from the first is out of bounds if one before it was.
    fn is_ahead(&self, distance: i32) -> bool {
        match self.reach {
            0 => true,
            1.. => distance >= self.reach,
            _ => distance <= self.reach,
        }
    }

    /// Also of what cannot throw, as it was accessed before the group: it is not reached if an access of the group has thrown.
    fn takes(&self, element: Element) -> bool {
        let distance = self.distance(element);
        (element.row, element.kind) == (self.first.row, self.first.kind)
            && distance.unsigned_abs() < SPAN
            && self.is_ahead(distance)
            && self.distances().all(|it| it.abs_diff(distance) < SPAN)
    }

    fn distances(&self) -> impl Iterator<Item = i32> {
        self.accesses.iter().map(|&(_, distance)| distance)
    }

    /// What has become of it.
    fn closed(&self) -> Option<Group> {
        let lowest = self.distances().min()?;
        (self.accesses.len() > 1).then(|| Group {
            accesses: self.accesses.iter().map(|&(insn, _)| insn).collect(),
            below: lowest.unsigned_abs(),
            elements: self
                .distances()
                .fold(0, |bits, distance| bits | 1 << (distance - lowest)),
        })
    }
}
