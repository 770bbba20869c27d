// Rule: an object of java.util.concurrent has a monitor like any other: locking the one and the
// other order independently of each other.
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.StampedLock;

public class KeyAndMonitor {
    static final StampedLock LOCK = new StampedLock();
    static final AtomicInteger READY = new AtomicInteger();
    static int guarded;
    static int published;
    static int value;

    public static void main(String[] args) throws Exception {
        LOCK.unlockWrite(LOCK.writeLock());
        Order.run(
                () -> {
                    value = 1; //! race value write
                    long stamp = LOCK.writeLock();
                    guarded = 1;
                    LOCK.unlockWrite(stamp);
                    published = 1;
                    READY.set(1);
                    Order.reach(2);
                },
                () -> {
                    Order.await(2);
                    synchronized (LOCK) {
                        synchronized (READY) {
                            value = 2; //! race value write
                        }
                    }
                    Order.reach(3);
                },
                () -> {
                    Order.await(3);
                    long stamp = LOCK.writeLock();
                    guarded = 2;
                    LOCK.unlockWrite(stamp);
                    Order.require(READY.get() == 1);
                    published = 2;
                });
    }
}
