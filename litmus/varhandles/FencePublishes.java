// Rule: fences: a release fence and a later opaque write, read by an opaque read before an acquire fence, make an edge.
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;

//! clean
public class FencePublishes {
    static int stored;
    static int value;
    static int full;
    static int half;

    public static void main(String[] args) throws Exception {
        AtomicInteger flag = new AtomicInteger();
        Order.run(
                () -> {
                    stored = 1;
                    VarHandle.storeStoreFence();
                    Order.reach(3);
                    value = 1;
                    VarHandle.releaseFence();
                    Order.reach(1);
                    Order.await(2);
                    VarHandle.fullFence();
                    full = 2;
                    half = 1;
                    VarHandle.releaseFence();
                    flag.setOpaque(1);
                },
                () -> {
                    Order.await(3);
                    VarHandle.loadLoadFence();
                    Order.require(stored == 1);
                    Order.await(1);
                    VarHandle.acquireFence();
                    value = 2;
                    full = 1;
                    VarHandle.fullFence();
                    Order.reach(2);
                    long start = System.nanoTime();
                    while (flag.getAcquire() == 0) {
                        Order.spin(start);
                    }
                    half = 2;
                });
    }
}
