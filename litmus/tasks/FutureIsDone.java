// Rule: task -> isDone() == true.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

//! clean
public class FutureIsDone {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<?> task = pool.submit(() -> {
            value = 1;
        });
        long start = System.nanoTime();
        while (!task.isDone()) {
            Order.spin(start);
        }
        value = 2;
        pool.shutdown();
    }
}
