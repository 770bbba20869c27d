//! FNV-1a, 64 bits, over a canonical text. The standard library's hashers promise no stability
//! between releases, and a baseline of known findings must outlive the compiler that built redflag.

use crate::{Access, Frame, Location};

pub(crate) fn of(rule: &str, location: &Location, accesses: &[Access; 2]) -> String {
    let mut sites = accesses.each_ref().map(site);
    sites.sort();
    hashed(&[rule, &place(location), &sites[0], &sites[1]])
}

/// Only the access where to act counts: which of several others stands beside it may change with code elsewhere.
pub(crate) fn of_violation(rule: &str, location: &Location, access: &Access) -> String {
    let outermost = access.stack.as_deref().and_then(<[Frame]>::last);
    let entry = outermost.map(|frame| format!("{}\0{}", frame.class, frame.method));
    let names = [place(location), entry.unwrap_or_default(), site(access)];
    let [place, entry, site] = names.each_ref().map(|it| without_numbers(it));
    hashed(&[rule, &place, &entry, &site])
}

fn hashed(parts: &[&str]) -> String {
    format!("{:016x}", fnv1a(parts.join("\n").as_bytes()))
}

fn place(location: &Location) -> String {
    match location {
        Location::Field { class, field } => format!("field\0{class}\0{field}"),
        Location::Element { array, .. } => format!("element\0{array}"),
        Location::Container { container } => format!("container\0{container}"),
    }
}

/// `Cache$1` and `lambda$put$3` without their numbers: those change when another one is written further up.
fn without_numbers(names: &str) -> String {
    let mut kept = String::with_capacity(names.len());
    let mut after_dollar = false;
    for c in names.chars() {
        let is_number = after_dollar && c.is_ascii_digit();
        if !is_number {
            kept.push(c);
            after_dollar = c == '$';
        }
    }
    kept
}

/// No compiler puts NUL or a newline into a name, so joining with them keeps different sites
/// different.
fn site(access: &Access) -> String {
    let Access {
        op,
        class,
        method,
        descriptor,
        ..
    } = access;
    format!("{class}\0{method}\0{descriptor}\0{}", op.as_str())
}

fn fnv1a(bytes: &[u8]) -> u64 {
    const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    bytes.iter().fold(OFFSET_BASIS, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(PRIME)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Finding, Op};

    fn access(op: Op, method: &str, line: u32) -> Access {
        Access {
            op,
            class: "com/acme/Cache".into(),
            method: method.into(),
            descriptor: "()V".into(),
            file: Some("Cache.java".into()),
            line: Some(line),
            thread: None,
            locks: None,
            stack: None,
            thread_created: None,
        }
    }

    fn field(name: &str) -> Location {
        Location::Field {
            class: "com/acme/Cache".into(),
            field: name.into(),
        }
    }

    #[test]
    fn hash_is_the_published_one() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn lines_and_order_do_not_count() {
        let one = [access(Op::Read, "get", 7), access(Op::Write, "put", 9)];
        let two = [access(Op::Write, "put", 90), access(Op::Read, "get", 70)];
        assert_eq!(
            Finding::fingerprint_of(&field("size"), &one),
            Finding::fingerprint_of(&field("size"), &two)
        );
    }

    #[test]
    fn index_does_not_count_but_array_type_does() {
        let accesses = [access(Op::Write, "put", 1), access(Op::Write, "put", 1)];
        let element = |array: &str, index| {
            let array = array.to_owned();
            Finding::fingerprint_of(&Location::Element { array, index }, &accesses)
        };
        assert_eq!(element("[I", 1), element("[I", 2));
        assert_ne!(element("[I", 1), element("[J", 1));
    }

    #[test]
    fn field_method_and_op_count() {
        let base = [access(Op::Write, "put", 1), access(Op::Read, "get", 1)];
        let other_op = [access(Op::Write, "put", 1), access(Op::Write, "get", 1)];
        let other_method = [access(Op::Write, "put", 1), access(Op::Read, "peek", 1)];
        let prints = [
            Finding::fingerprint_of(&field("size"), &base),
            Finding::fingerprint_of(&field("mods"), &base),
            Finding::fingerprint_of(&field("size"), &other_op),
            Finding::fingerprint_of(&field("size"), &other_method),
        ];
        for (i, print) in prints.iter().enumerate() {
            assert_eq!(print.len(), 16);
            assert!(!prints[..i].contains(print), "{print} twice");
        }
    }

    fn violation(rule: &str, entry: &str, method: &str, line: u32) -> String {
        let access = Access {
            stack: Some(vec![Frame {
                class: "com/acme/Cache".into(),
                method: entry.into(),
                file: None,
                line: Some(line),
            }]),
            ..access(Op::Read, method, line)
        };
        Finding::static_fingerprint_of(rule, &field("size"), &access)
    }

    #[test]
    fn what_compilers_number_does_not_count_but_rule_and_entry_do() {
        let base = violation("rule", "put", "lambda$put$3", 1);
        assert_eq!(base, violation("rule", "put", "lambda$put$14", 9));
        for other in [
            violation("other", "put", "lambda$put$3", 1),
            violation("rule", "get", "lambda$put$3", 1),
            violation("rule", "put", "lambda$get$3", 1),
        ] {
            assert_ne!(base, other);
        }
        assert_eq!(without_numbers("A$12b3$4$c"), "A$b3$$c");
    }

    /// Baselines hold fingerprints: if this changes, every baseline in the world is void.
    #[test]
    fn stays_as_it_was() {
        let accesses = [access(Op::Write, "put", 1), access(Op::Read, "get", 1)];
        assert_eq!(
            Finding::fingerprint_of(&field("size"), &accesses),
            "00fa59d7d42f0af1"
        );
        assert_eq!(
            violation("rule", "put", "lambda$put$3", 1),
            "bda46debcf061141"
        );
    }
}
