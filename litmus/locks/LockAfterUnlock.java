// Rule: Lock.unlock -> successful lock; what follows unlock is not ordered.
import java.util.concurrent.locks.ReentrantLock;

public class LockAfterUnlock {
    static int value;

    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock(true);
        Order.run(
                () -> {
                    lock.lock();
                    lock.unlock();
                    value = 1; //! race value write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    lock.lock();
                    value = 2; //! race value write
                    lock.unlock();
                });
    }
}
