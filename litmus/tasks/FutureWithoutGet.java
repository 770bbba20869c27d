// Rule: task -> Future.get; without it the end of a task orders nothing.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class FutureWithoutGet {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        ExecutorService pool = Executors.newCachedThreadPool();
        pool.submit(() -> {
            value = 1; //! race value write
            Order.reach(1);
        });
        Order.await(1);
        value = 2; //! race value write
        pool.shutdown();
    }
}
