//! Rewriting an application class.

use std::rc::Rc;
use std::sync::Arc;

use classfile::{Attribute, ClassFile, Code, Frame, Insn, Member, TypeTable, access};
use ir::Body;
use placement::Precision;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Skip;
use crate::bulk::BulkIndex;
use crate::callees::unshared;
use crate::calls::CallIndex;
use crate::constructor;
use crate::containers::ContainerIndex;
use crate::kind::HookKinds;
use crate::method::{Level, MethodContext, rewrite_method};
use crate::named::NamedField;
use crate::names::{self, Shadow};
use crate::probes;
use crate::quiet::QuietMethods;
use crate::refusal;
use crate::settled::{FieldKey, Writers, Writes, is_nest_of_one};
use crate::site::{Site, Sites};
use crate::suppressed;

/// What the rewriter has to know beside the class's bytes.
pub struct Request<'r> {
    /// Whether accesses are checked; if not, the class still gets shadows and synchronization hooks.
    pub check_accesses: bool,
    pub placement: Placement,
    pub precision: Precision,
    /// Whether every checked access also counts itself.
    pub count_accesses: bool,
    /// Whether every checked access is also written to a trace.
    pub trace_accesses: bool,
    /// For a class that is being redefined: the names of the fields that redflag gave it when it
    /// was loaded. Fields cannot be added later.
    pub redefined: Option<&'r FxHashSet<String>>,
    pub is_jdk_class: &'r dyn Fn(&str) -> bool,
    /// What other classes write.
    pub writers: &'r dyn Writers,
    /// Whether models of the user's put hooks into the class.
    pub has_hooks: bool,
    /// For tests: what is left out.
    pub without: HookKinds,
    pub calls: &'r CallIndex<'r>,
    pub containers: &'r ContainerIndex<'r>,
    pub bulks: &'r BulkIndex<'r>,
}

/// Where checks stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Placement {
    /// Beside every access.
    All,
    /// Not where the thread has checked the same location since its last release.
    RedCard,
    /// Beside every access, but those to arrays are gathered and checked together.
    SlimState,
    /// As both of these.
    SlimCard,
    /// Also behind a loop for all that it accesses along an array.
    BigFoot,
}

impl Placement {
    /// Whether what would tell nothing new is left out.
    pub fn skips_redundant(self) -> bool {
        matches!(
            self,
            Placement::RedCard | Placement::SlimCard | Placement::BigFoot
        )
    }

    /// Whether accesses to arrays are gathered at run time.
    pub fn gathers(self) -> bool {
        matches!(
            self,
            Placement::SlimState | Placement::SlimCard | Placement::BigFoot
        )
    }

    /// Whether a check may stand behind its access, for others too.
    pub fn defers(self) -> bool {
        self == Placement::BigFoot
    }
}

pub struct Rewritten {
    pub bytes: Vec<u8>,
    /// Methods with code.
    pub methods: u32,
    /// Places in the code that got a check.
    pub checked_sites: u32,
    /// Methods whose accesses are not checked, and why.
    pub skipped: Vec<(String, Skip)>,
    /// Fields and methods that an annotation exempts from checking.
    pub exempt_fields: u32,
    pub exempt_methods: u32,
    /// Fields whose reads are not remembered.
    pub settled_fields: u32,
}

/// A field of the class, as far as checks are concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    Plain,
    /// A final field written while other threads may already see the object.
    LeakedFinal,
    Final,
    Volatile,
    /// Exempt from checking by an annotation.
    Unchecked,
}

#[derive(Debug, Clone, Copy)]
pub struct OwnField {
    pub index: u16,
    pub kind: FieldKind,
    pub is_static: bool,
    /// Whether the shadow of the array in it is kept beside it.
    pub keeps_shadow: bool,
    /// Whether it is a plain one that only constructors write; see [`crate::settled`].
    pub is_settled: bool,
}

