// Rule: a timed tryLock that fails gives no edge.
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class TryLockTimesOut {
    static int value;

    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Order.require(TimeUnit.MILLISECONDS.toNanos(1) > 0);
        Order.run(
                () -> {
                    lock.lock();
                    value = 1; //! race value write
                    lock.unlock();
                    lock.lock();
                    Order.reach(1);
                    Order.await(2);
                    lock.unlock();
                },
                () -> {
                    Order.await(1);
                    Order.require(!lock.tryLock(1, TimeUnit.MILLISECONDS));
                    value = 2; //! race value write
                    Order.reach(2);
                });
    }
}
