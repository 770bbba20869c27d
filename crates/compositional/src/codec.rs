//! Summaries as bytes, for the cache.
//!
//! Fields and methods stand there by identity, not by number, so that equal summaries have equal bytes, whatever else the
//! program holds.

use std::collections::BTreeSet;
use std::hash::Hash;
use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::domains::{Lock, Locks, Mode, Ownership, Threads};
use crate::identity::Identities;
use crate::path::{Path, Root, Step, Steps};
use crate::program::{FieldId, MethodId};
use crate::stability::Unstable;
use crate::summary::{
    Access, Applied, Attribute, Call, Function, Given, Kind, Signs, Stores, Summary, Value,
};
use crate::turns::{Cause, Change, Constant, Sets, Told, Turn, Turns};
use crate::way::{Place, Way, Ways};

/// Something that can be written, and read again. What cannot be read is `None`.
pub trait Coded: Sized {
    fn encode(&self, to: &mut Encoder);
    fn decode(from: &mut Decoder<'_>) -> Option<Self>;
}

#[derive(Default)]
pub struct Encoder {
    fields: IndexSet<FieldId, FxBuildHasher>,
    methods: IndexSet<MethodId, FxBuildHasher>,
    /// The way that was written last: the next one often begins like it.
    last: Vec<Place>,
    bytes: Vec<u8>,
}

impl Encoder {
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    /// Identities first, then what refers to them by number.
    fn finish(self, identities: &Identities) -> Vec<u8> {
        let mut head = Encoder::default();
        let fields = self.fields.iter().map(|&it| identities.of_field(it));
        let methods = self.methods.iter().map(|&it| identities.of_method(it));
        head.number(self.fields.len() as u64);
        head.number(self.methods.len() as u64);
        for identity in fields.chain(methods) {
            head.bytes.extend(identity.to_le_bytes());
        }
        head.bytes.extend(self.bytes);
        head.bytes
    }
}

pub struct Decoder<'b> {
    fields: Vec<FieldId>,
    methods: Vec<MethodId>,
    last: Vec<Place>,
    bytes: &'b [u8],
}

impl<'b> Decoder<'b> {
    fn new(bytes: &'b [u8], identities: &Identities) -> Option<Decoder<'b>> {
        let mut decoder = Decoder {
            fields: Vec::new(),
            methods: Vec::new(),
            last: Vec::new(),
            bytes,
        };
        let (fields, methods) = (decoder.number()?, decoder.number()?);
        for _ in 0..fields {
            let field = identities.field(decoder.identity()?)?;
            decoder.fields.push(field);
        }
        for _ in 0..methods {
            let method = identities.method(decoder.identity()?)?;
            decoder.methods.push(method);
        }
        Some(decoder)
    }

    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.bytes.split_first_chunk()?;
        self.bytes = rest;
        Some(*taken)
    }

    fn identity(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let [byte] = self.take()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn tag(&mut self) -> Option<u8> {
        self.take().map(|[tag]| tag)
    }
}

pub fn encode(value: &impl Coded, identities: &Identities) -> Vec<u8> {
    let mut encoder = Encoder::default();
    value.encode(&mut encoder);
    encoder.finish(identities)
}

pub fn decode<T: Coded>(bytes: &[u8], identities: &Identities) -> Option<T> {
    let mut decoder = Decoder::new(bytes, identities)?;
    let value = T::decode(&mut decoder)?;
    decoder.bytes.is_empty().then_some(value)
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Coded for $number {
            fn encode(&self, to: &mut Encoder) {
                to.number(u64::from(*self));
            }
            fn decode(from: &mut Decoder<'_>) -> Option<Self> {
                from.number()?.try_into().ok()
            }
        }
    )*};
}
numbers!(u8, u16, u64);

macro_rules! fields {
    ($type:ident: $($field:ident),* $(; without $left_out:ident)?) => {
        impl Coded for $type {
            fn encode(&self, to: &mut Encoder) {
                $(self.$field.encode(to);)*
            }
            fn decode(from: &mut Decoder<'_>) -> Option<Self> {
                $(let $field = Coded::decode(from)?;)*
                Some($type { $($field,)* $($left_out: Default::default())? })
            }
        }
    };
}
fields!(Path: root, steps);
fields!(Access: path, kind, locks, turns, threads, ownership);
fields!(Turn: of, cause);
fields!(Place: method, line);
fields!(Value: path, ownership, attribute);
// What is no matter of callers is kept by itself.
fields!(Summary:
    accesses, result, takes, turns, leaves, sets, takes_lock, confines, escaping, applies, gives_away, unstable, has_unpaired_locks; without signs);
