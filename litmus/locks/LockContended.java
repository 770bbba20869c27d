// Rule: Lock.unlock -> successful lock; also when the lock has to wait, whether it is fair or not.
import java.util.concurrent.locks.ReentrantLock;

//! clean
public class LockContended {
    static int value;
    static int fairValue;

    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        ReentrantLock fair = new ReentrantLock(true);
        Order.run(
                () -> {
                    lock.lock();
                    fair.lock();
                    Order.reach(1);
                    for (int i = 1; i <= 4; i++) {
                        Order.awaitBlocked(i);
                    }
                    fairValue = 1;
                    fair.unlock();
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
                },
                () -> {
                    Order.await(1);
                    fair.lock();
                    fairValue = 2;
                    fair.unlock();
                },
                () -> {
                    Order.await(1);
                    fair.lockInterruptibly();
                    fairValue = 3;
                    fair.unlock();
                });
    }
}
