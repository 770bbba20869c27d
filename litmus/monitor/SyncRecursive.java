// Rule: monitor exit -> later enter of the same monitor; with recursive enters the last exit counts.
//! clean
public class SyncRecursive {
    private int value;

    synchronized void outer() {
        inner();
        value++;
        synchronized (this) {
            value++;
        }
        value++;
    }

    synchronized void inner() {
        value++;
    }

    public static void main(String[] args) throws Exception {
        SyncRecursive counter = new SyncRecursive();
        Order.run(
                () -> {
                    counter.outer();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    counter.outer();
                });
    }
}