fields!(Applied: formal, locks, turns, threads, is_later);
fields!(Call: callee, is_virtual, is_of_new, operands, locks, turns);
fields!(Signs: stores, shows_concurrency, locks, given, is_recursive, runs_functions, calls, hands_over);

macro_rules! choices {
    ($type:ident: $($tag:literal => $choice:ident $(($($part:ident),*))?),*) => {
        impl Coded for $type {
            fn encode(&self, to: &mut Encoder) {
                match self {
                    $($type::$choice $(($($part),*))? => {
                        to.bytes.push($tag);
                        $($($part.encode(to);)*)?
                    })*
                }
            }
            fn decode(from: &mut Decoder<'_>) -> Option<Self> {
                Some(match from.tag()? {
                    $($tag => {
                        $($(let $part = Coded::decode(from)?;)*)?
                        $type::$choice $(($($part),*))?
                    })*
                    _ => return None,
                })
            }
        }
    };
}
choices!(Root: 0 => Formal(formal), 1 => Static(field));
choices!(Step: 0 => Element, 1 => Field(field));
choices!(Ownership: 0 => If(formals), 1 => Unowned);
choices!(Threads: 0 => NoEvidence, 1 => AnyButSelf, 2 => Any, 3 => Background, 4 => AwaitedOne, 5 => Awaited);
choices!(Mode: 0 => Exclusive, 1 => Shared);
choices!(Lock: 0 => Monitor(path), 1 => Object(path), 2 => Class(name), 3 => Unknown);
choices!(Cause: 0 => Changed(change), 1 => Worker, 2 => Task(method, insn, is_once), 3 => NoTask, 4 => Beside(method));
choices!(Change: 0 => From(value), 1 => To(value));
choices!(Constant: 0 => Int(value), 1 => Null, 2 => Static(field), 3 => NotNull, 4 => NotZero);
choices!(Kind: 0 => Read, 1 => Write, 2 => ContainerRead, 3 => ContainerWrite, 4 => Calls(method));
choices!(Attribute:
    0 => None, 1 => Fresh, 2 => SafeContainer, 3 => Locked(lock, mode), 4 => View(mode), 5 => Class(name),
    6 => OnOneThread, 7 => Functional, 8 => Closure(function, captured), 9 => AssertionsDisabled, 10 => Answer(path, told),
    11 => Worker);

choices!(Told: 0 => Nonzero(change), 1 => Zero(change), 2 => Before(value));
choices!(Sets: 0 => Known(sets), 1 => Anything);
choices!(Function: 0 => Body(method), 1 => Container(kind));
choices!(Given: 0 => New(class, maker), 1 => Other);

impl Coded for Unstable {
    fn encode(&self, to: &mut Encoder) {
        let paths = match self {
            Unstable::Paths { changed, renamed } => Some((changed.clone(), renamed.clone())),
            Unstable::Everything => None,
        };
        paths.encode(to);
    }
    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        Some(match Coded::decode(from)? {
            Some((changed, renamed)) => Unstable::Paths { changed, renamed },
            None => Unstable::Everything,
        })
    }
}

impl Coded for bool {
    fn encode(&self, to: &mut Encoder) {
        to.bytes.push(u8::from(*self));
    }
    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        Some(from.tag()? != 0)
    }
}

impl<T: Coded> Coded for Option<T> {
    fn encode(&self, to: &mut Encoder) {
        self.is_some().encode(to);
        self.iter().for_each(|it| it.encode(to));
    }
    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        Some(match bool::decode(from)? {
            true => Some(T::decode(from)?),
            false => None,
        })
    }
}

impl<A: Coded, B: Coded> Coded for (A, B) {
    fn encode(&self, to: &mut Encoder) {
        self.0.encode(to);
        self.1.encode(to);
    }
    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        Some((A::decode(from)?, B::decode(from)?))
    }
}

fn encode_list<'t, T: Coded + 't>(list: impl ExactSizeIterator<Item = &'t T>, to: &mut Encoder) {
    to.number(list.len() as u64);
    list.for_each(|it| it.encode(to));
}

