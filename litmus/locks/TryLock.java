// Rule: Lock.unlock -> successful tryLock, timed or not, and lockInterruptibly.
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

//! clean
public class TryLock {
    static int value;

    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Order.run(
                () -> {
                    Order.require(lock.tryLock());
                    value = 1;
                    lock.unlock();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(lock.tryLock());
                    value = 2;
                    lock.unlock();
                    Order.reach(2);
                },
                () -> {
                    Order.await(2);
                    Order.require(lock.tryLock(60, TimeUnit.SECONDS));
                    value = 3;
                    lock.unlock();
                    Order.reach(3);
                },
                () -> {
                    Order.await(3);
                    lock.lockInterruptibly();
                    value = 4;
                    lock.unlock();
                });
    }
}
