//! HotSpot's `-XX` flags: read at any time, and some of them set before what they speak of is made.
//!
//! The flags are found as debuggers find them, through the tables that describe the JVM's own structures
//! (`gHotSpotVMStructs` and `gHotSpotVMTypes`, see `vmStructs.hpp`). A JVM without these tables has no flags for us,
//! which costs only the heap that shadow state needs.

use super::JavaVm;
use super::memory::physical_memory;
use std::ffi::{CStr, c_char, c_void};

/// The flags of the running JVM.
pub struct Flags {
    first: *const u8,
    count: usize,
    layout: Layout,
}

/// How a flag (`JVMFlag`) lies in memory.
#[derive(Clone, Copy)]
struct Layout {
    size: usize,
    name: usize,
    address: usize,
    flags: usize,
}

/// The heap limit that the program had, and the one it has now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeapLimit {
    pub before: u64,
    pub now: u64,
}

/// Why the heap limit stays as it was.
#[derive(Debug, thiserror::Error)]
pub enum HeapLimitKept {
    #[error("this JVM does not tell where its flags are")]
    NoFlags,
    #[error("this JVM has no flag {0}")]
    NoFlag(&'static str),
}

impl Flags {
    pub fn find(vm: JavaVm) -> Option<Flags> {
        let library = Library::containing(vm.code_address())?;
        let layout = Layout {
            size: library.type_size(c"JVMFlag")?,
            name: library.field(c"JVMFlag", c"_name")?.offset,
            address: library.field(c"JVMFlag", c"_addr")?.offset,
            flags: library.field(c"JVMFlag", c"_flags")?.offset,
        };
        let first = library.field(c"JVMFlag", c"flags")?.address;
        let count = library.field(c"JVMFlag", c"numFlags")?.address;
        // SAFETY: the tables give the addresses of these two variables, of type `JVMFlag*` and `size_t`.
        unsafe {
            Some(Flags {
                first: first.cast::<*const u8>().read(),
                count: count.cast::<usize>().read(),
                layout,
            })
        }
    }

    /// The value of a flag of type `bool`.
    pub fn boolean(&self, name: &str) -> Option<bool> {
        let flag = self.flag(name)?;
        // SAFETY: the flag's variable is a byte.
        Some(unsafe { self.variable::<u8>(flag).read() } != 0)
    }

    /// The value of a flag of type `size_t`, `uintx`, `intx` or `uint64_t`.
    pub fn size(&self, name: &str) -> Option<u64> {
        let flag = self.flag(name)?;
        // SAFETY: the flag's variable has 64 bits.
        Some(unsafe { self.variable::<u64>(flag).read() })
    }

    /// The value of a flag of type `int` or `uint`, or a small one of a wider type: which of them a flag has changes
    /// between versions of the JVM, and the lower half comes first on every platform we know.
    pub fn int(&self, name: &str) -> Option<i32> {
        let flag = self.flag(name)?;
        // SAFETY: the flag's variable has at least 32 bits.
        Some(unsafe { self.variable::<i32>(flag).read() })
    }

    /// Whether the flag was given by the user or chosen by the JVM, and is not just the built-in value.
    fn is_set(&self, name: &str) -> bool {
        // The lowest four bits tell the origin, of which zero is the default.
        self.flag(name).is_some_and(|flag| {
            // SAFETY: the flag's own word lies at this offset.
            let word = unsafe { flag.add(self.layout.flags).cast::<u32>().read() };
            word & 0xF != 0
        })
    }

    /// # Safety
    /// No other thread of the JVM runs yet, or the flag is one that may change; and the flag's variable has 64 bits.
    unsafe fn set_size(&self, name: &'static str, value: u64) -> Result<(), HeapLimitKept> {
        let flag = self.flag(name).ok_or(HeapLimitKept::NoFlag(name))?;
        // SAFETY: by contract.
        unsafe { self.variable::<u64>(flag).write(value) };
        Ok(())
    }

    fn flag(&self, name: &str) -> Option<*const u8> {
        (0..self.count)
            // SAFETY: the table has `count` entries of this size.
            .map(|index| unsafe { self.first.add(index * self.layout.size) })
            .find(|entry| {
                // SAFETY: an entry has a pointer to its name at this offset; the last entry's is null.
                unsafe {
                    let text = entry.add(self.layout.name).cast::<*const c_char>().read();
                    !text.is_null() && CStr::from_ptr(text).to_bytes() == name.as_bytes()
                }
            })
    }

