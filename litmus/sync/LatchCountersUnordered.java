// Rule: CountDownLatch countDown -> await; threads that only count down are not ordered.
import java.util.concurrent.CountDownLatch;

public class LatchCountersUnordered {
    static int value;

    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(3);
        latch.countDown();
        Order.run(
                () -> {
                    value = 1; //! race value write
                    latch.countDown();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    latch.countDown();
                    value = 2; //! race value write
                });
    }
}