/// What the methods of a class have to know of it.
pub struct ClassView {
    pub name: Arc<str>,
    pub file: Option<Arc<str>>,
    pub fields: FxHashMap<(String, String), OwnField>,
    pub is_interface: bool,
    /// Whether instances must lie in memory as they would without redflag; see [`keeps_layout`].
    pub keeps_layout: bool,
    /// Whether using the class means that an initializer has ended: its own, or one that the
    /// program's classes above it may have.
    pub follows_initializer: bool,
    /// Whether the class has a finalizer of its own.
    pub is_finalizable: bool,
    /// Whether the superclass is the JDK's.
    pub super_is_foreign: bool,
    /// Whether new jump targets need frames.
    pub framed: bool,
    pub precision: Precision,
    /// For each method its code, until it is rewritten; none for those without, and those whose code cannot be read.
    pub lifted: Vec<Option<Lifted>>,
    /// Known if checks are to be placed sparingly.
    pub quiet: Option<QuietMethods>,
    /// For each method the accesses to what only one thread can know; empty if nothing was asked.
    pub unshared: Vec<FxHashSet<usize>>,
    /// The fields that instructions name, by their constants.
    pub named: FxHashMap<u16, Rc<NamedField>>,
    /// Names of link fields: all that were asked for, or only those that a redefined class has.
    pub links: Links,
}

/// The static fields that tell how references to foreign fields are linked.
pub enum Links {
    Open(FxHashSet<String>),
    Closed(FxHashSet<String>),
    /// Interfaces take no fields of ours.
    None,
}

impl ClassView {
    /// What checks that are placed sparingly have to know.
    pub fn analyse(&mut self, class: &ClassFile<'_>, request: &Request<'_>, types: &mut TypeTable) {
        for lifted in self.lifted.iter_mut().flatten() {
            lifted.body = Body::lift(&lifted.code, &lifted.entry, class, types).ok();
        }
        self.quiet = Some(QuietMethods::of(class, self, request));
        if request.placement.defers() {
            self.unshared = unshared(class, &self.lifted);
        }
    }

    /// A method's code, which is not asked for again; `None` if it has none.
    pub fn take_lifted(
        &mut self,
        class: &ClassFile<'_>,
        method: usize,
        types: &mut TypeTable,
    ) -> Result<Option<Lifted>, Skip> {
        if let Some(lifted) = self.lifted.get_mut(method).and_then(Option::take) {
            return Ok(Some(lifted));
        }
        decode(class, &class.methods[method], types)
    }

    fn exempt_fields(&self) -> u32 {
        let unchecked = |f: &&OwnField| f.kind == FieldKind::Unchecked;
        self.fields.values().filter(unchecked).count() as u32
    }
}

impl Links {
    /// The link field of this name, if the class may have it.
    pub fn ask(&mut self, name: String) -> Option<String> {
        match self {
            Links::Open(names) => {
                names.insert(name.clone());
                Some(name)
            }
            Links::Closed(names) => names.contains(&name).then_some(name),
            Links::None => None,
        }
    }
}

/// The oldest version whose `ldc` can load a class.
const CLASS_CONSTANTS: u16 = 49;
/// The oldest version whose code is verified with frames.
const FRAMES: u16 = 50;

/// Rewrites an application class.
pub fn rewrite(
    bytes: &[u8],
    request: &Request<'_>,
    sites: &mut dyn Sites,
) -> Result<Rewritten, Skip> {
    let mut class = ClassFile::read(bytes)?;
    let mut types = TypeTable::default();
    let decoded = refusal::check(&class, &mut types)?;
    class.major = class.major.max(CLASS_CONSTANTS);
    if class.major == FRAMES && lacks_frames(&class) {
        // The JVM falls back to inferring types for such a class; with this version it does so at once.
        class.major = CLASS_CONSTANTS;
    }
    let mut view = view_of(&class, decoded, request, &mut types)?;
    let mut result = Rewritten {
        bytes: Vec::new(),
        methods: 0,
        checked_sites: 0,
        skipped: Vec::new(),
        exempt_fields: view.exempt_fields(),
        exempt_methods: 0,
        settled_fields: view.fields.values().filter(|f| f.is_settled).count() as u32,
    };
    if request.placement.skips_redundant() {
        view.analyse(&class, request, &mut types);
    }
    let mut sites = Noted {
        sites,
        numbers: FxHashSet::default(),
    };
    for i in 0..class.methods.len() {
        let method = &class.methods[i];
        let is_probe = class
            .pool
            .utf8(method.name)
            .is_some_and(probes::is_probe_method);
        if is_probe || code_of(&class, method).is_none() {
            continue;
        }
        result.methods += 1;
        rewrite_one(
            &mut class,
            i,
            &mut view,
            request,
            &mut types,
            &mut sites,
            &mut result,
        )?;
    }
    inject_fields(&mut class, &view)?;
    result.bytes = class.write();
    Ok(result)
}

