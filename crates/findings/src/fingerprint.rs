//! FNV-1a, 64 bits, over a canonical text. The standard library's hashers promise no stability
//! between releases, and a baseline of known findings must outlive the compiler that built redflag.

use crate::{Access, Location};

pub(crate) fn of(rule: &str, location: &Location, accesses: &[Access; 2]) -> String {
    let mut sites = accesses.each_ref().map(site);
    sites.sort();
    let place = match location {
        Location::Field { class, field } => format!("field\0{class}\0{field}"),
        Location::Element { array, .. } => format!("element\0{array}"),
        Location::Container { container } => format!("container\0{container}"),
    };
    let text = [rule, &place, &sites[0], &sites[1]].join("\n");
    format!("{:016x}", fnv1a(text.as_bytes()))
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

    /// Baselines hold fingerprints: if this changes, every baseline in the world is void.
    #[test]
    fn stays_as_it_was() {
        let accesses = [access(Op::Write, "put", 1), access(Op::Read, "get", 1)];
        assert_eq!(
            Finding::fingerprint_of(&field("size"), &accesses),
            "00fa59d7d42f0af1"
        );
    }
}
