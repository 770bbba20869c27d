//! What each thread of a program must do, in order.

use crate::program::{
    ARRAY_LENGTH, Access, ArrayType, Body, Failure, Field, FreshUse, Index, Neighbours,
    ObjectClass, Program, Statement, Walk,
};
use crate::script::KEPT;

/// A shared location of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    Field(u8, &'static str),
    Static(&'static str),
    Element(u8, u8),
    /// An element of a row of an array of arrays.
    RowElement(u8, u8),
    /// A holder's field, and the elements of the array in it.
    Holder(u8),
    HolderElement(u8, u8),
    /// A field of the object whose class is loaded late.
    Late(&'static str),
    /// A field of some object made on the way.
    Fresh(&'static str),
    /// An element of the array in such an object's final field.
    FinalElement(u8),
    /// An element of some array made on the way.
    FreshElement,
    /// An element of the array that was published last.
    KeptElement,
}

impl Place {
    /// The name of the field, if it is one.
    pub fn field(self) -> Option<&'static str> {
        match self {
            Place::Field(_, name) | Place::Static(name) => Some(name),
            Place::Late(name) | Place::Fresh(name) => Some(name),
            Place::Holder(_) => Some("data"),
            Place::Element(..) | Place::RowElement(..) | Place::HolderElement(..) => None,
            Place::FinalElement(_) | Place::FreshElement | Place::KeptElement => None,
        }
    }
}

/// What has a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sync {
    Lock(u8),
    Object(u8),
    /// The class with the helpers.
    Class,
    Late,
    Volatile(u8),
    StaticVolatile,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    Access(Access, Place),
    /// Accesses that happen or not, all of them, as the value read before was.
    Perhaps(Access, Vec<Place>),
    Acquire(Sync),
    Release(Sync),
    Start(u8),
    Join(u8),
}

/// What thread `number` does.
pub fn actions(program: &Program, number: usize) -> Vec<Action> {
    let mut run = Run {
        program,
        actions: Vec::new(),
        counters: Vec::new(),
        held: Vec::new(),
    };
    // Whatever is thrown is caught.
    let _ = run.body(&program.threads[number]);
    run.actions
}

pub fn field_name(field: Field) -> &'static str {
    match field {
        Field::Number => "number",
        Field::Wide => "wide",
        Field::Reference => "reference",
    }
}

pub fn static_name(first: bool) -> &'static str {
    if first { "first" } else { "second" }
}

pub fn published_name(place: u8) -> &'static str {
    ["published0", "published1"][usize::from(place)]
}

struct Run<'r> {
    program: &'r Program,
    actions: Vec<Action>,
    counters: Vec<u8>,
    /// Monitors held; who holds one twice releases it when the last hold ends.
    held: Vec<Sync>,
}

struct Thrown;

