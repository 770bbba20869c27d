// Rule: the runs of a periodic task are in sequence, whichever worker runs them.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

//! clean
public class PeriodicRuns {
    static int atRate;
    static int withDelay;

    public static void main(String[] args) throws Exception {
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(3);
        CountDownLatch rateRuns = new CountDownLatch(20);
        CountDownLatch delayRuns = new CountDownLatch(20);
        timer.scheduleAtFixedRate(() -> {
            atRate++;
            rateRuns.countDown();
        }, 0, 200, TimeUnit.MICROSECONDS);
        timer.scheduleWithFixedDelay(() -> {
            withDelay++;
            delayRuns.countDown();
        }, 0, 200, TimeUnit.MICROSECONDS);
        rateRuns.await();
        delayRuns.await();
        timer.shutdownNow();
    }
}
