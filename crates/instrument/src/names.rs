//! Names that rewritten code and the runtime agree on.
//!
//! The runtime's classes live in package `java.lang` of module java.base: every loader finds them
//! there (also those that delegate nothing but `java.*`), every module reads them, and they may use
//! the JDK's internals.

use classfile::MemberRef;

/// All that redflag injects into a class begins so; the runtime hides it from reflection.
pub const PREFIX: &str = "$redflag$";

/// Thread state, in `java.lang.Thread`.
pub const THREAD_STATE_FIELD: &str = "$redflag$state";
/// Synchronization state of an object: in classes that extend `Object` directly, in
/// `java.lang.Class`, and in the JDK classes that the models name as carriers.
pub const HEADER_FIELD: &str = "$redflag$header";

/// What was written to the object when it was last frozen behind a final field; beside the header.
pub const FROZEN_FIELD: &str = "$redflag$frozen";

pub const THREAD: &str = "java/lang/Thread";
pub const THREAD_STATE: &str = "java/lang/redflag$ThreadState";
pub const THREAD_STATE_DESC: &str = "Ljava/lang/redflag$ThreadState;";
pub const HEADER_DESC: &str = "Ljava/lang/redflag$Header;";
pub const STAMP_DESC: &str = "Ljava/lang/redflag$Stamp;";
pub const ARRAY_SHADOW: &str = "java/lang/redflag$ArrayShadow";
pub const ARRAY_SHADOW_DESC: &str = "Ljava/lang/redflag$ArrayShadow;";
pub const FOOTPRINT: &str = "java/lang/redflag$Footprint";
pub const CHECKS: &str = "java/lang/redflag$Checks";
pub const SYNC: &str = "java/lang/redflag$Sync";
pub const TRACE: &str = "java/lang/redflag$Trace";
pub const CALLS: &str = "java/lang/redflag$Calls";

/// What a shadow field keeps for the field that it stands beside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shadow {
    /// Epoch of the last write; its sign bit is the location's spin lock.
    WriteEpoch,
    ReadEpoch,
    WriteSite,
    ReadSite,
    /// Clock of a volatile field.
    Clock,
    /// Shadow of the array that an array-typed field was last seen to hold.
    Array,
    /// Holds nothing: tells whoever links the field that the user wants no checks of it.
    Unchecked,
}

impl Shadow {
    pub const COUNT: usize = Shadow::Unchecked as usize + 1;

    pub const PLAIN: [Shadow; 4] = [
        Shadow::WriteEpoch,
        Shadow::ReadEpoch,
        Shadow::WriteSite,
        Shadow::ReadSite,
    ];

    /// Of a settled field: its reads are not remembered.
    pub const SETTLED: [Shadow; 2] = [Shadow::WriteEpoch, Shadow::WriteSite];

    pub fn descriptor(self) -> &'static str {
        match self {
            Shadow::WriteEpoch | Shadow::ReadEpoch => "J",
            Shadow::WriteSite | Shadow::ReadSite => "I",
            Shadow::Unchecked => "Z",
            Shadow::Clock => "Ljava/lang/redflag$Clock;",
            Shadow::Array => ARRAY_SHADOW_DESC,
        }
    }

    fn tag(self) -> &'static str {
        match self {
            Shadow::WriteEpoch => "w",
            Shadow::ReadEpoch => "r",
            Shadow::WriteSite => "ws",
            Shadow::ReadSite => "rs",
            Shadow::Clock => "c",
            Shadow::Array => "a",
            Shadow::Unchecked => "u",
        }
    }

    /// The shadow's name encodes name and descriptor of its field, so that resolving it from any
    /// class finds the shadow of just the field that the original reference resolves to.
    pub fn name(self, field: &str, descriptor: &str) -> String {
        let mut name = String::with_capacity(PREFIX.len() + 4 + field.len() + descriptor.len());
        name.extend([PREFIX, self.tag(), "$", field, "$"]);
        mangle(descriptor, &mut name);
        name
    }
}

const LINK: &str = "$redflag$link$";
const SETTLED_LINK: &str = "$redflag$settled$";

/// The static field of a class that says how its references to one foreign field are linked.
pub fn link_field(target: MemberRef<'_>) -> String {
    reference(LINK, target)
}

/// As [`link_field`], for references that expect the field to be settled.
pub fn settled_link_field(target: MemberRef<'_>) -> String {
    reference(SETTLED_LINK, target)
}

/// Whether a field of ours is one of these two.
pub fn is_link_field(name: &str) -> bool {
    name.starts_with(LINK) || name.starts_with(SETTLED_LINK)
}

/// A class may name a thousand foreign fields, and names with all that names them would be a large part of it. So they
/// end with a digest (FNV-1a) of 64 bits, too many for two of one class to be the same.
fn reference(kind: &str, target: MemberRef<'_>) -> String {
    let texts = [target.class, target.name, target.descriptor];
    // No text has this byte.
    let bytes = texts.iter().flat_map(|text| text.bytes().chain([0xFF]));
    let digest = bytes.fold(0xCBF2_9CE4_8422_2325_u64, |digest, byte| {
        (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    });
    format!("{kind}{digest:x}")
}

/// Adds a text with the characters replaced that a field name must not have (JVMS 4.2.2).
fn mangle(text: &str, name: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find(['/', ';', '[', '.']) {
        name.push_str(&rest[..at]);
        name.push(match rest.as_bytes()[at] {
            b'/' => '|',
            b';' => '!',
            b'[' => '^',
            _ => ':',
        });
        rest = &rest[at + 1..];
    }
    name.push_str(rest);
}
