// Rule: StampedLock: read unlock -> read lock gives no edge.
import java.util.concurrent.locks.StampedLock;

public class StampedReadToRead {
    static final StampedLock LOCK = new StampedLock();
    static int value;

    public static void main(String[] args) throws Exception {
        LOCK.unlockWrite(LOCK.writeLock());
        LOCK.unlockRead(LOCK.readLock());
        Order.require(LOCK.validate(LOCK.tryOptimisticRead()));
        Order.run(
                () -> {
                    long stamp = LOCK.readLock();
                    value = 1; //! race value write
                    LOCK.unlockRead(stamp);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    long stamp = LOCK.readLock();
                    value = 2; //! race value write
                    LOCK.unlockRead(stamp);
                });
    }
}
