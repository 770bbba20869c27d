//! Checks after calls that read or write ranges of arrays, such as `System.arraycopy`.
//!
//! They stand in the caller, since the JIT replaces such methods by code of its own, and after the
//! call: its exceptions are then the original ones, thrown before anything of ours has looked at the operands.

use classfile::{Insn, MethodDescriptor, op};
use rustc_hash::FxHashMap;
use world::models::{Bulk, End, Limit, Models, Operand, Range};

use crate::Skip;
use crate::method::{Level, Walk};
use crate::site::{Op, Target};

const BULK: &str = "java/lang/redflag$Bulk";
const COPY: &str = "arraycopy";
const COPY_DESC: &str =
    "(Ljava/lang/Object;ILjava/lang/Object;IILjava/lang/redflag$ThreadState;II)V";
const RANGE_DESC: &str = "(Ljava/lang/Object;IILjava/lang/redflag$ThreadState;I)V";
const ADDRESSES: &str = "java/lang/redflag$Addresses";
const MEMORY_DESC: &str = "(Ljava/lang/Object;JJLjava/lang/redflag$ThreadState;II)V";
/// In the place of a number of bytes: those of a reference, which only the JVM knows.
const REFERENCE: u32 = u32::MAX;

pub struct BulkIndex<'m> {
    by_name: FxHashMap<&'m str, Vec<&'m Bulk>>,
}

impl<'m> BulkIndex<'m> {
    pub fn new(models: &'m Models, jdk: u16) -> Self {
        let mut by_name: FxHashMap<&str, Vec<&Bulk>> = FxHashMap::default();
        for bulk in models.bulks(jdk) {
            by_name.entry(&bulk.method).or_default().push(bulk);
        }
        BulkIndex { by_name }
    }

    fn find(&self, member: classfile::MemberRef<'_>) -> Option<&'m Bulk> {
        let named = self.by_name.get(member.name)?;
        let is = |b: &&Bulk| b.class == member.class && b.descriptor == member.descriptor;
        named.iter().copied().find(is)
    }
}

/// Where the operands and the result of a call are.
struct Kept {
    /// The load instruction and the slot of each operand, in order.
    operands: Vec<(u8, u16)>,
    result: Option<(u8, u16)>,
}

impl Walk<'_, '_, '_, '_> {
    /// Whether the call reads or writes ranges; emits it then.
    pub fn bulk_call(&mut self, insn: &Insn, index: u16) -> Result<bool, Skip> {
        let unchecked = self.is_redundant() && !self.cx.request.trace_accesses;
        if self.cx.level == Level::Synchronization || unchecked {
            return Ok(false);
        }
        let member = self.out.pool.member_ref(index).ok_or(Skip::BadName)?;
        if member.class.starts_with('[') && member.name == "clone" {
            self.array_clone(insn)?;
            return Ok(true);
        }
        let Some(bulk) = self.cx.request.bulks.find(member) else {
            return Ok(false);
        };
        if bulk.class == "java/lang/System" && bulk.method == COPY {
            self.array_copy()?;
            return Ok(true);
        }
        let descriptor = MethodDescriptor::parse(&bulk.descriptor).ok_or(Skip::BadName)?;
        let state = self.state.clone();
        let operands = self.spill_operands(&descriptor.parameters);
        for &(load, slot) in &operands {
            self.out.push(Insn::Local(load, slot));
        }
        self.out.push(insn.clone());
        let ranges = || bulk.reads.iter().chain(&*bulk.writes);
        let result = ranges().any(|r| r.uses_result()).then(|| {
            let mut taken = operands.iter().map(|&(_, slot)| slot).collect();
            let load = crate::variables::load(descriptor.result);
            (load, self.spill_local(load, &mut taken))
        });
        if let Some((load, slot)) = result {
            self.out.plain(&[op::DUP]);
            self.out
                .push(Insn::Local(crate::variables::store(load), slot));
        }
        let kept = Kept { operands, result };
        let parameters = descriptor.parameters.len();
        for (op, range) in (bulk.reads.iter().map(|r| (Op::Read, r)))
            .chain(bulk.writes.iter().map(|r| (Op::Write, r)))
        {
            let base = match range.array {
                Operand::Arg(n) => {
                    let depth = parameters.checked_sub(usize::from(n));
                    depth.and_then(|d| state.as_ref()?.top(d))
                }
                Operand::Result => None,
            };
            let site = self.site(op, Target::Element { field: None }, base)?;
            if range.is_memory() {
                let field_site = self.site(op, Target::Variable, base)?;
                self.push_memory(range, &kept, &descriptor)?;
                self.check_memory(op, field_site, site)?;
            } else {
                self.push_range(range, &kept)?;
                self.check_range(op, site)?;
            }
        }
        let Kept { operands, result } = kept;
        self.forget_operands(&operands);
        self.forget_operands(result.as_slice());
        Ok(true)
    }

