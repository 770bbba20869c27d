//! How the slowdown grows with threads and with heap.

use crate::Error;
use crate::kernels::{self, Options, Pace};
use crate::list;
use crate::results::{self, Table};

const THREADS: [u32; 5] = [1, 2, 4, 16, 64];

/// In MiB of the program's own `-Xmx`; under redflag the JVM gets more, as it always does.
const HEAPS: [u32; 4] = [128, 256, 1024, 4096];

const DEFAULT: [&str; 1] = [kernels::MODES[kernels::MODES.len() - 1]];

const PACE: Pace = Pace {
    warm_up_millis: 2000,
    millis: 500,
};

pub fn threads(options: &Options) -> Result<(), Error> {
    let classes = kernels::compile()?;
    let heads = THREADS.map(|count| count.to_string());
    let mut table = headed("program, time / base by threads", &heads);
    for kernel in list::kernels(&options.names)? {
        let mut row = vec![kernel.name.clone()];
        let kernel = kernel.at(&PACE);
        for count in THREADS {
            let kernel = kernel.with("threads", count);
            let times = kernels::time(&kernel, &classes, &[], options.runs, &DEFAULT)?;
            row.push(times.ratio_text(0));
        }
        table.row(row);
    }
    options.publish("threads", &table.to_string())
}

pub fn heaps(options: &Options) -> Result<(), Error> {
    let classes = kernels::compile()?;
    let heads = HEAPS.map(|mib| format!("{mib} MiB"));
    let mut table = headed("program, time / base by -Xmx", &heads);
    for kernel in list::kernels(&options.names)? {
        let kernel = kernel.at(&PACE);
        let mut row = vec![kernel.name.clone()];
        for mib in HEAPS {
            let options_of_jvm = [format!("-Xmx{mib}m")];
            let times = kernels::time(&kernel, &classes, &options_of_jvm, options.runs, &DEFAULT)?;
            row.push(times.ratio_text(0));
        }
        table.row(row);
    }
    options.publish("heaps", &table.to_string())
}

fn headed(first: &str, others: &[String]) -> Table {
    let mut heads = vec![first];
    heads.extend(others.iter().map(String::as_str));
    results::Table::new(&heads)
}
