//! What calls of library methods read and write: containers, and ranges of arrays.
//!
//! Like `parse`, this file is part of `build.rs` too.

use super::parse::{Misfit, class_name, jdk_range, method_name, one_or_many};
use super::rule::Text;
use serde::Deserialize;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use toml::Spanned;

/// A library class whose objects two threads must not use at once without order. To the program's
/// calls such an object is one location.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Container {
    pub class: Text,
    pub jdk: RangeInclusive<u16>,
    /// Whether it is one for `redflag check` alone: a run looks inside, or does not get to see it.
    pub only_check: bool,
    /// For a view, an iterator or a wrapper: the field that leads to what is read and written.
    pub of: Option<Text>,
    /// The field with the array of a list's elements.
    pub elements: Option<Text>,
    /// For a wrapper: the field with the object whose monitor it enters.
    pub lock: Option<Text>,
    /// The library types above the class, through which it may be called.
    pub through: Cow<'static, [Text]>,
    /// What each method does, by name; all overloads do the same.
    pub methods: Cow<'static, [(Text, Effect)]>,
}

/// What a call does to the container.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    Neither,
    Read,
    Write,
    /// A write while that boolean field is true, else a read.
    WriteIf(Text),
    WriteUnless(Text),
    /// Reads the container, and reads or writes its element at the index that is the first argument.
    ReadElement,
    WriteElement,
    /// In the monitor of the wrapper's lock, what the method of that name does to what is wrapped.
    Locked,
}

/// Ranges of arrays that a call of one method reads and writes before it returns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bulk {
    pub class: Text,
    /// The first class of those that the file lists together with it.
    pub first: Text,
    pub method: Text,
    pub descriptor: Text,
    pub jdk: RangeInclusive<u16>,
    pub reads: Cow<'static, [Range]>,
    pub writes: Cow<'static, [Range]>,
}

/// Elements of an array; what lies outside the array is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    pub array: Operand,
    pub from: Option<Operand>,
    pub but_first: bool,
    pub end: End,
    pub limit: Limit,
    /// There are no elements if this is the same array.
    pub unless: Option<Operand>,
}

/// How many of the elements count, from the first on. Only for ends that are `OfArray` (then there is no `from`) or `To`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    All,
    First,
    /// All if the result, a boolean, is true; else none.
    IfTrue,
    /// All if the result is zero; else none.
    IfZero,
    /// As many as the result says; all if it is negative.
    Result,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    OfArray,
    To(Operand),
    Length(Operand),
    /// As many elements as lie between these two.
    Span(Operand, Operand),
    /// One element.
    One,
    /// The range begins at an offset in bytes, as `Unsafe` counts them; it is one value of the type that the call gets or puts.
    Value,
    /// So many bytes from such an offset on.
    Bytes(Operand),
}

/// A value of a call. Numbers count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operand {
    Arg(u8),
    Result,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RawContainer {
    class: Option<Spanned<String>>,
    #[serde(default)]
    classes: Vec<Spanned<String>>,
    like: Option<Spanned<String>>,
    jdk: Option<Spanned<String>>,
    #[serde(default)]
    only_check: bool,
    of: Option<String>,
    elements: Option<String>,
    lock: Option<String>,
    #[serde(default)]
    through: Vec<Spanned<String>>,
    #[serde(default)]
    read: Vec<String>,
    #[serde(default)]
    write: Vec<String>,
    #[serde(default)]
    neither: Vec<String>,
    #[serde(default)]
    read_element: Vec<String>,
    #[serde(default)]
    write_element: Vec<String>,
    #[serde(default)]
    locked: Vec<String>,
    #[serde(default)]
    write_if: BTreeMap<String, String>,
    #[serde(default)]
    write_unless: BTreeMap<String, String>,
}

