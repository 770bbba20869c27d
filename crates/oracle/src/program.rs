//! Random multi-threaded programs.

use fastrand::Rng;

use crate::script::Script;

/// Longest loop, and so the length that every array has at least.
pub const MAX_TURNS: u8 = 6;
/// Arrays of bytes are short, others are of the kind whose accesses may be checked together.
const SHORT_LENGTH: u8 = 24;
pub const ARRAY_LENGTH: u8 = 40;
/// Single elements that are accessed: few, so that threads meet.
const ELEMENTS: u8 = 8;
/// Loops and monitors are nested no deeper, together.
pub const MAX_DEPTH: usize = 3;
/// Places where fresh objects are published.
pub const PUBLISHED: u8 = 2;
/// So many calls make a caller hot: the JVM, told by `Batch` to be eager, has compiled it and the loop around it twice.
const HOT: std::ops::Range<i16> = 1200..1800;
/// One program in so many has a hot caller.
const HOT_PROGRAMS: u8 = 40;

/// A program. Its threads share objects, arrays, static fields and locks; thread 0 starts the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// Whether its classes have stack map frames, or are of the version before these.
    pub framed: bool,
    /// Whether a caller becomes hot before the late class is loaded.
    pub hot: bool,
    pub threads: Vec<Body>,
    /// Static methods that threads call; whether they are synchronized.
    pub helpers: Vec<(bool, Body)>,
    pub objects: Vec<ObjectClass>,
    pub arrays: Vec<ArrayType>,
    pub locks: u8,
    /// Objects that keep an array in a field.
    pub holders: u8,
    /// Whether threads write to objects that others have published.
    pub overwrites: bool,
}

pub type Body = Vec<Statement>;

/// The class of a shared object. The subclass overrides the method of the other, and synchronizes; so does the one that
/// `Late` loads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ObjectClass {
    Base,
    Derived,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ArrayType {
    Int,
    Long,
    Byte,
    Object,
    /// Two dimensions of int.
    Rows,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Access {
    Read,
    Write,
}

/// Plain fields of the shared objects: an int, a long, a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Field {
    Number,
    Wide,
    Reference,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Index {
    Constant(u8),
    /// The counter of the loop at this depth.
    Counter(u8),
}

impl ArrayType {
    pub fn length(self) -> u8 {
        match self {
            ArrayType::Byte => SHORT_LENGTH,
            _ => ARRAY_LENGTH,
        }
    }
}

/// A loop that goes along an array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Walk {
    pub array: u8,
    pub first: u8,
    pub stride: i8,
    pub turns: u8,
    /// The accesses of each turn, and how far from its index.
    pub steps: Vec<(Access, i8)>,
    /// The turn and the step before which the loop is left; one step more for where a turn begins.
    pub leaves: Option<(u8, u8)>,
    /// Whether the steps after the first are for every other turn.
    pub alternates: bool,
    /// How often it is made, and how far each begins from where the one before began.
    pub rounds: Option<(u8, i8)>,
    /// Whether each turn begins with a read of the element that has the round's number.
    pub reads_round: bool,
    /// Whether it goes on with a write of the one behind that.
    pub writes_round: bool,
    /// Whether each access loads the array anew.
    pub reloads: bool,
    /// Whether the method that makes it catches what it throws.
    pub catches: bool,
}

impl Walk {
    /// The index of a step.
    pub fn index(&self, round: u8, turn: u8, offset: i8) -> i16 {
        let jump = self.rounds.map_or(0, |(_, jump)| i16::from(jump));
        let start = i16::from(self.first) + i16::from(round) * jump;
        start + i16::from(turn) * i16::from(self.stride) + i16::from(offset)
    }

    pub fn round_numbers(&self) -> std::ops::Range<u8> {
        0..self.rounds.map_or(1, |(rounds, _)| rounds)
    }

    fn stays_inside(&self, length: u8) -> bool {
        let inside = 0..i16::from(length);
        self.round_numbers().all(|round| {
            (0..self.turns).all(|turn| {
                let mut steps = self.steps.iter();
                steps.all(|&(_, offset)| inside.contains(&self.index(round, turn, offset)))
            })
        })
    }
}

