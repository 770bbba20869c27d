// Rule: wait re-enters the monitor; also when it is interrupted, here by a third thread that is
// not ordered after the writer.
//! clean
public class WaitInterrupted {
    static int value;

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Order.run(
                () -> {
                    synchronized (lock) {
                        try {
                            lock.wait();
                            Order.require(false);
                        } catch (InterruptedException expected) {
                            value = 2;
                        }
                    }
                },
                () -> {
                    Order.awaitBlocked(0);
                    synchronized (lock) {
                        value = 1;
                    }
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.thread(0).interrupt();
                });
    }
}
