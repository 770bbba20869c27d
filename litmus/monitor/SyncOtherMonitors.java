// Rule: monitor exit -> later enter of the same monitor; other monitors order nothing.
public class SyncOtherMonitors {
    static int value;

    public static void main(String[] args) throws Exception {
        Object one = new Object();
        Object two = new Object();
        Order.run(
                () -> {
                    synchronized (one) {
                        value = 1; //! race value write
                    }
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    synchronized (two) {
                        value = 2; //! race value write
                    }
                });
    }
}
