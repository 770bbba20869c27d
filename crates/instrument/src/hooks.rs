//! Hooks inside JDK methods, as the models say, and the fields that the runtime needs in JDK
//! classes.
//!
//! Hooks are straight calls of `Sync` without jumps, so no frame but that of an added handler is
//! needed. They run from the JVM's first instruction on; until the runtime is ready they return at
//! once.

use classfile::{
    ClassFile, Code, Constant, Frame, Handler, Insn, Label, MemberRef, MethodDescriptor, Pool,
    TypeTable, VType, access, op, slot_size,
};
use rustc_hash::{FxHashMap, FxHashSet};
use world::models::{Action, At, Callee, Carrier, FieldName, Hook, Key, Models, Verb, When};

use crate::Skip;
use crate::class::{Lifted, add_field, decode, set_code};
use crate::emit::{Emitter, Prologue};
use crate::kind::{HookKind, HookKinds};
use crate::names;
use crate::verb;

pub struct JdkRequest<'r> {
    pub models: &'r Models,
    pub jdk: u16,
    pub silent: &'r SilentCarriers<'r>,
    /// For tests: what is left out.
    pub without: HookKinds,
}

/// Carriers whose objects order nothing when JDK code creates them for its own use, by class.
pub struct SilentCarriers<'m> {
    by_class: FxHashMap<&'m str, &'m Carrier>,
    /// Methods that create them, as class and name.
    factories: FxHashSet<(&'m str, &'m str)>,
}

impl<'m> SilentCarriers<'m> {
    pub fn new(models: &'m Models, jdk: u16) -> Self {
        let silent: Vec<&Carrier> = models.carriers(jdk).filter(|c| c.silent_in_jdk).collect();
        let factories = silent.iter().flat_map(|c| c.factories.iter());
        SilentCarriers {
            factories: factories.filter_map(|f| f.split_once('.')).collect(),
            by_class: silent.iter().map(|c| (c.class.as_ref(), *c)).collect(),
        }
    }

    fn none() -> Self {
        SilentCarriers {
            by_class: FxHashMap::default(),
            factories: FxHashSet::default(),
        }
    }

    /// Whether a method of this class is a factory, called from another one.
    fn is_made_by(&self, class: &str, method: &str, caller: &str) -> bool {
        class != caller && self.factories.contains(&(class, method))
    }

    fn is_about(&self, class: &str) -> bool {
        self.by_class.contains_key(class) || self.factories.iter().any(|(c, _)| *c == class)
    }

    fn mentioned_in(&self, class: &ClassFile<'_>) -> bool {
        class.pool.entries().iter().any(|c| match c {
            Constant::Class(name) => class
                .pool
                .utf8(*name)
                .is_some_and(|name| self.is_about(name)),
            _ => false,
        })
    }
}

const EXTRA_STACK: u16 = 8;
const FIELDS_DESC: &str = "([Ljava/lang/reflect/Field;)[Ljava/lang/reflect/Field;";

