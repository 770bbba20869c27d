// Rule: atomics: set -> get of the same object, and not before the set.
import java.util.concurrent.atomic.AtomicInteger;

public class AtomicOther {
    static int other;
    static int early;

    public static void main(String[] args) throws Exception {
        AtomicInteger one = new AtomicInteger();
        AtomicInteger two = new AtomicInteger();
        Order.run(
                () -> {
                    Order.await(1);
                    other = 1; //! race other write
                    early = 1; //! race early write
                    one.set(1);
                    Order.reach(2);
                },
                () -> {
                    Order.require(one.get() == 0);
                    Order.reach(1);
                    Order.await(2);
                    early = 2; //! race early write
                    Order.require(two.get() == 0);
                    other = 2; //! race other write
                });
    }
}
