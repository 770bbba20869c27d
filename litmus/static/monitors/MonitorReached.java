//! One lock, reached in different ways: by its field, a local variable, a getter, a parameter, a static field.
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class MonitorReached {
    private static final Object LOCK = new Object();
    private final Object lock = new Object();
    private static int shared;
    private int value;
    private int own;
    private int outer;

    // Clean: by its field.
    public void byField(int to) {
        synchronized (lock) {
            value = to;
        }
    }

    // Clean: the local variable holds the same lock.
    public void byLocal(int to) {
        Object held = lock;
        synchronized (held) {
            value = to;
        }
    }

    // Clean: the getter returns it.
    public int byGetter() {
        synchronized (lock()) {
            return value;
        }
    }

    // Clean: returns a final field.
    private Object lock() {
        return lock;
    }

    // Clean: passed to a helper that locks what it is given.
    public void byParameter(int to) {
        set(lock, to);
    }

    // Clean here: private, and under the lock of the caller's choice.
    private void set(Object with, int to) {
        synchronized (with) {
            value = to;
        }
    }

    // Reported: none of them.
    public int bare() {
        return value; //~ true-positive read-write-race value
    }

    // Clean: a static lock for a static field.
    public static void share(int to) {
        synchronized (LOCK) {
            shared = to;
        }
    }

    // Clean: an instance method with the same lock.
    public int shared() {
        synchronized (LOCK) {
            return shared;
        }
    }

    // Clean: a static lock is good for a field of an object too.
    public void own(int to) {
        synchronized (LOCK) {
            own = to;
        }
    }

    // Clean: see above.
    public int own() {
        synchronized (LOCK) {
            return own;
        }
    }

    class Inner {
        // Clean: the lock of the object around this one.
        void outer(int to) {
            synchronized (MonitorReached.this) {
                outer = to;
            }
        }
    }

    // Clean: the same lock from within.
    public synchronized int outer() {
        return outer;
    }
}
