// Rule: monitor exit -> later enter of the same monitor: an object and its clone are two monitors, also when JDK code makes the clone.
public class SyncOnJdkClone {
    static class Guard extends java.util.ArrayList<String> {
        private static final long serialVersionUID = 1;
    }

    static int value;

    public static void main(String[] args) throws Exception {
        Guard guard = new Guard();
        synchronized (guard) {
            value = 0;
        }
        Guard other = (Guard) guard.clone();
        Order.run(
                () -> {
                    synchronized (guard) {
                        value = 1; //! race value write
                    }
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    synchronized (other) {
                        value = 2; //! race value write
                    }
                });
    }
}
