// Rule: ReadWriteLock: read unlock -> write lock, of every reader.
import java.util.concurrent.locks.ReentrantReadWriteLock;

//! clean
public class ReadWriteReadToWrite {
    static int value;

    public static void main(String[] args) throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        Order.run(
                () -> {
                    lock.readLock().lock();
                    int seen = value;
                    Order.reach(1);
                    Order.await(2);
                    lock.readLock().unlock();
                    Order.reach(3);
                },
                () -> {
                    Order.await(1);
                    lock.readLock().lock();
                    int seen = value;
                    lock.readLock().unlock();
                    Order.reach(2);
                },
                () -> {
                    Order.await(3);
                    lock.writeLock().lock();
                    value = 1;
                    lock.writeLock().unlock();
                });
    }
}
