//! A body as text, for tests and for people.

use std::fmt::Write;

use classfile::Code;

use crate::blocks::{BlockId, Role};
use crate::ssa::{Body, Definition, ValueId};

impl Body {
    /// One line for each block, phi and instruction.
    pub fn to_text(&self, code: &Code) -> String {
        let mut out = String::new();
        for (id, block) in self.blocks.iter() {
            let role = match block.role {
                Role::Entry => " entry",
                Role::Code => "",
                Role::Edge => " edge",
                Role::Preheader => " preheader",
                Role::Landing => " landing",
            };
            let _ = write!(out, "b{}{role}", id.index());
            list(&mut out, " <-", &block.predecessors);
            list(&mut out, " <- thrown in", &block.throwers);
            list(&mut out, " ->", &block.successors);
            list(&mut out, " catch", &block.catches);
            out.push('\n');
            for phi in self.phis(id) {
                let arguments: Vec<String> = phi.arguments.iter().map(|&a| self.name(a)).collect();
                let name = self.name(phi.value);
                let _ = writeln!(out, "  {name} = phi {}", arguments.join(" "));
            }
            for at in block.insns.clone() {
                let _ = write!(out, "  {at}: ");
                if let Some(result) = self.result(at) {
                    let _ = write!(out, "{} = ", self.name(result));
                }
                let _ = write!(out, "{:?}", code.insns[at]);
                for &operand in self.operands(at) {
                    let _ = write!(out, " {}", self.name(operand));
                }
                out.push('\n');
            }
        }
        out
    }

    fn name(&self, value: ValueId) -> String {
        match self.value(value).definition {
            Definition::Parameter(slot) => format!("p{slot}"),
            Definition::Int(n) => n.to_string(),
            Definition::Null => "null".to_owned(),
            Definition::Caught(_) => format!("caught{}", value.index()),
            Definition::Phi(_) | Definition::Result(_) => format!("v{}", value.index()),
        }
    }
}

fn list(out: &mut String, label: &str, blocks: &[BlockId]) {
    if !blocks.is_empty() {
        out.push_str(label);
    }
    for block in blocks {
        let _ = write!(out, " b{}", block.index());
    }
}
