// Rule: ReadWriteLock: every way to lock orders by itself, fair or not.
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

//! clean
public class EveryReadWriteWay {
    static final Edges EDGES = new Edges();

    interface Way {
        void lock(Lock lock) throws Exception;
    }

    static void edges(Way way) throws Exception {
        for (boolean fair : new boolean[] {false, true}) {
            EDGES.add(
                    () -> new ReentrantReadWriteLock(fair),
                    (it, item) -> {
                        it.writeLock().lock();
                        it.writeLock().unlock();
                    },
                    (it, item) -> {
                        way.lock(it.writeLock());
                        it.writeLock().unlock();
                    });
            EDGES.add(
                    () -> new ReentrantReadWriteLock(fair),
                    (it, item) -> {
                        it.writeLock().lock();
                        it.writeLock().unlock();
                    },
                    (it, item) -> {
                        way.lock(it.readLock());
                        it.readLock().unlock();
                    });
            EDGES.add(
                    () -> new ReentrantReadWriteLock(fair),
                    (it, item) -> {
                        it.readLock().lock();
                        it.readLock().unlock();
                    },
                    (it, item) -> {
                        way.lock(it.writeLock());
                        it.writeLock().unlock();
                    });
        }
    }

    public static void main(String[] args) throws Exception {
        edges(lock -> lock.lock());
        edges(lock -> lock.lockInterruptibly());
        edges(lock -> Order.require(lock.tryLock()));
        edges(lock -> Order.require(lock.tryLock(60, TimeUnit.SECONDS)));
        EDGES.run();
    }
}
