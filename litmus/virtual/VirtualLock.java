// Rule: Lock.unlock -> lock between virtual threads, one of which has to wait.
import java.util.concurrent.locks.ReentrantLock;

//! clean
//! jdk 21
public class VirtualLock {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        ReentrantLock lock = new ReentrantLock();
        Thread first = Virtual.start(() -> {
            lock.lock();
            Order.reach(1);
            Order.await(2);
            value = 1;
            lock.unlock();
        });
        Thread second = Virtual.start(() -> {
            Order.await(1);
            lock.lock();
            value = 2;
            lock.unlock();
        });
        Order.await(1);
        Order.awaitBlocked(second);
        Order.reach(2);
        first.join();
        second.join();
    }
}
