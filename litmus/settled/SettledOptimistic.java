// Rule: a field that only the constructor writes, read in an optimistic section: the read counts if the section is valid.
import java.util.concurrent.locks.StampedLock;

public class SettledOptimistic {
    static class Box {
        int kept;
        int dropped;

        Box() {
            kept = 1; //! race kept write
            dropped = 1;
        }
    }

    static final StampedLock lock = new StampedLock();

    static void warmUp() {
        Box box = new Box();
        long stamp = lock.tryOptimisticRead();
        int seen = box.kept + box.dropped;
        lock.validate(stamp);
        lock.unlockWrite(lock.writeLock());
    }

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        warmUp();
        Order.run(
                () -> {
                    Publication.publish(new Box());
                    Order.reach(1);
                    Order.await(2);
                    lock.unlockWrite(lock.writeLock());
                    Order.reach(3);
                },
                () -> {
                    Order.await(1);
                    Box box = (Box) Publication.published();
                    long stamp = lock.tryOptimisticRead();
                    int seen = box.kept; //! race kept read
                    lock.validate(stamp);
                    stamp = lock.tryOptimisticRead();
                    seen = box.dropped;
                    Order.reach(2);
                    Order.await(3);
                    lock.validate(stamp);
                });
    }
}
