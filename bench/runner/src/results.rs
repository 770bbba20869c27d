//! The table, and its place in `bench/RESULTS.md`.

use std::fmt::Write;
use std::fs;
use std::process::Command;
use std::thread;

use crate::Error;
use crate::heap::SmallestHeap;
use crate::java;
use crate::process;

const BEGIN: &str = "<!-- kernels: begin -->";
const END: &str = "<!-- kernels: end -->";

/// One kernel; times and memory are medians.
pub struct Row {
    pub program: &'static str,
    pub base_millis: u64,
    pub tool_millis: u64,
    pub accesses: Option<u64>,
    pub base_rss_kib: u64,
    pub tool_rss_kib: u64,
    pub smallest_heap: Option<SmallestHeap>,
}

/// The rows as a Markdown table.
pub fn table(rows: &[Row]) -> String {
    let with_heap = rows.iter().any(|row| row.smallest_heap.is_some());
    let mut head = "| program | base s | redflag s | slowdown | accesses checked \
                    | base MiB | redflag MiB | memory |"
        .to_owned();
    let mut rule = "|---|--:|--:|--:|--:|--:|--:|--:|".to_owned();
    if with_heap {
        head += " smallest -Xmx, base | smallest -Xmx, redflag |";
        rule += "--:|--:|";
    }
    let mut table = format!("{head}\n{rule}\n");
    for row in rows {
        write_row(&mut table, row);
    }
    table
}

fn write_row(table: &mut String, row: &Row) {
    let accesses = row.accesses.map_or("not counted".to_owned(), grouped);
    // Writing to a string cannot fail.
    let _ = write!(
        table,
        "| {} | {:.2} | {:.2} | {} | {accesses} | {} | {} | {} |",
        row.program,
        row.base_millis as f64 / 1000.0,
        row.tool_millis as f64 / 1000.0,
        ratio(row.tool_millis, row.base_millis),
        row.base_rss_kib / 1024,
        row.tool_rss_kib / 1024,
        ratio(row.tool_rss_kib, row.base_rss_kib),
    );
    if let Some(heap) = &row.smallest_heap {
        let mib = |heap: Option<u64>| heap.map_or("none".to_owned(), |mib| format!("{mib} MiB"));
        let _ = write!(table, " {} | {} |", mib(heap.base), mib(heap.tool));
    }
    table.push('\n');
}

fn ratio(tool: u64, base: u64) -> String {
    match base {
        0 => "?".to_owned(),
        _ => format!("{:.1}x", tool as f64 / base as f64),
    }
}

/// `1234567` as `1,234,567`.
pub fn grouped(number: u64) -> String {
    let mut grouped = number.to_string();
    for position in (1..grouped.len()).rev().skip(2).step_by(3) {
        grouped.insert(position, ',');
    }
    grouped
}

/// Replaces what stands between the markers in `bench/RESULTS.md` by the table, and by how and where it
/// was measured.
pub fn record(command: &str, table: &str) -> Result<(), Error> {
    let path = java::in_repository("bench/RESULTS.md");
    let file_error = |source| Error::File {
        path: path.clone(),
        source,
    };
    let old = fs::read_to_string(&path).map_err(file_error)?;
    let section = format!("{}\n\n{table}", measured_how(command)?);
    let new = replace_between_markers(&old, &section).map_err(|marker| Error::NoMarker {
        path: path.clone(),
        marker,
    })?;
    fs::write(&path, new).map_err(file_error)
}

/// The text with its marked section replaced, or the marker that it lacks.
fn replace_between_markers(text: &str, section: &str) -> Result<String, &'static str> {
    let (before, rest) = text.split_once(BEGIN).ok_or(BEGIN)?;
    let (_, after) = rest.split_once(END).ok_or(END)?;
    Ok(format!("{before}{BEGIN}\n{section}{END}{after}"))
}

fn measured_how(command: &str) -> Result<String, Error> {
    let date = process::run_successfully(Command::new("date").args(["-u", "+%F"]))?;
    let cores = thread::available_parallelism().map_or("?".to_owned(), |cores| cores.to_string());
    Ok(format!(
        "`{command}`, {}, {cores} cores ({}), {}",
        date.stdout.trim(),
        processor(),
        java::version()?
    ))
}

/// The processor's name as Linux tells it on x86-64, or the architecture.
fn processor() -> String {
    let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    cpuinfo
        .lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(key, _)| key.trim() == "model name")
        .map_or(std::env::consts::ARCH, |(_, name)| name.trim())
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row() -> Row {
        Row {
            program: "Locks",
            base_millis: 2000,
            tool_millis: 5000,
            accesses: Some(12_345_678),
            base_rss_kib: 50 << 10,
            tool_rss_kib: 100 << 10,
            smallest_heap: None,
        }
    }

    #[test]
    fn a_row_tells_times_ratios_and_counts() {
        let table = table(&[row()]);
        let last = table.lines().last().unwrap();
        assert_eq!(
            last,
            "| Locks | 2.00 | 5.00 | 2.5x | 12,345,678 | 50 | 100 | 2.0x |"
        );
    }

    #[test]
    fn digits_are_grouped_by_three_from_the_right() {
        for (number, expected) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(grouped(number), expected);
        }
    }

    #[test]
    fn heap_columns_appear_when_measured() {
        let heap = SmallestHeap {
            base: Some(3),
            tool: None,
        };
        let table = table(&[Row {
            smallest_heap: Some(heap),
            ..row()
        }]);
        let columns = |line: &str| line.matches('|').count();
        let counts: Vec<_> = table.lines().map(columns).collect();
        assert_eq!(counts, [11, 11, 11]);
        assert!(table.ends_with("| 3 MiB | none |\n"), "{table}");
    }

    #[test]
    fn only_the_marked_section_is_replaced() {
        let text = format!("# Results\n{BEGIN}\nold\n{END}\nmore\n");
        let new = replace_between_markers(&text, "new\n").unwrap();
        assert_eq!(new, format!("# Results\n{BEGIN}\nnew\n{END}\nmore\n"));
        assert_eq!(replace_between_markers("", "new"), Err(BEGIN));
    }
}
