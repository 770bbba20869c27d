// Rule: monitor exit by exception is an exit, of a block and of a method.
//! clean
public class SyncExitByException {
    static int inBlock;
    static int inMethod;

    static synchronized void setAndThrow() {
        inMethod = 1;
        throw new IllegalStateException();
    }

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Order.run(
                () -> {
                    try {
                        synchronized (lock) {
                            inBlock = 1;
                            throw new IllegalStateException();
                        }
                    } catch (IllegalStateException expected) {
                        Order.reach(1);
                    }
                    try {
                        setAndThrow();
                    } catch (IllegalStateException expected) {
                        Order.reach(2);
                    }
                },
                () -> {
                    Order.await(1);
                    synchronized (lock) {
                        inBlock = 2;
                    }
                    Order.await(2);
                    synchronized (SyncExitByException.class) {
                        inMethod = 2;
                    }
                });
    }
}
