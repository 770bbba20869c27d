// Rule: ScheduledThreadPoolExecutor: scheduling a task happens before its queue compares the task with what is looked for.
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

//! clean
public class ScheduledTaskCompared {
    static int value;

    static final class Sought {
        @Override
        public boolean equals(Object task) {
            value = 2;
            return true;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    public static void main(String[] args) throws Exception {
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
        BlockingQueue<Runnable> queue = pool.getQueue();
        Sought sought = new Sought();
        Order.run(
                () -> {
                    value = 1;
                    pool.schedule(() -> {}, 1, TimeUnit.HOURS);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(queue.contains(sought));
                });
        pool.shutdownNow();
    }
}
