// Rule: LockSupport.park/unpark, yield: no edge.
import java.util.concurrent.locks.LockSupport;

public class ParkUnpark {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    Order.awaitBlocked(1);
                    value = 1; //! race value write
                    Order.reach(1);
                    LockSupport.unpark(Order.thread(1));
                },
                () -> {
                    while (!Order.isReached(1)) {
                        LockSupport.park();
                    }
                    Thread.yield();
                    value = 2; //! race value write
                });
    }
}
