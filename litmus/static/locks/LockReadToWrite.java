//! Writes under a read lock, in a class that is not annotated: several threads may hold it at once.
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class LockReadToWrite {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private long hits;
    private int value;
    private int total;
    private int shown;
    private int mixed;

    // Reported: no other method knows the field, but this one may run beside itself.
    public int get() {
        lock.readLock().lock();
        try {
            hits++; //~ true-positive unprotected-write hits
            return value;
        } finally {
            lock.readLock().unlock();
        }
    }

    // Clean: under the write lock.
    public void set(int to) {
        lock.writeLock().lock();
        try {
            value = to;
        } finally {
            lock.writeLock().unlock();
        }
    }

    // Clean: under the write lock, which keeps holders of the read lock away.
    public void add(int n) {
        lock.writeLock().lock();
        try {
            total += n;
        } finally {
            lock.writeLock().unlock();
        }
    }

    // Reported: it excludes add, but not itself.
    public void remove(int n) {
        lock.readLock().lock();
        try {
            total -= n; //~ true-positive unprotected-write total
        } finally {
            lock.readLock().unlock();
        }
    }

    // Reported: see remove.
    public void show(int n) {
        lock.readLock().lock();
        try {
            shown = n; //~ true-positive unprotected-write shown
        } finally {
            lock.readLock().unlock();
        }
    }

    // Clean here: it may meet show, where that is told.
    public int shown() {
        lock.readLock().lock();
        try {
            return shown;
        } finally {
            lock.readLock().unlock();
        }
    }

    // Clean: whoever holds the monitor too is alone.
    public void mix(int n) {
        lock.readLock().lock();
        try {
            synchronized (this) {
                mixed = n;
            }
        } finally {
            lock.readLock().unlock();
        }
    }
}
