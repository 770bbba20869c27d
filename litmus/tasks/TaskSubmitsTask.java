// Rule: Executor.submit -> start of the task, from within another task; Future.get in a third thread.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

//! clean
public class TaskSubmitsTask {
    static int value;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<Future<?>> outer = pool.submit(() -> {
            value = 1;
            return pool.submit(() -> {
                value++;
            });
        });
        outer.get().get();
        value++;
        pool.shutdown();
    }
}
