import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Runs out of stack again and again, at all depths that the last frames can have, inside synchronized
 * code that touches fields, arrays and volatiles; then everything must still work: no monitor left
 * locked, no location left in a state that the next access waits for.
 */
public final class Overflow {
    private static final int ROUNDS = 60;

    private final Object lock = new Object();
    private int field;
    private volatile int stamp;
    private final int[] data = new int[64];
    private final long[][] rows = new long[8][8];
    private static int shared;
    private int guardedByThis;
    private int guardedByLock;

    private static boolean done;
    private static final VarHandle DONE = done();

    private static VarHandle done() {
        try {
            return MethodHandles.lookup().findStaticVarHandle(Overflow.class, "done", boolean.class);
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(impossible);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Overflow overflow = new Overflow();
        Thread other = new Thread(overflow::useGuardedLater, "other");
        other.setDaemon(true);
        other.start();
        for (int round = 0; round < ROUNDS; round++) {
            overflow.overflowFrom(round);
            require(!Thread.holdsLock(overflow));
            require(!Thread.holdsLock(overflow.lock));
        }
        overflow.useGuarded();
        DONE.setOpaque(true);
        other.join();
        overflow.useAll();
        System.out.println("still in order");
    }

    /** Some frames more or less, so that the stack ends at another place each time. */
    private int overflowFrom(int frames) {
        if (frames > 0) {
            return overflowFrom(frames - 1) + 1;
        }
        try {
            return method(0);
        } catch (StackOverflowError expected) {
            return 0;
        }
    }

    private synchronized int method(int n) {
        field = n;
        return block(n + 1);
    }

    private int block(int n) {
        synchronized (lock) {
            data[n & 63] = field;
            return stamped(n + 1);
        }
    }

    private int stamped(int n) {
        stamp = n;
        rows[n & 7][n & 3] += stamp;
        return ordinary(n + 1);
    }

    private int ordinary(int n) {
        shared += n;
        Object fresh = new Object();
        synchronized (fresh) {
            return method(n + 1) + data[n & 63];
        }
    }

    /** Ordered with the main thread's use by the two monitors alone. */
    private void useGuardedLater() {
        while (!(boolean) DONE.getOpaque()) {
            Thread.onSpinWait();
        }
        useGuarded();
    }

    private void useGuarded() {
        synchronized (this) {
            guardedByThis++;
        }
        synchronized (lock) {
            guardedByLock++;
        }
    }

    private void useAll() {
        synchronized (this) {
            field++;
        }
        synchronized (lock) {
            for (int i = 0; i < data.length; i++) {
                data[i]++;
            }
        }
        stamp++;
        for (int i = 0; i < 8; i++) {
            for (int j = 0; j < 8; j++) {
                rows[i][j]++;
            }
        }
        shared++;
    }

    private static void require(boolean holds) {
        if (!holds) {
            throw new AssertionError("a lock was not released");
        }
    }
}
