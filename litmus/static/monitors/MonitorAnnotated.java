//! Synchronized blocks in a class that says it is thread-safe: every method may run in parallel with itself.
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class MonitorAnnotated {
    private int locked;
    private int missed;
    private int open;
    private int caught;
    private int early;
    private int looped;

    // Clean: the lock is held.
    public void locked() {
        synchronized (this) {
            locked++;
        }
    }

    // Clean: the write that misses the lock gets the report.
    public void missed() {
        synchronized (this) {
            missed = 1;
        }
    }

    // Reported: this write holds no lock.
    public void miss() {
        missed = 2; //~ true-positive unprotected-write missed
    }

    // Reported: an unlocked write.
    public void open(int to) {
        open = to; //~ true-positive unprotected-write open
    }

    // Clean: the lock of the reader does not help against the writer without one, but it is there that a lock is missing.
    public synchronized int readOpen() {
        return open;
    }

    // Clean: the lock is held until the exception has left the block, and the handler takes it again.
    public void caught(int divisor) {
        try {
            synchronized (this) {
                caught = 100 / divisor;
            }
        } catch (ArithmeticException e) {
            synchronized (this) {
                caught = 0;
            }
        }
    }

    // Reported: the handler stands outside of the block.
    public void caughtOutside(int divisor) {
        try {
            synchronized (this) {
                caught = 100 / divisor;
            }
        } catch (ArithmeticException e) {
            caught = 0; //~ true-positive unprotected-write caught
        }
    }

    // Clean: the return leaves the block after the write.
    public boolean early(boolean stop) {
        synchronized (this) {
            early++;
            if (stop) {
                return true;
            }
            early--;
        }
        return false;
    }

    // Clean: the block stands in the loop, the access in the block.
    public void loop(int times) {
        for (int i = 0; i < times; i++) {
            synchronized (this) {
                looped++;
            }
        }
    }

    // Reported: the loop reads the field in its condition, where no lock is held.
    public void loopUntil(int limit) {
        while (looped < limit) { //~ true-positive read-write-race looped
            Thread.onSpinWait();
        }
    }
}
