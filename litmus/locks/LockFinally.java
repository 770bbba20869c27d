// Rule: Lock.unlock -> successful lock; an unlock in finally after an exception too.
import java.util.concurrent.locks.ReentrantLock;

//! clean
public class LockFinally {
    static final ReentrantLock LOCK = new ReentrantLock(true);
    static int value;

    static void add(boolean fail) {
        LOCK.lock();
        try {
            value++;
            if (fail) {
                throw new IllegalStateException();
            }
        } finally {
            value++;
            LOCK.unlock();
        }
    }

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    try {
                        add(true);
                    } catch (IllegalStateException expected) {
                        Order.reach(1);
                    }
                },
                () -> {
                    Order.await(1);
                    add(false);
                });
    }
}
