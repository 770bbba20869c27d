//! Every domain is a join-semilattice: on generated elements the join is commutative, associative, idempotent and monotone.
//!
//! Where a domain is small enough, the elements are all that it has; else they are made up at random, always the same ones.

use std::fmt::Debug;

use crate::domains::{Lock, Locks, Mode, Ownership, State, Threads};
use crate::path::{Path, Root, Step};
use crate::program::{FieldId, MethodId};
use crate::stability::Unstable;
use crate::summary::{Attribute, Function, Kind, Value};
use crate::turns::{Answers, Cause, Change, Constant, Told, Turn, Turns};

/// A sequence that looks random.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }

    fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }

    fn path(&mut self) -> Path {
        let roots = [
            Root::Formal(0),
            Root::Formal(1),
            Root::Static(FieldId::new(3)),
        ];
        let steps = [
            Step::Element,
            Step::Field(FieldId::new(0)),
            Step::Field(FieldId::new(1)),
        ];
        let mut path = Path::of(self.one_of(&roots));
        for _ in 0..self.below(4) {
            path = path.then(self.one_of(&steps));
        }
        path
    }

    fn ownership(&mut self) -> Ownership {
        match self.below(4) {
            0 => Ownership::Unowned,
            _ => Ownership::If(self.below(4) as u64),
        }
    }

    fn lock(&mut self) -> Lock {
        match self.below(6) {
            0 => Lock::Class("A".into()),
            1 => Lock::Unknown,
            2 => Lock::Monitor(self.path()),
            3 => Lock::Object(self.path()),
            // Seldom would two have the same of all those.
            _ => Lock::Monitor(Path::of(Root::Formal(0))),
        }
    }

    fn change(&mut self) -> Change {
        let constants = [Constant::Int(0), Constant::Null];
        let constant = self.one_of(&constants);
        self.one_of(&[Change::From(constant), Change::To(constant)])
    }

    fn cause(&mut self) -> Cause {
        let change = self.change();
        self.one_of(&[Cause::Changed(change), Cause::Worker, Cause::NoTask])
    }

    fn mode(&mut self) -> Mode {
        self.one_of(&[Mode::Exclusive, Mode::Shared])
    }

    fn locks(&mut self) -> Locks {
        let mut locks = Locks::default();
        for _ in 0..self.below(5) {
            locks.take(self.lock(), self.mode());
        }
        locks
    }

    fn told(&mut self) -> Told {
        let change = self.change();
        self.one_of(&[
            Told::Nonzero(change),
            Told::Zero(change),
            Told::Before(Constant::Null),
        ])
    }

    fn answers(&mut self) -> Answers {
        let mut answers = Answers::default();
        for root in [Root::Formal(0), Root::Formal(1)] {
            if self.below(3) > 0 {
                answers.add(Path::of(root), self.told());
            }
        }
        answers
    }

    fn turns(&mut self) -> Turns {
        let variables = [Root::Formal(0), Root::Formal(1)].map(Path::of);
        let turn = |_| Turn {
            of: self.one_of(&variables),
            cause: self.cause(),
        };
        (0..3).map(turn).collect()
    }

    fn state(&mut self) -> State {
        let mut state = State::new(self.one_of(&THREADS));
        state.locks = self.locks();
        state.turns = self.turns();
        state.answers = self.answers();
        for _ in 0..self.below(3) {
            state.leave(self.lock(), self.mode());
        }
        for _ in 0..self.below(4) {
            state.assign(self.path(), self.ownership());
        }
        state
    }

    fn attribute(&mut self) -> Attribute {
        match self.below(7) {
            0 => Attribute::Fresh,
            1 => Attribute::Locked(self.lock(), self.mode()),
            2 => Attribute::View(self.mode()),
            4 => Attribute::Answer(self.path(), self.told()),
            3 => {
                let functions = [
                    Function::Body(MethodId::new(0)),
                    Function::Container(Kind::ContainerRead),
                ];
                let captured = Value::with(Attribute::Fresh);
                Attribute::Closure(self.one_of(&functions), [captured].into())
            }
            _ => Attribute::None,
        }
    }

    fn value(&mut self) -> Value {
        Value {
            path: (self.below(3) > 0).then(|| self.path()),
            ownership: self.ownership(),
            attribute: self.attribute(),
        }
    }

    fn unstable(&mut self) -> Unstable {
        let mut unstable = Unstable::default();
        for _ in 0..self.below(4) {
            unstable.change(self.path());
            unstable.rename(self.path());
        }
        unstable
    }
}

