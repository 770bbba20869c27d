// Rule: a shutdown hook starts after addShutdownHook; what a thread does later, and nobody waits for, is not ordered.
public class ShutdownHookLate {
    static int value;

    public static void main(String[] args) {
        Order.prepare();
        Thread hook = new Thread(() -> {
            value = 2; //! race value write
        });
        Thread thread = new Thread(() -> {
            Runtime.getRuntime().addShutdownHook(hook);
            value = 1; //! race value write
            Order.reach(1);
            Order.await(2);
        });
        thread.setDaemon(true);
        thread.start();
        Order.await(1);
    }
}
