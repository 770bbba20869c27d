//! A guard that is the object itself: its monitor, or the lock that it is.
import java.util.concurrent.locks.ReentrantLock;
import javax.annotation.concurrent.GuardedBy;

public class GuardedByItself extends ReentrantLock {
    private static final long serialVersionUID = 1;

    @GuardedBy("this")
    private int count;

    // Clean: the object is a lock of the library, and is taken as one.
    public void add() {
        lock();
        try {
            count++;
        } finally {
            unlock();
        }
    }

    // Reported: neither is held.
    public void clear() {
        count = 0; //~ true-positive guarded-by-violation count
    }
}
