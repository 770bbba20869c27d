// Rule: atomics: lazySet and setRelease are releases, getAcquire is an acquire, and they pair with
// each other and with the volatile ways.
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

//! clean
public class AtomicRelease {
    static int first;
    static int second;
    static int third;

    public static void main(String[] args) throws Exception {
        AtomicInteger one = new AtomicInteger();
        AtomicReference<String> two = new AtomicReference<>();
        AtomicInteger three = new AtomicInteger();
        Order.run(
                () -> {
                    first = 1;
                    one.lazySet(1);
                    second = 1;
                    two.setRelease("ready");
                    third = 1;
                    three.set(1);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(one.get() == 1);
                    first = 2;
                    Order.require(two.getAcquire() != null);
                    second = 2;
                    Order.require(three.getAcquire() == 1);
                    third = 2;
                });
    }
}
