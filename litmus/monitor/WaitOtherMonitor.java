// Rule: wait releases its own monitor only: what happens under another one that the waiter holds
// is not ordered by it.
public class WaitOtherMonitor {
    static boolean ready;
    static int value;

    public static void main(String[] args) throws Exception {
        Object held = new Object();
        Object waited = new Object();
        Order.run(
                () -> {
                    synchronized (held) {
                        synchronized (waited) {
                            while (!ready) {
                                waited.wait();
                            }
                        }
                        value = 1; //! race value write
                        Order.reach(1);
                        Order.await(2);
                    }
                },
                () -> {
                    Order.awaitBlocked(0);
                    synchronized (waited) {
                        ready = true;
                        waited.notify();
                    }
                    Order.await(1);
                    synchronized (waited) {
                        value = 2; //! race value write
                    }
                    Order.reach(2);
                });
    }
}
