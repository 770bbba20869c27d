//! The kinds of hooks and checks that rewriting inserts by itself, apart from what the models name.

/// A set of kinds.
#[derive(Debug, Clone, Copy, Default)]
pub struct HookKinds(u64);

impl HookKinds {
    pub fn contains(self, kind: HookKind) -> bool {
        self.0 & 1 << kind as u32 != 0
    }
}

impl FromIterator<HookKind> for HookKinds {
    fn from_iter<I: IntoIterator<Item = HookKind>>(kinds: I) -> Self {
        HookKinds(kinds.into_iter().fold(0, |set, it| set | 1 << it as u32))
    }
}

const _: () = assert!(HookKind::ALL.len() <= 64);

/// Declares the kinds with their words, by which tests name those to leave out.
macro_rules! kinds {
    ($($(#[$outer:meta])* $variant:ident = $word:literal,)+) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum HookKind { $($(#[$outer])* $variant,)+ }

        impl HookKind {
            pub const ALL: &'static [HookKind] = &[$(HookKind::$variant,)+];

            pub fn word(self) -> &'static str {
                match self { $(HookKind::$variant => $word,)+ }
            }

            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|it| it.word() == word)
            }
        }
    };
}

kinds! {
    FieldRead = "field-read",
    FieldWrite = "field-write",
    StaticRead = "static-read",
    StaticWrite = "static-write",
    ForeignRead = "foreign-read",
    ForeignWrite = "foreign-write",
    ForeignStaticRead = "foreign-static-read",
    ForeignStaticWrite = "foreign-static-write",
    /// A foreign field may be volatile: what is released before the write.
    BeforeForeignWrite = "before-foreign-write",
    /// Foreign fields in code whose accesses are not checked: what a volatile one orders.
    UncheckedForeignRead = "unchecked-foreign-read",
    UncheckedForeignWrite = "unchecked-foreign-write",
    ArrayRead = "array-read",
    ArrayWrite = "array-write",
    VariableRead = "variable-read",
    VariableWrite = "variable-write",
    /// A compare-and-set by `VarHandle` that throws.
    VariableThrows = "variable-throws",
    VolatileRead = "volatile-read",
    VolatileWrite = "volatile-write",
    StaticVolatileRead = "static-volatile-read",
    StaticVolatileWrite = "static-volatile-write",
    /// Accesses to an object that only its constructor knows.
    FreshAccess = "fresh-access",
    FinalsFrozen = "finals-frozen",
    LeakedFinalsFrozen = "leaked-finals-frozen",
    /// The end of a constructor, for a finalizer.
    Constructed = "constructed",
    Cloned = "cloned",
    ClonedByJdk = "cloned-by-jdk",
    MonitorEnter = "monitor-enter",
    MonitorExit = "monitor-exit",
    MethodEnter = "synchronized-method-enter",
    MethodReturn = "synchronized-method-return",
    MethodThrow = "synchronized-method-throw",
    InitializerBegins = "initializer-begins",
    InitializerEnds = "initializer-ends",
    /// The places where a class is known to be initialized.
    InitializedInMethod = "initialized-in-static-method",
    InitializedInConstructor = "initialized-in-constructor",
    InitializedAtConstant = "initialized-at-static-final",
    InitializedAtUnchecked = "initialized-at-unchecked-static",
    /// Actions on elements ask whether their collection orders anything.
    Speaks = "speaks",
    FieldsHidden = "fields-hidden",
}