    /// The variable that holds the flag's value.
    fn variable<T>(&self, flag: *const u8) -> *mut T {
        // SAFETY: an entry has the address of its variable at this offset.
        unsafe { flag.add(self.layout.address).cast::<*mut T>().read() }
    }
}

/// Multiplies the program's heap limit, up to three quarters of the machine's (or container's) memory.
///
/// # Safety
/// Only from `Agent_OnLoad`: the limit is settled by then, and the heap not yet made.
pub unsafe fn raise_max_heap(vm: JavaVm, factor: f64) -> Result<HeapLimit, HeapLimitKept> {
    const LIMIT: &str = "MaxHeapSize";
    let flags = Flags::find(vm).ok_or(HeapLimitKept::NoFlags)?;
    let before = flags.size(LIMIT).ok_or(HeapLimitKept::NoFlag(LIMIT))?;
    if !flags.is_set(LIMIT) {
        return Ok(HeapLimit {
            before,
            now: before,
        });
    }
    let compressed_limit = flags
        .boolean("UseCompressedOops")
        .filter(|&compressed| compressed)
        .map(|_| compressed_oops_reach(flags.int("ObjectAlignmentInBytes").unwrap_or(8)));
    let now = raised(before, factor, physical_memory(), compressed_limit);
    // SAFETY: by contract; the flag is a `size_t`.
    unsafe { flags.set_size(LIMIT, now) }?;
    Ok(HeapLimit { before, now })
}

/// Lets a JVM that was told `-Xshare:on` start all the same: the early class hook rules shared class data out. Since JDK 21
/// this is no flag any more, and such a JVM ends with a message of its own unless the command takes the option back.
///
/// # Safety
/// Only from `Agent_OnLoad`: archives are mapped later.
pub unsafe fn allow_no_sharing(vm: JavaVm) {
    if let Some(flags) = Flags::find(vm)
        && let Some(flag) = flags.flag("RequireSharedSpaces")
    {
        // SAFETY: by contract; the flag's variable is a byte.
        unsafe { flags.variable::<u8>(flag).write(0) };
    }
}

/// Makes room for the names of shadow fields in the table of all names that the JVM knows. It grows late: with as many names as a large program
/// has under redflag, the chains in it are so long that a tenth of the start went into following them.
///
/// # Safety
/// Only from `Agent_OnLoad`: the table is made later.
pub unsafe fn enlarge_symbol_table(vm: JavaVm) {
    const SIZE: &str = "SymbolTableSize";
    const ENOUGH: u64 = 1 << 18;
    if let Some(flags) = Flags::find(vm)
        && flags.size(SIZE).is_some_and(|size| size < ENOUGH)
    {
        // SAFETY: by contract; the flag is a `uintx`.
        let _ = unsafe { flags.set_size(SIZE, ENOUGH) };
    }
}

const GIB: u64 = 1 << 30;

/// The largest heap that 32-bit references reach, less what the JVM needs for itself at its start.
fn compressed_oops_reach(object_alignment: i32) -> u64 {
    // References count in units of the alignment, which HotSpot keeps between 8 and 256.
    (u64::from(object_alignment.clamp(8, 256).unsigned_abs()) << 32) - GIB
}

/// The limit to set: never below the one there is.
fn raised(before: u64, factor: f64, memory: Option<u64>, reach: Option<u64>) -> u64 {
    // The JVM rounds to its collector's regions; whole pages are enough for it to start from.
    const PIECE: u64 = 2 << 20;
    // A small heap gets more than its share: what the runtime needs at least does not shrink with it.
    const ROOM: u64 = 256 << 20;
    let room = if factor > 1.0 { ROOM } else { 0 };
    let wanted = ((before as f64 * factor) as u64).saturating_add(room);
    let most = memory.map_or(u64::MAX, |memory| memory / 4 * 3);
    let now = wanted.min(most).min(reach.unwrap_or(u64::MAX));
    (now / PIECE * PIECE).max(before)
}

// ---- the JVM's description of itself -----------------------------------------------------------

/// The JVM's shared library.
struct Library(*mut c_void);

/// Where a field lies: `offset` in an instance, or `address` of a static one.
struct FieldPlace {
    offset: usize,
    address: *const u8,
}

impl Library {
    /// The loaded library that an address belongs to; found so because an embedding program may have kept
    /// its symbols from the global scope.
    fn containing(address: *const c_void) -> Option<Library> {
        // SAFETY: an all-zero Dl_info is valid; dladdr fills it, and the file name lives as long as the library,
        // which is loaded already, so that dlopen runs no code.
        let handle = unsafe {
            let mut info: libc::Dl_info = std::mem::zeroed();
            if libc::dladdr(address, &mut info) == 0 || info.dli_fname.is_null() {
                return None;
            }
            libc::dlopen(info.dli_fname, libc::RTLD_LAZY | libc::RTLD_NOLOAD)
        };
        (!handle.is_null()).then_some(Library(handle))
    }

