// Rule: StampedLock: a write lock that became a read lock lets readers in, and what is done from then
// on is ordered before writers only.
import java.util.concurrent.locks.StampedLock;

public class StampedConvertReadToRead {
    static final StampedLock LOCK = new StampedLock();
    static int value;

    public static void main(String[] args) throws Exception {
        LOCK.unlockWrite(LOCK.writeLock());
        LOCK.unlockRead(LOCK.readLock());
        Order.require(LOCK.validate(LOCK.tryOptimisticRead()));
        LOCK.unlockRead(LOCK.tryConvertToReadLock(LOCK.writeLock()));
        Order.run(
                () -> {
                    long stamp = LOCK.tryConvertToReadLock(LOCK.writeLock());
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
