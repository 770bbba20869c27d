// Rule: ReadWriteLock: a read unlock gives no edge to a read lock: two readers that write race.
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadWriteReadToRead {
    static int value;

    public static void main(String[] args) throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.readLock().lock();
        lock.readLock().unlock();
        Order.run(
                () -> {
                    lock.readLock().lock();
                    value = 1; //! race value write
                    lock.readLock().unlock();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    lock.readLock().lock();
                    value = 2; //! race value write
                    lock.readLock().unlock();
                });
    }
}
