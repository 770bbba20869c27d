// Rule: Condition.await releases and re-acquires its lock.
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

//! clean
public class ConditionAwait {
    static boolean ready;
    static int request;
    static int answer;

    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition changed = lock.newCondition();
        Order.run(
                () -> {
                    lock.lock();
                    request = 1;
                    while (!ready) {
                        changed.await();
                    }
                    int seen = answer;
                    lock.unlock();
                },
                () -> {
                    Order.awaitBlocked(0);
                    lock.lock();
                    answer = request + 1;
                    ready = true;
                    changed.signal();
                    lock.unlock();
                });
    }
}
