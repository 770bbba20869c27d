// Rule: atomics: every method of AtomicInteger that releases or acquires does so by itself.
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

//! clean
public class EveryAtomicInteger {
    interface Op {
        void on(AtomicInteger it);
    }

    static final Edges EDGES = new Edges();

    /** Both sides are tried once before the threads start, so that no thread links them. */
    static void edge(Op release, Op acquire) {
        AtomicInteger trial = new AtomicInteger();
        release.on(trial);
        acquire.on(trial);
        AtomicInteger it = new AtomicInteger();
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
        Op set = it -> it.set(1);
        edge(it -> it.set(1), get);
        edge(it -> it.lazySet(1), get);
        edge(it -> it.setRelease(1), get);
        edge(set, it -> it.get());
        edge(set, it -> it.getAcquire());
        edge(it -> it.getAndSet(1), get);
        edge(set, it -> it.getAndSet(1));
        edge(it -> it.getAndIncrement(), get);
        edge(set, it -> it.getAndIncrement());
        edge(it -> it.getAndDecrement(), get);
        edge(set, it -> it.getAndDecrement());
        edge(it -> it.incrementAndGet(), get);
        edge(set, it -> it.incrementAndGet());
        edge(it -> it.decrementAndGet(), get);
        edge(set, it -> it.decrementAndGet());
        edge(it -> it.getAndAdd(1), get);
        edge(set, it -> it.getAndAdd(1));
        edge(it -> it.addAndGet(1), get);
        edge(set, it -> it.addAndGet(1));
        edge(it -> it.compareAndExchange(0, 1), get);
        edge(set, it -> it.compareAndExchange(0, 1));
        edge(it -> it.compareAndSet(0, 1), get);
        edge(set, it -> it.compareAndSet(1, 2));
        edge(set, it -> it.compareAndSet(2, 0));
        edge(it -> retry(() -> it.weakCompareAndSetVolatile(0, 1)), get);
        edge(set, it -> it.weakCompareAndSetVolatile(1, 2));
        edge(set, it -> it.weakCompareAndSetVolatile(2, 0));
        edge(set, it -> it.compareAndExchangeAcquire(1, 2));
        edge(set, it -> it.weakCompareAndSetAcquire(1, 2));
        edge(it -> it.compareAndExchangeRelease(0, 1), get);
        edge(it -> it.weakCompareAndSetRelease(0, 1), get);
        EDGES.run();
    }
}
