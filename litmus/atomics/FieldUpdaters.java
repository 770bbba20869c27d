// Rule: field updaters: as volatile accesses of the field, which they pair with.
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

//! clean
public class FieldUpdaters {
    static class Flags {
        volatile int i;
        volatile long j;
        volatile Object o;
    }

    static final AtomicIntegerFieldUpdater<Flags> I =
            AtomicIntegerFieldUpdater.newUpdater(Flags.class, "i");
    static final AtomicLongFieldUpdater<Flags> J =
            AtomicLongFieldUpdater.newUpdater(Flags.class, "j");
    static final AtomicReferenceFieldUpdater<Flags, Object> O =
            AtomicReferenceFieldUpdater.newUpdater(Flags.class, Object.class, "o");
    static final int[] CELLS = new int[4];

    public static void main(String[] args) throws Exception {
        Flags flags = new Flags();
        Order.run(
                () -> {
                    CELLS[0] = 1;
                    I.set(flags, 1);
                    CELLS[1] = 1;
                    Order.require(J.compareAndSet(flags, 0, 1));
                    CELLS[2] = 1;
                    flags.o = "o";
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(flags.i == 1);
                    CELLS[0] = 2;
                    Order.require(J.getAndIncrement(flags) == 1);
                    CELLS[1] = 2;
                    Order.require(O.get(flags) != null);
                    CELLS[2] = 2;
                });
    }
}
