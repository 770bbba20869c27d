// Rule: what a concurrent collection shows of an element happens after it was put there: a bin of ConcurrentHashMap that
// becomes a tree asks `compareTo` of keys that nobody looks for.
import java.util.concurrent.ConcurrentHashMap;

//! clean
public class MapTreeifies {
    static final class Key implements Comparable<Key> {
        private final int hash;
        private final int rank;
        private int shown;

        Key(int hash, int rank) {
            this.hash = hash;
            this.rank = rank;
            shown = 1;
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int compareTo(Key other) {
            return Integer.compare(rank, other.rank) * other.shown;
        }
    }

    public static void main(String[] args) throws Exception {
        // A table of 128 bins, so that a bin of eight becomes a tree.
        ConcurrentHashMap<Key, String> map = new ConcurrentHashMap<>(64);
        new Key(0, 0).compareTo(new Key(0, 1));
        Order.run(
                () -> {
                    for (int i = 0; i < 8; i++) {
                        map.put(new Key(1, i), "first");
                    }
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    // The same bin, but another hash code.
                    map.put(new Key(1 + 1024, 8), "second");
                });
    }
}
