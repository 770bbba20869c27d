//! A program as class files.

use classfile::{Insn, Label, VType, access, op};

use crate::assembler::{Assembler, ClassWriter, Error};
use crate::expectation::{field_name, published_name, static_name};
use crate::program::{
    ARRAY_LENGTH, Access, ArrayType, Body, Failure, Field, FreshUse, Index, MAX_DEPTH, Neighbours,
    ObjectClass, PUBLISHED, Program, Statement, Walk,
};
use crate::script::{self, KEPT};

const OBJECT: &str = "java/lang/Object";
const THREAD: &str = "java/lang/Thread";
const RUNTIME_EXCEPTION: &str = "java/lang/RuntimeException";
/// The subclass that is loaded late.
const LATE_CLASS: &str = "LateDerived";
/// The class of published objects. Only its constructor writes to the arrays that its code accesses.
pub const FRESH_CLASS: &str = "Fresh";

/// The methods of a program that become hot: the one in `Shared` that calls a method of the shared objects, and the threads' own.
pub const CALLER: &str = "caller";
pub const BODY: &str = "body";

/// The classes of a program whose names all begin with `package` and a slash: name and bytes.
pub fn classes(program: &Program, package: &str) -> Result<Vec<(String, Vec<u8>)>, Error> {
    let mut all = vec![
        base(program, package)?,
        synchronizing(program, package, "Derived")?,
        synchronizing(program, package, LATE_CLASS)?,
        late(program, package)?,
        holder(program, package)?,
        fresh(program, package)?,
        shared(program, package)?,
    ];
    for number in 0..program.threads.len() {
        all.push(thread(program, package, number)?);
    }
    Ok(all)
}

/// The name that a program's thread has at run time.
pub fn thread_name(package: &str, number: usize) -> String {
    format!("{package}-t{number}")
}

type Class = (String, Vec<u8>);

fn descriptor(class: &str) -> String {
    format!("L{class};")
}

fn constructor(class: &mut ClassWriter, superclass: &str) -> Result<(), Error> {
    class.method(0, "<init>", "()V", &[], |code| {
        code.local(op::ALOAD, 0);
        code.construct_super(superclass, "()V")?;
        code.plain(op::RETURN);
        Ok(())
    })
}

/// The class of shared objects: `method` reads one field and writes another.
fn base(program: &Program, package: &str) -> Result<Class, Error> {
    let name = format!("{package}/Base");
    let mut class = ClassWriter::new(&name, OBJECT, program.framed)?;
    class.field(0, "number", "I")?;
    class.field(0, "wide", "J")?;
    class.field(0, "reference", "Ljava/lang/Object;")?;
    class.field(access::VOLATILE, "signal", "I")?;
    constructor(&mut class, OBJECT)?;
    class.method(0, "method", "()V", &[], |code| {
        code.local(op::ALOAD, 0);
        code.plain(op::DUP);
        code.field(op::GETFIELD, &name, "number", "I")?;
        code.plain(op::I2L);
        code.field(op::PUTFIELD, &name, "wide", "J")?;
        code.plain(op::RETURN);
        Ok(())
    })?;
    Ok((name, class.finish()))
}

/// A subclass of it, whose `method` is synchronized.
fn synchronizing(program: &Program, package: &str, name: &str) -> Result<Class, Error> {
    let name = format!("{package}/{name}");
    let base = format!("{package}/Base");
    let mut class = ClassWriter::new(&name, &base, program.framed)?;
    constructor(&mut class, &base)?;
    class.method(access::SYNCHRONIZED, "method", "()V", &[], |code| {
        code.local(op::ALOAD, 0);
        code.plain(op::DUP);
        code.field(op::GETFIELD, &name, "number", "I")?;
        code.field(op::PUTFIELD, &name, "number", "I")?;
        code.plain(op::RETURN);
        Ok(())
    })?;
    Ok((name, class.finish()))
}

/// Initialized by whoever uses it first; nothing else names the class of its object.
fn late(program: &Program, package: &str) -> Result<Class, Error> {
    let name = format!("{package}/Late");
    let base = format!("{package}/Base");
    let mut class = ClassWriter::new(&name, OBJECT, program.framed)?;
    let flags = access::STATIC | access::FINAL;
    class.field(flags, "object", &descriptor(&base))?;
    class.method(access::STATIC, "<clinit>", "()V", &[], |code| {
        code.create(&format!("{package}/{LATE_CLASS}"))?;
        code.field(op::PUTSTATIC, &name, "object", &descriptor(&base))?;
        code.plain(op::RETURN);
        Ok(())
    })?;
    Ok((name, class.finish()))
}