/// Accesses to elements of an array that lie near each other, with no jumps between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Neighbours {
    pub array: u8,
    pub at: u8,
    /// The accesses, and how far from that index.
    pub steps: Vec<(Access, i8)>,
    /// Before which step the static volatile field is accessed.
    pub interrupted: Option<(u8, Access)>,
    /// Whether the method that makes them catches what it throws.
    pub catches: bool,
}

impl Neighbours {
    pub fn index(&self, offset: i8) -> i16 {
        i16::from(self.at) + i16::from(offset)
    }

    fn stay_inside(&self, length: u8) -> bool {
        let inside = 0..i16::from(length);
        let mut steps = self.steps.iter();
        steps.all(|&(_, offset)| inside.contains(&self.index(offset)))
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Statement {
    Field(Access, u8, Field),
    /// One of the two plain static fields.
    Static(Access, bool),
    Element(Access, u8, Index),
    /// One that leaves the array throws, and stands in a `Try` only.
    Walk(Walk),
    /// As a walk.
    Neighbours(Neighbours),
    Volatile(Access, u8),
    StaticVolatile(Access),
    Synchronized(u8, Body),
    /// The monitor of a shared object.
    SynchronizedOn(u8, Body),
    Loop(u8, Body),
    Call(u8),
    /// The method that the subclass overrides, so many times.
    Virtual(u8, i16),
    /// The same on an object of a subclass that nothing else uses: the first to come here loads it.
    Late,
    /// Fills or sums the array in a holder's field.
    Holder(Access, u8),
    /// Makes an object and publishes it in a plain static field.
    Publish(u8),
    /// Accesses a field of the object that is published, if there is one.
    Use(u8, FreshUse),
    Script(Script),
    /// Reads an element of the array that a script published.
    UseKept,
    Try(Body),
    /// In a `Try` only, last.
    Throw,
    /// An access that fails, in a `Try` only.
    Fail(Failure),
    /// Waits for a moment on a lock that is held: leaves it and enters it again.
    Wait(u8),
    Start(u8),
    Join(u8),
}

/// How a published object is accessed. Its constructor fills an array, which it keeps in a final field, and writes two other fields; unless
/// the program overwrites these, nothing else does. Nothing else ever writes to the array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FreshUse {
    /// Reads the one field from outside.
    Read,
    /// Calls a method that reads the other.
    Call,
    /// Writes the first.
    Overwrite,
    /// Calls a method that goes over the array.
    Sum,
    /// Calls a method that reads this element of the array.
    Element(u8),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    Bounds(u8),
    Null,
}

impl Program {
    pub fn random(seed: u64) -> Program {
        let mut rng = Rng::with_seed(seed);
        let objects = (0..rng.usize(1..4))
            .map(|_| rng.choice([ObjectClass::Base, ObjectClass::Derived]))
            .collect::<Option<Vec<_>>>()
            .unwrap_or_default();
        let types = [
            ArrayType::Int,
            ArrayType::Long,
            ArrayType::Byte,
            ArrayType::Object,
            ArrayType::Rows,
        ];
        let arrays = (0..rng.usize(1..4))
            .map(|_| rng.choice(types))
            .collect::<Option<Vec<_>>>()
            .unwrap_or_default();
        let mut program = Program {
            framed: rng.u8(0..4) > 0,
            hot: rng.u8(0..HOT_PROGRAMS) == 0,
            threads: Vec::new(),
            helpers: Vec::new(),
            objects,
            arrays,
            locks: rng.u8(1..4),
            holders: rng.u8(1..3),
            overwrites: rng.u8(0..3) == 0,
        };
        for _ in 0..rng.usize(1..4) {
            let synchronized = rng.bool();
            let mut generator = Generator::new(&mut rng, &program, 0);
            let body = if synchronized {
                generator.within(Rank::Class, 1)
            } else {
                generator.body(1)
            };
            program.helpers.push((synchronized, body));
        }
        let helpers = program.helpers.len() as u8;
        for _ in 0..rng.usize(2..5) {
            let body = Generator::new(&mut rng, &program, helpers).body(0);
            program.threads.push(body);
        }
        if program.hot {
            program.heat(&mut rng);
        }
        program.start_threads(&mut rng);
        program
    }

