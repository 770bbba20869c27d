// Rule: ForkJoinPool: what a task did happens before awaitQuiescence answers that its worker waits for work.
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;

//! clean
public class PoolQuiescent {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        ForkJoinPool pool = new ForkJoinPool(1);
        pool.execute(() -> {
            Order.reach(1);
            value = 1;
        });
        Order.await(1);
        Order.require(pool.awaitQuiescence(60, TimeUnit.SECONDS));
        value = 2;
    }
}