/// Keeps an array in a field, and goes over it.
fn holder(program: &Program, package: &str) -> Result<Class, Error> {
    let name = format!("{package}/Holder");
    let mut class = ClassWriter::new(&name, OBJECT, program.framed)?;
    class.field(0, "data", "[I")?;
    class.method(0, "<init>", "()V", &[], |code| {
        code.local(op::ALOAD, 0);
        code.construct_super(OBJECT, "()V")?;
        code.local(op::ALOAD, 0);
        code.int(ARRAY_LENGTH.into());
        code.push(Insn::NewArray(10));
        code.field(op::PUTFIELD, &name, "data", "[I")?;
        code.plain(op::RETURN);
        Ok(())
    })?;
    for (method, writes) in [("fill", true), ("sum", false)] {
        class.method(0, method, "()V", &[VType::Int], |code| {
            code.plain(op::ICONST_0);
            code.local(op::ISTORE, 1);
            let (again, end) = (code.label(), code.label());
            code.bind(again);
            code.local(op::ILOAD, 1);
            code.int(ARRAY_LENGTH.into());
            code.jump(op::IF_ICMPGE, end);
            code.local(op::ALOAD, 0);
            code.field(op::GETFIELD, &name, "data", "[I")?;
            code.local(op::ILOAD, 1);
            if writes {
                code.local(op::ILOAD, 1);
                code.plain(op::IASTORE);
            } else {
                code.plain(op::IALOAD);
                code.plain(op::POP);
            }
            code.push(Insn::Iinc(1, 1));
            code.jump(op::GOTO, again);
            code.bind(end);
            code.plain(op::RETURN);
            Ok(())
        })?;
    }
    Ok((name, class.finish()))
}

/// Writes its fields, and the array in one that is final, while nobody else can know it.
fn fresh(program: &Program, package: &str) -> Result<Class, Error> {
    let name = format!("{package}/{FRESH_CLASS}");
    let mut class = ClassWriter::new(&name, OBJECT, program.framed)?;
    class.field(0, "content", "I")?;
    class.field(0, "more", "J")?;
    class.field(access::FINAL, "table", "[I")?;
    let locals = [class.object_type("[I"), VType::Int];
    class.method(0, "<init>", "()V", &locals, |code| {
        code.local(op::ALOAD, 0);
        code.construct_super(OBJECT, "()V")?;
        code.int(ARRAY_LENGTH.into());
        code.push(Insn::NewArray(10));
        code.local(op::ASTORE, 1);
        along_table(code, Access::Write);
        code.local(op::ALOAD, 0);
        code.local(op::ALOAD, 1);
        code.field(op::PUTFIELD, &name, "table", "[I")?;
        code.local(op::ALOAD, 0);
        code.plain(op::LCONST_1);
        code.field(op::PUTFIELD, &name, "more", "J")?;
        // Last, as the one that may be overwritten is not to be mistaken for what comes before.
        code.local(op::ALOAD, 0);
        code.plain(op::ICONST_1);
        code.field(op::PUTFIELD, &name, "content", "I")?;
        code.plain(op::RETURN);
        Ok(())
    })?;
    class.method(0, "more", "()V", &[], |code| {
        code.local(op::ALOAD, 0);
        code.field(op::GETFIELD, &name, "more", "J")?;
        code.plain(op::POP2);
        code.plain(op::RETURN);
        Ok(())
    })?;
    class.method(0, "sum", "()V", &locals, |code| {
        code.local(op::ALOAD, 0);
        code.field(op::GETFIELD, &name, "table", "[I")?;
        code.local(op::ASTORE, 1);
        along_table(code, Access::Read);
        code.plain(op::RETURN);
        Ok(())
    })?;
    class.method(0, "element", "(I)V", &[], |code| {
        code.local(op::ALOAD, 0);
        code.field(op::GETFIELD, &name, "table", "[I")?;
        code.local(op::ILOAD, 1);
        element_access(code, Access::Read, ArrayType::Int);
        code.plain(op::RETURN);
        Ok(())
    })?;
    Ok((name, class.finish()))
}

/// Accesses all elements of the array in local 1, with a counter in local 2.
fn along_table(code: &mut Assembler<'_>, access: Access) {
    code.plain(op::ICONST_0);
    code.local(op::ISTORE, 2);
    let (again, end) = (code.label(), code.label());
    code.bind(again);
    code.local(op::ILOAD, 2);
    code.int(ARRAY_LENGTH.into());
    code.jump(op::IF_ICMPGE, end);
    code.local(op::ALOAD, 1);
    code.local(op::ILOAD, 2);
    element_access(code, access, ArrayType::Int);
    code.push(Insn::Iinc(2, 1));
    code.jump(op::GOTO, again);
    code.bind(end);
}

