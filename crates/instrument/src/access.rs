//! Checks beside field accesses.
//!
//! Operands are copied with stack instructions rather than through new locals, so that the JVM's
//! messages for null references still name the program's own expressions.

use std::ops::Deref;
use std::rc::Rc;

use classfile::{Insn, Label, PoolFull, VType, op, slot_size};

use crate::Skip;
use crate::class::{FieldKind, Links, OwnField};
use crate::kind::HookKind;
use crate::method::{Cache, Level, Walk};
use crate::named::{Link, NamedField};
use crate::names::{self, Shadow};
use crate::sim::Source;
use crate::site::{Op, Target};

const CHECK_DESC: &str = "(Ljava/lang/Object;Ljava/lang/redflag$ThreadState;I)V";
const NUMBERED_CHECK_DESC: &str = "(Ljava/lang/Object;ILjava/lang/redflag$ThreadState;I)V";
const CLONING_DESC: &str = "(Ljava/lang/Object;)V";
const CLONED_DESC: &str = "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/redflag$ThreadState;I)V";
const KNOWS_DESC: &str = "(JLjava/lang/redflag$ThreadState;)Z";
const FOREIGN_DESC: &str = "(Ljava/lang/Object;Ljava/lang/redflag$ThreadState;I)I";

/// How a reference to a foreign field is linked; the runtime answers these numbers.
const LINKED_UNCHECKED: u32 = 2;

/// A field instruction.
pub struct FieldAccess {
    opcode: u8,
    field: Rc<NamedField>,
}

impl Deref for FieldAccess {
    type Target = NamedField;

    fn deref(&self) -> &NamedField {
        &self.field
    }
}

impl FieldAccess {
    fn is_static(&self) -> bool {
        matches!(self.opcode, op::GETSTATIC | op::PUTSTATIC)
    }

    fn op(&self) -> Op {
        match self.opcode {
            op::GETSTATIC | op::GETFIELD => Op::Read,
            _ => Op::Write,
        }
    }

    fn is_wide(&self) -> bool {
        slot_size(&self.descriptor) == 2
    }

    fn target(&self) -> Target {
        Target::Field {
            class: self.class.clone(),
            name: self.name.clone(),
            descriptor: self.descriptor.clone(),
            is_static: self.is_static(),
        }
    }
}

/// What an access makes of the stack.
struct Left {
    /// How many operands it takes.
    pops: usize,
    /// What lies there instead, and the copy of the object.
    above: Vec<VType>,
}

/// The shadows that an access of this kind compares and stores.
fn epoch_and_site(op: Op) -> (Shadow, Shadow) {
    match op {
        Op::Read => (Shadow::ReadEpoch, Shadow::ReadSite),
        Op::Write => (Shadow::WriteEpoch, Shadow::WriteSite),
    }
}

impl Walk<'_, '_, '_, '_> {
    pub fn field(&mut self, opcode: u8, index: u16) -> Result<(), Skip> {
        let field = FieldAccess {
            opcode,
            field: self.named_field(index).ok_or(Skip::BadName)?,
        };
        match field.own {
            Some(own) => match own.kind {
                FieldKind::Volatile => self.volatile_field(&field),
                FieldKind::Final => self.final_field(&field, own),
                FieldKind::Plain | FieldKind::LeakedFinal => self.plain_field(&field, own),
                FieldKind::Unchecked => self.unchecked_field(&field),
            },
            None => self.foreign_field(&field),
        }
    }

    fn field_site(&mut self, field: &FieldAccess) -> Result<u32, Skip> {
        let depth = usize::from(field.opcode == op::PUTFIELD);
        let object = self.state.as_ref().and_then(|s| s.top(depth));
        let base = object.filter(|_| !field.is_static());
        self.site(field.op(), field.target(), base)
    }

    fn original(&mut self, field: &FieldAccess) {
        self.out.push(Insn::Field(field.opcode, field.index));
    }

