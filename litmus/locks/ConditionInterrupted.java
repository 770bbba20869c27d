// Rule: Condition.await re-acquires its lock; also when it is interrupted, here by a third thread
// that is not ordered after the writer.
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

//! clean
public class ConditionInterrupted {
    static int value;

    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition never = lock.newCondition();
        Order.run(
                () -> {
                    lock.lock();
                    try {
                        never.await();
                        Order.require(false);
                    } catch (InterruptedException expected) {
                        value = 2;
                    } finally {
                        lock.unlock();
                    }
                },
                () -> {
                    Order.awaitBlocked(0);
                    lock.lock();
                    value = 1;
                    lock.unlock();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.thread(0).interrupt();
                });
    }
}