/// Hands out numbers and remembers which. A method that is tried again gets the same ones.
struct Noted<'s> {
    sites: &'s mut dyn Sites,
    /// Of the method at hand.
    numbers: FxHashSet<u32>,
}

impl Sites for Noted<'_> {
    fn number(&mut self, site: Site) -> Option<u32> {
        let number = self.sites.number(site)?;
        self.numbers.insert(number);
        Some(number)
    }
}

/// Whether some method has jumps but no frames: version 50 allowed that.
fn lacks_frames(class: &ClassFile<'_>) -> bool {
    let mut types = TypeTable::default();
    class.methods.iter().any(|m| {
        let code = decode(class, m, &mut types).ok().flatten();
        code.is_some_and(|it| it.code.frames.is_none() && has_jumps(&it.code))
    })
}

/// Rewrites a method as far as that goes.
fn rewrite_one(
    class: &mut ClassFile<'_>,
    index: usize,
    view: &mut ClassView,
    request: &Request<'_>,
    types: &mut TypeTable,
    sites: &mut Noted<'_>,
    result: &mut Rewritten,
) -> Result<(), Skip> {
    sites.numbers.clear();
    let exempt = suppressed::is_method_exempt(class, &class.methods[index]);
    result.exempt_methods += u32::from(exempt);
    let check_accesses = request.check_accesses && !exempt;
    let reason = match view.take_lifted(class, index, types) {
        Ok(None) => None,
        Ok(Some(lifted)) => {
            let mut cx = MethodContext {
                view,
                request,
                types,
                sites,
                level: Level::Synchronization,
            };
            try_levels(class, index, &lifted, check_accesses, &mut cx)
        }
        Err(skip) => Some(skip),
    };
    if let Some(skip) = reason {
        let m = &class.methods[index];
        let name = class.pool.utf8(m.name).unwrap_or("?");
        let descriptor = class.pool.utf8(m.descriptor).unwrap_or("?");
        result.skipped.push((format!("{name}{descriptor}"), skip));
    } else if request.check_accesses {
        result.checked_sites += sites.numbers.len() as u32;
    }
    Ok(())
}

/// Tries the levels of checking from full to none until one fits; tells why it is none, if that was not asked for.
fn try_levels(
    class: &mut ClassFile<'_>,
    index: usize,
    lifted: &Lifted,
    check_accesses: bool,
    cx: &mut MethodContext<'_>,
) -> Option<Skip> {
    let levels: &[Level] = if check_accesses {
        &[Level::Inline, Level::OutOfLine, Level::Synchronization]
    } else {
        &[Level::Synchronization]
    };
    let mut reason = None;
    for &level in levels {
        cx.level = level;
        match rewrite_method(class, index, lifted, cx) {
            Ok(None) => break,
            Ok(Some(info)) => {
                set_code(class, index, info);
                if level != Level::Synchronization || !check_accesses {
                    reason = None;
                }
                break;
            }
            Err(skip) => reason = Some(skip),
        }
    }
    reason
}

pub fn code_of<'s>(class: &'s ClassFile<'_>, method: &'s Member<'_>) -> Option<&'s [u8]> {
    class.find(&method.attributes, "Code")
}

/// Whether control reaches some instruction other than from the one before.
pub fn has_jumps(code: &Code) -> bool {
    !code.handlers.is_empty()
        || code
            .insns
            .iter()
            .any(|i| matches!(i, Insn::Jump(..) | Insn::Switch(_)))
}

/// Gives a method that has code other code.
pub fn set_code(class: &mut ClassFile<'_>, method: usize, info: Vec<u8>) {
    let mut attributes = class.methods[method].attributes.iter_mut();
    if let Some(code) = attributes.find(|a| class.pool.utf8_bytes(a.name) == Some(b"Code")) {
        code.info = info.into();
    }
}

/// Decodes the code of a method; `None` if it has none.
pub fn decode(
    class: &ClassFile<'_>,
    method: &Member<'_>,
    types: &mut TypeTable,
) -> Result<Option<Lifted>, Skip> {
    let Some(info) = code_of(class, method) else {
        return Ok(None);
    };
    let entry = Frame::at_entry(
        types,
        class.name().ok_or(Skip::BadName)?,
        class.pool.utf8(method.name).ok_or(Skip::BadName)?,
        class.pool.utf8(method.descriptor).ok_or(Skip::BadName)?,
        method.is(access::STATIC),
    )
    .ok_or(Skip::BadName)?;
    let code = Code::decode(info, &class.pool, types, &entry)?;
    Ok(Some(Lifted {
        code,
        entry,
        body: None,
    }))
}

