//! Checks beside array accesses, and the caches that spare them the look-up of the array's shadow.
//!
//! A shadow is kept in a local for each source that arrays come from, taken along when an array is
//! stored in another local, and found through the object or array that holds the array: in a field
//! beside the one it was loaded from, or among the rows of an array of arrays. Where accesses are checked later, together,
//! a local keeps the footprint that they go into.

use classfile::{Insn, VType, op};

use crate::Skip;
use crate::kind::HookKind;
use crate::method::{Cache, Level, MAX_CACHES, Walk};
use crate::names::{self, Shadow};
use crate::sim::{Source, State, Value};
use crate::site::{Op, Target};

const EPOCH_DESC: &str =
    "(Ljava/lang/Object;ILjava/lang/redflag$ArrayShadow;Ljava/lang/redflag$ThreadState;)J";
const ELEMENT_DESC: &str = "(Ljava/lang/Object;ILjava/lang/redflag$ThreadState;ILjava/lang/redflag$ArrayShadow;)Ljava/lang/redflag$ArrayShadow;";
const ACCESS_DESC: &str = "(Ljava/lang/Object;ILjava/lang/redflag$ThreadState;I)V";
const FOOTPRINT_DESC: &str = "(Ljava/lang/Object;ILjava/lang/redflag$ThreadState;ILjava/lang/redflag$Footprint;)Ljava/lang/redflag$Footprint;";
const SEVERAL_DESC: &str = "(Ljava/lang/Object;IJLjava/lang/redflag$ThreadState;ILjava/lang/redflag$Footprint;)Ljava/lang/redflag$Footprint;";
const ROW_DESC: &str =
    "(ILjava/lang/Object;Ljava/lang/redflag$ArrayShadow;)Ljava/lang/redflag$ArrayShadow;";

impl Walk<'_, '_, '_, '_> {
    /// Remembers where an array on top of the stack came from.
    pub fn mark_source(&mut self, insn: &Insn) {
        let Insn::Field(op::GETFIELD | op::GETSTATIC, index) = *insn else {
            return;
        };
        let Some(field) = self.named_field(index) else {
            return;
        };
        let known = if self.cx.request.placement.gathers() {
            field.own_array()
        } else {
            let cached = self.cached;
            field
                .own_index()
                .filter(|&own| cached == Some((self.at, own)))
        };
        if let Some(own) = known
            && let Some(top) = self.state.as_mut().and_then(|s| s.stack.last_mut())
        {
            top.source = Source::Field(own);
        }
    }

    /// An array stored into a local takes its cached shadow along.
    pub fn copy_cache(&mut self, slot: u16) {
        let Some(value) = self.state.as_ref().and_then(|s| s.top(0)) else {
            return;
        };
        let worthwhile =
            matches!(value.source, Source::Field(_) | Source::Element) && self.is_array(value.ty);
        if worthwhile && let Some(from) = self.caches.get(&value.source).copied() {
            let to = self.cache(Source::Local(slot));
            if to.shadow != from.shadow {
                self.out.push(Insn::Local(op::ALOAD, from.shadow));
                self.out.push(Insn::Local(op::ASTORE, to.shadow));
            }
        }
    }

    fn is_array(&self, ty: VType) -> bool {
        matches!(ty, VType::Object(id) if self.cx.types.name(id).first() == Some(&b'['))
    }