/// All that the threads share, in static fields, and the helpers.
fn shared(program: &Program, package: &str) -> Result<Class, Error> {
    let name = format!("{package}/Shared");
    let mut class = ClassWriter::new(&name, OBJECT, program.framed)?;
    let constant = access::STATIC | access::FINAL;
    class.field(access::STATIC, "first", "I")?;
    class.field(access::STATIC, "second", "J")?;
    class.field(access::STATIC | access::VOLATILE, "signal", "J")?;
    let fresh = descriptor(&format!("{package}/{FRESH_CLASS}"));
    for place in 0..PUBLISHED {
        class.field(access::STATIC, published_name(place), &fresh)?;
    }
    class.field(access::STATIC, KEPT, "[I")?;
    let values = constants(program, package);
    for value in &values {
        class.field(constant, &value.field, &value.descriptor)?;
    }
    class.method(access::STATIC, "<clinit>", "()V", &[], |code| {
        for value in &values {
            value.create(code)?;
            code.field(op::PUTSTATIC, &name, &value.field, &value.descriptor)?;
        }
        code.plain(op::ICONST_1);
        code.push(Insn::NewArray(10));
        code.field(op::PUTSTATIC, &name, KEPT, "[I")?;
        code.plain(op::RETURN);
        Ok(())
    })?;
    for (number, walk) in program.walks().into_iter().enumerate() {
        let kind = program.arrays[usize::from(walk.array)];
        walk_method(&mut class, &name, &walk_name(number), walk, kind)?;
    }
    for (number, some) in program.neighbours().into_iter().enumerate() {
        let kind = program.arrays[usize::from(some.array)];
        neighbours_method(&mut class, &name, &neighbours_name(number), some, kind)?;
    }
    for (number, script) in program.scripts().into_iter().enumerate() {
        script.write(&mut class, &name, number)?;
    }
    caller(&mut class, package)?;
    for (number, (synchronized, body)) in program.helpers.iter().enumerate() {
        let flags = if *synchronized {
            access::SYNCHRONIZED
        } else {
            0
        };
        let method = format!("helper{number}");
        body_method(&mut class, flags, &method, program, package, body)?;
    }
    Ok((name, class.finish()))
}

fn walk_name(number: usize) -> String {
    format!("walk{number}")
}

/// The locals of a method that walks along an array, its argument.
mod walk_locals {
    pub const ARRAY: u16 = 0;
    pub const INDEX: u16 = 1;
    pub const TURN: u16 = 2;
    pub const ROUND: u16 = 3;
    pub const START: u16 = 4;
}

/// A static method of `Shared` whose argument is the array.
fn walk_method(
    class: &mut ClassWriter,
    shared: &str,
    name: &str,
    walk: &Walk,
    kind: ArrayType,
) -> Result<(), Error> {
    use walk_locals::{INDEX, ROUND, START, TURN};
    let descriptor = format!("({})V", array_descriptor(kind));
    let locals = [VType::Int; 4];
    class.method(access::STATIC, name, &descriptor, &locals, |code| {
        for local in [INDEX, TURN, ROUND] {
            code.plain(op::ICONST_0);
            code.local(op::ISTORE, local);
        }
        code.int(walk.first.into());
        code.local(op::ISTORE, START);
        let (next_round, again, end) = (code.label(), code.label(), code.label());
        let start = code.mark();
        let round = walk.rounds.map(|rounds| (code.label(), rounds));
        if let Some((label, (rounds, _))) = round {
            code.bind(label);
            code.local(op::ILOAD, ROUND);
            code.int(rounds.into());
            code.jump(op::IF_ICMPGE, end);
        }
        code.local(op::ILOAD, START);
        code.local(op::ISTORE, INDEX);
        code.plain(op::ICONST_0);
        code.local(op::ISTORE, TURN);
        code.bind(again);
        begin_turn(code, shared, walk, kind, end)?;
        code.local(op::ILOAD, TURN);
        code.int(walk.turns.into());
        code.jump(op::IF_ICMPGE, next_round);
        walk_turn(code, shared, walk, kind, end)?;
        code.push(Insn::Iinc(INDEX, walk.stride.into()));
        code.push(Insn::Iinc(TURN, 1));
        code.jump(op::GOTO, again);
        code.bind(next_round);
        if let Some((label, (_, jump))) = round {
            code.push(Insn::Iinc(START, jump.into()));
            code.push(Insn::Iinc(ROUND, 1));
            code.jump(op::GOTO, label);
        }
        code.bind(end);
        code.plain(op::RETURN);
        if walk.catches {
            let stop = code.mark();
            code.handler(start, stop, Some(RUNTIME_EXCEPTION))?;
            code.plain(op::POP);
            code.plain(op::RETURN);
        }
        Ok(())
    })
}

