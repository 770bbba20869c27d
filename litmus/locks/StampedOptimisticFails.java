// Rule: StampedLock: reads before a validate that returns false are not reported, whether they came
// before or after the write; nor are those after an earlier validate.
import java.util.concurrent.locks.StampedLock;

//! clean
public class StampedOptimisticFails {
    static final StampedLock LOCK = new StampedLock();
    static int value;
    static final int[] CELLS = new int[1];

    public static void main(String[] args) throws Exception {
        LOCK.unlockWrite(LOCK.writeLock());
        LOCK.unlockRead(LOCK.readLock());
        Order.require(LOCK.validate(LOCK.tryOptimisticRead()));
        Order.run(
                () -> {
                    Order.await(1);
                    long stamp = LOCK.writeLock();
                    value = 1;
                    CELLS[0] = 1;
                    Order.reach(2);
                    Order.await(3);
                    value = 2;
                    CELLS[0] = 2;
                    LOCK.unlockWrite(stamp);
                },
                () -> {
                    long stamp = LOCK.tryOptimisticRead();
                    int sum = value;
                    Order.require(LOCK.validate(stamp));
                    sum += CELLS[0];
                    Order.reach(1);
                    Order.await(2);
                    sum += value + CELLS[0];
                    Order.require(!LOCK.validate(stamp));
                    sum += value + CELLS[0];
                    Order.require(!LOCK.validate(stamp));
                    Order.reach(3);
                });
    }
}