impl RawContainer {
    pub fn expand(&self, rule: usize, containers: &mut Vec<Container>) -> Result<(), Misfit> {
        let jdk = jdk_range(self.jdk.as_ref())?;
        let through = self.through.iter().map(class_name);
        let through: Vec<Text> = through.collect::<Result<_, _>>()?;
        for class in one_or_many(self.class.as_ref(), &self.classes, "class", rule)? {
            let class = class_name(class)?;
            if let Some(like) = &self.like {
                take_over(like, &class, &jdk, self.only_check, containers)?;
            }
            containers.push(Container {
                class,
                jdk: jdk.clone(),
                only_check: self.only_check,
                of: self.of.clone().map(Text::Owned),
                elements: self.elements.clone().map(Text::Owned),
                lock: self.lock.clone().map(Text::Owned),
                through: through.clone().into(),
                methods: self.methods().into(),
            });
        }
        Ok(())
    }

    fn methods(&self) -> Vec<(Text, Effect)> {
        let simple = [
            (&self.read, Effect::Read),
            (&self.write, Effect::Write),
            (&self.neither, Effect::Neither),
            (&self.read_element, Effect::ReadElement),
            (&self.write_element, Effect::WriteElement),
            (&self.locked, Effect::Locked),
        ];
        let mut methods = Vec::new();
        for (names, effect) in simple {
            methods.extend(
                names
                    .iter()
                    .map(|n| (Text::Owned(n.clone()), effect.clone())),
            );
        }
        let field = |f: &String| Text::Owned(f.clone());
        let named = |n: &String| Text::Owned(n.clone());
        methods.extend(
            self.write_if
                .iter()
                .map(|(n, f)| (named(n), Effect::WriteIf(field(f)))),
        );
        methods.extend(
            self.write_unless
                .iter()
                .map(|(n, f)| (named(n), Effect::WriteUnless(field(f)))),
        );
        methods
    }
}

