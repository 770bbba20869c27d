//! Reading the file, one event after the other.

use std::io::{self, BufReader, Read};

use thiserror::Error;

use crate::{EVENTS, Event, Kind, MAGIC, Manner, Op, Range, SITES, Site};

/// No chunk is larger: what claims to be is no trace.
const MAX_CHUNK: u32 = 1 << 28;

#[derive(Debug, Error)]
pub enum Error {
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    #[error("is not a trace of this version of redflag")]
    Magic,
    #[error("is damaged at chunk {chunk}: {what}")]
    Damaged { chunk: u64, what: String },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    Site(Site),
    Event(Event),
}

/// Iterates over the file. A last chunk that was cut off, because the JVM was killed, ends it
/// without an error; [`Reader::is_cut`] tells.
pub struct Reader<R> {
    file: BufReader<R>,
    content: Vec<u8>,
    at: usize,
    tag: u8,
    chunk: u64,
    cut: bool,
    failed: bool,
}

impl<R: Read> Reader<R> {
    pub fn new(file: R) -> Result<Self, Error> {
        let mut file = BufReader::new(file);
        let mut magic = [0; MAGIC.len()];
        match file.read_exact(&mut magic) {
            Ok(()) if magic == MAGIC => Ok(Reader {
                file,
                content: Vec::new(),
                at: 0,
                tag: EVENTS,
                chunk: 0,
                cut: false,
                failed: false,
            }),
            Err(e) if e.kind() != io::ErrorKind::UnexpectedEof => Err(e.into()),
            _ => Err(Error::Magic),
        }
    }

    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// Reads the next chunk; false at the end.
    fn next_chunk(&mut self) -> Result<bool, Error> {
        let mut header = Vec::new();
        (&mut self.file).take(5).read_to_end(&mut header)?;
        let Ok([tag, length @ ..]) = <[u8; 5]>::try_from(header.as_slice()) else {
            self.cut |= !header.is_empty();
            return Ok(false);
        };
        self.chunk += 1;
        let length = u32::from_le_bytes(length);
        if length > MAX_CHUNK || !matches!(tag, SITES | EVENTS) {
            return Err(self.damaged("it is not a chunk"));
        }
        self.content.clear();
        self.at = 0;
        self.tag = tag;
        let wanted = u64::from(length);
        let got = (&mut self.file)
            .take(wanted)
            .read_to_end(&mut self.content)?;
        if got as u64 != wanted {
            self.cut = true;
            return Ok(false);
        }
        Ok(true)
    }

    fn item(&mut self) -> Result<Option<Item>, Error> {
        while self.at == self.content.len() {
            if !self.next_chunk()? {
                return Ok(None);
            }
        }
        if self.tag == SITES {
            return self.site().map(|site| Some(Item::Site(site)));
        }
        let (event, left) = match decode(&self.content[self.at..]) {
            Ok(decoded) => decoded,
            Err(what) => return Err(self.damaged(what)),
        };
        self.at = self.content.len() - left;
        Ok(Some(Item::Event(event)))
    }

    fn site(&mut self) -> Result<Site, Error> {
        let rest = &self.content[self.at..];
        let end = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
        let site = serde_json::from_slice(&rest[..end]);
        self.at = self.content.len().min(self.at + end + 1);
        site.map_err(|e| self.damaged(&e.to_string()))
    }

    fn damaged(&self, what: &str) -> Error {
        Error::Damaged {
            chunk: self.chunk,
            what: what.to_owned(),
        }
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Item, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let item = self.item();
        self.failed = item.is_err();
        item.transpose()
    }
}

/// The first event of `bytes`, and how many bytes are left after it.
fn decode(bytes: &[u8]) -> Result<(Event, usize), &'static str> {
    let mut input = Input(bytes);
    let kind = input.byte()?;
    let thread = input.number()?;
    let kind = match kind {
        1 => Kind::Access {
            site: input.number()?,
            object: input.number()?,
            key: input.number()?,
        },
        2 => Kind::Tentative {
            site: input.number()?,
            object: input.number()?,
            key: input.number()?,
            number: input.number()?,
        },
        3 => Kind::Kept {
            number: input.number()?,
        },
        4 => Kind::Excused {
            object: input.number()?,
            key: input.number()?,
        },
        5 => Kind::Acquire {
            clock: input.number()?,
            initializer: input.number()? != 0,
        },
        6 => Kind::Release {
            clock: input.number()?,
            initializer: input.number()? != 0,
        },
        7 => Kind::Fork {
            child: input.number()?,
            name: input.text()?,
        },
        8 => Kind::Join {
            ended: input.number()?,
        },
        9 => Kind::Adopted {
            name: input.text()?,
        },
        10 => Kind::Race {
            object: input.number()?,
            key: input.number()?,
        },
        11 => Kind::Clock {
            clock: input.number()?,
            class: input.text()?,
        },
        12 => Kind::Copy {
            from: input.number()?,
            to: input.number()?,
        },
        13 => input.check(Manner::Plain)?,
        14 => Kind::Range(input.range()?),
        15 => input.check(Manner::Fresh)?,
        16 => input.check(Manner::Settled)?,
        17 => Kind::Cloned {
            object: input.number()?,
        },
        18 => Kind::Unshared,
        19 => Kind::Ended,
        _ => return Err("an event of an unknown kind"),
    };
    Ok((Event { thread, kind }, input.0.len()))
}

struct Input<'a>(&'a [u8]);

impl Input<'_> {
    fn byte(&mut self) -> Result<u8, &'static str> {
        let (&first, rest) = self.0.split_first().ok_or("an event is cut off")?;
        self.0 = rest;
        Ok(first)
    }

    fn number(&mut self) -> Result<u32, &'static str> {
        let mut value = 0_u32;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            value |= u32::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err("a number is too long")
    }

    fn check(&mut self, manner: Manner) -> Result<Kind, &'static str> {
        Ok(Kind::Check {
            manner,
            site: self.number()?,
            object: self.number()?,
            key: self.number()?,
        })
    }

    fn range(&mut self) -> Result<Range, &'static str> {
        let flags = self.number()?;
        let range = Range {
            op: if flags & 1 == 0 { Op::Read } else { Op::Write },
            at_end: flags & 2 != 0,
            object: self.number()?,
            first: self.number()?,
            count: self.number()?,
            step: self.number()?,
        };
        let last = u64::from(range.first) + u64::from(range.count) * u64::from(range.step);
        if last > u64::from(u32::MAX) || range.step == 0 {
            return Err("a range is of no array");
        }
        Ok(range)
    }

    fn text(&mut self) -> Result<String, &'static str> {
        let length = self.number()?;
        if length as usize > self.0.len() {
            return Err("a name is cut off");
        }
        let units: Vec<u16> = (0..length)
            .map(|_| self.number().map(|unit| unit as u16))
            .collect::<Result<_, _>>()?;
        Ok(String::from_utf16_lossy(&units))
    }
}
