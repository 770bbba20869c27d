//! Every class of the JDK's image.

use std::time::Instant;

use classfile::ClassFile;
use classfile::container::JImage;

use crate::jdk::jdk;
use crate::reencode::reencode;

fn image() -> JImage {
    JImage::open(&jdk().join("lib/modules")).unwrap()
}

#[test]
fn every_class_is_written_back_byte_for_byte() {
    let image = image();
    let entries: Vec<_> = image.classes().map(Result::unwrap).collect();
    let classes: Vec<_> = entries.iter().map(|class| class.bytes().unwrap()).collect();

    let start = Instant::now();
    for (entry, bytes) in entries.iter().zip(&classes) {
        let class = ClassFile::read(bytes).unwrap_or_else(|e| panic!("{entry:?}: {e}"));
        assert!(class.write() == **bytes, "{entry:?}");
    }
    let each = start.elapsed() / classes.len() as u32;

    println!("{} classes, {each:?} each", classes.len());
    assert!(classes.len() > 10_000, "{}", classes.len());
}

#[test]
fn all_code_decodes_and_encodes_to_what_decodes_to_the_same() {
    let mut methods = 0;
    for class in image().classes().map(Result::unwrap) {
        methods += reencode(&class.bytes().unwrap()).1;
    }
    println!("{methods} methods");
    assert!(methods > 100_000, "{methods}");
}
