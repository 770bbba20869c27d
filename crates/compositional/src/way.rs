//! How a method comes to an access: through which lines of which methods.
//!
//! A caller's way is its own line and then the callee's way, which both share.

use std::cmp::Ordering;
use std::sync::Arc;

use crate::program::MethodId;

/// Calls beyond these are not told.
pub const MAX_CALLS: usize = 20;

/// No access is told with more ways to it.
const MAX_WAYS: usize = 8;

/// A line of a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    pub method: MethodId,
    pub line: Option<u16>,
}

/// The places on a way, the caller's own first. Ways are in the order of their places.
#[derive(Debug, Clone)]
pub struct Way(Arc<Leg>);

#[derive(Debug)]
struct Leg {
    place: Place,
    /// Of the places that are told.
    len: u8,
    rest: Option<Way>,
}

impl Way {
    pub fn new(place: Place, rest: Option<Way>) -> Way {
        let len = rest.as_ref().map_or(0, Way::len).min(MAX_CALLS) + 1;
        Way(Arc::new(Leg {
            place,
            len: len as u8,
            rest,
        }))
    }

    pub fn first(&self) -> Place {
        self.0.place
    }

    /// The last that is told.
    pub fn last(&self) -> Place {
        self.places().last().unwrap_or(self.0.place)
    }

    /// How many places are told.
    pub fn len(&self) -> usize {
        usize::from(self.0.len)
    }

    pub fn places(&self) -> impl Iterator<Item = Place> {
        let legs = std::iter::successors(Some(self), |way| way.0.rest.as_ref());
        legs.map(|way| way.0.place).take(self.len())
    }

    /// The shortest comes first, and of those the first in the code.
    pub fn by_length(&self, other: &Way) -> Ordering {
        self.len().cmp(&other.len()).then_with(|| self.cmp(other))
    }

    /// Whether the places are the same, for being shared.
    fn is_shared_with(&self, other: &Way) -> bool {
        let shared = |one: &Option<Way>, two: &Option<Way>| match (one, two) {
            (Some(one), Some(two)) => Arc::ptr_eq(&one.0, &two.0),
            (one, two) => one.is_none() && two.is_none(),
        };
        self.0.place == other.0.place && shared(&self.0.rest, &other.0.rest)
    }
}

impl PartialEq for Way {
    fn eq(&self, other: &Way) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Way {}

impl PartialOrd for Way {
    fn partial_cmp(&self, other: &Way) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Way {
    fn cmp(&self, other: &Way) -> Ordering {
        match self.is_shared_with(other) {
            true => Ordering::Equal,
            false => self.places().cmp(other.places()),
        }
    }
}

impl Drop for Leg {
    /// Without recursion: a chain of calls may be longer than the stack is deep.
    fn drop(&mut self) {
        let mut rest = self.rest.take();
        while let Some(mut leg) = rest.and_then(|way| Arc::into_inner(way.0)) {
            rest = leg.rest.take();
        }
    }
}

/// The ways to an access, the shortest first. There is one at least.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ways {
    first: Way,
    others: Vec<Way>,
}

impl Ways {
    pub fn of(way: Way) -> Ways {
        Ways {
            first: way,
            others: Vec::new(),
        }
    }

    pub fn shortest(&self) -> &Way {
        &self.first
    }

    pub fn iter(&self) -> impl Iterator<Item = &Way> {
        std::iter::once(&self.first).chain(&self.others)
    }

    pub fn add(&mut self, way: Way) {
        match way.by_length(&self.first) {
            Ordering::Equal => return,
            Ordering::Less => {
                let second = std::mem::replace(&mut self.first, way);
                self.others.insert(0, second);
            }
            Ordering::Greater => {
                let Err(at) = self.others.binary_search_by(|it| it.by_length(&way)) else {
                    return;
                };
                if at < MAX_WAYS - 1 {
                    self.others.insert(at, way);
                }
            }
        }
        self.others.truncate(MAX_WAYS - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(line: u16) -> Place {
        Place {
            method: MethodId::new(0),
            line: Some(line),
        }
    }

    fn way(lines: &[u16]) -> Way {
        let way = lines
            .iter()
            .rev()
            .fold(None, |rest, &line| Some(Way::new(place(line), rest)));
        way.unwrap()
    }

    #[test]
    fn the_shortest_ways_are_kept_in_order_and_once() {
        let mut ways = Ways::of(way(&[2, 9]));
        for lines in [&[3][..], &[2, 9], &[1, 9], &[4, 4, 4]] {
            ways.add(way(lines));
        }
        let lines = |way: &Way| -> Vec<u16> { way.places().filter_map(|it| it.line).collect() };
        let kept: Vec<Vec<u16>> = ways.iter().map(lines).collect();
        assert_eq!(kept, [&[3][..], &[1, 9], &[2, 9], &[4, 4, 4]]);
        for line in 100..120 {
            ways.add(way(&[line]));
        }
        assert_eq!(ways.iter().count(), MAX_WAYS);
        assert!(ways.iter().all(|it| it.len() == 1));
    }

    #[test]
    fn a_long_chain_of_calls_is_cut_and_freed() {
        let lines: Vec<u16> = (0..60_000).collect();
        let way = (0..20).fold(way(&lines), |way, line| Way::new(place(line), Some(way)));
        assert_eq!(way.places().count(), MAX_CALLS + 1);
        let other = Way::new(place(0), Some(Way::new(place(1), None)));
        assert!(other.by_length(&way).is_lt());
    }
}
