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
        });
        value = 1; //! race value write
        Order.reach(1);
        pool.shutdown();
    }
}
