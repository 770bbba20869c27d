//! Files, whole and broken.

use std::io::Cursor;

use trace::{Error, Event, Item, Kind, Op, Reader, Site, Writer};

fn site() -> Site {
    Site {
        number: 3,
        op: Op::Write,
        class: "a/B".to_owned(),
        method: "run".to_owned(),
        file: Some("B.java".to_owned()),
        line: None,
        field: Some(("a/B".to_owned(), "x".to_owned())),
    }
}

/// Thread 5 accesses key 300 of object 2 at site 3; thread 5 starts thread 6, "π".
const ENCODED: &[u8] = &[1, 5, 3, 2, 0xAC, 2, 7, 5, 6, 1, 0xC0, 7];

fn file() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&mut bytes).expect("memory takes all");
    writer.sites([site()]).expect("memory takes all");
    writer.events(ENCODED).expect("memory takes all");
    bytes
}

fn items(bytes: &[u8]) -> (Vec<Item>, Option<Error>, bool) {
    let mut reader = match Reader::new(Cursor::new(bytes)) {
        Ok(reader) => reader,
        Err(error) => return (Vec::new(), Some(error), false),
    };
    let mut items = Vec::new();
    let mut failure = None;
    for item in reader.by_ref() {
        match item {
            Ok(item) => items.push(item),
            Err(error) => failure = Some(error),
        }
    }
    (items, failure, reader.is_cut())
}

#[test]
fn what_was_written_is_read() {
    let (items, failure, cut) = items(&file());
    assert!(failure.is_none() && !cut);
    let access = Kind::Access {
        site: 3,
        object: 2,
        key: 300,
    };
    let fork = Kind::Fork {
        child: 6,
        name: "π".to_owned(),
    };
    let event = |kind| Item::Event(Event { thread: 5, kind });
    assert_eq!(items, [Item::Site(site()), event(access), event(fork)]);
}

#[test]
fn a_file_that_was_cut_off_is_read_as_far_as_it_goes() {
    let whole = file();
    let second_chunk = whole.len() - ENCODED.len() - 5;
    for length in trace::MAGIC.len()..whole.len() {
        let (items, failure, cut) = items(&whole[..length]);
        assert!(failure.is_none(), "{length} bytes: {failure:?}");
        assert_eq!(items.len(), usize::from(length >= second_chunk));
        let between_chunks = [trace::MAGIC.len(), second_chunk].contains(&length);
        assert_eq!(cut, !between_chunks, "{length} bytes");
    }
}

#[test]
fn what_is_no_trace_is_said_so() {
    assert!(matches!(items(b"").1, Some(Error::Magic)));
    assert!(matches!(
        items(b"PK\x03\x04 and more than sixteen bytes").1,
        Some(Error::Magic)
    ));
}

#[test]
fn damage_is_an_error_and_not_a_panic() {
    let whole = file();
    for at in trace::MAGIC.len()..whole.len() {
        for value in [0, 1, 0x7F, 0x80, 0xFF] {
            let mut bytes = whole.clone();
            bytes[at] = value;
            let _ = items(&bytes);
        }
    }
}