/// The accesses of one turn before it is known whether there are others.
fn begin_turn(
    code: &mut Assembler<'_>,
    shared: &str,
    walk: &Walk,
    kind: ArrayType,
    end: Label,
) -> Result<(), Error> {
    use walk_locals::ROUND;
    if walk.reads_round {
        walk_array(code, shared, walk, kind)?;
        code.local(op::ILOAD, ROUND);
        element_access(code, Access::Read, kind);
    }
    may_leave(code, walk, walk.steps.len(), end);
    if walk.writes_round {
        walk_array(code, shared, walk, kind)?;
        code.local(op::ILOAD, ROUND);
        code.plain(op::ICONST_1);
        code.plain(op::IADD);
        element_access(code, Access::Write, kind);
    }
    Ok(())
}

/// The other accesses of one turn.
fn walk_turn(
    code: &mut Assembler<'_>,
    shared: &str,
    walk: &Walk,
    kind: ArrayType,
    end: Label,
) -> Result<(), Error> {
    use walk_locals::{INDEX, TURN};
    for (number, &(access, offset)) in walk.steps.iter().enumerate() {
        may_leave(code, walk, number, end);
        let skipped = code.label();
        let skips = walk.alternates && number > 0;
        if skips {
            code.local(op::ILOAD, TURN);
            code.plain(op::ICONST_1);
            code.plain(op::IAND);
            code.jump(op::IFNE, skipped);
        }
        walk_array(code, shared, walk, kind)?;
        code.local(op::ILOAD, INDEX);
        code.push(Insn::Byte(offset));
        code.plain(op::IADD);
        element_access(code, access, kind);
        if skips {
            code.bind(skipped);
        }
    }
    Ok(())
}

/// Jumps to the end if the loop is left before a step.
fn may_leave(code: &mut Assembler<'_>, walk: &Walk, step: usize, end: Label) {
    if let Some((turn, before)) = walk.leaves
        && usize::from(before) == step
    {
        code.local(op::ILOAD, walk_locals::TURN);
        code.int(turn.into());
        code.jump(op::IF_ICMPEQ, end);
    }
}

/// Pushes the array that a walk is along.
fn walk_array(
    code: &mut Assembler<'_>,
    shared: &str,
    walk: &Walk,
    kind: ArrayType,
) -> Result<(), Error> {
    if walk.reloads {
        let field = format!("array{}", walk.array);
        return code.field(op::GETSTATIC, shared, &field, array_descriptor(kind));
    }
    code.local(op::ALOAD, walk_locals::ARRAY);
    Ok(())
}

fn neighbours_name(number: usize) -> String {
    format!("neighbours{number}")
}

/// A static method of `Shared` whose arguments are the array and the index.
fn neighbours_method(
    class: &mut ClassWriter,
    shared: &str,
    name: &str,
    some: &Neighbours,
    kind: ArrayType,
) -> Result<(), Error> {
    let descriptor = format!("({}I)V", array_descriptor(kind));
    class.method(access::STATIC, name, &descriptor, &[], |code| {
        code.on_one_line();
        let start = code.mark();
        for (&(access, offset), number) in some.steps.iter().zip(0..) {
            if let Some((before, access)) = some.interrupted
                && before == number
            {
                static_signal(code, shared, access)?;
            }
            code.local(op::ALOAD, 0);
            code.local(op::ILOAD, 1);
            code.push(Insn::Byte(offset));
            code.plain(op::IADD);
            element_access(code, access, kind);
        }
        code.plain(op::RETURN);
        if some.catches {
            let stop = code.mark();
            code.handler(start, stop, Some(RUNTIME_EXCEPTION))?;
            code.plain(op::POP);
            code.plain(op::RETURN);
        }
        Ok(())
    })
}

fn static_signal(code: &mut Assembler<'_>, shared: &str, access: Access) -> Result<(), Error> {
    match access {
        Access::Read => {
            code.field(op::GETSTATIC, shared, "signal", "J")?;
            code.plain(op::POP2);
        }
        Access::Write => {
            code.plain(op::LCONST_1);
            code.field(op::PUTSTATIC, shared, "signal", "J")?;
        }
    }
    Ok(())
}

/// The one place that calls the method of the shared objects, also of the late one: what the JVM has compiled for the
/// classes that it knew no longer fits then.
fn caller(class: &mut ClassWriter, package: &str) -> Result<(), Error> {
    let base = format!("{package}/Base");
    class.method(access::STATIC, CALLER, &takes(&base), &[], |code| {
        code.local(op::ALOAD, 0);
        code.call(op::INVOKEVIRTUAL, &base, "method", "()V")?;
        code.plain(op::RETURN);
        Ok(())
    })
}

