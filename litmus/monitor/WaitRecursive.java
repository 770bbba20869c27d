// Rule: wait exits the monitor completely and re-enters it with its recursion count: the exit of
// the inner block after it releases nothing yet.
//! clean
public class WaitRecursive {
    static boolean ready;
    static int before;
    static int after;

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Order.run(
                () -> {
                    synchronized (lock) {
                        synchronized (lock) {
                            before = 1;
                            while (!ready) {
                                lock.wait();
                            }
                        }
                        Order.reach(1);
                        Order.awaitBlocked(1);
                        after = 1;
                    }
                },
                () -> {
                    Order.awaitBlocked(0);
                    synchronized (lock) {
                        before = 2;
                        ready = true;
                        lock.notify();
                    }
                    Order.await(1);
                    synchronized (lock) {
                        after = 2;
                    }
                });
    }
}
