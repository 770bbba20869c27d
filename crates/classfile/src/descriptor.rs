//! Descriptors (JVMS 4.3) cut into their types, without building a tree.

/// How many stack or local slots a value of this field descriptor takes (`V`: none).
pub fn slot_size(descriptor: &str) -> u16 {
    match descriptor.as_bytes().first() {
        Some(b'J' | b'D') => 2,
        Some(b'V') | None => 0,
        _ => 1,
    }
}

const MAX_SLOTS: usize = 255;

/// A method descriptor, cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodDescriptor<'a> {
    pub parameters: Vec<&'a str>,
    pub result: &'a str,
}

impl<'a> MethodDescriptor<'a> {
    /// `None` for a string that is not a method descriptor, or one whose parameters take more than
    /// 255 slots (JVMS 4.3.3).
    pub fn parse(descriptor: &'a str) -> Option<Self> {
        let mut parameters = Vec::new();
        let result = cut(descriptor, |parameter| parameters.push(parameter))?;
        Some(MethodDescriptor { parameters, result })
    }

    /// Slots that the parameters take, without a receiver.
    pub fn parameter_slots(&self) -> u16 {
        self.parameters.iter().map(|p| slot_size(p)).sum()
    }
}

/// How many parameters a method takes, and its result; `None` as for [`MethodDescriptor::parse`].
pub fn arity(descriptor: &str) -> Option<(usize, &str)> {
    let mut parameters = 0;
    let result = cut(descriptor, |_| parameters += 1)?;
    Some((parameters, result))
}

/// The types of the parameters of what [`arity`] takes for a method descriptor.
pub fn parameters(descriptor: &str) -> impl Iterator<Item = &str> {
    let mut rest = descriptor.strip_prefix('(').unwrap_or_default();
    std::iter::from_fn(move || {
        let (first, after) = rest.split_at(type_len(rest)?);
        rest = after;
        Some(first)
    })
}

/// Hands out the parameters of a method descriptor, and answers its result.
fn cut<'a>(descriptor: &'a str, mut parameter: impl FnMut(&'a str)) -> Option<&'a str> {
    let mut rest = descriptor.strip_prefix('(')?;
    let mut slots = 0;
    while !rest.starts_with(')') {
        let (first, after) = rest.split_at(type_len(rest)?);
        slots += usize::from(slot_size(first));
        parameter(first);
        rest = after;
    }
    let result = &rest[1..];
    let whole = result == "V" || type_len(result) == Some(result.len());
    (whole && slots <= MAX_SLOTS).then_some(result)
}

/// Length of the field type at the start of `s`.
fn type_len(s: &str) -> Option<usize> {
    let bytes = s.as_bytes();
    let dims = bytes.iter().take_while(|&&b| b == b'[').count();
    match bytes.get(dims)? {
        // `str::find` is made for longer texts than names are.
        b'L' => {
            let semicolon = bytes[dims..].iter().position(|&b| b == b';');
            semicolon.map(|semicolon| dims + semicolon + 1)
        }
        b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' => Some(dims + 1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_parameters_and_result() {
        let descriptor = "(I[[JLjava/lang/String;D)[Lx/Y;";
        assert_eq!(arity(descriptor), Some((4, "[Lx/Y;")));
        assert!(parameters(descriptor).eq(["I", "[[J", "Ljava/lang/String;", "D"]));
        let d = MethodDescriptor::parse(descriptor).unwrap();
        assert_eq!(d.parameters, ["I", "[[J", "Ljava/lang/String;", "D"]);
        assert_eq!(d.result, "[Lx/Y;");
        assert_eq!(d.parameter_slots(), 5);
    }

    #[test]
    fn refuses_what_is_none() {
        for bad in ["", "()", "(", "(V)V", "(L)V", "I", "()VV", "([)V"] {
            assert_eq!(MethodDescriptor::parse(bad), None, "{bad}");
            assert_eq!(arity(bad), None, "{bad}");
        }
        let of_longs = |n| format!("({})V", "J".repeat(n));
        assert!(MethodDescriptor::parse(&of_longs(127)).is_some());
        assert!(MethodDescriptor::parse(&of_longs(128)).is_none());
        assert!(MethodDescriptor::parse(&of_longs(40_000)).is_none());
    }
}
