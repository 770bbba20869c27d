//! Where checks stood, in traces written by hand.

use trace::{Count, Fault, Op, Placement, Site, Writer, examine};

const READ: u32 = 1;
const WRITE: u32 = 2;

fn site(number: u32, op: Op) -> Site {
    Site {
        number,
        op,
        class: "a/B".to_owned(),
        method: "run".to_owned(),
        file: None,
        line: None,
        field: None,
    }
}

/// What a thread does to a field of object 1, to elements of object 2, or beside them.
#[derive(Clone, Copy)]
enum Action {
    Read,
    Write,
    CheckRead,
    CheckWrite,
    Fresh,
    Settled,
    Unshared,
    Cloned,
    ReadElement(u32),
    WriteElement(u32),
    /// From, count, step.
    ReadRange(u32, u32, u32),
    WriteRange(u32, u32, u32),
    WriteRangeAtEnd(u32, u32, u32),
    /// An optimistic read, and that it counts.
    Tentative(u32),
    Kept(u32),
    Acquire,
    Release,
    Ended,
}

use Action::*;

impl Action {
    fn numbers(self) -> (u8, Vec<u32>) {
        match self {
            Read => (1, vec![READ, 1, 0]),
            Write => (1, vec![WRITE, 1, 0]),
            ReadElement(index) => (1, vec![READ, 2, index]),
            WriteElement(index) => (1, vec![WRITE, 2, index]),
            Tentative(number) => (2, vec![READ, 1, 0, number]),
            Kept(number) => (3, vec![number]),
            Acquire => (5, vec![9, 0]),
            Release => (6, vec![9, 0]),
            CheckRead => (13, vec![READ, 1, 0]),
            CheckWrite => (13, vec![WRITE, 1, 0]),
            ReadRange(from, count, step) => (14, vec![0, 2, from, count, step]),
            WriteRange(from, count, step) => (14, vec![1, 2, from, count, step]),
            WriteRangeAtEnd(from, count, step) => (14, vec![3, 2, from, count, step]),
            Fresh => (15, vec![WRITE, 1, 0]),
            Settled => (16, vec![READ, 1, 0]),
            Cloned => (17, vec![1]),
            Unshared => (18, vec![]),
            Ended => (19, vec![]),
        }
    }
}

fn examined(events: &[(u32, Action)]) -> Placement {
    let mut encoded = Vec::new();
    for &(thread, action) in events {
        let (kind, numbers) = action.numbers();
        encoded.push(kind);
        for number in [thread].into_iter().chain(numbers) {
            encoded.push(u8::try_from(number).expect("a small number"));
        }
    }
    let mut file = Vec::new();
    let mut writer = Writer::new(&mut file).expect("memory takes all");
    let sites = [site(READ, Op::Read), site(WRITE, Op::Write)];
    writer.sites(sites).expect("memory takes all");
    writer.events(&encoded).expect("memory takes all");
    examine(|| Ok(file.as_slice())).expect("a whole trace")
}

/// What is wrong, with the numbers of the events, if one thread does this and ends.
fn faults(actions: &[Action]) -> Vec<(Fault, u64)> {
    let mut events: Vec<_> = actions.iter().map(|&action| (1, action)).collect();
    events.push((1, Ended));
    wrong(&events)
}

fn wrong(events: &[(u32, Action)]) -> Vec<(Fault, u64)> {
    let violations = examined(events).violations;
    violations.iter().map(|v| (v.fault, v.event)).collect()
}

/// Thread 2 has released what thread 1 then acquires: it learns something.
fn with_news(before: &[Action], after: &[Action]) -> Vec<(Fault, u64)> {
    let mut events = vec![(2, Release)];
    events.extend(before.iter().map(|&action| (1, action)));
    events.push((1, Acquire));
    events.extend(after.iter().map(|&action| (1, action)));
    events.push((1, Ended));
    wrong(&events)
}

#[test]
fn an_access_has_a_check_beside_it_before_it_or_behind_it() {
    let events = [
        (1, Read),
        (1, CheckRead),
        (1, Read),
        (1, WriteElement(3)),
        (1, WriteRange(3, 1, 1)),
        (1, Ended),
    ];
    let Placement {
        count, violations, ..
    } = examined(&events);
    assert_eq!(violations, []);
    let expected = Count {
        accesses: 3,
        own: 1,
        earlier: 1,
        later: 1,
        checks: 2,
        ..Count::default()
    };
    assert_eq!(count, expected);
}

#[test]
fn an_access_without_a_check_is_found() {
    assert_eq!(faults(&[Read]), [(Fault::Uncovered, 1)]);
    assert_eq!(
        faults(&[Write, CheckWrite, ReadElement(1)]),
        [(Fault::Uncovered, 3)]
    );
}

#[test]
fn a_check_of_a_read_does_not_cover_a_write() {
    assert_eq!(faults(&[Write, CheckRead]), [(Fault::Uncovered, 1)]);
    assert_eq!(faults(&[Write, CheckWrite, Read]), []);
}

#[test]
fn a_check_of_a_write_is_not_legitimate_for_a_read() {
    assert_eq!(faults(&[Read, CheckWrite]), [(Fault::Illegitimate, 2)]);
    assert_eq!(faults(&[Write, CheckWrite, CheckRead]), []);
}