    /// Pushes the array, the first index and the one behind the last.
    fn push_range(&mut self, range: &Range, kept: &Kept) -> Result<(), Skip> {
        self.push_operand(range.array, kept)?;
        match range.from {
            Some(from) => self.push_operand(from, kept)?,
            None => self.out.plain(&[op::ICONST_0]),
        }
        if range.but_first {
            self.out.plain(&[op::ICONST_1, op::IADD]);
        }
        if range.limit != Limit::All || range.unless.is_some() {
            return self.push_limited_end(range, kept);
        }
        match range.end {
            End::Value | End::Bytes(_) => return Err(Skip::Types),
            End::OfArray => self.out.int(i32::MAX as u32)?,
            End::To(to) => self.push_operand(to, kept)?,
            End::One => self.out.plain(&[op::DUP, op::ICONST_1, op::IADD]),
            End::Span(first, last) => {
                self.out.plain(&[op::DUP]);
                self.push_operand(last, kept)?;
                self.out.plain(&[op::IADD]);
                self.push_operand(first, kept)?;
                self.out.plain(&[op::ISUB]);
            }
            End::Length(length) => {
                self.out.plain(&[op::DUP]);
                self.push_operand(length, kept)?;
                self.out.plain(&[op::IADD]);
            }
        }
        Ok(())
    }

    /// Pushes the object, the offset in it and the number of bytes there.
    fn push_memory(
        &mut self,
        range: &Range,
        kept: &Kept,
        descriptor: &MethodDescriptor<'_>,
    ) -> Result<(), Skip> {
        self.push_operand(range.array, kept)?;
        self.push_operand(range.from.ok_or(Skip::Types)?, kept)?;
        if let End::Bytes(bytes) = range.end {
            return self.push_operand(bytes, kept);
        }
        let value = match descriptor.result {
            "V" => descriptor.parameters.last().copied(),
            result => Some(result),
        };
        let bytes = match value.ok_or(Skip::Types)? {
            "Z" | "B" => 1,
            "C" | "S" => 2,
            "I" | "F" => 4,
            "J" | "D" => 8,
            _ => REFERENCE,
        };
        self.out.int(bytes)?;
        self.out.plain(&[op::I2L]);
        Ok(())
    }

    fn check_memory(&mut self, op: Op, field_site: u32, element_site: u32) -> Result<(), Skip> {
        self.load_thread();
        self.out.int(field_site)?;
        self.out.int(element_site)?;
        let name = match op {
            Op::Read => "read",
            Op::Write => "write",
        };
        self.out.call(ADDRESSES, name, MEMORY_DESC)?;
        Ok(())
    }

    /// On the stack is where the range begins; pushes where that of its elements ends which count. There is no jump, for
    /// which the verifier would need a frame.
    fn push_limited_end(&mut self, range: &Range, kept: &Kept) -> Result<(), Skip> {
        let (Some(from), End::To(to)) = (range.from, range.end) else {
            return self.push_limit(range, kept);
        };
        self.out.plain(&[op::DUP]);
        self.push_limit(range, kept)?;
        self.push_operand(to, kept)?;
        self.push_operand(from, kept)?;
        self.out.plain(&[op::ISUB]);
        self.out.call("java/lang/Math", "min", "(II)I")?;
        self.out.plain(&[op::IADD]);
        Ok(())
    }

