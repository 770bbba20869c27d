// Rule: Condition.await releases and re-acquires its lock: the timed and uninterruptible ways.
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

//! clean
public class ConditionTimed {
    static int turn;
    static int value;

    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition never = lock.newCondition();
        Condition changed = lock.newCondition();
        Order.run(
                () -> {
                    lock.lock();
                    value++;
                    while (turn < 1) {
                        never.await(1, TimeUnit.MILLISECONDS);
                    }
                    value++;
                    while (turn < 2) {
                        never.awaitNanos(1_000_000);
                    }
                    value++;
                    turn = 3;
                    while (turn < 4) {
                        changed.awaitUninterruptibly();
                    }
                    value++;
                    lock.unlock();
                },
                () -> {
                    Order.awaitBlocked(0);
                    for (int done = 0; done < 4;) {
                        lock.lock();
                        value++;
                        if (turn != 2) {
                            turn++;
                            changed.signalAll();
                        }
                        done = turn;
                        lock.unlock();
                        Thread.yield();
                    }
                });
    }
}
