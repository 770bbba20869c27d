// Rule: field updaters: every method of AtomicReferenceFieldUpdater that releases or acquires does so by itself.
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

//! clean
public class EveryReferenceUpdater {
    static class Flag {
        volatile String value;
    }

    interface Op {
        void on(Flag it);
    }

    static final AtomicReferenceFieldUpdater<Flag, String> UPDATER =
            AtomicReferenceFieldUpdater.newUpdater(Flag.class, String.class, "value");
    static final Edges EDGES = new Edges();

    static void edge(Op release, Op acquire) {
        Flag it = new Flag();
        EDGES.add(() -> release.on(it), () -> acquire.on(it));
    }

    public static void main(String[] args) throws Exception {
        Op get = it -> UPDATER.get(it);
        Op set = it -> UPDATER.set(it, "a");
        edge(set, get);
        edge(it -> UPDATER.lazySet(it, "a"), get);
        edge(it -> UPDATER.getAndSet(it, "a"), get);
        edge(set, it -> UPDATER.getAndSet(it, "a"));
        edge(it -> UPDATER.compareAndSet(it, null, "a"), get);
        edge(set, it -> UPDATER.compareAndSet(it, "a", "b"));
        edge(set, it -> UPDATER.compareAndSet(it, "b", null));
        EDGES.run();
    }
}
