// Rule: atomics: every method of AtomicMarkableReference that releases or acquires does so by itself.
import java.util.concurrent.atomic.AtomicMarkableReference;

//! clean
public class EveryMarkableReference {
    interface Op {
        void on(AtomicMarkableReference<String> it);
    }

    static final Edges EDGES = new Edges();

    static void edge(Op release, Op acquire) {
        AtomicMarkableReference<String> it = new AtomicMarkableReference<>(null, true);
        EDGES.add(() -> release.on(it), () -> acquire.on(it));
    }

    public static void main(String[] args) throws Exception {
        Op get = it -> it.getReference();
        Op set = it -> it.set("a", false);
        edge(set, get);
        edge(set, it -> it.isMarked());
        edge(set, it -> it.get(new boolean[1]));
        edge(it -> it.compareAndSet(null, "a", true, false), get);
        edge(it -> it.attemptMark(null, false), get);
        edge(set, it -> it.compareAndSet("a", "b", false, true));
        edge(set, it -> it.compareAndSet("b", "a", true, false));
        edge(set, it -> it.attemptMark("a", true));
        edge(set, it -> it.attemptMark("b", true));
        EDGES.run();
    }
}
