//! The JVM's "modified UTF-8" (JVMS 4.4.7): zero is two bytes, and characters beyond the basic plane are two
//! surrogates of three bytes each.

/// `text` in modified UTF-8, without a terminator.
pub fn encode(text: &str) -> Vec<u8> {
    if text.bytes().all(|byte| (1..0x80).contains(&byte)) {
        return text.as_bytes().to_vec();
    }
    let mut bytes = Vec::with_capacity(text.len() + 8);
    for unit in text.encode_utf16() {
        match unit {
            1..0x80 => bytes.push(unit as u8),
            0 | 0x80..0x800 => bytes.extend([0xC0 | (unit >> 6) as u8, continuation(unit)]),
            _ => bytes.extend([
                0xE0 | (unit >> 12) as u8,
                continuation(unit >> 6),
                continuation(unit),
            ]),
        }
    }
    bytes
}

fn continuation(unit: u16) -> u8 {
    0x80 | (unit & 0x3F) as u8
}

/// The text that `bytes` hold; what is no modified UTF-8 becomes U+FFFD.
pub fn decode(bytes: &[u8]) -> String {
    if bytes.is_ascii() {
        return String::from_utf8_lossy(bytes).into_owned();
    }
    let mut units = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let [first, tail @ ..] = rest {
        let (unit, length) = match (first, tail) {
            (0..0x80, _) => (u16::from(*first), 1),
            (0xC0..0xE0, [b @ 0x80..0xC0, ..]) => (bits(first & 0x1F, 6) | bits(b & 0x3F, 0), 2),
            (0xE0..0xF0, [b @ 0x80..0xC0, c @ 0x80..0xC0, ..]) => (
                bits(first & 0x0F, 12) | bits(b & 0x3F, 6) | bits(c & 0x3F, 0),
                3,
            ),
            _ => (0xFFFD, 1),
        };
        units.push(unit);
        rest = &rest[length..];
    }
    String::from_utf16_lossy(&units)
}

fn bits(byte: u8, shift: u32) -> u16 {
    u16::from(byte) << shift
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_survives_the_round_trip() {
        for text in ["", "main", "naïve", "\0", "名前", "a\u{1F600}b"] {
            assert_eq!(decode(&encode(text)), text);
        }
    }

    #[test]
    fn zero_and_supplementary_characters_take_the_modified_form() {
        assert_eq!(encode("\0"), [0xC0, 0x80]);
        assert_eq!(encode("\u{1F600}"), [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80]);
    }

    #[test]
    fn malformed_bytes_are_replaced() {
        assert_eq!(decode(&[b'a', 0xFF, b'b', 0xC3]), "a\u{FFFD}b\u{FFFD}");
    }
}
