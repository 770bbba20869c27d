//! What a thread does with arrays of its own: they pass through variables, rows, and private methods of one class, and some
//! get to be known by others.

use classfile::{Insn, access, op};
use fastrand::Rng;

use crate::assembler::{Assembler, ClassWriter, Error};
use crate::expectation::{Action, Place};
use crate::program::Access;

/// Arrays have so many elements, and shared ones no fewer. Others read the first.
const LENGTH: u8 = 2;
const VARIABLES: u8 = 3;
const ROWS: &str = "[[I";
/// The local of the array of arrays, behind the choice and the variables.
const ROWS_LOCAL: u16 = VARIABLES as u16 + 1;
/// The static field of `Shared` in which arrays are published.
pub const KEPT: &str = "kept";

/// Begins with a new array in each variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    /// Which of two variables [`Step::Pick`] takes; only the run knows.
    pub takes_second: bool,
    /// Whether each is done by a call of a private method.
    pub steps: Vec<(Step, bool)>,
}

/// Variables are named by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    Make(u8),
    /// Takes one of the program's shared arrays.
    Load(u8, u8),
    Assign(u8, u8),
    Pick(u8, u8, u8),
    Access(Access, u8, u8),
    /// Into the array of arrays.
    Put(u8),
    Get(u8),
    Publish(u8),
}

impl Script {
    /// `shared` are the numbers of the program's arrays of int.
    pub fn random(rng: &mut Rng, shared: &[u8]) -> Script {
        let steps = (0..rng.usize(3..16)).map(|_| (random_step(rng, shared), rng.bool()));
        Script {
            steps: steps.collect(),
            takes_second: rng.bool(),
        }
    }

    /// What the steps do.
    pub fn actions(&self) -> Vec<Action> {
        let mut run = Run {
            actions: Vec::new(),
            variables: [None; VARIABLES as usize],
            row: None,
        };
        run.access(Access::Write, None, 0);
        for (step, by_call) in &self.steps {
            run.step(*step, *by_call, self.takes_second);
        }
        run.actions
    }

    /// The method of the script, and those that it calls.
    pub fn write(&self, class: &mut ClassWriter, shared: &str, number: usize) -> Result<(), Error> {
        helpers(class, shared, number)?;
        let mut locals = vec![class.object_type("[I"); usize::from(VARIABLES)];
        locals.push(class.object_type(ROWS));
        let name = method_name(number);
        class.method(access::STATIC, &name, "(I)V", &locals, |code| {
            let mut writer = Writer {
                code,
                shared,
                number,
            };
            for variable in 0..VARIABLES {
                writer.new_array();
                writer.store(variable);
            }
            writer.code.plain(op::ICONST_1);
            writer.code.class(op::ANEWARRAY, "[I")?;
            writer.code.local(op::ASTORE, ROWS_LOCAL);
            writer.code.local(op::ALOAD, ROWS_LOCAL);
            writer.load(0);
            put(writer.code);
            for (step, by_call) in &self.steps {
                writer.step(*step, *by_call)?;
            }
            writer.code.plain(op::RETURN);
            Ok(())
        })
    }
}

pub fn method_name(number: usize) -> String {
    format!("script{number}")
}

fn random_step(rng: &mut Rng, shared: &[u8]) -> Step {
    let mut variable = || rng.u8(0..VARIABLES);
    let (one, two, three) = (variable(), variable(), variable());
    match rng.u8(0..16) {
        0 | 1 => Step::Make(one),
        2 if !shared.is_empty() => Step::Load(one, shared[rng.usize(0..shared.len())]),
        3 => Step::Assign(one, two),
        4 | 5 => Step::Pick(one, two, three),
        6 | 7 => Step::Put(one),
        8 | 9 => Step::Get(one),
        10 => Step::Publish(one),
        n => {
            let access = if n % 2 == 0 {
                Access::Read
            } else {
                Access::Write
            };
            Step::Access(access, one, rng.u8(0..LENGTH))
        }
    }
}

/// Variables hold a shared array of this number, or one that was made here.
struct Run {
    actions: Vec<Action>,
    variables: [Option<u8>; VARIABLES as usize],
    row: Option<u8>,
}

