//! Why the checks of a method stand where they stand, for people.

use classfile::{ClassFile, Code, Frame, Insn, MemberRef, TypeTable, op};
use ir::{Body, Definition};
use placement::{Precision, Way};
use rustc_hash::{FxHashMap, FxHashSet};
use world::models::Models;

use crate::Skip;
use crate::bulk::BulkIndex;
use crate::calls::CallIndex;
use crate::class::{ClassView, FieldKind, Lifted, Placement, Request, decode, view_of};
use crate::constructor;
use crate::containers::ContainerIndex;
use crate::kind::HookKinds;
use crate::method::{Level, MethodContext, MethodNames, is_huge};
use crate::quiet::Reasons;
use crate::settled::Writers;
use crate::site::{Op, Site, Sites};
use crate::suppressed;

/// A method, and each of its accesses in the order of the code.
pub struct ExplainedMethod {
    pub name: String,
    pub descriptor: String,
    /// The first and the last line that the code names.
    pub lines: Option<(u16, u16)>,
    pub accesses: Vec<ExplainedAccess>,
}

pub struct ExplainedAccess {
    pub line: Option<u16>,
    pub op: Op,
    /// The field, as the code names it; `None` for an element of an array.
    pub field: Option<String>,
    pub check: Check,
}

/// What becomes of an access's check. Lines are those of the access that has it in its stead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Check {
    Own,
    Redundant(Option<u16>),
    Anticipated(Option<u16>),
    /// Checked, with elements of the same array that the line accesses next.
    First,
    /// The check of an element that the line accesses before covers it.
    Grouped,
    Walk,
    Scattered,
    Unshared,
    Fresh,
    Final,
    Volatile,
    Exempt,
    /// A read of a field that only constructors write: checked, but not remembered.
    Settled,
    /// The field may be another class's: what it is shows when it is linked.
    Foreign,
}

/// Explains the methods of this name with `--checks bigfoot`.
pub fn explain(
    bytes: &[u8],
    method: &str,
    writers: &dyn Writers,
) -> Result<Vec<ExplainedMethod>, Skip> {
    let models = Models::builtin();
    let request = Request {
        check_accesses: true,
        placement: Placement::BigFoot,
        precision: Precision::default(),
        writers,
        count_accesses: false,
        trace_accesses: false,
        redefined: None,
        is_jdk_class: &|name| name.starts_with("java/"),
        has_hooks: false,
        without: HookKinds::default(),
        calls: &CallIndex::new(models, NO_JDK),
        containers: &ContainerIndex::new(models, NO_JDK),
        bulks: &BulkIndex::new(models, NO_JDK),
    };
    let class = ClassFile::read(bytes)?;
    let mut types = TypeTable::default();
    let methods = class.methods.iter();
    let decoded = methods.map(|it| decode(&class, it, &mut types).ok().flatten());
    let decoded = decoded.collect();
    let mut view = view_of(&class, decoded, &request, &mut types)?;
    view.analyse(&class, &request, &mut types);
    let mut explained = Vec::new();
    for number in 0..class.methods.len() {
        if class.pool.utf8(class.methods[number].name) != Some(method) {
            continue;
        }
        let mut cx = MethodContext {
            view: &mut view,
            request: &request,
            types: &mut types,
            sites: &mut NoSites,
            level: Level::Inline,
        };
        explained.extend(explain_one(&class, number, &mut cx)?);
    }
    Ok(explained)
}

/// Calls are not looked at, so no release of the JDK has a say.
const NO_JDK: u16 = 0;

struct NoSites;

impl Sites for NoSites {
    fn number(&mut self, _: Site) -> Option<u32> {
        None
    }
}

fn explain_one(
    class: &ClassFile<'_>,
    number: usize,
    cx: &mut MethodContext<'_>,
) -> Result<Option<ExplainedMethod>, Skip> {
    let method = &class.methods[number];
    let Some(lifted) = cx.view.take_lifted(class, number, cx.types)? else {
        return Ok(None);
    };
    let Lifted { code, entry, body } = &lifted;
    let names = MethodNames::of(class, number, code)?;
    if is_huge(code) {
        cx.level = Level::OutOfLine;
    }
    let reasons = Reasons::of(class, &lifted, &names, cx).unwrap_or_default();
    let body = body.as_ref();
    let locations = body.zip(cx.view.quiet.as_ref());
    let locations = locations.map(|(body, known)| known.locations(class, cx.view, body, code));
    let explanation = Explanation {
        class,
        code,
        view: cx.view,
        writers: cx.request.writers,
        reasons,
        locations: locations.unwrap_or_default(),
        of_this: body.map(|body| of_this(body, code)).unwrap_or_default(),
        is_exempt: suppressed::is_method_exempt(class, method),
        fresh: fresh(class, code, entry, &names, cx.types),
        lines: code.line_of_each(),
    };
    let accesses = (0..code.insns.len()).filter_map(|at| explanation.access(at));
    let named = || code.lines.iter().map(|&(_, line)| line);
    Ok(Some(ExplainedMethod {
        accesses: accesses.collect(),
        lines: named().min().zip(named().max()),
        name: names.name.to_string(),
        descriptor: names.descriptor.to_string(),
    }))
}

