//! Locks and containers of the program's own that are the library's by inheritance.
import java.util.HashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

public class LockSubclass {
    private static class NamedLock extends ReentrantLock {
        final String name = "named";
    }

    private static class Cache extends HashMap<String, String> {}

    private static class SafeCache extends ConcurrentHashMap<String, String> {}

    private final NamedLock lock = new NamedLock();
    private final Cache cache = new Cache();
    private final SafeCache safe = new SafeCache();
    private int value;

    // Clean: an inherited method takes the lock.
    public void set(int to) {
        lock.lock();
        try {
            value = to;
        } finally {
            lock.unlock();
        }
    }

    // Reported: without the lock.
    public int get() {
        return value; //~ true-positive read-write-race value
    }

    // Clean: under the lock.
    public void put(String key) {
        lock.lock();
        cache.put(key, key);
        lock.unlock();
    }

    // Reported: the program's class is a map by inheritance.
    public String find(String key) {
        return cache.get(key); //~ read-write-race cache
    }

    // Clean: a map for several threads.
    public void putSafe(String key) {
        safe.put(key, key);
    }
}
