// Rule: Lock.unlock -> lock; a lock taken in a synchronized method and given back after it. The
// method's monitor and the lock both order, in whatever order they are left.
import java.util.concurrent.locks.ReentrantLock;

//! clean
public class LockOutlivesMethod {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int underLock;
    static int underMonitor;

    static synchronized void open() {
        LOCK.lock();
        underMonitor++;
    }

    static void close() {
        LOCK.unlock();
    }

    static void use() {
        open();
        underLock++;
        close();
    }

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    use();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    use();
                    synchronized (LockOutlivesMethod.class) {
                        underMonitor++;
                    }
                });
    }
}
