// Rule: monitor exit by exception is an exit: what the handler outside writes is not ordered.
public class SyncCaughtOutside {
    static int value;

    static synchronized void fail() {
        throw new IllegalStateException();
    }

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    try {
                        fail();
                    } catch (IllegalStateException expected) {
                        value = 1; //! race value write
                    }
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    synchronized (SyncCaughtOutside.class) {
                        value = 2; //! race value write
                    }
                });
    }
}
