// Rule: Executor.execute -> start of the task; what follows execute is not ordered.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class SubmitLate {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> {
            Order.await(1);
            value = 2; //! race value write
            Order.reach(2);
        });
        value = 1; //! race value write
        Order.reach(1);
        // Not earlier: shutdown interrupts a worker that waits for its first task, which would be an order.
        Order.await(2);
        pool.shutdown();
    }
}