const THREADS: [Threads; 6] = [
    Threads::NoEvidence,
    Threads::AnyButSelf,
    Threads::Any,
    Threads::AwaitedOne,
    Threads::Awaited,
    Threads::Background,
];

fn made<T>(count: usize, make: impl Fn(&mut Dice) -> T) -> Vec<T> {
    let mut dice = Dice(2018);
    (0..count).map(|_| make(&mut dice)).collect()
}

/// That the join of these has an order behind it: a ⊑ b if a ⊔ b = b.
fn is_a_semilattice<T: Clone + PartialEq + Debug>(all: &[T], join: impl Fn(&T, &T) -> T) {
    let is_below = |a: &T, b: &T| join(a, b) == *b;
    for a in all {
        assert_eq!(join(a, a), *a, "idempotent");
        for b in all {
            let both = join(a, b);
            assert_eq!(both, join(b, a), "commutative: {a:?} {b:?}");
            assert!(is_below(a, &both), "above both: {a:?} {b:?}");
            for c in all {
                let right = join(b, c);
                assert_eq!(
                    join(&both, c),
                    join(a, &right),
                    "associative: {a:?} {b:?} {c:?}"
                );
                // What is below before is below afterwards; `both` is above `a`.
                assert!(
                    is_below(&join(a, c), &join(&both, c)),
                    "monotone: {a:?} {b:?} {c:?}"
                );
                if is_below(a, c) && is_below(b, c) {
                    assert!(is_below(&both, c), "the least: {a:?} {b:?} {c:?}");
                }
            }
        }
    }
}

#[test]
fn ownership() {
    let some = (0..8).map(Ownership::If);
    let all: Vec<Ownership> = some.chain([Ownership::Unowned]).collect();
    is_a_semilattice(&all, |a, b| a.join(*b));
}

#[test]
fn threads() {
    is_a_semilattice(&THREADS, |a, b| *a.max(b));
}

#[test]
fn locks() {
    is_a_semilattice(&made(60, Dice::locks), Locks::join);
}

#[test]
fn turns() {
    is_a_semilattice(&made(60, Dice::turns), Turns::join);
}

#[test]
fn answers() {
    is_a_semilattice(&made(60, Dice::answers), Answers::join);
}

#[test]
fn states() {
    let join = |a: &State, b: &State| {
        let mut joined = a.clone();
        let news = joined.join_with(b, Ownership::of_formal);
        assert_eq!(news, joined != *a, "it says whether there is news");
        joined
    };
    is_a_semilattice(&made(50, Dice::state), join);
}

#[test]
fn values() {
    is_a_semilattice(&made(60, Dice::value), |a, b| a.clone().join(b));
}

#[test]
fn unstable_paths() {
    let join = |a: &Unstable, b: &Unstable| {
        let mut joined = a.clone();
        joined.join_with(b, |path| Some(*path));
        joined
    };
    let mut all = made(50, Dice::unstable);
    all.push(Unstable::Everything);
    is_a_semilattice(&all, join);
}

#[test]
fn what_a_caller_makes_of_ownership_keeps_the_order() {
    let some = (0..8).map(Ownership::If);
    let all: Vec<Ownership> = some.chain([Ownership::Unowned]).collect();
    for &a in &all {
        for &b in &all {
            for actuals in &all {
                let with = |it: Ownership| it.with(|_| *actuals);
                assert_eq!(
                    with(a.join(b)),
                    with(a).join(with(b)),
                    "{a:?} {b:?} {actuals:?}"
                );
            }
        }
    }
}