/// A method's code, and what was made of it.
pub struct Lifted {
    pub code: Code,
    /// At the method's start.
    pub entry: Frame,
    /// `None` if it was not asked for, or cannot be had.
    pub body: Option<Body>,
}

/// `decoded` is the code of each method.
pub fn view_of(
    class: &ClassFile<'_>,
    decoded: Vec<Option<Lifted>>,
    request: &Request<'_>,
    types: &mut TypeTable,
) -> Result<ClassView, Skip> {
    let leaked = constructor::finals_written_after_leak(class, &decoded, types);
    // A redefined class keeps the shadows it has, whatever its constructors do now.
    let is_leaked_final = |name: &str, descriptor: &str| match request.redefined {
        Some(has) => has.contains(&Shadow::WriteEpoch.name(name, descriptor)),
        None => leaked.contains(name),
    };
    let keeps_layout = keeps_layout(class);
    let class_exempt = suppressed::is_class_exempt(class);
    let is_exempt = |field: &Member<'_>, name: &str, descriptor: &str| match request.redefined {
        Some(has) => has.contains(&Shadow::Unchecked.name(name, descriptor)),
        None => {
            (!field.is(access::FINAL) || leaked.contains(name))
                && (class_exempt || suppressed::is_field_exempt(class, field))
        }
    };
    let settled = settled_fields(class, request, types);
    let mut fields = FxHashMap::default();
    for (i, field) in class.fields.iter().enumerate() {
        let (Some(name), Some(descriptor)) = (
            class.pool.utf8(field.name),
            class.pool.utf8(field.descriptor),
        ) else {
            continue;
        };
        let is_static = field.is(access::STATIC);
        let keeps_layout = keeps_layout && !is_static;
        if probes::is_probe_field(name) || keeps_layout && !field.is(access::FINAL) {
            continue;
        }
        let kind = if field.is(access::VOLATILE) {
            FieldKind::Volatile
        } else if is_exempt(field, name, descriptor) {
            FieldKind::Unchecked
        } else if !field.is(access::FINAL) {
            FieldKind::Plain
        } else if is_leaked_final(name, descriptor) && !keeps_layout {
            FieldKind::LeakedFinal
        } else {
            FieldKind::Final
        };
        let key = (name.to_owned(), descriptor.to_owned());
        let is_settled = kind == FieldKind::Plain && !is_static && settled.contains(&key);
        fields.insert(
            key,
            OwnField {
                index: i as u16,
                kind,
                is_static,
                is_settled,
                // Interfaces take no fields of ours.
                keeps_shadow: descriptor.starts_with('[')
                    && !request.placement.gathers()
                    && !class.is(access::INTERFACE)
                    && !keeps_layout
                    && kind != FieldKind::Unchecked,
            },
        );
    }
    let is_interface = class.is(access::INTERFACE);
    Ok(ClassView {
        name: class.name().ok_or(Skip::BadName)?.into(),
        file: class.source_file().map(Into::into),
        fields,
        is_interface,
        keeps_layout,
        follows_initializer: has_method(class, "<clinit>", "()V")
            || std::iter::once(class.super_class)
                .chain(class.interfaces.iter().copied())
                .filter_map(|index| class.pool.class_name(index))
                .any(|above| !(request.is_jdk_class)(above)),
        super_is_foreign: class.super_name().is_none_or(|s| (request.is_jdk_class)(s)),
        is_finalizable: has_method(class, "finalize", "()V"),
        framed: class.major >= FRAMES,
        precision: request.precision,
        lifted: decoded,
        quiet: None,
        unshared: Vec::new(),
        named: FxHashMap::default(),
        links: match request.redefined {
            _ if is_interface => Links::None,
            Some(names) => Links::Closed(names.clone()),
            None => Links::Open(FxHashSet::default()),
        },
    })
}

