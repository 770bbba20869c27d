// Rule: Condition.signal adds nothing of its own: what the signaller does after it unlocked is not
// ordered before the woken thread.
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class SignalAddsNothing {
    static boolean ready;
    static int value;

    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition changed = lock.newCondition();
        Order.run(
                () -> {
                    lock.lock();
                    while (!ready) {
                        changed.await();
                    }
                    lock.unlock();
                    Order.await(1);
                    value = 2; //! race value write
                },
                () -> {
                    Order.awaitBlocked(0);
                    lock.lock();
                    ready = true;
                    changed.signal();
                    lock.unlock();
                    value = 1; //! race value write
                    Order.reach(1);
                });
    }
}
