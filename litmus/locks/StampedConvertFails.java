// Rule: StampedLock: reads with a stamp that was converted to an optimistic one, before a validate
// that returns false, are not reported.
import java.util.concurrent.locks.StampedLock;

//! clean
public class StampedConvertFails {
    static final StampedLock LOCK = new StampedLock();
    static int written;
    static int read;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    Order.await(1);
                    long stamp = LOCK.writeLock();
                    written = 2;
                    Order.reach(2);
                    Order.await(3);
                    LOCK.unlockWrite(stamp);
                    Order.reach(4);
                    Order.await(5);
                    stamp = LOCK.writeLock();
                    read = 1;
                    Order.reach(6);
                    Order.await(7);
                    LOCK.unlockWrite(stamp);
                },
                () -> {
                    long stamp = LOCK.writeLock();
                    written = 1;
                    stamp = LOCK.tryConvertToOptimisticRead(stamp);
                    Order.require(stamp != 0);
                    Order.reach(1);
                    Order.await(2);
                    int seen = written;
                    Order.require(!LOCK.validate(stamp));
                    Order.reach(3);
                    Order.await(4);
                    stamp = LOCK.tryConvertToOptimisticRead(LOCK.readLock());
                    Order.require(stamp != 0);
                    Order.reach(5);
                    Order.await(6);
                    seen = read;
                    Order.require(!LOCK.validate(stamp));
                    Order.reach(7);
                });
    }
}