fn decode_list<T: Coded, C: FromIterator<T>>(from: &mut Decoder<'_>) -> Option<C> {
    (0..from.number()?).map(|_| T::decode(from)).collect()
}

macro_rules! lists {
    ($($list:ty),*) => {$(
        impl<T: Coded> Coded for $list {
            fn encode(&self, to: &mut Encoder) {
                encode_list(self.iter(), to);
            }
            fn decode(from: &mut Decoder<'_>) -> Option<Self> {
                decode_list(from)
            }
        }
    )*};
}
lists!(Vec<T>, Box<[T]>, Arc<[T]>);

impl<T: Coded + Ord> Coded for BTreeSet<T> {
    fn encode(&self, to: &mut Encoder) {
        encode_list(self.iter(), to);
    }
    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        decode_list(from)
    }
}

impl Coded for Steps {
    fn encode(&self, to: &mut Encoder) {
        encode_list(self.iter(), to);
    }
    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        decode_list(from)
    }
}

impl Coded for Arc<str> {
    fn encode(&self, to: &mut Encoder) {
        to.number(self.len() as u64);
        to.bytes.extend(self.as_bytes());
    }
    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        let len = usize::try_from(from.number()?).ok()?;
        let (text, rest) = from.bytes.split_at_checked(len)?;
        from.bytes = rest;
        Some(str::from_utf8(text).ok()?.into())
    }
}

/// The number of one among those that were met before.
fn refer<T: Copy + Eq + Hash>(known: &mut IndexSet<T, FxBuildHasher>, it: T) -> u64 {
    known.insert_full(it).0 as u64
}

impl Coded for FieldId {
    fn encode(&self, to: &mut Encoder) {
        let number = refer(&mut to.fields, *self);
        to.number(number);
    }
    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        let number = from.number()?;
        from.fields.get(usize::try_from(number).ok()?).copied()
    }
}

impl Coded for MethodId {
    fn encode(&self, to: &mut Encoder) {
        let number = refer(&mut to.methods, *self);
        to.number(number);
    }
    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        let number = from.number()?;
        from.methods.get(usize::try_from(number).ok()?).copied()
    }
}

impl Coded for Locks {
    fn encode(&self, to: &mut Encoder) {
        to.number(self.held().len() as u64);
        for (lock, mode, depth) in self.held() {
            lock.encode(to);
            mode.encode(to);
            depth.encode(to);
        }
    }
    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        let held = (0..from.number()?).map(|_| {
            let (lock, mode) = Coded::decode(from)?;
            Some((lock, mode, u8::decode(from)?))
        });
        held.collect()
    }
}

impl Coded for Turns {
    fn encode(&self, to: &mut Encoder) {
        encode_list(self.iter(), to);
    }
    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        decode_list(from)
    }
}

impl Coded for Ways {
    fn encode(&self, to: &mut Encoder) {
        to.number(self.iter().count() as u64);
        self.iter().for_each(|it| it.encode(to));
    }
    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        let others = from.number()?.checked_sub(1)?;
        let mut ways = Ways::of(Way::decode(from)?);
        for _ in 0..others {
            ways.add(Way::decode(from)?);
        }
        Some(ways)
    }
}

impl Coded for Way {
    fn encode(&self, to: &mut Encoder) {
        let places: Vec<Place> = self.places().collect();
        let pairs = to.last.iter().zip(&places);
        let same = pairs.take_while(|(a, b)| a == b).count();
        to.number(same as u64);
        encode_list(places[same..].iter(), to);
        to.last = places;
    }
    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        let same = usize::try_from(from.number()?).ok()?;
        let rest: Vec<Place> = decode_list(from)?;
        from.last.truncate(same);
        from.last.extend(rest);
        let places = from.last.iter().rev();
        places.fold(None, |rest, &place| Some(Way::new(place, rest)))
    }
}

impl Coded for Stores {
    fn encode(&self, to: &mut Encoder) {
        let mut stores: Vec<_> = self.0.iter().collect();
        stores.sort_unstable_by_key(|(field, _)| **field);
        to.number(stores.len() as u64);
        for (field, value) in stores {
            field.encode(to);
            value.encode(to);
        }
    }
    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        let stores = (0..from.number()?).map(|_| <(FieldId, Value)>::decode(from));
        let stores: Option<FxHashMap<FieldId, Value>> = stores.collect();
        stores.map(Stores)
    }
}
