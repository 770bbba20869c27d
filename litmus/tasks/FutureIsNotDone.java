// Rule: task -> isDone() == true; isDone() == false and a get that times out give no edge.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class FutureIsNotDone {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<?> task = pool.submit(() -> {
            value = 1; //! race value write
            Order.reach(1);
            Order.await(2);
        });
        Order.await(1);
        Order.require(!task.isDone());
        try {
            task.get(1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException expected) {
            value = 2; //! race value write
        }
        Order.reach(2);
        pool.shutdown();
    }
}
