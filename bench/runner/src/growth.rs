//! How the slowdown grows with threads and with heap.

use crate::Error;
use crate::kernels::{self, Options};
use crate::list;
use crate::results::{self, Table};

const THREADS: [u32; 5] = [1, 2, 4, 16, 64];

/// In MiB of the program's own `-Xmx`; under redflag the JVM gets more, as it always does.
const HEAPS: [u32; 4] = [128, 256, 1024, 4096];

/// How long a kernel with two threads and all the heap it wants must take, in milliseconds.
const LONG_ENOUGH: u64 = 500;

pub fn threads(options: &Options) -> Result<(), Error> {
    let classes = kernels::compile()?;
    let heads = THREADS.map(|count| count.to_string());
    let mut table = headed("program, time / base by threads", &heads);
    for kernel in list::kernels(&options.names)? {
        let mut row = vec![kernel.name.clone()];
        let kernel = kernels::long_enough(&kernel, &classes, LONG_ENOUGH)?;
        for count in THREADS {
            let kernel = kernel.with("threads", count);
            let times = kernels::time(&kernel, &classes, &[], options.runs)?;
            row.push(times.ratio_text());
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
        let kernel = kernels::long_enough(&kernel, &classes, LONG_ENOUGH)?;
        let mut row = vec![kernel.name.clone()];
        for mib in HEAPS {
            let options_of_jvm = [format!("-Xmx{mib}m")];
            let times = kernels::time(&kernel, &classes, &options_of_jvm, options.runs)?;
            row.push(times.ratio_text());
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