impl Run<'_> {
    fn access(&mut self, access: Access, place: Place) {
        self.actions.push(Action::Access(access, place));
    }

    fn body(&mut self, body: &Body) -> Result<(), Thrown> {
        body.iter().try_for_each(|s| self.statement(s))
    }

    fn within(&mut self, monitor: Sync, body: &Body) -> Result<(), Thrown> {
        self.enter(monitor);
        let result = self.body(body);
        self.exit(monitor);
        result
    }

    fn enter(&mut self, monitor: Sync) {
        self.actions.push(Action::Acquire(monitor));
        self.held.push(monitor);
    }

    fn exit(&mut self, monitor: Sync) {
        self.held.pop();
        if !self.held.contains(&monitor) {
            self.actions.push(Action::Release(monitor));
        }
    }

    fn statement(&mut self, statement: &Statement) -> Result<(), Thrown> {
        match statement {
            Statement::Field(access, object, field) => {
                self.access(*access, Place::Field(*object, field_name(*field)));
            }
            Statement::Static(access, first) => {
                self.access(*access, Place::Static(static_name(*first)));
            }
            Statement::Element(access, array, index) => {
                let index = match *index {
                    Index::Constant(index) => index,
                    Index::Counter(depth) => self.counters[usize::from(depth)],
                };
                if self.program.arrays[usize::from(*array)] == ArrayType::Rows {
                    self.access(Access::Read, Place::Element(*array, index));
                    self.access(*access, Place::RowElement(*array, index));
                } else {
                    self.access(*access, Place::Element(*array, index));
                }
            }
            Statement::Walk(walk) => self.walk(walk)?,
            Statement::Neighbours(some) => match self.neighbours(some) {
                Err(Thrown) if some.catches => {}
                result => result?,
            },
            Statement::Volatile(access, object) => {
                self.volatile(*access, Sync::Volatile(*object));
            }
            Statement::StaticVolatile(access) => self.volatile(*access, Sync::StaticVolatile),
            Statement::Synchronized(lock, body) => self.within(Sync::Lock(*lock), body)?,
            Statement::SynchronizedOn(object, body) => {
                self.within(Sync::Object(*object), body)?;
            }
            Statement::Loop(turns, body) => {
                for turn in 0..*turns {
                    self.counters.push(turn);
                    let result = self.body(body);
                    self.counters.pop();
                    result?;
                }
            }
            Statement::Call(helper) => {
                let program = self.program;
                let (synchronized, body) = &program.helpers[usize::from(*helper)];
                // A helper's counters are its own.
                let counters = std::mem::take(&mut self.counters);
                let result = if *synchronized {
                    self.within(Sync::Class, body)
                } else {
                    self.body(body)
                };
                self.counters = counters;
                result?;
            }
            Statement::Virtual(object, times) => {
                let derived = self.program.objects[usize::from(*object)] == ObjectClass::Derived;
                for _ in 0..*times {
                    let place = |name| Place::Field(*object, name);
                    self.method(derived.then_some(Sync::Object(*object)), place);
                }
            }
            Statement::Late => self.method(Some(Sync::Late), Place::Late),
            Statement::Holder(access, holder) => {
                for index in 0..ARRAY_LENGTH {
                    self.access(Access::Read, Place::Holder(*holder));
                    self.access(*access, Place::HolderElement(*holder, index));
                }
            }
            Statement::Publish(place) => {
                for index in 0..ARRAY_LENGTH {
                    self.access(Access::Write, Place::FinalElement(index));
                }
                self.access(Access::Write, Place::Fresh("more"));
                self.access(Access::Write, Place::Fresh("content"));
                self.access(Access::Write, Place::Static(published_name(*place)));
            }
            Statement::Use(place, fresh_use) => {
                self.access(Access::Read, Place::Static(published_name(*place)));
                let (access, places) = match *fresh_use {
                    FreshUse::Read => (Access::Read, vec![Place::Fresh("content")]),
                    FreshUse::Call => (Access::Read, vec![Place::Fresh("more")]),
                    FreshUse::Overwrite => (Access::Write, vec![Place::Fresh("content")]),
                    FreshUse::Sum => {
                        let all = 0..ARRAY_LENGTH;
                        (Access::Read, all.map(Place::FinalElement).collect())
                    }
                    FreshUse::Element(index) => (Access::Read, vec![Place::FinalElement(index)]),
                };
                self.actions.push(Action::Perhaps(access, places));
            }
            Statement::Script(script) => self.actions.extend(script.actions()),
            Statement::UseKept => {
                self.access(Access::Read, Place::Static(KEPT));
                self.access(Access::Read, Place::KeptElement);
            }
            Statement::Try(body) => {
                let depth = self.counters.len();
                let _ = self.body(body);
                self.counters.truncate(depth);
            }
            Statement::Throw => return Err(Thrown),
            Statement::Fail(Failure::Null | Failure::Bounds(_)) => return Err(Thrown),
            Statement::Wait(lock) => {
                self.actions.push(Action::Release(Sync::Lock(*lock)));
                self.actions.push(Action::Acquire(Sync::Lock(*lock)));
            }
            Statement::Start(child) => self.actions.push(Action::Start(*child)),
            Statement::Join(child) => self.actions.push(Action::Join(*child)),
        }
        Ok(())
    }

    fn walk(&mut self, walk: &Walk) -> Result<(), Thrown> {
        match self.walk_rounds(walk) {
            Err(Thrown) if walk.catches => Ok(()),
            result => result,
        }
    }

    fn walk_rounds(&mut self, walk: &Walk) -> Result<(), Thrown> {
        let length = self.program.arrays[usize::from(walk.array)].length();
        for round in walk.round_numbers() {
            for turn in 0.. {
                if walk.reads_round {
                    self.access(Access::Read, Place::Element(walk.array, round));
                }
                if walk.leaves == Some((turn, walk.steps.len() as u8)) {
                    return Ok(());
                }
                if walk.writes_round {
                    self.access(Access::Write, Place::Element(walk.array, round + 1));
                }
                if turn >= walk.turns {
                    break;
                }
                for (number, &(access, offset)) in walk.steps.iter().enumerate() {
                    if walk.leaves == Some((turn, number as u8)) {
                        return Ok(());
                    }
                    if walk.alternates && number > 0 && turn % 2 == 1 {
                        continue;
                    }
                    match u8::try_from(walk.index(round, turn, offset)) {
                        Ok(index) if index < length => {
                            self.access(access, Place::Element(walk.array, index));
                        }
                        _ => return Err(Thrown),
                    }
                }
            }
        }
        Ok(())
    }

    fn neighbours(&mut self, some: &Neighbours) -> Result<(), Thrown> {
        let length = self.program.arrays[usize::from(some.array)].length();
        for (&(access, offset), number) in some.steps.iter().zip(0..) {
            if let Some((before, access)) = some.interrupted
                && before == number
            {
                self.volatile(access, Sync::StaticVolatile);
            }
            match u8::try_from(some.index(offset)) {
                Ok(index) if index < length => {
                    self.access(access, Place::Element(some.array, index));
                }
                _ => return Err(Thrown),
            }
        }
        Ok(())
    }

    fn volatile(&mut self, access: Access, sync: Sync) {
        self.actions.push(match access {
            Access::Read => Action::Acquire(sync),
            Access::Write => Action::Release(sync),
        });
    }

    /// The method of the shared objects; its override is synchronized.
    fn method(&mut self, monitor: Option<Sync>, place: impl Fn(&'static str) -> Place) {
        match monitor {
            None => {
                self.access(Access::Read, place("number"));
                self.access(Access::Write, place("wide"));
            }
            Some(monitor) => {
                self.enter(monitor);
                self.access(Access::Read, place("number"));
                self.access(Access::Write, place("number"));
                self.exit(monitor);
            }
        }
    }
}
