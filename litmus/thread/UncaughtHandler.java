// Rule: Thread.UncaughtExceptionHandler runs in the thread: before the thread's end, after what the thread did.
//! clean
public class UncaughtHandler {
    static int inThread;
    static int inHandler;

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
            inThread = 1;
            throw new IllegalStateException();
        });
        thread.setUncaughtExceptionHandler((failed, cause) -> {
            inThread = 2;
            inHandler = 1;
        });
        thread.start();
        thread.join();
        inThread = 3;
        inHandler = 2;
    }
}
