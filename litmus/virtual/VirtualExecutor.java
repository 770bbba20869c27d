// Rule: Executor.submit -> task -> Future.get, with a virtual thread for each task.
import java.util.concurrent.ExecutorService;

//! clean
//! jdk 21
public class VirtualExecutor {
    static int value;

    public static void main(String[] args) throws Exception {
        ExecutorService executor = Virtual.executor();
        value = 1;
        executor.submit(() -> value++).get();
        value++;
        executor.shutdown();
    }
}
