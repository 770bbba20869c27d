// Rule: Lock.unlock -> successful lock.
import java.util.concurrent.locks.ReentrantLock;

//! clean
public class LockUnlock {
    static int value;

    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Order.run(
                () -> {
                    lock.lock();
                    try {
                        value = 1;
                    } finally {
                        lock.unlock();
                    }
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    lock.lock();
                    try {
                        value = 2;
                    } finally {
                        lock.unlock();
                    }
                });
    }
}
