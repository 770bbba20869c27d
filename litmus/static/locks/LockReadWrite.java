//! Read and write locks: the two of a pair exclude each other.
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class LockReadWrite {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final ReadWriteLock plain = new ReentrantReadWriteLock();
    private final ReentrantReadWriteLock.ReadLock reading = lock.readLock();
    private final ReentrantReadWriteLock.WriteLock writing = lock.writeLock();
    private final Map<String, String> map = new HashMap<>();
    private int value;
    private int bare;
    private int fields;

    // Clean: written under the write lock.
    public void set(int to) {
        lock.writeLock().lock();
        try {
            value = to;
        } finally {
            lock.writeLock().unlock();
        }
    }

    // Clean: read under the read lock of the same pair.
    public int get() {
        lock.readLock().lock();
        try {
            return value;
        } finally {
            lock.readLock().unlock();
        }
    }

    // Clean: through the interface.
    public void put(String key, String to) {
        plain.writeLock().lock();
        map.put(key, to);
        plain.writeLock().unlock();
    }

    // Clean: see put.
    public String find(String key) {
        plain.readLock().lock();
        try {
            return map.get(key);
        } finally {
            plain.readLock().unlock();
        }
    }

    // Clean: the write lock is held.
    public void bare(int to) {
        lock.writeLock().lock();
        bare = to;
        lock.writeLock().unlock();
    }

    // Reported: no lock.
    public int bare() {
        return bare; //~ true-positive read-write-race bare
    }

    // Clean: the two locks are kept in fields of their own, but are one pair.
    public void fields(int to) {
        writing.lock();
        fields = to;
        writing.unlock();
    }

    // Clean: see above.
    public int fields() {
        reading.lock();
        try {
            return fields;
        } finally {
            reading.unlock();
        }
    }
}
