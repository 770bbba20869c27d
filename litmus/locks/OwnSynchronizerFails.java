// Rule: a tryLock that fails gives no edge to who locks later, also of a lock that the program makes of
// AbstractQueuedSynchronizer.
import java.util.concurrent.locks.AbstractQueuedSynchronizer;

public class OwnSynchronizerFails {
    static int value;

    static final class Mutex extends AbstractQueuedSynchronizer {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean tryAcquire(int ignored) {
            return compareAndSetState(0, 1);
        }
    }

    public static void main(String[] args) throws Exception {
        Mutex mutex = new Mutex();
        mutex.acquire(1);
        Order.run(
                () -> {
                    value = 1; //! race value write
                    Order.require(!mutex.tryAcquireNanos(1, 1000));
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(!mutex.tryAcquireNanos(1, 1000));
                    value = 2; //! race value write
                });
    }
}
