// Rule: StampedLock: what was read optimistically does not count when the stamp cannot be converted.
import java.util.concurrent.locks.StampedLock;

//! clean
public class StampedConvertLate {
    interface Conversion {
        long of(StampedLock lock, long stamp);
    }

    static final StampedLock[] LOCKS = {new StampedLock(), new StampedLock(), new StampedLock()};
    static final Conversion[] CONVERSIONS = {
        StampedLock::tryConvertToWriteLock, StampedLock::tryConvertToReadLock, StampedLock::tryConvertToOptimisticRead,
    };
    static int value;

    static void write(StampedLock lock) {
        long stamp = lock.writeLock();
        value++;
        lock.unlockWrite(stamp);
    }

    static void read(StampedLock lock, Conversion conversion, int step) {
        long stamp = lock.tryOptimisticRead();
        int seen = value;
        Order.reach(step);
        Order.await(step + 1);
        Order.require(conversion.of(lock, stamp) == 0);
    }

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    for (int i = 0; i < LOCKS.length; i++) {
                        Order.await(2 * i + 1);
                        write(LOCKS[i]);
                        Order.reach(2 * i + 2);
                    }
                },
                () -> {
                    for (int i = 0; i < LOCKS.length; i++) {
                        read(LOCKS[i], CONVERSIONS[i], 2 * i + 1);
                    }
                });
    }
}
