// Rule: atomics: every method of AtomicStampedReference that releases or acquires does so by itself.
import java.util.concurrent.atomic.AtomicStampedReference;

//! clean
public class EveryStampedReference {
    interface Op {
        void on(AtomicStampedReference<String> it);
    }

    static final Edges EDGES = new Edges();

    static void edge(Op release, Op acquire) {
        AtomicStampedReference<String> it = new AtomicStampedReference<>(null, 1);
        EDGES.add(() -> release.on(it), () -> acquire.on(it));
    }

    public static void main(String[] args) throws Exception {
        Op get = it -> it.getReference();
        Op set = it -> it.set("a", 2);
        edge(set, get);
        edge(set, it -> it.getStamp());
        edge(set, it -> it.get(new int[1]));
        edge(it -> it.compareAndSet(null, "a", 1, 2), get);
        edge(it -> it.attemptStamp(null, 2), get);
        edge(set, it -> it.compareAndSet("a", "b", 2, 1));
        edge(set, it -> it.compareAndSet("b", "a", 1, 2));
        edge(set, it -> it.attemptStamp("a", 1));
        edge(set, it -> it.attemptStamp("b", 1));
        EDGES.run();
    }
}
