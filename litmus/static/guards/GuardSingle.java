//! Fields as in GuardFields, with the paper's one global lock: any lock protects from any other.
//! options: --lock-model single
public class GuardSingle {
    private final Object left = new Object();
    private final Object right = new Object();
    private int count;
    private int bare;

    // Clean: a lock is held.
    public void add() {
        synchronized (left) {
            count++;
        }
    }

    // Clean: a lock is held, and one is like another.
    public void reset() {
        synchronized (right) {
            count = 0;
        }
    }

    // Clean: see add.
    public synchronized int count() {
        return count;
    }

    // Clean: a lock is held.
    public void bare(int to) {
        synchronized (left) {
            bare = to;
        }
    }

    // Reported: no lock is held.
    public int bare() {
        return bare; //~ true-positive read-write-race bare
    }
}
