// Rule: field updaters: every method of AtomicLongFieldUpdater that releases or acquires does so by itself.
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

//! clean
public class EveryLongUpdater {
    static class Flag {
        volatile long value;
    }

    interface Op {
        void on(Flag it);
    }

    static final AtomicLongFieldUpdater<Flag> UPDATER =
            AtomicLongFieldUpdater.newUpdater(Flag.class, "value");
    static final Edges EDGES = new Edges();

    static void edge(Op release, Op acquire) {
        Flag it = new Flag();
        EDGES.add(() -> release.on(it), () -> acquire.on(it));
    }

    public static void main(String[] args) throws Exception {
        Op get = it -> UPDATER.get(it);
        Op set = it -> UPDATER.set(it, 1);
        edge(set, get);
        edge(it -> UPDATER.lazySet(it, 1), get);
        edge(it -> UPDATER.getAndSet(it, 1), get);
        edge(set, it -> UPDATER.getAndSet(it, 1));
        edge(it -> UPDATER.getAndAdd(it, 1), get);
        edge(set, it -> UPDATER.getAndAdd(it, 1));
        edge(it -> UPDATER.compareAndSet(it, 0, 1), get);
        edge(set, it -> UPDATER.compareAndSet(it, 1, 2));
        edge(set, it -> UPDATER.compareAndSet(it, 2, 0));
        EDGES.run();
    }
}
