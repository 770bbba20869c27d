// Rule: StampedLock: tryOptimisticRead acquires the last write unlock; reads before a validate that
// returns true come before later write locks.
import java.util.concurrent.locks.StampedLock;

//! clean
public class StampedOptimistic {
    static final StampedLock LOCK = new StampedLock();
    static int value;
    static final int[] CELLS = new int[1];

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    long stamp = LOCK.writeLock();
                    value = 1;
                    CELLS[0] = 1;
                    LOCK.unlockWrite(stamp);
                    Order.reach(1);
                    Order.await(2);
                    stamp = LOCK.writeLock();
                    value = 2;
                    CELLS[0] = 2;
                    LOCK.unlockWrite(stamp);
                },
                () -> {
                    Order.await(1);
                    long stamp = LOCK.tryOptimisticRead();
                    Order.require(stamp != 0);
                    int sum = value + CELLS[0];
                    Order.require(LOCK.validate(stamp));
                    Order.require(sum == 2);
                    Order.reach(2);
                });
    }
}
