//! What one JVM told, and all of them together.

use findings::run::{Event, Stats};
use findings::{Finding, Merged, RunStats, Skipped, Stopped};

#[derive(Debug, Default)]
pub struct Jvm {
    pid: Option<u32>,
    watched: bool,
    left_alone: Option<String>,
    /// With the numbers that the JVM gave them, in its order, and counts as last told.
    findings: Vec<(u64, Finding)>,
    skipped: Vec<Skipped>,
    stopped: Vec<Stopped>,
    notes: Vec<String>,
    modelled: Vec<String>,
    ended: Option<Stats>,
}

/// How a JVM stands when its command is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// It said what it checked.
    Orderly,
    Killed,
    StillRunning,
}

impl Jvm {
    /// Takes in an event; a race comes back as it should be shown.
    pub fn take(&mut self, event: Event) -> Option<Finding> {
        match event {
            Event::Unwatched { command, .. } => {
                self.left_alone = Some(command);
                return None;
            }
            Event::Start { pid, .. } => self.pid = Some(pid),
            Event::Race { id, finding } => {
                self.watched = true;
                match self.findings.iter_mut().find(|(i, _)| *i == id) {
                    Some((_, known)) => {
                        *known = Finding {
                            count: known.count,
                            ..finding.clone()
                        }
                    }
                    None => self.findings.push((id, finding.clone())),
                }
                return Some(finding);
            }
            Event::Count { id, count } => {
                if let Some((_, finding)) = self.findings.iter_mut().find(|(i, _)| *i == id) {
                    finding.count = finding.count.max(count);
                }
            }
            Event::Skip {
                class,
                method,
                reason,
            } => self.skipped.push(Skipped {
                class,
                method,
                reason,
            }),
            Event::Stopped { reason, millis } => self.stopped.push(Stopped { reason, millis }),
            Event::Modelled { class } => self.modelled.push(class),
            Event::Note { text } => self.notes.push(text),
            Event::End { stats } => self.ended = Some(stats),
        }
        self.watched = true;
        None
    }

    /// Whether more may come from this JVM.
    pub fn is_running(&self) -> bool {
        self.end() == End::StillRunning
    }

    fn end(&self) -> End {
        match (&self.ended, self.pid) {
            (Some(_), _) => End::Orderly,
            (None, Some(pid)) if is_alive(pid) => End::StillRunning,
            (None, _) => End::Killed,
        }
    }
}

/// All JVMs of a run.
#[derive(Debug, Default)]
pub struct Total {
    pub findings: Vec<Finding>,
    pub stats: RunStats,
    pub still_running: u64,
    /// Classes that met a rule of the user's models.
    pub modelled: Vec<String>,
}

pub fn total(jvms: Vec<Jvm>) -> Total {
    let mut findings = Merged::default();
    let mut stats = RunStats::default();
    let mut still_running = 0;
    let mut modelled = Vec::new();
    for mut jvm in jvms {
        stats.unwatched_jvms.extend(jvm.left_alone.take());
        if !jvm.watched {
            continue;
        }
        stats.jvms += 1;
        match jvm.end() {
            End::Orderly => {}
            End::Killed => stats.killed_jvms += 1,
            End::StillRunning => still_running += 1,
        }
        if let Some(numbers) = &jvm.ended {
            stats.totals.add(numbers);
        }
        stats.skipped.append(&mut jvm.skipped);
        stats.stopped.append(&mut jvm.stopped);
        modelled.append(&mut jvm.modelled);
        for note in jvm.notes.drain(..) {
            if !stats.notes.contains(&note) {
                stats.notes.push(note);
            }
        }
        findings.extend(jvm.findings.into_iter().map(|(_, finding)| finding));
    }
    Total {
        findings: findings.into_findings(),
        stats,
        still_running,
        modelled,
    }
}

/// A zombie is not alive: where nobody reaps orphans, such as in a container, it stays for ever.
#[cfg(target_os = "linux")]
fn is_alive(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // "pid (name) state ...", where the name may hold parentheses.
    stat.rsplit_once(") ")
        .is_some_and(|(_, state)| !state.starts_with(['Z', 'X']))
}

#[cfg(not(target_os = "linux"))]
fn is_alive(pid: u32) -> bool {
    use rustix::process::{Pid, test_kill_process};
    i32::try_from(pid)
        .ok()
        .and_then(Pid::from_raw)
        .is_some_and(|pid| test_kill_process(pid) != Err(rustix::io::Errno::SRCH))
}

#[cfg(test)]
mod tests {
    use super::*;
    use findings::{Access, Location, Op};

    fn race() -> Finding {
        let access = Access {
            op: Op::Write,
            class: "A".into(),
            method: "m".into(),
            descriptor: "()V".into(),
            file: None,
            line: None,
            thread: None,
            locks: None,
            stack: None,
            thread_created: None,
        };
        let location = Location::Field {
            class: "A".into(),
            field: "x".into(),
        };
        Finding::data_race(location, [access.clone(), access], None)
    }

    fn start(pid: u32) -> Event {
        Event::Start {
            pid,
            command: "Main".into(),
            java: "17".into(),
        }
    }

    fn jvm(events: impl IntoIterator<Item = Event>) -> Jvm {
        let mut jvm = Jvm::default();
        for event in events {
            jvm.take(event);
        }
        jvm
    }

    /// No process has this number: Linux and macOS stay far below.
    const GONE: u32 = 1 << 30;

    #[test]
    fn counts_are_the_last_told_in_a_jvm_and_added_over_jvms() {
        let count = |count| Event::Count { id: 1, count };
        let seen = |counts: &[u64]| {
            let mut events = vec![
                start(GONE),
                Event::Race {
                    id: 1,
                    finding: race(),
                },
            ];
            events.extend(counts.iter().map(|&n| count(n)));
            jvm(events)
        };
        let total = total(vec![seen(&[]), seen(&[10, 25])]);
        assert_eq!(total.findings.len(), 1);
        assert_eq!(total.findings[0].count, 26);
    }

    #[test]
    fn an_end_tells_the_orderly_from_the_killed_and_the_running() {
        let stats = Stats {
            methods: 7,
            ..Stats::default()
        };
        let total = total(vec![
            jvm([start(GONE), Event::End { stats }]),
            jvm([
                start(GONE),
                Event::Race {
                    id: 1,
                    finding: race(),
                },
            ]),
            jvm([start(std::process::id())]),
            jvm([Event::Unwatched {
                pid: 1,
                command: "Tool".into(),
            }]),
            jvm([]),
        ]);
        assert_eq!(total.stats.jvms, 3);
        assert_eq!(total.stats.killed_jvms, 1);
        assert_eq!(total.still_running, 1);
        assert_eq!(total.stats.unwatched_jvms, ["Tool"]);
        assert_eq!(total.stats.totals.methods, 7);
        assert_eq!(total.findings.len(), 1);
    }
}