    /// Does the access, leaving a copy of the object on top of the stack (none for a static).
    fn access_keeping_object(&mut self, field: &FieldAccess) {
        let wide = field.is_wide();
        match field.opcode {
            op::GETFIELD => {
                self.out.plain(&[op::DUP]);
                self.original(field);
                let swap: &[u8] = if wide {
                    &[op::DUP2_X1, op::POP2]
                } else {
                    &[op::SWAP]
                };
                self.out.plain(swap);
            }
            op::PUTFIELD => {
                let copy: &[u8] = if wide {
                    &[op::DUP2_X1, op::POP2, op::DUP_X2, op::DUP_X2, op::POP]
                } else {
                    &[op::SWAP, op::DUP_X1, op::SWAP]
                };
                self.out.plain(copy);
                self.original(field);
            }
            _ => self.original(field),
        }
    }

    /// The type of the object that inserted code sees above what the instruction leaves.
    fn object_above(&self, field: &FieldAccess) -> Option<VType> {
        if field.is_static() {
            return None;
        }
        let depth = usize::from(field.opcode == op::PUTFIELD);
        let object = self.state.as_ref().and_then(|s| s.top(depth));
        object.map(|v| v.ty)
    }

    /// Pushes what the runtime takes as the location's owner: the object, or the class.
    fn push_owner(&mut self, field: &FieldAccess) -> Result<(), PoolFull> {
        if field.is_static() {
            self.out.class_constant(&field.class)
        } else {
            self.out.plain(&[op::DUP]);
            Ok(())
        }
    }

    fn pop_object(&mut self, field: &FieldAccess) {
        if !field.is_static() {
            self.out.plain(&[op::POP]);
        }
    }

    fn plain_field(&mut self, field: &FieldAccess, own: OwnField) -> Result<(), Skip> {
        if self.is_fresh(field) {
            return self.blind_epoch(field, own);
        }
        let kind = match (field.is_static(), field.op()) {
            (false, Op::Read) => HookKind::FieldRead,
            (false, Op::Write) => HookKind::FieldWrite,
            (true, Op::Read) => HookKind::StaticRead,
            (true, Op::Write) => HookKind::StaticWrite,
        };
        if self.cx.level == Level::Synchronization || self.omits(kind) {
            self.original(field);
            return Ok(());
        }
        if self.is_redundant() {
            return self.unchecked_plain_field(field, own);
        }
        let left = self.left_by(field);
        let site = self.field_site(field)?;
        self.count_access()?;
        self.count_check()?;
        self.access_keeping_object(field);
        self.trace_field(field, site)?;
        let done = self.out.new_label();
        if self.compares_inline() {
            match field.op() {
                Op::Read if own.is_settled => self.compare_settled(field, site, done)?,
                _ => self.compare_epoch(field, done)?,
            }
        }
        self.call_check(field, own, site)?;
        if self.compares_inline() {
            self.target_after(done, &left);
        }
        self.after_array_field(field, own)?;
        Ok(())
    }

    /// Asks the runtime about an own field; with the object on top of the stack.
    fn call_check(&mut self, field: &FieldAccess, own: OwnField, site: u32) -> Result<(), Skip> {
        let is_read = field.op() == Op::Read;
        if is_read && !own.is_settled && self.compares_inline() {
            return self.call_numbered_read(field, site);
        }
        self.push_owner(field)?;
        self.load_thread();
        self.out.int(site)?;
        let check = if is_read { "read" } else { "write" };
        self.out.call(names::CHECKS, check, CHECK_DESC)?;
        Ok(())
    }

    /// Asks the runtime about the read of a field that has its own shadow; with the object on top of the stack.
    fn call_numbered_read(&mut self, field: &FieldAccess, site: u32) -> Result<(), Skip> {
        self.push_owner(field)?;
        self.push_number(field)?;
        self.load_thread();
        self.out.int(site)?;
        self.out.call(names::CHECKS, "read", NUMBERED_CHECK_DESC)?;
        Ok(())
    }

