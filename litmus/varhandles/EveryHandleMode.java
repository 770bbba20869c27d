// Rule: VarHandle: every mode that releases or acquires does so by itself.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

//! clean
public class EveryHandleMode {
    static class Flag {
        int value;
    }

    interface Op {
        void on(Flag it);
    }

    static final VarHandle H;

    static {
        try {
            H = MethodHandles.lookup().findVarHandle(Flag.class, "value", int.class);
        } catch (ReflectiveOperationException unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    static final Edges EDGES = new Edges();

    /** Both sides are tried once before the threads start, so that no thread links them. */
    static void edge(Op release, Op acquire) {
        Flag trial = new Flag();
        release.on(trial);
        acquire.on(trial);
        Flag it = new Flag();
        EDGES.add(() -> release.on(it), () -> acquire.on(it));
    }

    /** A weak compare-and-set may fail without cause. */
    static void setWeakly(Flag it) {
        while (!H.weakCompareAndSet(it, 0, 1)) {
            Thread.onSpinWait();
        }
    }

    public static void main(String[] args) throws Exception {
        Op get = it -> H.getVolatile(it);
        Op set = it -> H.setVolatile(it, 1);
        edge(set, get);
        edge(it -> H.setRelease(it, 1), get);
        edge(set, it -> H.getAcquire(it));
        edge(it -> H.getAndSet(it, 1), get);
        edge(set, it -> H.getAndSet(it, 1));
        edge(set, it -> H.getAndSetAcquire(it, 1));
        edge(it -> H.getAndSetRelease(it, 1), get);
        edge(it -> H.getAndAdd(it, 1), get);
        edge(set, it -> H.getAndAdd(it, 1));
        edge(set, it -> H.getAndAddAcquire(it, 1));
        edge(it -> H.getAndAddRelease(it, 1), get);
        edge(it -> H.getAndBitwiseOr(it, 1), get);
        edge(set, it -> H.getAndBitwiseOr(it, 1));
        edge(set, it -> H.getAndBitwiseOrAcquire(it, 1));
        edge(it -> H.getAndBitwiseOrRelease(it, 1), get);
        edge(it -> H.getAndBitwiseAnd(it, 1), get);
        edge(set, it -> H.getAndBitwiseAnd(it, 1));
        edge(set, it -> H.getAndBitwiseAndAcquire(it, 1));
        edge(it -> H.getAndBitwiseAndRelease(it, 1), get);
        edge(it -> H.getAndBitwiseXor(it, 1), get);
        edge(set, it -> H.getAndBitwiseXor(it, 1));
        edge(set, it -> H.getAndBitwiseXorAcquire(it, 1));
        edge(it -> H.getAndBitwiseXorRelease(it, 1), get);
        edge(it -> H.compareAndExchange(it, 0, 1), get);
        edge(set, it -> H.compareAndExchange(it, 1, 2));
        edge(set, it -> H.compareAndExchangeAcquire(it, 1, 2));
        edge(it -> H.compareAndExchangeRelease(it, 0, 1), get);
        edge(set, it -> H.weakCompareAndSetAcquire(it, 1, 2));
        edge(it -> H.weakCompareAndSetRelease(it, 0, 1), get);
        edge(it -> H.compareAndSet(it, 0, 1), get);
        edge(set, it -> H.compareAndSet(it, 1, 2));
        edge(set, it -> H.compareAndSet(it, 2, 1));
        edge(EveryHandleMode::setWeakly, get);
        edge(set, it -> H.weakCompareAndSet(it, 1, 2));
        edge(set, it -> H.weakCompareAndSet(it, 2, 1));
        EDGES.run();
    }
}
