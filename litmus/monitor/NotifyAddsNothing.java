// Rule: notify adds nothing of its own: what the notifier does after it left the monitor is not
// ordered before the woken thread.
public class NotifyAddsNothing {
    static boolean ready;
    static int value;

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Order.run(
                () -> {
                    synchronized (lock) {
                        while (!ready) {
                            lock.wait();
                        }
                    }
                    Order.await(1);
                    value = 2; //! race value write
                },
                () -> {
                    Order.awaitBlocked(0);
                    synchronized (lock) {
                        ready = true;
                        lock.notify();
                    }
                    value = 1; //! race value write
                    Order.reach(1);
                });
    }
}
