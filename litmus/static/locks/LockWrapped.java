//! Locks that are taken by one's own methods and classes.
//! The stricter mode leaves methods out whose callees lock or unlock for them.
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class LockWrapped {
    static final class Held implements AutoCloseable {
        private final Lock lock;

        // Clean: takes the lock for as long as this object is not closed.
        Held(Lock lock) {
            this.lock = lock;
            lock.lock();
        }

        // Clean: gives it back.
        @Override
        public void close() {
            lock.unlock();
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    private int resource;
    private int method;
    private int after;
    private int assertion;
    private int checked;
    private int useless;

    // Clean: held until the end of the block.
    @SuppressWarnings("try")
    public void resource() {
        try (Held held = new Held(lock)) {
            resource++;
        }
    }

    // Clean: the methods that are called lock and unlock.
    public void method() {
        enter();
        try {
            method++;
        } finally {
            leave();
        }
    }

    // Reported: given back before the access.
    public void after() {
        enter();
        leave();
        after++; //~ unprotected-write after
    }

    // Clean: returns with the lock held.
    private void enter() {
        lock.lock();
    }

    // Clean: gives back what enter took.
    private void leave() {
        lock.unlock();
    }

    // Clean: goes on only if the lock is held. Doubt: it is the caller's lock, and this method is at the boundary.
    public void checked() {
        if (!Thread.holdsLock(this)) {
            throw new IllegalStateException();
        }
        checked++;
    }

    // Clean: as checked, by assertion. Doubt: without -ea nobody looks, but the author has said what holds.
    public void assertion() {
        assert lock.isHeldByCurrentThread();
        assertion++;
    }

    // Reported: the callee has given the lock back when it returns.
    public void useless() {
        bump();
        useless++; //~ unprotected-write useless
    }

    // Clean: a lock that is held during the call only.
    private synchronized void bump() {
        resource();
    }
}
