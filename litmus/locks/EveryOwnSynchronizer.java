// Rule: synchronizers of the program's own: their state is a volatile variable, of AbstractQueuedSynchronizer and of
// AbstractQueuedLongSynchronizer.
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;

//! clean
public class EveryOwnSynchronizer {
    static final class Ints extends AbstractQueuedSynchronizer {
        private static final long serialVersionUID = 1;

        int get() {
            return getState();
        }

        void set(int state) {
            setState(state);
        }

        boolean change(int from, int to) {
            return compareAndSetState(from, to);
        }
    }

    static final class Longs extends AbstractQueuedLongSynchronizer {
        private static final long serialVersionUID = 1;

        long get() {
            return getState();
        }

        void set(long state) {
            setState(state);
        }

        boolean change(long from, long to) {
            return compareAndSetState(from, to);
        }
    }

    public static void main(String[] args) throws Exception {
        Edges edges = new Edges();
        Ints ints = new Ints();
        edges.add(() -> ints.set(1), () -> ints.get());
        Ints changed = new Ints();
        edges.add(() -> Order.require(changed.change(0, 1)), () -> changed.get());
        Ints found = new Ints();
        edges.add(() -> found.set(1), () -> Order.require(found.change(1, 2)));
        Longs longs = new Longs();
        edges.add(() -> longs.set(1), () -> longs.get());
        Longs changedLongs = new Longs();
        edges.add(() -> Order.require(changedLongs.change(0, 1)), () -> changedLongs.get());
        Longs foundLongs = new Longs();
        edges.add(() -> foundLongs.set(1), () -> Order.require(foundLongs.change(1, 2)));
        edges.run();
    }
}