/// With array and index on the stack.
fn element_access(code: &mut Assembler<'_>, access: Access, kind: ArrayType) {
    let (load, value, store) = match kind {
        ArrayType::Int | ArrayType::Rows => (op::IALOAD, op::ICONST_1, op::IASTORE),
        ArrayType::Long => (op::LALOAD, op::LCONST_1, op::LASTORE),
        ArrayType::Byte => (op::BALOAD, op::ICONST_1, op::BASTORE),
        ArrayType::Object => (op::AALOAD, op::ACONST_NULL, op::AASTORE),
    };
    match access {
        Access::Read => {
            code.plain(load);
            code.plain(if kind == ArrayType::Long {
                op::POP2
            } else {
                op::POP
            });
        }
        Access::Write => {
            code.plain(value);
            code.plain(store);
        }
    }
}

/// The descriptor of a method with one parameter, of this class.
fn takes(class: &str) -> String {
    format!("({})V", descriptor(class))
}

/// A static final field of `Shared`.
struct SharedValue {
    field: String,
    descriptor: String,
    made_of: Made,
}

enum Made {
    Object(String),
    Array(ArrayType),
}

impl SharedValue {
    fn object(field: String, declared: &str, class: &str) -> SharedValue {
        SharedValue {
            field,
            descriptor: descriptor(declared),
            made_of: Made::Object(class.to_owned()),
        }
    }

    fn create(&self, code: &mut Assembler<'_>) -> Result<(), Error> {
        match &self.made_of {
            Made::Object(class) => return code.create(class),
            Made::Array(ArrayType::Object) => {
                code.int(ARRAY_LENGTH.into());
                code.class(op::ANEWARRAY, OBJECT)?;
            }
            Made::Array(ArrayType::Rows) => {
                code.int(ARRAY_LENGTH.into());
                code.int(ARRAY_LENGTH.into());
                code.multi_new_array("[[I", 2)?;
            }
            Made::Array(primitive) => {
                code.int(primitive.length().into());
                code.push(Insn::NewArray(match primitive {
                    ArrayType::Byte => 8,
                    ArrayType::Long => 11,
                    _ => 10,
                }));
            }
        }
        Ok(())
    }
}

fn constants(program: &Program, package: &str) -> Vec<SharedValue> {
    let mut all = Vec::new();
    let base = format!("{package}/Base");
    for (i, class) in program.objects.iter().enumerate() {
        let class = match class {
            ObjectClass::Base => base.clone(),
            ObjectClass::Derived => format!("{package}/Derived"),
        };
        all.push(SharedValue::object(format!("object{i}"), &base, &class));
    }
    for (i, &array) in program.arrays.iter().enumerate() {
        all.push(SharedValue {
            field: format!("array{i}"),
            descriptor: array_descriptor(array).to_owned(),
            made_of: Made::Array(array),
        });
    }
    for i in 0..program.locks {
        all.push(SharedValue::object(format!("lock{i}"), OBJECT, OBJECT));
    }
    let holder = format!("{package}/Holder");
    for i in 0..program.holders {
        all.push(SharedValue::object(format!("holder{i}"), &holder, &holder));
    }
    for i in 0..program.threads.len() {
        let class = format!("{package}/T{i}");
        all.push(SharedValue::object(format!("thread{i}"), THREAD, &class));
    }
    all
}

fn array_descriptor(array: ArrayType) -> &'static str {
    match array {
        ArrayType::Int => "[I",
        ArrayType::Long => "[J",
        ArrayType::Byte => "[B",
        ArrayType::Object => "[Ljava/lang/Object;",
        ArrayType::Rows => "[[I",
    }
}

fn thread(program: &Program, package: &str, number: usize) -> Result<Class, Error> {
    let name = format!("{package}/T{number}");
    let mut class = ClassWriter::new(&name, THREAD, program.framed)?;
    class.method(0, "<init>", "()V", &[], |code| {
        code.local(op::ALOAD, 0);
        code.string(&thread_name(package, number))?;
        code.construct_super(THREAD, "(Ljava/lang/String;)V")?;
        code.plain(op::RETURN);
        Ok(())
    })?;
    class.method(0, "run", "()V", &[], |code| {
        code.call(op::INVOKESTATIC, &name, BODY, "()V")?;
        code.plain(op::RETURN);
        Ok(())
    })?;
    let body = &program.threads[number];
    body_method(&mut class, 0, BODY, program, package, body)?;
    Ok((name, class.finish()))
}

