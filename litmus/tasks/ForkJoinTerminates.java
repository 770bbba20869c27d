// Rule: what the workers of a ForkJoinPool did, also as they ended -> awaitTermination or isTerminated; what its tasks
// did -> awaitQuiescence.
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;

//! clean
public class ForkJoinTerminates {
    static final class Worker extends ForkJoinWorkerThread {
        Worker(ForkJoinPool pool) {
            super(pool);
        }

        @Override
        protected void onTermination(Throwable thrown) {
            ended++;
            super.onTermination(thrown);
        }
    }

    static int value;
    static int ended;

    static ForkJoinPool pool(int step) {
        ForkJoinPool pool = new ForkJoinPool(1, Worker::new, null, false);
        pool.execute(() -> {
            value++;
            Order.reach(step);
        });
        Order.await(step);
        return pool;
    }

    public static void main(String[] args) throws Exception {
        Order.prepare();
        ForkJoinPool awaited = pool(1);
        awaited.shutdown();
        Order.require(awaited.awaitTermination(60, TimeUnit.SECONDS));
        Order.require(++value == 2 && ++ended == 2);

        ForkJoinPool asked = pool(2);
        asked.shutdown();
        long start = System.nanoTime();
        while (!asked.isTerminated()) {
            Order.spin(start);
        }
        Order.require(++value == 4 && ++ended == 4);

        ForkJoinPool quiescent = pool(3);
        Order.require(quiescent.awaitQuiescence(60, TimeUnit.SECONDS));
        Order.require(++value == 6);
        quiescent.shutdown();
    }
}
