// Rule: atomics: another element of an atomic array gives no edge.
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

public class AtomicArraysOther {
    static int first;
    static int second;

    public static void main(String[] args) throws Exception {
        AtomicIntegerArray i = new AtomicIntegerArray(2);
        AtomicReferenceArray<String> o = new AtomicReferenceArray<>(2);
        i.set(0, i.get(0));
        o.set(0, o.get(0));
        Order.run(
                () -> {
                    first = 1; //! race first write
                    i.set(1, 1);
                    second = 1; //! race second write
                    o.set(1, "o");
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(i.get(0) == 0);
                    first = 2; //! race first write
                    Order.require(o.get(0) == null);
                    second = 2; //! race second write
                });
    }
}