    /// A thread calls a method until the caller is hot, then on an object whose class that loads, and again; another thread may
    /// be in the hot caller all the while.
    fn heat(&mut self, rng: &mut Rng) {
        // Half of these programs know one class at first, for which alone their code is compiled.
        if rng.bool() {
            self.objects.fill(ObjectClass::Base);
        }
        let object = rng.u8(0..self.objects.len() as u8);
        self.objects[usize::from(object)] = ObjectClass::Base;
        let first = rng.usize(0..self.threads.len());
        let mut at = 0;
        for statement in [
            Statement::Virtual(object, rng.i16(HOT)),
            Statement::Late,
            Statement::Virtual(object, rng.i16(HOT)),
        ] {
            let body = &mut self.threads[first];
            at = rng.usize(at..=body.len());
            body.insert(at, statement);
            at += 1;
        }
        let second = rng.usize(0..self.threads.len());
        if second != first {
            let body = &mut self.threads[second];
            let calls = Statement::Virtual(object, rng.i16(HOT));
            body.insert(rng.usize(0..=body.len()), calls);
        }
    }

    /// Each thread but the first is started by one before it, and perhaps joined.
    fn start_threads(&mut self, rng: &mut Rng) {
        for child in 1..self.threads.len() {
            let parent = &mut self.threads[rng.usize(0..child)];
            let start = rng.usize(0..=parent.len() / 2);
            parent.insert(start, Statement::Start(child as u8));
            if rng.u8(0..3) > 0 {
                let join = rng.usize(start + 1..=parent.len());
                parent.insert(join, Statement::Join(child as u8));
            }
        }
    }

    /// Whether only one thread calls methods of shared objects. The JVM has a thread wait for the code that it asked for, not for
    /// code that another asked for.
    pub fn has_one_caller(&self) -> bool {
        let calls = |body: &Body| {
            let mut found = false;
            find_in(body, &mut |it| {
                found |= matches!(it, Statement::Virtual(..))
            });
            found
        };
        self.threads.iter().filter(|it| calls(it)).count() == 1
            && !self.helpers.iter().any(|(_, body)| calls(body))
    }

    /// All walks of the program, each once.
    pub fn walks(&self) -> Vec<&Walk> {
        let mut found = Vec::new();
        self.find(&mut |statement| match statement {
            Statement::Walk(walk) if !found.contains(&walk) => found.push(walk),
            _ => {}
        });
        found
    }

    /// All accesses to neighbours, each once.
    pub fn neighbours(&self) -> Vec<&Neighbours> {
        let mut found = Vec::new();
        self.find(&mut |statement| match statement {
            Statement::Neighbours(some) if !found.contains(&some) => found.push(some),
            _ => {}
        });
        found
    }

    /// Shows each statement.
    fn find<'p>(&'p self, see: &mut dyn FnMut(&'p Statement)) {
        let bodies = self.helpers.iter().map(|(_, body)| body);
        for body in self.threads.iter().chain(bodies) {
            find_in(body, see);
        }
    }

    /// All scripts of the program, each once.
    pub fn scripts(&self) -> Vec<&Script> {
        let mut found = Vec::new();
        self.find(&mut |statement| match statement {
            Statement::Script(script) if !found.contains(&script) => found.push(script),
            _ => {}
        });
        found
    }

    /// All programs with one statement less, or one thread less.
    pub fn smaller(&self) -> Vec<Program> {
        let mut all = Vec::new();
        let bodies = self.threads.len() + self.helpers.len();
        for number in 0..bodies {
            let mut at = 0;
            loop {
                let mut program = self.clone();
                let body = match number.checked_sub(program.threads.len()) {
                    None => &mut program.threads[number],
                    Some(helper) => &mut program.helpers[helper].1,
                };
                let mut skip = at;
                if !remove(body, &mut skip) {
                    break;
                }
                all.push(program);
                at += 1;
            }
        }
        all.retain(Program::is_whole);
        all
    }

