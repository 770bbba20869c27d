// Rule: atomics: every method of AtomicReferenceArray that releases or acquires does so by itself.
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BooleanSupplier;

//! clean
public class EveryAtomicReferenceArray {
    interface Op {
        void on(AtomicReferenceArray<String> it);
    }

    static final Edges EDGES = new Edges();

    /** Both sides are tried once before the threads start, so that no thread links them. */
    static void edge(Op release, Op acquire) {
        AtomicReferenceArray<String> trial = new AtomicReferenceArray<>(2);
        release.on(trial);
        acquire.on(trial);
        AtomicReferenceArray<String> it = new AtomicReferenceArray<>(2);
        EDGES.add(() -> release.on(it), () -> acquire.on(it));
    }

    /** A weak compare-and-set may fail without cause. */
    static void retry(BooleanSupplier attempt) {
        while (!attempt.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    public static void main(String[] args) throws Exception {
        Op get = it -> it.get(1);
        Op set = it -> it.set(1, "a");
        edge(it -> it.set(1, "a"), get);
        edge(it -> it.lazySet(1, "a"), get);
        edge(it -> it.setRelease(1, "a"), get);
        edge(set, it -> it.get(1));
        edge(set, it -> it.getAcquire(1));
        edge(it -> it.getAndSet(1, "a"), get);
        edge(set, it -> it.getAndSet(1, "a"));
        edge(it -> it.compareAndExchange(1, null, "a"), get);
        edge(set, it -> it.compareAndExchange(1, null, "a"));
        edge(it -> it.compareAndSet(1, null, "a"), get);
        edge(set, it -> it.compareAndSet(1, "a", "b"));
        edge(set, it -> it.compareAndSet(1, "b", null));
        edge(it -> retry(() -> it.weakCompareAndSetVolatile(1, null, "a")), get);
        edge(set, it -> it.weakCompareAndSetVolatile(1, "a", "b"));
        edge(set, it -> it.weakCompareAndSetVolatile(1, "b", null));
        edge(set, it -> it.compareAndExchangeAcquire(1, "a", "b"));
        edge(set, it -> it.weakCompareAndSetAcquire(1, "a", "b"));
        edge(it -> it.compareAndExchangeRelease(1, null, "a"), get);
        edge(it -> it.weakCompareAndSetRelease(1, null, "a"), get);
        EDGES.run();
    }
}
