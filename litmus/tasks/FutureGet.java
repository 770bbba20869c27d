// Rule: task -> Future.get, timed or not, and of a task that failed.
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

//! clean
public class FutureGet {
    static int first;
    static int second;
    static int third;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        pool.submit(() -> {
            first = 1;
        }).get();
        first = 2;
        pool.submit(() -> {
            second = 1;
        }).get(60, TimeUnit.SECONDS);
        second = 2;
        Future<?> failing = pool.submit(() -> {
            third = 1;
            throw new IllegalStateException();
        });
        try {
            failing.get();
        } catch (ExecutionException expected) {
            third = 2;
        }
        pool.shutdown();
    }
}
