// Rule: CountedCompleter: who brings its pending count down -> who finds it zero, and so the completion.
import java.util.concurrent.CountedCompleter;

//! clean
public class CompleterPending {
    static final class Parent extends CountedCompleter<Void> {
        private static final long serialVersionUID = 1;

        Parent() {
            super(null, 1);
        }

        @Override
        public void compute() {}
    }

    interface Use {
        void of(Parent parent);
    }

    static final Edges EDGES = new Edges();

    static void edge(Use release, Use acquire) {
        Parent trial = new Parent();
        release.of(trial);
        acquire.of(trial);
        Parent parent = new Parent();
        EDGES.add(() -> release.of(parent), () -> acquire.of(parent));
    }

    public static void main(String[] args) throws Exception {
        edge(parent -> parent.tryComplete(), parent -> parent.tryComplete());
        edge(parent -> parent.propagateCompletion(), parent -> parent.propagateCompletion());
        edge(parent -> parent.decrementPendingCountUnlessZero(), parent -> parent.decrementPendingCountUnlessZero());
        edge(parent -> parent.compareAndSetPendingCount(1, 0), parent -> parent.getPendingCount());
        edge(parent -> parent.setPendingCount(0), parent -> parent.getPendingCount());
        EDGES.run();
    }
}
