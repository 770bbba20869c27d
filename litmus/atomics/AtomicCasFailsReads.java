// Rule: atomics: a failed compareAndSet reads as volatile, and so does compareAndExchange.
import java.util.concurrent.atomic.AtomicInteger;

//! clean
public class AtomicCasFailsReads {
    static int first;
    static int second;

    public static void main(String[] args) throws Exception {
        AtomicInteger one = new AtomicInteger();
        AtomicInteger two = new AtomicInteger();
        Order.run(
                () -> {
                    first = 1;
                    one.set(1);
                    second = 1;
                    two.set(1);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(!one.compareAndSet(7, 8));
                    first = 2;
                    Order.require(two.compareAndExchange(7, 8) == 1);
                    second = 2;
                });
    }
}
