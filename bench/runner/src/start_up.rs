//! The whole time of the command, start to end: of hello world, and of a program that loads thousands of classes.

use std::process::Command;
use std::time::Duration;

use crate::Error;
use crate::kernels::{self, Options};
use crate::list::{Kernel, Kind};
use crate::many_classes;
use crate::process;
use crate::redflag;
use crate::results::{self, Table};

/// What is measured: the mode that does least when a class is loaded, and the one that does most, which has nothing left to do from the
/// second run on.
const MODES: [(&str, &[&str]); 3] = [
    ("all, first run", &["--checks", "all", "--no-cache"]),
    ("bigfoot, first run", &["--checks", "bigfoot", "--no-cache"]),
    ("bigfoot, later runs", &["--checks", "bigfoot"]),
];

/// What starting took.
struct Start {
    elapsed: Duration,
    /// Of all processors.
    processor: Duration,
}

pub fn measure(options: &Options) -> Result<(), Error> {
    let classes = kernels::compile()?;
    let hello = Kernel {
        kind: Kind::Other,
        name: "Hello".to_owned(),
        arguments: Vec::new(),
    };
    let hello = |jvm: &[String]| kernels::command(&hello, &classes, jvm);
    let many = many_classes::make()?;
    let load = |jvm: &[String]| many.command(&classes, jvm);
    let body = format!(
        "{}\n{}",
        table("hello world", options, &hello)?,
        table(&many.title(&classes)?, options, &load)?
    );
    options.publish("start-up", &body)
}

fn table(
    title: &str,
    options: &Options,
    program: &dyn Fn(&[String]) -> Command,
) -> Result<Table, Error> {
    let json = redflag::json_file("start-up")?;
    let base = program(&[]);
    let mut commands = vec![
        ("alone".to_owned(), program(&[])),
        (
            "alone, -Xshare:off".to_owned(),
            program(&["-Xshare:off".to_owned()]),
        ),
    ];
    commands.extend(MODES.map(|(name, options)| {
        let tool = redflag::run(&json, options, &base);
        (format!("redflag run --checks {name}"), tool)
    }));
    let mut starts: Vec<Vec<Start>> = commands.iter().map(|_| Vec::new()).collect();
    // The first round only brings the files into memory, and what is kept into its file.
    for turn in 0..=options.runs {
        for ((_, command), starts) in commands.iter_mut().zip(&mut starts) {
            let outcome = process::run_successfully(command)?;
            if turn > 0 {
                starts.push(Start {
                    elapsed: outcome.elapsed,
                    processor: outcome.processor_time,
                });
            }
        }
    }
    let heads = [
        title,
        "ms",
        "time / base",
        "processor ms",
        "processor / base",
    ];
    let mut table = Table::new(&heads);
    let times = |starts: &[Start]| {
        let median = |time: fn(&Start) -> Duration| median(starts.iter().map(time).collect());
        [median(|it| it.elapsed), median(|it| it.processor)]
    };
    let base = times(&starts[0]);
    for ((name, _), starts) in commands.into_iter().zip(&starts) {
        let mut row = vec![name];
        for (time, base) in times(starts).into_iter().zip(base) {
            row.push(time.as_millis().to_string());
            row.push(results::times(time.as_secs_f64() / base.as_secs_f64()));
        }
        table.row(row);
    }
    Ok(table)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
