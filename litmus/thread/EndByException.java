// Rule: last action of a thread -> join returning; also when the thread ends by an exception.
//! clean
public class EndByException {
    static int value;

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
            value = 1;
            throw new IllegalStateException();
        });
        thread.setUncaughtExceptionHandler((which, thrown) -> {
            value = 2;
        });
        thread.start();
        thread.join();
        value = 3;
    }
}
