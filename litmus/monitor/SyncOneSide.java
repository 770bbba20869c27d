// Rule: monitor exit -> later enter of the same monitor; one side alone orders nothing.
public class SyncOneSide {
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
                    int seen = value; //! race value read
                });
    }
}
