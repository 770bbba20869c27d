// Rule: ReadWriteLock: write unlock -> any lock.
import java.util.concurrent.locks.ReentrantReadWriteLock;

//! clean
public class ReadWriteWriteToRead {
    static int value;

    public static void main(String[] args) throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        Order.run(
                () -> {
                    lock.writeLock().lock();
                    value = 1;
                    lock.writeLock().unlock();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    lock.readLock().lock();
                    int seen = value;
                    lock.readLock().unlock();
                    Order.require(lock.writeLock().tryLock());
                    value = 2;
                    lock.writeLock().unlock();
                    Order.reach(2);
                },
                () -> {
                    Order.await(2);
                    Order.require(lock.readLock().tryLock());
                    int seen = value;
                    lock.readLock().unlock();
                });
    }
}
