// Rule: Lock.unlock -> successful lock, whoever calls it: the interface, a wrapper, reflection.
import java.lang.reflect.Method;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

//! clean
public class LockThroughInterface {
    static class Guard implements AutoCloseable {
        private final Lock lock;

        Guard(Lock lock) {
            this.lock = lock;
            lock.lock();
        }

        @Override
        public void close() {
            lock.unlock();
        }
    }

    static int value;

    public static void main(String[] args) throws Exception {
        Lock lock = new ReentrantLock();
        Method acquire = Lock.class.getMethod("lock");
        Method release = Lock.class.getMethod("unlock");
        Order.run(
                () -> {
                    Guard guard = new Guard(lock);
                    value = 1;
                    guard.close();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    acquire.invoke(lock);
                    value = 2;
                    release.invoke(lock);
                });
    }
}
