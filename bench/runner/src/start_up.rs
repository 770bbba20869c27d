//! Hello world: the whole time of the command, start to end.

use std::time::Duration;

use crate::Error;
use crate::kernels::{self, Options};
use crate::list::{Kernel, Kind};
use crate::process;
use crate::redflag;
use crate::results::{self, Table};

pub fn measure(options: &Options) -> Result<(), Error> {
    let classes = kernels::compile()?;
    let hello = Kernel {
        kind: Kind::Other,
        name: "Hello".to_owned(),
        arguments: Vec::new(),
    };
    let json = redflag::json_file("Hello")?;
    let mut base = kernels::command(&hello, &classes, &[]);
    let mut unshared = kernels::command(&hello, &classes, &["-Xshare:off".to_owned()]);
    let mut tool = redflag::run(&json, &[], &base);
    let mut elapsed = [Vec::new(), Vec::new(), Vec::new()];
    // The first round only brings the files into memory.
    for turn in 0..=options.runs {
        for (command, times) in [&mut base, &mut unshared, &mut tool]
            .into_iter()
            .zip(&mut elapsed)
        {
            let outcome = process::run_successfully(command)?;
            if turn > 0 {
                times.push(outcome.elapsed);
            }
        }
    }
    let [base, unshared, tool] = elapsed.map(median);
    let mut table = Table::new(&["hello world", "ms", "time / base"]);
    for (name, time) in [
        ("alone", base),
        ("alone, -Xshare:off", unshared),
        ("redflag run", tool),
    ] {
        let ratio = results::times(time.as_secs_f64() / base.as_secs_f64());
        table.row(vec![name.to_owned(), time.as_millis().to_string(), ratio]);
    }
    options.publish("start-up", &table.to_string())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
