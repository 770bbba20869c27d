// Rule: Lock.unlock -> successful lock of the same lock.
import java.util.concurrent.locks.ReentrantLock;

public class LockOther {
    static int value;

    static void warmUp(ReentrantLock lock) {
        lock.lock();
        lock.unlock();
    }

    public static void main(String[] args) throws Exception {
        ReentrantLock one = new ReentrantLock();
        ReentrantLock two = new ReentrantLock();
        warmUp(one);
        warmUp(two);
        Order.run(
                () -> {
                    one.lock();
                    value = 1; //! race value write
                    one.unlock();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    two.lock();
                    value = 2; //! race value write
                    two.unlock();
                });
    }
}
