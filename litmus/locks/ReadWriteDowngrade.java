// Rule: ReadWriteLock: a writer that takes the read lock before it leaves the write lock.
import java.util.concurrent.locks.ReentrantReadWriteLock;

//! clean
public class ReadWriteDowngrade {
    static int value;

    public static void main(String[] args) throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        Order.run(
                () -> {
                    lock.writeLock().lock();
                    value = 1;
                    lock.readLock().lock();
                    lock.writeLock().unlock();
                    Order.reach(1);
                    Order.await(2);
                    int seen = value;
                    lock.readLock().unlock();
                    Order.reach(3);
                },
                () -> {
                    Order.await(1);
                    lock.readLock().lock();
                    int seen = value;
                    lock.readLock().unlock();
                    Order.reach(2);
                    Order.await(3);
                    lock.writeLock().lock();
                    value = 2;
                    lock.writeLock().unlock();
                });
    }
}
