import java.util.concurrent.locks.ReentrantLock;

/** Recursion without end, caught by the program; locks that it held on the way are free afterwards. */
public final class Recursion {
    private int depth;
    private long[] numbers = new long[8];
    private final ReentrantLock lock = new ReentrantLock();

    public static void main(String[] args) throws Exception {
        Recursion recursion = new Recursion();
        for (int round = 0; round < 20; round++) {
            recursion.depth = 0;
            caught(recursion::plain);
            caught(recursion::inMonitors);
            caught(recursion::inLocks);
        }
        Thread other = new Thread(recursion::useLocks);
        other.start();
        other.join(60_000);
        System.out.println("locks free: " + !other.isAlive());
        System.out.println("deep: " + (recursion.depth > 1_000));
    }

    private static void caught(Runnable body) {
        try {
            body.run();
            throw new AssertionError("recursion has an end");
        } catch (StackOverflowError overflow) {
            // The program's own.
        }
    }

    private void plain() {
        depth++;
        numbers[depth & 7] += depth;
        plain();
    }

    private synchronized void inMonitors() {
        depth++;
        synchronized (numbers) {
            inMonitors();
        }
    }

    private void inLocks() {
        lock.lock();
        try {
            depth++;
            inLocks();
        } finally {
            unlock();
        }
    }

    /** Releasing a lock takes some stack, too: without any left the program's own code fails there. */
    private void unlock() {
        lock.unlock();
    }

    private void useLocks() {
        synchronized (this) {
            synchronized (numbers) {
                depth++;
            }
        }
    }
}
