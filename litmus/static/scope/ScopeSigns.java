//! Signs of concurrency in a class without annotations, and what they make of its other methods: a method without a sign is
//! taken to run on some thread, of which nothing is known.
import java.util.concurrent.locks.ReentrantLock;

public class ScopeSigns {
    static class BySynchronized {
        private int value;
        private int alone;
        private int written;
        private int read;

        // Clean: the sign.
        synchronized void set(int to) {
            value = to;
        }

        // Reported: the write may run on any thread, so this read may meet it.
        int get() {
            return value; //~ true-positive read-write-race value
        }

        // Reported: the other write may run on any thread.
        void reset() {
            value = 0; //~ true-positive unprotected-write value
        }

        // Clean: no access of this field shows concurrency.
        void alone(int to) {
            alone = to;
        }

        // Clean: see alone.
        int alone() {
            return alone;
        }

        // Reported: a write that meets a locked read. RacerD asks whether it may run in parallel with itself, or another write.
        void write(int to) {
            written = to; //~ true-positive unprotected-write written
        }

        // Clean: see write.
        synchronized int readWritten() {
            return written;
        }

        // Clean: nobody writes.
        synchronized int read() {
            return read;
        }
    }

    static class ByLock {
        private final ReentrantLock lock = new ReentrantLock();
        private int value;

        // Clean: the sign.
        void set(int to) {
            lock.lock();
            value = to;
            lock.unlock();
        }

        // Reported: see BySynchronized.
        int get() {
            return value; //~ true-positive read-write-race value
        }
    }

    static class ByCallee {
        private final BySynchronized other = new BySynchronized();
        private int value;

        // Clean: the lock is another class's business, and no sign here.
        void set(int to) {
            other.set(to);
            value = to;
        }

        // Clean: see set.
        int get() {
            return value;
        }
    }

    static class Waiting {
        private boolean ready;

        // Clean: waits under the lock.
        synchronized void await() throws InterruptedException {
            while (!ready) {
                wait();
            }
        }

        // Clean: notifies under the lock.
        synchronized void ready() {
            ready = true;
            notifyAll();
        }

        // Reported: asks without the lock.
        boolean isReady() {
            return ready; //~ true-positive read-write-race ready
        }
    }
}