/// Rewrites a class of the JDK; `None` if nothing in it concerns us.
pub fn rewrite_jdk(
    bytes: &[u8],
    name: &str,
    request: &JdkRequest<'_>,
) -> Result<Option<Vec<u8>>, Skip> {
    let hooks: Vec<&Hook> = request.models.hooks_for(name, request.jdk).collect();
    let carrier = request.models.carrier(name, request.jdk).is_some();
    let special = matches!(
        name,
        names::THREAD | "java/lang/Class" | "jdk/internal/reflect/Reflection"
    );
    let mut class = ClassFile::read(bytes)?;
    let monitors = request.models.uses_monitors(name, request.jdk);
    let rewrites_bodies = request.silent.mentioned_in(&class) || calls_clone(&class) || monitors;
    if hooks.is_empty() && !carrier && !special && !rewrites_bodies {
        return Ok(None);
    }
    let mut types = TypeTable::default();
    for i in 0..class.methods.len() {
        let own: Vec<&Hook> = hooks
            .iter()
            .copied()
            .filter(|h| is_for(&class, i, h))
            .collect();
        let hides = name == "jdk/internal/reflect/Reflection"
            && class.pool.utf8(class.methods[i].name) == Some("filterFields")
            && !request.without.contains(HookKind::FieldsHidden);
        let idle = own.is_empty() && !hides && !rewrites_bodies;
        if idle || class.methods[i].is(access::NATIVE | access::ABSTRACT) {
            continue;
        }
        let wanted = Wanted {
            hooks: &own,
            hides,
            monitors,
            silent: request.silent,
            without: request.without,
        };
        let info = hook_method(&mut class, i, &wanted, &mut types)?;
        if let Some(info) = info {
            set_code(&mut class, i, info);
        }
    }
    if name == names::THREAD {
        add_field(
            &mut class,
            names::THREAD_STATE_FIELD,
            names::THREAD_STATE_DESC,
            0,
        )?;
    }
    if carrier || name == "java/lang/Class" {
        add_field(&mut class, names::HEADER_FIELD, names::HEADER_DESC, 0)?;
    }
    Ok(Some(class.write()))
}

/// A class with the hooks of the user's models.
pub struct WithHooks {
    pub bytes: Vec<u8>,
    /// Rules that could not be followed, and why.
    pub skipped: Vec<(String, Skip)>,
}

/// Adds the hooks of the user's models to a class that is not the JDK's, after its own rewriting: the hooks' own accesses
/// are none of the program's.
pub fn add_hooks(bytes: &[u8], hooks: &[&Hook]) -> Result<WithHooks, Skip> {
    let mut class = ClassFile::read(bytes)?;
    let none = SilentCarriers::none();
    let mut types = TypeTable::default();
    let mut skipped = Vec::new();
    for i in 0..class.methods.len() {
        let own: Vec<&Hook> = hooks
            .iter()
            .copied()
            .filter(|h| is_for(&class, i, h))
            .collect();
        if own.is_empty() || class.methods[i].is(access::NATIVE | access::ABSTRACT) {
            continue;
        }
        let wanted = Wanted {
            hooks: &own,
            hides: false,
            monitors: false,
            silent: &none,
            without: HookKinds::default(),
        };
        match hook_method(&mut class, i, &wanted, &mut types) {
            Ok(Some(info)) => set_code(&mut class, i, info),
            Ok(None) => {}
            Err(skip) => skipped.push((own[0].to_string(), skip)),
        }
    }
    Ok(WithHooks {
        bytes: class.write(),
        skipped,
    })
}

fn is_for(class: &ClassFile<'_>, index: usize, hook: &Hook) -> bool {
    let method = &class.methods[index];
    match (
        class.pool.utf8(method.name),
        class.pool.utf8(method.descriptor),
    ) {
        (Some(name), Some(descriptor)) => hook.is_for(name, descriptor),
        _ => false,
    }
}

/// A method under rewriting.
struct Hooked<'h, 'p, 'a> {
    out: Emitter<'p, 'a>,
    class_name: String,
    /// Descriptors of the class's reference fields, for keys `this.F`.
    fields: FxHashMap<String, String>,
    /// First local slot of each parameter, then its descriptor.
    parameters: Vec<(u16, String)>,
    result: String,
    hooks: Vec<&'h Hook>,
    /// Locals that keep `this` (0) or parameter N for hooks that run when the original slot may
    /// hold something else.
    saved: FxHashMap<u8, u16>,
    /// The local that holds the clock of the map's entry for keys `entry`, once the method has asked its key for
    /// the hash code. The runtime must not ask it: the program would see that, perhaps under a lock of the map.
    entry: Option<u16>,
    /// Whether `this` may be an object that orders nothing; its elements do not either then.
    this_may_be_silent: bool,
    /// Whether the method is synchronized, and its monitor counts.
    own_monitor: bool,
    is_static: bool,
    /// For a label right behind a `monitorenter`: the place before the hook that follows it. Handlers must cover the
    /// hook, or an exception in it would leave the monitor locked.
    entered: FxHashMap<Label, Label>,
    without: HookKinds,
}

