// Rule: StampedLock: reads before a conversion to the write lock that fails, as others read, come before later write locks.
import java.util.concurrent.locks.StampedLock;

//! clean
public class StampedConvertRefused {
    static final StampedLock LOCK = new StampedLock();
    static int value;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    long stamp = LOCK.readLock();
                    Order.reach(1);
                    Order.await(2);
                    LOCK.unlockRead(stamp);
                    stamp = LOCK.writeLock();
                    value = 1;
                    LOCK.unlockWrite(stamp);
                    Order.reach(3);
                },
                () -> {
                    Order.await(1);
                    long stamp = LOCK.tryOptimisticRead();
                    int seen = value;
                    Order.require(LOCK.tryConvertToWriteLock(stamp) == 0);
                    Order.reach(2);
                    Order.await(3);
                    stamp = LOCK.writeLock();
                    value++;
                    LOCK.unlockWrite(stamp);
                });
    }
}