    /// The word in an exported variable.
    fn word(&self, symbol: &CStr) -> Option<usize> {
        // SAFETY: the handle is open; the variables asked for are 64-bit words.
        unsafe {
            let variable = libc::dlsym(self.0, symbol.as_ptr()).cast::<u64>();
            (!variable.is_null()).then(|| variable.read() as usize)
        }
    }

    fn type_size(&self, type_name: &CStr) -> Option<usize> {
        let entries = self.word(c"gHotSpotVMTypes")? as *const u8;
        let stride = self.word(c"gHotSpotVMTypeEntryArrayStride")?;
        let name = self.word(c"gHotSpotVMTypeEntryTypeNameOffset")?;
        let size = self.word(c"gHotSpotVMTypeEntrySizeOffset")?;
        // SAFETY: the table's entries have this stride and a text at this offset, null in the last;
        // the size is a 64-bit word.
        unsafe {
            entries_with(entries, stride, name)
                .find(|&entry| text_at(entry, name) == Some(type_name))
                .map(|entry| entry.add(size).cast::<u64>().read() as usize)
        }
    }

    fn field(&self, type_name: &CStr, field_name: &CStr) -> Option<FieldPlace> {
        let entries = self.word(c"gHotSpotVMStructs")? as *const u8;
        let stride = self.word(c"gHotSpotVMStructEntryArrayStride")?;
        let of_type = self.word(c"gHotSpotVMStructEntryTypeNameOffset")?;
        let of_field = self.word(c"gHotSpotVMStructEntryFieldNameOffset")?;
        let offset = self.word(c"gHotSpotVMStructEntryOffsetOffset")?;
        let address = self.word(c"gHotSpotVMStructEntryAddressOffset")?;
        // SAFETY: as in `type_size`; the offset is a 64-bit word, the address a pointer.
        unsafe {
            entries_with(entries, stride, of_type)
                .find(|&entry| {
                    text_at(entry, of_type) == Some(type_name)
                        && text_at(entry, of_field) == Some(field_name)
                })
                .map(|entry| FieldPlace {
                    offset: entry.add(offset).cast::<u64>().read() as usize,
                    address: entry.add(address).cast::<*const u8>().read(),
                })
        }
    }
}

/// The entries of a table that ends with one without a text at `key`.
///
/// # Safety
/// `first` is the first entry of such a table, whose entries are `stride` bytes long.
unsafe fn entries_with(
    first: *const u8,
    stride: usize,
    key: usize,
) -> impl Iterator<Item = *const u8> {
    (0..)
        // SAFETY: by contract; the table goes on until the entry at which `take_while` stops.
        .map(move |index| unsafe { first.add(index * stride) })
        // SAFETY: by contract.
        .take_while(move |&entry| unsafe { text_at(entry, key) }.is_some())
}

/// # Safety
/// The entry has a terminated text or null at `offset`; the text is never freed.
unsafe fn text_at(entry: *const u8, offset: usize) -> Option<&'static CStr> {
    // SAFETY: by contract.
    unsafe {
        let text = entry.add(offset).cast::<*const c_char>().read();
        (!text.is_null()).then(|| CStr::from_ptr(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_grows_by_the_factor_and_by_what_the_runtime_needs() {
        assert_eq!(raised(GIB, 3.0, Some(64 * GIB), None), 3 * GIB + GIB / 4);
        assert_eq!(raised(GIB, 1.0, Some(64 * GIB), None), GIB);
    }

    #[test]
    fn the_limit_stays_within_three_quarters_of_memory() {
        assert_eq!(raised(4 * GIB, 3.0, Some(8 * GIB), None), 6 * GIB);
    }

    #[test]
    fn the_limit_never_shrinks() {
        assert_eq!(raised(7 * GIB, 3.0, Some(8 * GIB), None), 7 * GIB);
        assert_eq!(raised(GIB + 1, 1.0, Some(8 * GIB), None), GIB + 1);
    }

    #[test]
    fn compressed_references_still_reach_all_of_the_heap() {
        let reach = Some(compressed_oops_reach(8));
        assert_eq!(raised(20 * GIB, 3.0, Some(256 * GIB), reach), 31 * GIB);
    }
}
