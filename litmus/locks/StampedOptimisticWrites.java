// Rule: StampedLock: what is written between tryOptimisticRead and validate comes after the last write unlock, as what is read
// there does.
import java.util.concurrent.locks.StampedLock;

//! clean
public class StampedOptimisticWrites {
    static final StampedLock LOCK = new StampedLock();
    static int value;
    static final int[] CELLS = new int[64];

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    long stamp = LOCK.writeLock();
                    value = 1;
                    CELLS[0] = 1;
                    LOCK.unlockWrite(stamp);
                    Order.reach(1);
                    Order.await(2);
                    stamp = LOCK.readLock();
                    Order.require(value + CELLS[0] + CELLS[1] == 5);
                    LOCK.unlockRead(stamp);
                },
                () -> {
                    Order.await(1);
                    long stamp = LOCK.tryOptimisticRead();
                    value++;
                    CELLS[0]++;
                    CELLS[1] = value - 1;
                    Order.require(LOCK.validate(stamp));
                    LOCK.unlockWrite(LOCK.writeLock());
                    Order.reach(2);
                });
    }
}
