// Rule: StampedLock: what was read optimistically does not count when the stamp cannot be converted.
import java.util.concurrent.locks.StampedLock;

//! clean
public class StampedConvertLate {
    static final StampedLock TO_WRITE = new StampedLock();
    static final StampedLock TO_READ = new StampedLock();
    static final StampedLock TO_OPTIMISTIC = new StampedLock();
    static int write;
    static int read;
    static int optimistic;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    Order.await(1);
                    long stamp = TO_WRITE.writeLock();
                    write = 1;
                    TO_WRITE.unlockWrite(stamp);
                    stamp = TO_READ.writeLock();
                    read = 1;
                    TO_READ.unlockWrite(stamp);
                    stamp = TO_OPTIMISTIC.writeLock();
                    optimistic = 1;
                    TO_OPTIMISTIC.unlockWrite(stamp);
                    Order.reach(2);
                },
                () -> {
                    long first = TO_WRITE.tryOptimisticRead();
                    int seen = write;
                    long second = TO_READ.tryOptimisticRead();
                    seen += read;
                    long third = TO_OPTIMISTIC.tryOptimisticRead();
                    seen += optimistic;
                    Order.reach(1);
                    Order.await(2);
                    Order.require(TO_WRITE.tryConvertToWriteLock(first) == 0);
                    Order.require(TO_READ.tryConvertToReadLock(second) == 0);
                    Order.require(TO_OPTIMISTIC.tryConvertToOptimisticRead(third) == 0);
                });
    }
}
