// Rule: atomics: a successful compareAndSet orders both ways.
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

//! clean
public class AtomicCas {
    static final int[] CELLS = new int[4];

    public static void main(String[] args) throws Exception {
        AtomicInteger i = new AtomicInteger();
        AtomicLong j = new AtomicLong();
        AtomicBoolean z = new AtomicBoolean();
        AtomicReference<String> o = new AtomicReference<>();
        Order.run(
                () -> {
                    CELLS[0] = 1;
                    Order.require(i.compareAndSet(0, 1));
                    CELLS[1] = 1;
                    Order.require(j.compareAndSet(0, 1));
                    CELLS[2] = 1;
                    Order.require(z.compareAndSet(false, true));
                    CELLS[3] = 1;
                    Order.require(o.compareAndSet(null, "o"));
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(i.compareAndSet(1, 2));
                    CELLS[0] = 2;
                    Order.require(j.compareAndSet(1, 2));
                    CELLS[1] = 2;
                    Order.require(z.compareAndSet(true, false));
                    CELLS[2] = 2;
                    Order.require(o.compareAndSet("o", null));
                    CELLS[3] = 2;
                });
    }
}