    /// Pushes the field's number, by which a thread knows its read among those of others, or the site of the last read; with the owner on top
    /// of the stack.
    fn push_number(&mut self, field: &FieldAccess) -> Result<(), PoolFull> {
        let get = if field.is_static() {
            op::GETSTATIC
        } else {
            self.out.plain(&[op::DUP]);
            op::GETFIELD
        };
        self.access_shadow(get, field, Shadow::ReadSite)
    }

    /// An access whose check would tell nothing new.
    fn unchecked_plain_field(&mut self, field: &FieldAccess, own: OwnField) -> Result<(), Skip> {
        self.count_access()?;
        if !self.cx.request.trace_accesses && !own.keeps_shadow {
            self.original(field);
            return Ok(());
        }
        self.access_keeping_object(field);
        if self.cx.request.trace_accesses {
            let site = self.field_site(field)?;
            self.trace_field(field, site)?;
            self.trace_unshared()?;
        }
        self.after_array_field(field, own)
    }

    /// Writes the access to the trace, if there is one; with the object on top of the stack.
    fn trace_field(&mut self, field: &FieldAccess, site: u32) -> Result<(), Skip> {
        self.trace_of_field("field", field, site)
    }

    /// Tells the trace, if there is one, what is done about a field; with the object on top of the stack.
    fn trace_of_field(
        &mut self,
        what: &'static str,
        field: &FieldAccess,
        site: u32,
    ) -> Result<(), Skip> {
        if self.cx.request.trace_accesses && self.cx.level != Level::Synchronization {
            self.push_owner(field)?;
            self.load_thread();
            self.out.int(site)?;
            self.out.call(names::TRACE, what, CHECK_DESC)?;
        }
        Ok(())
    }

    /// Jumps to `done` if the location's epoch is the thread's own.
    fn compare_epoch(&mut self, field: &FieldAccess, done: Label) -> Result<(), Skip> {
        let (epoch, _) = epoch_and_site(field.op());
        let get = if field.is_static() {
            op::GETSTATIC
        } else {
            self.out.plain(&[op::DUP]);
            op::GETFIELD
        };
        self.access_shadow(get, field, epoch)?;
        self.push_epoch()?;
        self.out.plain(&[op::LCMP]);
        self.out.jump(op::IFEQ, done);
        Ok(())
    }

    /// Jumps to `done` if the thread knows of the write to a settled field.
    fn compare_settled(&mut self, field: &FieldAccess, site: u32, done: Label) -> Result<(), Skip> {
        // Unlike an epoch that is the thread's own, this one tells of no check before.
        self.trace_of_field("settled", field, site)?;
        self.out.plain(&[op::DUP]);
        self.access_shadow(op::GETFIELD, field, Shadow::WriteEpoch)?;
        self.load_thread();
        self.out.call(names::THREAD_STATE, "knows", KNOWS_DESC)?;
        self.out.jump(op::IFNE, done);
        Ok(())
    }

    pub fn push_epoch(&mut self) -> Result<(), PoolFull> {
        self.load_thread();
        self.out.get_of_thread("epoch", "J")
    }

    /// What the access leaves on the stack, for frames at jump targets behind it.
    fn left_by(&mut self, field: &FieldAccess) -> Left {
        let pops = match field.opcode {
            op::GETSTATIC => 0,
            op::PUTFIELD => 2,
            _ => 1,
        };
        let mut above = Vec::with_capacity(2);
        if field.op() == Op::Read {
            above.push(self.cx.types.of_descriptor(&field.descriptor));
        }
        above.extend(self.object_above(field));
        Left { pops, above }
    }

    /// Binds a jump target behind the access, where the object is still on the stack.
    fn target_after(&mut self, label: Label, left: &Left) {
        let state = self.state.as_ref();
        self.out.target_after(label, state, left.pops, &left.above);
    }

