// Rule: StampedLock: write unlock -> any lock, also when another thread than the locker unlocks.
import java.util.concurrent.locks.StampedLock;

//! clean
public class StampedUnlockElsewhere {
    static final StampedLock LOCK = new StampedLock();
    static volatile long handed;
    static int value;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    long stamp = LOCK.writeLock();
                    value = 1;
                    handed = stamp;
                    Order.reach(1);
                    Order.await(3);
                    stamp = LOCK.writeLock();
                    value = 3;
                    LOCK.unlockWrite(stamp);
                    Order.reach(4);
                },
                () -> {
                    Order.await(1);
                    LOCK.unlockWrite(handed);
                    Order.reach(2);
                },
                () -> {
                    Order.await(2);
                    long stamp = LOCK.writeLock();
                    value = 2;
                    LOCK.unlockWrite(stamp);
                    Order.reach(3);
                    Order.await(4);
                    stamp = LOCK.readLock();
                    Order.require(value == 3);
                    LOCK.unlockRead(stamp);
                });
    }
}
