// Rule: what a concurrent collection shows of an element happens after it was put there: a map asks `equals` of the
// keys that it has, a sorted one `compareTo`.
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

//! clean
public class MapKeyEquals {
    static final class Key implements Comparable<Key> {
        private int number;

        Key(int number) {
            this.number = number;
        }

        @Override
        public int hashCode() {
            return 1;
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

    static void fill(Map<Key, String> map) {
        for (int i = 0; i < 20; i++) {
            map.put(new Key(i), "first");
        }
    }

    static void look(Map<Key, String> map) {
        map.get(new Key(3));
        map.put(new Key(4), "second");
        map.putIfAbsent(new Key(5), "second");
        map.computeIfAbsent(new Key(6), key -> "second");
        map.computeIfPresent(new Key(7), (key, old) -> "second");
        map.compute(new Key(8), (key, old) -> "second");
        map.merge(new Key(9), "second", (old, more) -> more);
        map.replace(new Key(10), "second");
        map.remove(new Key(11));
        map.containsKey(new Key(12));
    }

    public static void main(String[] args) throws Exception {
        Map<Key, String> hashed = new ConcurrentHashMap<>();
        Map<Key, String> sorted = new ConcurrentSkipListMap<>();
        Map<Key, String> updated = new ConcurrentHashMap<>();
        Order.run(
                () -> {
                    fill(hashed);
                    fill(sorted);
                    fill(updated);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    look(hashed);
                    look(sorted);
                },
                () -> {
                    Order.await(1);
                    // First of all an update, for which a map asks the tree of its keys in a way of its own.
                    updated.put(new Key(4), "second");
                });
    }
}
