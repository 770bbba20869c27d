// Rule: a tryLock that fails gives no edge: the lock was released once, and is held again.
import java.util.concurrent.locks.ReentrantLock;

public class TryLockFails {
    static int value;

    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
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
                    Order.require(!lock.tryLock());
                    value = 2; //! race value write
                    Order.reach(2);
                });
    }
}
