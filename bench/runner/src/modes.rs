//! The modes of `--checks` beside each other: what each takes, how many checks it makes of a hundred accesses, and what the papers
//! measured of theirs.

use crate::Error;
use crate::kernels::{self, MODES, Means, Options};
use crate::list;
use crate::rates;
use crate::redflag;
use crate::results::{Table, times};

/// Of each mode: the mean overhead and the mean of checks an access over nineteen programs, by table 1 and section 6.2 of Rhodes, Flanagan
/// and Freund (PLDI 2017).
const PUBLISHED: [(f64, f64); MODES.len()] = [
    (7.26, 1.00),
    (6.00, 0.73),
    (6.03, 1.00),
    (5.05, 0.76),
    (2.47, 0.43),
];

/// Overheads by the same table of programs of which a kernel here has the name and the task, not the code: FastTrack's and BigFoot's; and BigFoot's
/// checks an access.
const PUBLISHED_PROGRAMS: [(&str, f64, f64, f64); 8] = [
    ("Crypt", 96.21, 0.07, 0.0),
    ("Series", 0.01, 0.01, 0.0),
    ("LuFact", 71.67, 39.53, 0.0022),
    ("MolDyn", 27.56, 2.72, 0.077),
    ("MonteCarlo", 7.38, 0.08, 0.085),
    ("Sparse", 26.86, 6.68, 0.14),
    ("Sor", 13.37, 10.73, 0.25),
    ("RayTracer", 13.46, 6.37, 0.32),
];

pub fn measure(options: &Options) -> Result<(), Error> {
    let kernels = list::kernels(&options.names)?;
    let classes = kernels::compile()?;
    let mut heads = vec!["program".to_owned(), "base ms".to_owned()];
    heads.extend(MODES.map(str::to_owned));
    heads.extend(["FastTrack's".to_owned(), "BigFoot's".to_owned()]);
    heads.extend(MODES.map(|mode| format!("{mode}: checks")));
    heads.push("BigFoot's: checks".to_owned());
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let mut table = Table::new(&heads);
    let mut means = Means::of(&MODES);
    let mut check_ratios: [Vec<f64>; MODES.len()] = Default::default();
    for kernel in &kernels {
        let counts = rates::in_all_modes(kernel, &classes)?;
        let accesses = redflag::accesses_checked(&counts[0]).unwrap_or(0);
        let paced = kernel.at(&kernels::PACE);
        let measured = kernels::time(&paced, &classes, &[], options.runs, &MODES)?;
        means.add(kernel, &measured);
        let [fasttrack, bigfoot, checks] = published(&kernel.name);
        let mut row = vec![kernel.name.clone(), kernels::millis(measured.base_micros)];
        row.extend((0..MODES.len()).map(|mode| measured.ratio_text(mode)));
        row.extend([fasttrack, bigfoot]);
        for (stats, of_mode) in counts.iter().zip(&mut check_ratios) {
            let ratio = rates::check_ratio(stats, accesses);
            row.push(ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}")));
            if kernel.kind.is_compute_bound() {
                of_mode.extend(ratio);
            }
        }
        row.push(checks);
        table.row(row);
    }
    let body = format!("{table}\n{}\n{means}", summary(&means, &check_ratios));
    options.publish("modes", &body)
}

/// What the paper has of the program: time / base with FastTrack and with BigFoot, and BigFoot's checks an access.
fn published(program: &str) -> [String; 3] {
    let mut known = PUBLISHED_PROGRAMS.iter();
    match known.find(|(name, ..)| *name == program) {
        Some(&(_, fasttrack, bigfoot, checks)) => [
            times(1.0 + fasttrack),
            times(1.0 + bigfoot),
            format!("{checks:.2}"),
        ],
        None => ["-", "-", "-"].map(str::to_owned),
    }
}

fn summary(means: &Means, check_ratios: &[Vec<f64>]) -> Table {
    let mut table = Table::new(&[
        "mean of the compute-bound programs",
        "overhead",
        "the papers'",
        "checks an access",
        "the papers'",
    ]);
    for (number, (mode, (overhead, checks))) in MODES.iter().zip(PUBLISHED).enumerate() {
        let own = means.overhead(number);
        table.row(vec![
            (*mode).to_owned(),
            own.map_or("?".to_owned(), |own| format!("{own:.2}")),
            format!("{overhead:.2}"),
            mean(&check_ratios[number]),
            format!("{checks:.2}"),
        ]);
    }
    table
}

/// The arithmetic mean, as the papers give it: a mode may check next to nothing.
fn mean(ratios: &[f64]) -> String {
    if ratios.is_empty() {
        return "?".to_owned();
    }
    format!("{:.2}", ratios.iter().sum::<f64>() / ratios.len() as f64)
}