    pub fn array_load(&mut self, opcode: u8) -> Result<(), Skip> {
        if self.cx.level == Level::Synchronization || self.omits(HookKind::ArrayRead) {
            self.out.plain(&[opcode]);
            return Ok(());
        }
        let array = self.state.as_ref().and_then(|s| s.top(1));
        // A row takes its shadow along, where shadows are kept in locals.
        let keeps_rows = opcode == op::AALOAD && !self.cx.request.placement.gathers();
        if self.is_redundant() && !self.cx.request.trace_accesses && !keeps_rows {
            self.count_access()?;
            self.out.plain(&[opcode]);
            return Ok(());
        }
        let wide = matches!(opcode, op::LALOAD | op::DALOAD);
        self.out.plain(&[op::DUP2, opcode]);
        self.out.plain(if wide {
            &[op::DUP2_X2, op::POP2]
        } else {
            &[op::DUP_X2, op::POP]
        });
        let state = self.state.as_ref().filter(|_| self.check_jumps());
        let after = state.cloned().map(|mut s| {
            let left = s.stack.len().saturating_sub(2);
            s.stack.truncate(left);
            let ty = match opcode {
                op::LALOAD => VType::Long,
                op::DALOAD => VType::Double,
                op::FALOAD => VType::Float,
                op::AALOAD => array.map_or(VType::Null, |a| self.cx.types.element_of(a.ty)),
                _ => VType::Int,
            };
            s.stack.push(Value::of(ty));
            s
        });
        let row = after
            .as_ref()
            .and_then(|s| s.top(0))
            .is_some_and(|v| self.is_array(v.ty));
        let cache = self.element_check(Op::Read, array, after.as_ref())?;
        match cache.filter(|_| row && opcode == op::AALOAD) {
            Some(outer) => {
                // … row, array, index -> … row
                let inner = self.cache(Source::Element);
                self.out.plain(&[op::SWAP, op::POP, op::SWAP, op::DUP_X1]);
                self.out.push(Insn::Local(op::ALOAD, outer.shadow));
                self.out.call(names::ARRAY_SHADOW, "row", ROW_DESC)?;
                self.out.push(Insn::Local(op::ASTORE, inner.shadow));
            }
            None => self.out.plain(&[op::POP2]),
        }
        Ok(())
    }

    pub fn array_store(&mut self, opcode: u8) -> Result<(), Skip> {
        if self.cx.level == Level::Synchronization || self.omits(HookKind::ArrayWrite) {
            self.out.plain(&[opcode]);
            return Ok(());
        }
        let array = self.state.as_ref().and_then(|s| s.top(2));
        if self.is_redundant() && !self.cx.request.trace_accesses {
            self.count_access()?;
            self.out.plain(&[opcode]);
            return Ok(());
        }
        let wide = matches!(opcode, op::LASTORE | op::DASTORE);
        self.out.plain(if wide {
            &[op::DUP2_X2, op::POP2, op::DUP2_X2, op::DUP2_X2, op::POP2]
        } else {
            &[op::DUP_X2, op::POP, op::DUP2_X1, op::DUP2_X1, op::POP2]
        });
        self.out.plain(&[opcode]);
        let state = self.state.as_ref().filter(|_| self.check_jumps());
        let after = state.cloned().map(|mut s| {
            let left = s.stack.len().saturating_sub(3);
            s.stack.truncate(left);
            s
        });
        self.element_check(Op::Write, array, after.as_ref())?;
        self.out.plain(&[op::POP2]);
        Ok(())
    }

    /// Whether the check of the element at hand has jumps, so that it has to be known what its instruction leaves on the stack.
    fn check_jumps(&self) -> bool {
        !self.cx.request.placement.gathers() || self.has_run()
    }

    /// With array and index on top of the stack: checks that element, leaving both.
    fn element_check(
        &mut self,
        op: Op,
        array: Option<Value>,
        after: Option<&State>,
    ) -> Result<Option<Cache>, Skip> {
        let source = array.map_or(Source::Unknown, |a| a.source);
        let field = match source {
            Source::Field(index) => self.field_by_index(index).map(|(name, ..)| name.into()),
            _ => None,
        };
        let site = self.site(op, Target::Element { field }, array)?;
        let inline = self.cx.level == Level::Inline;
        let done = self.out.new_label();
        self.count_access()?;
        if self.cx.request.trace_accesses {
            self.out.plain(&[op::DUP2]);
            self.load_thread();
            self.out.int(site)?;
            self.out.call(names::TRACE, "element", ACCESS_DESC)?;
            self.trace_unshared()?;
        }
        let above = array.map(|a| [a.ty, VType::Int]);
        let above = above.as_ref().map_or(&[][..], |types| types);
        if self.note_run(site, after, above)? {
            return Ok(None);
        }
        if !self.is_redundant() {
            self.count_check()?;
        }
        if self.cx.request.placement.gathers() {
            if !self.is_redundant() {
                self.note_in_footprint(op, source, site)?;
            }
            return Ok(None);
        }
        let cache = inline.then(|| self.cache(source));
        if self.is_redundant() {
            return Ok(cache);
        }
        let check = match op {
            Op::Read => "arrayRead",
            Op::Write => "arrayWrite",
        };
        if let Some(cache) = cache {
            self.out.plain(&[op::DUP2]);
            self.out.push(Insn::Local(op::ALOAD, cache.shadow));
            self.load_thread();
            let known = match op {
                Op::Read => "readEpoch",
                Op::Write => "writeEpoch",
            };
            self.out.call(names::ARRAY_SHADOW, known, EPOCH_DESC)?;
            self.push_epoch()?;
            self.out.plain(&[op::LCMP]);
            self.out.jump(op::IFEQ, done);
        }
        self.out.plain(&[op::DUP2]);
        self.load_thread();
        self.out.int(site)?;
        match cache {
            Some(cache) => self.out.push(Insn::Local(op::ALOAD, cache.shadow)),
            None => self.out.plain(&[op::ACONST_NULL]),
        }
        self.out.call(names::CHECKS, check, ELEMENT_DESC)?;
        let Some(cache) = cache else {
            self.out.plain(&[op::POP]);
            return Ok(None);
        };
        self.store_shadow(source, cache)?;
        self.out.target(done, after, above);
        Ok(Some(cache))
    }

