// Rule: StampedLock: a validated read races with writes that do not take the lock, before and after it; whatever the stamp
// is worth later on.
import java.util.concurrent.locks.StampedLock;

public class StampedOptimisticRaces {
    static final StampedLock LOCK = new StampedLock();
    static int before;
    static int between;
    static int after;

    public static void main(String[] args) throws Exception {
        LOCK.unlockWrite(LOCK.writeLock());
        LOCK.unlockRead(LOCK.readLock());
        Order.require(LOCK.validate(LOCK.tryOptimisticRead()));
        Order.run(
                () -> {
                    before = 1; //! race before write
                    Order.reach(1);
                    Order.await(2);
                    between = 1; //! race between write
                    Order.reach(3);
                    Order.await(4);
                    after = 1; //! race after write
                    long stamp = LOCK.writeLock();
                    Order.reach(5);
                    Order.await(6);
                    LOCK.unlockWrite(stamp);
                },
                () -> {
                    Order.await(1);
                    long stamp = LOCK.tryOptimisticRead();
                    int sum = before; //! race before read
                    sum += between; //! race between read
                    Order.reach(2);
                    Order.await(3);
                    sum += after; //! race after read
                    Order.require(LOCK.validate(stamp));
                    Order.reach(4);
                    Order.await(5);
                    Order.require(!LOCK.validate(stamp));
                    Order.reach(6);
                });
    }
}
