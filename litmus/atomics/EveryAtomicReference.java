// Rule: atomics: every method of AtomicReference that releases or acquires does so by itself.
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

//! clean
public class EveryAtomicReference {
    interface Op {
        void on(AtomicReference<String> it);
    }

    static final Edges EDGES = new Edges();

    /** Both sides are tried once before the threads start, so that no thread links them. */
    static void edge(Op release, Op acquire) {
        AtomicReference<String> trial = new AtomicReference<>();
        release.on(trial);
        acquire.on(trial);
        AtomicReference<String> it = new AtomicReference<>();
        EDGES.add(() -> release.on(it), () -> acquire.on(it));
    }

    /** A weak compare-and-set may fail without cause. */
    static void retry(BooleanSupplier attempt) {
        while (!attempt.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    public static void main(String[] args) throws Exception {
        Op get = it -> it.get();
        Op set = it -> it.set("a");
        edge(it -> it.set("a"), get);
        edge(it -> it.lazySet("a"), get);
        edge(it -> it.setRelease("a"), get);
        edge(set, it -> it.get());
        edge(set, it -> it.getAcquire());
        edge(it -> it.getAndSet("a"), get);
        edge(set, it -> it.getAndSet("a"));
        edge(it -> it.compareAndExchange(null, "a"), get);
        edge(set, it -> it.compareAndExchange(null, "a"));
        edge(it -> it.compareAndSet(null, "a"), get);
        edge(set, it -> it.compareAndSet("a", "b"));
        edge(set, it -> it.compareAndSet("b", null));
        edge(it -> retry(() -> it.weakCompareAndSetVolatile(null, "a")), get);
        edge(set, it -> it.weakCompareAndSetVolatile("a", "b"));
        edge(set, it -> it.weakCompareAndSetVolatile("b", null));
        edge(set, it -> it.compareAndExchangeAcquire("a", "b"));
        edge(set, it -> it.weakCompareAndSetAcquire("a", "b"));
        edge(it -> it.compareAndExchangeRelease(null, "a"), get);
        edge(it -> it.weakCompareAndSetRelease(null, "a"), get);
        EDGES.run();
    }
}