    /// Whether every join has its start, and every wait its lock.
    fn is_whole(&self) -> bool {
        let bodies = self
            .threads
            .iter()
            .chain(self.helpers.iter().map(|(_, b)| b));
        let holds = bodies
            .into_iter()
            .all(|body| waits_are_held(body, &mut Vec::new()));
        holds
            && self.threads.iter().all(|body| {
                let starts =
                    |child: u8, before: usize| body[..before].contains(&Statement::Start(child));
                body.iter().enumerate().all(|(i, s)| match s {
                    Statement::Join(child) => starts(*child, i),
                    _ => true,
                })
            })
    }
}

/// Removes the statement number `skip` in order of appearance, or puts its body in its place;
/// false if there are fewer.
fn remove(body: &mut Body, skip: &mut usize) -> bool {
    for i in 0..body.len() {
        if *skip == 0 {
            body.remove(i);
            return true;
        }
        *skip -= 1;
        let inner = match &mut body[i] {
            Statement::Synchronized(_, inner)
            | Statement::SynchronizedOn(_, inner)
            | Statement::Loop(_, inner)
            | Statement::Try(inner) => inner,
            _ => continue,
        };
        if remove(inner, skip) {
            return true;
        }
    }
    false
}

fn find_in<'b>(body: &'b Body, see: &mut dyn FnMut(&'b Statement)) {
    for statement in body {
        see(statement);
        match statement {
            Statement::Synchronized(_, inner)
            | Statement::SynchronizedOn(_, inner)
            | Statement::Loop(_, inner)
            | Statement::Try(inner) => find_in(inner, see),
            _ => {}
        }
    }
}

/// Monitors are entered in this order only, so that no program can deadlock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Class,
    Object(u8),
    Lock(u8),
}

fn waits_are_held(body: &Body, held: &mut Vec<u8>) -> bool {
    body.iter().all(|statement| match statement {
        Statement::Wait(lock) => held.contains(lock),
        Statement::Synchronized(lock, inner) => {
            held.push(*lock);
            let fine = waits_are_held(inner, held);
            held.pop();
            fine
        }
        Statement::SynchronizedOn(_, inner) | Statement::Loop(_, inner) | Statement::Try(inner) => {
            waits_are_held(inner, held)
        }
        _ => true,
    })
}

struct Generator<'g> {
    rng: &'g mut Rng,
    program: &'g Program,
    helpers: u8,
    loops: u8,
    held: Vec<Rank>,
}

impl<'g> Generator<'g> {
    fn new(rng: &'g mut Rng, program: &'g Program, helpers: u8) -> Self {
        Generator {
            rng,
            program,
            helpers,
            loops: 0,
            held: Vec::new(),
        }
    }

    /// Whether a monitor of this rank may be entered here: it comes after those held, or is one of
    /// them.
    fn may_enter(&self, rank: Rank) -> bool {
        self.held.contains(&rank) || self.held.iter().all(|held| *held < rank)
    }

    fn within(&mut self, rank: Rank, depth: usize) -> Body {
        self.held.push(rank);
        let body = self.body(depth);
        self.held.pop();
        body
    }

    /// An access in the place of what may not stand here.
    fn some_access(&mut self) -> Statement {
        Statement::Static(self.access(), self.rng.bool())
    }

    fn body(&mut self, depth: usize) -> Body {
        let most = if depth == 0 { 14 } else { 5 };
        (0..self.rng.usize(1..most))
            .map(|_| self.statement(depth))
            .collect()
    }

    fn access(&mut self) -> Access {
        if self.rng.u8(0..3) == 0 {
            Access::Write
        } else {
            Access::Read
        }
    }

