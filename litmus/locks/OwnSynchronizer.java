// Rule: Lock.unlock -> lock, of a lock that the program makes of AbstractQueuedSynchronizer: its state is a volatile
// variable.
import java.util.concurrent.locks.AbstractQueuedSynchronizer;

//! clean
public class OwnSynchronizer {
    static int value;

    static final class Mutex extends AbstractQueuedSynchronizer {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean tryAcquire(int ignored) {
            return compareAndSetState(0, 1);
        }

        @Override
        protected boolean tryRelease(int ignored) {
            setState(0);
            return true;
        }
    }

    public static void main(String[] args) throws Exception {
        Mutex mutex = new Mutex();
        Order.Body body = () -> {
            for (int i = 0; i < 100; i++) {
                mutex.acquire(1);
                value++;
                mutex.release(1);
            }
        };
        Order.run(body, body);
    }
}
