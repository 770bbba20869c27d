//! Findings that tests of several formats share.

use findings::run::Stats;
use findings::{Access, Engine, Finding, Frame, Location, Op, RunStats, Suppressed};

use crate::Run;

pub(crate) const HOSTILE: &str = "<script>alert('&\"')</script>[a](http://x)\u{202e}\u{1b}[31m";

pub(crate) fn frame(class: &str, method: &str, file: &str, line: u32) -> Frame {
    Frame {
        class: class.into(),
        method: method.into(),
        file: Some(file.into()),
        line: Some(line),
    }
}

fn access(op: Op, method: &str, line: u32, thread: &str) -> Access {
    Access {
        op,
        class: "com/acme/Cache".into(),
        method: method.into(),
        descriptor: "()V".into(),
        file: Some("Cache.java".into()),
        line: Some(line),
        thread: Some(thread.into()),
        locks: Some(vec![]),
        stack: None,
        thread_created: Some(vec![frame("com/acme/Main", "main", "Main.java", 11)]),
    }
}

/// A race with all known of it.
pub(crate) fn race() -> Finding {
    let later = Access {
        stack: Some(vec![
            frame("com/acme/Cache", "size", "Cache.java", 2),
            frame("com/acme/Main", "lambda$main$0", "Main.java", 9),
        ]),
        ..access(Op::Read, "size", 2, "reader")
    };
    let earlier = Access {
        locks: Some(vec!["com/acme/Cache#1".into()]),
        ..access(Op::Write, "put", 57, "writer")
    };
    let location = Location::Field {
        class: "com/acme/Cache".into(),
        field: "size".into(),
    };
    Finding::data_race(location, [later, earlier], Some("a note".into()))
}

/// A race with as little known as there can be.
pub(crate) fn unknown() -> Finding {
    let unknown = Access {
        file: None,
        line: None,
        thread: None,
        locks: None,
        thread_created: None,
        ..access(Op::Write, "put", 0, "")
    };
    let location = Location::Element {
        array: "[[I".into(),
        index: 3,
    };
    Finding::data_race(location, [unknown.clone(), unknown], None)
}

/// A race of another rule, with names that want to be more than names.
pub(crate) fn hostile() -> Finding {
    let hostile = |op| Access {
        class: format!("com/acme/{HOSTILE}"),
        method: HOSTILE.into(),
        file: Some(HOSTILE.into()),
        locks: Some(vec![HOSTILE.into()]),
        stack: Some(vec![frame(HOSTILE, HOSTILE, HOSTILE, 0)]),
        ..access(op, "put", 3, HOSTILE)
    };
    let location = Location::Field {
        class: HOSTILE.into(),
        field: HOSTILE.into(),
    };
    let accesses = [hostile(Op::Write), hostile(Op::Write)];
    Finding {
        rule: "new-rule".into(),
        note: Some(HOSTILE.into()),
        ..Finding::data_race(location, accesses, None)
    }
}

/// What was found without running anything: the write is made by a method that the one at the boundary calls.
pub(crate) fn violation() -> Finding {
    let still = |access| Access {
        thread: None,
        thread_created: None,
        ..access
    };
    let here = still(Access {
        stack: Some(vec![
            frame("com/acme/Cache", "grow", "Cache.java", 2),
            frame("com/acme/Cache", "add", "Cache.java", 3),
        ]),
        ..access(Op::Write, "grow", 2, "")
    });
    let other = still(Access {
        locks: Some(vec!["this.lock".into()]),
        stack: Some(vec![frame("com/acme/Cache", "size", "Cache.java", 57)]),
        ..access(Op::Read, "size", 57, "")
    });
    let location = Location::Field {
        class: "com/acme/Cache".into(),
        field: "size".into(),
    };
    let rule = findings::THREAD_SAFETY_VIOLATION;
    Finding {
        engine: Engine::Compositional,
        rule: rule.into(),
        fingerprint: Finding::static_fingerprint_of(rule, &location, &here),
        note: Some("the class is annotated as thread-safe".into()),
        ..Finding::data_race(location, [here, other], None)
    }
}

pub(crate) fn suppressed() -> Finding {
    Finding {
        suppressed: Some(Suppressed {
            pattern: "com.acme.*".into(),
            reason: Some(HOSTILE.into()),
        }),
        ..race()
    }
}

pub(crate) fn stats() -> RunStats {
    RunStats {
        jvms: 1,
        totals: Stats {
            methods: 678,
            accesses_checked_sites: 12_345,
            ..Stats::default()
        },
        notes: vec!["possible misses".into()],
        ..RunStats::default()
    }
}

pub(crate) fn run<'a>(findings: &'a [Finding], stats: &'a RunStats) -> Run<'a> {
    Run {
        engine: findings.first().map_or(Engine::Dynamic, |it| it.engine),
        findings,
        printed: findings.len(),
        still_running: 0,
        stats,
        unreadable: &[],
        filters: &[],
    }
}
