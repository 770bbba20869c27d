//! The source lines of methods, as debug information tells them.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use classfile::{ClassFile, Malformed, Reader};

/// By class and method, overloads one after the other: from the first line to the last.
#[derive(Default)]
pub struct MethodLines(BTreeMap<(String, String), Vec<RangeInclusive<u32>>>);

impl MethodLines {
    pub fn of<'f>(files: impl Iterator<Item = &'f ClassFile<'f>>) -> MethodLines {
        let mut lines = MethodLines::default();
        for file in files {
            for (number, method) in file.methods.iter().enumerate() {
                let names = (
                    file.name(),
                    file.pool.utf8(method.name),
                    lines_of(file, number),
                );
                if let (Some(class), Some(name), Some(range)) = names {
                    let key = (class.to_owned(), name.to_owned());
                    lines.0.entry(key).or_default().push(range);
                }
            }
        }
        lines
    }

    /// The lines of the method of this name that has this line.
    pub fn around(&self, class: &str, method: &str, line: u32) -> Option<RangeInclusive<u32>> {
        let key = (class.to_owned(), method.to_owned());
        let ranges = self.0.get(&key)?;
        ranges.iter().find(|it| it.contains(&line)).cloned()
    }
}

/// Whether a class has code, but no line numbers in it.
pub fn lacks_lines(file: &ClassFile<'_>) -> bool {
    let has_code = |number: &usize| {
        let attributes = &file.methods[*number].attributes;
        file.find(attributes, "Code").is_some()
    };
    let mut with_code = (0..file.methods.len()).filter(has_code).peekable();
    with_code.peek().is_some() && with_code.all(|it| lines_of(file, it).is_none())
}

fn lines_of(file: &ClassFile<'_>, method: usize) -> Option<RangeInclusive<u32>> {
    let code = file.find(&file.methods[method].attributes, "Code")?;
    let lines = read_lines(file, code).ok()?;
    Some(*lines.iter().min()?..=*lines.iter().max()?)
}

/// The numbers in the code's line tables (JVMS 4.7.12).
fn read_lines(file: &ClassFile<'_>, code: &[u8]) -> Result<Vec<u32>, Malformed> {
    let mut r = Reader::new(code);
    r.take(4)?;
    let length = r.u32()? as usize;
    r.take(length)?;
    let handlers = usize::from(r.u16()?);
    r.take(handlers * 8)?;
    let mut lines = Vec::new();
    for _ in 0..r.u16()? {
        let name = r.u16()?;
        let length = r.u32()? as usize;
        let info = r.take(length)?;
        if file.pool.utf8(name) == Some("LineNumberTable") {
            let mut table = Reader::new(info);
            for _ in 0..table.u16()? {
                table.u16()?;
                lines.push(u32::from(table.u16()?));
            }
        }
    }
    Ok(lines)
}
