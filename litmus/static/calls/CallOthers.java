//! Calls of methods of other classes, which are not looked at by themselves.
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class CallOthers {
    static class Counter {
        private int count;

        // Clean: no sign of concurrency in this class; reported at the calls for a shared counter.
        void increment() {
            count++;
        }

        // Clean: see increment.
        int count() {
            return count;
        }
    }

    static class Safe {
        private int count;

        // Clean: locks itself.
        synchronized void increment() {
            count++;
        }

        // Clean: locks itself.
        synchronized int count() {
            return count;
        }
    }

    private final Counter hits = new Counter();
    private final Counter misses = new Counter();
    private final Counter guarded = new Counter();
    private final Safe safe = new Safe();

    // Reported: the counter is shared.
    public void hit() {
        hits.increment(); //~ true-positive unprotected-write count
    }

    // Reported: reads what hit writes.
    public int hits() {
        return hits.count(); //~ true-positive read-write-race count
    }

    // Clean: another counter, which nobody increments.
    public int misses() {
        return misses.count();
    }

    // Clean: this object's lock around every use.
    public synchronized void guard() {
        guarded.increment();
    }

    // Clean: see guard.
    public synchronized int guarded() {
        return guarded.count();
    }

    // Clean: the other class takes care of itself.
    public int safe() {
        safe.increment();
        return safe.count();
    }

    // Reported: the caller's counter may be another thread's too.
    public void given(Counter counter) {
        counter.increment(); //~ true-positive unprotected-write count
    }

    // Clean: a counter of our own.
    public int own() {
        Counter counter = new Counter();
        counter.increment();
        return counter.count();
    }
}
