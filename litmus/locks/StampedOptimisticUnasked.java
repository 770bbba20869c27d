// Rule: StampedLock: an optimistic read whose stamp is never validated is as any other.
import java.util.concurrent.locks.StampedLock;

public class StampedOptimisticUnasked {
    static final StampedLock LOCK = new StampedLock();
    static int value;

    public static void main(String[] args) throws Exception {
        LOCK.unlockWrite(LOCK.writeLock());
        LOCK.unlockRead(LOCK.readLock());
        Order.require(LOCK.validate(LOCK.tryOptimisticRead()));
        Order.run(
                () -> {
                    Order.await(1);
                    long stamp = LOCK.writeLock();
                    value = 1; //! race value write
                    LOCK.unlockWrite(stamp);
                    Order.reach(2);
                },
                () -> {
                    long stamp = LOCK.tryOptimisticRead();
                    Order.require(stamp != 0);
                    Order.reach(1);
                    Order.await(2);
                    int seen = value; //! race value read
                });
    }
}
