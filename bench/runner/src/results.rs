//! Tables, and their places in `bench/RESULTS.md`.

use std::fmt;
use std::fs;
use std::process::Command;
use std::thread;

use crate::Error;
use crate::java;
use crate::process;

/// A Markdown table: words in the first column, numbers in the others.
pub struct Table {
    heads: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub fn new(heads: &[&str]) -> Table {
        Table {
            heads: heads.iter().map(|head| (*head).to_owned()).collect(),
            rows: Vec::new(),
        }
    }

    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| {} |", self.heads.join(" | "))?;
        writeln!(f, "|---|{}", "--:|".repeat(self.heads.len() - 1))?;
        for row in &self.rows {
            writeln!(f, "| {} |", row.join(" | "))?;
        }
        Ok(())
    }
}

/// A ratio as people write it: `2.5x`.
pub fn times(ratio: f64) -> String {
    format!("{ratio:.1}x")
}

/// `None` of nothing.
pub fn geometric_mean(numbers: &[f64]) -> Option<f64> {
    if numbers.is_empty() {
        return None;
    }
    let logarithms: f64 = numbers.iter().map(|number| number.ln()).sum();
    Some((logarithms / numbers.len() as f64).exp())
}

/// `1234567` as `1,234,567`.
pub fn grouped(number: u64) -> String {
    let mut grouped = number.to_string();
    for position in (1..grouped.len()).rev().skip(2).step_by(3) {
        grouped.insert(position, ',');
    }
    grouped
}

/// Replaces the section of this name in `bench/RESULTS.md`, that is what stands between its two markers,
/// by how and where it was measured and by the body. All else stays as it is.
pub fn record(section: &str, command: &str, body: &str) -> Result<(), Error> {
    let path = java::in_repository("bench/RESULTS.md");
    let file_error = |source| Error::File {
        path: path.clone(),
        source,
    };
    let old = fs::read_to_string(&path).map_err(file_error)?;
    let text = format!("{}\n\n{body}", measured_how(command)?);
    let new = replace_section(&old, section, &text).map_err(|marker| Error::NoMarker {
        path: path.clone(),
        marker,
    })?;
    fs::write(&path, new).map_err(file_error)
}

/// The text with its marked section replaced, or the marker that it lacks.
fn replace_section(text: &str, section: &str, body: &str) -> Result<String, String> {
    let begin = format!("<!-- {section}: begin -->");
    let end = format!("<!-- {section}: end -->");
    let Some((before, rest)) = text.split_once(&begin) else {
        return Err(begin);
    };
    let Some((_, after)) = rest.split_once(&end) else {
        return Err(end);
    };
    Ok(format!("{before}{begin}\n{body}{end}{after}"))
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

    #[test]
    fn a_table_has_as_many_columns_as_heads() {
        let mut table = Table::new(&["program", "s"]);
        table.row(vec!["Locks".to_owned(), "2.00".to_owned()]);
        let expected = "| program | s |\n|---|--:|\n| Locks | 2.00 |\n";
        assert_eq!(table.to_string(), expected);
    }

    #[test]
    fn the_geometric_mean_is_of_factors() {
        let mean = geometric_mean(&[2.0, 8.0]).unwrap();
        assert!((mean - 4.0).abs() < 1e-9, "{mean}");
        assert_eq!(geometric_mean(&[]), None);
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
    fn only_the_section_of_that_name_is_replaced() {
        let text = "# Results\n<!-- a: begin -->\nold\n<!-- a: end -->\n<!-- b: begin -->\n<!-- b: end -->\n";
        let new = replace_section(text, "a", "new\n").unwrap();
        assert_eq!(new, text.replace("old", "new"));
        let missing = replace_section(text, "c", "new").unwrap_err();
        assert_eq!(missing, "<!-- c: begin -->");
    }
}