/// Of a constructor, the first instruction by which others may know its object.
fn fresh(
    class: &ClassFile<'_>,
    code: &Code,
    entry: &Frame,
    names: &MethodNames,
    types: &mut TypeTable,
) -> usize {
    match &*names.name {
        "<init>" => constructor::leak(class, code, entry, types).map_or(0, |leak| leak.possible),
        _ => 0,
    }
}

fn of_this(body: &Body, code: &Code) -> FxHashSet<usize> {
    let is_this = |at: &usize| {
        let first = body.operands(*at).first();
        first.is_some_and(|&v| body.value(v).definition == Definition::Parameter(0))
    };
    (0..code.insns.len()).filter(is_this).collect()
}

struct Explanation<'e, 'a> {
    class: &'e ClassFile<'a>,
    code: &'e Code,
    view: &'e ClassView,
    writers: &'e dyn Writers,
    is_exempt: bool,
    fresh: usize,
    lines: Vec<Option<u16>>,
    reasons: Reasons,
    locations: FxHashMap<usize, usize>,
    /// The instructions whose first operand is the first parameter.
    of_this: FxHashSet<usize>,
}

impl Explanation<'_, '_> {
    fn access(&self, at: usize) -> Option<ExplainedAccess> {
        let (op, field) = match self.code.insns[at] {
            Insn::Plain(op::IALOAD..=op::SALOAD) => (Op::Read, None),
            Insn::Plain(op::IASTORE..=op::SASTORE) => (Op::Write, None),
            Insn::Field(op::GETFIELD | op::GETSTATIC, index) => (Op::Read, Some(index)),
            Insn::Field(_, index) => (Op::Write, Some(index)),
            _ => return None,
        };
        let member = field.and_then(|index| self.class.pool.member_ref(index));
        Some(ExplainedAccess {
            line: self.lines[at],
            op,
            field: member.map(|m| m.name.to_owned()),
            check: match member {
                Some(member) => self.field_check(at, op, member),
                None => self.check(at),
            },
        })
    }

    fn field_check(&self, at: usize, op: Op, member: MemberRef<'_>) -> Check {
        let key = (member.name.to_owned(), member.descriptor.to_owned());
        let own = self.view.fields.get(&key);
        match own.filter(|_| member.class == &*self.view.name) {
            None => match self.check(at) {
                Check::Own if op == Op::Read && self.writers.expects_settled(member) => {
                    Check::Settled
                }
                Check::Own => Check::Foreign,
                check => check,
            },
            Some(own) => match own.kind {
                FieldKind::Final => Check::Final,
                FieldKind::Volatile => Check::Volatile,
                FieldKind::Unchecked => Check::Exempt,
                FieldKind::Plain | FieldKind::LeakedFinal
                    if at < self.fresh && !own.is_static && self.of_this.contains(&at) =>
                {
                    Check::Fresh
                }
                FieldKind::Plain | FieldKind::LeakedFinal => match self.check(at) {
                    Check::Own if own.is_settled && op == Op::Read => Check::Settled,
                    check => check,
                },
            },
        }
    }

    fn check(&self, at: usize) -> Check {
        let reasons = &self.reasons;
        let mut runs = reasons.runs.iter().flat_map(|of| &of.runs);
        if self.is_exempt {
            Check::Exempt
        } else if reasons.unshared.contains(&at) {
            Check::Unshared
        } else if reasons.redundant.contains(&at) {
            let before = (0..at).rev().find(|&other| self.is_same(at, other));
            Check::Redundant(before.and_then(|before| self.lines[before]))
        } else if reasons.anticipated.contains(&at) {
            let after = (at + 1..self.code.insns.len()).find(|&other| self.is_same(at, other));
            Check::Anticipated(after.and_then(|after| self.lines[after]))
        } else if reasons.groups.iter().any(|it| it.first() == at) {
            Check::First
        } else if reasons.groups.iter().any(|it| it.others().contains(&at)) {
            Check::Grouped
        } else {
            match runs.find(|run| run.access == at).map(|run| run.way) {
                Some(Way::Along { .. } | Way::At(_)) => Check::Walk,
                Some(Way::Anywhere) => Check::Scattered,
                None => Check::Own,
            }
        }
    }

    /// Whether another access is to the same location, and has a check of its own.
    fn is_same(&self, at: usize, other: usize) -> bool {
        let reasons = &self.reasons;
        let is_checked =
            !reasons.redundant.contains(&other) && !reasons.anticipated.contains(&other);
        let location = |at| self.locations.get(&at);
        is_checked && location(at).is_some() && location(at) == location(other)
    }
}
