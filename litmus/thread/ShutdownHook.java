// Rule: a shutdown hook starts after addShutdownHook.
//! clean
public class ShutdownHook {
    static int value;

    public static void main(String[] args) throws Exception {
        Thread hook = new Thread(() -> value = 2);
        Order.run(() -> {
            value = 1;
            Runtime.getRuntime().addShutdownHook(hook);
        });
    }
}
