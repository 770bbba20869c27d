// Rule: execute, schedule -> start of the task: when the worker that takes it runs already, whatever the queue between
// them is.
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

//! clean
public class ExecuteToRunningWorker {
    /** Hands over without an edge of its own. */
    static final class Slot extends LinkedBlockingQueue<Runnable> {
        private static final long serialVersionUID = 1L;

        @Override
        public boolean offer(Runnable task) {
            Publication.publish(task);
            return true;
        }

        @Override
        public Runnable take() throws InterruptedException {
            while (Publication.published() == null) {
                Thread.sleep(1);
            }
            Runnable task = (Runnable) Publication.published();
            Publication.publish(null);
            return task;
        }
    }

    static int executed;
    static int scheduled;
    static int forked;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        Publication.prepare();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new Slot());
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
        ForkJoinPool forkJoin = new ForkJoinPool(1);
        pool.execute(() -> Order.reach(1));
        timer.execute(() -> Order.reach(2));
        forkJoin.execute(() -> Order.reach(3));
        for (int step = 1; step <= 3; step++) {
            Order.await(step);
        }

        executed = 1;
        pool.execute(() -> {
            executed++;
            Order.reach(4);
        });
        scheduled = 1;
        timer.schedule(() -> {
            scheduled++;
            Order.reach(5);
        }, 1, TimeUnit.MILLISECONDS);
        forked = 1;
        forkJoin.execute(() -> {
            forked++;
            Order.reach(6);
        });
        for (int step = 4; step <= 6; step++) {
            Order.await(step);
        }
        pool.shutdown();
        timer.shutdown();
        forkJoin.shutdown();
    }
}