/// What is to be done to one method.
struct Wanted<'w> {
    hooks: &'w [&'w Hook],
    /// Whether it answers fields, of which it must hide ours.
    hides: bool,
    /// Whether its monitors count.
    monitors: bool,
    silent: &'w SilentCarriers<'w>,
    without: HookKinds,
}

fn hook_method(
    class: &mut ClassFile<'_>,
    index: usize,
    wanted: &Wanted<'_>,
    types: &mut TypeTable,
) -> Result<Option<Vec<u8>>, Skip> {
    let Wanted {
        hooks,
        hides,
        monitors,
        silent,
        ..
    } = *wanted;
    let method = &class.methods[index];
    let Some(Lifted { code, entry, .. }) = decode(class, method, types)? else {
        return Ok(None);
    };
    let own_monitor = monitors && method.is(access::SYNCHRONIZED);
    let enters = monitors && code.insns.contains(&Insn::Plain(op::MONITORENTER));
    let changes = !hooks.is_empty() || hides || own_monitor || enters;
    if !changes && !creates_any(class, &code, silent) && !clones(class, &code) {
        return Ok(None);
    }
    let descriptor = class.pool.utf8(method.descriptor).ok_or(Skip::BadName)?;
    let descriptor = MethodDescriptor::parse(descriptor).ok_or(Skip::BadName)?;
    let is_static = method.is(access::STATIC);
    let is_constructor = class.pool.utf8(method.name) == Some("<init>");
    let mut slot = u16::from(!is_static);
    let mut parameters = Vec::new();
    for p in &descriptor.parameters {
        parameters.push((slot, (*p).to_owned()));
        slot += slot_size(p);
    }
    let result = descriptor.result.to_owned();
    let fields = class
        .fields
        .iter()
        .filter_map(|f| {
            let name = class.pool.utf8(f.name)?;
            Some((name.to_owned(), class.pool.utf8(f.descriptor)?.to_owned()))
        })
        .collect();
    let class_name = class.name().ok_or(Skip::BadName)?.to_owned();
    let framed = class.major >= 50;
    let this_may_be_silent = !is_static
        && silent.by_class.contains_key(&*class_name)
        && !wanted.without.contains(HookKind::Speaks);
    let mut hooked = Hooked {
        out: Emitter::new(&mut class.pool, &code, framed)?,
        class_name,
        fields,
        parameters,
        result,
        hooks: hooks.to_vec(),
        saved: FxHashMap::default(),
        entry: None,
        this_may_be_silent,
        own_monitor,
        is_static,
        entered: FxHashMap::default(),
        without: wanted.without,
    };
    let prologue = hooked.save_keys(&code, is_constructor, types);
    if own_monitor {
        hooked.own_monitor("enterMonitor")?;
    }
    hooked.actions(|h| h.at == At::Entry && h.action.key != Key::Entry)?;
    let body = hooked.out.new_label();
    hooked.out.bind(body);
    hooked.body(&code, wanted)?;
    hooked.throw_handler(&code, body, types)?;
    let new = hooked.out.finish(&code, prologue, EXTRA_STACK);
    Ok(Some(new.encode(&mut class.pool, types, &entry)?))
}

