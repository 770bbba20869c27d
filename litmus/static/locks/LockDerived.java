//! Locks and containers that the program derives from the library's.
import java.util.ArrayList;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class LockDerived {
    static class NamedLock extends ReentrantLock {
        private static final long serialVersionUID = 1;
        private final String name;

        // Clean: a constructor.
        NamedLock(String name) {
            this.name = name;
        }

        // Clean: final.
        String name() {
            return name;
        }
    }

    static class Names extends ArrayList<String> {
        private static final long serialVersionUID = 1;
    }

    private final NamedLock lock = new NamedLock("a");
    private final Names names = new Names();
    private int value;
    private int bare;

    // Clean: it inherits what locks.
    public void set(int to) {
        lock.lock();
        try {
            value = to;
        } finally {
            lock.unlock();
        }
    }

    // Clean: see set.
    public int get() {
        lock.lock();
        try {
            return value;
        } finally {
            lock.unlock();
        }
    }

    // Reported: after the unlock.
    public void bare(int to) {
        lock.lock();
        lock.unlock();
        bare = to; //~ true-positive unprotected-write bare
    }

    // Reported: a list by inheritance. Whether it takes care of itself is not known for sure.
    public void name(String name) {
        names.add(name); //~ unprotected-write names
    }
}
