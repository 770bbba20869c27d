// Rule: Executor.submit -> start of the task; also when a worker that runs already takes it from the queue.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

//! clean
public class SubmitToBusyWorker {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.execute(() -> {
            Order.reach(1);
            Order.await(2);
        });
        Order.await(1);
        value = 1;
        pool.submit(() -> value++);
        Order.reach(2);
        pool.shutdown();
    }
}
