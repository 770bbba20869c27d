// Rule: field updaters: a compareAndSet that refuses the new value orders nothing, and nobody waits for its outcome.
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

public class UpdaterCasThrows {
    static class Flag {
        volatile String text;
    }

    static final AtomicReferenceFieldUpdater<Flag, String> UPDATER =
            AtomicReferenceFieldUpdater.newUpdater(Flag.class, String.class, "text");
    static int value;

    @SuppressWarnings("unchecked")
    static void fail(Flag flag) {
        AtomicReferenceFieldUpdater<Flag, Object> untyped =
                (AtomicReferenceFieldUpdater<Flag, Object>) (AtomicReferenceFieldUpdater<Flag, ?>) UPDATER;
        boolean thrown = false;
        try {
            untyped.compareAndSet(flag, null, flag);
        } catch (ClassCastException expected) {
            thrown = true;
        }
        Order.require(thrown);
    }

    public static void main(String[] args) throws Exception {
        fail(new Flag());
        Flag flag = new Flag();
        Order.run(
                () -> {
                    value = 1; //! race value write
                    fail(flag);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(flag.text == null);
                    value = 2; //! race value write
                });
    }
}
