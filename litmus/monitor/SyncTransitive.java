// Rule: monitor exit -> later enter of the same monitor, through a third thread and two monitors.
//! clean
public class SyncTransitive {
    static int value;

    public static void main(String[] args) throws Exception {
        Object one = new Object();
        Object two = new Object();
        Order.run(
                () -> {
                    value = 1;
                    synchronized (one) {
                        Order.reach(1);
                    }
                },
                () -> {
                    Order.await(1);
                    synchronized (one) {
                        synchronized (two) {
                            Order.reach(2);
                        }
                    }
                },
                () -> {
                    Order.await(2);
                    synchronized (two) {
                        value = 2;
                    }
                });
    }
}
