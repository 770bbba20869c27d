// Rule: StampedLock: who writes between tryOptimisticRead and validate holds no lock. It races with another who does so,
// with a writer, whose lock does not make the write undone, and with who takes the read lock afterwards.
import java.util.concurrent.locks.StampedLock;

public class StampedOptimisticWritesRace {
    static final StampedLock LOCK = new StampedLock();
    static int both;
    static int writer;
    static int reader;
    static final int[] CELLS = new int[64];

    public static void main(String[] args) throws Exception {
        LOCK.unlockWrite(LOCK.writeLock());
        LOCK.unlockRead(LOCK.readLock());
        Order.require(LOCK.validate(LOCK.tryOptimisticRead()));
        Order.run(
                () -> {
                    LOCK.tryOptimisticRead();
                    both = 1; //! race both write
                    CELLS[0] = 1; //! race both-cells write
                    Order.reach(1);
                    Order.await(2);
                    long stamp = LOCK.writeLock();
                    writer = 1; //! race writer write
                    CELLS[1] = 1; //! race writer-cells write
                    Order.reach(3);
                    Order.await(4);
                    LOCK.unlockWrite(stamp);
                    Order.reach(5);
                    Order.await(6);
                    stamp = LOCK.readLock();
                    int sum = reader; //! race reader read
                    sum += CELLS[2]; //! race reader-cells read
                    LOCK.unlockRead(stamp);
                },
                () -> {
                    Order.await(1);
                    long stamp = LOCK.tryOptimisticRead();
                    both = 2; //! race both write
                    CELLS[0] = 2; //! race both-cells write
                    Order.reach(2);
                    Order.await(3);
                    writer = 2; //! race writer write
                    CELLS[1] = 2; //! race writer-cells write
                    Order.reach(4);
                    Order.await(5);
                    Order.require(!LOCK.validate(stamp));
                    stamp = LOCK.tryOptimisticRead();
                    reader = 1; //! race reader write
                    CELLS[2] = 1; //! race reader-cells write
                    Order.require(LOCK.validate(stamp));
                    Order.reach(6);
                });
    }
}
