//! What rewriting classes takes: all of the JDK's, as if they were the program's. Times are of the processor, so that other
//! load counts little.

use std::path::Path;
use std::time::{Duration, Instant};

use classfile::container::{self, ContainerError};
use host::{ClassPaths, Plan, PlannedClass, SiteTable, thread_time};
use instrument::{BulkIndex, CallIndex, ContainerIndex, HookKinds, Placement, Precision, Request};
use world::models::Models;

use crate::Error;
use crate::java;
use crate::results::{self, Table, grouped};

/// As `--checks` calls them.
const MODES: [(&str, Placement); 5] = [
    ("all", Placement::All),
    ("redcard", Placement::RedCard),
    ("slimstate", Placement::SlimState),
    ("slimcard", Placement::SlimCard),
    ("bigfoot", Placement::BigFoot),
];

/// The release whose models are taken; those of another would cost the same.
const FEATURE: u16 = 17;

#[derive(clap::Args)]
pub struct Options {
    /// How many times to rewrite all classes; the fastest counts
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Only these modes; the table is then printed, not recorded
    #[arg(value_name = "MODE")]
    modes: Vec<String>,
}

/// What rewriting all classes took.
#[derive(Clone, Copy)]
struct Cost {
    methods: u64,
    time: Duration,
    /// Of the class that took longest.
    slowest: Duration,
}

pub fn measure(options: &Options) -> Result<(), Error> {
    let image = java::home()?.join("lib/modules");
    let classes = read_all(&image)?;
    let started = thread_time();
    let plan = plan(&image);
    let scanned = thread_time() - started;
    let heads = [
        "mode",
        "classes",
        "methods",
        "s",
        "µs a method",
        "slowest class, ms",
    ];
    let mut table = Table::new(&heads);
    for (name, placement) in MODES {
        if !options.modes.is_empty() && !options.modes.iter().any(|mode| mode == name) {
            continue;
        }
        let runs = (0..options.runs).map(|_| rewrite_all(&classes, &plan, placement));
        if let Some(cost) = runs.min_by_key(|run| run.time) {
            table.row(cells(name, classes.len(), cost));
        }
    }
    let seconds = scanned.as_secs_f64();
    let body = format!(
        "{table}\nLooking for fields that only constructors write, in all of them: {seconds:.2} s.\n"
    );
    println!("{body}");
    if options.modes.is_empty() {
        let command = format!("bench analysis --runs {}", options.runs);
        results::record("analysis", &command, &body)?;
    }
    Ok(())
}

fn cells(mode: &str, classes: usize, cost: Cost) -> Vec<String> {
    let micros = cost.time.as_secs_f64() * 1e6 / cost.methods.max(1) as f64;
    vec![
        mode.to_owned(),
        grouped(classes as u64),
        grouped(cost.methods),
        format!("{:.2}", cost.time.as_secs_f64()),
        format!("{micros:.1}"),
        format!("{:.1}", cost.slowest.as_secs_f64() * 1e3),
    ]
}

struct Class {
    name: String,
    bytes: Vec<u8>,
}

fn read_all(image: &Path) -> Result<Vec<Class>, Error> {
    let container = container::open(image).map_err(Error::Container)?;
    let classes = container.classes(FEATURE).map(|entry| {
        let entry = entry?;
        let bytes = entry.bytes()?.into_owned();
        let name = entry.name().to_owned();
        Ok(Class { name, bytes })
    });
    let classes: Result<Vec<Class>, ContainerError> = classes.collect();
    classes.map_err(Error::Container)
}

fn plan(image: &Path) -> Plan {
    const LIMIT: Duration = Duration::from_secs(600);
    let paths = ClassPaths {
        classes: vec![image.to_owned()],
        modules: Vec::new(),
    };
    Plan::of(&paths, FEATURE, Instant::now() + LIMIT).unwrap_or_default()
}

fn rewrite_all(classes: &[Class], plan: &Plan, placement: Placement) -> Cost {
    let models = Models::builtin();
    let calls = CallIndex::new(models, FEATURE);
    let containers = ContainerIndex::new(models, FEATURE);
    let bulks = BulkIndex::new(models, FEATURE);
    let sites = SiteTable::default();
    let mut cost = Cost {
        methods: 0,
        time: Duration::ZERO,
        slowest: Duration::ZERO,
    };
    for Class { name, bytes } in classes {
        let request = Request {
            check_accesses: true,
            placement,
            precision: Precision::default(),
            count_accesses: false,
            trace_accesses: false,
            redefined: None,
            is_jdk_class: &|name| name.starts_with("java/"),
            writers: &PlannedClass { plan, class: name },
            has_hooks: false,
            without: HookKinds::default(),
            calls: &calls,
            containers: &containers,
            bulks: &bulks,
        };
        let started = thread_time();
        let rewritten = instrument::rewrite(bytes, &request, &mut sites.for_class());
        let time = thread_time() - started;
        cost.time += time;
        cost.slowest = cost.slowest.max(time);
        // Module descriptors and the like are no classes to rewrite.
        cost.methods += rewritten.map_or(0, |it| u64::from(it.methods));
    }
    cost
}
