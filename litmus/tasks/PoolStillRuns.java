// Rule: tasks -> awaitTermination, isTerminated, awaitQuiescence: only when they answer true.
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class PoolStillRuns {
    static int value;
    static int forked;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(2, 2, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        ForkJoinPool forkJoin = new ForkJoinPool(2);
        pool.execute(() -> {
            value = 1; //! race value write
            Order.reach(1);
        });
        pool.execute(() -> Order.await(3));
        forkJoin.execute(() -> {
            forked = 1; //! race forked write
            Order.reach(2);
        });
        forkJoin.execute(() -> {
            Order.reach(4);
            Order.await(3);
        });
        Order.await(1);
        Order.await(2);
        Order.await(4);
        pool.shutdown();
        Order.require(!pool.awaitTermination(50, TimeUnit.MILLISECONDS));
        Order.require(!pool.isTerminated());
        value = 2; //! race value write
        Order.require(!forkJoin.awaitQuiescence(50, TimeUnit.MILLISECONDS));
        forkJoin.shutdown();
        Order.require(!forkJoin.awaitTermination(50, TimeUnit.MILLISECONDS));
        Order.require(!forkJoin.isTerminated());
        forked = 2; //! race forked write
        Order.reach(3);
    }
}
