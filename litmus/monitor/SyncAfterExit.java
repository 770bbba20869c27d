// Rule: monitor exit -> later enter of the same monitor; what follows the exit is not ordered.
public class SyncAfterExit {
    static int value;

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Order.run(
                () -> {
                    synchronized (lock) {
                    }
                    value = 1; //! race value write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    synchronized (lock) {
                        value = 2; //! race value write
                    }
                });
    }
}