impl Hooked<'_, '_, '_> {
    /// Copies `this` and arguments that later hooks name, where the original slot is overwritten
    /// or, in an exception handler, not known to the verifier.
    fn save_keys(&mut self, code: &Code, is_constructor: bool, types: &mut TypeTable) -> Prologue {
        let object = VType::Object(types.id(b"java/lang/Object"));
        let this = VType::Object(types.id(self.class_name.as_bytes()));
        let mut prologue = Prologue::default();
        for hook in self.hooks.clone() {
            let silent = self.this_may_be_silent.then_some(0);
            let scope = hook.action.in_this.then_some(0);
            for n in key_locals(&hook.action.key)
                .into_iter()
                .chain(silent)
                .chain(scope)
            {
                let late = hook.at != At::Entry;
                let (slot, load, ty) = self.original_local(n, if n == 0 { this } else { object });
                let overwritten = code
                    .insns
                    .iter()
                    .any(|i| matches!(*i, Insn::Local(op::ISTORE..=op::ASTORE, s) if s == slot));
                let needed = late && (overwritten || hook.at.is_at_throw());
                let no_this = n == 0 && (is_constructor || self.is_static);
                if !needed || self.saved.contains_key(&n) || no_this {
                    continue;
                }
                let local = self.out.keep_local(ty);
                prologue.insns.push(Insn::Local(load, slot));
                prologue
                    .insns
                    .push(Insn::Local(load - op::ILOAD + op::ISTORE, local));
                self.saved.insert(n, local);
            }
        }
        if self.own_monitor && !self.is_static && !self.saved.contains_key(&0) {
            let local = self.out.keep_local(this);
            prologue.insns.push(Insn::Local(op::ALOAD, 0));
            prologue.insns.push(Insn::Local(op::ASTORE, local));
            self.saved.insert(0, local);
        }
        if self.hooks.iter().any(|h| h.action.key == Key::Entry) {
            let local = self.out.keep_local(object);
            prologue.insns.push(Insn::Plain(op::ACONST_NULL));
            prologue.insns.push(Insn::Local(op::ASTORE, local));
            self.entry = Some(local);
        }
        prologue
    }

    /// Slot, load instruction and verification type of `this` (0) or parameter N.
    fn original_local(&self, n: u8, object: VType) -> (u16, u8, VType) {
        match n
            .checked_sub(1)
            .and_then(|i| self.parameters.get(usize::from(i)))
        {
            Some((slot, d)) => match &**d {
                "I" | "Z" => (*slot, op::ILOAD, VType::Int),
                "J" => (*slot, op::LLOAD, VType::Long),
                _ => (*slot, op::ALOAD, object),
            },
            None => (0, op::ALOAD, object),
        }
    }

    /// Calls a method of the runtime with the object whose monitor the synchronized method holds.
    fn own_monitor(&mut self, name: &'static str) -> Result<(), Skip> {
        if self.is_static {
            let class = self.class_name.clone();
            self.out.class_constant(&class)?;
        } else {
            self.load(0);
        }
        self.out.call(names::SYNC, name, "(Ljava/lang/Object;)V")?;
        Ok(())
    }

    fn body(&mut self, code: &Code, wanted: &Wanted<'_>) -> Result<(), Skip> {
        let Wanted {
            hides,
            monitors,
            silent,
            ..
        } = *wanted;
        let mut created = Vec::new();
        let mut frames = code.frames.iter().flatten().peekable();
        for (i, insn) in code.insns.iter().enumerate() {
            if let Some((label, frame)) = frames.next_if(|(label, _)| code.at(*label) == i) {
                self.out.frame(*label, frame);
            }
            self.out.bind(Label(i as u32));
            match *insn {
                Insn::Plain(o) if op::is_return(o) => {
                    if hides {
                        self.out
                            .call("java/lang/redflag$Hidden", "fields", FIELDS_DESC)?;
                    }
                    self.actions(|h| h.at.is_at_return())?;
                    if self.own_monitor {
                        self.own_monitor("exitMonitor")?;
                    }
                    self.out.push(insn.clone());
                }
                Insn::Plain(op::MONITORENTER) if monitors => {
                    self.out.plain(&[op::DUP, op::MONITORENTER]);
                    let before = self.out.new_label();
                    self.out.bind(before);
                    self.entered.insert(Label(i as u32 + 1), before);
                    let descriptor = "(Ljava/lang/Object;)V";
                    self.out.call(names::SYNC, "enterMonitor", descriptor)?;
                }
                Insn::Plain(op::MONITOREXIT) if monitors => {
                    self.out.plain(&[op::DUP]);
                    let descriptor = "(Ljava/lang/Object;)V";
                    self.out.call(names::SYNC, "exitMonitor", descriptor)?;
                    self.out.push(insn.clone());
                }
                Insn::Invoke(_, index) | Insn::InvokeInterface(index, _) => {
                    let callee = self.out.pool.member_ref(index).map(|m| Callee {
                        class: m.class.to_owned().into(),
                        method: m.name.to_owned().into(),
                        descriptor: m.descriptor.to_owned().into(),
                    });
                    let is = |c: &Callee| callee.as_ref() == Some(c);
                    self.actions(|h| matches!(&h.at, At::BeforeCall(c) if is(c)))?;
                    self.out.push(insn.clone());
                    self.actions(|h| matches!(&h.at, At::AfterCall(c) if is(c)))?;
                    if is(&Callee::hash_code()) {
                        self.find_entry()?;
                    }
                    if let Some(c) = callee
                        .as_ref()
                        .filter(|_| insn.opcode() == op::INVOKESTATIC)
                        && silent.is_made_by(&c.class, &c.method, &self.class_name)
                    {
                        self.out.plain(&[op::DUP]);
                        let descriptor = "(Ljava/lang/Object;)V";
                        self.out.call(names::SYNC, "silence", descriptor)?;
                    }
                    if insn.opcode() == op::INVOKESPECIAL {
                        self.silence(index, &mut created, silent)?;
                        if !self.without.contains(HookKind::ClonedByJdk)
                            && is_object_clone(self.out.pool, index)
                        {
                            self.out.plain(&[op::DUP]);
                            let descriptor = "(Ljava/lang/Object;)V";
                            self.out.call(names::CHECKS, "clonedByJdk", descriptor)?;
                        }
                    }
                }
                Insn::Type(op::NEW, index) => {
                    created.extend(self.out.pool.class_name(index).map(str::to_owned));
                    self.out.push(insn.clone());
                }
                Insn::Field(o, index) => self.field(insn, o, index)?,
                _ => self.out.push(insn.clone()),
            }
        }
        self.out.bind(Label(code.insns.len() as u32));
        for h in &code.handlers {
            let start = self.entered.get(&h.start).copied().unwrap_or(h.start);
            self.out.handler(Handler { start, ..h.clone() });
        }
        Ok(())
    }

    /// After the constructor of an object that was created here: tells the runtime if it is silent.
    /// A constructor call without a `new` before it is one of the superclass.
    fn silence(
        &mut self,
        constructor: u16,
        created: &mut Vec<String>,
        silent: &SilentCarriers<'_>,
    ) -> Result<(), Skip> {
        let Some(member) = self.out.pool.member_ref(constructor) else {
            return Ok(());
        };
        let of_created = created.last().is_some_and(|c| c == member.class);
        if member.name != "<init>" || !of_created {
            return Ok(());
        }
        let class = created.pop().unwrap_or_default();
        let Some(carrier) = silent.by_class.get(&*class) else {
            return Ok(());
        };
        if carrier.unless_in.iter().any(|c| *c == self.class_name) {
            return Ok(());
        }
        match carrier.key.as_deref() {
            None => {
                self.out.plain(&[op::DUP]);
                self.out
                    .call(names::SYNC, "silence", "(Ljava/lang/Object;)V")?;
            }
            Some(field) => {
                self.out.plain(&[op::DUP]);
                self.out.class_constant(&class)?;
                let field = self.out.pool.intern_utf8(field)?;
                let field = self.out.pool.intern(Constant::String(field))?;
                self.out.push(Insn::Ldc(field));
                self.out.call(
                    names::SYNC,
                    "silenceField",
                    "(Ljava/lang/Object;Ljava/lang/Class;Ljava/lang/String;)V",
                )?;
            }
        }
        Ok(())
    }

    /// A field access with actions on its object or on the value read.
    fn field(&mut self, insn: &Insn, opcode: u8, index: u16) -> Result<(), Skip> {
        let name = self.out.pool.member_ref(index).map(|m| FieldName {
            class: m.class.to_owned().into(),
            field: m.name.to_owned().into(),
        });
        let around = |h: &&&Hook| match (&h.at, opcode) {
            (At::AfterRead(f), op::GETFIELD) | (At::BeforeWrite(f), op::PUTFIELD) => {
                Some(f) == name.as_ref()
            }
            _ => false,
        };
        let Some(hook) = self.hooks.iter().find(around).copied() else {
            self.out.push(insn.clone());
            return Ok(());
        };
        let action = hook.action.verb;
        let conditional = hook.action.when != When::Always;
        match (&hook.action.key, opcode) {
            (Key::Value, op::GETFIELD) => {
                self.out.push(insn.clone());
                self.out.plain(&[op::DUP]);
                verb::call(&mut self.out, action, false)?;
            }
            // object, value -> object, value, object
            (Key::Object, op::PUTFIELD) => {
                self.out.plain(&[op::SWAP, op::DUP_X1]);
                verb::call(&mut self.out, action, false)?;
                self.out.push(insn.clone());
            }
            (Key::Object, _) if conditional => {
                self.out.plain(&[op::DUP]);
                self.out.push(insn.clone());
                // object, value -> value, object, value -> value, condition, object
                self.out.plain(&[op::DUP_X1]);
                verb::test(&mut self.out, hook.action.when, false)?;
                self.out.plain(&[op::SWAP]);
                verb::call(&mut self.out, action, true)?;
            }
            _ => {
                self.out.plain(&[op::DUP]);
                self.out.push(insn.clone());
                self.out.plain(&[op::SWAP]);
                verb::call(&mut self.out, action, false)?;
            }
        }
        Ok(())
    }

    fn throw_handler(
        &mut self,
        code: &Code,
        start: Label,
        types: &mut TypeTable,
    ) -> Result<(), Skip> {
        if !self.own_monitor && !self.hooks.iter().any(|h| h.at.is_at_throw()) {
            return Ok(());
        }
        let end = Label(code.insns.len() as u32);
        let target = self.out.new_label();
        self.out.bind(target);
        let throwable = VType::Object(types.id(b"java/lang/Throwable"));
        self.out.frame(
            target,
            &Frame {
                locals: Vec::new(),
                stack: vec![throwable],
            },
        );
        self.actions(|h| h.at.is_at_throw())?;
        if self.own_monitor {
            self.own_monitor("exitMonitor")?;
        }
        self.out.plain(&[op::ATHROW]);
        self.out.handler(Handler {
            start,
            end,
            target,
            catch_type: 0,
        });
        Ok(())
    }

    /// With a key's hash code on the stack: the entry is known from here on.
    fn find_entry(&mut self) -> Result<(), Skip> {
        let Some(local) = self.entry else {
            return Ok(());
        };
        self.out.plain(&[op::DUP]);
        self.load(0);
        self.out.call(
            names::SYNC,
            "entry",
            "(ILjava/lang/Object;)Ljava/lang/Object;",
        )?;
        self.out.push(Insn::Local(op::ASTORE, local));
        self.actions(|h| h.at == At::Entry && h.action.key == Key::Entry)
    }

    fn actions(&mut self, wanted: impl Fn(&Hook) -> bool) -> Result<(), Skip> {
        for hook in self.hooks.clone() {
            if wanted(hook) {
                self.action(hook)?;
            }
        }
        Ok(())
    }

    fn action(&mut self, hook: &Hook) -> Result<(), Skip> {
        let Action {
            verb,
            key,
            in_this,
            when,
        } = &hook.action;
        if *key == Key::Args {
            return self.arguments(*verb, &hook.at);
        }
        let mut conditional = self.condition(*when, hook)?;
        let of_element = matches!(
            key,
            Key::Arg(_) | Key::Result | Key::LastArg | Key::Receiver
        );
        if self.this_may_be_silent && of_element {
            self.speaks()?;
            if conditional {
                self.out.plain(&[op::IAND]);
            }
            conditional = true;
        }
        self.key(key, hook, conditional)?;
        // A static method does not know the collection.
        if *in_this && !self.is_static {
            self.load(0);
            return verb::call_in(&mut self.out, *verb, conditional);
        }
        verb::call(&mut self.out, *verb, conditional)
    }

    /// The action on each argument of the call to come.
    fn arguments(&mut self, verb: Verb, at: &At) -> Result<(), Skip> {
        let At::BeforeCall(callee) = at else {
            return Err(Skip::BadName);
        };
        let parsed = MethodDescriptor::parse(&callee.descriptor).ok_or(Skip::BadName)?;
        match parsed.parameters.len() {
            1 => self.out.plain(&[op::DUP]),
            _ => {
                self.out.plain(&[op::DUP2]);
                self.argument(verb)?;
            }
        }
        self.argument(verb)
    }

    /// The action on the element on top of the stack.
    fn argument(&mut self, verb: Verb) -> Result<(), Skip> {
        if self.this_may_be_silent {
            self.speaks()?;
            self.out.plain(&[op::SWAP]);
        }
        verb::call(&mut self.out, verb, self.this_may_be_silent)
    }

    /// Pushes 1 if the elements of `this` order threads, else 0.
    fn speaks(&mut self) -> Result<(), Skip> {
        self.load(0);
        self.out
            .call(names::SYNC, "speaks", "(Ljava/lang/Object;)I")?;
        Ok(())
    }

    /// Pushes 1 if the condition holds, else 0; `false` if there is no condition.
    fn condition(&mut self, when: When, hook: &Hook) -> Result<bool, Skip> {
        let result = match &hook.at {
            At::AfterCall(callee) => MethodDescriptor::parse(&callee.descriptor)
                .ok_or(Skip::BadName)?
                .result
                .to_owned(),
            _ => self.result.clone(),
        };
        match when {
            When::Always => return Ok(false),
            When::SecondArgument => self.load(2),
            When::Application => {
                self.out.push(Insn::Local(op::ALOAD, 0));
                self.out
                    .call(names::SYNC, "isApplication", "(Ljava/lang/Object;)I")?;
            }
            _ => {
                let wide = slot_size(&result) == 2;
                self.out.plain(&[if wide { op::DUP2 } else { op::DUP }]);
                verb::test(&mut self.out, when, wide)?;
            }
        }
        Ok(true)
    }

    /// Pushes the object whose clock the action works on. With a condition, 0 or 1 lies on top of
    /// the stack already.
    fn key(&mut self, key: &Key, hook: &Hook, conditional: bool) -> Result<(), Skip> {
        match key {
            Key::This => self.load(0),
            Key::Arg(n) => self.load(*n),
            // receiver, argument -> receiver, argument, receiver
            Key::Receiver if has_argument(&hook.at) && !conditional => {
                self.out.plain(&[op::SWAP, op::DUP_X1]);
            }
            Key::Result | Key::Receiver | Key::LastArg if !conditional => {
                self.out.plain(&[op::DUP]);
            }
            // value, condition -> value, condition, value
            Key::Result | Key::Receiver | Key::LastArg => {
                self.out.plain(&[op::SWAP, op::DUP_X1]);
            }
            Key::Class => self.out.class_constant(&hook.class)?,
            Key::Thread => self
                .out
                .call(names::THREAD, "currentThread", "()Ljava/lang/Thread;")?,
            Key::Element(n) => {
                self.load(0);
                self.load(*n);
                self.out.call(
                    names::SYNC,
                    "element",
                    "(Ljava/lang/Object;I)Ljava/lang/Object;",
                )?;
            }
            Key::Field(n) => {
                self.load(0);
                self.load(*n);
                self.out.call(
                    names::SYNC,
                    "updatedField",
                    "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;",
                )?;
            }
            Key::Memory => {
                self.load(1);
                self.load(2);
                let descriptor = "(Ljava/lang/Object;J)Ljava/lang/Object;";
                self.out.call(names::SYNC, "memory", descriptor)?;
            }
            Key::Watched(n) => {
                self.load(0);
                self.load(*n);
                let descriptor = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
                self.out.call(names::SYNC, "watched", descriptor)?;
            }
            Key::FieldOfThis(name) => {
                self.load(0);
                let descriptor = self
                    .fields
                    .get(name.as_ref())
                    .cloned()
                    .ok_or(Skip::BadName)?;
                let index = self.out.pool.intern_field(MemberRef {
                    class: &self.class_name,
                    name,
                    descriptor: &descriptor,
                })?;
                self.out.push(Insn::Field(op::GETFIELD, index));
            }
            Key::Entry => {
                let local = self.entry.ok_or(Skip::BadName)?;
                self.out.push(Insn::Local(op::ALOAD, local));
            }
            // The models' parser lets these stand around field accesses and calls only.
            Key::Variable | Key::Object | Key::Value | Key::Args => return Err(Skip::BadName),
        }
        Ok(())
    }

    fn load(&mut self, n: u8) {
        let (slot, load, _) = self.original_local(n, VType::Top);
        let slot = self.saved.get(&n).copied().unwrap_or(slot);
        self.out.push(Insn::Local(load, slot));
    }
}

