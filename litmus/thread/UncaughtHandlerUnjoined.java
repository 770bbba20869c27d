// Rule: Thread.UncaughtExceptionHandler runs in the thread, which nobody has joined: no edge.
public class UncaughtHandlerUnjoined {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        Thread thread = new Thread(() -> {
            throw new IllegalStateException();
        });
        thread.setUncaughtExceptionHandler((failed, cause) -> {
            value = 1; //! race value write
            Order.reach(1);
        });
        thread.start();
        Order.await(1);
        value = 2; //! race value write
        thread.join();
    }
}
