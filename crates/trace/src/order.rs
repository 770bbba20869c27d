//! The order of threads, as acquires and releases make it.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::{Event, Kind};

/// What a thread knows of all threads: for each the number of its last span that is known, none being 0. Threads
/// have whatever numbers a file gives them.
#[derive(Debug, Clone, Default)]
pub struct VectorClock(BTreeMap<u32, u64>);

impl VectorClock {
    pub fn of(&self, thread: u32) -> u64 {
        self.0.get(&thread).copied().unwrap_or(0)
    }

    /// Whether the other clock had news.
    fn join(&mut self, other: &VectorClock) -> bool {
        let mut news = false;
        for (&thread, &theirs) in &other.0 {
            let mine = self.0.entry(thread).or_default();
            news |= theirs > *mine;
            *mine = theirs.max(*mine);
        }
        news
    }

    fn advance(&mut self, thread: u32) {
        *self.0.entry(thread).or_default() += 1;
    }
}

/// What an event meant for the order of its thread with others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// The thread learned of what others had done.
    Acquired,
    /// Others may learn of what the thread has done.
    Released,
    /// Nothing; also an acquire of what the thread knew already.
    None,
}

#[derive(Debug, Default)]
pub struct Order {
    threads: FxHashMap<u32, VectorClock>,
    clocks: FxHashMap<u32, VectorClock>,
}

impl Order {
    pub fn event(&mut self, event: &Event) -> Effect {
        let thread = event.thread;
        match event.kind {
            Kind::Acquire { clock, .. } => {
                let released = self.clocks.entry(clock).or_default();
                acquired(thread_clock(&mut self.threads, thread).join(released))
            }
            Kind::Release { clock, .. } => {
                let mine = thread_clock(&mut self.threads, thread);
                self.clocks.entry(clock).or_default().join(mine);
                mine.advance(thread);
                Effect::Released
            }
            Kind::Copy { from, to } => {
                let copied = self.clocks.entry(from).or_default().clone();
                self.clocks.entry(to).or_default().join(&copied);
                Effect::None
            }
            Kind::Fork { child, .. } => {
                let parent = thread_clock(&mut self.threads, thread).clone();
                thread_clock(&mut self.threads, child).join(&parent);
                thread_clock(&mut self.threads, thread).advance(thread);
                Effect::Released
            }
            Kind::Join { ended } => {
                let last = thread_clock(&mut self.threads, ended).clone();
                acquired(thread_clock(&mut self.threads, thread).join(&last))
            }
            _ => Effect::None,
        }
    }

    /// What the thread knows.
    pub fn known(&mut self, thread: u32) -> &VectorClock {
        thread_clock(&mut self.threads, thread)
    }
}

fn acquired(news: bool) -> Effect {
    if news { Effect::Acquired } else { Effect::None }
}

/// The thread's clock; its own component begins at 1, so that nobody else knows its first span.
fn thread_clock(threads: &mut FxHashMap<u32, VectorClock>, thread: u32) -> &mut VectorClock {
    threads.entry(thread).or_insert_with(|| {
        let mut clock = VectorClock::default();
        clock.advance(thread);
        clock
    })
}
