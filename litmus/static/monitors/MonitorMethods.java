//! Synchronized methods and blocks on `this`, in a class that is looked at because it uses them.
public class MonitorMethods {
    private int value;
    private int read;
    private int late;
    private int early;
    private int beside;
    private int alone;
    private int twice;

    // Clean: synchronized.
    public synchronized void set(int to) {
        value = to;
    }

    // Clean: a block on this is the same lock.
    public int get() {
        synchronized (this) {
            return value;
        }
    }

    // Clean: the lock is on the side of the writer.
    public synchronized void store(int to) {
        read = to;
    }

    // Reported: reads without the lock what store writes under it.
    public int load() {
        return read; //~ true-positive read-write-race read
    }

    // Clean: holds the lock.
    public synchronized void settle(int to) {
        late = to;
        early = to;
    }

    // Reported: the write comes after the block. The method takes a lock, so it may run in parallel with itself.
    public void after(int to) {
        synchronized (this) {
            twice++;
        }
        late = to; //~ true-positive unprotected-write late
    }

    // Reported: the write comes before the block.
    public void before(int to) {
        early = to; //~ true-positive unprotected-write early
        synchronized (this) {
            twice++;
        }
    }

    // Clean: the method takes a lock, but nobody takes one for this field. Doubt: it is written right after the block.
    public void beside(int to) {
        synchronized (this) {
            twice++;
        }
        beside = to;
    }

    // Clean: nothing says that this method is run by several threads, and nobody else touches the field.
    public void alone(int to) {
        alone = to;
    }

    // Clean: the lock is taken twice and held until the outer block ends.
    public void nested() {
        synchronized (this) {
            synchronized (this) {
                twice++;
            }
            twice++;
        }
    }
}