/// Gives a class what was said of another one before.
fn take_over(
    like: &Spanned<String>,
    class: &Text,
    jdk: &RangeInclusive<u16>,
    only_check: bool,
    containers: &mut Vec<Container>,
) -> Result<(), Misfit> {
    let other = class_name(like)?;
    let known: Vec<Container> = containers
        .iter()
        .filter(|c| c.class == other)
        .map(|c| Container {
            class: class.clone(),
            only_check,
            jdk: *c.jdk.start().max(jdk.start())..=*c.jdk.end().min(jdk.end()),
            ..c.clone()
        })
        .collect();
    if known.is_empty() {
        return Err((
            like.span().start,
            format!("no container {other} stands before this one"),
        ));
    }
    containers.extend(known);
    Ok(())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawBulk {
    class: Option<Spanned<String>>,
    #[serde(default)]
    classes: Vec<Spanned<String>>,
    method: Option<Spanned<String>>,
    #[serde(default)]
    methods: Vec<Spanned<String>>,
    jdk: Option<Spanned<String>>,
    /// What `%` in the methods stands for, and behind a space what `#` in the classes and methods does.
    #[serde(default)]
    types: Vec<String>,
    #[serde(default)]
    reads: Vec<Spanned<String>>,
    #[serde(default)]
    writes: Vec<Spanned<String>>,
}

const RANGE: &str = "ARRAY [from N] [to N | length N | span M N] [but first], \
    ARRAY [from N to N] [if result | if zero | until result | only first] [unless ARRAY], ARRAY at N \
    or OBJECT offset N [bytes N]";

impl RawBulk {
    pub fn expand(&self, rule: usize, bulks: &mut Vec<Bulk>) -> Result<(), Misfit> {
        let jdk = jdk_range(self.jdk.as_ref())?;
        let ranges = |texts: &[Spanned<String>]| {
            let ranges = texts.iter().map(|t| {
                Range::parse(t.get_ref())
                    .ok_or_else(|| (t.span().start, format!("`{}` is not {RANGE}", t.get_ref())))
            });
            ranges.collect::<Result<Vec<_>, _>>()
        };
        let (reads, writes) = (ranges(&self.reads)?, ranges(&self.writes)?);
        if reads.is_empty() && writes.is_empty() {
            return Err((rule, "the rule reads and writes nothing".to_owned()));
        }
        let classes = one_or_many(self.class.as_ref(), &self.classes, "class", rule)?;
        for class in classes {
            let (first, class) = (class_name(&classes[0])?, class_name(class)?);
            for name in one_or_many(self.method.as_ref(), &self.methods, "method", rule)? {
                let (method, descriptor) = method_name(name)?;
                for ty in self.types(&format!("{class}{method}{descriptor}")) {
                    let of_type = |pattern: &str| Text::Owned(of_type(pattern, ty));
                    bulks.push(Bulk {
                        class: of_type(&class),
                        first: of_type(&first),
                        method: of_type(&method),
                        descriptor: of_type(&descriptor),
                        jdk: jdk.clone(),
                        reads: reads.clone().into(),
                        writes: writes.clone().into(),
                    });
                }
            }
        }
        Ok(())
    }

    /// The types to put in for what the patterns leave open; one, which does not matter, if that is nothing.
    fn types(&self, patterns: &str) -> impl Iterator<Item = &str> {
        let all: &[String] = match patterns.contains(['%', '#']) {
            true => &self.types,
            false => &[],
        };
        let closed = all.is_empty().then_some("");
        all.iter().map(String::as_str).chain(closed)
    }
}

fn of_type(pattern: &str, ty: &str) -> String {
    let (code, name) = ty.split_once(' ').unwrap_or((ty, ""));
    pattern.replace('%', code).replace('#', name)
}

impl Range {
    /// Whether the array or a bound is what the call answers.
    pub fn uses_result(&self) -> bool {
        let limited = matches!(self.limit, Limit::IfTrue | Limit::IfZero | Limit::Result);
        limited || self.array == Operand::Result || self.bounds().any(|it| it == Operand::Result)
    }

    /// Whether it is of memory by its offset: elements of an array, or fields.
    pub fn is_memory(&self) -> bool {
        matches!(self.end, End::Value | End::Bytes(_))
    }

    /// The numbers that tell where it lies.
    pub fn bounds(&self) -> impl Iterator<Item = Operand> {
        let end = match self.end {
            End::OfArray | End::One | End::Value => [None, None],
            End::To(operand) | End::Length(operand) | End::Bytes(operand) => [Some(operand), None],
            End::Span(first, last) => [Some(first), Some(last)],
        };
        self.from.into_iter().chain(end.into_iter().flatten())
    }

    fn parse(text: &str) -> Option<Range> {
        let mut words = text.split(' ');
        let mut range = Range {
            array: Operand::parse(words.next()?)?,
            from: None,
            but_first: false,
            end: End::OfArray,
            limit: Limit::All,
            unless: None,
        };
        while let Some(word) = words.next() {
            let next = words.next()?;
            match (word, next) {
                ("but", "first") => range.but_first = true,
                ("only", "first") => range.limit = Limit::First,
                ("if", "result") => range.limit = Limit::IfTrue,
                ("if", "zero") => range.limit = Limit::IfZero,
                ("until", "result") => range.limit = Limit::Result,
                _ => {
                    let operand = Operand::parse(next)?;
                    match word {
                        "from" => range.from = Some(operand),
                        "to" => range.end = End::To(operand),
                        "length" => range.end = End::Length(operand),
                        "span" => range.end = End::Span(operand, Operand::parse(words.next()?)?),
                        "at" => {
                            range.from = Some(operand);
                            range.end = End::One;
                        }
                        "offset" => {
                            range.from = Some(operand);
                            range.end = End::Value;
                        }
                        "bytes" if range.end == End::Value => range.end = End::Bytes(operand),
                        "unless" => range.unless = Some(operand),
                        _ => return None,
                    }
                }
            }
        }
        range.is_sound().then_some(range)
    }

    fn is_sound(&self) -> bool {
        let limitable = match self.end {
            End::OfArray => self.from.is_none(),
            End::To(_) => self.from.is_some(),
            _ => false,
        };
        let is_limited = self.limit != Limit::All || self.unless.is_some();
        (!is_limited || (limitable && !self.but_first))
            && (!self.but_first || matches!(self.end, End::OfArray | End::To(_)))
    }
}

impl Operand {
    fn parse(word: &str) -> Option<Operand> {
        match word.strip_prefix("arg") {
            Some(n) => n.parse().ok().filter(|&n| n > 0).map(Operand::Arg),
            None => (word == "result").then_some(Operand::Result),
        }
    }
}
