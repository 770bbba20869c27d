import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Hands references from one thread to another without an edge, by opaque accesses. */
public final class Publication {
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Object[].class);
    private static final Object[] SLOTS = new Object[32];

    static {
        // Links the accesses here, so that no thread links them later.
        publish(null);
        published();
    }

    private Publication() {}

    /** Loads and links this class; called by main before it starts a thread. */
    static void prepare() {}

    static void publish(Object reference) {
        publish(0, reference);
    }

    static Object published() {
        return published(0);
    }

    /** One of several references. */
    static void publish(int slot, Object reference) {
        SLOT.setOpaque(SLOTS, slot, reference);
    }

    static Object published(int slot) {
        return (Object) SLOT.getOpaque(SLOTS, slot);
    }
}