    fn fresh_use(&mut self) -> FreshUse {
        match self.rng.u8(0..6) {
            0 => FreshUse::Read,
            1 if self.program.overwrites => FreshUse::Overwrite,
            1 | 2 => FreshUse::Call,
            3 => FreshUse::Element(self.rng.u8(0..ELEMENTS)),
            _ => FreshUse::Sum,
        }
    }

    fn object(&mut self) -> u8 {
        self.rng.u8(0..self.program.objects.len() as u8)
    }

    fn length(&self, array: u8) -> u8 {
        self.program.arrays[usize::from(array)].length()
    }

    fn array(&mut self) -> u8 {
        self.rng.u8(0..self.program.arrays.len() as u8)
    }

    fn index(&mut self) -> Index {
        if self.loops > 0 && self.rng.bool() {
            Index::Counter(self.rng.u8(0..self.loops))
        } else {
            Index::Constant(self.rng.u8(0..ELEMENTS))
        }
    }

    fn statement(&mut self, depth: usize) -> Statement {
        let nests = depth < MAX_DEPTH;
        match self.rng.u8(0..36) {
            0..=4 => {
                let fields = [Field::Number, Field::Wide, Field::Reference];
                let field = self.rng.choice(fields).unwrap_or(Field::Number);
                Statement::Field(self.access(), self.object(), field)
            }
            5..=6 => Statement::Static(self.access(), self.rng.bool()),
            7..=10 => Statement::Element(self.access(), self.array(), self.index()),
            11 => Statement::Volatile(self.access(), self.object()),
            12 => Statement::StaticVolatile(self.access()),
            13..=15 if nests => {
                let lock = self.rng.u8(0..self.program.locks);
                if !self.may_enter(Rank::Lock(lock)) {
                    return self.some_access();
                }
                Statement::Synchronized(lock, self.within(Rank::Lock(lock), depth + 1))
            }
            16 if nests => {
                let object = self.object();
                if !self.may_enter(Rank::Object(object)) {
                    return self.some_access();
                }
                let body = self.within(Rank::Object(object), depth + 1);
                Statement::SynchronizedOn(object, body)
            }
            17 if nests => {
                let turns = self.rng.u8(1..=MAX_TURNS);
                self.loops += 1;
                let body = self.body(depth + 1);
                self.loops -= 1;
                Statement::Loop(turns, body)
            }
            18 if nests => Statement::Try(self.failing(depth + 1)),
            19 if self.helpers > 0 && self.held.is_empty() => {
                Statement::Call(self.rng.u8(0..self.helpers))
            }
            20 => {
                let object = self.object();
                if !self.may_enter(Rank::Object(object)) {
                    return self.some_access();
                }
                Statement::Virtual(object, self.rng.i16(1..40))
            }
            21 => match self.rng.u8(0..6) {
                0 if !self.program.hot => Statement::Late,
                _ => Statement::Holder(self.access(), self.rng.u8(0..self.program.holders)),
            },
            // Who waits enters the lock again while it holds the others: they must come before it.
            22 => match self.held.iter().max() {
                Some(&Rank::Lock(lock)) => Statement::Wait(lock),
                _ => Statement::Publish(self.rng.u8(0..PUBLISHED)),
            },
            23 => Statement::Publish(self.rng.u8(0..PUBLISHED)),
            24..=26 => Statement::Use(self.rng.u8(0..PUBLISHED), self.fresh_use()),
            27..=28 => Statement::Script(self.script()),
            29 => Statement::UseKept,
            30..=31 => match self.neighbours() {
                Some(some) if some.catches || some.stay_inside(self.length(some.array)) => {
                    Statement::Neighbours(some)
                }
                _ => self.some_access(),
            },
            _ => match self.walk() {
                Some(walk) if walk.catches || walk.stays_inside(self.length(walk.array)) => {
                    Statement::Walk(walk)
                }
                _ => self.some_access(),
            },
        }
    }