/// A static method with the statements. Its locals: a counter and a monitor for each depth, and an
/// exception.
fn body_method(
    class: &mut ClassWriter,
    flags: u16,
    name: &str,
    program: &Program,
    package: &str,
    body: &Body,
) -> Result<(), Error> {
    let depths = MAX_DEPTH + 2;
    let mut locals = vec![VType::Int; depths];
    locals.extend(vec![class.object_type(OBJECT); depths]);
    locals.push(class.object_type("java/lang/Throwable"));
    class.method(access::STATIC | flags, name, "()V", &locals, |code| {
        for slot in 0..depths as u16 {
            code.plain(op::ICONST_0);
            code.local(op::ISTORE, slot);
        }
        for slot in depths as u16..=2 * depths as u16 {
            code.plain(op::ACONST_NULL);
            code.local(op::ASTORE, slot);
        }
        let mut writer = BodyWriter {
            code,
            program,
            package,
            monitors: depths as u16,
            exception: 2 * depths as u16,
            loops: 0,
            depth: 0,
        };
        if writer.body(body)? {
            writer.code.plain(op::RETURN);
        }
        Ok(())
    })
}

struct BodyWriter<'w, 'p> {
    code: &'w mut Assembler<'p>,
    program: &'w Program,
    package: &'w str,
    monitors: u16,
    exception: u16,
    loops: u16,
    depth: u16,
}

impl BodyWriter<'_, '_> {
    fn class(&self, name: &str) -> String {
        format!("{}/{name}", self.package)
    }

    fn shared(&mut self, opcode: u8, field: &str, descriptor: &str) -> Result<(), Error> {
        self.code.field(
            opcode,
            &format!("{}/Shared", self.package),
            field,
            descriptor,
        )
    }

    fn object(&mut self, object: u8) -> Result<(), Error> {
        let base = descriptor(&self.class("Base"));
        self.shared(op::GETSTATIC, &format!("object{object}"), &base)
    }

