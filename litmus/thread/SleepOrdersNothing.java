// Rule: sleep, yield and park/unpark give no edge.
import java.util.concurrent.locks.LockSupport;

public class SleepOrdersNothing {
    static int slept;
    static int parked;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    slept = 1; //! race slept write
                    Thread.sleep(1);
                    Thread.yield();
                    Order.awaitBlocked(1);
                    parked = 1; //! race parked write
                    Order.reach(1);
                    LockSupport.unpark(Order.thread(1));
                },
                () -> {
                    LockSupport.park();
                    Order.await(1);
                    Thread.sleep(1);
                    slept = 2; //! race slept write
                    parked = 2; //! race parked write
                });
    }
}
