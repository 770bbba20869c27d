// Rule: CountDownLatch countDown -> await, of every thread that counted down.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

//! clean
public class LatchAwait {
    static int first;
    static int second;

    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(2);
        Order.run(
                () -> {
                    Order.awaitBlocked(2);
                    first = 1;
                    latch.countDown();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    second = 1;
                    latch.countDown();
                    Order.reach(2);
                },
                () -> {
                    latch.await();
                    int seen = first + second;
                },
                () -> {
                    Order.await(2);
                    Order.require(latch.await(60, TimeUnit.SECONDS));
                    int seen = first + second;
                });
    }
}
