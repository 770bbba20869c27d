// Rule: fences: every release fence and every opaque write after it, read by who acquires, makes an edge by itself.
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/** No thread has an acquire fence here: it would acquire what the steps of {@link Order} tell of the last release fence. */
//! clean
public class EveryReleaseFence {
    static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);
    static final MethodHandle UNSAFE_FULL = Unsafe.fence("fullFence");
    static final MethodHandle UNSAFE_STORE = Unsafe.fence("storeFence");

    static final Edges EDGES = new Edges();

    static void fence(Edges.Side fence) throws Exception {
        Edges.Op<AtomicInteger> release = (it, item) -> {
            fence.run();
            it.setOpaque(1);
        };
        EDGES.add(AtomicInteger::new, release, (it, item) -> it.get());
    }

    static <A> void write(Supplier<A> variable, Edges.Op<A> write, Edges.Op<A> acquire) throws Exception {
        Edges.Op<A> release = (it, item) -> {
            VarHandle.releaseFence();
            write.on(it, item);
        };
        EDGES.add(variable, release, acquire);
    }

    public static void main(String[] args) throws Exception {
        fence(VarHandle::fullFence);
        fence(VarHandle::releaseFence);
        fence(VarHandle::storeStoreFence);
        fence(() -> Unsafe.run(UNSAFE_FULL));
        fence(() -> Unsafe.run(UNSAFE_STORE));
        write(() -> new int[2], (it, item) -> ELEMENT.setOpaque(it, 1, 1), (it, item) -> ELEMENT.getVolatile(it, 1));
        write(AtomicBoolean::new, (it, item) -> it.setOpaque(true), (it, item) -> it.get());
        write(AtomicInteger::new, (it, item) -> it.setOpaque(1), (it, item) -> it.get());
        write(AtomicLong::new, (it, item) -> it.setOpaque(1), (it, item) -> it.get());
        write(() -> new AtomicReference<String>(), (it, item) -> it.setOpaque("a"), (it, item) -> it.get());
        write(() -> new AtomicIntegerArray(2), (it, item) -> it.setOpaque(1, 1), (it, item) -> it.get(1));
        write(() -> new AtomicLongArray(2), (it, item) -> it.setOpaque(1, 1), (it, item) -> it.get(1));
        write(
                () -> new AtomicReferenceArray<String>(2),
                (it, item) -> it.setOpaque(1, "a"),
                (it, item) -> it.get(1));
        EDGES.run();
    }
}
