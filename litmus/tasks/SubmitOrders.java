// Rule: Executor.execute/submit/schedule -> start of the task.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

//! clean
public class SubmitOrders {
    static int executed;
    static int submitted;
    static int called;
    static int scheduled;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
        executed = 1;
        pool.execute(() -> executed++);
        submitted = 1;
        pool.submit(() -> {
            submitted++;
        });
        called = 1;
        pool.submit(() -> called++);
        scheduled = 1;
        timer.schedule(() -> scheduled++, 1, TimeUnit.MILLISECONDS);
        pool.shutdown();
        timer.shutdown();
    }
}
