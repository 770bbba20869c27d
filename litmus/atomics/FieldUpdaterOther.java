// Rule: field updaters: the same field of another object gives no edge.
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

public class FieldUpdaterOther {
    static class Flags {
        volatile int ready;
    }

    static final AtomicIntegerFieldUpdater<Flags> READY =
            AtomicIntegerFieldUpdater.newUpdater(Flags.class, "ready");
    static int value;

    public static void main(String[] args) throws Exception {
        Flags one = new Flags();
        Flags two = new Flags();
        READY.set(two, READY.get(one));
        Order.run(
                () -> {
                    value = 1; //! race value write
                    READY.set(one, 1);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(READY.get(two) == 0);
                    value = 2; //! race value write
                });
    }
}