/// Whether the class mentions `Object.clone`: the clone of an object whose class extends this one
/// has copies of the shadows, spin bits and all.
fn calls_clone(class: &ClassFile<'_>) -> bool {
    (0..class.pool.len() as u16).any(|i| is_object_clone(&class.pool, i))
}

fn clones(class: &ClassFile<'_>, code: &Code) -> bool {
    code.insns.iter().any(
        |i| matches!(*i, Insn::Invoke(op::INVOKESPECIAL, index) if is_object_clone(&class.pool, index)),
    )
}

fn is_object_clone(pool: &Pool<'_>, index: u16) -> bool {
    pool.member_ref(index)
        .is_some_and(|m| m.class == "java/lang/Object" && m.name == "clone")
}

fn creates_any(class: &ClassFile<'_>, code: &Code, silent: &SilentCarriers<'_>) -> bool {
    code.insns.iter().any(|i| match *i {
        Insn::Type(op::NEW, index) => class
            .pool
            .class_name(index)
            .is_some_and(|name| silent.by_class.contains_key(name)),
        Insn::Invoke(op::INVOKESTATIC, index) => class
            .pool
            .member_ref(index)
            .is_some_and(|m| silent.is_made_by(m.class, m.name, class.name().unwrap_or_default())),
        _ => false,
    })
}

/// The locals that a key reads: 0 for `this`, N for parameter N.
fn key_locals(key: &Key) -> Vec<u8> {
    match key {
        Key::This | Key::FieldOfThis(_) => vec![0],
        Key::Arg(n) => vec![*n],
        Key::Element(n) | Key::Field(n) | Key::Watched(n) => vec![0, *n],
        Key::Memory => vec![1, 2],
        _ => Vec::new(),
    }
}

fn has_argument(at: &At) -> bool {
    match at {
        At::BeforeCall(callee) | At::AfterCall(callee) => !callee.descriptor.starts_with("()"),
        _ => false,
    }
}
