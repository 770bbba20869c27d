// Rule: the runs of one periodic task are in sequence; those of two are not ordered.
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class PeriodicTasksUnordered {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
        timer.scheduleWithFixedDelay(() -> {
            value = 1; //! race value write
            Order.reach(1);
            Order.await(2);
            timer.shutdownNow();
        }, 0, 1, TimeUnit.HOURS);
        timer.scheduleWithFixedDelay(() -> {
            Order.await(1);
            value = 2; //! race value write
            Order.reach(2);
        }, 0, 1, TimeUnit.HOURS);
    }
}
