//! StampedLock: write and read locks by stamp, and optimistic reads that are validated.
//! The stricter mode leaves methods with optimistic reads out.
import java.util.concurrent.locks.StampedLock;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class LockStamped {
    private final StampedLock lock = new StampedLock();
    private int x;
    private int bare;
    private int hope;
    private int views;
    private int tried;
    private int converted;
    private int unasked;

    // Clean: written under the write lock.
    public void move(int to) {
        long stamp = lock.writeLock();
        try {
            x = to;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    // Clean: read under the read lock.
    public int x() {
        long stamp = lock.readLock();
        try {
            return x;
        } finally {
            lock.unlockRead(stamp);
        }
    }

    // Clean: the optimistic read is validated, and done again under the read lock if it was disturbed.
    public int optimistic() {
        long stamp = lock.tryOptimisticRead();
        int seen = x;
        if (!lock.validate(stamp)) {
            stamp = lock.readLock();
            seen = x;
            lock.unlockRead(stamp);
        }
        return seen;
    }

    // Clean: see bare.
    public void set(int to) {
        long stamp = lock.writeLock();
        bare = to;
        lock.unlock(stamp);
    }

    // Reported: no lock.
    public int bare() {
        return bare; //~ true-positive read-write-race bare
    }

    // Reported: an optimistic stamp protects no write.
    public void hope(int to) {
        long stamp = lock.tryOptimisticRead();
        if (lock.validate(stamp)) {
            hope = to; //~ unprotected-write hope
        }
    }

    // Clean: the view is the stamped lock in another dress.
    public void view(int to) {
        lock.asWriteLock().lock();
        views = to;
        lock.asWriteLock().unlock();
    }

    // Clean: see view.
    public int view() {
        lock.asReadLock().lock();
        try {
            return views;
        } finally {
            lock.asReadLock().unlock();
        }
    }

    // Clean: a stamp other than 0 says that the lock is held.
    public void tried(int to) {
        long stamp = lock.tryWriteLock();
        if (stamp != 0L) {
            tried = to;
            lock.unlockWrite(stamp);
        }
    }

    // Clean: either the read lock has become the write lock, or it is given back for that.
    public void convert(int to) {
        long stamp = lock.readLock();
        try {
            long write = lock.tryConvertToWriteLock(stamp);
            if (write != 0L) {
                stamp = write;
            } else {
                lock.unlockRead(stamp);
                stamp = lock.writeLock();
            }
            converted = to;
        } finally {
            lock.unlock(stamp);
        }
    }

    // Reported: nobody looks whether it has.
    public void unasked(int to) {
        long stamp = lock.readLock();
        stamp = lock.tryConvertToWriteLock(stamp);
        unasked = to; //~ unprotected-write unasked
        lock.unlock(stamp);
    }
}
