import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Short critical sections: monitors, {@link ReentrantLock} and {@link AtomicLong}, each once with an
 * object per worker and once with one that the workers share. Size: uses of a worker's own locks.
 */
public final class Locks {
    /** One use of a shared lock for so many uses of a worker's own. */
    private static final int SHARED = 10;

    private static final class MonitorCounter {
        private long value;

        synchronized void add(long amount) {
            value += amount;
        }

        long get() {
            synchronized (this) {
                return value;
            }
        }
    }

    private static final class LockCounter {
        private final ReentrantLock lock = new ReentrantLock();
        private long value;

        void add(long amount) {
            lock.lock();
            try {
                value += amount;
            } finally {
                lock.unlock();
            }
        }

        long get() {
            lock.lock();
            try {
                return value;
            } finally {
                lock.unlock();
            }
        }
    }

    private static final class Counters {
        final MonitorCounter monitor = new MonitorCounter();
        final LockCounter lock = new LockCounter();
        final AtomicLong atomic = new AtomicLong();

        void add(int times) {
            for (int i = 0; i < times; i++) {
                monitor.add(i);
                lock.add(i);
                atomic.addAndGet(i);
            }
        }

        long sum() {
            return monitor.get() + 3 * lock.get() + 5 * atomic.get();
        }
    }

    private static long round(Workers workers, int uses) throws InterruptedException {
        Counters shared = new Counters();
        long own = workers.inParallel(worker -> {
            Counters counters = new Counters();
            counters.add(uses);
            shared.add(uses / SHARED);
            return counters.sum();
        });
        return own + shared.sum();
    }

    public static void main(String[] args) throws Exception {
        Kernel kernel = new Kernel(args, 1_000_000);
        kernel.measure(() -> round(kernel.workers, kernel.size));
    }
}
