//! The modes of `--checks` beside each other: what each takes, and how many checks it makes of a hundred accesses.

use crate::Error;
use crate::kernels::{self, MODES, Means, Options};
use crate::list;
use crate::rates;
use crate::redflag;
use crate::results::Table;

pub fn measure(options: &Options) -> Result<(), Error> {
    let kernels = list::kernels(&options.names)?;
    let classes = kernels::compile()?;
    let mut heads = vec!["program".to_owned(), "base ms".to_owned()];
    heads.extend(MODES.map(str::to_owned));
    heads.extend(MODES.map(|mode| format!("{mode}: checks")));
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let mut table = Table::new(&heads);
    let mut means = Means::of(&MODES);
    let mut check_ratios: [Vec<f64>; MODES.len()] = Default::default();
    for kernel in &kernels {
        let counts = rates::in_all_modes(kernel, &classes)?;
        let accesses = redflag::accesses_checked(&counts[0]).unwrap_or(0);
        let paced = kernel.at(&kernels::PACE);
        let times = kernels::time(&paced, &classes, &[], options.runs, &MODES)?;
        means.add(kernel, &times);
        let mut row = vec![kernel.name.clone(), kernels::millis(times.base_micros)];
        row.extend((0..MODES.len()).map(|mode| times.ratio_text(mode)));
        for (stats, of_mode) in counts.iter().zip(&mut check_ratios) {
            let ratio = rates::check_ratio(stats, accesses);
            row.push(ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}")));
            if kernel.kind.is_compute_bound() {
                of_mode.extend(ratio);
            }
        }
        table.row(row);
    }
    let checks: String = MODES
        .iter()
        .zip(&check_ratios)
        .map(|(mode, ratios)| format!("`{mode}` {}", mean(ratios)))
        .collect::<Vec<_>>()
        .join(", ");
    let body = format!("{table}\n{means}Mean checks an access over the same programs: {checks}.\n");
    options.publish("modes", &body)
}

/// The arithmetic mean, as the papers give it: a mode may check next to nothing.
fn mean(ratios: &[f64]) -> String {
    if ratios.is_empty() {
        return "?".to_owned();
    }
    format!("{:.2}", ratios.iter().sum::<f64>() / ratios.len() as f64)
}
