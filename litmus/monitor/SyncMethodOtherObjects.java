// Rule: a synchronized method holds the monitor of its object, not of its class.
public class SyncMethodOtherObjects {
    static int value;

    synchronized void set() {
        value = 1; //! race value write write
    }

    public static void main(String[] args) throws Exception {
        SyncMethodOtherObjects one = new SyncMethodOtherObjects();
        SyncMethodOtherObjects two = new SyncMethodOtherObjects();
        Order.run(
                () -> {
                    one.set();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    two.set();
                });
    }
}
