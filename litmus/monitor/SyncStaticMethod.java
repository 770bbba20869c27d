// Rule: a static synchronized method holds the monitor of the class object.
//! clean
public class SyncStaticMethod {
    private static int value;

    static synchronized void add() {
        value++;
    }

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    add();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    add();
                    Order.reach(2);
                },
                () -> {
                    Order.await(2);
                    synchronized (SyncStaticMethod.class) {
                        value++;
                    }
                });
    }
}
