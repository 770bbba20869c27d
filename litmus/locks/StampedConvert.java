// Rule: StampedLock: a converted stamp orders as the unlock of the old kind and the lock of the new.
import java.util.concurrent.locks.StampedLock;

//! clean
public class StampedConvert {
    static final StampedLock LOCK = new StampedLock();
    static int value;
    static int other;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    long stamp = LOCK.tryConvertToWriteLock(LOCK.tryOptimisticRead());
                    Order.require(stamp != 0);
                    value = 1;
                    other = 1;
                    stamp = LOCK.tryConvertToReadLock(stamp);
                    Order.require(stamp != 0);
                    Order.reach(1);
                    Order.await(2);
                    stamp = LOCK.tryConvertToWriteLock(stamp);
                    Order.require(stamp != 0);
                    value = 3;
                    stamp = LOCK.tryConvertToOptimisticRead(stamp);
                    Order.require(stamp != 0);
                    int seen = value;
                    Order.require(LOCK.validate(stamp));
                    Order.reach(3);
                },
                () -> {
                    Order.await(1);
                    long stamp = LOCK.readLock();
                    Order.require(value == 1);
                    LOCK.unlockRead(stamp);
                    Order.reach(2);
                    Order.await(3);
                    stamp = LOCK.tryOptimisticRead();
                    Order.require(value == 3);
                    stamp = LOCK.tryConvertToWriteLock(stamp);
                    Order.require(stamp != 0);
                    value = 4;
                    other = 2;
                    LOCK.unlockWrite(stamp);
                });
    }
}
