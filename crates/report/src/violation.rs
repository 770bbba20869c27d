//! What was found without running the program, as text: where to act, the access that it conflicts with, and why it is told.

use std::fmt::Write;

use findings::{Access, Finding, Frame};

use crate::Palette;
use crate::names::{self, printable};
use crate::race::{locks, method, source};

/// One finding, ending in a newline. Paths begin where the class's boundary is.
pub fn violation(finding: &Finding, palette: Palette) -> String {
    let Palette { alarm, heading, .. } = palette;
    let [here, other] = &finding.accesses;
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{alarm}{}{alarm:#} {}: {} on {heading}{}{heading:#}",
        finding.rule,
        place(here),
        what(finding),
        names::location(&finding.location)
    );
    tell(&mut text, here, "");
    if here != other {
        tell(&mut text, other, "conflicting ");
    }
    if let Some(why) = &finding.note {
        let _ = writeln!(text, "  told because {}", printable(why));
    }
    text
}

fn what(finding: &Finding) -> &'static str {
    match (finding.rule.as_str(), finding.kind.as_str()) {
        ("inconsistent-guard", _) => "different locks",
        (_, "write-read") => "read/write race",
        _ => "unprotected write",
    }
}

/// Where the programmer should act: in the method that others call.
fn place(access: &Access) -> String {
    outermost(access).map_or_else(|| "unknown source".to_owned(), source)
}

fn outermost(access: &Access) -> Option<&Frame> {
    access.stack.as_deref().and_then(<[Frame]>::last)
}

fn tell(text: &mut String, access: &Access, which: &str) {
    let op = access.op.as_str();
    let _ = writeln!(text, "  {which}{op}, locks held: {}", locks(access));
    for frame in access.stack.iter().flatten().rev() {
        let _ = writeln!(text, "    {}  {}", source(frame), method(frame));
    }
}
