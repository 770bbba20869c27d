// Rule: atomics: every method of AtomicBoolean that releases or acquires does so by itself.
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

//! clean
public class EveryAtomicBoolean {
    interface Op {
        void on(AtomicBoolean it);
    }

    static final Edges EDGES = new Edges();

    /** Both sides are tried once before the threads start, so that no thread links them. */
    static void edge(Op release, Op acquire) {
        AtomicBoolean trial = new AtomicBoolean();
        release.on(trial);
        acquire.on(trial);
        AtomicBoolean it = new AtomicBoolean();
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
        Op set = it -> it.set(true);
        edge(it -> it.set(true), get);
        edge(it -> it.lazySet(true), get);
        edge(it -> it.setRelease(true), get);
        edge(set, it -> it.get());
        edge(set, it -> it.getAcquire());
        edge(it -> it.getAndSet(true), get);
        edge(set, it -> it.getAndSet(true));
        edge(it -> it.compareAndExchange(false, true), get);
        edge(set, it -> it.compareAndExchange(false, true));
        edge(it -> it.compareAndSet(false, true), get);
        edge(set, it -> it.compareAndSet(true, false));
        edge(set, it -> it.compareAndSet(false, false));
        edge(it -> retry(() -> it.weakCompareAndSetVolatile(false, true)), get);
        edge(set, it -> it.weakCompareAndSetVolatile(true, false));
        edge(set, it -> it.weakCompareAndSetVolatile(false, false));
        edge(set, it -> it.compareAndExchangeAcquire(true, false));
        edge(set, it -> it.weakCompareAndSetAcquire(true, false));
        edge(it -> it.compareAndExchangeRelease(false, true), get);
        edge(it -> it.weakCompareAndSetRelease(false, true), get);
        EDGES.run();
    }
}
