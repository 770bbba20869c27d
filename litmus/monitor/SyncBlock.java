// Rule: monitor exit -> later enter of the same monitor.
//! clean
public class SyncBlock {
    static int value;

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Order.run(
                () -> {
                    synchronized (lock) {
                        value = 1;
                    }
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    synchronized (lock) {
                        value = 2;
                    }
                });
    }
}
