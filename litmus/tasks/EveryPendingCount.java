// Rule: CountedCompleter: who changes the pending count releases, and who finds it zero acquires, by every method.
import java.util.concurrent.CountedCompleter;

//! clean
public class EveryPendingCount {
    static final class Part extends CountedCompleter<Void> {
        private static final long serialVersionUID = 1L;

        Part(CountedCompleter<?> whole, int pending) {
            super(whole, pending);
        }

        @Override
        public void compute() {
            tryComplete();
        }
    }

    interface Op {
        void on(Part it);
    }

    static final Edges EDGES = new Edges();

    static void edge(Op release, Op acquire) {
        Part it = new Part(null, 1);
        EDGES.add(() -> release.on(it), () -> acquire.on(it));
    }

    public static void main(String[] args) throws Exception {
        Op zero = it -> Order.require(it.getPendingCount() == 0);
        Op decrement = it -> it.decrementPendingCountUnlessZero();
        edge(it -> it.setPendingCount(0), zero);
        edge(it -> it.addToPendingCount(-1), zero);
        edge(it -> it.compareAndSetPendingCount(1, 0), zero);
        edge(decrement, zero);
        edge(it -> it.tryComplete(), zero);
        edge(it -> it.propagateCompletion(), zero);
        edge(it -> Order.require(it.firstComplete() == null), zero);
        edge(it -> new Part(it, 0).tryComplete(), zero);
        edge(it -> new Part(it, 0).propagateCompletion(), zero);
        edge(it -> Order.require(new Part(it, 0).nextComplete() == null), zero);
        edge(it -> new Part(it, 0).complete(null), zero);
        edge(decrement, it -> Order.require(it.decrementPendingCountUnlessZero() == 0));
        edge(decrement, it -> Order.require(it.firstComplete() == it));
        edge(decrement, it -> it.tryComplete());
        edge(decrement, it -> it.propagateCompletion());
        edge(decrement, it -> new Part(it, 0).tryComplete());
        EDGES.run();
    }
}
