//! The models' caller-side rules, found by the method that a call names.

use classfile::MemberRef;
use rustc_hash::FxHashMap;
use world::models::{CallRule, Models};

pub struct CallIndex<'m> {
    by_name: FxHashMap<&'m str, Vec<&'m CallRule>>,
}

impl<'m> CallIndex<'m> {
    pub fn new(models: &'m Models, jdk: u16) -> Self {
        let mut by_name: FxHashMap<&str, Vec<&CallRule>> = FxHashMap::default();
        for rule in models.calls().iter().filter(|r| r.jdk.contains(&jdk)) {
            by_name.entry(&rule.method).or_default().push(rule);
        }
        CallIndex { by_name }
    }

    /// The rule for a call of `member`. Final methods of `Object` may be called through any class.
    pub fn find(&self, member: MemberRef<'_>) -> Option<&'m CallRule> {
        self.by_name.get(member.name)?.iter().copied().find(|rule| {
            (rule.class == member.class || rule.class == "java/lang/Object")
                && rule
                    .descriptor
                    .as_ref()
                    .is_none_or(|d| d == member.descriptor)
        })
    }
}
