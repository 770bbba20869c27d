//! How much of what `redflag check` tells of jars is surely true: reports, and the locations that they are about.

use std::collections::BTreeSet;
use std::path::Path;

use findings::Finding;

use crate::Error;
use crate::process;
use crate::redflag;
use crate::results::{self, Table, grouped};
use crate::static_analysis;

const HEADS: [&str; 7] = [
    "jar",
    "reports",
    "surely true",
    "less",
    "locations",
    "surely racy",
    "less",
];

/// As the authors of RacerDX count: every report, none left out because another one says much the same.
const EVERY_REPORT: [&str; 2] = ["--no-cache", "--no-dedup"];

pub fn measure() -> Result<(), Error> {
    let mut table = Table::new(&HEADS);
    for (name, jar) in static_analysis::jars()? {
        eprintln!("{name}");
        let all = told(name, &jar, &[])?;
        let surely = told(name, &jar, &["--true-positives"])?;
        let mut row = vec![name.to_owned()];
        row.extend(compared(all.len(), surely.len()));
        row.extend(compared(locations(&all), locations(&surely)));
        table.row(row);
    }
    println!("{table}");
    results::record("certainty", "bench certainty", &table.to_string())
}

fn told(name: &str, jar: &Path, options: &[&str]) -> Result<Vec<Finding>, Error> {
    let document = redflag::json_file(&format!("certainty-{name}"))?;
    let path = document.to_string_lossy();
    let options = [&EVERY_REPORT, options, &["--json", &path]].concat();
    process::run(&mut redflag::check(&options, jar))?;
    Ok(redflag::read_document(&document)?.findings)
}

fn locations(findings: &[Finding]) -> usize {
    let locations: BTreeSet<String> = findings
        .iter()
        .map(|it| format!("{:?}", it.location))
        .collect();
    locations.len()
}

fn compared(all: usize, surely: usize) -> [String; 3] {
    let less = 100.0 * (1.0 - surely as f64 / all.max(1) as f64);
    [
        grouped(all as u64),
        grouped(surely as u64),
        format!("{less:.0} %"),
    ]
}
