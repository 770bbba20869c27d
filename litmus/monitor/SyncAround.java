// Rule: monitor exit -> later enter of the same monitor: what precedes the exit is ordered before
// what follows the enter, also outside of the blocks.
//! clean
public class SyncAround {
    static int value;

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Order.run(
                () -> {
                    value = 1;
                    synchronized (lock) {
                    }
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    synchronized (lock) {
                    }
                    value = 2;
                });
    }
}