/// The settled fields of a class.
fn settled_fields(
    class: &ClassFile<'_>,
    request: &Request<'_>,
    types: &mut TypeTable,
) -> FxHashSet<FieldKey> {
    let mut settled = FxHashSet::default();
    if !request.placement.skips_redundant() {
        return settled;
    }
    let writes = match request.redefined {
        None => Writes::of(class, types),
        Some(_) => None,
    };
    let is_alone = is_nest_of_one(class);
    for field in &class.fields {
        let names = (
            class.pool.utf8(field.name),
            class.pool.utf8(field.descriptor),
        );
        let (Some(name), Some(descriptor)) = names else {
            continue;
        };
        let key = (name.to_owned(), descriptor.to_owned());
        let is_settled = match request.redefined {
            // A redefined class keeps the shadows it has, whatever it does now.
            Some(has) => {
                let has = |shadow: Shadow| has.contains(&shadow.name(name, descriptor));
                has(Shadow::WriteEpoch) && !has(Shadow::ReadEpoch)
            }
            None => {
                let by_itself = |it: &Writes| it.settled.contains(&key);
                let is_own = field.is(access::PRIVATE) && is_alone;
                writes.as_ref().is_some_and(by_itself)
                    && (is_own || !request.writers.others_write(name, descriptor))
            }
        };
        if is_settled {
            settled.insert(key);
        }
    }
    settled
}

/// Whether the class stands for one of the JDK's: programs that use `Unsafe` to open what is closed to them copy
/// `AccessibleObject`, ask the copy where its field `override` lies, and write to that place of the JDK's objects. A
/// field of ours in the copy would have them write elsewhere. Such a copy has that field, or no constructor at all.
/// Its fields are then checked as foreign ones are, with shadows beside the object.
fn keeps_layout(class: &ClassFile<'_>) -> bool {
    let is = |index, text| class.pool.utf8(index) == Some(text);
    let has_constructor = class.methods.iter().any(|m| is(m.name, "<init>"));
    let has_override = class
        .fields
        .iter()
        .any(|f| is(f.name, "override") && is(f.descriptor, "Z") && !f.is(access::STATIC));
    !has_constructor || has_override && class.super_name() == Some("java/lang/Object")
}

fn has_method(class: &ClassFile<'_>, name: &str, descriptor: &str) -> bool {
    class.methods.iter().any(|m| {
        class.pool.utf8(m.name) == Some(name) && class.pool.utf8(m.descriptor) == Some(descriptor)
    })
}

/// Adds the shadows of the class's own fields, its header, and the links to foreign fields.
fn inject_fields(class: &mut ClassFile<'_>, view: &ClassView) -> Result<(), Skip> {
    if view.is_interface {
        return Ok(());
    }
    if view.super_is_foreign && !view.keeps_layout {
        add_field(class, names::HEADER_FIELD, names::HEADER_DESC, 0)?;
        add_field(class, names::FROZEN_FIELD, names::STAMP_DESC, 0)?;
    }
    let mut own: Vec<_> = view.fields.iter().collect();
    own.sort_by_key(|(_, f)| f.index);
    for ((name, descriptor), field) in own {
        let flags = if field.is_static { access::STATIC } else { 0 };
        let shadows: &[Shadow] = match field.kind {
            FieldKind::Plain if field.is_settled => &Shadow::SETTLED,
            FieldKind::Plain | FieldKind::LeakedFinal => &Shadow::PLAIN,
            FieldKind::Volatile => &[Shadow::Clock],
            FieldKind::Final => &[],
            FieldKind::Unchecked => &[Shadow::Unchecked],
        };
        for shadow in shadows {
            add_field(
                class,
                &shadow.name(name, descriptor),
                shadow.descriptor(),
                flags,
            )?;
        }
        if field.keeps_shadow {
            let array = Shadow::Array;
            add_field(
                class,
                &array.name(name, descriptor),
                array.descriptor(),
                flags,
            )?;
        }
    }
    let mut links: Vec<_> = match &view.links {
        Links::Open(names) | Links::Closed(names) => {
            names.iter().filter(|n| names::is_link_field(n)).collect()
        }
        Links::None => Vec::new(),
    };
    links.sort();
    for link in links {
        add_field(class, link, "I", access::STATIC)?;
    }
    Ok(())
}

pub fn add_field(
    class: &mut ClassFile<'_>,
    name: &str,
    descriptor: &str,
    flags: u16,
) -> Result<(), Skip> {
    if class.fields.len() == usize::from(u16::MAX) {
        return Err(Skip::Fields);
    }
    let name = class.pool.intern_utf8(name)?;
    let descriptor = class.pool.intern_utf8(descriptor)?;
    class.fields.push(Member {
        access: access::PUBLIC | access::TRANSIENT | access::SYNTHETIC | flags,
        name,
        descriptor,
        attributes: Vec::<Attribute<'_>>::new(),
    });
    Ok(())
}
