//! Methods that are called under a lock of their object: if all callers that are there hold it, it is as if the method took it.
public class HeldByCallers {
    final Object lock = new Object();
    private int held;
    private int partly;
    private int own;

    // Clean: holds the lock.
    public void set(int to) {
        synchronized (lock) {
            held = to;
            partly = to;
            own = to;
        }
    }

    // Clean: others call it, always with the lock.
    public int held() {
        return held;
    }

    // Reported: one of two callers goes without.
    public int partly() {
        return partly; //~ true-positive read-write-race partly
    }

    // Reported: the class itself calls it with the lock, which says nothing of others: anybody may call it.
    public int own() {
        return own; //~ true-positive read-write-race own
    }

    // Clean: calls with the lock.
    public int twice() {
        synchronized (lock) {
            return 2 * own();
        }
    }
}

class HeldByCallersUser {
    private final HeldByCallers shared = new HeldByCallers();

    // Clean: calls with the lock.
    int held() {
        synchronized (shared.lock) {
            return through() + shared.partly();
        }
    }

    // Clean here: only held calls it.
    private int through() {
        return shared.held();
    }

    // Clean here: told in the other class.
    int partly() {
        return shared.partly();
    }
}

class HeldByOneCaller implements Runnable {
    private int runs;

    // Reported: one caller holds the lock, but the library may call it too.
    public void run() {
        runs++; //~ true-positive unprotected-write runs
    }

    // Clean: holds the lock.
    synchronized int runs() {
        return runs;
    }

    // Clean: holds the lock.
    synchronized void reset() {
        runs = 0;
    }
}

class HeldByOneCallerUser {
    private final HeldByOneCaller task = new HeldByOneCaller();

    // Clean: calls with the lock.
    void runNow() {
        synchronized (task) {
            task.run();
        }
    }

    // Clean: gives the task away.
    Runnable task() {
        return task;
    }
}
