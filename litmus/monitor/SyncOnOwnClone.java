// Rule: monitor exit -> later enter of the same monitor: an object and its clone are two monitors, also where the class has no
// method for that and asks its object to be cloned.
public class SyncOnOwnClone implements Cloneable {
    static int value;

    public static void main(String[] args) throws Exception {
        SyncOnOwnClone guard = new SyncOnOwnClone();
        synchronized (guard) {
            value = 0;
        }
        Object other = guard.clone();
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