impl Run {
    fn access(&mut self, access: Access, array: Option<u8>, index: u8) {
        let place = array.map_or(Place::FreshElement, |array| Place::Element(array, index));
        self.actions.push(Action::Access(access, place));
    }

    fn step(&mut self, step: Step, by_call: bool, takes_second: bool) {
        let at = |variable: u8| usize::from(variable);
        match step {
            Step::Make(to) => {
                self.variables[at(to)] = None;
                if by_call {
                    self.access(Access::Write, None, 0);
                }
            }
            Step::Load(to, array) => self.variables[at(to)] = Some(array),
            Step::Assign(to, from) => self.variables[at(to)] = self.variables[at(from)],
            Step::Pick(to, first, second) => {
                let from = if takes_second { second } else { first };
                self.variables[at(to)] = self.variables[at(from)];
            }
            Step::Access(access, variable, index) => {
                self.access(access, self.variables[at(variable)], index);
            }
            Step::Put(from) => {
                self.row = self.variables[at(from)];
                self.access(Access::Write, None, 0);
            }
            Step::Get(to) => {
                self.variables[at(to)] = self.row;
                self.access(Access::Read, None, 0);
            }
            Step::Publish(_) => {
                let kept = Place::Static(KEPT);
                self.actions.push(Action::Access(Access::Write, kept));
            }
        }
    }
}

/// The names of a script's private methods, and what they take and give.
fn private(what: &str, number: usize) -> String {
    format!("{what}{number}")
}

const MAKE: (&str, &str) = ("make", "()[I");
const SAME: (&str, &str) = ("same", "([I)[I");
const PICK: (&str, &str) = ("pick", "(I[I[I)[I");
const READ: (&str, &str) = ("read", "([II)V");
const WRITE: (&str, &str) = ("write", "([II)V");
const PUT: (&str, &str) = ("put", "([[I[I)V");
const GET: (&str, &str) = ("get", "([[I)[I");
const KEEP: (&str, &str) = ("keep", "([I)V");

/// The private methods of a script. Those of others pass them other arrays.
fn helpers(class: &mut ClassWriter, shared: &str, number: usize) -> Result<(), Error> {
    let flags = access::STATIC | access::PRIVATE;
    let mut method = |(name, descriptor): (&str, &str), body: fn(&mut Assembler<'_>)| {
        class.method(flags, &private(name, number), descriptor, &[], |code| {
            body(code);
            Ok(())
        })
    };
    method(MAKE, |code| {
        code.int(LENGTH.into());
        code.push(Insn::NewArray(10));
        code.plain(op::DUP);
        code.plain(op::ICONST_0);
        access_element(code, Access::Write);
        code.plain(op::ARETURN);
    })?;
    method(SAME, |code| {
        code.local(op::ALOAD, 0);
        code.plain(op::ARETURN);
    })?;
    method(PICK, |code| {
        pick(code, [1, 1, 2]);
        code.local(op::ALOAD, 1);
        code.plain(op::ARETURN);
    })?;
    for (name, access) in [(READ, Access::Read), (WRITE, Access::Write)] {
        let body: fn(&mut Assembler<'_>) = match access {
            Access::Read => |code| element_of_parameter(code, Access::Read),
            Access::Write => |code| element_of_parameter(code, Access::Write),
        };
        method(name, body)?;
    }
    method(PUT, |code| {
        code.local(op::ALOAD, 0);
        code.local(op::ALOAD, 1);
        put(code);
        code.plain(op::RETURN);
    })?;
    method(GET, |code| {
        code.local(op::ALOAD, 0);
        get(code);
        code.plain(op::ARETURN);
    })?;
    let (name, descriptor) = KEEP;
    class.method(flags, &private(name, number), descriptor, &[], |code| {
        code.local(op::ALOAD, 0);
        code.field(op::PUTSTATIC, shared, KEPT, "[I")?;
        code.plain(op::RETURN);
        Ok(())
    })
}

