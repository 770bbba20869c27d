//! The plain detector on traces written by hand.

use std::collections::BTreeSet;

use trace::{Detector, Event, Kind, Location, Op};

const X: Location = Location { object: 1, key: 12 };
const LOCK: u32 = 7;

/// A trace: who does what.
fn racy(events: &[(u32, Action)]) -> BTreeSet<Location> {
    let mut detector = Detector::default();
    for (thread, action) in events {
        let (kind, op) = action.event();
        let event = Event {
            thread: *thread,
            kind,
        };
        detector.event(&event, op);
    }
    detector.finish().into_iter().map(|r| r.location).collect()
}

enum Action {
    Read,
    Write,
    Acquire,
    Release,
    Fork(u32),
    Join(u32),
    Excused,
}

impl Action {
    fn event(&self) -> (Kind, Option<Op>) {
        let access = |op| {
            let kind = Kind::Access {
                site: 1,
                object: X.object,
                key: X.key,
            };
            (kind, Some(op))
        };
        let initializer = false;
        match *self {
            Action::Read => access(Op::Read),
            Action::Write => access(Op::Write),
            Action::Acquire => (
                Kind::Acquire {
                    clock: LOCK,
                    initializer,
                },
                None,
            ),
            Action::Release => (
                Kind::Release {
                    clock: LOCK,
                    initializer,
                },
                None,
            ),
            Action::Fork(child) => {
                let name = String::new();
                (Kind::Fork { child, name }, None)
            }
            Action::Join(ended) => (Kind::Join { ended }, None),
            Action::Excused => {
                let Location { object, key } = X;
                (Kind::Excused { object, key }, None)
            }
        }
    }
}

use Action::{Acquire, Excused, Fork, Join, Read, Release, Write};

#[test]
fn two_writes_without_order_race() {
    assert_eq!(racy(&[(1, Write), (2, Write)]), BTreeSet::from([X]));
    assert_eq!(racy(&[(1, Write), (2, Read)]), BTreeSet::from([X]));
    assert_eq!(racy(&[(1, Read), (2, Write)]), BTreeSet::from([X]));
}

#[test]
fn reads_do_not_race() {
    assert_eq!(racy(&[(1, Read), (2, Read), (3, Read)]), BTreeSet::new());
}

#[test]
fn a_release_orders_what_came_before_it_alone() {
    let handed_over = [(1, Write), (1, Release), (2, Acquire), (2, Write)];
    assert_eq!(racy(&handed_over), BTreeSet::new());
    let too_late = [(1, Release), (1, Write), (2, Acquire), (2, Write)];
    assert_eq!(racy(&too_late), BTreeSet::from([X]));
    let too_early = [(2, Acquire), (1, Write), (1, Release), (2, Write)];
    assert_eq!(racy(&too_early), BTreeSet::from([X]));
}

#[test]
fn order_is_transitive() {
    let chain = [
        (1, Write),
        (1, Release),
        (2, Acquire),
        (2, Fork(3)),
        (3, Write),
    ];
    assert_eq!(racy(&chain), BTreeSet::new());
}

#[test]
fn fork_and_join_order() {
    let clean = [
        (1, Write),
        (1, Fork(2)),
        (2, Write),
        (1, Join(2)),
        (1, Write),
    ];
    assert_eq!(racy(&clean), BTreeSet::new());
    let racing = [(1, Fork(2)), (2, Write), (1, Write), (1, Join(2))];
    assert_eq!(racy(&racing), BTreeSet::from([X]));
}

#[test]
fn every_one_of_several_reads_counts() {
    let trace = [
        (1, Fork(2)),
        (1, Fork(3)),
        (2, Read),
        (3, Read),
        (1, Join(3)),
        (1, Write),
    ];
    assert_eq!(racy(&trace), BTreeSet::from([X]));
}

#[test]
fn an_excused_read_is_none_for_the_write_before_it() {
    assert_eq!(
        racy(&[(1, Write), (2, Read), (2, Excused)]),
        BTreeSet::new()
    );
    let later = [(1, Write), (2, Read), (2, Excused), (1, Write)];
    assert_eq!(racy(&later), BTreeSet::from([X]));
}

#[test]
fn a_read_is_excused_until_the_thread_releases() {
    let again = [(1, Write), (2, Read), (2, Read), (2, Excused), (2, Read)];
    assert_eq!(racy(&again), BTreeSet::new());
    let anew = [(1, Write), (2, Read), (2, Excused), (2, Release), (2, Read)];
    assert_eq!(racy(&anew), BTreeSet::from([X]));
}
