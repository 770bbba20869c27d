//! From what the runtime tells of a race to a finding.

use findings::{Access, Finding, Location};
use instrument::{Op, Site, Target};
use serde::Deserialize;

use crate::stacks;

/// A race as the runtime tells it, beside the two sites. The first access is the later one; stacks are as `Stacks.text` has
/// them.
#[derive(Debug, Default, Clone, PartialEq, Eq, Deserialize)]
pub struct Told {
    /// The array's or container's class, as `Class.getName` has it.
    pub whole: Option<String>,
    pub index: i64,
    pub thread: Option<String>,
    pub earlier_thread: Option<String>,
    pub locks: Option<Vec<String>>,
    pub earlier_locks: Option<Vec<String>>,
    pub stack: Option<Vec<String>>,
    pub earlier_stack: Option<Vec<String>>,
    pub created: Option<Vec<String>>,
    pub earlier_created: Option<Vec<String>>,
}

/// Names a race within its JVM.
pub fn race_id(a: u32, b: u32) -> u64 {
    u64::from(a.min(b)) << 24 | u64::from(a.max(b))
}

impl Told {
    pub fn finding(self, later: &Site, earlier: &Site) -> Finding {
        let location = self.location(later);
        let mut accesses = [access(later), access(earlier)];
        accesses[0].stack = self.stack.map(|s| stacks::of_access(&accesses[0], &s));
        accesses[1].stack = (self.earlier_stack).map(|s| stacks::of_access(&accesses[1], &s));
        accesses[0].thread = self.thread;
        accesses[1].thread = self.earlier_thread;
        accesses[0].locks = self.locks;
        accesses[1].locks = self.earlier_locks;
        accesses[0].thread_created = self.created.map(|s| stacks::frames(&s));
        accesses[1].thread_created = self.earlier_created.map(|s| stacks::frames(&s));
        let which = loaded_from(later).or_else(|| loaded_from(earlier));
        let notes: Vec<String> = which.into_iter().chain(tearing(later, &location)).collect();
        let note = (!notes.is_empty()).then(|| notes.join("; "));
        Finding::data_race(location, accesses, note)
    }

    fn location(&self, site: &Site) -> Location {
        let whole = || self.whole.as_deref().unwrap_or_default().replace('.', "/");
        match &site.target {
            Target::Field { class, name, .. } => Location::Field {
                class: class.to_string(),
                field: name.to_string(),
            },
            Target::Element { .. } | Target::Variable => Location::Element {
                array: whole(),
                index: self.index,
            },
            Target::Container => Location::Container { container: whole() },
        }
    }
}

/// A long or double that is not volatile, as no element of an array is, may be read half written (JLS 17.7).
fn tearing(site: &Site, location: &Location) -> Option<String> {
    let what = match (&site.target, location) {
        (Target::Field { descriptor, .. }, _) if matches!(&**descriptor, "J" | "D") => {
            "a long or double that is not volatile"
        }
        (_, Location::Element { array, .. }) if matches!(array.as_str(), "[J" | "[D") => {
            "a long or double in an array"
        }
        _ => return None,
    };
    Some(format!("{what} may be seen half written"))
}

/// Which array it was.
fn loaded_from(site: &Site) -> Option<String> {
    let Target::Element { field: Some(field) } = &site.target else {
        return None;
    };
    let class = site.class.replace('/', ".");
    Some(format!("the array was loaded from {class}.{field}"))
}

fn access(site: &Site) -> Access {
    Access {
        op: match site.op {
            Op::Read => findings::Op::Read,
            Op::Write => findings::Op::Write,
        },
        class: site.class.to_string(),
        method: site.method.to_string(),
        descriptor: site.descriptor.to_string(),
        file: site.file.as_ref().map(ToString::to_string),
        line: site.line.map(u32::from),
        thread: None,
        locks: None,
        stack: None,
        thread_created: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(target: Target, whole: Option<&str>) -> Option<String> {
        let site = Site {
            class: "com/acme/Sums".into(),
            method: "add".into(),
            descriptor: "()V".into(),
            file: None,
            line: None,
            op: Op::Write,
            target,
            dereferenced: false,
        };
        let told = Told {
            whole: whole.map(str::to_owned),
            ..Told::default()
        };
        told.finding(&site, &site).note
    }

    #[test]
    fn a_field_of_two_words_is_said_to_tear() {
        let field = |descriptor: &str| Target::Field {
            class: "com/acme/Sums".into(),
            name: "total".into(),
            descriptor: descriptor.into(),
            is_static: false,
        };
        for wide in ["J", "D"] {
            let told = note(field(wide), None).unwrap();
            assert_eq!(
                told,
                "a long or double that is not volatile may be seen half written"
            );
        }
        for narrow in ["I", "[J", "Ljava/lang/Long;"] {
            assert_eq!(note(field(narrow), None), None);
        }
    }

    #[test]
    fn an_element_of_two_words_is_said_to_tear_beside_where_it_is() {
        let element = |field: Option<&str>| Target::Element {
            field: field.map(Into::into),
        };
        let tears = "a long or double in an array may be seen half written";
        for wide in ["[J", "[D"] {
            assert_eq!(note(element(None), Some(wide)).unwrap(), tears);
            assert_eq!(note(Target::Variable, Some(wide)).unwrap(), tears);
        }
        assert_eq!(note(element(None), Some("[I")), None);
        let from = "the array was loaded from com.acme.Sums.parts";
        assert_eq!(note(element(Some("parts")), Some("[[J")).unwrap(), from);
        let both = note(element(Some("parts")), Some("[J")).unwrap();
        assert_eq!(both, format!("{from}; {tears}"));
    }
}
