//! Holders of a read lock run beside each other, so that it protects no write. Doubt: RacerD takes it for a lock like any other.
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class LockShared {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<String, String> cache = new HashMap<>();
    private int weak;
    private int upgraded;
    private int downgraded;

    // Reported: two threads may both hold the read lock and write.
    public void weak(int to) {
        lock.readLock().lock();
        weak = to; //~ true-positive unprotected-write weak
        lock.readLock().unlock();
    }

    // Reported: the usual mistake, a cache that is filled while it is only being read.
    public void fill(String key) {
        lock.readLock().lock();
        try {
            cache.put(key, key); //~ true-positive unprotected-write cache
        } finally {
            lock.readLock().unlock();
        }
    }

    // Clean: the read lock is given back and the write lock taken before the write.
    public void upgrade(int limit) {
        lock.readLock().lock();
        boolean low = upgraded < limit;
        lock.readLock().unlock();
        if (low) {
            lock.writeLock().lock();
            upgraded++;
            lock.writeLock().unlock();
        }
    }

    // Clean: the read lock is taken before the write lock is given back.
    public int downgrade(int to) {
        lock.writeLock().lock();
        downgraded = to;
        lock.readLock().lock();
        lock.writeLock().unlock();
        try {
            return downgraded;
        } finally {
            lock.readLock().unlock();
        }
    }
}
