// Rule: Executor.submit -> task -> Future.get; two tasks of one pool are not ordered.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class TasksUnordered {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.submit(() -> {
            value = 1; //! race value write
            Order.reach(1);
            Order.await(2);
        });
        pool.submit(() -> {
            Order.await(1);
            value = 2; //! race value write
            Order.reach(2);
        });
        pool.shutdown();
    }
}
