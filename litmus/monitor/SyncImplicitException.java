// Rule: monitor exit by exception is an exit, also by an exception that the JVM throws.
//! clean
public class SyncImplicitException {
    static int value;

    static synchronized int divide(int by) {
        value = 1;
        return 10 / by;
    }

    static synchronized int element(int[] cells) {
        value = 2;
        return cells[1];
    }

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    try {
                        divide(0);
                    } catch (ArithmeticException expected) {
                        Order.reach(1);
                    }
                    Order.await(2);
                    try {
                        element(null);
                    } catch (NullPointerException expected) {
                        Order.reach(3);
                    }
                },
                () -> {
                    Order.await(1);
                    divide(1);
                    Order.reach(2);
                    Order.await(3);
                    divide(1);
                });
    }
}
