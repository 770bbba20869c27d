// Rule: Lock.unlock -> successful lock; with recursive locks the last unlock counts.
import java.util.concurrent.locks.ReentrantLock;

//! clean
public class LockRecursive {
    static int value;

    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Order.run(
                () -> {
                    lock.lock();
                    lock.lock();
                    value = 1;
                    lock.unlock();
                    value = 2;
                    lock.unlock();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    lock.lock();
                    value = 3;
                    lock.unlock();
                });
    }
}
