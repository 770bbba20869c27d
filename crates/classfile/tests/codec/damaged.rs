//! Input that is no class file gives an error: no panic, no endless work.

use classfile::container::JImage;
use classfile::{ClassFile, Code, TypeTable};

use crate::jdk::jdk;
use crate::random::Random;
use crate::reencode::entry;

/// Classes with switches, handlers, frames, lambdas, generics and annotations.
const SAMPLES: [&str; 6] = [
    "java/lang/Character",
    "java/lang/FunctionalInterface",
    "java/util/Optional",
    "java/util/StringJoiner",
    "java/util/concurrent/CountDownLatch",
    "java/util/zip/ZipFile",
];

fn samples() -> impl Iterator<Item = Vec<u8>> {
    let image = JImage::open(&jdk().join("lib/modules")).unwrap();
    let bytes = move |name: &str| image.find("java.base", name).unwrap().unwrap().into_owned();
    SAMPLES.into_iter().map(bytes)
}

/// Reads, decodes and encodes all there is. What can be read is written back as it was, and what
/// can be encoded decodes to the same, however odd the input. Answers how many methods decoded.
fn exercise(bytes: &[u8]) -> usize {
    let Ok(mut class) = ClassFile::read(bytes) else {
        return 0;
    };
    assert!(class.write() == bytes);
    let mut types = TypeTable::default();
    let mut decoded = 0;
    for method in class.methods.clone() {
        let Some(entry) = entry(&class, &method, &mut types) else {
            continue;
        };
        let Some(info) = class.find(&method.attributes, "Code") else {
            continue;
        };
        let Ok(code) = Code::decode(info, &class.pool, &mut types, &entry) else {
            continue;
        };
        decoded += 1;
        if let Ok(encoded) = code.encode(&mut class.pool, &types, &entry) {
            let again = Code::decode(&encoded, &class.pool, &mut types, &entry);
            assert_eq!(again.as_ref(), Ok(&code));
        }
    }
    decoded
}

#[test]
fn a_class_cut_anywhere_is_refused() {
    for bytes in samples() {
        assert!(ClassFile::read(&bytes).is_ok());
        for len in 0..bytes.len() {
            assert!(ClassFile::read(&bytes[..len]).is_err(), "{len}");
        }
        let longer = [&bytes[..], &[0]].concat();
        assert!(ClassFile::read(&longer).is_err());
    }
}

#[test]
fn code_cut_anywhere_is_refused() {
    for bytes in samples() {
        let class = ClassFile::read(&bytes).unwrap();
        let mut types = TypeTable::default();
        for method in &class.methods {
            let Some(info) = class.find(&method.attributes, "Code") else {
                continue;
            };
            let entry = entry(&class, method, &mut types).unwrap();
            for len in (0..info.len()).step_by(1 + info.len() / 500) {
                let cut = Code::decode(&info[..len], &class.pool, &mut types, &entry);
                assert!(cut.is_err(), "{len}");
            }
        }
    }
}

#[test]
fn bytes_changed_anywhere_do_no_harm() {
    let mut random = Random(13);
    let mut decoded = 0;
    for bytes in samples() {
        for _ in 0..2_000_000 / bytes.len() {
            let mut damaged = bytes.clone();
            for _ in 0..1 + random.below(4) {
                let at = random.below(bytes.len());
                damaged[at] = match random.below(3) {
                    0 => damaged[at] ^ 1 << random.below(8),
                    1 => random.pick(&[0, 1, 0x7F, 0x80, 0xFF]),
                    _ => random.next() as u8,
                };
            }
            decoded += exercise(&damaged);
        }
    }
    assert!(decoded > 1_000, "the damage left {decoded} methods to try");
}

/// The headers of classes stay whole, so that most of the damage reaches the code.
#[test]
fn code_changed_anywhere_does_no_harm() {
    let mut random = Random(17);
    let (mut tried, mut decoded) = (0, 0);
    for bytes in samples() {
        let class = ClassFile::read(&bytes).unwrap();
        for _ in 0..2_000_000 / bytes.len() {
            let mut damaged = class.clone();
            for method in &mut damaged.methods {
                for attribute in &mut method.attributes {
                    let info = attribute.info.to_mut();
                    let at = random.below(info.len().max(1));
                    if let Some(byte) = info.get_mut(at) {
                        *byte = random.next() as u8;
                    }
                }
                tried += 1;
            }
            decoded += exercise(&damaged.write());
        }
    }
    assert!(decoded > tried / 20, "{decoded} of {tried}");
}
