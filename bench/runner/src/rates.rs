//! One round of each kernel, every class verified by the JVM: it must compute the same under redflag and have no race. What
//! the runtime counted tells how many accesses the compare beside them did not settle.

use std::path::Path;

use findings::run::Stats;

use crate::Error;
use crate::kernels;
use crate::list::{self, Kernel};
use crate::process;
use crate::redflag;
use crate::results::{self, Table, grouped};

/// The runtime's names of what the detector did out of line, and the heads of their columns.
const RULES: [(&str, &str); 5] = [
    ("read_exclusive", "read"),
    ("read_share", "read, first shared"),
    ("read_shared", "read, shared"),
    ("write_exclusive", "write"),
    ("write_shared", "write, shared"),
];

#[derive(clap::Args)]
pub struct Options {
    /// Only these kernels; the table is then printed, not recorded
    #[arg(value_name = "NAME")]
    names: Vec<String>,
}

pub fn measure(options: &Options) -> Result<(), Error> {
    let kernels = list::kernels(&options.names)?;
    let classes = kernels::compile()?;
    let mut heads = vec!["program", "accesses", "by a rule"];
    heads.extend(RULES.iter().map(|(_, head)| *head));
    let mut table = Table::new(&heads);
    for kernel in &kernels {
        let kernel = kernel.with("warm-up", 0).with("rounds", 1);
        let stats = counted(&kernel, &classes)?;
        table.row(cells(&kernel, &stats));
    }
    println!("{table}");
    if options.names.is_empty() {
        results::record("rates", "bench rates", &table.to_string())?;
    }
    Ok(())
}

fn counted(kernel: &Kernel, classes: &Path) -> Result<Stats, Error> {
    let name = &kernel.name;
    eprintln!("{name}: one round");
    let json = redflag::json_file(&format!("{name}-rates"))?;
    let verify = ["-Xverify:all".to_owned()];
    let mut base = kernels::command(kernel, classes, &verify);
    let mut tool = redflag::run(&json, &["--stats"], &base);
    let expected = kernels::result(name, &process::run_successfully(&mut base)?)?;
    let found = kernels::result(name, &process::run_successfully(&mut tool)?)?;
    kernels::expect_result(name, expected, found)?;
    Ok(redflag::read_document(&json)?.stats.totals)
}

fn cells(kernel: &Kernel, stats: &Stats) -> Vec<String> {
    let accesses = redflag::accesses_checked(stats).unwrap_or(0);
    let counts = RULES.map(|(rule, _)| stats.counters.get(rule).copied().unwrap_or(0));
    let mut cells = vec![
        kernel.name.clone(),
        grouped(accesses),
        share(counts.iter().sum(), accesses),
    ];
    cells.extend(counts.map(|count| share(count, accesses)));
    cells
}

fn share(part: u64, whole: u64) -> String {
    match (part, whole) {
        (0, _) => "-".to_owned(),
        (_, 0) => "?".to_owned(),
        _ => format!("{:.2} %", 100.0 * part as f64 / whole as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_all_accesses() {
        assert_eq!(share(1, 8), "12.50 %");
        assert_eq!(share(0, 8), "-");
        assert_eq!(share(8, 0), "?");
    }
}
