//! tryLock: the lock is held where its answer was tested and true. The stricter mode leaves such methods out.
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class LockTry {
    private final ReentrantLock lock = new ReentrantLock();
    private int tested;
    private int untested;
    private int wrong;
    private int negated;
    private int kept;
    private int timed;
    private int joined;

    // Clean: in the branch where the lock is held.
    public void tested() {
        if (lock.tryLock()) {
            try {
                tested++;
            } finally {
                lock.unlock();
            }
        }
    }

    // Reported: nobody looks at the answer.
    public void untested() {
        lock.tryLock();
        untested++; //~ unprotected-write untested
    }

    // Reported: in the branch where the lock was not to be had.
    public void wrong() {
        if (lock.tryLock()) {
            lock.unlock();
        } else {
            wrong++; //~ unprotected-write wrong
        }
    }

    // Clean: whoever comes past the test has the lock.
    public void negated() {
        if (!lock.tryLock()) {
            return;
        }
        negated++;
        lock.unlock();
    }

    // Clean: the answer is kept in a variable and tested later.
    public void kept() {
        boolean held = lock.tryLock();
        if (held) {
            kept++;
            lock.unlock();
        }
    }

    // Clean: with a time limit.
    public void timed() throws InterruptedException {
        if (lock.tryLock(1, TimeUnit.SECONDS)) {
            timed++;
            lock.unlock();
        }
    }

    // Reported: both branches come here, one of them without the lock.
    public void joined() {
        boolean held = lock.tryLock();
        joined++; //~ unprotected-write joined
        if (held) {
            lock.unlock();
        }
    }
}
