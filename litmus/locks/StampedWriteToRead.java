// Rule: StampedLock: write unlock -> read lock, and read unlock -> write lock.
import java.util.concurrent.locks.StampedLock;

//! clean
public class StampedWriteToRead {
    static final StampedLock LOCK = new StampedLock();
    static int value;
    static int back;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    long stamp = LOCK.writeLock();
                    value = 1;
                    LOCK.unlockWrite(stamp);
                    Order.reach(1);
                    Order.await(2);
                    stamp = LOCK.writeLock();
                    back = 2;
                    LOCK.unlockWrite(stamp);
                },
                () -> {
                    Order.await(1);
                    long stamp = LOCK.readLock();
                    Order.require(value == 1);
                    back = 1;
                    LOCK.unlockRead(stamp);
                    Order.reach(2);
                });
    }
}