    /// With array and index on top of the stack, which stay: the access is checked with others, before the thread
    /// synchronizes.
    fn note_in_footprint(&mut self, op: Op, source: Source, site: u32) -> Result<(), Skip> {
        let kept = self.footprint(source);
        let group = self.groups.get(&self.at).map(|it| (it.below, it.elements));
        self.out.plain(&[op::DUP2]);
        if let Some((below, elements)) = group {
            self.lowest_of_group(below)?;
            self.out.long(elements)?;
        }
        self.load_thread();
        self.out.int(site)?;
        self.out.push(match kept {
            Some(local) => Insn::Local(op::ALOAD, local),
            None => Insn::Plain(op::ACONST_NULL),
        });
        let (note, descriptor) = match (op, group) {
            (Op::Read, None) => ("read", FOOTPRINT_DESC),
            (Op::Write, None) => ("write", FOOTPRINT_DESC),
            (Op::Read, Some(_)) => ("readSeveral", SEVERAL_DESC),
            (Op::Write, Some(_)) => ("writeSeveral", SEVERAL_DESC),
        };
        self.out.call(names::FOOTPRINT, note, descriptor)?;
        self.out.push(match kept {
            Some(local) => Insn::Local(op::ASTORE, local),
            None => Insn::Plain(op::POP),
        });
        Ok(())
    }

    /// With the index of a group's first element on top of the stack: makes it that of the lowest, which may be negative.
    fn lowest_of_group(&mut self, below: u32) -> Result<(), Skip> {
        if below > 0 {
            self.out.int(below)?;
            self.out.plain(&[op::ISUB]);
        }
        Ok(())
    }

    /// The local with the footprint that accesses from `source` go into. A loop may well go through several rows by turns, each in
    /// an access of its own.
    fn footprint(&mut self, source: Source) -> Option<u16> {
        let key = match source {
            Source::Local(_) | Source::Field(_) => (source, 0),
            Source::Element | Source::Unknown => (source, self.at),
        };
        if self.cx.level == Level::Inline
            && self.footprints.len() < MAX_CACHES
            && !self.footprints.contains_key(&key)
        {
            let footprint_type = VType::Object(self.cx.types.id(names::FOOTPRINT.as_bytes()));
            let local = self.out.keep_local(footprint_type);
            self.footprints.insert(key, local);
        }
        self.footprints.get(&key).copied()
    }

    /// Keeps the shadow on top of the stack in its cache, and in the field the array came from.
    fn store_shadow(&mut self, source: Source, cache: Cache) -> Result<(), Skip> {
        if let Source::Field(index) = source
            && let Some((name, descriptor, is_static)) = self.field_by_index(index)
        {
            let class = self.cx.view.name.clone();
            let shadow = Shadow::Array.name(&name, &descriptor);
            self.out.plain(&[op::DUP]);
            match cache.holder {
                Some(holder) => {
                    self.out.push(Insn::Local(op::ALOAD, holder));
                    self.out.plain(&[op::SWAP]);
                    self.out
                        .get_field(op::PUTFIELD, &class, &shadow, names::ARRAY_SHADOW_DESC)?;
                }
                None if is_static => {
                    self.out
                        .get_field(op::PUTSTATIC, &class, &shadow, names::ARRAY_SHADOW_DESC)?;
                }
                None => self.out.plain(&[op::POP]),
            }
        }
        self.out.push(Insn::Local(op::ASTORE, cache.shadow));
        Ok(())
    }

    fn field_by_index(&self, index: u16) -> Option<(String, String, bool)> {
        let mut fields = self.cx.view.fields.iter();
        fields
            .find(|(_, f)| f.index == index)
            .map(|((n, d), f)| (n.clone(), d.clone(), f.is_static))
    }
}
