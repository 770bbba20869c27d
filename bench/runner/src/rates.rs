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

/// The runtime's count of checks in the program's code.
const CHECKS: &str = "checks";
/// And of the states that it made for locations.
const LOCATIONS: &str = "shadow_locations";

#[derive(clap::Args)]
pub struct Options {
    /// Only these kernels; the table is then printed, not recorded
    #[arg(value_name = "NAME")]
    names: Vec<String>,
}

pub fn measure(options: &Options) -> Result<(), Error> {
    let kernels = list::kernels(&options.names)?;
    let classes = kernels::compile()?;
    let mut heads = vec!["program".to_owned(), "accesses".to_owned()];
    heads.extend(kernels::MODES.map(|mode| format!("{mode}: checks")));
    heads.extend(kernels::MODES.map(|mode| format!("{mode}: shadow operations")));
    heads.extend(kernels::MODES.map(|mode| format!("{mode}: shadow locations")));
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let mut table = Table::new(&heads);
    for kernel in &kernels {
        table.row(cells(kernel, &in_all_modes(kernel, &classes)?));
    }
    println!("{table}");
    if options.names.is_empty() {
        results::record("rates", "bench rates", &table.to_string())?;
    }
    Ok(())
}

/// What one round of the kernel counts, by mode.
pub fn in_all_modes(kernel: &Kernel, classes: &Path) -> Result<Vec<Stats>, Error> {
    let kernel = kernel.with("warm-up", 0).with("rounds", 1);
    let counted = |mode: &&str| counted(&kernel, classes, mode);
    kernels::MODES.iter().map(counted).collect()
}

/// The share of the accesses that a mode checks; `None` if there were none.
pub fn check_ratio(stats: &Stats, accesses: u64) -> Option<f64> {
    (accesses > 0).then(|| stats.counter(CHECKS) as f64 / accesses as f64)
}

fn counted(kernel: &Kernel, classes: &Path, mode: &str) -> Result<Stats, Error> {
    let name = &kernel.name;
    eprintln!("{name}: one round, --checks {mode}");
    let json = redflag::json_file(&format!("{name}-rates"))?;
    let verify = ["-Xverify:all".to_owned()];
    let mut base = kernels::command(kernel, classes, &verify);
    let mut tool = redflag::run(&json, &["--stats", "--checks", mode], &base);
    let expected = kernels::result(name, &process::run_successfully(&mut base)?)?;
    let found = kernels::result(name, &process::run_successfully(&mut tool)?)?;
    kernels::expect_result(name, expected, found)?;
    Ok(redflag::read_document(&json)?.stats.totals)
}

/// Of each mode: checks and shadow operations in percent of all accesses, and shadow locations.
fn cells(kernel: &Kernel, of_modes: &[Stats]) -> Vec<String> {
    let accesses = redflag::accesses_checked(&of_modes[0]).unwrap_or(0);
    let mut cells = vec![kernel.name.clone(), grouped(accesses)];
    for stats in of_modes {
        cells.push(share(stats.counter(CHECKS), accesses));
    }
    for stats in of_modes {
        cells.push(share(stats.shadow_operations(), accesses));
    }
    for stats in of_modes {
        cells.push(grouped(stats.counter(LOCATIONS)));
    }
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
