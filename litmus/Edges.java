import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Many edges in one program, each tested alone: for each, one thread writes a cell of its own and releases, and then the
 * other acquires and writes that cell. Both go through the edges in the same order, so that an edge which is missing is
 * not made up for by those before it. All is created, and so linked, before the threads start.
 */
final class Edges {
    /** One side of an edge. */
    interface Side {
        void run() throws Exception;
    }

    /** One side of an edge that an element makes: what is done with it and with its collection. */
    interface Op<A> {
        void on(A collection, Item item) throws Exception;
    }

    /** An element. All are equal, and the smallest comes first. */
    static final class Item implements Comparable<Item> {
        private final int rank;

        Item(int rank) {
            this.rank = rank;
        }

        @Override
        public int compareTo(Item other) {
            return Integer.compare(rank, other.rank);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Item;
        }

        @Override
        public int hashCode() {
            return 7;
        }
    }

    private final List<Side> releases = new ArrayList<>();
    private final List<Side> acquires = new ArrayList<>();

    void add(Side release, Side acquire) {
        releases.add(release);
        acquires.add(acquire);
    }

    /** An edge by an element of a collection of its own; both sides are tried once before the threads start. */
    <A> void add(Supplier<A> collection, Op<A> release, Op<A> acquire) throws Exception {
        A trial = collection.get();
        Item other = new Item(1);
        release.on(trial, other);
        acquire.on(trial, other);
        A it = collection.get();
        Item item = new Item(1);
        add(() -> release.on(it, item), () -> acquire.on(it, item));
    }

    void run() throws InterruptedException {
        Side[] first = releases.toArray(new Side[0]);
        Side[] second = acquires.toArray(new Side[0]);
        int[] cells = new int[first.length];
        Order.run(
                () -> {
                    for (int i = 0; i < cells.length; i++) {
                        cells[i] = 1;
                        first[i].run();
                    }
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    for (int i = 0; i < cells.length; i++) {
                        second[i].run();
                        cells[i] = 2;
                    }
                });
    }
}