    /// Pushes how many elements count at most; the largest int if all do.
    fn push_limit(&mut self, range: &Range, kept: &Kept) -> Result<(), Skip> {
        const ALL: u32 = i32::MAX as u32;
        match range.limit {
            Limit::All => self.out.int(ALL)?,
            Limit::First => self.out.plain(&[op::ICONST_1]),
            Limit::IfTrue => {
                self.push_operand(Operand::Result, kept)?;
                self.out.plain(&[op::INEG]);
                self.mask(ALL)?;
            }
            // n | -n is negative unless n is 0
            Limit::IfZero => {
                self.push_operand(Operand::Result, kept)?;
                self.out.plain(&[op::DUP, op::INEG, op::IOR]);
                self.out.int(31)?;
                self.out.plain(&[op::ISHR, op::ICONST_M1, op::IXOR]);
                self.mask(ALL)?;
            }
            Limit::Result => {
                self.push_operand(Operand::Result, kept)?;
                self.mask(ALL)?;
            }
        }
        if let Some(other) = range.unless {
            self.push_operand(range.array, kept)?;
            self.push_operand(other, kept)?;
            // Arrays equal themselves alone.
            let equals = "(Ljava/lang/Object;Ljava/lang/Object;)Z";
            self.out.call("java/util/Objects", "equals", equals)?;
            self.out.plain(&[op::ICONST_1, op::ISUB, op::IAND]);
        }
        Ok(())
    }

    fn mask(&mut self, bits: u32) -> Result<(), Skip> {
        self.out.int(bits)?;
        self.out.plain(&[op::IAND]);
        Ok(())
    }

    fn push_operand(&mut self, operand: Operand, kept: &Kept) -> Result<(), Skip> {
        let (load, slot) = match operand {
            Operand::Arg(n) => kept.operands.get(usize::from(n) - 1).copied(),
            Operand::Result => kept.result,
        }
        .ok_or(Skip::Types)?;
        self.out.push(Insn::Local(load, slot));
        Ok(())
    }

    fn check_range(&mut self, op: Op, site: u32) -> Result<(), Skip> {
        self.load_thread();
        self.out.int(site)?;
        let name = match op {
            Op::Read => "read",
            Op::Write => "write",
        };
        self.out.call(BULK, name, RANGE_DESC)?;
        Ok(())
    }

    /// `System.arraycopy` is called by the runtime, for it may fail halfway.
    fn array_copy(&mut self) -> Result<(), Skip> {
        let operand = |depth| self.state.as_ref().and_then(|s| s.top(depth));
        let (source, target) = (operand(4), operand(2));
        let read = self.site(Op::Read, Target::Element { field: None }, source)?;
        let write = self.site(Op::Write, Target::Element { field: None }, target)?;
        self.load_thread();
        self.out.int(read)?;
        self.out.int(write)?;
        self.out.call(BULK, COPY, COPY_DESC)?;
        Ok(())
    }

    /// The original array was read, and the clone written.
    fn array_clone(&mut self, insn: &Insn) -> Result<(), Skip> {
        let array = self.state.as_ref().and_then(|s| s.top(0));
        let read = self.site(Op::Read, Target::Element { field: None }, array)?;
        let write = self.site(Op::Write, Target::Element { field: None }, None)?;
        self.out.plain(&[op::DUP]);
        self.out.push(insn.clone());
        // original, clone -> clone, clone, original
        self.out.plain(&[op::DUP_X1, op::DUP_X1, op::POP]);
        for (op, site) in [(Op::Read, read), (Op::Write, write)] {
            self.out.plain(&[op::ICONST_0]);
            self.out.int(i32::MAX as u32)?;
            self.check_range(op, site)?;
        }
        Ok(())
    }
}
