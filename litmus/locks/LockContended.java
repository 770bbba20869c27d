// Rule: Lock.unlock -> successful lock; also when the lock has to wait.
import java.util.concurrent.locks.ReentrantLock;

//! clean
public class LockContended {
    static int value;

    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Order.run(
                () -> {
                    lock.lock();
                    Order.reach(1);
                    Order.awaitBlocked(1);
                    Order.awaitBlocked(2);
                    value = 1;
                    lock.unlock();
                },
                () -> {
                    Order.await(1);
                    lock.lock();
                    value = 2;
                    lock.unlock();
                },
                () -> {
                    Order.await(1);
                    lock.lockInterruptibly();
                    value = 3;
                    lock.unlock();
                });
    }
}
