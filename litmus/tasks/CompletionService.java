// Rule: a task -> Future: a completion service hands out futures of tasks that have ended.
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

//! clean
public class CompletionService {
    static int value;

    public static void main(String[] args) throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        ExecutorCompletionService<Object> service = new ExecutorCompletionService<>(executor);
        value = 1;
        service.submit(() -> value = 2);
        service.take();
        value = 3;
        executor.shutdown();
    }
}
