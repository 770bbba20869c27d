//! ReentrantLock: what lies between lock and unlock is protected.
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class LockReentrant {
    private final ReentrantLock lock = new ReentrantLock();
    private final Lock plain = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int value;
    private int through;
    private int late;
    private int depth;
    private int interrupted;
    private boolean ready;

    // Clean: the usual form, with the unlock in a finally block.
    public void set(int to) {
        lock.lock();
        try {
            value = to;
        } finally {
            lock.unlock();
        }
    }

    // Clean: the value is read before the unlock.
    public int get() {
        lock.lock();
        try {
            return value;
        } finally {
            lock.unlock();
        }
    }

    // Clean: through the interface.
    public void through() {
        plain.lock();
        through++;
        plain.unlock();
    }

    // Clean: before the unlock.
    public void inTime() {
        lock.lock();
        late++;
        lock.unlock();
    }

    // Reported: after the unlock.
    public void late() {
        lock.lock();
        lock.unlock();
        late++; //~ true-positive unprotected-write late
    }

    // Clean: taken twice, given back once.
    public void depth() {
        lock.lock();
        lock.lock();
        lock.unlock();
        depth++;
        lock.unlock();
    }

    // Clean: lockInterruptibly is a lock too.
    public void interruptibly() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            interrupted++;
        } finally {
            lock.unlock();
        }
    }

    // Clean: await gives the lock back only while it waits.
    public void awaitReady() throws InterruptedException {
        lock.lock();
        try {
            while (!ready) {
                changed.await();
            }
            ready = false;
        } finally {
            lock.unlock();
        }
    }

    // Clean: see awaitReady.
    public void makeReady() {
        lock.lock();
        try {
            ready = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    // Reported: nothing is held here; awaitReady and makeReady hold the lock.
    public boolean isReady() {
        return ready; //~ true-positive read-write-race ready
    }
}
