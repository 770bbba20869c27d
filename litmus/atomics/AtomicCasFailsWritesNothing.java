// Rule: atomics: a failed compareAndSet writes nothing: it gives no edge to a later read.
import java.util.concurrent.atomic.AtomicInteger;

public class AtomicCasFailsWritesNothing {
    static int value;

    public static void main(String[] args) throws Exception {
        AtomicInteger turn = new AtomicInteger();
        Order.run(
                () -> {
                    value = 1; //! race value write
                    Order.require(!turn.compareAndSet(7, 8));
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(turn.get() == 0);
                    value = 2; //! race value write
                });
    }
}
