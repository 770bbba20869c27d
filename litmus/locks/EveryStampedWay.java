// Rule: StampedLock: every way to lock, to unlock and to convert a stamp orders by itself, also by the lock's views.
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.StampedLock;

//! clean
public class EveryStampedWay {
    static final Edges EDGES = new Edges();

    static void edge(Edges.Op<StampedLock> release, Edges.Op<StampedLock> acquire) throws Exception {
        EDGES.add(StampedLock::new, release, acquire);
    }

    public static void main(String[] args) throws Exception {
        Edges.Op<StampedLock> write = (lock, item) -> lock.unlockWrite(lock.writeLock());
        Edges.Op<StampedLock> read = (lock, item) -> lock.unlockRead(lock.readLock());
        edge(write, write);
        edge(write, (lock, item) -> lock.unlockWrite(lock.writeLockInterruptibly()));
        edge(write, (lock, item) -> lock.unlockWrite(lock.tryWriteLock()));
        edge(write, (lock, item) -> lock.unlockWrite(lock.tryWriteLock(60, TimeUnit.SECONDS)));
        edge(write, (lock, item) -> lock.asWriteLock().lock());
        edge(write, read);
        edge(write, (lock, item) -> lock.unlockRead(lock.readLockInterruptibly()));
        edge(write, (lock, item) -> lock.unlockRead(lock.tryReadLock()));
        edge(write, (lock, item) -> lock.unlockRead(lock.tryReadLock(60, TimeUnit.SECONDS)));
        edge(write, (lock, item) -> lock.asReadLock().lock());
        edge((lock, item) -> lock.unlock(lock.writeLock()), read);
        edge((lock, item) -> Order.require(lock.writeLock() != 0 && lock.tryUnlockWrite()), read);
        edge(
                (lock, item) -> {
                    lock.asWriteLock().lock();
                    lock.asWriteLock().unlock();
                },
                read);
        edge(read, write);
        edge((lock, item) -> lock.unlock(lock.readLock()), write);
        edge((lock, item) -> Order.require(lock.readLock() != 0 && lock.tryUnlockRead()), write);
        edge(
                (lock, item) -> {
                    lock.asReadLock().lock();
                    lock.asReadLock().unlock();
                },
                write);
        edge((lock, item) -> lock.tryConvertToReadLock(lock.writeLock()), read);
        edge((lock, item) -> lock.tryConvertToOptimisticRead(lock.writeLock()), read);
        edge((lock, item) -> lock.tryConvertToOptimisticRead(lock.readLock()), write);
        edge(write, (lock, item) -> lock.tryConvertToReadLock(lock.tryOptimisticRead()));
        edge(read, (lock, item) -> lock.tryConvertToWriteLock(lock.tryOptimisticRead()));
        EDGES.run();
    }
}