#[test]
fn a_check_before_an_access_covers_it_until_a_release() {
    assert_eq!(faults(&[Read, CheckRead, Acquire, Read]), []);
    assert_eq!(with_news(&[Read, CheckRead], &[Read]), []);
    assert_eq!(
        faults(&[Read, CheckRead, Release, Read]),
        [(Fault::Uncovered, 4)]
    );
}

#[test]
fn a_check_behind_an_access_covers_it_until_an_acquire_that_has_news() {
    assert_eq!(faults(&[Read, Acquire, CheckRead]), []);
    assert_eq!(with_news(&[Read], &[CheckRead]), [(Fault::Uncovered, 2)]);
}

#[test]
fn a_check_behind_an_access_is_legitimate_until_a_release() {
    assert_eq!(with_news(&[Read, CheckRead], &[CheckRead]), []);
    assert_eq!(
        faults(&[Read, CheckRead, Release, CheckRead]),
        [(Fault::Illegitimate, 4)]
    );
}

#[test]
fn a_check_before_an_access_is_legitimate_until_an_acquire_that_has_news() {
    assert_eq!(faults(&[CheckRead, Read]), []);
    assert_eq!(with_news(&[CheckRead], &[Read]), [(Fault::Illegitimate, 2)]);
}

#[test]
fn the_figure_of_the_paper_has_one_check_for_three_accesses() {
    let figure = [
        Acquire, Read, Release, Read, CheckRead, Acquire, Read, Release,
    ];
    assert_eq!(faults(&figure), []);
}

#[test]
fn a_range_is_of_what_was_accessed() {
    let accesses = [WriteElement(4), WriteElement(6), WriteElement(8)];
    let with = |range| [accesses[0], accesses[1], accesses[2], range];
    assert_eq!(faults(&with(WriteRange(4, 3, 2))), []);
    assert_eq!(
        faults(&with(WriteRange(4, 4, 2))),
        [(Fault::Illegitimate, 4)]
    );
    assert_eq!(faults(&with(WriteRange(4, 2, 2))), [(Fault::Uncovered, 3)]);
    let beside = [
        (Fault::Uncovered, 1),
        (Fault::Uncovered, 3),
        (Fault::Illegitimate, 4),
    ];
    assert_eq!(faults(&with(WriteRange(5, 2, 1))), beside);
}

#[test]
fn a_range_with_much_too_much_is_not_followed_to_its_end() {
    let faults = faults(&[ReadElement(1), ReadRange(0, 127, 1)]);
    assert_eq!(faults.len(), 16);
}

#[test]
fn what_a_thread_had_put_off_at_the_end_of_the_jvm_may_go_unchecked() {
    let cut = examined(&[(1, WriteElement(1)), (1, WriteElement(2))]);
    assert_eq!((cut.violations.len(), cut.count.cut_off), (0, 2));
    let checked = examined(&[(1, WriteElement(1)), (1, WriteRangeAtEnd(1, 1, 1))]);
    assert_eq!((checked.violations.len(), checked.count.later), (0, 1));
    let late = [
        (1, WriteElement(1)),
        (1, WriteRange(1, 1, 1)),
        (1, Release),
        (1, WriteRangeAtEnd(1, 1, 1)),
    ];
    assert_eq!(wrong(&late), []);
    let made_up = [(1, WriteElement(1)), (1, WriteRangeAtEnd(1, 2, 1))];
    assert_eq!(wrong(&made_up), [(Fault::Illegitimate, 2)]);
    let synchronized = [(1, WriteElement(1)), (1, Release)];
    assert_eq!(wrong(&synchronized), [(Fault::Uncovered, 1)]);
}

#[test]
fn what_only_one_thread_is_said_to_know_no_other_accesses() {
    let alone = examined(&[(1, Read), (1, Unshared), (1, Ended)]);
    assert_eq!((alone.violations.len(), alone.count.unshared), (0, 1));
    let shared = [(1, Read), (1, Unshared), (2, Read), (2, CheckRead)];
    assert_eq!(wrong(&shared), [(Fault::Shared, 3)]);
    let earlier = [(2, Read), (2, CheckRead), (1, Read), (1, Unshared)];
    assert_eq!(wrong(&earlier), [(Fault::Shared, 3)]);
}

#[test]
fn a_fresh_object_has_been_accessed_by_nobody_else() {
    let later = [(1, Write), (1, Fresh), (2, Write), (2, CheckWrite)];
    assert_eq!(wrong(&later), []);
    let before = [(2, Write), (2, CheckWrite), (1, Write), (1, Fresh)];
    assert_eq!(wrong(&before), [(Fault::NotFresh, 4)]);
}

#[test]
fn a_settled_field_is_not_written_after_another_thread_has_read_it() {
    let fine = [(1, Write), (1, Fresh), (2, Read), (2, Settled)];
    assert_eq!(wrong(&fine), []);
    let mut rewritten = fine.to_vec();
    rewritten.extend([(1, Write), (1, CheckWrite)]);
    assert_eq!(wrong(&rewritten), [(Fault::Unsettled, 5)]);
}

#[test]
fn a_clone_is_its_threads() {
    assert_eq!(faults(&[Cloned, Write]), []);
    assert_eq!(faults(&[Cloned, Release, Write]), [(Fault::Uncovered, 3)]);
}

#[test]
fn optimistic_reads_count_if_they_are_kept() {
    let read = examined(&[
        (1, Tentative(1)),
        (1, Tentative(2)),
        (1, Kept(2)),
        (1, Ended),
    ]);
    assert_eq!(read.violations, []);
    assert_eq!((read.count.dropped, read.count.own), (1, 1));
}
