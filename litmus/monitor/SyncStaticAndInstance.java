// Rule: a static synchronized method holds the monitor of the class object, a synchronized
// instance method that of its object: these two order nothing.
public class SyncStaticAndInstance {
    private static int value;

    static synchronized void setStatic() {
        value = 1; //! race value write
    }

    synchronized void setInstance() {
        value = 2; //! race value write
    }

    public static void main(String[] args) throws Exception {
        SyncStaticAndInstance object = new SyncStaticAndInstance();
        Order.run(
                () -> {
                    setStatic();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    object.setInstance();
                });
    }
}
