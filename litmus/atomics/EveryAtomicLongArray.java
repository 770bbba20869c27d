// Rule: atomics: every method of AtomicLongArray that releases or acquires does so by itself.
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.BooleanSupplier;

//! clean
public class EveryAtomicLongArray {
    interface Op {
        void on(AtomicLongArray it);
    }

    static final Edges EDGES = new Edges();

    /** Both sides are tried once before the threads start, so that no thread links them. */
    static void edge(Op release, Op acquire) {
        AtomicLongArray trial = new AtomicLongArray(2);
        release.on(trial);
        acquire.on(trial);
        AtomicLongArray it = new AtomicLongArray(2);
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
        Op set = it -> it.set(1, 1);
        edge(it -> it.set(1, 1), get);
        edge(it -> it.lazySet(1, 1), get);
        edge(it -> it.setRelease(1, 1), get);
        edge(set, it -> it.get(1));
        edge(set, it -> it.getAcquire(1));
        edge(it -> it.getAndSet(1, 1), get);
        edge(set, it -> it.getAndSet(1, 1));
        edge(it -> it.getAndIncrement(1), get);
        edge(set, it -> it.getAndIncrement(1));
        edge(it -> it.getAndDecrement(1), get);
        edge(set, it -> it.getAndDecrement(1));
        edge(it -> it.incrementAndGet(1), get);
        edge(set, it -> it.incrementAndGet(1));
        edge(it -> it.decrementAndGet(1), get);
        edge(set, it -> it.decrementAndGet(1));
        edge(it -> it.getAndAdd(1, 1), get);
        edge(set, it -> it.getAndAdd(1, 1));
        edge(it -> it.addAndGet(1, 1), get);
        edge(set, it -> it.addAndGet(1, 1));
        edge(it -> it.compareAndExchange(1, 0, 1), get);
        edge(set, it -> it.compareAndExchange(1, 0, 1));
        edge(it -> it.compareAndSet(1, 0, 1), get);
        edge(set, it -> it.compareAndSet(1, 1, 2));
        edge(set, it -> it.compareAndSet(1, 2, 0));
        edge(it -> retry(() -> it.weakCompareAndSetVolatile(1, 0, 1)), get);
        edge(set, it -> it.weakCompareAndSetVolatile(1, 1, 2));
        edge(set, it -> it.weakCompareAndSetVolatile(1, 2, 0));
        edge(set, it -> it.compareAndExchangeAcquire(1, 1, 2));
        edge(set, it -> it.weakCompareAndSetAcquire(1, 1, 2));
        edge(it -> it.compareAndExchangeRelease(1, 0, 1), get);
        edge(it -> it.weakCompareAndSetRelease(1, 0, 1), get);
        EDGES.run();
    }
}
