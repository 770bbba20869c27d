// Rule: a static synchronized method holds the monitor of the class that declares it, by whatever
// name it is called.
//! clean
public class SyncStaticInherited {
    static class Base {
        static int value;

        static synchronized void add() {
            value++;
        }
    }

    static class Derived extends Base {}

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    Derived.add();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    synchronized (Base.class) {
                        Base.value++;
                    }
                });
    }
}
