// Rule: atomics: a compare-and-set that fails releases nothing. AtomicStampedReference.
import java.util.concurrent.atomic.AtomicStampedReference;

public class AtomicPairFails {
    static int value;

    public static void main(String[] args) throws Exception {
        AtomicStampedReference<String> stamp = new AtomicStampedReference<>("old", 0);
        Order.run(
                () -> {
                    value = 1; //! race value write
                    Order.require(!stamp.compareAndSet("old", "new", 7, 8));
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(stamp.getStamp() == 0);
                    value = 2; //! race value write
                });
    }
}
