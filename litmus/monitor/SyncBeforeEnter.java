// Rule: monitor exit -> later enter of the same monitor; what precedes the enter is not ordered.
public class SyncBeforeEnter {
    static int value;

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Order.run(
                () -> {
                    synchronized (lock) {
                        value = 1; //! race value write
                    }
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    value = 2; //! race value write
                    synchronized (lock) {
                    }
                });
    }
}
