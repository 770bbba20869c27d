// Rule: program order: the tasks of a single-thread executor run in one thread.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

//! clean
public class TasksOfOneWorker {
    static int value;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        for (int i = 0; i < 10; i++) {
            pool.execute(() -> value++);
        }
        pool.shutdown();
    }
}