    /// As [`Walk::target_after`], where what was read of a link is still above the object.
    fn target_below_link(&mut self, label: Label, left: &Left) {
        let mut above = left.above.clone();
        above.push(VType::Int);
        let state = self.state.as_ref();
        self.out.target_after(label, state, left.pops, &above);
    }

    /// Drops the object that `access_keeping_object` left; if the field holds an array, its
    /// shadow goes into the cache for arrays from this field.
    fn after_array_field(&mut self, field: &FieldAccess, own: OwnField) -> Result<(), Skip> {
        let caches = own.keeps_shadow && self.cx.level == Level::Inline && field.op() == Op::Read;
        if !caches {
            if own.keeps_shadow && field.op() == Op::Write {
                return self.forget_array(field);
            }
            self.pop_object(field);
            return Ok(());
        }
        let Cache { shadow, holder } = self.cache(Source::Field(own.index));
        self.cached = Some((self.at, own.index));
        if field.is_static() {
            self.access_shadow(op::GETSTATIC, field, Shadow::Array)?;
        } else {
            if let Some(holder) = holder {
                self.out.plain(&[op::DUP]);
                self.out.push(Insn::Local(op::ASTORE, holder));
            }
            self.access_shadow(op::GETFIELD, field, Shadow::Array)?;
        }
        self.out.push(Insn::Local(op::ASTORE, shadow));
        Ok(())
    }

    /// A field that is given another array must not go on naming the old one's shadow.
    fn forget_array(&mut self, field: &FieldAccess) -> Result<(), Skip> {
        self.out.plain(&[op::ACONST_NULL]);
        let put = if field.is_static() {
            op::PUTSTATIC
        } else {
            op::PUTFIELD
        };
        Ok(self.access_shadow(put, field, Shadow::Array)?)
    }

    fn final_field(&mut self, field: &FieldAccess, own: OwnField) -> Result<(), Skip> {
        let array_read =
            own.keeps_shadow && field.op() == Op::Read && self.cx.level == Level::Inline;
        if array_read {
            self.access_keeping_object(field);
            self.after_array_field(field, own)?;
        } else {
            self.original(field);
        }
        if field.opcode == op::GETSTATIC && self.cx.view.follows_initializer {
            self.class_initialized(HookKind::InitializedAtConstant)?;
        }
        Ok(())
    }

    /// A static access still means that the class was initialized before.
    fn unchecked_field(&mut self, field: &FieldAccess) -> Result<(), Skip> {
        self.original(field);
        if field.is_static() && self.cx.view.follows_initializer {
            self.class_initialized(HookKind::InitializedAtUnchecked)?;
        }
        Ok(())
    }

    /// Whether the receiver is a constructor's `this` that nobody else can know yet.
    fn is_fresh(&self, field: &FieldAccess) -> bool {
        let Some(leak) = self.leak else { return false };
        let depth = usize::from(field.opcode == op::PUTFIELD);
        let receiver = self.state.as_ref().and_then(|s| s.top(depth));
        !field.is_static()
            && self.at < leak.possible
            && receiver
                .is_some_and(|v| v.source == Source::Local(0) || v.ty == VType::UninitializedThis)
    }

    /// Stores the epoch of a fresh object's field without looking at the old one.
    fn blind_epoch(&mut self, field: &FieldAccess, own: OwnField) -> Result<(), Skip> {
        self.original(field);
        if self.cx.level == Level::Synchronization || self.omits(HookKind::FreshAccess) {
            return Ok(());
        }
        let site = self.field_site(field)?;
        self.count_access()?;
        let initialized = self.object_above(field) != Some(VType::UninitializedThis);
        if self.cx.request.trace_accesses && initialized {
            self.out.push(Insn::Local(op::ALOAD, 0));
            self.trace_field(field, site)?;
            let shadow = match field.op() {
                Op::Read if own.is_settled => "settled",
                _ => "fresh",
            };
            self.trace_of_field(shadow, field, site)?;
            self.out.plain(&[op::POP]);
        }
        if own.is_settled && field.op() == Op::Read {
            return Ok(());
        }
        self.count_fresh(field, own, initialized)?;
        let (epoch, at) = epoch_and_site(field.op());
        self.out.push(Insn::Local(op::ALOAD, 0));
        self.push_epoch()?;
        self.access_shadow(op::PUTFIELD, field, epoch)?;
        self.out.push(Insn::Local(op::ALOAD, 0));
        self.out.int(site)?;
        self.load_thread();
        self.out.get_of_thread("acquisitions", "I")?;
        self.out.plain(&[op::IOR]);
        Ok(self.access_shadow(op::PUTFIELD, field, at)?)
    }

