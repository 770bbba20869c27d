//! The JVM's names as people write them.

use findings::Location;

/// `com/acme/Cache$Entry` is written `com.acme.Cache$Entry`.
pub(crate) fn class(internal: &str) -> String {
    printable(&internal.replace('/', "."))
}

pub(crate) fn location(location: &Location) -> String {
    match location {
        Location::Field { class: c, field } => format!("{}.{}", class(c), printable(field)),
        Location::Element { array: a, index } => format!("element {index} of {}", array(a)),
        Location::Container { container } => class(container),
    }
}

/// A finding's kind in words.
pub(crate) fn race(location: &Location) -> &'static str {
    match location {
        Location::Field { .. } | Location::Element { .. } => "data race",
        Location::Container { .. } => "container race",
    }
}

/// `[[I` is written `int[][]`.
fn array(descriptor: &str) -> String {
    class(&findings::array_type(descriptor))
}

/// Thread names are free text, and class files allow almost anything in names: none of it may move
/// the cursor, break the lines of a report or turn their direction.
pub(crate) fn printable(text: &str) -> String {
    let breaks_lines = |c| matches!(c, '\u{2028}' | '\u{2029}');
    let turns = |c| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.chars()
        .map(|c| match c {
            c if c.is_control() || breaks_lines(c) || turns(c) => '\u{fffd}',
            c => c,
        })
        .collect()
}

/// `12345` is written `12,345`.
pub(crate) fn number(n: u64) -> String {
    let digits = n.to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// `1 method`, `2 methods`.
pub fn counted(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", number(n), if n == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays() {
        for (descriptor, expected) in [
            ("[I", "int[]"),
            ("[[J", "long[][]"),
            ("[Lcom/acme/Cache;", "com.acme.Cache[]"),
            ("[?", "[?"),
        ] {
            assert_eq!(array(descriptor), expected);
        }
    }

    #[test]
    fn numbers() {
        for (n, expected) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (1234567, "1,234,567"),
        ] {
            assert_eq!(number(n), expected);
        }
    }

    #[test]
    fn escape_sequences_are_defused() {
        assert_eq!(printable("a\x1b[31m\nb"), "a\u{fffd}[31m\u{fffd}b");
    }
}
