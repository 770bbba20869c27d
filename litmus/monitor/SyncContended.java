// Rule: monitor exit -> later enter of the same monitor; also when the enter has to wait.
//! clean
public class SyncContended {
    static int value;

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Order.run(
                () -> {
                    synchronized (lock) {
                        Order.reach(1);
                        Order.awaitBlocked(1);
                        value = 1;
                    }
                },
                () -> {
                    Order.await(1);
                    synchronized (lock) {
                        value = 2;
                    }
                });
    }
}