    /// Whether the end of the statements can be reached.
    fn body(&mut self, body: &Body) -> Result<bool, Error> {
        for statement in body {
            if !self.statement(statement)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn statement(&mut self, statement: &Statement) -> Result<bool, Error> {
        let base = self.class("Base");
        match statement {
            Statement::Field(access, object, field) => {
                self.object(*object)?;
                self.field(*access, &base, *field)?;
            }
            Statement::Static(access, first) => {
                let kind = if *first { "I" } else { "J" };
                self.static_field(*access, static_name(*first), kind)?;
            }
            Statement::Element(access, array, index) => self.element(*access, *array, *index)?,
            Statement::Walk(walk) => {
                let kind = array_descriptor(self.program.arrays[usize::from(walk.array)]);
                let number = self.program.walks().iter().position(|w| *w == walk);
                let shared = self.class("Shared");
                let method = walk_name(number.unwrap_or_default());
                self.shared(op::GETSTATIC, &format!("array{}", walk.array), kind)?;
                self.code
                    .call(op::INVOKESTATIC, &shared, &method, &format!("({kind})V"))?;
            }
            Statement::Neighbours(some) => {
                let kind = array_descriptor(self.program.arrays[usize::from(some.array)]);
                let number = self.program.neighbours().iter().position(|it| *it == some);
                let shared = self.class("Shared");
                let method = neighbours_name(number.unwrap_or_default());
                self.shared(op::GETSTATIC, &format!("array{}", some.array), kind)?;
                self.code.int(some.at.into());
                self.code
                    .call(op::INVOKESTATIC, &shared, &method, &format!("({kind}I)V"))?;
            }
            Statement::Volatile(access, object) => {
                self.object(*object)?;
                if *access == Access::Read {
                    self.code.field(op::GETFIELD, &base, "signal", "I")?;
                    self.code.plain(op::POP);
                } else {
                    self.code.plain(op::ICONST_1);
                    self.code.field(op::PUTFIELD, &base, "signal", "I")?;
                }
            }
            Statement::StaticVolatile(access) => self.static_field(*access, "signal", "J")?,
            Statement::Synchronized(lock, body) => {
                let field = format!("lock{lock}");
                self.shared(op::GETSTATIC, &field, "Ljava/lang/Object;")?;
                return self.synchronized(body);
            }
            Statement::SynchronizedOn(object, body) => {
                self.object(*object)?;
                return self.synchronized(body);
            }
            Statement::Loop(turns, body) => self.repeated(*turns, body)?,
            Statement::Call(helper) => {
                let shared = self.class("Shared");
                let method = format!("helper{helper}");
                self.code.call(op::INVOKESTATIC, &shared, &method, "()V")?;
            }
            Statement::Virtual(object, times) => {
                let counter = self.depth;
                self.code.plain(op::ICONST_0);
                self.code.local(op::ISTORE, counter);
                let (again, end) = (self.code.label(), self.code.label());
                self.code.bind(again);
                self.code.local(op::ILOAD, counter);
                self.code.int(*times);
                self.code.jump(op::IF_ICMPGE, end);
                self.object(*object)?;
                self.call_method()?;
                self.code.push(Insn::Iinc(counter, 1));
                self.code.jump(op::GOTO, again);
                self.code.bind(end);
            }
            Statement::Late => {
                let late = self.class("Late");
                self.code
                    .field(op::GETSTATIC, &late, "object", &descriptor(&base))?;
                self.call_method()?;
            }
            Statement::Holder(access, holder) => {
                let class = self.class("Holder");
                self.shared(
                    op::GETSTATIC,
                    &format!("holder{holder}"),
                    &descriptor(&class),
                )?;
                let method = match access {
                    Access::Read => "sum",
                    Access::Write => "fill",
                };
                self.code.call(op::INVOKEVIRTUAL, &class, method, "()V")?;
            }
            Statement::Publish(place) => {
                let class = self.class(FRESH_CLASS);
                self.code.create(&class)?;
                let name = published_name(*place);
                self.shared(op::PUTSTATIC, name, &descriptor(&class))?;
            }
            Statement::Use(place, fresh_use) => self.use_published(*place, *fresh_use)?,
            Statement::Script(script) => {
                let number = self.program.scripts().iter().position(|s| *s == script);
                let method = script::method_name(number.unwrap_or_default());
                let shared = self.class("Shared");
                self.code.int(script.takes_second.into());
                self.code.call(op::INVOKESTATIC, &shared, &method, "(I)V")?;
            }
            Statement::UseKept => {
                self.shared(op::GETSTATIC, KEPT, "[I")?;
                self.code.plain(op::ICONST_0);
                self.load(ArrayType::Int);
            }
            Statement::Try(body) => self.caught(body)?,
            Statement::Throw => {
                self.code.create(RUNTIME_EXCEPTION)?;
                self.code.plain(op::ATHROW);
                return Ok(false);
            }
            Statement::Fail(Failure::Bounds(array)) => {
                let kind = self.program.arrays[usize::from(*array)];
                let field = format!("array{array}");
                self.shared(op::GETSTATIC, &field, array_descriptor(kind))?;
                self.code.int(kind.length().into());
                self.load(kind);
            }
            Statement::Fail(Failure::Null) => {
                self.code.plain(op::ACONST_NULL);
                self.code.class(op::CHECKCAST, &base)?;
                self.field(Access::Read, &base, Field::Number)?;
            }
            Statement::Wait(lock) => {
                let field = format!("lock{lock}");
                self.shared(op::GETSTATIC, &field, "Ljava/lang/Object;")?;
                self.code.plain(op::LCONST_1);
                self.code.call(op::INVOKEVIRTUAL, OBJECT, "wait", "(J)V")?;
            }
            Statement::Start(child) => {
                let field = format!("thread{child}");
                self.shared(op::GETSTATIC, &field, "Ljava/lang/Thread;")?;
                self.code.call(op::INVOKEVIRTUAL, THREAD, "start", "()V")?;
            }
            Statement::Join(child) => {
                let field = format!("thread{child}");
                self.shared(op::GETSTATIC, &field, "Ljava/lang/Thread;")?;
                self.code.call(op::INVOKEVIRTUAL, THREAD, "join", "()V")?;
            }
        }
        Ok(true)
    }

    /// With the object on the stack.
    fn call_method(&mut self) -> Result<(), Error> {
        let (shared, takes) = (self.class("Shared"), takes(&self.class("Base")));
        self.code.call(op::INVOKESTATIC, &shared, CALLER, &takes)
    }

    /// With the object on the stack.
    fn field(&mut self, access: Access, class: &str, field: Field) -> Result<(), Error> {
        let name = field_name(field);
        let (descriptor, zero, pop) = match field {
            Field::Number => ("I", op::ICONST_1, op::POP),
            Field::Wide => ("J", op::LCONST_1, op::POP2),
            Field::Reference => ("Ljava/lang/Object;", op::ACONST_NULL, op::POP),
        };
        if access == Access::Read {
            self.code.field(op::GETFIELD, class, name, descriptor)?;
            self.code.plain(pop);
        } else {
            self.code.plain(zero);
            self.code.field(op::PUTFIELD, class, name, descriptor)?;
        }
        Ok(())
    }

    fn static_field(&mut self, access: Access, name: &str, descriptor: &str) -> Result<(), Error> {
        let wide = descriptor == "J";
        if access == Access::Read {
            self.shared(op::GETSTATIC, name, descriptor)?;
            self.code.plain(if wide { op::POP2 } else { op::POP });
        } else {
            let one = if wide { op::LCONST_1 } else { op::ICONST_1 };
            self.code.plain(one);
            self.shared(op::PUTSTATIC, name, descriptor)?;
        }
        Ok(())
    }

    fn element(&mut self, access: Access, array: u8, index: Index) -> Result<(), Error> {
        let kind = self.program.arrays[usize::from(array)];
        let field = format!("array{array}");
        self.shared(op::GETSTATIC, &field, array_descriptor(kind))?;
        match index {
            Index::Constant(index) => self.code.int(index.into()),
            Index::Counter(depth) => self.code.local(op::ILOAD, u16::from(depth)),
        }
        if kind == ArrayType::Rows {
            self.code.plain(op::AALOAD);
            self.code.plain(op::ICONST_0);
        }
        element_access(self.code, access, kind);
        Ok(())
    }

    /// Loads an element and drops it.
    fn load(&mut self, array: ArrayType) {
        let (load, pop) = match array {
            ArrayType::Int => (op::IALOAD, op::POP),
            ArrayType::Long => (op::LALOAD, op::POP2),
            ArrayType::Byte => (op::BALOAD, op::POP),
            ArrayType::Object | ArrayType::Rows => (op::AALOAD, op::POP),
        };
        self.code.plain(load);
        self.code.plain(pop);
    }

    /// With the object on the stack: as javac writes a synchronized statement.
    fn synchronized(&mut self, body: &Body) -> Result<bool, Error> {
        let monitor = self.monitors + self.depth;
        self.code.plain(op::DUP);
        self.code.local(op::ASTORE, monitor);
        self.code.plain(op::MONITORENTER);
        let start = self.code.mark();
        self.depth += 1;
        let falls = self.body(body)?;
        self.depth -= 1;
        let after = self.code.label();
        if falls {
            self.code.local(op::ALOAD, monitor);
            self.code.plain(op::MONITOREXIT);
        }
        let end = self.code.mark();
        if falls {
            self.code.jump(op::GOTO, after);
        }
        self.code.handler(start, end, None)?;
        self.code.local(op::ASTORE, self.exception);
        self.code.local(op::ALOAD, monitor);
        self.code.plain(op::MONITOREXIT);
        self.code.local(op::ALOAD, self.exception);
        self.code.plain(op::ATHROW);
        if falls {
            self.code.bind(after);
        }
        Ok(falls)
    }

    fn repeated(&mut self, turns: u8, body: &Body) -> Result<(), Error> {
        let counter = self.loops;
        self.code.plain(op::ICONST_0);
        self.code.local(op::ISTORE, counter);
        let (again, end) = (self.code.label(), self.code.label());
        self.code.bind(again);
        self.code.local(op::ILOAD, counter);
        self.code.int(turns.into());
        self.code.jump(op::IF_ICMPGE, end);
        self.loops += 1;
        self.depth += 1;
        let falls = self.body(body)?;
        self.loops -= 1;
        self.depth -= 1;
        if falls {
            self.code.push(Insn::Iinc(counter, 1));
            self.code.jump(op::GOTO, again);
        }
        self.code.bind(end);
        Ok(())
    }

    fn caught(&mut self, body: &Body) -> Result<(), Error> {
        let start = self.code.mark();
        self.depth += 1;
        let falls = self.body(body)?;
        self.depth -= 1;
        let end = self.code.mark();
        let after = self.code.label();
        if falls {
            self.code.jump(op::GOTO, after);
        }
        if !self.code.is_empty(start, end) {
            self.code.handler(start, end, Some(RUNTIME_EXCEPTION))?;
            self.code.local(op::ASTORE, self.exception);
        }
        self.code.bind(after);
        Ok(())
    }

    fn use_published(&mut self, place: u8, fresh_use: FreshUse) -> Result<(), Error> {
        let class = self.class(FRESH_CLASS);
        let monitor = self.monitors + self.depth;
        self.shared(op::GETSTATIC, published_name(place), &descriptor(&class))?;
        self.code.local(op::ASTORE, monitor);
        self.code.local(op::ALOAD, monitor);
        let end = self.code.label();
        self.code.jump(op::IFNULL, end);
        self.code.local(op::ALOAD, monitor);
        self.code.class(op::CHECKCAST, &class)?;
        match fresh_use {
            FreshUse::Read => {
                self.code.field(op::GETFIELD, &class, "content", "I")?;
                self.code.plain(op::POP);
            }
            FreshUse::Call => self.code.call(op::INVOKEVIRTUAL, &class, "more", "()V")?,
            FreshUse::Overwrite => {
                self.code.plain(op::ICONST_1);
                self.code.field(op::PUTFIELD, &class, "content", "I")?;
            }
            FreshUse::Sum => self.code.call(op::INVOKEVIRTUAL, &class, "sum", "()V")?,
            FreshUse::Element(index) => {
                self.code.int(index.into());
                self.code
                    .call(op::INVOKEVIRTUAL, &class, "element", "(I)V")?;
            }
        }
        self.code.bind(end);
        Ok(())
    }
}
