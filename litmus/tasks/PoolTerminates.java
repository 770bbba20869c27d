// Rule: tasks -> ThreadPoolExecutor.terminated -> awaitTermination or isTerminated, however a worker ends.
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

//! clean
public class PoolTerminates {
    static final class Pool extends ThreadPoolExecutor {
        int first;
        int second;
        int last;

        Pool() {
            super(2, 2, 1, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(), task -> {
                Thread worker = new Thread(task);
                worker.setUncaughtExceptionHandler((thread, thrown) -> {});
                return worker;
            });
        }

        @Override
        protected void terminated() {
            first++;
            second++;
            last++;
        }

        void check() {
            first++;
            second++;
            last++;
            Order.require(first == 3 && second == 3 && last == 2);
        }
    }

    /** Two workers, of which none ends before the pool is shut down. */
    static Pool shutDown(int step, boolean fails) {
        Pool pool = new Pool();
        pool.execute(() -> {
            pool.first = 1;
            Order.await(step);
            if (fails) {
                throw new IllegalStateException();
            }
        });
        pool.execute(() -> {
            pool.second = 1;
            Order.await(step);
            if (fails) {
                throw new IllegalStateException();
            }
        });
        pool.shutdown();
        Order.reach(step);
        return pool;
    }

    public static void main(String[] args) throws Exception {
        Order.prepare();
        Pool awaited = shutDown(1, false);
        Order.require(awaited.awaitTermination(60, TimeUnit.SECONDS));
        awaited.check();

        Pool asked = shutDown(2, false);
        awaitTerminated(asked);
        asked.check();

        Pool failed = shutDown(3, true);
        Order.require(failed.awaitTermination(60, TimeUnit.SECONDS));
        failed.check();

        Pool idle = new Pool();
        idle.allowCoreThreadTimeOut(true);
        idle.execute(() -> idle.first = 1);
        idle.execute(() -> idle.second = 1);
        long start = System.nanoTime();
        while (idle.getPoolSize() != 0) {
            Order.spin(start);
        }
        idle.shutdown();
        awaitTerminated(idle);
        idle.check();
    }

    private static void awaitTerminated(Pool pool) {
        long start = System.nanoTime();
        while (!pool.isTerminated()) {
            Order.spin(start);
        }
    }
}