    fn script(&mut self) -> Script {
        let arrays = self.program.arrays.iter().zip(0..);
        let ints = arrays.filter(|(array, _)| **array == ArrayType::Int);
        let ints: Vec<u8> = ints.map(|(_, number)| number).collect();
        Script::random(self.rng, &ints)
    }

    /// A walk along one of the arrays, unless that is one of rows.
    fn walk(&mut self) -> Option<Walk> {
        let array = self.array();
        if self.program.arrays[usize::from(array)] == ArrayType::Rows {
            return None;
        }
        let stride = self.rng.choice([1, 1, 1, -1, 2, 2, -2, 3])?;
        let rounds = match self.rng.u8(0..4) {
            0 => Some(self.rng.u8(0..5)),
            _ => None,
        };
        let turns = self.rng.u8(0..if rounds.is_some() { 6 } else { 20 });
        // Mostly each goes on where the one before stopped.
        let jump = match self.rng.u8(0..4) {
            0 => self.rng.i8(-3..4),
            _ => stride * turns as i8,
        };
        let steps: Vec<(Access, i8)> = (0..self.rng.u8(1..4))
            .map(|_| (self.access(), self.rng.i8(-1..2)))
            .collect();
        let leaves = (self.rng.u8(0..4) == 0).then(|| {
            (
                self.rng.u8(0..turns + 1),
                self.rng.u8(0..=steps.len() as u8),
            )
        });
        Some(Walk {
            array,
            first: self.rng.u8(0..self.length(array)),
            stride,
            turns,
            steps,
            leaves,
            alternates: self.rng.u8(0..4) == 0,
            rounds: rounds.map(|rounds| (rounds, jump)),
            reads_round: rounds.is_some() && self.rng.bool(),
            writes_round: rounds.is_some() && self.rng.bool(),
            reloads: self.rng.u8(0..3) == 0,
            catches: self.rng.u8(0..4) == 0,
        })
    }

    /// Neighbouring elements of one of the arrays, unless that is one of rows. Mostly they are accessed in one direction and way.
    fn neighbours(&mut self) -> Option<Neighbours> {
        let array = self.array();
        if self.program.arrays[usize::from(array)] == ArrayType::Rows {
            return None;
        }
        let access = self.access();
        let stride = self.rng.choice([1, 1, 1, -1, -1, 2, -2, 7])?;
        let steps = (0..self.rng.i8(2..7)).map(|number| match self.rng.u8(0..6) {
            0 => (self.access(), stride * number),
            1 => (access, self.rng.i8(-3..4)),
            _ => (access, stride * number),
        });
        let steps: Vec<(Access, i8)> = steps.collect();
        // Often some are outside.
        let length = self.length(array);
        let at = match self.rng.u8(0..4) {
            0 => self.rng.u8(0..4),
            1 => self.rng.u8(length - 4..length),
            _ => self.rng.u8(0..length),
        };
        let interrupted =
            (self.rng.u8(0..6) == 0).then(|| (self.rng.u8(0..steps.len() as u8), self.access()));
        Some(Neighbours {
            array,
            at,
            steps,
            interrupted,
            catches: self.rng.bool(),
        })
    }

    /// The body of a `Try`: something in it throws, perhaps within a monitor.
    fn failing(&mut self, depth: usize) -> Body {
        let mut body = self.body(depth);
        let failure = match self.rng.u8(0..8) {
            0 => Statement::Fail(Failure::Null),
            1 => Statement::Fail(Failure::Bounds(self.array())),
            2 | 3 => self.walk().map_or(Statement::Throw, Statement::Walk),
            4 | 5 => {
                let some = self.neighbours();
                some.map_or(Statement::Throw, Statement::Neighbours)
            }
            _ => Statement::Throw,
        };
        let lock = self.rng.u8(0..self.program.locks);
        let locks = self.rng.bool() && self.may_enter(Rank::Lock(lock));
        if depth < MAX_DEPTH && locks {
            let mut inner = self.within(Rank::Lock(lock), depth + 1);
            inner.push(failure);
            body.push(Statement::Synchronized(lock, inner));
        } else {
            body.push(failure);
        }
        body
    }
}