    /// Counts the shadow location of a fresh object's field, when that was asked for, unless it is in use. What is written before the constructor
    /// above was called, when nothing can be read, is taken for the first.
    fn count_fresh(
        &mut self,
        field: &FieldAccess,
        own: OwnField,
        initialized: bool,
    ) -> Result<(), Skip> {
        if !self.cx.request.count_accesses {
            return Ok(());
        }
        self.out.plain(&[op::LCONST_0]);
        let written = initialized.then_some(Shadow::WriteEpoch);
        let read = (initialized && !own.is_settled).then_some(Shadow::ReadEpoch);
        for epoch in [written, read].into_iter().flatten() {
            self.out.push(Insn::Local(op::ALOAD, 0));
            self.access_shadow(op::GETFIELD, field, epoch)?;
            self.out.plain(&[op::LOR]);
        }
        self.load_thread();
        let descriptor = "(JLjava/lang/redflag$ThreadState;)V";
        Ok(self.out.call(names::CHECKS, "countFresh", descriptor)?)
    }

    /// A field of another class, or one inherited: what it is shows at the first execution.
    fn foreign_field(&mut self, field: &FieldAccess) -> Result<(), Skip> {
        let uninitialized = self.object_above(field) == Some(VType::UninitializedThis);
        let constant_holder = field.is_static() && (self.cx.request.is_jdk_class)(&field.class);
        if uninitialized || constant_holder {
            self.original(field);
            return Ok(());
        }
        if self.is_redundant() && self.cx.level != Level::Synchronization {
            return self.unchecked_foreign_field(field);
        }
        self.count_access()?;
        self.count_check()?;
        let site = self.field_site(field)?;
        if field.op() == Op::Write && !self.omits(HookKind::BeforeForeignWrite) {
            self.before_foreign_write(field, site)?;
        }
        if self.omits(self.foreign_kind(field)) {
            self.original(field);
            return Ok(());
        }
        if self.expects_settled(field) {
            return self.foreign_settled_read(field, site);
        }
        self.access_keeping_object(field);
        self.trace_field(field, site)?;
        let left = self.left_by(field);
        let inline = self.compares_inline() && self.has_link(field, Link::Foreign);
        let done = self.out.new_label();
        let out_of_line = self.out.new_label();
        if inline {
            // Read once: another thread may link the field meanwhile.
            self.access_link(op::GETSTATIC, field, Link::Foreign)?;
            self.out.plain(&[op::DUP]);
            self.out.jump(op::IFEQ, out_of_line);
            self.out.int(LINKED_UNCHECKED)?;
            self.out.jump(op::IF_ICMPEQ, done);
            self.compare_epoch(field, done)?;
            if field.op() == Op::Read {
                self.call_numbered_read(field, site)?;
                self.out.jump(op::GOTO, done);
            } else {
                self.out.plain(&[op::ICONST_0]);
            }
            self.target_below_link(out_of_line, &left);
            self.out.plain(&[op::POP]);
        } else {
            self.out.bind(out_of_line);
        }
        self.push_owner(field)?;
        self.load_thread();
        self.out.int(site)?;
        let check = match (field.op(), self.cx.level) {
            (Op::Read, Level::Synchronization) => "foreignReadOrder",
            (Op::Write, Level::Synchronization) => "foreignWriteOrder",
            (Op::Read, _) => "foreignRead",
            (Op::Write, _) => "foreignWrite",
        };
        self.out.call(names::CHECKS, check, FOREIGN_DESC)?;
        if inline {
            self.access_link(op::PUTSTATIC, field, Link::Foreign)?;
            self.target_after(done, &left);
        } else {
            self.out.plain(&[op::POP]);
        }
        self.pop_object(field);
        Ok(())
    }

