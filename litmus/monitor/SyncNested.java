// Rule: monitor exit -> later enter of the same monitor: of two nested monitors either one orders.
//! clean
public class SyncNested {
    static int first;
    static int second;

    public static void main(String[] args) throws Exception {
        Object outer = new Object();
        Object inner = new Object();
        Order.run(
                () -> {
                    synchronized (outer) {
                        synchronized (inner) {
                            first = 1;
                            second = 1;
                        }
                    }
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    synchronized (inner) {
                        first = 2;
                    }
                    Order.reach(2);
                },
                () -> {
                    Order.await(2);
                    synchronized (outer) {
                        second = 2;
                    }
                });
    }
}
