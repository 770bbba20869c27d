// Rule: atomics: AtomicStampedReference and AtomicMarkableReference order as one volatile variable each.
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicStampedReference;

//! clean
public class AtomicPairs {
    static int stamped;
    static int marked;

    public static void main(String[] args) throws Exception {
        AtomicStampedReference<String> stamp = new AtomicStampedReference<>("old", 0);
        AtomicMarkableReference<String> mark = new AtomicMarkableReference<>("old", false);
        Order.run(
                () -> {
                    stamped = 1;
                    Order.require(stamp.compareAndSet("old", "new", 0, 1));
                    marked = 1;
                    mark.set("new", true);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(stamp.getStamp() == 1);
                    stamped = 2;
                    Order.require(mark.isMarked());
                    marked = 2;
                });
    }
}