fn element_of_parameter(code: &mut Assembler<'_>, access: Access) {
    code.local(op::ALOAD, 0);
    code.local(op::ILOAD, 1);
    access_element(code, access);
    code.plain(op::RETURN);
}

/// With array and index on the stack.
fn access_element(code: &mut Assembler<'_>, access: Access) {
    match access {
        Access::Read => {
            code.plain(op::IALOAD);
            code.plain(op::POP);
        }
        Access::Write => {
            code.plain(op::ICONST_1);
            code.plain(op::IASTORE);
        }
    }
}

/// With rows and row on the stack.
fn put(code: &mut Assembler<'_>) {
    code.plain(op::ICONST_0);
    code.plain(op::SWAP);
    code.plain(op::AASTORE);
}

fn get(code: &mut Assembler<'_>) {
    code.plain(op::ICONST_0);
    code.plain(op::AALOAD);
}

/// Stores one of two locals in another, as the very first says.
fn pick(code: &mut Assembler<'_>, [to, first, second]: [u16; 3]) {
    let (otherwise, end) = (code.label(), code.label());
    code.local(op::ILOAD, 0);
    code.jump(op::IFNE, otherwise);
    code.local(op::ALOAD, first);
    code.local(op::ASTORE, to);
    code.jump(op::GOTO, end);
    code.bind(otherwise);
    code.local(op::ALOAD, second);
    code.local(op::ASTORE, to);
    code.bind(end);
}

struct Writer<'w, 'p> {
    code: &'w mut Assembler<'p>,
    shared: &'w str,
    number: usize,
}

impl Writer<'_, '_> {
    fn new_array(&mut self) {
        self.code.int(LENGTH.into());
        self.code.push(Insn::NewArray(10));
    }

    fn load(&mut self, variable: u8) {
        self.code.local(op::ALOAD, u16::from(variable) + 1);
    }

    fn store(&mut self, variable: u8) {
        self.code.local(op::ASTORE, u16::from(variable) + 1);
    }

    fn call(&mut self, (name, descriptor): (&str, &str)) -> Result<(), Error> {
        let method = private(name, self.number);
        self.code
            .call(op::INVOKESTATIC, self.shared, &method, descriptor)
    }

    fn step(&mut self, step: Step, by_call: bool) -> Result<(), Error> {
        match step {
            Step::Make(to) => {
                match by_call {
                    true => self.call(MAKE)?,
                    false => self.new_array(),
                }
                self.store(to);
            }
            Step::Load(to, array) => {
                let field = format!("array{array}");
                self.code.field(op::GETSTATIC, self.shared, &field, "[I")?;
                self.store(to);
            }
            Step::Assign(to, from) => {
                self.load(from);
                if by_call {
                    self.call(SAME)?;
                }
                self.store(to);
            }
            Step::Pick(to, first, second) if by_call => {
                self.code.local(op::ILOAD, 0);
                self.load(first);
                self.load(second);
                self.call(PICK)?;
                self.store(to);
            }
            Step::Pick(to, first, second) => {
                let locals = [to, first, second].map(|variable| u16::from(variable) + 1);
                pick(self.code, locals);
            }
            Step::Access(access, variable, index) => {
                self.load(variable);
                self.code.int(index.into());
                match (by_call, access) {
                    (true, Access::Read) => self.call(READ)?,
                    (true, Access::Write) => self.call(WRITE)?,
                    (false, access) => access_element(self.code, access),
                }
            }
            Step::Put(from) => {
                self.code.local(op::ALOAD, ROWS_LOCAL);
                self.load(from);
                match by_call {
                    true => self.call(PUT)?,
                    false => put(self.code),
                }
            }
            Step::Get(to) => {
                self.code.local(op::ALOAD, ROWS_LOCAL);
                match by_call {
                    true => self.call(GET)?,
                    false => get(self.code),
                }
                self.store(to);
            }
            Step::Publish(from) => {
                self.load(from);
                match by_call {
                    true => self.call(KEEP)?,
                    false => self.code.field(op::PUTSTATIC, self.shared, KEPT, "[I")?,
                }
            }
        }
        Ok(())
    }
}
