// Rule: ForkJoinPool as a scheduler: schedule -> the task, by a worker that runs already.
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

//! clean
//! jdk 25
public class PoolSchedules {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        ScheduledExecutorService pool = (ScheduledExecutorService) (Object) new ForkJoinPool(1);
        pool.schedule(() -> "trial", 1, TimeUnit.MILLISECONDS).get();
        value = 1;
        pool.schedule(
                () -> {
                    value = 2;
                    Order.reach(1);
                },
                1,
                TimeUnit.MILLISECONDS);
        Order.await(1);
    }
}
