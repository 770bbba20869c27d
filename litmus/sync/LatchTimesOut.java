// Rule: CountDownLatch countDown -> await; an await that times out gives no edge.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class LatchTimesOut {
    static int value;

    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(3);
        latch.countDown();
        Order.require(!latch.await(1, TimeUnit.MILLISECONDS));
        Order.run(
                () -> {
                    value = 1; //! race value write
                    latch.countDown();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(!latch.await(1, TimeUnit.MILLISECONDS));
                    value = 2; //! race value write
                });
    }
}
