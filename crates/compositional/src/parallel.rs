//! Work on all processors, the results of which do not depend on how it was shared out.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Items that are taken at a time: enough that taking them costs nothing.
const CHUNK: usize = 16;

pub fn processors() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// What a function answers for each of these, in their order.
pub fn map<T: Sync, R: Send>(
    threads: NonZeroUsize,
    items: &[T],
    function: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Vec<R>)>> = Mutex::new(Vec::new());
    run(threads.get().min(items.len().div_ceil(CHUNK)), || {
        loop {
            let start = next.fetch_add(CHUNK, Ordering::Relaxed);
            let Some(chunk) = items.get(start..).filter(|it| !it.is_empty()) else {
                break;
            };
            let results = chunk.iter().take(CHUNK).map(&function).collect();
            lock(&done).push((start, results));
        }
    });
    let mut done = done.into_inner().unwrap_or_else(|it| it.into_inner());
    done.sort_unstable_by_key(|(start, _)| *start);
    done.into_iter().flat_map(|(_, results)| results).collect()
}

/// Has this many threads, the present one among them, do the same; a panic of one is everybody's.
pub fn run(threads: usize, work: impl Fn() + Sync) {
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(&work);
        }
        work();
    });
}

/// What a mutex guards. If a thread panics, so does the one that waits for it.
pub fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|it| it.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_what_they_are_for() {
        let items: Vec<usize> = (0..1000).collect();
        for threads in 1..5 {
            let threads = NonZeroUsize::new(threads).unwrap();
            assert_eq!(map(threads, &items, |it| *it), items);
            assert!(map(threads, &items[..0], |it| *it).is_empty());
        }
    }
}
