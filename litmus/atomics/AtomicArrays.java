// Rule: atomics: the elements of atomic arrays: set -> get of the same element.
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

//! clean
public class AtomicArrays {
    static final int[] CELLS = new int[3];

    public static void main(String[] args) throws Exception {
        AtomicIntegerArray i = new AtomicIntegerArray(2);
        AtomicLongArray j = new AtomicLongArray(2);
        AtomicReferenceArray<String> o = new AtomicReferenceArray<>(2);
        Order.run(
                () -> {
                    CELLS[0] = 1;
                    i.set(1, 1);
                    CELLS[1] = 1;
                    j.incrementAndGet(1);
                    CELLS[2] = 1;
                    Order.require(o.compareAndSet(1, null, "o"));
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(i.get(1) == 1);
                    CELLS[0] = 2;
                    Order.require(j.get(1) == 1);
                    CELLS[1] = 2;
                    Order.require(o.getAndSet(1, null) != null);
                    CELLS[2] = 2;
                });
    }
}
