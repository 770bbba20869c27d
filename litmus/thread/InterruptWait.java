// Rule: interrupt -> the interrupted thread's detection. By an InterruptedException of wait.
//! clean
public class InterruptWait {
    static int value;

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Order.run(
                () -> {
                    Order.awaitBlocked(1);
                    value = 1;
                    Order.thread(1).interrupt();
                },
                () -> {
                    synchronized (lock) {
                        try {
                            lock.wait();
                            Order.require(false);
                        } catch (InterruptedException expected) {
                            value = 2;
                        }
                    }
                });
    }
}