    /// An access whose check would tell nothing new.
    fn unchecked_foreign_field(&mut self, field: &FieldAccess) -> Result<(), Skip> {
        self.count_access()?;
        if !self.cx.request.trace_accesses {
            self.original(field);
            return Ok(());
        }
        let site = self.field_site(field)?;
        self.access_keeping_object(field);
        self.trace_field(field, site)?;
        self.trace_unshared()?;
        self.pop_object(field);
        Ok(())
    }

    /// A volatile write must be released before it happens. Whether the field is volatile is known to the runtime only, which
    /// is asked as long as the field is not linked as one that is not.
    fn before_foreign_write(&mut self, field: &FieldAccess, site: u32) -> Result<(), Skip> {
        if !self.compares_inline() || !self.has_link(field, Link::Foreign) {
            return self.before_write(field, "beforeForeignWrite", site);
        }
        let linked = self.out.new_label();
        self.access_link(op::GETSTATIC, field, Link::Foreign)?;
        self.out.jump(op::IFNE, linked);
        self.before_write(field, "beforeForeignWrite", site)?;
        self.out.target(linked, self.state.as_ref(), &[]);
        Ok(())
    }

    /// Whether to look at a foreign field as at a settled one first.
    fn expects_settled(&self, field: &FieldAccess) -> bool {
        field.opcode == op::GETFIELD
            && self.compares_inline()
            && self.cx.request.placement.skips_redundant()
            && match &self.cx.view.links {
                // As it was when the class was loaded.
                Links::Closed(has) => has.contains(&Link::Settled.name(field)),
                _ => self.cx.request.writers.expects_settled(field.reference()),
            }
    }

    /// Reads a foreign field that is likely to be settled. If it turns out to be another, the runtime is asked each time.
    fn foreign_settled_read(&mut self, field: &FieldAccess, site: u32) -> Result<(), Skip> {
        let left = self.left_by(field);
        self.access_keeping_object(field);
        self.trace_field(field, site)?;
        let has_link = self.has_link(field, Link::Settled);
        let (done, out_of_line) = (self.out.new_label(), self.out.new_label());
        if has_link {
            self.access_link(op::GETSTATIC, field, Link::Settled)?;
            self.out.jump(op::IFEQ, out_of_line);
            self.compare_settled(field, site, done)?;
            self.target_after(out_of_line, &left);
        }
        self.push_owner(field)?;
        self.load_thread();
        self.out.int(site)?;
        self.out
            .call(names::CHECKS, "foreignSettledRead", FOREIGN_DESC)?;
        if has_link {
            self.access_link(op::PUTSTATIC, field, Link::Settled)?;
            self.target_after(done, &left);
        } else {
            self.out.plain(&[op::POP]);
        }
        self.pop_object(field);
        Ok(())
    }

    fn foreign_kind(&self, field: &FieldAccess) -> HookKind {
        let unchecked = self.cx.level == Level::Synchronization;
        match (field.op(), unchecked, field.is_static()) {
            (Op::Read, true, _) => HookKind::UncheckedForeignRead,
            (Op::Write, true, _) => HookKind::UncheckedForeignWrite,
            (Op::Read, false, false) => HookKind::ForeignRead,
            (Op::Read, false, true) => HookKind::ForeignStaticRead,
            (Op::Write, false, false) => HookKind::ForeignWrite,
            (Op::Write, false, true) => HookKind::ForeignStaticWrite,
        }
    }

