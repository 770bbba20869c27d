//! The constant pool grows, shares and fills up.

use classfile::{ClassFile, Constant, MemberRef, PoolFull};

use crate::sample::class;

const SIZE: MemberRef<'_> = MemberRef {
    class: "a/B",
    name: "size",
    descriptor: "I",
};

#[test]
fn what_is_there_is_shared() {
    let bytes = class();
    let mut class = ClassFile::read(&bytes).unwrap();
    assert_eq!(class.pool.intern_utf8("T"), Ok(1));
    assert_eq!(class.pool.intern_class("T"), Ok(2));
    assert_eq!(class.write(), bytes);

    let field = class.pool.intern_field(SIZE).unwrap();
    let len = class.pool.len();
    assert_eq!(class.pool.intern_field(SIZE), Ok(field));
    assert_eq!(class.pool.len(), len);
    assert_ne!(class.pool.intern_method(SIZE), Ok(field));
    assert_eq!(class.pool.len(), len + 1);
}

#[test]
fn what_is_added_is_read_back() {
    let bytes = class();
    let mut class = ClassFile::read(&bytes).unwrap();
    let long = class.pool.intern(Constant::Long(1)).unwrap();
    let field = class.pool.intern_field(SIZE).unwrap();
    let written = class.write();
    let read = ClassFile::read(&written).unwrap();
    assert_eq!(read.pool.entries(), class.pool.entries());
    assert_eq!(read.pool.get(long), Some(&Constant::Long(1)));
    assert_eq!(read.pool.get(long + 1), Some(&Constant::Unusable));
    assert_eq!(read.pool.member_ref(field), Some(SIZE));
    assert_eq!(read.name(), Some("T"));
}

#[test]
fn a_full_pool_says_so_and_still_shares() {
    let bytes = class();
    let mut class = ClassFile::read(&bytes).unwrap();
    for i in class.pool.len() as u32..65_534 {
        class.pool.intern(Constant::Integer(i)).unwrap();
    }
    // One place is left, and a long takes two.
    assert_eq!(class.pool.intern(Constant::Long(0)), Err(PoolFull));
    assert_eq!(class.pool.intern(Constant::Float(0)), Ok(65_534));
    assert_eq!(class.pool.intern(Constant::Float(1)), Err(PoolFull));
    assert_eq!(class.pool.intern(Constant::Float(0)), Ok(65_534));
    assert_eq!(class.pool.intern_class("T"), Ok(2));

    let written = class.write();
    let read = ClassFile::read(&written).unwrap();
    assert_eq!(read.pool.entries(), class.pool.entries());
}

#[test]
fn a_string_longer_than_16_bits_count_is_refused() {
    let bytes = class();
    let mut class = ClassFile::read(&bytes).unwrap();
    assert!(class.pool.intern_utf8(&"x".repeat(65_535)).is_ok());
    assert_eq!(class.pool.intern_utf8(&"x".repeat(65_536)), Err(PoolFull));
}

#[test]
fn renaming_is_seen_by_what_is_added_later() {
    let bytes = class();
    let mut class = ClassFile::read(&bytes).unwrap();
    class.pool.intern_utf8("U").unwrap();
    class
        .pool
        .rename_utf8(|s| (s == b"T").then(|| b"V".to_vec()));
    assert_eq!(class.name(), Some("V"));
    assert_eq!(class.pool.intern_class("V"), Ok(2));
    assert_ne!(class.pool.intern_class("T"), Ok(2));
}
