// Rule: fences: every acquire fence and every opaque read before it, of what was released, makes an edge by itself.
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

/** No thread has a release fence here: the steps of {@link Order} would tell of the last one. */
//! clean
public class EveryAcquireFence {
    static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);
    static final MethodHandle UNSAFE_FULL = Unsafe.fence("fullFence");
    static final MethodHandle UNSAFE_LOAD = Unsafe.fence("loadFence");

    static final Edges EDGES = new Edges();

    static void fence(Edges.Side fence) throws Exception {
        Edges.Op<AtomicInteger> acquire = (it, item) -> {
            it.getOpaque();
            fence.run();
        };
        EDGES.add(AtomicInteger::new, (it, item) -> it.set(1), acquire);
    }

    static <A> void read(Supplier<A> variable, Edges.Op<A> release, Edges.Op<A> read) throws Exception {
        Edges.Op<A> acquire = (it, item) -> {
            read.on(it, item);
            VarHandle.acquireFence();
        };
        EDGES.add(variable, release, acquire);
    }

    public static void main(String[] args) throws Exception {
        fence(VarHandle::fullFence);
        fence(VarHandle::acquireFence);
        fence(VarHandle::loadLoadFence);
        fence(() -> Unsafe.run(UNSAFE_FULL));
        fence(() -> Unsafe.run(UNSAFE_LOAD));
        read(() -> new int[2], (it, item) -> ELEMENT.setVolatile(it, 1, 1), (it, item) -> ELEMENT.getOpaque(it, 1));
        read(AtomicBoolean::new, (it, item) -> it.set(true), (it, item) -> it.getOpaque());
        read(AtomicInteger::new, (it, item) -> it.set(1), (it, item) -> it.getOpaque());
        read(AtomicLong::new, (it, item) -> it.set(1), (it, item) -> it.getOpaque());
        read(() -> new AtomicReference<String>(), (it, item) -> it.set("a"), (it, item) -> it.getOpaque());
        read(() -> new AtomicIntegerArray(2), (it, item) -> it.set(1, 1), (it, item) -> it.getOpaque(1));
        read(() -> new AtomicLongArray(2), (it, item) -> it.set(1, 1), (it, item) -> it.getOpaque(1));
        read(
                () -> new AtomicReferenceArray<String>(2),
                (it, item) -> it.set(1, "a"),
                (it, item) -> it.getOpaque(1));
        EDGES.run();
    }
}
