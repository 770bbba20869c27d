// Rule: Condition.await releases its lock, however often it is held.
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

//! clean
public class ConditionReentrant {
    static int value;

    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition changed = lock.newCondition();
        Order.run(
                () -> {
                    lock.lock();
                    lock.lock();
                    value = 1;
                    Order.reach(1);
                    changed.await();
                    value = 3;
                    lock.unlock();
                    lock.unlock();
                },
                () -> {
                    Order.await(1);
                    Order.awaitBlocked(0);
                    lock.lock();
                    value = 2;
                    changed.signal();
                    lock.unlock();
                });
    }
}
