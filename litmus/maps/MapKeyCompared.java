// Rule: what a concurrent collection shows of an element happens after it was put there: a map asks `compareTo` of the
// keys that it has, also those in which nobody is interested.
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

//! clean
public class MapKeyCompared {
    static final class Key implements Comparable<Key> {
        private final int hash;
        private int number;

        Key(int hash, int number) {
            this.hash = hash;
            this.number = number;
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key && ((Key) other).number == number;
        }

        @Override
        public int compareTo(Key other) {
            return Integer.compare(number, other.number);
        }
    }

    /** The first size of a table: of hash codes that it takes for one, the next makes two. */
    static final int CAPACITY = 128;

    /** So many keys, and one more, in one place become a tree, which goes through them from the oldest to the youngest. */
    static final int FEW = 8;

    /** A tree goes through those that it got later from the youngest to the oldest. */
    static final int MANY = 12;

    /** A map whose tables grow splits a tree whose keys go to different places: it makes two, and compares the keys. */
    static void grow(ConcurrentHashMap<Object, String> map) {
        for (int i = 1; i < CAPACITY; i++) {
            map.put(i, "");
        }
    }

    static void fill(ConcurrentHashMap<Object, String> map, int count) {
        map.put(new Key(CAPACITY, 0), "");
        for (int i = 0; i < count; i++) {
            map.put(new Key(0, i), "");
        }
    }

    static ConcurrentHashMap<Object, String> empty() {
        return new ConcurrentHashMap<>(CAPACITY / 2);
    }

    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<Object, String> trial = empty();
        fill(trial, MANY);
        grow(trial);
        ConcurrentHashMap<Object, String> few = empty();
        ConcurrentHashMap<Object, String> many = empty();
        ConcurrentHashMap<Object, String> tree = empty();
        ConcurrentSkipListMap<Key, Object> sorted = new ConcurrentSkipListMap<>();
        ConcurrentSkipListMap<Key, Object> head = new ConcurrentSkipListMap<>();
        Order.run(
                () -> {
                    fill(few, FEW);
                    fill(many, MANY);
                    fill(tree, MANY);
                    sorted.put(new Key(0, 1), new Object());
                    head.put(new Key(0, 1), new Object());
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    grow(few);
                    grow(many);
                    tree.get(new Key(0, 3));
                    sorted.get(new Key(0, 1));
                    Order.require(!head.headMap(new Key(0, 2)).isEmpty());
                });
    }
}