    /// Tells the runtime of a write to come: `hook` gets the object, or the class for a static.
    fn before_write(
        &mut self,
        field: &FieldAccess,
        hook: &'static str,
        site: u32,
    ) -> Result<(), Skip> {
        // object, value -> object, value, object
        match (field.is_static(), field.is_wide()) {
            (true, _) => self.out.class_constant(&field.class)?,
            (false, true) => self.out.plain(&[op::DUP2_X1, op::POP2, op::DUP_X2]),
            (false, false) => self.out.plain(&[op::SWAP, op::DUP_X1]),
        }
        self.load_thread();
        self.out.int(site)?;
        self.out.call(names::CHECKS, hook, CHECK_DESC)?;
        Ok(())
    }

    /// Own volatile field: release before a write, acquire after a read.
    fn volatile_field(&mut self, field: &FieldAccess) -> Result<(), Skip> {
        let kind = match (field.is_static(), field.op()) {
            (false, Op::Read) => HookKind::VolatileRead,
            (false, Op::Write) => HookKind::VolatileWrite,
            (true, Op::Read) => HookKind::StaticVolatileRead,
            (true, Op::Write) => HookKind::StaticVolatileWrite,
        };
        let uninitialized = self.object_above(field) == Some(VType::UninitializedThis);
        if uninitialized || self.omits(kind) {
            self.original(field);
            return Ok(());
        }
        let site = self.field_site(field)?;
        if field.op() == Op::Write {
            self.before_write(field, "volatileWrite", site)?;
            self.original(field);
        } else {
            self.access_keeping_object(field);
            if field.is_static() {
                self.out.class_constant(&field.class)?;
            }
            self.load_thread();
            self.out.int(site)?;
            self.out.call(names::CHECKS, "volatileRead", CHECK_DESC)?;
        }
        Ok(())
    }

    /// Whether a call of a superclass's method is one of `Object.clone`, or of a JDK method that ends
    /// there.
    pub fn is_clone(&self, index: u16) -> bool {
        self.out.pool.member_ref(index).is_some_and(|m| {
            m.name == "clone"
                && m.descriptor == "()Ljava/lang/Object;"
                && (self.cx.request.is_jdk_class)(m.class)
        })
    }

    /// Whether a call of an object's method is one of `Object.clone`, unless the object's class has its own.
    pub fn may_clone(&self, index: u16) -> bool {
        let method = self.out.pool.member_ref(index);
        self.is_clone(index) && method.is_some_and(|m| m.class == "java/lang/Object")
    }

    /// A clone is a fresh object, but with copies of the original's shadows, spin bits and all.
    pub fn cloned(&mut self) -> Result<(), Skip> {
        if self.omits(HookKind::Cloned) {
            return Ok(());
        }
        let site = self.site_of_clone()?;
        self.out.plain(&[op::DUP]);
        self.load_thread();
        self.out.int(site)?;
        self.out.call(names::CHECKS, "cloned", CHECK_DESC)?;
        Ok(())
    }

    /// As above, where the object's class may have a method of its own, which has seen to its clone.
    pub fn call_of_clone(&mut self, insn: &Insn) -> Result<(), Skip> {
        if self.omits(HookKind::Cloned) {
            self.out.push(insn.clone());
            return Ok(());
        }
        let site = self.site_of_clone()?;
        self.out.plain(&[op::DUP, op::DUP]);
        self.out.call(names::CHECKS, "cloning", CLONING_DESC)?;
        self.out.push(insn.clone());
        // original, clone -> clone, clone, original
        self.out.plain(&[op::DUP_X1, op::DUP_X1, op::POP]);
        self.load_thread();
        self.out.int(site)?;
        self.out.call(names::CHECKS, "clonedFrom", CLONED_DESC)?;
        Ok(())
    }

    fn site_of_clone(&mut self) -> Result<u32, Skip> {
        let target = Target::Field {
            class: self.cx.view.name.clone(),
            name: "clone()".into(),
            descriptor: "V".into(),
            is_static: false,
        };
        self.site(Op::Write, target, None)
    }
}
