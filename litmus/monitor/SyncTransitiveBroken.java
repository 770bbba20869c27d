// Rule: monitor exit -> later enter of the same monitor: the middle thread leaves the second
// monitor before it enters the first, so nothing passes on.
public class SyncTransitiveBroken {
    static int value;

    public static void main(String[] args) throws Exception {
        Object one = new Object();
        Object two = new Object();
        Order.run(
                () -> {
                    value = 1; //! race value write
                    synchronized (one) {
                        Order.reach(1);
                    }
                },
                () -> {
                    Order.await(1);
                    synchronized (two) {
                    }
                    synchronized (one) {
                        Order.reach(2);
                    }
                },
                () -> {
                    Order.await(2);
                    synchronized (two) {
                        value = 2; //! race value write
                    }
                });
    }
}
