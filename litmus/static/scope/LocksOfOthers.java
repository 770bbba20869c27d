//! Whose lock it is: a lock is a sign that several threads have the object that it belongs to, not the one that takes it.
import java.util.concurrent.locks.ReentrantLock;

public class LocksOfOthers {
    private final LockedByOthers shared;
    private int steps;

    LocksOfOthers(LockedByOthers shared) {
        this.shared = shared;
    }

    // Clean: the lock is that of the shared object. This one may be each thread's own.
    public void step() {
        steps++;
        synchronized (shared) {
            shared.total++;
        }
    }

    // Clean: see step.
    public int steps() {
        return steps;
    }
}

class LockedByOthers {
    int total;
    int count;

    // Reported: the class locks nothing, but others lock its objects.
    public int total() {
        return total + count; //~ gap read-write-race total: the write under the lock is another class's
    }

    // Clean: no sign that this runs on several threads at once.
    public void count() {
        count++;
    }
}

class LocksThatAreMadeHere {
    private final OwnLock lock = new OwnLock();
    private int guarded;

    // Clean: holds the lock.
    public void set(int to) {
        lock.enter();
        try {
            guarded = to;
        } finally {
            lock.leave();
        }
    }

    // Reported: the object has made the lock, so it says something of this class.
    public int get() {
        return guarded; //~ read-write-race guarded
    }
}

class OwnLock {
    private final ReentrantLock lock = new ReentrantLock();

    // Clean: takes a lock.
    void enter() {
        lock.lock();
    }

    // Clean: gives it back.
    void leave() {
        lock.unlock();
    }
}
